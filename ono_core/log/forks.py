"""Forks: one table that signed two entries for one place of one game, and the proof of it that anybody can carry.

Two logs of one game must be the same, or the beginning of one another. Where they part, the two signed entries are all
that a stranger needs: no honest table ever signs two. A proof's file is the line ``ONOFORK1`` and then the canonical
msgpack ``[game, table, index, [body, sig], [body, sig]]``, the entry with the smaller bytes first.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ono_core.fair.keys import KEY_SIZE, SIGNATURE_SIZE, fingerprint, key_ok
from ono_core.fair.transcript import DIGEST_SIZE
from ono_core.log.book import Book
from ono_core.log.codec import CodecFault, packed_own, unpacked
from ono_core.log.entries import PAIR_LIMIT, Signed, entry_is_signed, index_of, read_pair
from ono_core.log.faults import LogFault
from ono_core.log.kinds import BadForm

MAGIC: Final = b"ONOFORK1\n"
SUFFIX: Final = ".fork"
_LIMIT: Final = 2 * PAIR_LIMIT + 256


class NotAProof(ValueError):
    """The bytes are no proof of a fork: not in its form, or not what they say."""


class Fork(Struct, frozen=True):
    """Two entries that the ``table`` key signed at one index of one game; ``one`` has the smaller bytes.

    It proves what this key did. Whose key it is, and that the game's index 0 names it, a log of the game tells.
    """

    game: bytes
    table: bytes
    index: int
    one: Signed
    other: Signed

    @property
    def words(self) -> str:
        """One line for people, with both signatures."""
        signed = f"the table {fingerprint(self.table)} signed two entries"
        return f"fork at {self.index}: {signed}: {self.one.sig.hex()} and {self.other.sig.hex()}"


class Forked(LogFault):
    """The table has signed another entry in this place: whoever holds both holds the proof of it."""

    def __init__(self, fork: Fork) -> None:
        super().__init__("forked", fork.index, "the table signed two entries for this place")
        self.fork = fork


def fork_of(game: bytes, table: bytes, index: int, entries: tuple[Signed, Signed]) -> Fork | None:
    """The fork that these two entries prove, or None: they are the same, or the key did not sign both."""
    one, other = sorted(entries, key=_bytes)
    if one == other or index < 1 or not key_ok(table):
        return None  # entries that begin differently are two games
    signed = all(entry_is_signed(table, game, index, entry) for entry in (one, other))
    return Fork(game, table, index, one, other) if signed else None


def signed_index(game: bytes, table: bytes, raw: bytes) -> int | None:
    """Where the entry of these bytes (`[body, sig]`) stands in a game; None if the table's key did not sign it."""
    try:
        pair = read_pair(raw)
        index = index_of(pair.body)
    except BadForm:
        return None
    return index if key_ok(table) and entry_is_signed(table, game, index, pair) else None


def fork_with(book: Book, index: int, raw: bytes) -> Fork | None:
    """The fork between a log and an entry that somebody has seen at this index of it; None if it is the same."""
    return fork_of(book.gid, book.table, index, (book.pairs[index], read_pair(raw)))


def check_same(book: Book, index: int, held: Signed) -> None:
    """Forked if the table signed both the log's entry at this index and another that was ``held``.

    LogFault if they differ and it did not.
    """
    if book.pairs[index] == held:
        return
    fork = fork_of(book.gid, book.table, index, (book.pairs[index], held))
    raise Forked(fork) if fork else LogFault("wrong-previous", index, "not the entry that was seen here before")


def proof_bytes(fork: Fork) -> bytes:
    """The proof as a file."""
    entries = [[entry.body, entry.sig] for entry in (fork.one, fork.other)]
    return MAGIC + packed_own([fork.game, fork.table, fork.index, *entries])


def read_proof(data: bytes) -> Fork:
    """The fork that a file proves, its signatures checked; NotAProof otherwise."""
    if not data.startswith(MAGIC):
        raise NotAProof("a file that begins with the line ONOFORK1 expected")
    try:
        plain = unpacked(data[len(MAGIC) :], limit=_LIMIT)
    except CodecFault as fault:
        raise NotAProof(f"not canonical: {fault}") from None
    match plain:
        case [bytes(game), bytes(table), int(index), one, other] if (
            len(game) == DIGEST_SIZE and len(table) == KEY_SIZE and not isinstance(index, bool)
        ):
            entries = _signed(one), _signed(other)
        case _:
            raise NotAProof("[game, table, index, [body, sig], [body, sig]] expected")
    fork = fork_of(game, table, index, entries)
    if fork is None:
        raise NotAProof(f"these are not two entries that the table signed at index {index}")
    if (fork.one, fork.other) != entries:
        raise NotAProof("the entry with the smaller bytes is expected first")
    return fork


def _signed(plain: object) -> Signed:
    match plain:
        case [bytes(body), bytes(sig)] if len(sig) == SIGNATURE_SIZE:
            return Signed(body, sig)
        case _:
            raise NotAProof("[body, sig] expected")


def _bytes(entry: Signed) -> tuple[bytes, bytes]:
    return entry.body, entry.sig
