"""A room's task served in this process: readers beside it, and a store that may fail."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from time import perf_counter
from typing import cast

import trio
import trio.testing
from trio_websocket import WebSocketConnection, wrap_client_stream
from wsproto.frame_protocol import FrameProtocol

from ono_core.fair.keys import public_key
from ono_core.game.commands import Accept, Act, Draw, Pass
from ono_net.connection import Connection, House
from ono_net.guest import Guest, News
from ono_net.limits import Visitor
from ono_net.messages import Command, Enter, Message, Reveal, Seen, from_table, pack
from ono_net.metrics import Metrics
from ono_net.outbox import frame
from ono_net.room import Room, Settings
from ono_net.session import EMOTES_SINCE, ClientSession, TableSession
from ono_net.store.memory import MemoryStore
from ono_net.table import Table
from ono_net.tournaments import Tournaments
from tests.net.serving import secret_of
from tests.net.table import Table as Played
from tests.net.table import secret

MASTER = bytes(32)
SETTINGS = Settings(pace_ms=0)


class TrickyStore(MemoryStore):
    """A store whose next append may fail, before or after it has written."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Exception | None = None
        self.after: Exception | None = None

    async def append(self, game: bytes, index: int, *raws: bytes) -> None:
        """See Store."""
        before, self.before = self.before, None
        if before:
            raise before
        await super().append(game, index, *raws)
        after, self.after = self.after, None
        if after:
            raise after


class Reader:
    """A reader in the same process, and the guest behind it."""

    def __init__(self, name: str, table: Table, secret: bytes | None = None, version: int = EMOTES_SINCE) -> None:
        own = secret or secret_of(name)
        self.guest = Guest(own, table.code)
        self.identity = public_key(own)
        self.name = name
        self.version = version
        self.table = table
        self.ended: tuple[int, Message] | None = None
        self.writes: list[list[Message]] = []
        self._say, self._heard = trio.open_memory_channel[News](1000)

    def push(self, frames: bytes) -> None:
        """See Reader."""
        wire = FrameProtocol(client=True, extensions=[])
        wire.receive_bytes(frames)
        messages = [from_table(bytes(cast("bytearray", part.payload))) for part in wire.received_frames()]
        self.writes.append(list(messages))
        for message in messages:
            self._say.send_nowait(self.guest.receive(message))

    async def send(self, message: Message) -> None:
        """See Reader."""
        self.push(frame(pack(message)))
        await trio.lowlevel.checkpoint()

    def end(self, code: int, last: Message) -> None:
        """See Reader."""
        self.ended = code, last

    async def hear(self) -> News:
        """The next news, with what is owed done."""
        news = await self._heard.receive()
        await self._reply(news)
        return news

    async def heed(self) -> None:
        """Do what is owed for all that has come so far."""
        with suppress(trio.WouldBlock):
            while True:
                await self._reply(self._heard.receive_nowait())

    async def _reply(self, news: News) -> None:
        for reply in news.replies:
            assert isinstance(reply, Command | Reveal | Seen)
            await self.table.ask(self.identity, reply)

    async def listen(self) -> None:
        """Listen until cancelled."""
        while True:
            await self.hear()

    async def act(self, act: Act) -> News:
        """Ask, and listen until it is answered."""
        await self.table.ask(self.identity, self.guest.act(act))
        return await self.answer()

    async def answer(self) -> News:
        """Listen until an answer or error comes."""
        while True:
            news = await self.hear()
            if news.answer or news.error:
                return news

    async def error(self) -> str:
        """Listen until an error comes, and say its code."""
        error = (await self.answer()).error
        assert error
        return error.code

    async def game_after(self, game: bytes) -> bytes:
        """Listen until another game than this is followed."""
        while self.guest.player is None or self.guest.player.keys.gid == game:
            await self.hear()
        return self.guest.player.keys.gid

    async def sit(self) -> News:
        """Take a seat."""
        assert self.guest.player
        return await self.act(self.guest.player.keys.join(self.name))


async def entered(table: Table, name: str, secret: bytes | None = None) -> Reader:
    """Somebody who follows this table from the start."""
    reader = Reader(name, table, secret)
    await table.admit(reader.identity, reader, None)
    return reader


async def back(reader: Reader) -> None:
    """Somebody enters again with the head that is held."""
    enter = reader.guest.opening()[0]
    assert isinstance(enter, Enter)
    await reader.table.admit(reader.identity, reader, enter.head)
    await reader.table.ask(reader.identity, enter)


@asynccontextmanager
async def served_table(store: MemoryStore, settings: Settings = SETTINGS) -> AsyncGenerator[Table]:
    """A new room in this store, served."""
    room, raws = Room.open("KWPX", MASTER, {}, bytes(32), int(trio.current_time() * 1000), 0, settings)
    await store.append(room.game, 0, *raws)
    table = Table(room, store)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        yield table
        nursery.cancel_scope.cancel()


Readers = dict[str, Reader]


@asynccontextmanager
async def going_on(
    played: Played, *beside: str, store: MemoryStore | None = None
) -> AsyncGenerator[tuple[Table, Readers]]:
    """A game as far as it was played by hand, served from there on; its players follow, and others beside them."""
    store = store or MemoryStore()
    await store.append(played.room.game, 0, *played.raws)
    await trio.sleep_until(played.now / 1000)
    table = Table(played.room, store)
    readers = {name: await entered(table, name, secret(name)) for name in (*played.players, *beside)}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        await settled(readers)
        yield table, readers
        nursery.cancel_scope.cancel()


class Line:
    """A client's WebSocket to a served table over a stream in this process, which takes nothing that is not read."""

    def __init__(self, socket: WebSocketConnection, connection: Connection, guest: Guest, metrics: Metrics) -> None:
        self.socket = socket
        self.connection = connection
        self.guest = guest
        self.metrics = metrics

    async def say(self, message: Message) -> None:
        """Send a message."""
        await self.socket.send_message(pack(message))

    async def hear(self) -> News:
        """The next message, with what is owed done."""
        raw = await self.socket.get_message()
        assert isinstance(raw, bytes)
        news = self.guest.receive(from_table(raw))
        for reply in news.replies:
            await self.say(reply)
        return news

    async def catch_up(self) -> None:
        """Listen until the whole log has come that there is."""
        while not self.guest.has_caught_up:
            await self.hear()


async def connected(nursery: trio.Nursery, table: Table, secret: bytes, guest: Guest | None = None) -> Line:
    """A client that has proven this identity and asks to enter, with what it held before if it is back."""
    near, far = trio.testing.lockstep_stream_pair()
    metrics, visitor = Metrics(), Visitor(ip_address("192.0.2.1"), trio.current_time())
    session = TableSession(bytes(32), "host", bytes(32))
    house = House({table.code: table}.get, table_of_none, table_of_none, table_of_none, Tournaments(), frozenset())
    connection = Connection(session, house, visitor, metrics)
    nursery.start_soon(connection.run, far, b"")
    socket = await wrap_client_stream(nursery, cast("trio.SocketStream", near), "host", "/ws")
    client = ClientSession(secret, "host", bytes(32))
    line = Line(socket, connection, guest or Guest(secret, table.code), metrics)
    await line.say(client.hello("test"))
    welcome = await socket.get_message()
    assert isinstance(welcome, bytes)
    [prove], _ = client.receive(welcome)
    await line.say(prove)
    for message in line.guest.opening():
        await line.say(message)
    return line


async def table_of_none(*options: object) -> Table:
    """No room can be opened here."""
    raise ValueError(options)


async def settled(readers: Readers) -> None:
    """Everybody has heard everything, and the table all that they owed it for that."""
    for _ in range(2):
        await trio.testing.wait_all_tasks_blocked()
        for reader in readers.values():
            await reader.heed()
    await trio.testing.wait_all_tasks_blocked()


async def plays_on(reader: Reader, delays: list[float] | None = None) -> None:
    """A player draws, passes or takes whenever asked, a moment later; ``delays`` gets how long each answer took."""
    while True:
        await reader.hear()
        prompt, player = reader.guest.prompt, reader.guest.player
        if prompt is None or player is None or (prompt.step, player.seat) != (player.state.step, player.state.turn):
            continue
        reader.guest.prompt = None
        await trio.sleep(0.1)
        quiet: dict[str, Act] = {"draw": Draw(), "pass": Pass(), "accept": Accept()}
        asked, at = reader.guest.act(next(act for name, act in quiet.items() if name in prompt.acts)), perf_counter()
        await reader.table.ask(reader.identity, asked)
        if delays is not None:
            await reader.answer()
            delays.append(perf_counter() - at)


def hashes(reader: Reader) -> list[bytes]:
    """The log as a reader knows it."""
    assert reader.guest.player
    return reader.guest.player.book.hashes
