"""A table in the middle of a game, with the real rules and without cryptography: what screens are shown it by tests."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import cast

from ono_cli.link import Happened, Notice, Refused, TableLink
from ono_core.game.choices import Choices
from ono_core.game.commands import Act
from ono_core.game.events import Challenged
from ono_core.game.refusals import Refusal
from ono_core.game.state import State
from ono_core.game.view import View, view
from ono_net.messages import Emoted, Emotion
from ono_net.player import Player
from tests.core.game.scenario import Putting, Table


class Desk(TableLink):
    """The link of one seat to a position of ``scenario``; ``ms_left`` is what the seat on turn has."""

    def __init__(self, table: Table, seat: int = 0, *, room: str | None = None, ms_left: int | None = None) -> None:
        super().__init__()
        self.table = table
        self.seat = seat
        self.ms_left = ms_left
        self.asked: list[Act] = []
        self._room = room
        self._shown: set[int] = set()

    @property
    def player(self) -> Player:
        """What a screen asks of a player."""
        return cast("Player", self)

    @property
    def room(self) -> str | None:
        """The room's code, if others can come."""
        return self._room

    @property
    def invitation(self) -> str | None:
        """The room's link, if others can come."""
        return f"http://ono.example/r/{self._room}" if self._room else None

    @property
    def farewell(self) -> str:
        """Nothing is kept."""
        return "The desk is cleared."

    @property
    def choices(self) -> Choices:
        """What the seat may do now."""
        return self.table.choices(self.seat)

    # As the player

    @property
    def state(self) -> State:
        """The public state."""
        return self.table.state

    @property
    def proofs(self) -> SimpleNamespace:
        """The cards that the seat has opened, in ``faces``."""
        hand = self.table.state.hands[self.seat] if self.table.state.hands else ()
        self._shown |= {*hand}
        return SimpleNamespace(faces={slot: self.table.faces[slot] for slot in self._shown})

    def view(self) -> View:
        """What the seat may show."""
        return view(self.table.state, self.proofs.faces, self.seat)

    # What happens

    def open(self) -> None:
        """Say what may be done at first."""
        self._report_choices(self.ms_left)

    def act(self, act: Act) -> None:
        """Do it at once, or report why not."""
        self.asked.append(act)
        self.when(self.seat, act)

    def emote(self, what: Emotion) -> None:
        """Everybody sees it at once."""
        self.shows(self.seat, what)

    def shows(self, seat: int, what: Emotion) -> None:
        """A seat shows the others something."""
        self._report(Emoted(seat, what))

    def when(self, seat: int | None, act: Act | Putting) -> None:
        """A seat acts, and the screen hears of it."""
        decided = self.table.decided(seat, act)
        if isinstance(decided, Refusal):
            self._report(Refused(decided.words))
        else:
            self.becomes(self.table.when(seat, act))

    def becomes(self, table: Table) -> None:
        """The table is this now, by what happened last at it."""
        before, self.table = self.table.state, table
        for event in table.happened:
            if isinstance(event, Challenged) and event.seat == self.seat:
                self._shown |= {*event.shown}
        self._report(Happened(table.happened, before, table.state))
        self._report_choices(self.ms_left)

    def notice(self, words: str) -> None:
        """Something about the connection."""
        self._report(Notice(words))


@asynccontextmanager
async def sitting(desk: Desk) -> AsyncGenerator[Desk]:
    """The desk as a screen comes to it."""
    desk.open()
    yield desk
