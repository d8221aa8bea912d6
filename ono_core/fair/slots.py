"""Slots: commitments and their openings, sealed to one seat or open to all; sealed notes (fairness.md 2.3).

In the log a slot is one number that says its shuffle and its place there.
"""

from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from ono_core.fair.keys import exchange
from ono_core.fair.transcript import DIGEST_SIZE, derived, encode, hashed, u16, u32

SALT_SIZE = 32
SEALED_SIZE = 2 + SALT_SIZE
NONCE_SIZE = 12
NOTE_BLOCK = 1024

_PLACES = 256
_TWO = u32(2)
"""The length of a place and of a card, as ``encode`` has it."""
_CARDS = 1 << 16


def slot_of(k: int, place: int) -> int:
    """The slot's number in the log: 256 * shuffle + place."""
    assert 0 <= place < _PLACES, f"a place from 0 to 255, got {place}"
    return _PLACES * k + place


def shuffle_of(slot: int) -> int:
    """The shuffle that made this slot."""
    return slot // _PLACES


def place_of(slot: int) -> int:
    """The slot's place in its shuffle, from 0."""
    return slot % _PLACES


def commitment(gid: bytes, k: int, place: int, card: int, salt: bytes) -> bytes:
    """The hash that fixes the card at a place and hides it behind its salt."""
    return sha256(_slot_head(gid, k) + u16(place) + _TWO + u16(card) + u32(len(salt)) + salt).digest()


@lru_cache(maxsize=64)
def _slot_head(gid: bytes, k: int) -> bytes:
    """What all commitments of a shuffle begin with, up to the place: each audit hashes the whole deck again."""
    return encode("ono1/slot", gid, u32(k), u16(0), b"", b"")[: -2 * len(_TWO) - 2]


def opens(commitments: bytes, gid: bytes, k: int, place: int, card: int, salt: bytes) -> bool:
    """Whether shuffle `k` committed to this card and salt at this place; any integers may be asked about."""
    if not (0 <= place < len(commitments) // DIGEST_SIZE and 0 <= card < _CARDS):
        return False
    start = place * DIGEST_SIZE
    return commitments[start : start + DIGEST_SIZE] == commitment(gid, k, place, card, salt)


def shared_key(gid: bytes, own_secret: bytes, peer: bytes, dealer: bytes, player: bytes) -> bytes:
    """K: the key that dealer and player share in one game; the last three are X25519 public keys.

    A peer's key of small order is a ValueError.
    """
    return hashed("ono1/dh", gid, exchange(own_secret, peer), dealer, player)


def sealed(key: bytes, k: int, place: int, card: int, salt: bytes) -> bytes:
    """The opening for one player's eyes, 34 bytes; the commitment is what proves it, so it carries no tag."""
    return _padded_over(key, k, place, u16(card) + salt)


def unsealed(key: bytes, k: int, place: int, data: bytes) -> tuple[int, bytes]:
    """Card and salt of a sealed opening, to be checked with `opens`; not 34 bytes is a ValueError."""
    if len(data) != SEALED_SIZE:
        msg = f"a sealed opening of {SEALED_SIZE} bytes expected, got {len(data)}"
        raise ValueError(msg)
    plain = _padded_over(key, k, place, data)
    return int.from_bytes(plain[:2], "big"), plain[2:]


def _padded_over(key: bytes, k: int, place: int, data: bytes) -> bytes:
    """`data` xor the one-time pad of this slot and player."""
    pad = derived(key, "ono1/open", u32(k), u16(place), length=SEALED_SIZE)
    return (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(SEALED_SIZE, "big")


def note_sealed(key: bytes, nonce: bytes, body: bytes) -> bytes:
    """What the table says to one seat alone: nonce || ciphertext || tag, a multiple of 1,024 plus 28 bytes.

    The nonce is 12 bytes, never used twice under one key.
    """
    return nonce + _note_cipher(key).encrypt(nonce, _filled(body), None)


def note_opened(key: bytes, data: bytes) -> bytes | None:
    """The body of a sealed note, or None when it is not a whole note sealed under this key."""
    nonce, ciphertext = data[:NONCE_SIZE], data[NONCE_SIZE:]
    if len(nonce) != NONCE_SIZE:
        return None
    try:
        plain = _note_cipher(key).decrypt(nonce, ciphertext, None)
    except InvalidTag:
        return None
    body = plain[4 : 4 + int.from_bytes(plain[:4], "big")]
    return body if plain == _filled(body) else None


@lru_cache(maxsize=4096)  # a table seals two notes a move, for each of its players under the same key all game long
def _note_cipher(key: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(derived(key, "ono1/note-key"))


def _filled(body: bytes) -> bytes:
    """u32 length || body || zeros up to a multiple of 1,024 bytes, so that the length tells little."""
    plain = u32(len(body)) + body
    return plain + bytes(-len(plain) % NOTE_BLOCK)
