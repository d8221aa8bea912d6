"""Keys: one verdict on every key and signature."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_core.fair import keys
from tests.vectors import edwards

SECRET = bytes(range(32))
PUBLIC = keys.public_key(SECRET)

secrets = st.binary(min_size=32, max_size=32)


@given(secrets)
@settings(max_examples=25)
def test_key_check_agrees_with_plain_arithmetic_on_any_bytes(raw: bytes) -> None:
    """The quick check and the rule as written, l times the key, never differ."""
    assert edwards.key_ok(raw) == keys.key_ok(raw)


@given(secrets)
def test_key_made_from_a_secret_is_good_and_signs(secret: bytes) -> None:
    """Every honest key passes the check, and its signatures pass verification."""
    public = keys.public_key(secret)
    assert keys.key_ok(public)
    assert keys.verify(public, b"message", keys.sign(secret, b"message"))


@given(st.integers(0, 64 * 8 - 1))
def test_signature_with_a_flipped_bit_is_refused(bit: int) -> None:
    """No bit of a signature is free."""
    flipped = int.from_bytes(keys.sign(SECRET, b"message"), "big") ^ 1 << bit
    assert not keys.verify(PUBLIC, b"message", flipped.to_bytes(64, "big"))


def test_signature_of_another_message_or_key_is_refused() -> None:
    """A signature is for one message by one key."""
    signature = keys.sign(SECRET, b"message")
    assert not keys.verify(PUBLIC, b"another", signature)
    assert not keys.verify(keys.public_key(bytes(32)), b"message", signature)


@pytest.mark.parametrize("size", [0, 63, 65])
def test_signature_of_wrong_size_is_refused(size: int) -> None:
    """A signature has 64 bytes."""
    assert not keys.verify(PUBLIC, b"message", keys.sign(SECRET, b"message").ljust(65, b"\0")[:size])


def test_own_secrets_differ_by_purpose_and_game() -> None:
    """One master secret gives unrelated secrets."""
    made = {keys.own_secret(SECRET, purpose, gid) for purpose in ("session", "x25519") for gid in (b"1", b"2")}
    assert len(made) == 4


def test_fingerprint_is_sixteen_small_letters_and_digits() -> None:
    """It can be put in a link and read aloud."""
    assert len(keys.fingerprint(PUBLIC)) == 16
    assert set(keys.fingerprint(PUBLIC)) <= set("abcdefghijklmnopqrstuvwxyz234567")
