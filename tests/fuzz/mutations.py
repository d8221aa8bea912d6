"""What can become of bytes and values on the way: a mutation takes chance and gives something that is nearly right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, TypeGuard, cast

import msgpack  # type: ignore[import-untyped]  # it comes without types

from ono_core.log.codec import LARGEST, CodecFault, packed
from ono_core.log.kinds import is_array

pack_any: Callable[[Any], bytes] = cast("Callable[[Any], bytes]", msgpack.Packer().pack)  # pyright: ignore[reportUnknownMemberType]
"""Packs what is outside the canonical profile too."""
unpack_any: Callable[[bytes], Any] = cast("Callable[[bytes], Any]", msgpack.unpackb)  # pyright: ignore[reportUnknownMemberType]

NUMBERS = (
    -(2**63),
    -LARGEST - 1,
    -LARGEST,
    -1,
    0,
    1,
    2,
    127,
    128,
    255,
    256,
    2**31,
    2**32,
    LARGEST,
    LARGEST + 1,
    2**64 - 1,
)
LENGTHS = (
    b"\xc6\xff\xff\xff\xff",
    b"\xdb\x7f\xff\xff\xff",
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\xdc\xff\xff",
)
"""How a binary, a text, an array and a map begin that would be huge."""
LETTERS = ("", "a", "\x00", "\u202e", "\ud7ff", "é" * 40, "x" * 5000, "KWPX", "__class__", "{0}", "%s%n", "🂡")
DEEP = 60

Bytes = Callable[[bytes, bytes, Random], bytes]


def _flipped(data: bytes, _other: bytes, dice: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _replaced(data: bytes, _other: bytes, dice: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.randint(1, 3)):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _cut(data: bytes, _: bytes, dice: Random) -> bytes:
    return data[: dice.randrange(len(data))]


def _beheaded(data: bytes, _: bytes, dice: Random) -> bytes:
    return data[dice.randrange(len(data)) :]


def _left_out(data: bytes, _: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(data))
    return data[:at] + data[at + dice.randint(1, 40) :]


def _put_in(data: bytes, _: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(data) + 1)
    return data[:at] + dice.randbytes(dice.choice((1, 2, 4, 32, 700))) + data[at:]


def _spliced(data: bytes, other: bytes, dice: Random) -> bytes:
    return data[: dice.randrange(len(data) + 1)] + other[dice.randrange(len(other) + 1) :]


def _doubled(data: bytes, _: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(data))
    piece = data[at : at + dice.randint(1, 60)]
    return data[:at] + piece * dice.choice((2, 3, 50)) + data[at + len(piece) :]


def _huge(data: bytes, _: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(data))
    return data[:at] + dice.choice(LENGTHS) + data[at + dice.randint(0, 2) :]


def _nested(data: bytes, _: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(data) + 1)
    return data[:at] + dice.choice((b"\x91", b"\x81\xa1a")) * dice.choice((9, DEEP, 2000)) + data[at:]


def _noise(_: bytes, __: bytes, dice: Random) -> bytes:
    return dice.randbytes(dice.choice((0, 1, 2, 10, 200, 3000)))


BYTES: tuple[Bytes, ...] = (
    *(_flipped, _replaced, _cut, _beheaded, _left_out, _put_in, _spliced, _doubled, _huge, _nested, _noise),
)


def changed_bytes(data: bytes, other: bytes, dice: Random) -> bytes:
    """Bytes with one thing wrong; `other` are what they may be spliced with."""
    return dice.choice(BYTES)(data, other, dice) if data else dice.randbytes(5)


def odd(dice: Random) -> Any:
    """A value that is out of place nearly everywhere."""
    size = dice.choice((0, 1, 31, 32, 33, 63, 64, 65, 3000))
    deep: Any = 0
    for _ in range(dice.choice((0, 7, 9, DEEP))):
        deep = [deep]
    return dice.choice(
        (dice.choice(NUMBERS), dice.choice(LETTERS), dice.randbytes(size), None, True, 0.5, float("nan"), [], {}, deep,
         [0] * 5000, {"a": 1}, {1: 2}, msgpack.ExtType(5, b"abcd"))
    )  # fmt: skip


def changed_value(value: Any, dice: Random) -> Any:
    """A plain value with one thing wrong somewhere inside."""
    if not value or dice.random() < 0.15:
        return _near(value, dice)
    if is_array(value):
        return _changed_list(value, dice)
    return _changed_map(value, dice) if _is_map(value) else _near(value, dice)


def _is_map(value: object) -> TypeGuard[dict[Any, Any]]:
    return isinstance(value, dict)


def _near(value: Any, dice: Random) -> Any:
    """Another value, mostly of the same type."""
    changed = odd(dice)
    if dice.random() < 0.25:
        return changed
    match value:
        case bool():
            changed = not value
        case int():
            changed = dice.choice((value - 1, value + 1, value + 256, dice.randrange(110), dice.choice(NUMBERS)))
        case bytes() if value:
            changed = dice.choice((changed_bytes(value, value, dice), dice.randbytes(len(value))))
        case str():
            changed = dice.choice(LETTERS) + value[: dice.choice((0, 3, len(value)))]
        case None:
            changed = dice.choice((0, 1, 2, 3, True, "", b""))
        case _:
            pass
    return changed


def _changed_list(value: list[Any], dice: Random) -> list[Any]:
    at = dice.randrange(len(value))
    match dice.randrange(8):
        case 0:
            return [*value[:at], *value[at + 1 :]]
        case 1:
            return [*value, value[at]]
        case 2:
            return sorted(value, key=lambda _: dice.random())
        case _:
            return [*value[:at], changed_value(value[at], dice), *value[at + 1 :]]


def _changed_map(value: dict[Any, Any], dice: Random) -> dict[Any, Any]:
    key = dice.choice(list(value))
    match dice.randrange(8):
        case 0:
            return {name: one for name, one in value.items() if name != key}
        case 1:
            return {**value, dice.choice(("n", "zz", "seat", "A", "")): odd(dice)}
        case 2:
            return {(f"{name}_" if name == key else name): one for name, one in value.items()}
        case _:
            return {**value, key: changed_value(value[key], dice)}


def changed_message(raw: bytes, others: Sequence[bytes], dice: Random) -> bytes:
    """A packed value with something wrong in its bytes or in what they say."""
    if dice.random() < 0.3:
        return changed_bytes(raw, dice.choice(others), dice)
    return repacked(changed_value(unpack_any(raw), dice), raw)


def repacked(value: Any, otherwise: bytes) -> bytes:
    """The bytes of a value, canonical where it has such; of what no bytes stand for, others."""
    with suppress(CodecFault, TypeError):
        return packed(value)
    try:
        return pack_any(value)
    except (OverflowError, ValueError, TypeError):
        return otherwise
