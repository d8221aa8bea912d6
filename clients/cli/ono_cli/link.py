"""What a player's screen needs of a table, be it in this process or over the network."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import TypeAlias

import trio
from msgspec import Struct

from ono_core.game.choices import Choices
from ono_core.game.commands import Act
from ono_core.game.events import Event
from ono_core.game.state import State
from ono_net.messages import Emote, Emoted, Emotion
from ono_net.player import Player


class Happened(Struct, frozen=True):
    """Entries came: what happened, and the state before it and after."""

    events: Sequence[Event]
    before: State
    after: State


class Asked(Struct, frozen=True):
    """The seat may do something, or something else than before: ``TableLink.choices`` says what.

    ``ms_left`` is how long the seat on turn has, where a clock runs.
    """

    ms_left: int | None = None


class Refused(Struct, frozen=True):
    """The table refused what was asked last, in one plain sentence without a full stop."""

    words: str


class Notice(Struct, frozen=True):
    """Something about the connection that a player should know, as a sentence."""

    words: str


class Renewed(Struct, frozen=True):
    """A rematch begins: the link's player follows another log from here on."""


News: TypeAlias = Happened | Asked | Refused | Notice | Renewed | Emoted


class TableLink(ABC):
    """A seat at a table, or a place to watch from, while its context is open; safe to use from another loop's guest.

    ``news`` is what happens, in order; it ends once the seat is left.
    """

    past: Sequence[Happened] = ()
    """What had happened before the news begin."""

    def __init__(self) -> None:
        self._say, self.news = trio.open_memory_channel[News](math.inf)
        self._ask, self._asks = trio.open_memory_channel[Act | Emote | None](math.inf)
        self._told = Choices(0, ())

    @property
    @abstractmethod
    def player(self) -> Player:
        """The log as far as it came, and the view of it."""

    @property
    @abstractmethod
    def room(self) -> str | None:
        """The code by which others come to this table, if they can."""

    @property
    @abstractmethod
    def invitation(self) -> str | None:
        """The link by which others come, from terminal or browser, if they can."""

    @property
    @abstractmethod
    def farewell(self) -> str:
        """What becomes of a game that is left before its end, as a sentence."""

    @property
    @abstractmethod
    def choices(self) -> Choices:
        """What the seat may do now, as far as is known; no acts where it is not asked."""

    def act(self, act: Act) -> None:
        """Ask the table for something; what becomes of it comes as news."""
        self._put(act)

    def emote(self, what: Emotion) -> None:
        """Show the others something; that it was shown comes as news."""
        self._put(Emote(what))

    def again(self) -> None:
        """Ask for a rematch, once the log is sealed."""
        self._put(None)

    def leave(self) -> None:
        """Give the seat up."""
        self._ask.close()

    def _report_choices(self, ms_left: int | None) -> None:
        """Let the screen know if the seat may do other things now."""
        choices = self.choices
        if choices.acts and choices != self._told:
            self._report(Asked(ms_left))
        self._told = choices

    def _report(self, news: News) -> None:
        with suppress(trio.ClosedResourceError):  # who has left hears nothing
            self._say.send_nowait(news)

    def _put(self, asked: Act | Emote | None) -> None:
        with suppress(trio.ClosedResourceError):  # who has left asks nothing
            self._ask.send_nowait(asked)


OpenTable: TypeAlias = Callable[[], AbstractAsyncContextManager[TableLink]]
"""Comes to a table: inside the block the link has the log so far. Stop where there is no table."""
