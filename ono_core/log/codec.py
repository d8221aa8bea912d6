"""Canonical msgpack: one spelling for each value, and a reader that refuses every other (fairness.md 1.3).

Hashes and signatures cover raw bytes, so two programs must never read one value from different bytes, nor
different values from the same bytes. The rule is `packed(unpacked(raw)) == raw`.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Sized
from typing import TypeAlias, cast

import msgpack  # type: ignore[import-untyped]  # it comes without types

LIMIT = 61440
"""Bytes of a body in the log: 60 KiB."""

DEPTH = 8
"""Arrays and maps inside each other, the outermost counted."""

ITEMS = 4096
"""Items of an array, and entries of a map."""

LARGEST = 2**53 - 1
"""The largest integer, either way from zero: what a browser holds exactly."""

Plain: TypeAlias = bool | int | bytes | str | list["Plain"] | dict[str, "Plain"] | None
"""What is read."""

Packable: TypeAlias = bool | int | bytes | str | Sequence["Packable"] | Mapping[str, "Packable"] | None
"""What can be written: `Plain`, or its like with tuples; of sequences and mappings these only."""


class CodecFault(ValueError):
    """Bytes or a value outside the canonical profile.

    Codes: not-msgpack, trailing-bytes, too-long, too-deep, forbidden-type, forbidden-key, integer-range,
    not-canonical.
    """

    def __init__(self, code: str, detail: str) -> None:
        """Name the rule that was broken, and what was found."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


_pack: Callable[[Plain], bytes] = cast("Callable[[Plain], bytes]", msgpack.Packer().pack)  # pyright: ignore[reportUnknownMemberType]
_unpack: Callable[..., Packable] = cast("Callable[..., Packable]", msgpack.unpackb)  # pyright: ignore[reportUnknownMemberType]
_SCALARS = frozenset({bool, bytes, str, type(None)})
_key_allowed = re.compile(r"[a-z0-9_]+").fullmatch


def packed(value: Packable) -> bytes:
    """The one spelling of a value; a value outside the profile is a CodecFault."""
    return _pack(_canonical(value, 0))


def unpacked(raw: bytes, *, limit: int = LIMIT) -> Plain:
    """The value whose one spelling these bytes are; other bytes, or more than `limit`, are a CodecFault."""
    if len(raw) > limit:
        raise CodecFault(code="too-long", detail=f"at most {limit} bytes expected, got {len(raw)}")
    value = _canonical(_decoded(raw), 0)
    if _pack(value) != raw:
        raise CodecFault(code="not-canonical", detail="shortest forms and keys in rising order expected")
    return value


def _decoded(raw: bytes) -> Packable:
    try:
        return _unpack(raw, strict_map_key=False, object_pairs_hook=_mapped, max_array_len=ITEMS, max_map_len=ITEMS)
    except CodecFault:
        raise
    except msgpack.ExtraData as fault:
        raise CodecFault(code="trailing-bytes", detail="one value expected, got more bytes") from fault
    except msgpack.StackError as fault:
        raise CodecFault(code="too-deep", detail=f"at most {DEPTH} levels expected") from fault
    except ValueError as fault:
        text = str(fault) or type(fault).__name__
        items = "max_array_len" in text or "max_map_len" in text
        raise CodecFault(code="too-long" if items else "not-msgpack", detail=text) from fault


def _mapped(pairs: list[tuple[object, Packable]]) -> dict[str, Packable]:
    """A map as read; of a key given twice the last stays, which its spelling then shows."""
    return {_text(key): value for key, value in pairs}


def _text(key: object) -> str:
    if not isinstance(key, str):
        raise CodecFault(code="forbidden-key", detail=f"a text expected, got {type(key).__name__}")
    return key


def _canonical(value: Packable, depth: int) -> Plain:
    """The value with its keys in rising order, if it is inside the profile; `depth` levels are around it.

    Types are compared exactly: an extension is a kind of tuple to the library.
    """
    kind = type(value)
    if kind in _SCALARS:
        return cast("Plain", value)
    if kind is int:
        return _integer(cast("int", value))
    if depth == DEPTH:
        raise CodecFault(code="too-deep", detail=f"at most {DEPTH} levels expected")
    if kind is list or kind is tuple:
        return _array(cast("Sequence[Packable]", value), depth + 1)
    if kind is dict:
        return _map(cast("dict[str, Packable]", value), depth + 1)
    raise CodecFault(code="forbidden-type", detail=f"a plain value expected, got {kind.__name__}")


def _integer(value: int) -> int:
    if not -LARGEST <= value <= LARGEST:
        raise CodecFault(code="integer-range", detail=f"at most 2^53 - 1 either way expected, got {value}")
    return value


def _array(value: Sequence[Packable], depth: int) -> list[Plain]:
    """Most items are scalars, which are taken here: a call for each would be most of reading a log."""
    _count(value)
    items = [
        item
        if type(item) in _SCALARS or (type(item) is int and -LARGEST <= item <= LARGEST)
        else _canonical(item, depth)
        for item in value
    ]
    return cast("list[Plain]", items)


def _map(value: dict[str, Packable], depth: int) -> dict[str, Plain]:
    _count(value)
    keys = sorted(value)
    if not all(map(_key_allowed, keys)):
        raise CodecFault(code="forbidden-key", detail=f"keys of a-z, 0-9 and _ expected, got {keys!r:.80}")
    return {key: _canonical(value[key], depth) for key in keys}


def _count(value: Sized) -> None:
    if len(value) > ITEMS:
        raise CodecFault(code="too-long", detail=f"at most {ITEMS} items expected, got {len(value)}")


def packed_own(value: object) -> bytes:
    """The spelling of a value made by our own types, known to be inside the profile: no check is made."""
    return _pack(cast("Plain", value))
