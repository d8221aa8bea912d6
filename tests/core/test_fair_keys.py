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


def exchanges(public: bytes) -> bool:
    """Whether X25519 itself gives a secret with this key."""
    try:
        keys.exchange(SECRET, public)
    except ValueError:
        return False
    return True


@given(st.binary(min_size=31, max_size=33) | st.integers(0, 40).map(lambda low: low.to_bytes(32, "little")))
def test_key_can_agree_just_where_an_exchange_can(public: bytes) -> None:
    """The quick check and the exchange never differ."""
    assert keys.can_agree(public) == exchanges(public)


def test_no_key_of_small_order_can_agree_however_it_is_spelt() -> None:
    """The points of order 1, 2, 4 and 8, by every number that X25519 reads as theirs, and what lies beside them."""
    torsion = [edwards.times(multiple, point) for point in [_of_order_eight()] for multiple in range(1, 8)]
    small = {(1 + y) * pow(1 - y, -1, edwards.PRIME) % edwards.PRIME for _, y in torsion} | {edwards.PRIME - 1}
    spellings = {
        u + more + top for u in small for more in (0, edwards.PRIME) for top in (0, 2**255) if u + more < 2**255
    }
    for number in spellings:
        for beside in (number, (number + 1) % 2**256, (number - 1) % 2**256):
            public = beside.to_bytes(32, "little")
            assert keys.can_agree(public) == exchanges(public) == (beside not in spellings)
    assert len(spellings) == 14


def _of_order_eight() -> edwards.Point:
    for y in range(2, 100):
        point = edwards.unpacked(y.to_bytes(32, "little"))
        torsion = edwards.times(edwards.GROUP, point) if point else edwards.IDENTITY
        if edwards.times(4, torsion) != edwards.IDENTITY:
            return torsion
    raise AssertionError("one in two points has it")


def test_own_secrets_differ_by_purpose_and_game() -> None:
    """One master secret gives unrelated secrets."""
    made = {keys.own_secret(SECRET, purpose, gid) for purpose in ("session", "x25519") for gid in (b"1", b"2")}
    assert len(made) == 4


def test_fingerprint_is_sixteen_small_letters_and_digits() -> None:
    """It can be put in a link and read aloud."""
    assert len(keys.fingerprint(PUBLIC)) == 16
    assert set(keys.fingerprint(PUBLIC)) <= set("abcdefghijklmnopqrstuvwxyz234567")
