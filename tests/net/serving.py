"""A real server on a free loopback port, and guests who play on it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import trio
from trio_websocket import WebSocketConnection, wrap_client_stream

from ono_core.bots import choose
from ono_core.fair.transcript import Stream, derived, u32
from ono_core.game.commands import Act, Catch
from ono_core.game.state import Phase
from ono_net.client import Link, Lost, connect
from ono_net.config import Config
from ono_net.guest import Guest, News, choices_of
from ono_net.messages import FromTable, Message, Presence, Prompt, from_table, pack
from ono_net.player import Player
from ono_net.room import Settings
from ono_net.server import Started, serve_until
from ono_net.session import ClientSession

FAST = Settings(pace_ms=0, seal_ms=1000)


class Served:
    """A running server."""

    def __init__(self, config: Config, told: Started, stop: trio.Event) -> None:
        self.config = config
        self.told = told
        self.url = told.url
        self.stop = stop
        self.ended = trio.Event()

    @property
    def port(self) -> int:
        """The port of a server without a public name."""
        return int(self.url.rpartition(":")[2])

    @property
    def host(self) -> str:
        """The server's Host header."""
        return f"localhost:{self.port}"

    async def stream(self) -> trio.SocketStream:
        """A new connection, on which nothing has been said."""
        return await trio.open_tcp_stream("127.0.0.1", self.port)

    async def ask(self, request: bytes) -> bytes:
        """Everything the server says to these bytes, until it closes the connection."""
        async with await self.stream() as stream:
            await stream.send_all(request)
            return b"".join([bytes(data) async for data in stream])

    async def get(self, path: str, *headers: str, method: str = "GET") -> bytes:
        """The answer to a request for a path."""
        lines = (f"{method} {path} HTTP/1.1", f"Host: {self.host}", "Connection: close", *headers)
        return await self.ask("\r\n".join((*lines, "", "")).encode())


@asynccontextmanager
async def serving(folder: Path, **config: Any) -> AsyncGenerator[Served]:
    """A server with its data in this folder, stopped cleanly when left."""
    stop, told = trio.Event(), list[Started]()
    asked: dict[str, Any] = {"port": 0, "settings": FAST, **config}
    full = Config(data=folder, **asked)
    ready = trio.Event()

    def started(started: Started) -> None:
        told.append(started)
        ready.set()

    async def serve() -> None:
        await serve_until(stop, full, started)
        served.ended.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        await ready.wait()
        served = Served(full, told[0], stop)
        try:
            yield served
        finally:
            stop.set()


def secret_of(name: str) -> bytes:
    """The identity secret of a test's player."""
    return derived(bytes(32), "ono1/test", name.encode())


class Person:
    """A guest with a link and a computer's brain."""

    def __init__(self, name: str, guest: Guest, link: Link) -> None:
        self.name = name
        self.guest = guest
        self.link = link
        self.lost: list[Lost] = []

    async def hear(self) -> News:
        """Take in the next message and do what is owed."""
        message = await self.link.receive()
        if isinstance(message, Lost):
            self.lost.append(message)
            return News()
        news = self.guest.receive(message)
        for reply in news.replies:
            await self.link.send(reply)
        return news

    async def until(self, condition: Callable[["Person"], bool]) -> None:
        """Listen until the condition holds."""
        while not condition(self):
            await self.hear()

    async def answer(self) -> News:
        """Listen until an answer or an error comes."""
        while True:
            news = await self.hear()
            if news.answer or news.error:
                return news

    async def act(self, act: Act) -> News:
        """Ask for an act, and listen until it is answered."""
        await self.link.send(self.guest.act(act))
        return await self.answer()

    async def sit(self) -> News:
        """Take a seat."""
        assert self.guest.player is not None
        return await self.act(self.guest.player.keys.join(self.name))

    async def move(self) -> None:
        """Answer the prompt as a computer would."""
        player, prompt = self.guest.player, self.guest.prompt
        assert player is not None
        assert prompt is not None
        self.guest.prompt = None
        act = self.thought(player, prompt)
        if act:
            await self.link.send(self.guest.act(act))

    def thought(self, player: Player, prompt: Prompt) -> Act | None:
        """What to do in one's turn; beside it, to catch who has missed a call, or nothing."""
        if player.state.turn != player.seat:
            return Catch(*prompt.catches[0]) if prompt.catches else None
        stream = Stream(derived(secret_of(self.name), "ono1/test-move", u32(prompt.step)))
        return choose("easy", player.view(), choices_of(prompt), stream.draw)

    async def play(self, length: int = 1_000_000) -> None:
        """Play until the game is sealed, or the log is so long."""
        while self.phase is not Phase.SEALED and self.length < length:
            await self.hear()
            prompt = self.guest.prompt
            if prompt and self.guest.player and prompt.step == self.guest.player.state.step:
                await self.move()

    @property
    def phase(self) -> Phase:
        """The phase as this person knows it."""
        return self.guest.player.state.phase if self.guest.player else Phase.LOBBY

    @property
    def length(self) -> int:
        """How many entries this person holds."""
        return len(self.guest.player.book) if self.guest.player else 0


@asynccontextmanager
async def person(served: Served, name: str, room: str | None = None, **options: Any) -> AsyncGenerator[Person]:
    """A person who has entered a room, or opened a new one."""
    guest = Guest(secret_of(name), room, options)
    async with connect(served.url, secret_of(name), opening=guest.opening) as link:
        someone = Person(name, guest, link)
        await someone.until(lambda p: p.length >= 2 and p.guest.presence != Presence((), 0))
        yield someone


class Wire:
    """A WebSocket on which a test says what it likes."""

    def __init__(self, socket: WebSocketConnection, host: str, name: str) -> None:
        self.socket = socket
        self.session = ClientSession(secret_of(name), host, bytes(32))

    async def say(self, message: Message) -> None:
        """Send one message."""
        await self.socket.send_message(pack(message))

    async def hear(self) -> FromTable:
        """The next message, whatever it is."""
        raw = await self.socket.get_message()
        assert isinstance(raw, bytes)
        return from_table(raw)

    async def shake(self) -> None:
        """Do the handshake."""
        await self.say(self.session.hello("test"))
        [prove], _ = self.session.receive(pack(await self.hear()))
        await self.say(prove)


@asynccontextmanager
async def wire(served: Served, name: str = "Wes") -> AsyncGenerator[Wire]:
    """A WebSocket to the server, before the handshake."""
    async with await served.stream() as stream, trio.open_nursery() as nursery:
        socket = await wrap_client_stream(nursery, stream, served.host, "/ws")
        yield Wire(socket, served.host, name)
        nursery.cancel_scope.cancel()
