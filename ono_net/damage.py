"""Whether a stored log is what the table wrote, and if not, from which entry on it is not."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ono_core.log.book import Book
from ono_core.log.faults import LogFault
from ono_core.log.kinds import NeedsNewer
from ono_net.logs import tag


class Damage(Struct, frozen=True):
    """A log or a room that cannot be used: its game's id (empty if nobody knows it), the first bad entry, why."""

    game: bytes
    index: int | None
    words: str


def damage_of(game: bytes, raws: Iterable[bytes]) -> Damage | None:
    """What is wrong with a log that should be this game's, if anything is."""
    book = Book()
    try:
        for raw in raws:
            book.add(book.check(raw))
    except LogFault as fault:
        return _unsigned(game, book) or Damage(game, fault.index, str(fault))
    except NeedsNewer as newer:
        return Damage(game, None, f"a newer ono is needed: {newer}")
    if not len(book):
        return Damage(game, None, "a room names this log, and it is not there")
    if book.gid != game:
        return Damage(game, 0, f"entry 0: begins another game, {tag(book.gid)}")
    return _unsigned(game, book)


def _unsigned(game: bytes, book: Book) -> Damage | None:
    """A last entry that the table did not sign: the bad one, though the chain breaks only at the next."""
    if not len(book) or book.head_is_signed():
        return None
    index = book.head.index
    return Damage(game, index, f"entry {index}: the table did not sign these bytes")
