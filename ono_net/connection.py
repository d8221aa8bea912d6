"""One client's WebSocket on the server: the handshake, then wishes in and frames out until one side ends it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any, assert_never

import trio
from msgspec import Struct
from trio_websocket import ConnectionClosed, WebSocketConnection, wrap_server_stream
from wsproto.utilities import LocalProtocolError

from ono_core.fair.keys import fingerprint
from ono_net.door import Shut
from ono_net.limits import (
    BYTES_AT_ONCE,
    BYTES_PER_SECOND,
    EMOTES_AT_ONCE,
    EMOTES_PER_SECOND,
    MESSAGES_AT_ONCE,
    MESSAGES_PER_SECOND,
    ROOMS_AT_ONCE,
    ROOMS_PER_SECOND,
    Bucket,
    TooMany,
    Visitor,
)
from ono_net.lobby import code_of
from ono_net.messages import (
    LIMIT,
    Again,
    Announce,
    Apply,
    Attend,
    Command,
    Create,
    Decided,
    Door,
    Emote,
    Enter,
    Error,
    Fault,
    HeadHeld,
    Message,
    Ping,
    Prepare,
    Quick,
    Reveal,
    Seen,
    TournamentWish,
    Wish,
    brief,
    pack,
)
from ono_net.metrics import Metrics
from ono_net.outbox import Outbox, Replay, frame
from ono_net.rooms import Quarantined
from ono_net.session import Heard, TableSession
from ono_net.store import StoreError
from ono_net.table import RolledBack, Table
from ono_net.tournaments import Missing, Tournaments

UPGRADE_SECONDS = 5
HANDSHAKE_SECONDS = 10
"""How long a client may take to prove itself."""

QUIET_SECONDS = 20
"""After so long without a word a client is asked whether it is there."""

QUESTIONS = 2
"""How often it is asked before it is given up."""

CLOSE_SECONDS = 2
TOLD_SECONDS = 10
"""How often a client that asks too much is told so."""

VIOLATION = 1008
"""Close code for a peer at fault (RFC 6455 section 7.4.1)."""

log = logging.getLogger(__name__)

Find = Callable[[str], Table | None]
Open = Callable[[Mapping[str, Any]], Awaitable[Table]]
Seek = Callable[[bytes, Mapping[str, Any]], Awaitable[Table]]
PrepareRoom = Callable[[bytes, Prepare], Awaitable[Table]]


class House(Struct, frozen=True):
    """What connections reach: `find`, `open_room`, `seek` and `prepare` are those of Rooms."""

    find: Find
    open_room: Open
    seek: Seek
    prepare: PrepareRoom
    tournaments: Tournaments
    organisers: frozenset[str]
    """The fingerprints of those who may prepare rooms and publish tournaments."""


class Connection:
    """One WebSocket and what it follows."""

    def __init__(self, session: TableSession, house: House, visitor: Visitor, metrics: Metrics) -> None:
        """Serve a new client."""
        self._session = session
        self._house = house
        self._table: Table | None = None
        self._visitor = visitor
        self._metrics = metrics
        self._told_at = float("-inf")
        self._emotes = Bucket(EMOTES_PER_SECOND, EMOTES_AT_ONCE, trio.current_time())
        self._reading = trio.CancelScope()
        self._close_code = 1000
        self._has_said_farewell = False
        self.ended = trio.Event()
        self._outbox: Outbox
        self._socket: WebSocketConnection | None = None

    async def run(self, stream: trio.abc.Stream, read: bytes) -> None:
        """Serve the WebSocket whose opening request, already `read`, came over this stream."""
        try:
            await self._run(stream, read)
        except* LocalProtocolError:
            if not self._has_said_farewell:
                raise
            # A ping came after our farewell, and trio-websocket would have answered it.

    async def _run(self, stream: trio.abc.Stream, read: bytes) -> None:
        async with trio.open_nursery() as nursery:
            self._outbox = Outbox(stream, partial(self._cut_off, nursery.cancel_scope))
            nursery.start_soon(self._outbox.pump)
            with self._reading:
                with trio.move_on_after(UPGRADE_SECONDS):
                    replay = Replay(stream, read, self._outbox)
                    request = await wrap_server_stream(nursery, replay, max_message_size=LIMIT)
                    self._socket = await request.accept()
                if self._socket:
                    await self._talk(self._socket)
            if self._socket:
                self._has_said_farewell = True
                with trio.move_on_after(CLOSE_SECONDS):
                    await self._socket.aclose(self._close_code)
            nursery.cancel_scope.cancel()

    def _cut_off(self, scope: trio.CancelScope) -> None:
        if self._outbox.reason and not scope.cancel_called:
            self._metrics.cut_offs.labels(self._outbox.reason).inc()
        scope.cancel()

    # What a table asks of a reader

    @property
    def version(self) -> int:
        """See Reader."""
        return self._session.version

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
            self._metrics.handshakes.inc()
            with self._visitor.excusing(trio.current_time()) if self._is_organiser else nullcontext():
                await self._listen(socket)
        except Fault as fault:
            self.end(VIOLATION, Error(fault.code, fault.detail))
        except trio.TooSlowError:
            self.end(VIOLATION, Error("bad-proof", f"expected one within {HANDSHAKE_SECONDS} seconds"))
        except ConnectionClosed:
            pass
        finally:
            self._house.tournaments.leave(self)
            self._leave()

    @property
    def _is_organiser(self) -> bool:
        return fingerprint(self._session.identity) in self._house.organisers

    async def _listen(self, socket: WebSocketConnection) -> None:
        began = trio.current_time()
        messages = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, began)
        sent = Bucket(BYTES_PER_SECOND, BYTES_AT_ONCE, began)
        while True:
            raw = await self._next(socket)
            await self._heed(self._session.receive(raw))
            now = trio.current_time()
            if wait := messages.take(now):
                words = f"{MESSAGES_AT_ONCE} messages at once and {MESSAGES_PER_SECOND} a second expected"
                await self._slow_down(TooMany("messages", words, wait))
            if wait := sent.take(now, len(raw)):
                words = f"{BYTES_AT_ONCE} bytes at once and {BYTES_PER_SECOND} a second expected"
                await self._slow_down(TooMany("bytes", words, wait))

    async def _slow_down(self, met: TooMany) -> None:
        """Read no further for a while, and say why."""
        now = trio.current_time()
        self._metrics.limit_hit(met.limit, self._visitor.address, now)
        if now - self._told_at >= TOLD_SECONDS:
            self._told_at = now
            self.push(frame(pack(Error("too-many", str(met)))))
        await trio.sleep(met.wait)

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
                await self._count_room()
                await self._create(partial(self._house.open_room, options))
            case Quick(options=options):
                await self._count_room()
                await self._create(partial(self._house.seek, self._session.identity, options))
            case Prepare() | Announce() | Decided() if not self._is_organiser:
                await self.send(Error("not-organiser", self._unknown_organiser()))
            case Prepare():
                await self._create(partial(self._house.prepare, self._session.identity, wish))
            case Announce() | Attend() | Apply() | Decided():
                await self._publish(wish)
            case Enter():
                await self._enter(wish)
            case Emote():
                await self._emote(wish)
            case Command() | Reveal() | Seen() | Again() | Door():
                assert self._table is not None, "only who has entered may ask"
                await self._table.ask(self._session.identity, wish)
            case _:
                assert_never(wish)

    def _unknown_organiser(self) -> str:
        return f"this server does not know {fingerprint(self._session.identity)} as an organiser"

    async def _count_room(self) -> None:
        if wait := self._visitor.rooms.take(trio.current_time()):
            words = f"{ROOMS_AT_ONCE} rooms at once and one in {round(1 / ROOMS_PER_SECOND)} s expected"
            await self._slow_down(TooMany("rooms-of-one", words, wait))

    async def _create(self, opening: Callable[[], Awaitable[Table]]) -> None:
        try:
            table = await opening()
        except ValueError as error:
            await self.send(Error("bad-option", brief(str(error))))
        except TooMany as met:
            await self._refuse(met)
        except StoreError as trouble:
            log.warning("no room can be opened", extra={"reason": str(trouble)})
            await self.send(Error("unavailable", "the server cannot keep a new room at the moment"))
        except Quarantined as trouble:
            await self.send(Error("damaged", str(trouble)))
        else:
            await self._follow(table, None)

    async def _publish(self, wish: TournamentWish) -> None:
        identity, board = self._session.identity, self._house.tournaments
        try:
            match wish:
                case Announce():
                    board.announce(self, identity, wish)
                case Attend(tournament=begin):
                    board.attend(self, begin)
                case Apply():
                    board.apply(self, identity, wish)
                case Decided():
                    board.decided(self, wish)
        except Missing as missing:
            await self.send(Error(missing.code, str(missing)))
        except TooMany as met:
            await self._refuse(met)

    async def _enter(self, wish: Enter) -> None:
        try:
            table = self._guessed(wish.room)
            if table is None:
                await self.send(Error("no-such-room", f"there is no room {wish.room!r}"))
                return
            await self._follow(table, wish.head)
            await table.ask(self._session.identity, wish)
        except TooMany as met:
            await self._refuse(met)
        except Quarantined as trouble:
            await self.send(Error("damaged", str(trouble)))
        except RolledBack as trouble:
            await self.send(Error("log-rolled-back", str(trouble)))
        except Shut as refused:
            await self.send(Error(refused.code, str(refused)))

    def _guessed(self, room: str) -> Table | None:
        """The table of a code; after too many wrong ones not even a right one is answered for a while: TooMany."""
        now, code = trio.current_time(), code_of(room)
        self._visitor.may_guess(now)
        table = self._house.find(code) if code else None
        if table is None:
            self._visitor.guesses.take(now)
        return table

    async def _emote(self, wish: Emote) -> None:
        assert self._table is not None, "only who has entered may ask"
        now = trio.current_time()
        if wait := self._emotes.wait(now):
            words = f"{EMOTES_AT_ONCE} emotes at once and one in {round(1 / EMOTES_PER_SECOND)} s expected"
            await self._refuse(TooMany("emotes", words, wait))
            return
        self._emotes.take(now)
        await self._table.ask(self._session.identity, wish)

    async def _refuse(self, met: TooMany) -> None:
        self._metrics.limit_hit(met.limit, self._visitor.address, trio.current_time())
        await self.send(Error("too-many", str(met)))

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
