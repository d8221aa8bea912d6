"""The ``.ono`` file format: a magic line, then the entries one after another (spec/log.md section 9). Bytes only."""

from __future__ import annotations

from collections.abc import Iterable

import msgpack  # type: ignore[import-untyped]
from msgspec import Struct

from ono_core.log.entries import PAIR_LIMIT
from ono_core.log.faults import LogFault

MAGIC = b"ONO1\n"


class NotALog(ValueError):
    """The bytes are no ``.ono`` file; the text says what they look like instead."""


class Contents(Struct, frozen=True):
    """The raw entries of a file; ``torn`` counts the bytes after the last whole entry."""

    raws: tuple[bytes, ...]
    torn: int


def written(raws: Iterable[bytes]) -> bytes:
    """The bytes of a file with these raw entries."""
    return MAGIC + b"".join(raws)


def contents(data: bytes) -> Contents:
    """The entries of a file. NotALog if it is none, LogFault where a byte inside cannot be an entry."""
    if not data.startswith(MAGIC):
        raise NotALog(f"a file that begins with 'ONO1' expected, this one begins with {data[:8]!r}")
    raws: list[bytes] = []
    at = len(MAGIC)
    while at < len(data):
        size = _whole(data, at, len(raws))
        if size is None:
            return Contents(tuple(raws), len(data) - at)
        raws.append(data[at : at + size])
        at += size
    return Contents(tuple(raws), 0)


def _whole(data: bytes, at: int, index: int) -> int | None:
    """The size of the entry that begins here, or None if the file ends inside it."""
    unpacker = msgpack.Unpacker(max_buffer_size=PAIR_LIMIT, max_array_len=2, max_map_len=0, max_ext_len=0)
    unpacker.feed(data[at : at + PAIR_LIMIT])
    try:
        unpacker.skip()
    except msgpack.OutOfData:
        if len(data) - at < PAIR_LIMIT:
            return None
        raise LogFault("bad-form", index, f"an entry of at most {PAIR_LIMIT} bytes expected") from None
    except (ValueError, msgpack.UnpackException) as error:
        raise LogFault("bad-form", index, f"an entry expected: {error or type(error).__name__}") from None
    size = int(unpacker.tell())
    if data[at] != 0x92:
        raise LogFault("bad-form", index, "[body, sig] expected")
    return size
