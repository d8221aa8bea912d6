"""The ``.ono`` file format: a magic line, then the entries one after another (spec/log.md section 9). Bytes only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ono_core.fair.keys import SIGNATURE_SIZE
from ono_core.log.faults import LogFault

MAGIC = b"ONO1\n"

_PAIR = 0x92
_BIN8 = 0xC4
_BIN16 = 0xC5
_SIG_FRAME = 2 + SIGNATURE_SIZE


class NotALog(ValueError):
    """The bytes are no ``.ono`` file."""


def written(raws: Iterable[bytes], magic: bytes = MAGIC) -> bytes:
    """The bytes of a file with these raw entries."""
    return magic + b"".join(raws)


def frames(data: bytes, magic: bytes = MAGIC) -> Iterator[bytes]:
    """The whole entries of a file one by one, up to its end or its torn tail.

    NotALog if it is none, LogFault where a byte inside cannot be an entry.
    """
    if not data.startswith(magic):
        raise NotALog(f"a file that begins with the line {magic.decode('ascii').strip()} expected")
    at, index = len(magic), 0
    while at < len(data):
        end = _end(data, at, index)
        if end is None or end > len(data):
            return
        yield data[at:end]
        at, index = end, index + 1


def _end(data: bytes, at: int, index: int) -> int | None:
    """Where the pair ends that begins here, by the length of its body; None if the file ends before that is said."""
    head = data[at : at + 4]
    if head[0] != _PAIR or (len(head) > 1 and head[1] not in {_BIN8, _BIN16}):
        raise LogFault("bad-form", index, f"[body, sig] expected, got bytes {head.hex()}")
    if len(head) < len(b"\x92\xc5\x00\x00"):
        return None
    body = at + 3 + head[2] if head[1] == _BIN8 else at + 4 + int.from_bytes(head[2:4], "big")
    return body + _SIG_FRAME
