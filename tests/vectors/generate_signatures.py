"""Write tests/vectors/signatures.json: crafted Ed25519 keys and signatures with the verdict of fairness.md 1.4.

Run it with ``python -m tests.vectors.generate_signatures``. The verdicts are those of plain arithmetic (edwards.py);
Python, with OpenSSL, and the browser must come to the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha512
from pathlib import Path
from typing import Any

from ono_core.fair.transcript import hashed
from tests.vectors import crafted, edwards
from tests.vectors.crafted import BASE

FILE = Path(__file__).with_name("signatures.json")
SECRET = hashed("ono1/test", b"crafter")
NONCE = 5
SIZE = 32
TOP_BIT = 1 << 255


def verdict(key: bytes, message: bytes, signature: bytes) -> bool:
    """The rule as it is written: key check, R not the identity, S < l, and S * B = R + h * A."""
    first, last = signature[:SIZE], int.from_bytes(signature[SIZE:], "little")
    start, owner = edwards.unpacked(first), edwards.unpacked(key)
    if len(signature) != 2 * SIZE or not edwards.key_ok(key) or start is None or owner is None:
        return False
    if start == edwards.IDENTITY or last >= edwards.GROUP:
        return False
    return edwards.times(last, BASE) == edwards.add(start, edwards.times(_challenge(first, key, message), owner))


def _challenge(first: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(first + key + message).digest(), "little") % edwards.GROUP


def made() -> dict[str, Any]:
    """The contents of the file."""
    cases = [
        {"what": what, "key": key.hex(), "message": message.hex(), "signature": signature.hex(),
         "key_ok": edwards.key_ok(key), "good": verdict(key, message, signature)}
        for what, key, message, signature in _cases()
    ]  # fmt: skip
    return {
        "spec": "fairness.md section 1.4",
        "comment": "good: the key passes the key check and the signature is good; signature and key may have any size",
        "cases": cases,
    }


Case = tuple[str, bytes, bytes, bytes]


def _cases() -> Iterator[Case]:
    yield from _honest()
    yield from _starts()
    yield from _numbers()
    yield from _keys()
    yield from _small()
    yield from _sizes()


def _honest() -> Iterator[Case]:
    for nonce in (1, NONCE, edwards.GROUP - 1):
        key, message = _own(), f"nonce {nonce}".encode()
        yield f"good, nonce {nonce}", key, message, _signed(key, message, edwards.times(nonce, BASE), nonce)
    key, message = _own(), b"another message"
    yield "of another message", key, b"message", _signed(key, message, edwards.times(NONCE, BASE), NONCE)


def _starts() -> Iterator[Case]:
    """R of every kind under a good key, with the S that fits as far as it can."""
    key, message = _own(), b"R"
    for multiple in range(8):
        torsion = edwards.times(multiple, crafted.torsion_point())
        yield f"R of small order, {multiple} of 8", key, message, _signed(key, message, torsion, 0)
        mixed = edwards.add(torsion, edwards.times(NONCE, BASE))
        yield f"R with a part of order 8, {multiple} of 8", key, message, _signed(key, message, mixed, NONCE)
    for what, first in _spellings_of_the_identity():
        yield f"R is the identity, {what}", key, message, _signed_raw(key, message, first, 0)
    yield "R is no point", key, message, _signed_raw(key, message, _no_point(), 0)


def _spellings_of_the_identity() -> Iterator[tuple[str, bytes]]:
    yield "as it should be written", _bytes(1)
    yield "with the sign of x", _bytes(1 | TOP_BIT)
    yield "as y = p + 1", _bytes(edwards.PRIME + 1)
    yield "as y = p + 1 with the sign of x", _bytes(edwards.PRIME + 1 | TOP_BIT)


def _numbers() -> Iterator[Case]:
    """S beyond l."""
    key, message = _own(), b"S"
    good = _signed(key, message, edwards.times(NONCE, BASE), NONCE)
    last = int.from_bytes(good[SIZE:], "little")
    for times in range(1, 16):
        larger = last + times * edwards.GROUP
        if larger < 1 << 256:
            yield f"S + {times} l", key, message, good[:SIZE] + _bytes(larger)
    yield "S is l", key, message, good[:SIZE] + _bytes(edwards.GROUP)
    yield "S is 0", key, message, good[:SIZE] + bytes(SIZE)
    yield "S is all ones", key, message, good[:SIZE] + b"\xff" * SIZE
    yield "-S", key, message, good[:SIZE] + _bytes(edwards.GROUP - last)


def _keys() -> Iterator[Case]:
    """A key with a part of order 8: with a challenge that is a multiple of 8 the plain equation holds."""
    key = edwards.packed(crafted.with_torsion(crafted.public(SECRET)))
    start = edwards.times(NONCE, BASE)
    held, only_eightfold = False, False
    for number in range(200):
        message = f"challenge {number}".encode()
        eightfold = _challenge(edwards.packed(start), key, message) % 8 == 0
        if eightfold and not held:
            yield "key with a part of order 8, the equation holds", key, message, _signed(key, message, start, NONCE)
        elif not eightfold and not only_eightfold:
            yield "key with a part of order 8, it holds eightfold", key, message, _signed(key, message, start, NONCE)
        held, only_eightfold = held or eightfold, only_eightfold or not eightfold
    own = crafted.public(SECRET)
    for above in range(2):
        other = _bytes((own[1] + above * edwards.PRIME) % (1 << 256))
        yield f"key with y + {above} p", other, b"key", _signed(other, b"key", start, NONCE)
    turned = _bytes(int.from_bytes(_own(), "little") ^ TOP_BIT)
    yield "the key's negative", turned, b"key", _signed(turned, b"key", start, NONCE)
    yield "a key that is no point", _no_point(), b"key", _signed_raw(_no_point(), b"key", edwards.packed(start), NONCE)


def _small() -> Iterator[Case]:
    """Keys under which anybody can sign."""
    for owner in range(8):
        key = edwards.packed(edwards.times(owner, crafted.torsion_point()))
        for start in (0, 1, 4):
            first = edwards.packed(edwards.times(start, crafted.torsion_point()))
            yield f"key {owner} of 8 and R {start} of 8, S 0", key, b"small", first + bytes(SIZE)
        honest = edwards.packed(edwards.times(NONCE, BASE))
        yield f"key {owner} of 8, R of the nonce", key, b"small", honest + _bytes(NONCE)
    for what, key in _spellings_of_the_identity():
        yield f"key is the identity, {what}", key, b"small", _bytes(1) + bytes(SIZE)


def _sizes() -> Iterator[Case]:
    key, message = _own(), b"size"
    good = _signed(key, message, edwards.times(NONCE, BASE), NONCE)
    yield "63 bytes", key, message, good[:-1]
    yield "65 bytes", key, message, good + b"\0"
    yield "no bytes", key, message, b""
    yield "a key of 31 bytes", key[:-1], message, good
    yield "a key of 33 bytes", key + b"\0", message, good
    yield "no key", b"", message, good


def _own() -> bytes:
    return edwards.packed(crafted.public(SECRET))


def _signed(key: bytes, message: bytes, start: edwards.Point, nonce: int) -> bytes:
    return crafted.signature(SECRET, key, message, start, nonce)


def _signed_raw(key: bytes, message: bytes, first: bytes, nonce: int) -> bytes:
    h = int.from_bytes(sha512(first + key + message).digest(), "little")
    return first + _bytes((nonce + h * crafted.scalar_of(SECRET)) % edwards.GROUP)


def _no_point() -> bytes:
    return next(raw for raw in map(_bytes, range(2, 99)) if edwards.unpacked(raw) is None)


def _bytes(number: int) -> bytes:
    return number.to_bytes(SIZE, "little")


def main() -> None:
    """Write the file."""
    FILE.write_text(json.dumps(made(), indent=1) + "\n")


if __name__ == "__main__":
    main()
