"""What happened in a tournament: facts in the past tense with their consequences inside, so ``evolve`` only assigns.

spec/tournament.md has the table of them. In which entry an event stands is not in it: the fold knows.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from ono_core.tournament.forms import Bytes32, Head

Stage = Literal["round", "final"]
Kind = Literal["played", "forfeit", "adjudicated", "voided"]
"""How a result came about."""


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened. Its kind on the wire is the class name in kebab case."""


class Opened(Event, frozen=True):
    """The ledger was born: version, organiser's key, 32-byte nonce, every setting, a commitment for each draw."""

    version: int
    organiser: Bytes32
    nonce: Bytes32
    settings: dict[str, Any]
    seeds: tuple[Bytes32, ...]


class PlayerRegistered(Event, frozen=True):
    """Somebody takes part, under this number."""

    player: int
    name: str
    identity: Bytes32
    nonce: Bytes32


class PlayerWithdrawn(Event, frozen=True):
    """A player is drawn no more."""

    player: int
    reason: str


class PlayerReturned(Event, frozen=True):
    """A player is drawn again."""

    player: int


class PlayerSubstituted(Event, frozen=True):
    """Somebody else is this player from the next draw on."""

    player: int
    name: str
    identity: Bytes32
    nonce: Bytes32
    reason: str


class RoundDrawn(Event, frozen=True):
    """A round is drawn: the players of each table in the order of seats, and who sits out, rising.

    ``mix`` is what the draw was made from (hashes.draw_mix); ``groups`` are all groups after it, empty but for the
    format ``groups``.
    """

    round: int
    stage: Stage
    seed: Bytes32
    mix: Bytes32
    tables: tuple[tuple[int, ...], ...]
    sitting: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]


class TableOpened(Event, frozen=True):
    """The game of a table, by its 32-byte id; ``attempt`` counts from 1."""

    round: int
    table: int
    game: Bytes32
    attempt: int


class TableEnded(Event, frozen=True):
    """A table has its first result: places and scores by the order of its players, place 0 is none.

    ``game`` and ``head`` (index and hash of the entry that ended it) are those of a played one, else None.
    """

    round: int
    table: int
    kind: Kind
    places: tuple[int, ...]
    scores: tuple[int, ...]
    absent: tuple[int, ...]
    game: Bytes32 | None
    head: Head | None
    reason: str


class ResultCorrected(Event, frozen=True):
    """A table that had a result has this one from here on."""

    round: int
    table: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class TableVoided(Event, frozen=True):
    """A table counts for nobody, whatever result it had."""

    round: int
    table: int
    reason: str


class PlayerPenalised(Event, frozen=True):
    """A player lost so many whole tournament points."""

    player: int
    points: int
    reason: str


class Undone(Event, frozen=True):
    """The ruling of that entry holds no more; if it was an undoing, what it had undone holds again."""

    entry: int
    reason: str


class Paused(Event, frozen=True):
    """The tournament stands still."""

    reason: str


class Resumed(Event, frozen=True):
    """The tournament goes on."""


class TimeGiven(Event, frozen=True):
    """The seat on turn at a table has so many ms more."""

    round: int
    table: int
    ms: int
    reason: str


class Deputised(Event, frozen=True):
    """An identity may rule."""

    identity: Bytes32


class Dismissed(Event, frozen=True):
    """An identity may rule no more."""

    identity: Bytes32


class Finished(Event, frozen=True):
    """The tournament is closed."""


class Reopened(Event, frozen=True):
    """A ruling has opened a closed tournament again."""


EVENTS: tuple[type[Event], ...] = (
    Opened, PlayerRegistered, PlayerWithdrawn, PlayerReturned, PlayerSubstituted, RoundDrawn, TableOpened, TableEnded,
    ResultCorrected, TableVoided, PlayerPenalised, Undone, Paused, Resumed, TimeGiven, Deputised, Dismissed,
    Finished, Reopened,
)  # fmt: skip
