"""One client's WebSocket on the server: the handshake, then wishes in and frames out until one side ends it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, assert_never

import trio
from trio_websocket import ConnectionClosed, WebSocketConnection, wrap_server_stream

from ono_net.limits import (
    MESSAGES_AT_ONCE,
    MESSAGES_PER_SECOND,
    ROOMS_AT_ONCE,
    ROOMS_PER_SECOND,
    Bucket,
    TooMany,
)
from ono_net.lobby import code_of
from ono_net.messages import (
    LIMIT,
    Again,
    Command,
    Create,
    Enter,
    Error,
    Fault,
    HeadHeld,
    Message,
    Ping,
    Reveal,
    Wish,
    brief,
    pack,
)
from ono_net.outbox import Outbox, Replay, frame
from ono_net.session import Heard, TableSession
from ono_net.store import StoreError
from ono_net.table import RolledBack, Table

UPGRADE_SECONDS = 5
HANDSHAKE_SECONDS = 10
"""How long a client may take to prove itself."""

QUIET_SECONDS = 20
"""After so long without a word a client is asked whether it is there."""

QUESTIONS = 2
"""How often it is asked before it is given up."""

CLOSE_SECONDS = 2
VIOLATION = 1008
"""Close code for a peer at fault (RFC 6455 section 7.4.1)."""

log = logging.getLogger(__name__)

Open = Callable[[Mapping[str, Any]], Awaitable[Table]]
Find = Callable[[str], Table | None]


class Connection:
    """One WebSocket and what it follows."""

    def __init__(self, session: TableSession, find: Find, open_room: Open) -> None:
        """Serve a new client; `find` gives the table of a room code, `open_room` makes one (see Server.open_room)."""
        self._session = session
        self._find = find
        self._open_room = open_room
        self._table: Table | None = None
        self._creating = Bucket(ROOMS_PER_SECOND, ROOMS_AT_ONCE, trio.current_time())
        self._reading = trio.CancelScope()
        self._close_code = 1000
        self.ended = trio.Event()
        self._outbox: Outbox
        self._socket: WebSocketConnection | None = None

    async def run(self, stream: trio.abc.Stream, read: bytes) -> None:
        """Serve the WebSocket whose opening request, already `read`, came over this stream."""
        async with trio.open_nursery() as nursery:
            self._outbox = Outbox(stream, nursery.cancel_scope.cancel)
            nursery.start_soon(self._outbox.pump)
            with self._reading:
                with trio.move_on_after(UPGRADE_SECONDS):
                    replay = Replay(stream, read, self._outbox)
                    request = await wrap_server_stream(nursery, replay, max_message_size=LIMIT)
                    self._socket = await request.accept()
                if self._socket:
                    await self._talk(self._socket)
            if self._socket:
                with trio.move_on_after(CLOSE_SECONDS):
                    await self._socket.aclose(self._close_code)
            nursery.cancel_scope.cancel()

    # What a table asks of a reader

    def push(self, frames: bytes) -> None:
        """See Reader."""
        self._outbox.push(frames)

    async def send(self, message: Message) -> None:
        """See Reader."""
        await self._outbox.send(frame(pack(message)))

    def end(self, code: int, last: Message) -> None:
        """See Reader."""
        if self._socket:
            self.push(frame(pack(last)))
        self._close_code = code
        self._reading.cancel()

    # Reading

    async def _talk(self, socket: WebSocketConnection) -> None:
        """Read until either side ends it."""
        try:
            with trio.fail_after(HANDSHAKE_SECONDS):
                while self._session.state in {"hello", "prove"}:
                    await self._heed(self._session.receive(await _message(socket)))
            await self._listen(socket)
        except Fault as fault:
            self.end(VIOLATION, Error(fault.code, fault.detail))
        except trio.TooSlowError:
            self.end(VIOLATION, Error("bad-proof", f"expected one within {HANDSHAKE_SECONDS} seconds"))
        except ConnectionClosed:
            pass
        finally:
            self._leave()

    async def _listen(self, socket: WebSocketConnection) -> None:
        bucket = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, trio.current_time())
        while True:
            await self._heed(self._session.receive(await self._next(socket)))
            if wait := bucket.take(trio.current_time()):
                await trio.sleep(wait)

    async def _next(self, socket: WebSocketConnection) -> bytes:
        """The next message; a client that stays quiet is asked whether it is there, and given up at last."""
        for n in range(QUESTIONS + 1):
            with trio.move_on_after(QUIET_SECONDS):
                return await _message(socket)
            if n < QUESTIONS:
                self.push(frame(pack(Ping(n))))
        raise Fault("bad-message", f"expected a pong within {QUIET_SECONDS} seconds")

    # Acting

    async def _heed(self, heard: Heard) -> None:
        for reply in heard.replies:
            await self.send(reply)
        if heard.wish:
            await self._grant(heard.wish)

    async def _grant(self, wish: Wish) -> None:
        match wish:
            case Create(options=options):
                await self._create(options)
            case Enter():
                await self._enter(wish)
            case Command() | Reveal() | Again():
                assert self._table is not None, "only who has entered may ask"
                await self._table.ask(self._session.identity, wish)
            case _:
                assert_never(wish)

    async def _create(self, options: Mapping[str, Any]) -> None:
        await trio.sleep(self._creating.take(trio.current_time()))
        try:
            table = await self._open_room(options)
        except ValueError as error:
            await self.send(Error("bad-option", brief(str(error))))
        except TooMany as error:
            await self.send(Error("too-many", str(error)))
        except StoreError as trouble:
            log.warning("no room can be opened: %s", trouble)
            await self.send(Error("unavailable", "the server cannot keep a new room at the moment"))
        else:
            await self._follow(table, None)

    async def _enter(self, wish: Enter) -> None:
        code = code_of(wish.room)
        table = self._find(code) if code else None
        if table is None:
            await self.send(Error("no-such-room", f"there is no room {wish.room!r}"))
            return
        try:
            await self._follow(table, wish.head)
            await table.ask(self._session.identity, wish)
        except RolledBack as trouble:
            await self.send(Error("log-rolled-back", str(trouble)))

    async def _follow(self, table: Table, head: HeadHeld | None) -> None:
        if table is not self._table:
            self._leave()
        await table.admit(self._session.identity, self, head)
        self._table = table
        self._session.entered()

    def _leave(self) -> None:
        if self._table:
            self._table.dismiss(self._session.identity, self)
            self._table = None
            self._session.left()


async def _message(socket: WebSocketConnection) -> bytes:
    message = await socket.get_message()
    if isinstance(message, str):
        raise Fault("bad-message", "expected a binary frame, got text")
    return message
