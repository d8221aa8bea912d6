"""A WebSocket on which anything may be said, and a room seen through it by the parts of our own client."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import trio
from msgspec.structs import replace
from trio_websocket import ConnectionClosed, HandshakeError, WebSocketConnection, wrap_client_stream

from ono_cli.conformance.clauses import Broken, Untested, expect
from ono_core.game.commands import Act
from ono_core.game.events import Event
from ono_core.log.entries import SignedAct, command_id, sign_command
from ono_core.log.faults import LogFault
from ono_core.log.kinds import NeedsNewer
from ono_net.client import Ended, stream_to
from ono_net.guest import Guest, News
from ono_net.hosts import host_of
from ono_net.http import SOCKET_PATH
from ono_net.messages import (
    Answer,
    Command,
    Enter,
    Entered,
    Entries,
    Error,
    Fault,
    FromTable,
    Message,
    Ping,
    Pong,
    Presence,
    Reveal,
    from_table,
    pack,
)
from ono_net.player import Player
from ono_net.session import ClientSession

PATIENCE: Final = 8
"""Seconds that an answer may take."""

AT_FAULT: Final = 1008
SHORT: Final = 40
"""Bytes of a message that are shown."""

M = TypeVar("M", bound=Message)
E = TypeVar("E", bound=Event)


class BadLog(Exception):
    """The table's log is not valid: the clause of the log is broken, the others cannot be looked at."""


class Wire:
    """One WebSocket."""

    def __init__(self, socket: WebSocketConnection, host: str) -> None:
        self.host = host
        self.table = b""
        self.heard: list[FromTable] = []
        """What came, but for pings."""
        self._socket = socket

    async def say(self, said: Message | bytes | str) -> None:
        """Send a message, or bytes or a text that are none."""
        try:
            await self._socket.send_message(pack(said) if isinstance(said, Message) else said)
        except ConnectionClosed as closed:
            raise Broken(f"the connection was closed{_code(closed)}") from None

    async def hear(self) -> FromTable:
        """The next message; pings are answered and not told."""
        while True:
            try:
                message = from_table(await self._next())
            except Fault as fault:
                raise Broken(f"a message that no table sends: {fault}") from None
            if not isinstance(message, Ping):
                self.heard.append(message)
                return message
            await self.say(Pong(message.n))

    async def _next(self) -> bytes:
        try:
            with trio.fail_after(PATIENCE):
                raw = await self._socket.get_message()
        except trio.TooSlowError:
            raise Broken(f"nothing came in {PATIENCE} s") from None
        except ConnectionClosed as closed:
            raise Broken(f"the connection was closed{_code(closed)}") from None
        if isinstance(raw, str):
            raise Broken("a text frame came")
        return raw

    async def until(self, kind: type[M], named: str = "") -> M:
        """The next message of this kind; others are passed over, but an error is told. `named`: what to call it."""
        named = named or type_name(kind)
        while True:
            try:
                message = await self.hear()
            except Broken as broken:
                raise Broken(f"{named} expected, but {broken}") from None
            if isinstance(message, kind):
                return message
            if isinstance(message, Error):
                raise Broken(f"{named} expected, but error {message.code} came: {message.detail}")

    async def error(self, code: str) -> Error:
        """An error with this code comes; others are passed over."""
        error = await self.until(Error, f"error {code}")
        expect(error.code == code, f"error {code} expected, got {error.code}: {error.detail}")
        return error

    async def lives(self) -> None:
        """The connection still answers."""
        await self.say(Ping(77))
        while not isinstance(heard := await self.hear(), Pong):
            if isinstance(heard, Error):
                raise Broken(f"error {heard.code} came: {heard.detail}")
        expect(heard == Pong(77), f"pong with n 77 expected, got {heard.n}")

    async def closing(self) -> int:
        """The code with which the other side closes."""
        try:
            with trio.fail_after(PATIENCE):
                while True:
                    await self._socket.get_message()
        except ConnectionClosed as closed:
            return int(closed.reason.code) if closed.reason else 1006
        except trio.TooSlowError:
            raise Broken(f"the connection was not closed in {PATIENCE} s") from None

    async def at_fault(self, code: str, said: Message | bytes | str) -> None:
        """What is said is answered by this error and the end of the connection."""
        await self.say(said)
        try:
            await self.error(code)
            closed = await self.closing()
            expect(closed == AT_FAULT, f"the connection closed with {AT_FAULT} expected, got {closed}")
        except Broken as broken:
            raise Broken(f"after {_shown(said)}: {broken}") from None

    async def shake(self, secret: bytes, nonce: bytes, fingerprint: str | None = None) -> None:
        """Do the handshake in good faith."""
        session = ClientSession(secret, self.host, nonce, fingerprint)
        await self.say(session.hello("ono conformance"))
        try:
            [prove], _ = session.receive(pack(await self.hear()))
        except (Fault, ValueError) as fault:
            raise Broken(f"the handshake: {fault}") from None
        self.table = session.table
        await self.say(prove)


@asynccontextmanager
async def opened(url: str) -> AsyncGenerator[Wire]:
    """A WebSocket to this server, on which nothing has been said."""
    try:
        with trio.fail_after(PATIENCE):
            stream = await stream_to(url)
    except (OSError, trio.TooSlowError, trio.BrokenResourceError, Ended) as error:
        raise Untested(f"{url} cannot be reached: {error}") from None
    async with stream, trio.open_nursery() as nursery:
        try:
            with trio.fail_after(PATIENCE):
                socket = await wrap_client_stream(nursery, stream, host_of(url), SOCKET_PATH)
        except (HandshakeError, ConnectionClosed, trio.TooSlowError) as error:
            raise Untested(f"no WebSocket at {SOCKET_PATH}: {str(error) or type(error).__name__}") from None
        yield Wire(socket, host_of(url))
        nursery.cancel_scope.cancel()


class Someone:
    """An identity in a room, that follows it as our own client does."""

    def __init__(
        self, wire: Wire, secret: bytes, room: str | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """``options`` are those of a room to open, if none is named."""
        self.wire = wire
        self.guest = Guest(secret, room, options)
        self.gives_seeds = True
        self.reveals: list[Reveal] = []
        self._answers: list[Answer] = []

    @property
    def player(self) -> Player:
        """The log so far."""
        assert self.guest.player is not None, "a room was entered"
        return self.guest.player

    @property
    def room(self) -> str:
        """The code of the room."""
        assert self.guest.room is not None, "a room was entered"
        return self.guest.room

    async def come(self) -> None:
        """Enter the room, or open it, and catch up."""
        for wish in self.guest.opening():
            await self.wire.say(wish)
        while not isinstance(message := await self.hear(), Presence):
            if isinstance(message, Error):
                raise Broken(f"error {message.code}: {message.detail}")
        expect(self.guest.has_caught_up, "all entries expected before presence")

    async def hear(self) -> FromTable:
        """Take the next message in, and do what is owed."""
        message = await self.wire.hear()
        news = self._taken(message)
        if news.answer:
            self._answers.append(news.answer)
        for reply in news.replies:
            if isinstance(reply, Reveal):
                self.reveals.append(reply)
                if not self.gives_seeds:
                    continue
            await self.wire.say(reply)
        return message

    def _taken(self, message: FromTable) -> News:
        try:
            return self.guest.receive(message)
        except LogFault as fault:
            raise BadLog(str(fault)) from None
        except NeedsNewer as newer:
            raise Untested(str(newer)) from None
        except Fault as fault:
            raise Broken(f"a note that opens to no message of a table: {fault}") from None

    async def until(self, condition: Callable[[Someone], object]) -> None:
        """Listen until the condition holds."""
        while not condition(self):
            await self.hear()

    async def error(self, code: str) -> None:
        """An error with this code comes, after whatever else was under way."""
        while not isinstance(message := await self.hear(), Error):
            pass
        expect(message.code == code, f"error {code} expected, got {message.code}: {message.detail}")

    async def answer(self, command: Command) -> Answer:
        """Send a command, and listen until it is answered."""
        id_ = command_id(self.player.keys.gid, command.body)
        await self.wire.say(command)
        while True:
            if found := next((answer for answer in self._answers if answer.id == id_), None):
                self._answers.remove(found)
                return found
            if isinstance(message := await self.hear(), Error):
                raise Broken(f"an answer expected, got error {message.code}: {message.detail}")

    async def act(self, act: Act) -> int:
        """Ask for an act that must be accepted; the index of its entry."""
        answer = await self.answer(self.guest.act(act))
        if answer.index is None:
            code = answer.refusal.code if answer.refusal else "nothing"
            raise Broken(f"{type(act).__name__.lower()} refused: {code}")
        return answer.index

    async def refused(self, code: str, asked: Act | Command) -> Answer:
        """Ask for something that must be refused so, and that no entry may stand for."""
        before = self._counter
        answer = await self.answer(asked if isinstance(asked, Command) else self.guest.act(asked))
        got = answer.refusal.code if answer.refusal else f"entry {answer.index}"
        expect(got == code, f"refusal {code} expected, got {got}")
        expect(self._counter == before, "an entry stands for what was refused")
        return answer

    @property
    def _counter(self) -> int:
        """That of this player's last command in the log."""
        return self.player.book.counters.get(self.player.keys.session, 0)

    def forged(self, act: Act, *, sig: bytes | None = None, body: bytes | None = None, **other: Any) -> Command:
        """A command well signed that says something else than our program would, or one with this signature."""
        player = self.player
        head, counter = player.book.head, self._counter + 1
        said = replace(SignedAct(player.seat, counter, head.index, head.hash, None, act), **other)
        signed = sign_command(player.keys.session_secret, player.keys.gid, said)
        return Command(body=body or signed.body, sig=sig or signed.sig)

    def events(self, kind: type[E]) -> list[E]:
        """What happened of this kind."""
        return [event for entry in self.player.book.entries for event in entry.events if isinstance(event, kind)]


async def entered(wire: Wire, wish: Enter) -> tuple[Entered, list[bytes]]:
    """What comes when this room is entered: the news, and the entries up to ``presence``."""
    await wire.say(wish)
    told = await wire.until(Entered)
    raws: list[bytes] = []
    while not isinstance(message := await wire.hear(), Presence):
        if isinstance(message, Error):
            raise Broken(f"error {message.code}: {message.detail}")
        if isinstance(message, Entries):
            raws += message.entries
    return told, raws


def type_name(kind: type[Message]) -> str:
    """What a kind of message is called on the wire."""
    return kind.__name__.lower()


def _shown(said: Message | bytes | str) -> str:
    match said:
        case bytes():
            return said.hex() if len(said) <= SHORT else f"{said[:SHORT].hex()}…"
        case str():
            return f"the text {said!r}"
        case _:
            return type_name(type(said))


def _code(closed: ConnectionClosed) -> str:
    return f" with {closed.reason.code}" if closed.reason else ""
