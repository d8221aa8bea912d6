"""A table in this process: the same authority as a server's, one player and the computer, no network."""

from __future__ import annotations

import math
import secrets
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import trio

from ono_cli.link import Happened, Notice, Refused, Renewed, TableLink
from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_core.game.decider import is_over
from ono_core.game.refusals import Refusal
from ono_net.clock import now_ms, wall_ms
from ono_net.messages import Emote
from ono_net.player import Player
from ono_net.room import Answer, Draft, Room, Settings

BOARDFLIX: Final[Mapping[str, Any]] = {"preset": "boardflix"}


@asynccontextmanager
async def local_table(
    identity: bytes, name: str, levels: Sequence[str], pace_ms: int, options: Mapping[str, Any] = BOARDFLIX
) -> AsyncGenerator[LocalTable]:
    """A table of one's own; ``identity`` is the player's 32-byte secret, ``levels`` are those of the others."""
    table = LocalTable(identity, name, levels, pace_ms, options)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        yield table
        nursery.cancel_scope.cancel()


class LocalTable(TableLink):
    """The link to it; made by local_table."""

    def __init__(
        self, identity: bytes, name: str, levels: Sequence[str], pace_ms: int, options: Mapping[str, Any]
    ) -> None:
        super().__init__()
        self._identity, self._name, self._levels = identity, name, levels
        self._begin(
            Room.open(
                "SOLO",
                secrets.token_bytes(32),
                options,
                secrets.token_bytes(32),
                now_ms(),
                wall_ms(),
                Settings(pace_ms=pace_ms),
            )
        )

    def _begin(self, opened: tuple[Room, list[bytes]]) -> None:
        """Follow a new game's log from its first entries."""
        self._room, raws = opened
        self._player = Player(self._identity, self._room.game)
        for raw in raws:
            self._tell(raw)

    @property
    def player(self) -> Player:
        """The player of the game that is on."""
        return self._player

    @property
    def room(self) -> None:
        """Nobody else can come."""

    @property
    def invitation(self) -> None:
        """Nobody else can come."""

    @property
    def farewell(self) -> str:
        """The table ends with this process."""
        return "A game alone is not kept: the next one begins anew."

    @property
    def choices(self) -> Choices:
        """What the player may do now."""
        seat = self.player.seat
        return Choices(0, ()) if seat is None else self._room.choices(seat)

    async def run(self) -> None:
        """Play until the player leaves."""
        with self._say:
            self._sit_down()
            with suppress(trio.EndOfChannel):
                while True:
                    await self._next()

    def _sit_down(self) -> None:
        self._room.arrived(self.player.keys.identity, now_ms())
        self._do(self.player.keys.join(self._name))
        for level in self._levels:
            self._do(cmd.AddBot(level, None))
        self._do(cmd.Start())

    async def _next(self) -> None:
        """Do what is asked, or when the time has come what is due; the clock may have been woken a little too early."""
        due = self._room.next_deadline()
        with trio.move_on_at(math.inf if due is None else due / 1000) as waiting:
            act = await self._asks.receive()
            if act is None:
                self._play_again()
            elif isinstance(act, Emote):
                self._report(Notice("Nobody else is at this table to see it."))
            else:
                self._do(act)
        if due is not None and waiting.cancelled_caught:
            self._write(self._room.wake(max(now_ms(), due)))

    def _play_again(self) -> None:
        if is_over(self._room.state):
            self._report(Renewed())
            self._begin(self._room.again(secrets.token_bytes(32), now_ms(), wall_ms()))
            self._sit_down()

    def _do(self, act: cmd.Act) -> None:
        signed = self.player.signed(act)
        done = self._room.command(self.player.keys.identity, signed.body, signed.sig, now_ms())
        if isinstance(done, Answer):
            self._report(Refused(Refusal(done.code or "", done.detail).words))
        else:
            self._write(done)

    def _write(self, draft: Draft | None) -> None:
        if draft is None:
            return
        self._room.commit(draft)
        self._tell(draft.raw)
        self._report_choices(self._room.ms_left(now_ms()))
        self._answer_dues()

    def _tell(self, raw: bytes) -> None:
        before = self.player.state
        events = self.player.follow(raw)
        self._report(Happened(events, before, self.player.state))

    def _answer_dues(self) -> None:
        """What a player's program does by itself: reveal a seed, sign the end, begin a new chain of seeds."""
        reveal, act = self.player.due_reveal(), self.player.due_cosign() or self.player.due_re_anchor()
        if reveal:
            self._write(self._room.reveal(self.player.keys.identity, reveal, now_ms()))
        elif act:
            self._do(act)
