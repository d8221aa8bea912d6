"""By which names the server knows itself (spec/protocol.md 1).

A page of another site can point its own name at this machine; its Host header gives it away. And a relay in
between cannot use a client's proof here, for the client signed the host it meant to reach.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec import Struct

from ono_net.limits import Address

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::([0-9]{1,5}))?")
_DEFAULT_PORTS = {"http": 80, "https": 443}


class Hosts(Struct, frozen=True):
    """Judges Host headers, and knows how to write links; `public` is the server's URL as others see it."""

    public: str | None = None
    is_secure: bool = False
    """Whether the port speaks TLS."""

    @property
    def scheme(self) -> str:
        """How URLs of the port itself begin."""
        return "https" if self.is_secure else "http"

    def knows(self, host: str, address: str, port: int) -> bool:
        """Whether this Host header names the server, for a connection that came in at `address` and `port`.

        It does if it is that of the public URL, a loopback name, or the very address that was reached.
        """
        if self.public is not None and host == host_of(self.public):
            return True
        match = _HOST.fullmatch(host)
        if match is None or int(match[2] or _DEFAULT_PORTS[self.scheme]) != port:
            return False
        return match[1] == "localhost" or _is_here(match[1].strip("[]"), plain_address(address))

    def base(self, host: str, lan: str | None) -> str:
        """The URL for links to show to others: the public one, else `lan` for a page opened through loopback."""
        if self.public is not None:
            return self.public.rstrip("/")
        match = _HOST.fullmatch(host)
        name = match[1].strip("[]") if match else ""
        return lan if lan and is_loopback(name) else f"{self.scheme}://{host}"


def host_of(url: str) -> str:
    """The Host header of a URL, as browsers send it: no port where it is the default one."""
    parts = urlsplit(url)
    name = parts.hostname or ""
    shown = f"[{name}]" if ":" in name else name
    secure = parts.scheme in {"https", "wss"}
    default = _DEFAULT_PORTS["https" if secure else "http"]
    return shown if parts.port in {None, default} else f"{shown}:{parts.port}"


def plain_address(text: str) -> Address:
    """The address, an IPv4 one inside IPv6 unwrapped."""
    address = ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def lan_address() -> str | None:
    """This machine's address in its network, if it has one: that of the interface that leads out. Sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737): only the route is looked up
        address = str(probe.getsockname()[0])
        return None if plain_address(address).is_loopback else address
    return None


def is_loopback(name: str) -> bool:
    """Whether only this machine itself reaches an address or name."""
    try:
        return plain_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def own_host(host: str, port: int, scheme: str) -> str:
    """By what Host header a person at this machine reaches a server bound to `host`."""
    if host in {"localhost", "127.0.0.1", "::1", "0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return host_of(f"{scheme}://localhost:{port}")
    return host_of(f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}")


def lan_url(host: str, port: int, scheme: str) -> str | None:
    """The URL for others in the network, where a server bound to this host is reached from there."""
    if is_loopback(host):
        return None
    with suppress(ValueError):
        if not plain_address(host).is_unspecified:
            return f"{scheme}://{own_host(host, port, scheme)}"
    address = lan_address()
    return address and f"{scheme}://{host_of(f'{scheme}://{address}:{port}')}"


def _is_here(name: str, reached: Address) -> bool:
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address == reached
