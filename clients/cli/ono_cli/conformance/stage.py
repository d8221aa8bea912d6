"""A scripted server for a client that is looked at: each connection is the stage of one clause.

The table behind it is the real authority, with a host of its own who starts the game once the client sits; what it says
then is bent as the clause wants it.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import trio
from trio_websocket import ConnectionClosed, WebSocketConnection, wrap_server_stream

from ono_cli.conformance.clauses import Broken, Clauses, Untested, expect
from ono_core.fair.slots import NONCE_SIZE
from ono_core.game import commands as cmd
from ono_core.game.state import seat_of
from ono_core.log.codec import packed, unpacked
from ono_core.log.entries import pair_bytes, read_pair, sign_entry
from ono_net.dealer import table_secret
from ono_net.http import Head, serve_http
from ono_net.lobby import PRIVATE
from ono_net.messages import (
    LIMIT,
    Answer,
    Command,
    Create,
    Enter,
    Entered,
    Entries,
    Fault,
    FromClient,
    Hello,
    Message,
    Note,
    Ping,
    Pong,
    Presence,
    Prove,
    Quick,
    Reveal,
    Welcome,
    from_client,
    pack,
)
from ono_net.outbox import Outbox, Replay
from ono_net.player import Player
from ono_net.room import Draft, Room, Settings
from ono_net.session import TableSession
from ono_net.site import plain

CLIENT = Clauses()
"""What is demanded of a client."""

SOON: Final = 10
"""Seconds in which a program does what it does by itself."""

SILENCE: Final = 2
"""Seconds after which a program that does nothing more will do nothing."""

SEAT: Final = 120
"""Seconds that a person may take to sit down."""

CODE: Final = "KWPX"
OPTIONS: Final = {"preset": "boardflix"}


class Left(Exception):
    """The client has closed the connection."""


class Stage:
    """One connection of the client, and the table that it sees."""

    def __init__(self, socket: WebSocketConnection, host: str) -> None:
        self.host = host
        self.done = trio.Event()
        self._socket = socket
        self._master = secrets.token_bytes(32)
        self.session = TableSession(table_secret(self._master), host, secrets.token_bytes(32))
        self.room: Room
        self.client = b""
        self._host: Player

    # The wire

    async def say(self, said: Message | bytes) -> None:
        """Send a message, or bytes that are none."""
        try:
            await self._socket.send_message(pack(said) if isinstance(said, Message) else said)
        except ConnectionClosed:
            raise Left from None

    async def hear(self, seconds: float = SOON) -> FromClient | None:
        """The next message, whatever it is; None if none comes in this time."""
        with trio.move_on_after(seconds):
            try:
                raw = await self._socket.get_message()
            except ConnectionClosed:
                raise Left from None
            if isinstance(raw, str):
                raise Broken("a text frame came")
            try:
                return from_client(raw)
            except Fault as fault:
                raise Broken(f"a message that no client sends: {fault}") from None
        return None

    async def until(self, kinds: type[Message] | tuple[type[Message], ...], seconds: float = SOON) -> Any:
        """The next message of these kinds; pings are answered, others passed over. None if none comes in this time."""
        with trio.move_on_after(seconds):
            while not isinstance(message := await self.hear(seconds), kinds):
                if isinstance(message, Ping):
                    await self.say(Pong(message.n))
            return message
        return None

    async def leaves(self, why: str) -> None:
        """The client closes the connection; Broken if it does not."""
        try:
            await self.until(Welcome, SOON)  # which no client sends
        except Left:
            return
        raise Broken(f"the end of the connection expected, {why}")

    # The table

    async def greeted(self) -> Hello:
        """The client's first message."""
        hello = await self.hear()
        if not isinstance(hello, Hello):
            raise Broken(f"hello expected first, got {type(hello).__name__.lower()}")
        return hello

    async def shaken(self) -> None:
        """The handshake, in good faith."""
        try:
            hello = await self.greeted()
            for reply in self.session.receive(pack(hello)).replies:
                await self.say(reply)
            prove = await self.until(Prove)
            if prove is None:
                raise Untested("no prove came")
            self.session.receive(pack(prove))
        except Fault as fault:
            raise Broken(str(fault)) from None
        self.client = self.session.identity

    async def entered(self) -> None:
        """The client wants a room, and gets one that another hosts."""
        await self.shaken()
        wish = await self.until((Create, Quick, Enter))
        if wish is None:
            raise Untested("the client wants no room")
        self.room, raws = Room.open(CODE, self._master, OPTIONS, secrets.token_bytes(32), 0, 0, Settings())
        self._host = Player(secrets.token_bytes(32), self.room.game)
        for raw in raws:
            self._host.follow(raw)
        self.room.arrived(self._host.keys.identity, 0)
        raws.append(self.hosts(self._host.keys.join("Hana")))
        self.room.arrived(self.client, 0)
        await self.say(Entered(self.room.game, len(raws), wish.room if isinstance(wish, Enter) else CODE))
        await self.say(Entries(tuple(raws)))
        await self.say(PRIVATE)
        await self.say(Presence((0,), 1))

    async def seated(self) -> None:
        """The client sits; Untested if it does not want to."""
        await self.entered()
        while seat_of(self.room.state, identity=self.client) is None:
            command = await self.until(Command, SEAT)
            if command is None:
                raise Untested("the client takes no seat")
            await self.decide(command)
        await self.say(Presence((0, 1), 0))

    async def decide(self, command: Command) -> None:
        """Do what the client asks, and answer it."""
        done = self.room.command(self.client, command.body, command.sig, 0)
        if not isinstance(done, Draft):
            expect(done.code is None, f"a good command expected, got one to be refused: {done.code} {done.detail}")
            return
        answer = self.room.commit(done)
        assert answer is not None, "a command has an answer"
        self._host.follow(done.raw)
        await self.say(Entries((done.raw,)))
        await self.private(Answer(answer.id, answer.index, None))

    async def private(self, message: Answer) -> None:
        """Seal it to the client's seat."""
        seat = seat_of(self.room.state, identity=self.client)
        assert seat is not None, "who is answered so, sits"
        data = self.room.note(seat, pack(message), secrets.token_bytes(NONCE_SIZE))
        assert data is not None, "a seat has keys"
        await self.say(Note(data))

    def hosts(self, act: cmd.Act) -> bytes:
        """The entry of an act of the host's."""
        signed = self._host.signed(act)
        draft = self.room.command(self._host.keys.identity, signed.body, signed.sig, 0)
        assert isinstance(draft, Draft), f"the host is refused: {draft}"
        self.room.commit(draft)
        self._host.follow(draft.raw)
        return draft.raw

    def start(self) -> bytes:
        """The entry that starts the game, and asks all for their seeds."""
        return self.hosts(cmd.Start())

    def bent(self, raw: bytes, change: Callable[[list[Any]], None]) -> bytes:
        """An entry with something in it changed, signed anew by the table."""
        body: Any = unpacked(read_pair(raw).body)
        change(body)
        return pair_bytes(sign_entry(table_secret(self._master), self.room.game, body[0], packed(body)))

    async def seed(self, seconds: float = SOON) -> Reveal | None:
        """The seed that the client sends; None if it sends none in this time, or leaves."""
        try:
            found: Reveal | None = await self.until(Reveal, seconds)
        except Left:
            return None
        return found

    async def no_seed(self, raw: bytes) -> None:
        """To this entry the client must not answer with a seed."""
        await self.say(Entries((raw,)))
        expect(await self.seed(SILENCE) is None, "no seed expected after that entry, got one")

    async def a_seed(self, raw: bytes) -> Reveal:
        """To this entry the client must answer with a seed."""
        await self.say(Entries((raw,)))
        if (seed := await self.seed()) is None:
            raise Broken(f"a seed expected in {SOON} s")
        return seed


class Stages:
    """Where the clients come in, one after the other."""

    def __init__(self) -> None:
        self._come, self._coming = trio.open_memory_channel[Stage](0)

    @asynccontextmanager
    async def next(self) -> AsyncGenerator[Stage]:
        """The next connection; it is closed when left."""
        stage = await self._coming.receive()
        try:
            yield stage
        except Left:
            raise Broken("the client has left") from None
        finally:
            stage.done.set()

    async def serve(self, listeners: list[trio.SocketListener]) -> None:
        """Take connections until cancelled."""
        await trio.serve_listeners(self._take, listeners)

    async def _take(self, stream: trio.SocketStream) -> None:
        async with stream:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # where the client has gone
                await serve_http(stream, bool, _no_page, partial(self._talk, stream))

    async def _talk(self, stream: trio.abc.Stream, read: bytes, head: Head) -> None:
        async with trio.open_nursery() as nursery:
            outbox = Outbox(stream, nursery.cancel_scope.cancel)
            nursery.start_soon(outbox.pump)
            request = await wrap_server_stream(nursery, Replay(stream, read, outbox), max_message_size=LIMIT)
            socket = await request.accept()
            stage = Stage(socket, head.host)
            await self._come.send(stage)
            await stage.done.wait()
            with trio.move_on_after(1):
                await socket.aclose()
            nursery.cancel_scope.cancel()


async def _no_page(head: Head) -> Any:
    return plain(HTTPStatus.NOT_FOUND, f"a WebSocket is at /ws, nothing at {head.path}")
