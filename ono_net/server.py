"""The ONO server: one port, every room of the store, and a clean end."""

from __future__ import annotations

import io
import logging
import secrets
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import trio
from msgspec import Struct

from ono_core.fair.keys import fingerprint, public_key
from ono_core.game.state import Phase
from ono_net.clock import now_ms, wall_ms
from ono_net.connection import Connection
from ono_net.dealer import table_secret
from ono_net.hosts import Hosts, host_of, lan_address, plain_address
from ono_net.http import Head, serve_http
from ono_net.limits import ROOMS, Doorman, TooMany
from ono_net.lobby import Record, free_code, read_record, record
from ono_net.messages import Restart
from ono_net.pages import Links, Pages, qr_code
from ono_net.room import Room, Settings
from ono_net.secrets import master_secret
from ono_net.session import TableSession
from ono_net.site import Site, load_site, web_folder
from ono_net.store import Store, StoreError
from ono_net.store.sqlite import open_sqlite
from ono_net.table import Table

STORE = "ono.db"
RETRY_MS = 2000
"""When clients may come back after the server stops."""

STOP_SECONDS = 3
RESTARTING = 1012
"""Close code of a server that will be back (IANA registry of WebSocket close codes)."""

TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

log = logging.getLogger(__name__)


class Config(Struct, frozen=True):
    """What a server is started with.

    `play` are the options of a room to open at once, None for none; `public_url` is the server's URL as others
    see it, where it is not simply an address of this machine.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 8765
    public_url: str | None = None
    settings: Settings = Settings()
    play: Mapping[str, Any] | None = None


class Started(Struct, frozen=True):
    """What there is to tell once the server listens; `room`, `link` and `qr` (text) if a room was opened."""

    url: str
    lan_url: str | None
    fingerprint: str
    room: str | None = None
    link: str | None = None
    qr: str | None = None


async def serve(config: Config, started: Callable[[Started], None]) -> None:
    """Serve until SIGINT or SIGTERM; `started` is called once everything is ready.

    StoreError or BadSecret if the data folder cannot be used, OSError if folder or port cannot.
    """
    stop = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_stop_on_signal, stop)
        await serve_until(stop, config, started)
        nursery.cancel_scope.cancel()


async def serve_until(stop: trio.Event, config: Config, started: Callable[[Started], None]) -> None:
    """Serve until `stop` is set; see serve."""
    config.data.mkdir(parents=True, exist_ok=True)
    async with open_sqlite(config.data / STORE) as store:
        master = master_secret(config.data)
        site = await trio.to_thread.run_sync(load_site, web_folder())
        listeners = await trio.open_tcp_listeners(config.port, host=config.host)
        async with trio.open_nursery() as tables:
            server = Server(config, store, master, site, tables, _port(listeners[0]))
            await server.restore()
            started(await server.told())
            await server.accept(listeners, stop)
            tables.cancel_scope.cancel()


async def _stop_on_signal(stop: trio.Event) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            break
    stop.set()


def _port(listener: trio.SocketListener) -> int:
    return int(listener.socket.getsockname()[1])


class Server:
    """The rooms and the connections; its rooms' tasks run in `nursery`, and it listens on `port`."""

    def __init__(
        self, config: Config, store: Store, master: bytes, site: Site, nursery: trio.Nursery, port: int
    ) -> None:
        self._config = config
        self._store = store
        self._master = master
        self._nursery = nursery
        self._secret = table_secret(master)
        self._fingerprint = fingerprint(public_key(self._secret))
        self._hosts = Hosts(config.public_url)
        self._here = _own_host(config.host, port)
        self._lan_url = _lan_url(config.host, port)
        self._links = Links(self._hosts, self._lan_url, self._fingerprint)
        self._tables: dict[str, Table] = {}
        self._codes: set[str] = set()
        self._pages = Pages(site, self._tables, store, self._links)
        self._doorman = Doorman()
        self._connections: set[Connection] = set()

    # Rooms

    async def restore(self) -> None:
        """Serve every room of the store again; one that cannot be read is left out, and the log says so."""
        for code, raw in (await self._store.rooms()).items():
            self._codes.add(code)
            try:
                kept = read_record(raw)
                raws = await self._store.read(kept.game)
                room = Room.load(code, self._master, raws, now_ms(), wall_ms(), self._config.settings)
            except Exception:
                log.exception("room %s cannot be restored", code)
            else:
                self._serve_table(room, is_house=kept.is_house)

    async def open_room(self, options: Mapping[str, Any], *, is_house: bool = False) -> Table:
        """Open a room and make it durable.

        ValueError says which option is wrong, TooMany that none is to be had, StoreError that it cannot be kept.
        """
        if len(self._codes) >= ROOMS:
            raise TooMany(f"there are {ROOMS} rooms already")
        code, nonce = free_code(self._codes, secrets.token_bytes(8)), secrets.token_bytes(32)
        settings = self._config.settings
        room, raws = Room.open(code, self._master, options, nonce, now_ms(), wall_ms(), settings)
        self._codes.add(code)
        try:
            await self._store.append(room.game, 0, *raws)
            await self._store.save_room(code, record(Record(room.game, is_house)))
        except StoreError:
            self._codes.discard(code)
            raise
        return self._serve_table(room, is_house=is_house)

    def _serve_table(self, room: Room, *, is_house: bool) -> Table:
        table = Table(room, self._store, is_house=is_house)
        self._tables[room.code] = table
        self._nursery.start_soon(table.run)
        return table

    async def _house_room(self, options: Mapping[str, Any]) -> Table:
        """The room for this machine's own players: that of an earlier start if nobody began to play there."""
        waiting = (t for t in self._tables.values() if t.is_house and t.room.state.phase is Phase.LOBBY)
        return next(waiting, None) or await self.open_room(options, is_house=True)

    async def told(self) -> Started:
        """What to tell the person who started the server; opens the room of `play`."""
        url = self._hosts.base(self._here, None)
        if self._config.play is None:
            return Started(url, self._lan_url, self._fingerprint)
        table = await self._house_room(self._config.play)
        link = self._links.room(self._here, table.code)
        text = io.StringIO()
        qr_code(link).terminal(text, border=2, compact=True)
        return Started(url, self._lan_url, self._fingerprint, table.code, link, text.getvalue())

    # Connections

    async def accept(self, listeners: list[trio.SocketListener], stop: trio.Event) -> None:
        """Serve connections until `stop`, then tell each that the server will be back."""
        async with trio.open_nursery() as doors:
            accepting = trio.CancelScope()
            doors.start_soon(self._accept, listeners, doors, accepting)
            await stop.wait()
            accepting.cancel()
            with trio.move_on_after(STOP_SECONDS):
                await self._send_away()
            doors.cancel_scope.cancel()

    async def _accept(
        self, listeners: list[trio.SocketListener], doors: trio.Nursery, accepting: trio.CancelScope
    ) -> None:
        with accepting:
            await trio.serve_listeners(self._serve_stream, listeners, handler_nursery=doors)

    async def _send_away(self) -> None:
        connections = tuple(self._connections)
        for connection in connections:
            connection.end(RESTARTING, Restart(RETRY_MS))
        for connection in connections:
            await connection.ended.wait()

    async def _serve_stream(self, stream: trio.SocketStream) -> None:
        """Serve one connection; whatever goes wrong with it stays with it."""
        try:
            address = str(stream.socket.getpeername()[0])
            if self._doorman.enter(address):
                try:
                    await self._serve_http(stream)
                finally:
                    self._doorman.leave(address)
            else:
                await stream.send_all(TOO_MANY)
        except* (trio.BrokenResourceError, trio.ClosedResourceError, OSError):
            pass  # the peer is gone
        except* Exception:
            log.exception("a connection failed")

    async def _serve_http(self, stream: trio.SocketStream) -> None:
        address, port, *_ = stream.socket.getsockname()

        def knows(host: str) -> bool:
            return self._hosts.knows(host, address, port)

        async def talk(read: bytes, head: Head) -> None:
            await self._talk(stream, read, head.host)

        await serve_http(stream, knows, self._pages.answer, talk)

    async def _talk(self, stream: trio.SocketStream, read: bytes, host: str) -> None:
        session = TableSession(self._secret, host, secrets.token_bytes(32))
        connection = Connection(session, self._tables.get, self.open_room)
        self._connections.add(connection)
        try:
            await connection.run(stream, read)
        finally:
            self._connections.discard(connection)
            connection.ended.set()


def _own_host(host: str, port: int) -> str:
    """By what Host header a person at this machine reaches a server bound to `host`."""
    if host in {"localhost", "127.0.0.1", "::1", "0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return f"localhost:{port}"
    return host_of(f"http://{f'[{host}]' if ':' in host else host}:{port}")


def _lan_url(host: str, port: int) -> str | None:
    """The URL for others in the network, where a server bound to this host is reached from there."""
    if host == "localhost":
        return None
    with suppress(ValueError):
        bound = plain_address(host)
        if bound.is_loopback:
            return None
        if not bound.is_unspecified:
            return f"http://{_own_host(host, port)}"
    address = lan_address()
    return address and f"http://{address}:{port}"
