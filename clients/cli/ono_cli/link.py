"""What a player's screen needs of a table, be it in this process or over the network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeAlias

import trio
from msgspec import Struct

from ono_core.game.choices import Choices
from ono_core.game.commands import Act
from ono_core.game.events import Event
from ono_core.game.state import State
from ono_net.player import Player


class Happened(Struct, frozen=True):
    """Entries came: what happened, and the state before it and after."""

    events: Sequence[Event]
    before: State
    after: State


class Asked(Struct, frozen=True):
    """The seat is asked: ``TableLink.choices`` says what it may do."""


class Refused(Struct, frozen=True):
    """The table refused what was asked last, in one plain sentence without a full stop."""

    words: str


class Notice(Struct, frozen=True):
    """Something about the connection that a player should know, as a sentence."""

    words: str


class Renewed(Struct, frozen=True):
    """A rematch begins: the link's player follows another log from here on."""


News: TypeAlias = Happened | Asked | Refused | Notice | Renewed


class TableLink(Protocol):
    """A seat at a table, or a place to watch from, while its context is open; safe to use from another loop's guest."""

    @property
    def player(self) -> Player:
        """The log as far as it came, and the view of it."""
        ...

    @property
    def choices(self) -> Choices:
        """What the seat may do now; no acts where it is not asked."""
        ...

    @property
    def news(self) -> trio.MemoryReceiveChannel[News]:
        """What happens, in order; it ends once the seat is left."""
        ...

    def act(self, act: Act) -> None:
        """Ask the table for something; what becomes of it comes as news."""
        ...

    def again(self) -> None:
        """Ask for a rematch, once the log is sealed."""
        ...

    def leave(self) -> None:
        """Give the seat up."""
        ...


OpenTable: TypeAlias = Callable[[], AbstractAsyncContextManager[TableLink]]
"""Comes to a table: inside the block the link has the log so far. Stop where there is no table."""
