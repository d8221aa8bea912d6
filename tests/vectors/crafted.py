"""Ed25519 keys and signatures that no honest program makes, of which libraries think differently (fairness.md 1.4)."""

from __future__ import annotations

from hashlib import sha512

from tests.vectors import edwards

BASE = edwards.unpacked((4 * pow(5, -1, edwards.PRIME) % edwards.PRIME).to_bytes(32, "little")) or edwards.IDENTITY


def scalar_of(secret: bytes) -> int:
    """What an Ed25519 secret multiplies the base point by."""
    number = int.from_bytes(sha512(secret).digest()[:32], "little")
    return number & (2**254 - 8) | 2**254


def torsion_point() -> edwards.Point:
    """A point of order 8."""
    for y in range(2, 100):
        point = edwards.unpacked(y.to_bytes(32, "little"))
        torsion = edwards.times(edwards.GROUP, point) if point else edwards.IDENTITY
        if edwards.times(4, torsion) != edwards.IDENTITY:
            return torsion
    raise AssertionError("one point in two has a part of order 8")


def with_torsion(point: edwards.Point) -> edwards.Point:
    """The same point but for a part of order 8."""
    return edwards.add(point, torsion_point())


def public(secret: bytes) -> edwards.Point:
    """The point of a secret's key."""
    return edwards.times(scalar_of(secret), BASE)


def signature(secret: bytes, key: bytes, message: bytes, start: edwards.Point, nonce: int) -> bytes:
    """R and S = nonce + h * secret, for a chosen ``start`` R: that of the nonce but for what the crafter adds."""
    first = edwards.packed(start)
    h = int.from_bytes(sha512(first + key + message).digest(), "little")
    last = (nonce + h * scalar_of(secret)) % edwards.GROUP
    return first + last.to_bytes(32, "little")


def beginning_with_nothing(secret: bytes, key: bytes, message: bytes) -> bytes:
    """A signature whose R is the identity."""
    return signature(secret, key, message, edwards.IDENTITY, 0)


def beginning_with_torsion(secret: bytes, key: bytes, message: bytes) -> bytes:
    """A signature whose R has a part of order 8: good only where both sides are multiplied by 8."""
    return signature(secret, key, message, with_torsion(edwards.times(5, BASE)), 5)


def above_the_group(good: bytes) -> bytes:
    """The same signature with S + l."""
    last = int.from_bytes(good[32:], "little") + edwards.GROUP
    return good[:32] + last.to_bytes(32, "little")
