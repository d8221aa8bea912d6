"""Whether a server can run here with a config, one function a check; nothing is changed, and nothing is left behind."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import secrets
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

import trio
from msgspec import Struct

from ono_core.fair.keys import fingerprint, public_key
from ono_net.admin import HOST
from ono_net.client import Ended, connect
from ono_net.config import Config
from ono_net.dealer import table_secret
from ono_net.hosts import is_loopback, lan_address
from ono_net.secrets import NAME, BadSecret, master_secret
from ono_net.server import SPARE_FILES, STORE
from ono_net.store import StoreError
from ono_net.store.sqlite import OLDEST_SQLITE
from ono_net.store.upkeep import check
from ono_net.tls import BadCertificate, server_context, validity

Status: TypeAlias = Literal["ok", "warn", "fault"]

OLDEST_PYTHON: Final = (3, 11)
WRITTEN: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right shows an earlier time."""

LITTLE_SPACE: Final = 1_000_000_000
NO_SPACE: Final = 100_000_000
"""Bytes: a game needs some 100,000 of them."""

EXPIRES_SOON: Final = timedelta(days=14)
ANSWER_SECONDS: Final = 10


class Finding(Struct, frozen=True):
    """What a check found; `mend` says what to do about it, empty where there is nothing to do."""

    name: str
    status: Status
    words: str
    mend: str = ""


Check: TypeAlias = Callable[[Config], Iterator[Finding]]


def examine(config: Config) -> list[Finding]:
    """What all checks find, in order."""
    return [finding for check in CHECKS for finding in check(config)]


# What is here


def _versions(_config: Config) -> Iterator[Finding]:
    python = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info >= OLDEST_PYTHON:
        yield Finding("python", "ok", python)
    else:
        yield Finding("python", "fault", python, "install Python 3.11 or newer")
    if sqlite3.sqlite_version_info >= OLDEST_SQLITE:
        yield Finding("sqlite", "ok", sqlite3.sqlite_version)
    else:
        yield Finding("sqlite", "fault", sqlite3.sqlite_version, "use a Python with SQLite 3.37 or newer")


def _clock(config: Config) -> Iterator[Finding]:
    now = datetime.now(UTC)
    store = config.data / STORE
    newest = datetime.fromtimestamp(store.stat().st_mtime, UTC) if store.exists() else WRITTEN
    if now < max(newest, WRITTEN):
        words = f"it shows {now:%Y-%m-%d %H:%M} UTC, which is earlier than the store was last written"
        yield Finding("clock", "fault", words, "set it, best by NTP; certificates and logs depend on it")
    else:
        yield Finding("clock", "ok", f"{now:%Y-%m-%d %H:%M} UTC")


def _files(config: Config) -> Iterator[Finding]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = config.limits.connections + SPARE_FILES
    if hard == resource.RLIM_INFINITY or hard >= wanted:
        yield Finding("open files", "ok", f"{wanted} are allowed")
    else:
        words = f"{hard} are allowed, {wanted} wanted for {config.limits.connections} connections"
        yield Finding("open files", "fault", words, "raise LimitNOFILE (ulimit -Hn), or lower max-connections")


# The data folder


def _folder(config: Config) -> Iterator[Finding]:
    place = next(path for path in (config.data, *config.data.parents) if path.exists())
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        yield Finding("data folder", "fault", f"{place} cannot be written to", f"chown it to the user: {os.getuid()}")
    elif place == config.data and place.stat().st_mode & 0o077:
        words = f"{place} can be read by others, and with it every room code"
        yield Finding("data folder", "warn", words, f"chmod 700 {place}")
    else:
        yield Finding("data folder", "ok", f"{config.data}{'' if place == config.data else ' (made at the start)'}")
    yield _space(place)


def _space(place: Path) -> Finding:
    free = shutil.disk_usage(place).free
    words = f"{free // 1_000_000} MB free"
    if free < NO_SPACE:
        return Finding("disk", "fault", words, "make room: a full disk lets no game go on")
    return Finding("disk", "warn", words, "make room soon") if free < LITTLE_SPACE else Finding("disk", "ok", words)


def _store(config: Config) -> Iterator[Finding]:
    path = config.data / STORE
    if not path.exists():
        yield Finding("store", "ok", "made at the first start")
        return
    try:
        found = check(path, every_game=False)
    except StoreError as error:
        yield Finding("store", "fault", str(error), "restore a backup")
        return
    if found.damage:
        words = f"{len(found.damage)} of {found.rooms} rooms are damaged"
        yield Finding("store", "fault", words, "`ono store check` names game and entry; these rooms are left out")
    else:
        yield Finding("store", "ok", f"{found.rooms} rooms, {found.entries} entries")


def _secret(config: Config) -> Iterator[Finding]:
    if not (config.data / NAME).exists():
        if (config.data / STORE).exists():
            words = "it is gone, though there is a store: its games cannot go on"
            yield Finding("secret", "fault", words, f"put the file of `ono secret export` there as {NAME}")
        else:
            yield Finding("secret", "ok", "made at the first start")
        return
    try:
        master_secret(config.data)
    except (BadSecret, OSError) as error:
        yield Finding("secret", "fault", str(error), "see what it says")
    else:
        yield Finding("secret", "ok", "there, for this user alone")


# The network


def _port(config: Config) -> Iterator[Finding]:
    for name, host, port in _ports(config):
        try:
            family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            with socket.socket(family, kind, proto) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
        except OSError as error:
            yield _taken(config, name, port, error)
        else:
            yield Finding(name, "ok", f"{port} is free")


def _ports(config: Config) -> Iterator[tuple[str, str, int]]:
    yield "port", config.host, config.port
    if config.admin_port:
        yield "admin port", HOST, config.admin_port


def _taken(config: Config, name: str, port: int, error: OSError) -> Finding:
    if error.errno == errno.EADDRINUSE and is_running(config):
        return Finding(name, "ok", f"{port} is in use, as is the store: the server runs")
    if error.errno == errno.EACCES:
        return Finding(name, "fault", f"{port} is not for this user", "take one above 1023, or a proxy in front")
    return Finding(name, "fault", f"{port}: {(error.strerror or str(error)).lower()}", "choose another")


def is_running(config: Config) -> bool:
    """Whether a server holds the store of this config."""
    lock = config.data / f"{STORE}.lock"
    if not lock.exists():
        return False
    with lock.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _network(config: Config) -> Iterator[Finding]:
    address = lan_address()
    if is_loopback(config.host):
        mend = "" if config.public_url else "for others give --host 0.0.0.0, or a proxy and --public-url"
        yield Finding("network", "ok", "only this machine reaches the port", mend)
    elif address:
        yield Finding("network", "ok", f"others in the network reach it at {address}")
    else:
        yield Finding("network", "warn", "this machine has no address in a network", "connect it")
    if config.public_url and not config.tls and not config.proxies:
        words = "a public URL without TLS here means a proxy, and none is trusted: all players share one address"
        yield Finding("proxy", "warn", words, "set trusted-proxies, so that limits count players and not the proxy")


def _certificate(config: Config) -> Iterator[Finding]:
    if config.tls is None:
        return
    try:
        server_context(config.tls)
        found = validity(config.tls.cert)
    except BadCertificate as error:
        yield Finding("certificate", "fault", str(error), "name the files that belong together")
        return
    now = datetime.now(UTC)
    words = f"for {', '.join(found.names) or 'no name'}, until {found.ends:%Y-%m-%d}"
    if not found.begins <= now <= found.ends:
        yield Finding("certificate", "fault", f"{words}: not valid now", "renew it, then send the server SIGHUP")
    elif config.public_url and not _is_for(urlsplit(config.public_url).hostname or "", found.names):
        mend = "get one that has this name, or change public-url"
        yield Finding("certificate", "fault", f"{words}: not for {config.public_url}", mend)
    elif found.ends - now < EXPIRES_SOON:
        yield Finding("certificate", "warn", words, "renew it, then send the server SIGHUP")
    else:
        yield Finding("certificate", "ok", words)


def _is_for(host: str, names: tuple[str, ...]) -> bool:
    """Whether one of a certificate's names is this host's, a star in place of its first label counted."""
    return bool({host, f"*.{host.partition('.')[2]}"} & {name.lower() for name in names})


def _public(config: Config) -> Iterator[Finding]:
    if config.public_url is None:
        return
    if config.public_url.startswith("http://") and not is_loopback(urlsplit(config.public_url).hostname or ""):
        words = "without TLS a network can change the page and read along"
        yield Finding("public URL", "warn", words, "get a certificate: tls-cert and tls-key, or a proxy that has one")
    if not is_running(config):
        words = f"{config.public_url} is not tried, as no server runs"
        yield Finding("public URL", "warn", words, "start the server, then ask again")
        return
    try:
        wanted = fingerprint(public_key(table_secret(master_secret(config.data))))
    except BadSecret:
        return  # told already
    try:
        trio.run(_greet, config.public_url, wanted)
    except* Ended as group:
        ended = group.exceptions[0]
        words = f"{config.public_url}: {ended}"
        yield Finding("public URL", "fault", words, "see that DNS, proxy and firewall lead to this server's /ws")
    except* trio.TooSlowError:
        yield Finding("public URL", "fault", f"{config.public_url} does not answer", "see DNS, proxy and firewall")
    else:
        yield Finding("public URL", "ok", f"{config.public_url} answers with this server's table key")


async def _greet(url: str, wanted: str) -> None:
    with trio.fail_after(ANSWER_SECONDS):
        async with connect(url, secrets.token_bytes(32), fingerprint=wanted):
            pass


CHECKS: Final[tuple[Check, ...]] = (
    _versions,
    _clock,
    _files,
    _folder,
    _store,
    _secret,
    _port,
    _network,
    _certificate,
    _public,
)
