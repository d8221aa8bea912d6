"""Games with clocks and missed calls that have come to where a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import face
from ono_core.game.state import TURN_PHASES, Phase
from ono_core.log.book import Book
from ono_core.log.entries import Entry, Signed
from ono_core.log.file import written
from ono_net.room import Answer, Draft, Room
from tests.net.table import MASTER, Table
from tests.replay.forging import Game

PARTY: dict[str, Any] = {"preset": "table-party"}
OFFICIAL: dict[str, Any] = {"preset": "official"}
CLOCK, SHORT, GRACE, OPEN = 30_000, 10_000, 800, 5_000
"""The times of table-party, in ms."""


class Silent(Table):
    """A table whose players never call their last card with a play."""

    def thought(self, name: str) -> cmd.Act:
        """What a player who is asked does."""
        act = super().thought(name)
        return replace(act, call=False) if isinstance(act, cmd.Play) else act


def newest(table: Table) -> Entry:
    """The entry that was written last."""
    return table.room.book.entries[-1]


def kinds(table: Table) -> list[type[ev.Event]]:
    """What happened in it."""
    return [type(event) for event in newest(table).events]


def code(done: Draft | Answer) -> str | None:
    """The refusal's code, or None where the command was decided."""
    return done.code if isinstance(done, Answer) else None


def asked_name(table: Table) -> str:
    """The player who is asked."""
    name = table.name_at(table.room.asked())
    assert name is not None
    return name


def begun(*names: str, options: Mapping[str, Any] = PARTY, **asked: Any) -> Silent:
    """A game that has been dealt, in which a seat is asked to play."""
    for number in range(100):
        table = Silent(*names, options=options, game=f"game {number}", **asked)
        table.start()
        if table.room.state.phase is Phase.PLAY:
            return table
    raise AssertionError("no game begins")


def come_to(
    condition: Callable[[Table], bool],
    *names: str,
    options: Mapping[str, Any] = PARTY,
    first: int = 0,
    **asked: Any,
) -> Silent:
    """The first game, from this number on, that comes to where the condition holds, there."""
    for number in range(first, first + 200):
        table = Silent(*names, options=options, game=f"game {number}", **asked)
        table.start()
        while table.room.state.phase in TURN_PHASES:
            if condition(table):
                return table
            table.plays_on(until=1)
    raise AssertionError("no game comes to that")


def missed(*names: str, **asked: Any) -> Silent:
    """A game in which a player has just missed the call, and cannot be caught yet."""
    return come_to(lambda table: any(not one.open for one in table.room.state.exposed), *names, **asked)


def jumpers(table: Table) -> list[int]:
    """The seats that may jump in."""
    state = table.room.state
    return [seat for seat in state.playing if seat != state.turn and "play" in table.room.choices(seat).acts]


def loaded(table: Table) -> Room:
    """The room as a server knows it that was started from the log alone."""
    return Room.load("TEST", MASTER, table.raws, table.now, 1, table.settings)


class Kept(Game):
    """The game of a table with all its secrets, to be forged."""

    def __init__(self, table: Table) -> None:
        """A game that is over."""
        self.raws = table.raws
        self.data = written(table.raws)
        self.book = Book.of(table.raws)
        self.entries = self.book.entries
        self.table_secret = table.room._secret
        self.dealer = table.room.dealer
        self.players = list(table.players.values())


def a_play(table: Table, seat: int) -> Signed:
    """A play of this seat, signed."""
    name = table.name_at(seat)
    assert name is not None
    slot = table.room.choices(seat).playable[0]
    shown = face(table.room.state.deck[table.room.dealer.faces[slot]])
    return table.players[name].signed(cmd.Play((slot,), None if shown.colour else face("R1").colour))
