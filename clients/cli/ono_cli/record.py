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
from ono_core.log.entries import index_of, pair_bytes, read_pair
from ono_core.log.forks import check_same
from ono_core.log.kinds import BadForm
from ono_net.messages import Reveal


class _Noted(Struct):
    """``head``: the newest entry seen, as it came; ``revealed``: shuffle -> the context of its reveal."""

    head: bytes = b""
    revealed: dict[int, bytes] = field(default_factory=dict[int, bytes])


class Record:
    """The record in one file; one that cannot be read is begun anew. ``length``: how many entries were seen."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._noted = msgspec.json.decode(path.read_bytes(), type=_Noted)
            self._seen = read_pair(self._noted.head) if self._noted.head else None
            self.length = index_of(self._seen.body) + 1 if self._seen else 0
        except (OSError, msgspec.DecodeError, BadForm):
            self._noted, self._seen, self.length = _Noted(), None, 0

    def may_reveal(self, reveal: Reveal) -> bool:
        """Whether this seed was revealed for no other shuffle; it is noted before it is sent."""
        known = self._noted.revealed.setdefault(reveal.k, reveal.ctx)
        self._write()
        return known == reveal.ctx

    def follow(self, book: Book) -> None:
        """Note the newest entry; Forked, or another LogFault, if the log holds another where one was seen."""
        if self._seen:
            if self.length > len(book):
                return
            check_same(book, self.length - 1, self._seen)
        self._seen, self.length = book.pairs[-1], len(book)
        self._noted.head = pair_bytes(self._seen)
        self._write()

    def _write(self) -> None:
        write_file(self._path, msgspec.json.encode(self._noted))
