"""What a player saw and revealed in one game, kept beside the secret: it outlives the program, and may be lost.

A seed that is revealed for two shuffles would let the table choose between them; two logs that part after a head that
was seen are proof of a fork.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct, field

from ono_cli.home import write_file
from ono_core.log.book import Book
from ono_core.log.faults import LogFault
from ono_net.messages import Reveal


class _Noted(Struct):
    """``head``: index and hash of the newest entry seen; ``revealed``: shuffle -> the context of its reveal."""

    head: tuple[int, bytes] | None = None
    revealed: dict[int, bytes] = field(default_factory=dict[int, bytes])


class Record:
    """The record in one file; one that cannot be read is begun anew."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._noted = msgspec.json.decode(path.read_bytes(), type=_Noted)
        except (OSError, msgspec.DecodeError):
            self._noted = _Noted()

    def may_reveal(self, reveal: Reveal) -> bool:
        """Whether this seed was revealed for no other shuffle; it is noted before it is sent."""
        known = self._noted.revealed.setdefault(reveal.k, reveal.ctx)
        self._write()
        return known == reveal.ctx

    def follow(self, book: Book) -> None:
        """Note the newest head; LogFault if the log has another entry where one was seen."""
        if self._noted.head:
            index, seen = self._noted.head
            if index >= len(book):
                return
            if book.hashes[index] != seen:
                raise LogFault("wrong-previous", index, "this is not the entry that was seen here before")
        self._noted.head = (book.head.index, book.head.hash)
        self._write()

    def _write(self) -> None:
        write_file(self._path, msgspec.json.encode(self._noted))
