"""What may be asked of a tournament: by players of themselves, by whoever rules, by the organiser's own program.

An act is what is asked; who asks says ``Asked``. spec/tournament.md has the table of them. Players are numbered from 1,
rounds from 1, tables from 1 in each round.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ono_core.tournament.forms import Bytes32, Head


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """Something asked. Its kind is the class name in snake case."""


class Open(Act, frozen=True):
    """Begin a ledger: the organiser's public key, 32 fresh bytes, every setting, a commitment to the seed of each draw.

    ``settings`` is what ``settings.plain`` gives; ``seeds`` has as many as ``settings.draws`` says, 32 bytes each.
    """

    version: int
    organiser: Bytes32
    nonce: Bytes32
    settings: dict[str, Any]
    seeds: tuple[Bytes32, ...]


class Register(Act, frozen=True):
    """Take part: a name, the identity key that will sit down, 32 bytes of the player's own that go into draws."""

    name: str
    identity: Bytes32
    nonce: Bytes32


class Withdraw(Act, frozen=True):
    """Be drawn no more; a running table goes on."""

    player: int
    reason: str


class Return(Act, frozen=True):
    """Be drawn again."""

    player: int


class Substitute(Act, frozen=True):
    """Let somebody else be this player from the next draw on, with number and points."""

    player: int
    name: str
    identity: Bytes32
    nonce: Bytes32
    reason: str


class Draw(Act, frozen=True):
    """Draw the next round: the seed that was committed to."""

    seed: Bytes32


class OpenTable(Act, frozen=True):
    """Say which game is that of a table: its 32-byte id. Again with another game, if the first one broke off."""

    round: int
    table: int
    game: Bytes32


class Report(Act, frozen=True):
    """The result of a table as its game's log has it, ended at this head: index and 32-byte hash.

    ``places`` and ``scores`` stand by the order of the table's players; place 0 is none. ``absent`` are the players who
    never came or were not there at the end, rising.
    """

    round: int
    table: int
    game: Bytes32
    head: Head
    places: tuple[int, ...]
    scores: tuple[int, ...]
    absent: tuple[int, ...]


class Forfeit(Act, frozen=True):
    """Close a table that cannot be played: all are ``absent`` (players, rising) but one at most."""

    round: int
    table: int
    absent: tuple[int, ...]
    reason: str


class Adjudicate(Act, frozen=True):
    """Settle or correct the result of a table; places and scores as in a report."""

    round: int
    table: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class VoidTable(Act, frozen=True):
    """Let a table count for nobody."""

    round: int
    table: int
    reason: str


class Penalise(Act, frozen=True):
    """Take whole tournament points from a player."""

    player: int
    points: int
    reason: str


class Undo(Act, frozen=True):
    """Take a ruling back, named by its entry, while nothing later stands on it."""

    entry: int
    reason: str


class Pause(Act, frozen=True):
    """Let the tournament stand still."""

    reason: str


class Resume(Act, frozen=True):
    """Let it go on."""


class GiveTime(Act, frozen=True):
    """Give the seat on turn at a table so many ms more."""

    round: int
    table: int
    ms: int
    reason: str


class Deputise(Act, frozen=True):
    """Let an identity rule as the organiser may."""

    identity: Bytes32


class Dismiss(Act, frozen=True):
    """Let a deputy rule no more."""

    identity: Bytes32


class Finish(Act, frozen=True):
    """Close the tournament: the standings are the result."""


ACTS: tuple[type[Act], ...] = (
    Open, Register, Withdraw, Return, Substitute, Draw, OpenTable, Report, Forfeit, Adjudicate, VoidTable,
    Penalise, Undo, Pause, Resume, GiveTime, Deputise, Dismiss, Finish,
)  # fmt: skip
RULINGS: tuple[type[Act], ...] = (
    Return, Substitute, Forfeit, Adjudicate, VoidTable, Penalise, Undo, Pause, Resume, GiveTime,
)  # fmt: skip
"""What the organiser and the deputies alone may do."""
REQUESTS: tuple[type[Act], ...] = (Register, Withdraw, *RULINGS)
"""What may come as a person's signed request; all else is asked by the organiser's own program."""


class Asked(Struct, frozen=True):
    """An act with who asks: an identity key, or None for the organiser's own program."""

    by: bytes | None
    act: Act
