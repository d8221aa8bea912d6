"""Slots and notes: what an opening proves, and who can read what is sealed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_core.fair import keys, slots

GID, SALT, KEY, NONCE = b"g" * 32, b"s" * 32, b"k" * 32, b"n" * 12
COMMITMENTS = b"".join(slots.commitment(GID, 1, place, 10 + place, SALT) for place in range(3))

keys_32 = st.binary(min_size=32, max_size=32)
bodies = st.binary(max_size=2200)


@pytest.mark.parametrize(
    ("k", "place", "card", "salt", "good"),
    [
        (1, 0, 10, SALT, True),
        (1, 2, 12, SALT, True),
        (1, 0, 11, SALT, False),
        (1, 1, 10, SALT, False),
        (2, 0, 10, SALT, False),
        (1, 0, 10, b"t" * 32, False),
        (1, 3, 13, SALT, False),
        (1, -1, 12, SALT, False),
        (1, 0, -1, SALT, False),
        (1, 0, 65546, SALT, False),
    ],
)
def test_opening_fits_its_own_slot_only(k: int, place: int, card: int, salt: bytes, *, good: bool) -> None:
    """Another card, place, shuffle or salt does not open, nor do numbers out of range."""
    assert good == slots.opens(COMMITMENTS, GID, k, place, card, salt)


@given(st.integers(1, 2**32), st.integers(0, 255))
def test_slot_number_comes_apart_again(k: int, place: int) -> None:
    """Shuffle and place can be read off a slot's number."""
    slot = slots.slot_of(k, place)
    assert (slots.shuffle_of(slot), slots.place_of(slot)) == (k, place)


@given(keys_32, st.integers(1, 9), st.integers(0, 255), st.integers(0, 65535), keys_32)
def test_sealed_opening_opens_again(key: bytes, k: int, place: int, card: int, salt: bytes) -> None:
    """Whoever shares the key reads card and salt."""
    data = slots.sealed(key, k, place, card, salt)
    assert len(data) == 34
    assert slots.unsealed(key, k, place, data) == (card, salt)


@pytest.mark.parametrize("size", [0, 33, 35])
def test_sealed_opening_of_wrong_size_is_refused(size: int) -> None:
    """A sealed opening has 34 bytes."""
    with pytest.raises(ValueError, match="34 bytes expected"):
        slots.unsealed(KEY, 1, 0, bytes(size))


def test_shared_key_belongs_to_one_game() -> None:
    """The same two keys share another secret in another game."""
    peer = keys.exchange_public(SALT)
    own = keys.exchange_public(KEY)
    made = {slots.shared_key(gid, KEY, peer, own, peer) for gid in (GID, SALT)}
    assert len(made) == 2


@given(keys_32, st.binary(min_size=12, max_size=12), bodies)
def test_note_opens_to_its_body(key: bytes, nonce: bytes, body: bytes) -> None:
    """Whoever shares the key reads the note, and only its length in blocks shows."""
    note = slots.note_sealed(key, nonce, body)
    assert (len(note) - 28) % 1024 == 0
    assert slots.note_opened(key, note) == body


@given(st.data())
def test_note_with_any_flipped_byte_is_refused(data: st.DataObject) -> None:
    """Nobody between table and seat can change a note."""
    note = bytearray(slots.note_sealed(KEY, NONCE, data.draw(st.binary(max_size=300))))
    place = data.draw(st.integers(0, len(note) - 1))
    note[place] ^= data.draw(st.integers(1, 255))
    assert slots.note_opened(KEY, bytes(note)) is None


@given(st.binary(max_size=600))
def test_note_of_random_bytes_is_refused(raw: bytes) -> None:
    """Bytes that nobody sealed, of any length, are no note."""
    assert slots.note_opened(KEY, raw) is None


def test_note_for_another_key_is_refused() -> None:
    """A note is for one seat."""
    assert slots.note_opened(SALT, slots.note_sealed(KEY, NONCE, b"for you")) is None


@pytest.mark.parametrize(
    "plain",
    [
        b"",
        bytes(3),
        bytes(255),
        bytes(512),
        b"\0\0\0\xfd" + bytes(252),
        b"\xff\xff\xff\xff" + bytes(252),
        bytes(255) + b"\x01",
    ],
    ids=["empty", "no length", "no block", "a block too many", "length beyond", "huge length", "not zeros"],
)
def test_note_with_wrong_padding_is_refused(plain: bytes) -> None:
    """A body has one padded form, even from the holder of the key."""
    cipher = slots._note_cipher(KEY)
    assert slots.note_opened(KEY, NONCE + cipher.encrypt(NONCE, plain, None)) is None
