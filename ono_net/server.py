"""The ONO server: one port, every room of the store, and a clean end."""

from __future__ import annotations

import io
import logging
import resource
import secrets
import signal
import ssl
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, NoReturn

import trio
from msgspec import Struct

from ono_core.fair.keys import fingerprint, public_key
from ono_net.admin import HOST, Admin
from ono_net.config import Config
from ono_net.connection import Connection, House
from ono_net.dealer import table_secret
from ono_net.hosts import Hosts, lan_url, own_host, plain_address
from ono_net.http import HEAD_SECONDS, Head, serve_http
from ono_net.limits import Address, Doorman, TooMany, Visitor
from ono_net.messages import Restart
from ono_net.metrics import Metrics
from ono_net.notify import notify
from ono_net.pages import Links, Pages, qr_code
from ono_net.proxies import Proxies
from ono_net.rooms import Rooms
from ono_net.secrets import master_secret
from ono_net.session import TableSession
from ono_net.site import Answer, Site, load_site, plain, web_folder
from ono_net.store import StoreError
from ono_net.store.measured import MeasuredStore
from ono_net.store.sqlite import open_sqlite
from ono_net.tls import BadCertificate, server_context
from ono_net.tournaments import Tournaments

STORE: Final = "ono.db"
RETRY_MS: Final = 2000
"""When the first client may come back after the server stops."""

SPREAD_MS: Final = 2
"""How much later each further client is told to come back."""

RESTARTING: Final = 1012
"""Close code of a server that will be back (IANA registry of WebSocket close codes)."""

CHORES_SECONDS: Final = 5
"""Time between two looks after store and rooms."""

SPARE_FILES: Final = 100
"""Open files beside the connections."""

ASKING_SECONDS: Final = 0.5
"""How long one connection too many may take to ask before it is turned away."""

TOO_MANY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
)

log = logging.getLogger(__name__)


class Started(Struct, frozen=True):
    """What there is to tell once the server listens; `room`, `link` and `qr` (text) if a room was opened."""

    url: str
    lan_url: str | None
    fingerprint: str
    room: str | None = None
    link: str | None = None
    qr: str | None = None
    admin_url: str | None = None


async def serve(config: Config, started: Callable[[Started], None]) -> None:
    """Serve until SIGINT, SIGTERM or, without TLS, SIGHUP; a second signal ends at once.

    `started` is called once everything is ready. StoreError, BadSecret or BadCertificate if the folder or the
    certificate cannot be used, OSError if folder or port cannot.
    """
    stop = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_stop_on_signals, stop, nursery.cancel_scope, config.tls is None)
        await serve_until(stop, config, started)
        nursery.cancel_scope.cancel()


async def serve_until(stop: trio.Event, config: Config, started: Callable[[Started], None]) -> None:
    """Serve until `stop` is set; see serve."""
    tls = server_context(config.tls) if config.tls else None
    config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    _allow_files(config.limits.connections + SPARE_FILES)
    async with open_sqlite(config.data / STORE) as sqlite:
        metrics = Metrics()
        store = MeasuredStore(sqlite, metrics)
        master = master_secret(config.data, is_needed=bool(await store.rooms()))
        site = await trio.to_thread.run_sync(load_site, web_folder())
        listeners = await trio.open_tcp_listeners(config.port, host=config.host)
        admin = [] if config.admin_port is None else await trio.open_tcp_listeners(config.admin_port, host=HOST)
        async with trio.open_nursery() as tasks:
            rooms = Rooms(config, store, master, metrics, tasks)
            server = Server(config, store, master, site, rooms, _port(listeners[0]), tls)
            await rooms.restore()
            tasks.start_soon(server.look_after)
            if admin:
                tasks.start_soon(Admin(metrics, server.trouble).serve, admin)
            told = await server.told(f"http://{HOST}:{_port(admin[0])}" if admin else None)
            started(told)
            notify("READY=1")
            await server.accept(listeners, stop)
            tasks.cancel_scope.cancel()
    log.info("server stopped")


async def _stop_on_signals(stop: trio.Event, now: trio.CancelScope, hangs_up: bool) -> None:  # noqa: FBT001 - a task
    numbers = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hangs_up else [])]
    with trio.open_signal_receiver(*numbers) as signals:
        async for number in signals:
            if stop.is_set():
                log.warning("server ends at once", extra={"signal": signal.Signals(number).name})
                now.cancel()
            stop.set()


def _allow_files(wanted: int) -> None:
    """Let this process have so many files open, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        log.warning("fewer files than connections may be open", extra={"wanted": wanted, "allowed": most})


def _port(listener: trio.SocketListener) -> int:
    return int(listener.socket.getsockname()[1])


class Server:
    """The connections, and what they reach; it listens on `port`."""

    def __init__(
        self,
        config: Config,
        store: MeasuredStore,
        master: bytes,
        site: Site,
        rooms: Rooms,
        port: int,
        tls: ssl.SSLContext | None,
    ) -> None:
        self._config = config
        self._rooms = rooms
        self._store = store
        self._metrics = store.metrics
        self._tls = tls
        self._secret = table_secret(master)
        self._fingerprint = fingerprint(public_key(self._secret))
        self._hosts = Hosts(config.public_url, is_secure=tls is not None)
        self._here = own_host(config.host, port, self._hosts.scheme)
        self._lan_url = lan_url(config.host, port, self._hosts.scheme)
        self._links = Links(self._hosts, self._lan_url, self._fingerprint)
        self._pages = Pages(site, rooms.tables, store, self._links)
        self._proxies = Proxies(config.proxies)
        self._doorman = Doorman(config.limits)
        self._house = House(rooms.find, rooms.open, rooms.seek, rooms.prepare, Tournaments(), config.organisers)
        self._connections: set[Connection] = set()
        self._is_draining = False
        self._metrics.watch(
            rooms=lambda: len(rooms.tables),
            connections=lambda: self._doorman.inside,
            websockets=lambda: len(self._connections),
            tasks=lambda: trio.lowlevel.current_statistics().tasks_living,
            draining=lambda: self._is_draining,
        )

    async def told(self, admin_url: str | None) -> Started:
        """What to tell the person who started the server; opens the room of `play`."""
        url = self._hosts.base(self._here, None)
        log.info(
            "server started",
            extra={"url": url, "table": self._fingerprint, "rooms": len(self._rooms.tables), "admin": admin_url},
        )
        if self._config.play is None:
            return Started(url, self._lan_url, self._fingerprint, admin_url=admin_url)
        table = await self._rooms.house_room(self._config.play)
        link = self._links.room(self._here, table.code)
        text = io.StringIO()
        qr_code(link).terminal(text, border=2, compact=True)
        return Started(url, self._lan_url, self._fingerprint, table.code, link, text.getvalue(), admin_url)

    def trouble(self) -> str | None:
        """Why nobody should be sent here at present, None if there is no reason."""
        if self._is_draining:
            return "the server is about to stop"
        return f"the store is read-only: {self._store.trouble}" if self._store.trouble else None

    async def look_after(self) -> NoReturn:
        """See from time to time whether the store takes writes again, and close deserted rooms."""
        while True:
            await trio.sleep(CHORES_SECONDS)
            notify("WATCHDOG=1")
            if self._store.trouble:
                with suppress(StoreError):
                    await self._store.probe()
            else:
                await self._rooms.close_deserted()

    # Connections

    async def accept(self, listeners: list[trio.SocketListener], stop: trio.Event) -> None:
        """Serve connections until `stop`, then finish what was asked and tell each that the server will be back."""
        async with trio.open_nursery() as doors:
            accepting = trio.CancelScope()
            doors.start_soon(self._accept, listeners, doors, accepting)
            if self._tls:
                doors.start_soon(self._reload_certificate)
            await stop.wait()
            accepting.cancel()
            await self._drain()
            doors.cancel_scope.cancel()

    async def _accept(
        self, listeners: list[trio.SocketListener], doors: trio.Nursery, accepting: trio.CancelScope
    ) -> None:
        with accepting:
            await trio.serve_listeners(self._serve_stream, listeners, handler_nursery=doors)

    async def _reload_certificate(self) -> None:
        """Read the certificate again at each SIGHUP; what cannot be used leaves the old one in place."""
        assert self._config.tls
        with trio.open_signal_receiver(signal.SIGHUP) as signals:
            async for _ in signals:
                try:
                    self._tls = server_context(self._config.tls)
                except BadCertificate as error:
                    log.error("certificate kept: the new one is no good", extra={"reason": str(error)})  # noqa: TRY400
                else:
                    log.info("certificate read again")

    async def _drain(self) -> None:
        self._is_draining = self._rooms.is_closing = True
        notify("STOPPING=1")
        log.info("server drains", extra={"websockets": len(self._connections), "rooms": len(self._rooms.tables)})
        with trio.move_on_after(self._config.drain_seconds) as patience:
            await self._rooms.settle()
            await self._send_away()
        if patience.cancelled_caught:
            log.warning("server stops before all was finished", extra={"seconds": self._config.drain_seconds})

    async def _send_away(self) -> None:
        connections = tuple(self._connections)
        for n, connection in enumerate(connections):
            connection.end(RESTARTING, Restart(RETRY_MS + n * SPREAD_MS))
        for connection in connections:
            await connection.ended.wait()

    async def _serve_stream(self, stream: trio.SocketStream) -> None:
        """Serve one connection; whatever goes wrong with it stays with it."""
        try:
            peer = plain_address(str(stream.socket.getpeername()[0]))
            try:
                with self._doorman.entering():
                    await self._serve_peer(stream, peer)
            except TooMany as met:
                self._metrics.limit_hit(met.limit, peer, trio.current_time())
                with trio.move_on_after(ASKING_SECONDS):
                    await stream.receive_some()  # closed unread, the request would take the answer with it
                await stream.send_all(TOO_MANY)
        except* (trio.BrokenResourceError, trio.ClosedResourceError, OSError):
            pass  # the peer is gone
        except* Exception:
            log.exception("a connection failed")

    async def _serve_peer(self, stream: trio.SocketStream, peer: Address) -> None:
        if self._proxies.has(peer):
            await self._serve_http(stream, peer)
            return
        with self._doorman.holding(self._doorman.visitor(peer, trio.current_time())):
            await self._serve_http(stream, peer)

    async def _serve_http(self, socket: trio.SocketStream, peer: Address) -> None:
        address, port, *_ = socket.socket.getsockname()
        stream = await self._secured(socket)

        def knows(host: str) -> bool:
            return self._hosts.knows(host, address, port)

        def visitor(head: Head) -> Visitor:
            return self._doorman.visitor(self._proxies.sender(peer, head.headers), trio.current_time())

        async def pages(head: Head) -> Answer:
            try:
                return await self._pages.answer(head, visitor(head))
            except TooMany as met:
                return self._turned_away(met, visitor(head))

        async def talk(read: bytes, head: Head) -> Answer | None:
            return await self._admit(stream, read, head.host, visitor(head), through_proxy=self._proxies.has(peer))

        await serve_http(stream, knows, pages, talk)

    async def _secured(self, socket: trio.SocketStream) -> trio.SocketStream | trio.SSLStream[trio.SocketStream]:
        """The stream in TLS, if that is spoken here; a peer that does not speak it raises BrokenResourceError."""
        if not self._tls:
            return socket
        stream = trio.SSLStream(socket, self._tls, server_side=True, https_compatible=True)
        with trio.move_on_after(HEAD_SECONDS) as patience:
            await stream.do_handshake()
        if patience.cancelled_caught:
            raise trio.BrokenResourceError("expected a TLS handshake")
        return stream

    async def _admit(
        self, stream: trio.abc.Stream, read: bytes, host: str, visitor: Visitor, *, through_proxy: bool
    ) -> Answer | None:
        """Serve a WebSocket, or say why not. Whoever came through a proxy is counted only now."""
        try:
            visitor.shake_hands(trio.current_time())
            if not through_proxy:
                await self._talk(stream, read, host, visitor)
                return None
            with self._doorman.holding(visitor):
                await self._talk(stream, read, host, visitor)
                return None
        except TooMany as met:
            return self._turned_away(met, visitor)

    def _turned_away(self, met: TooMany, visitor: Visitor) -> Answer:
        self._metrics.limit_hit(met.limit, visitor.address, trio.current_time())
        return plain(HTTPStatus.TOO_MANY_REQUESTS, str(met), ("Retry-After", str(int(met.wait) + 1)))

    async def _talk(self, stream: trio.abc.Stream, read: bytes, host: str, visitor: Visitor) -> None:
        session = TableSession(self._secret, host, secrets.token_bytes(32))
        connection = Connection(session, self._house, visitor, self._metrics)
        self._connections.add(connection)
        try:
            await connection.run(stream, read)
        finally:
            self._connections.discard(connection)
            connection.ended.set()
