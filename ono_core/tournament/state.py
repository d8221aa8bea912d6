"""The state of a tournament: what its ledger says, the same for everybody who folds it.

Whatever a ruling changes is kept as a row of what was said, each with the number of its entry; what holds is the last
that is not undone. So nothing is lost, a result that was corrected is still there, and an undoing is one number more.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from ono_core.tournament.events import Kind, Stage
from ono_core.tournament.forms import Head
from ono_core.tournament.settings import Settings


class Phase(StrEnum):
    """How far a tournament is."""

    NEW = "new"
    """Nothing is written yet."""
    ENTRY = "entry"
    """Players register; nothing is drawn yet."""
    ROUNDS = "rounds"
    FINISHED = "finished"


class Person(Struct, frozen=True):
    """Who is behind a player's number from an entry on."""

    entry: int
    name: str
    identity: bytes
    nonce: bytes


class Presence(Struct, frozen=True):
    """Whether a player is to be drawn, from an entry on."""

    entry: int
    away: bool
    reason: str


class Penalty(Struct, frozen=True):
    """Whole points taken from a player."""

    entry: int
    points: int
    reason: str


class Player(Struct, frozen=True):
    """Who takes part: name, identity and nonce as they hold now, whether withdrawn, whole points taken away."""

    number: int
    name: str
    identity: bytes
    nonce: bytes
    away: bool
    penalty: int
    persons: tuple[Person, ...]
    presences: tuple[Presence, ...]
    penalties: tuple[Penalty, ...]


class Result(Struct, frozen=True):
    """What came of a table, said in an entry: places (0: none) and scores by the order of its players."""

    entry: int
    kind: Kind
    places: tuple[int, ...]
    scores: tuple[int, ...]
    absent: tuple[int, ...]
    game: bytes | None
    head: Head | None
    reason: str


class Table(Struct, frozen=True):
    """A table of a round: its players in the order of seats, and the identities that were theirs at the draw.

    ``games`` are the ids of its attempts; ``result`` is the one that holds, None while it is to be played.
    """

    number: int
    players: tuple[int, ...]
    identities: tuple[bytes, ...]
    games: tuple[bytes, ...]
    given_ms: int
    result: Result | None
    results: tuple[Result, ...]

    @property
    def status(self) -> str:
        """``drawn``, ``open`` or the kind of its result."""
        return self.result.kind if self.result else "open" if self.games else "drawn"


class Round(Struct, frozen=True):
    """A round as it was drawn in an entry: it stays as it was published, whatever is corrected later."""

    entry: int
    number: int
    stage: Stage
    seed: bytes
    mix: bytes
    tables: tuple[Table, ...]
    sitting: tuple[int, ...]

    @property
    def ended(self) -> bool:
        """Whether every table has a result."""
        return all(table.result for table in self.tables)


class Ruling(Struct, frozen=True):
    """What was ruled in an entry and may be undone: the kind of its act, and the table or the player it is of.

    ``undoes`` is the entry that an undoing takes back.
    """

    entry: int
    act: str
    reason: str
    round: int | None = None
    table: int | None = None
    player: int | None = None
    undoes: int | None = None


class State(Struct, frozen=True):
    """A tournament after so many ``entries``; while one is folded, that is its index. ``tid`` is its 32-byte id."""

    tid: bytes = b""
    entries: int = 0
    phase: Phase = Phase.NEW
    organiser: bytes = b""
    nonce: bytes = b""
    settings: Settings = Settings("-")
    seeds: tuple[bytes, ...] = ()
    players: tuple[Player, ...] = ()
    deputies: tuple[bytes, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    rounds: tuple[Round, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    undone: frozenset[int] = frozenset()
    """Entries whose rulings hold no more."""
    paused: bool = False

    def player(self, number: int) -> Player:
        """The player with this number; LookupError if there is none."""
        if not 1 <= number <= len(self.players):
            raise LookupError(f"no player {number}")
        return self.players[number - 1]

    def round(self, number: int) -> Round:
        """The round with this number; LookupError if it is not drawn."""
        if not 1 <= number <= len(self.rounds):
            raise LookupError(f"no round {number}")
        return self.rounds[number - 1]

    def table(self, round: int, table: int) -> Table:  # noqa: A002 - the house's word
        """A table; LookupError if it is not drawn."""
        tables = self.round(round).tables
        if not 1 <= table <= len(tables):
            raise LookupError(f"no table {table} in round {round}")
        return tables[table - 1]

    def ruling(self, entry: int) -> Ruling:
        """The ruling in an entry; LookupError if there is none."""
        found = next((ruling for ruling in self.rulings if ruling.entry == entry), None)
        if found is None:
            raise LookupError(f"no ruling in entry {entry}")
        return found

    @property
    def present(self) -> tuple[int, ...]:
        """The players who have not withdrawn, rising."""
        return tuple(player.number for player in self.players if not player.away)

    def numbered(self, identity: bytes) -> Player | None:
        """The player whom this identity is now."""
        return next((player for player in self.players if player.identity == identity), None)

    def tables(self) -> Iterator[tuple[Round, Table]]:
        """Every table of every round."""
        return ((one, table) for one in self.rounds for table in one.tables)


class Change(Struct, frozen=True):
    """An entry changed the result of a table."""

    entry: int
    round: int
    table: int


def changed_since(state: State, drawn: Round) -> tuple[Change, ...]:
    """What was corrected or undone in earlier rounds after this one was drawn, by rising entry: its flags."""
    corrected = [
        (result.entry, one.number, table.number) for one, table in state.tables() for result in table.results[1:]
    ]
    taken_back = [
        (ruling.entry, ruling.round, ruling.table)
        for ruling in state.rulings
        if ruling.undoes is not None and ruling.round is not None and ruling.table is not None
    ]
    return tuple(
        Change(entry, number, table)
        for entry, number, table in sorted({*corrected, *taken_back})
        if entry > drawn.entry and number < drawn.number
    )
