"""What a server is started with, as values; where they come from is said in parameters.py."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any

from msgspec import Struct

from ono_net.limits import Limits
from ono_net.room import Settings

Network = IPv4Network | IPv6Network


class Certificate(Struct, frozen=True):
    """The files of a TLS certificate (with its chain) and its private key, both PEM."""

    cert: Path
    key: Path


class Config(Struct, frozen=True):
    """What a server is started with.

    `play` are the options of a room to open at once, None for none; `public_url` is the server's URL as others
    see it, where it is not simply an address of this machine. `proxies` are those whose X-Forwarded-For is believed.
    `admin_port` is None for no admin port. `organisers` are the fingerprints of those who may prepare rooms. A room
    that nobody entered for `room_days` is closed.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 8765
    public_url: str | None = None
    settings: Settings = Settings()
    play: Mapping[str, Any] | None = None
    tls: Certificate | None = None
    proxies: tuple[Network, ...] = ()
    admin_port: int | None = None
    organisers: frozenset[str] = frozenset()
    drain_seconds: float = 20.0
    room_days: float = 7.0
    limits: Limits = Limits()
