"""Labelled hashing and the stream of draws: E, H, F, stream, draw and perm of fairness.md 1.1.

Everything that is hashed, signed or derived goes through `encode`, so no two uses can be confused:
a label names the use, and each part carries its length. A new use needs a new label.
"""

import struct
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any

DIGEST_SIZE = 32

_VALUES_IN_BLOCK = 16
_STREAM_RANGE = 1 << 16
_length = struct.Struct(">I").pack
_block_values = struct.Struct(f">{_VALUES_IN_BLOCK}H").unpack
_HMAC_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Two bytes, big-endian."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Eight bytes, big-endian."""
    return number.to_bytes(8, "big")


def encode(label: str, *parts: bytes) -> bytes:
    """E: label and parts as one byte string that reads in one way only; at most 255 parts."""
    encoded = _head(label, len(parts))
    for part in parts:
        encoded += _length(len(part)) + part
    return encoded


@lru_cache(maxsize=256)
def _head(label: str, count: int) -> bytes:
    name = label.encode("ascii")
    return u8(len(name)) + name + u8(count)


def hashed(label: str, *parts: bytes) -> bytes:
    """H: SHA-256 of the encoded label and parts, 32 bytes."""
    return sha256(encode(label, *parts)).digest()


def derived(key: bytes, label: str, *parts: bytes, length: int = DIGEST_SIZE) -> bytes:
    """F: `length` bytes that only the holder of `key` can know.

    The expand step alone of HKDF-SHA-256 (RFC 5869), so `key` must already be uniform: 32 secret bytes.
    """
    info = encode(label, *parts)
    block = output = _hmac(key, info + b"\x01")
    for count in range(2, -(-length // DIGEST_SIZE) + 1):
        block = _hmac(key, block + info + u8(count))
        output += block
    return output[:length]


def derived_row(key: bytes, label: str, *parts: bytes, count: int) -> tuple[bytes, ...]:
    """F with the u16 of each number below `count` as the last part, 32 bytes each."""
    alike = encode(label, *parts, u16(0))[:-2]
    return tuple([_hmac(key, alike + u16(number) + b"\x01") for number in range(count)])


def _hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104), in a third of the time of the library's where a key is used again, as keys here are."""
    inner_of, outer_of = _halves(key)
    inner, outer = inner_of(), outer_of()
    inner.update(message)
    outer.update(inner.digest())
    digest: bytes = outer.digest()
    return digest


@lru_cache(maxsize=256)
def _halves(key: bytes) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """The inner and the outer hash with the key's block taken in, to be copied."""
    assert len(key) <= _HMAC_BLOCK, f"a key of 32 bytes expected, got {len(key)}"
    block = key.ljust(_HMAC_BLOCK, b"\0")
    return sha256(block.translate(_INNER)).copy, sha256(block.translate(_OUTER)).copy


class Stream:
    """An endless row of fair draws that anybody with the key can repeat."""

    __slots__ = ("_values",)

    def __init__(self, key: bytes) -> None:
        """Start at the first block of `key`, 32 bytes."""
        self._values = _values(key)

    def draw(self, choices: int) -> int:
        """A number below `choices` (1 to 65,535), each as likely as the others.

        Values past the last whole multiple of `choices` are skipped.
        """
        assert 1 <= choices < _STREAM_RANGE, f"choices from 1 to 65535, got {choices}"
        limit = _STREAM_RANGE - _STREAM_RANGE % choices
        value = next(self._values)
        while value >= limit:
            value = next(self._values)
        return value % choices


def _values(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from _block_values(_hmac(key, u64(block)))
        block += 1


def permutation(key: bytes, n: int) -> tuple[int, ...]:
    """Perm: the numbers 0 to n-1 in the order that `key` fixes, by Fisher-Yates from the end.

    What is shuffled so has base[result[x]] at x.
    """
    draw = Stream(key).draw
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        chosen = draw(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
