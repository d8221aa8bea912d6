"""A client's connection to a server, which comes back by itself.

async with connect("http://localhost:8765", secret, opening=guest.opening) as link:
    while True:
        message = await link.receive()
        if not isinstance(message, Lost):
            for reply in guest.receive(message).replies:
                await link.send(reply)

A whole player of forty lines on it is clients/cli/examples/player.py.
"""

from __future__ import annotations

import secrets
import ssl
from collections.abc import AsyncGenerator, Callable, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TypeAlias, cast
from urllib.parse import parse_qs, urlsplit

import trio
from msgspec import Struct
from trio_websocket import ConnectionClosed, HandshakeError, WebSocketConnection, wrap_client_stream

from ono_net.hosts import host_of
from ono_net.http import SOCKET_PATH
from ono_net.lobby import code_of
from ono_net.messages import LIMIT, Error, Fault, FromClient, FromTable, Ping, Replaced, Restart, pack
from ono_net.session import ClientSession

CONNECT_SECONDS = 10
CLOSE_SECONDS = 1
QUIET_SECONDS = 5
"""After so long without a word the server is asked whether it is there."""

ANSWER_SECONDS = 5
"""How long it may take to answer before the connection is taken for dead."""

FIRST_RETRY_MS = 500
LAST_RETRY_MS = 10_000
"""Where a server answers, but lets nobody in."""

SILENT_RETRY_MS = 1_300
"""Where none answers, as in a tunnel: whoever comes out of it is back within 2 s."""

LASTING = {"bad-message", "bad-proof", "version"}
"""Errors after which coming back is of no use."""

Opening: TypeAlias = Callable[[], Iterable[FromClient]]


class Target(Struct, frozen=True):
    """Where a link leads: a server, and if the link says so a room and the table's fingerprint."""

    url: str
    room: str | None
    fingerprint: str | None


class Lost(Struct, frozen=True):
    """The connection is gone and will be tried again after that time; until then nothing is sent."""

    reason: str
    retry_ms: int


class Ended(Exception):
    """The connection is over for good.

    Codes: `unreachable` (at the first attempt only), `insecure` (TLS fails), `replaced`, `wrong-table`, and those of
    errors that close the connection (spec/protocol.md 5).
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def target_of(link: str) -> Target:
    """What a link means, such as `http://192.168.1.5:8765/r/KWPX#k=...`; ValueError if it is none."""
    parts = urlsplit(link)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"expected a link that begins with http:// or https://, got {link!r}")
    code = code_of(parts.path.removeprefix("/r/")) if parts.path.startswith("/r/") else None
    keys = parse_qs(parts.fragment).get("k", [])
    return Target(f"{parts.scheme}://{host_of(link)}", code, keys[0] if keys else None)


@asynccontextmanager
async def connect(
    url: str,
    secret: bytes,
    *,
    client: str = "ono",
    fingerprint: str | None = None,
    opening: Opening = tuple,
) -> AsyncGenerator[Link]:
    """A proven connection for the identity `secret`, kept up until the block is left.

    `opening` says what to send first on each connection, the first and every later one. `fingerprint` is what
    the table's key must have. Ended if the first attempt fails.
    """

    def new_session() -> ClientSession:
        return ClientSession(secret, host_of(url), secrets.token_bytes(32), fingerprint)

    link = Link(url, client, new_session, opening)
    with ungrouped():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.keep)
            await link.ready.wait()
            link.check()
            yield link
            await link.close()
            nursery.cancel_scope.cancel()


class Link:
    """A connection to a server, kept up by its own task; made by connect."""

    def __init__(self, url: str, client: str, new_session: Callable[[], ClientSession], opening: Opening) -> None:
        self.table = b""
        self.version = 0
        """Of the protocol, as the table chose it; 0 before."""
        self.ready = trio.Event()
        self._url = url
        self._client = client
        self._new_session = new_session
        self._opening = opening
        self._socket: WebSocketConnection | None = None
        self._heard, self._inbox = trio.open_memory_channel[FromTable | Lost](0)
        self._retry_ms = FIRST_RETRY_MS
        self._end: Ended | None = None

    async def send(self, message: FromClient) -> None:
        """Send a message; while the connection is lost it is dropped, for `opening` says again what matters."""
        if self._socket:
            with suppress(ConnectionClosed):
                await self._socket.send_message(pack(message))

    async def receive(self) -> FromTable | Lost:
        """The next message from the table, or news of the connection; Ended when there will be none."""
        try:
            return await self._inbox.receive()
        except trio.EndOfChannel:
            self.check()
            raise

    def check(self) -> None:
        """Raise Ended if the connection is over for good."""
        if self._end:
            raise self._end

    async def close(self) -> None:
        """Say goodbye, if there is somebody to say it to."""
        if self._socket:
            with trio.move_on_after(CLOSE_SECONDS):
                await self._socket.aclose()

    # The task

    async def keep(self) -> None:
        """Keep connected until cancelled or ended; sets `ready` when the first attempt has worked or failed."""
        async with self._heard:
            while not self._end:
                lost = await self._attempt()
                if not self.ready.is_set():
                    self._end = self._end or Ended("unreachable", lost.reason)
                    self.ready.set()
                elif not self._end:
                    await self._heard.send(lost)
                    await trio.sleep(lost.retry_ms / 1000)

    async def _attempt(self) -> Lost:
        """Connect, talk until the connection is lost, and say why; sets the end if it is for good."""
        reason, last_retry_ms = "closed by the server", SILENT_RETRY_MS
        try:
            async with trio.open_nursery() as nursery:
                await self._talk(nursery)
        except* Ended as group:
            self._end = cast("Ended", _first(group))
        except* (OSError, ConnectionClosed, HandshakeError, trio.TooSlowError, trio.BrokenResourceError) as group:
            failure = _first(group)
            is_slow = isinstance(failure, trio.TooSlowError)
            reason = f"no answer in {CONNECT_SECONDS} s" if is_slow else str(failure) or type(failure).__name__
            last_retry_ms = LAST_RETRY_MS if isinstance(failure, HandshakeError) else SILENT_RETRY_MS
        self._socket = None
        delay = self._retry_ms
        self._retry_ms = min(2 * delay, last_retry_ms)
        return Lost(reason, delay // 2 + secrets.randbelow(delay))

    async def _talk(self, nursery: trio.Nursery) -> None:
        session = self._new_session()
        with trio.fail_after(CONNECT_SECONDS):
            stream = await stream_to(self._url)
        async with stream:
            with trio.fail_after(CONNECT_SECONDS):
                socket = await wrap_client_stream(
                    nursery, stream, host_of(self._url), SOCKET_PATH, max_message_size=LIMIT
                )
                await socket.send_message(pack(session.hello(self._client)))
                while session.state != "ready":
                    await self._hear(session, socket)
            self.table, self.version = session.table, session.version
            self._socket, self._retry_ms = socket, FIRST_RETRY_MS
            self.ready.set()
            for message in self._opening():
                await self.send(message)
            while True:
                await self._hear(session, socket)

    async def _next(self, socket: WebSocketConnection) -> bytes | str:
        """The next message; a server that stays quiet is asked whether it is there, and given up at last."""
        with trio.move_on_after(QUIET_SECONDS):
            return await socket.get_message()
        with trio.fail_after(ANSWER_SECONDS):
            await socket.send_message(pack(Ping(0)))
            return await socket.get_message()

    async def _hear(self, session: ClientSession, socket: WebSocketConnection) -> None:
        raw = await self._next(socket)
        if isinstance(raw, str):
            raise Ended("bad-message", "expected a binary frame, got text")
        try:
            replies, message = session.receive(raw)
        except Fault as fault:
            raise Ended(fault.code, fault.detail) from fault
        for reply in replies:
            await socket.send_message(pack(reply))
        match message:
            case None:
                return
            case Replaced():
                raise Ended("replaced", "you entered this room from elsewhere")
            case Error(code=code, detail=detail) if code in LASTING:
                raise Ended(code, detail)
            case Restart(retry_ms=retry_ms):
                self._retry_ms = max(1, retry_ms)
            case _:
                await self._heard.send(message)


async def stream_to(url: str) -> trio.SocketStream | trio.SSLStream[trio.SocketStream]:
    """A connection to the server of this URL, encrypted if the URL says so; Ended if that cannot be trusted."""
    parts = urlsplit(url)
    is_secure = parts.scheme in {"https", "wss"}
    host = parts.hostname or ""
    stream = await trio.open_tcp_stream(host, parts.port or (443 if is_secure else 80))
    if not is_secure:
        return stream
    secured = trio.SSLStream(stream, ssl.create_default_context(), server_hostname=host, https_compatible=True)
    try:
        await secured.do_handshake()
    except trio.BrokenResourceError as error:
        await trio.aclose_forcefully(secured)
        cause = error.__cause__
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError):
            raise Ended("insecure", getattr(cause, "verify_message", "") or cause.reason or str(cause)) from None
        raise
    return secured


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first exception in a group, however deep."""
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner  # pyright: ignore[reportUnknownArgumentType]


@contextmanager
def ungrouped() -> Generator[None]:
    """Raise what was raised inside alone, without the group around it."""
    try:
        yield
    except BaseExceptionGroup as group:
        if len(group.exceptions) > 1:
            raise
        raise _first(group) from None
