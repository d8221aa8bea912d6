"""An organiser's program at a server: rooms that it prepares and directs, and the boards that it publishes.

async with organise("http://localhost:8765", secret, "Organiser") as organiser:
    room = await organiser.prepare(Prepare(nonce, options, "delayed", 60_000), seats)
    await room.act(Start())
    async for news in room.news:
        ...

Each room is a connection of its own, which comes back by itself; what was asked is asked again until it is answered.
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final, TypeAlias

import trio
from msgspec import Struct

from ono_core.fair.keys import public_key
from ono_core.game.commands import Act, Direct
from ono_core.game.events import Event
from ono_core.game.state import State
from ono_core.log.entries import command_id
from ono_core.log.faults import LogFault
from ono_core.log.kinds import NeedsNewer
from ono_net.client import Ended, Link, Lost, connect, ungrouped
from ono_net.guest import Guest
from ono_net.messages import (
    Announce,
    Answer,
    Applied,
    Decided,
    Door,
    Error,
    FromClient,
    FromTable,
    Prepare,
    Presence,
)
from ono_net.player import Player

CLIENT = "ono organiser"
WAITING = 256
"""Requests that may wait to be read; who sends one more must send it again."""

Trouble: TypeAlias = Ended | LogFault | NeedsNewer
"""Why a room is followed no more: the connection is over for good, or its log is not to be trusted, or not read."""
TROUBLES: Final = (Ended, LogFault, NeedsNewer)


class Denied(Exception):
    """The server or the table refused; `code` is one of protocol.md 4 and 5, or of rules.md."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


class Happened(Struct, frozen=True):
    """What entries of the log say, with the state before and after."""

    events: tuple[Event, ...]
    before: State
    after: State


RoomNews: TypeAlias = Happened | Presence


class DirectedRoom:
    """A room that the organiser prepared; made by Organiser.prepare."""

    def __init__(self, guest: Guest, link: Link) -> None:
        self._guest = guest
        self._link = link
        self._tell, self.news = trio.open_memory_channel[RoomNews](math.inf)
        """What happened, and who is connected; ends when the room is followed no more."""
        self.trouble: Trouble | None = None
        """Why that is, if it was not the organiser's own wish."""
        self._answers: dict[bytes, trio.MemorySendChannel[Answer]] = {}
        self._came = trio.Event()
        self.following = trio.CancelScope()
        self._error: Error | None = None

    @property
    def code(self) -> str:
        """The room's code."""
        assert self._guest.room, "a room was entered"
        return self._guest.room

    @property
    def player(self) -> Player:
        """The log as far as it came, with the organiser's keys."""
        assert self._guest.player, "a room was entered"
        return self._guest.player

    @property
    def presence(self) -> Presence:
        """Who is connected."""
        return self._guest.presence

    async def act(self, act: Act) -> int:
        """Ask for an act, through lost connections too; the index of its entry, or Denied. The Trouble if there is."""
        self.check()
        command = self._guest.act(act)
        tell, answers = trio.open_memory_channel[Answer](1)
        id_ = command_id(self.player.keys.gid, command.body)
        self._answers[id_] = tell
        await self._link.send(command)
        try:
            answer = await answers.receive()
        except trio.EndOfChannel:
            self.check()
            raise
        if answer.refusal:
            raise Denied(answer.refusal.code, answer.refusal.detail)
        assert answer.index is not None, "what is not refused stands in the log"
        return answer.index

    async def set_door(self, door: Door) -> None:
        """Say who may come in, and what those see who only watch."""
        await self._link.send(door)

    def check(self) -> None:
        """Raise what went wrong, if anything did."""
        if self.trouble:
            raise self.trouble
        if self._error:
            raise Denied(self._error.code, self._error.detail)

    async def direct(self, seats: tuple[bytes, ...], name: str) -> None:
        """Be the host without a seat, and name whose the seats are, unless the log says so already."""
        await self._came.wait()
        self.check()
        if self.player.number is None:
            await self.act(self.player.witness(name))
        if self.player.state.invited != seats:
            await self.act(Direct(seats))

    def leave(self) -> None:
        """Follow the room no more; the game goes on without its host."""
        self.following.cancel()

    async def listen(self) -> None:
        """Follow the room until it is left, or until that cannot go on."""
        try:
            async with self._tell:
                while True:
                    await self._heed(await self._link.receive())
        except TROUBLES as trouble:
            self.trouble = trouble
        finally:
            self._came.set()
            for tell in self._answers.values():
                tell.close()

    async def _heed(self, message: FromTable | Lost) -> None:
        if isinstance(message, Lost):
            return
        before = self._guest.player and self._guest.player.state
        heard = self._guest.receive(message)
        for reply in heard.replies:
            await self._link.send(reply)
        if heard.events and before:
            self._tell.send_nowait(Happened(heard.events, before, self.player.state))
        if isinstance(message, Presence):
            self._tell.send_nowait(message)
            self._came.set()
        if heard.answer and (tell := self._answers.pop(heard.answer.id, None)):
            tell.send_nowait(heard.answer)
        if heard.error and not self._came.is_set():
            self._error = heard.error
            self._came.set()


class Organiser:
    """The organiser at one server; made by organise."""

    def __init__(self, url: str, secret: bytes, name: str, fingerprint: str | None, nursery: trio.Nursery) -> None:
        self.identity = public_key(secret)
        self._announced: dict[bytes, Announce] = {}
        self._link: Link
        self._tell, self.requests = trio.open_memory_channel[Applied](WAITING)
        """What players ask of the tournaments that are published."""
        self._url = url
        self._secret = secret
        self._name = name
        self._fingerprint = fingerprint
        self._nursery = nursery

    async def prepare(self, asked: Prepare, seats: tuple[bytes, ...]) -> DirectedRoom:
        """The room of this nonce, directed by the organiser, each seat for the identity in its place.

        However often it is asked for, it is one room. Denied where the server or the table refuses.
        """
        room: DirectedRoom = await self._nursery.start(self._follow, Guest(self._secret, None, first=asked))
        try:
            await room.direct(seats, self._name)
        except BaseException:
            room.leave()
            raise
        return room

    async def _follow(
        self, guest: Guest, task_status: trio.TaskStatus[DirectedRoom] = trio.TASK_STATUS_IGNORED
    ) -> None:
        opening, mark = guest.opening, self._fingerprint
        async with connect(self._url, self._secret, client=CLIENT, fingerprint=mark, opening=opening) as link:
            room = DirectedRoom(guest, link)
            task_status.started(room)
            with room.following:
                await room.listen()

    async def publish(self, tournament: bytes, board: bytes) -> None:
        """Let everybody who follows this tournament see this board, on this connection and on each later one."""
        self._announced[tournament] = Announce(tournament, board)
        await self._link.send(self._announced[tournament])

    async def decide(self, id_: bytes, code: str | None = None, detail: str = "") -> None:
        """Answer a request: None for what was done, else why not."""
        await self._link.send(Decided(id_, code, detail))

    def _opening(self) -> list[FromClient]:
        return [*self._announced.values()]

    async def listen(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Hear what is asked until cancelled; Denied where the server does not let it publish."""
        opening, mark = self._opening, self._fingerprint
        async with connect(self._url, self._secret, client=CLIENT, fingerprint=mark, opening=opening) as self._link:
            task_status.started()
            while True:
                self._heed(await self._link.receive())

    def _heed(self, message: FromTable | Lost) -> None:
        match message:
            case Applied():
                with suppress(trio.WouldBlock):
                    self._tell.send_nowait(message)
            case Error(code="not-organiser", detail=detail):
                raise Denied("not-organiser", detail)
            case _:
                pass


@asynccontextmanager
async def organise(url: str, secret: bytes, name: str, *, fingerprint: str | None = None) -> AsyncGenerator[Organiser]:
    """The organiser with this identity at a server, until the block is left; Ended if the server cannot be reached.

    ``name`` is what the tables call it; ``fingerprint`` is what the table's key must have.
    """
    with ungrouped():
        async with trio.open_nursery() as nursery:
            organiser = Organiser(url, secret, name, fingerprint, nursery)
            await nursery.start(organiser.listen)
            yield organiser
            nursery.cancel_scope.cancel()
