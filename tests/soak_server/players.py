"""Players on bad lines: what they say comes late, twice, again and out of order, or the line is torn."""

from __future__ import annotations

import socket
import struct
from collections import Counter, deque
from contextlib import suppress
from random import Random
from typing import Any, cast

import trio
from msgspec import Struct

from ono_net.client import Link, Lost
from ono_net.guest import Guest, News
from ono_net.messages import Error, FromClient, FromTable, Pong, Refused
from tests.net.gamblers import Gambler, Party, Told

TWICE, LATE, AGAIN, TORN = 0.05, 0.05, 0.03, 0.01
"""How often a message is sent twice, comes late, is followed by an old one, is followed by the end of the line.

All of it is by as much more as a plan asks for.
"""
LATE_MS = (10, 600)
DOZES, NAP_SECONDS, SLEEP_SECONDS = 0.004, (0.2, 3.0), (8.0, 25.0)
"""How often, and how long, somebody reads nothing; a tenth of these times it is the longer time."""
THINK = (0.4, 2.0)
"""For how long somebody thinks, in parts of the pace."""
IDLE_SECONDS = 5
KEPT = 30
"""How many of the newest messages may be said again."""
MOST_REFUSALS = 40
"""How often in a row somebody may be refused who does what is asked."""
EXPECTED = {"not-over", "not-host"}
"""Errors that a rematch earns which is asked for too late."""
HANG_UP_HARD = struct.pack("ii", 1, 0)
"""For SO_LINGER: the line ends with a reset."""


class Room(Struct):
    """One room of the soak, and when there was last something new in it."""

    number: int
    party: Party
    options: dict[str, Any]
    code: str = ""
    moved_at: float = 0.0
    newest: tuple[bytes, int] = (b"", 0)
    is_over: bool = False


class Figures:
    """What was done to the server, and what came of it."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.back: list[float] = []
        """Seconds from the loss of a line until its player was in the room again."""
        self.problems: list[str] = []

    def problem(self, words: str) -> None:
        """Note what must not happen."""
        self.problems.append(words)


class BadLine:
    """A link over a line of that kind, with the methods of a link that a person uses."""

    def __init__(self, link: Link, nursery: trio.Nursery, dice: Random, counts: Counter[str], trouble: float) -> None:
        self._link = link
        self._trouble = trouble
        self._nursery = nursery
        self._dice = dice
        self._counts = counts
        self._said: deque[FromClient] = deque(maxlen=KEPT)
        self.is_bad = True

    async def send(self, message: FromClient) -> None:
        """Send a message, in one way or another."""
        self._said.append(message)
        roll = self._dice.random() / self._trouble if self.is_bad else 1.0
        if roll < LATE:
            self._counts["late"] += 1
            self._nursery.start_soon(self._send_late, message)
            return
        await self._link.send(message)
        if roll < LATE + TWICE:
            self._counts["twice"] += 1
            await self._link.send(message)
        elif roll < LATE + TWICE + AGAIN:
            self._counts["again"] += 1
            await self._link.send(self._dice.choice(self._said))
        elif roll < LATE + TWICE + AGAIN + TORN:
            await self.tear()

    async def _send_late(self, message: FromClient) -> None:
        await trio.sleep(self._dice.uniform(*LATE_MS) / 1000)
        await self._link.send(message)

    async def receive(self) -> FromTable | Lost:
        """The next message; of a quiet line a word that means nothing, so that whoever waits may look around."""
        if self.is_bad and self._dice.random() / self._trouble < DOZES:
            self._counts["dozed"] += 1
            await trio.sleep(self._dice.uniform(*(SLEEP_SECONDS if self._dice.random() < 0.1 else NAP_SECONDS)))
        with trio.move_on_after(IDLE_SECONDS):
            return await self._link.receive()
        return Pong(0)

    async def tear(self) -> None:
        """End the line without a word, politely or not."""
        if self._link._socket is None:
            return
        self._counts["torn"] += 1
        stream = cast("trio.SocketStream", self._link._socket._stream)
        if self._dice.random() < 0.5:
            with suppress(OSError):  # it has ended already
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HANG_UP_HARD)
        await stream.aclose()


class Rowdy(Gambler):
    """A gambler on such a line, who takes a moment to think."""

    def __init__(self, name: str, guest: Guest, line: BadLine, room: Room, told: Told, figures: Figures) -> None:
        super().__init__(name, guest, cast("Link", line), room.party, told)
        self._room = room
        self._dice = line._dice
        self._figures = figures
        self.pace_ms = 1000
        self._thought_of = guest.prompt
        self._refusals = 0
        self._lost_at: float | None = None

    async def hear(self) -> News:
        """Take in the next message, and note the time."""
        news = await super().hear()
        now = trio.current_time()
        if news.answer and news.answer.index is not None:
            self._refusals = 0
        if (self.game, self.length) > self._room.newest or self.game != self._room.newest[0]:
            self._room.newest, self._room.moved_at = (self.game, self.length), now
        if self.lost:
            self._lost_at = self._lost_at or now
            self._figures.counts["lost"] += len(self.lost)
            self.lost.clear()
        elif self._lost_at and self.guest.has_caught_up and news.events:
            self._figures.back.append(now - self._lost_at)
            self._lost_at = None
        return news

    async def move(self) -> None:
        """Answer the prompt, after a moment."""
        self._thought_of = self.guest.prompt
        await trio.sleep(self._dice.uniform(*THINK) * self.pace_ms / 1000)
        await super().move()

    def refused(self, refusal: Refused) -> None:
        """What came out of order is said anew if it is still asked for."""
        self._figures.counts[f"refused {refusal.code}"] += 1
        self._refusals += 1
        assert self._refusals < MOST_REFUSALS, f"refused {self._refusals} times on end, at last: {refusal}"
        self.guest.prompt = self.guest.prompt or self._thought_of

    def told_off(self, error: Error) -> None:
        """Only what comes too late for a rematch earns an error."""
        self._figures.counts[f"error {error.code}"] += 1
        assert error.code in EXPECTED, f"an error came: {error}"
