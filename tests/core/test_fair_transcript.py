"""Labelled hashing and fair draws."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from hypothesis import given
from hypothesis import strategies as st

from ono_core.fair.transcript import Stream, derived, derived_row, encode, hashed, permutation, u8, u16, u32, u64

labels = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=20)
parts = st.lists(st.binary(max_size=40), max_size=6)
keys = st.binary(min_size=32, max_size=32)


def test_integers_are_big_endian() -> None:
    """Each width has its size, most significant byte first."""
    assert (u8(1), u16(1), u32(1), u64(1)) == (b"\x01", b"\0\x01", b"\0\0\0\x01", bytes(7) + b"\x01")


@given(labels, parts, labels, parts)
def test_encodings_differ_unless_label_and_parts_are_equal(
    label: str, some: list[bytes], other_label: str, others: list[bytes]
) -> None:
    """Two uses that differ in label or parts never give the same bytes."""
    same = (label, some) == (other_label, others)
    assert same == (encode(label, *some) == encode(other_label, *others))


def test_moving_a_byte_between_parts_changes_the_hash() -> None:
    """Lengths are hashed too."""
    assert hashed("ono1/x", b"ab", b"c") != hashed("ono1/x", b"a", b"bc")


@given(keys, labels, parts, st.integers(1, 255 * 32))
def test_derived_is_the_expand_step_of_hkdf(key: bytes, label: str, some: list[bytes], length: int) -> None:
    """A library's HKDF-Expand gives the same bytes at every length."""
    expand = HKDFExpand(SHA256(), length, encode(label, *some))
    assert expand.derive(key) == derived(key, label, *some, length=length)


@given(keys, labels, parts, st.integers(0, 20))
def test_row_holds_what_each_number_derives(key: bytes, label: str, some: list[bytes], count: int) -> None:
    """All at once is the same as one after another."""
    row = derived_row(key, label, *some, count=count)
    assert row == tuple(derived(key, label, *some, u16(number)) for number in range(count))


@pytest.mark.parametrize("size", [0, 16, 32, 64])
def test_key_of_any_size_up_to_a_block_derives_as_the_library_does(size: int) -> None:
    """HMAC's own definition: a key shorter than a block is filled with zeros."""
    key = bytes(range(size))
    assert derived(key, "ono1/x") == hmac.digest(key, encode("ono1/x") + b"\x01", "sha256")


@given(keys, st.integers(0, 300))
def test_permutation_holds_every_number_once(key: bytes, n: int) -> None:
    """Shuffling loses and doubles nothing."""
    assert sorted(permutation(key, n)) == list(range(n))


@given(keys, st.integers(1, 65535))
def test_draw_is_below_its_choices(key: bytes, choices: int) -> None:
    """A draw stays in range, and one choice is no choice."""
    assert 0 <= Stream(key).draw(choices) < choices
    assert Stream(key).draw(1) == 0


@pytest.mark.parametrize("choices", [0, -1, 65536])
def test_draw_of_impossible_choices_is_a_bug(choices: int) -> None:
    """Asking for no choice, or for more than the stream can give fairly, is an assertion."""
    with pytest.raises(AssertionError, match="choices"):
        Stream(bytes(32)).draw(choices)


def test_streams_values_are_consecutive_halves_of_numbered_blocks() -> None:
    """Over several blocks the values are the u16s of HMAC-SHA256(key, u64(block))."""
    key = sha256(b"key").digest()
    raw = b"".join(hmac.digest(key, u64(block), "sha256") for block in range(4))
    values = [int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2)]
    stream = Stream(key)
    assert [value % 32768 for value in values] == [stream.draw(32768) for _ in values]


def test_all_orders_of_four_are_equally_likely() -> None:
    """Over 12,000 keys chi-square on 23 degrees of freedom stays under its 99.9 % point."""
    seen = Counter(permutation(hashed("ono1/test", u32(i)), 4) for i in range(12_000))
    chi_square = sum((count - 500) ** 2 / 500 for count in seen.values())
    assert len(seen) == 24
    assert chi_square < 49.7
