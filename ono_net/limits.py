"""How much one connection, one address or everybody together may ask for."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import Final

from msgspec import Struct

ROOMS_PER_SECOND: Final = 0.1
ROOMS_AT_ONCE: Final = 10
"""Opened from one address."""

MESSAGES_PER_SECOND: Final = 50
MESSAGES_AT_ONCE: Final = 100
"""Of one connection."""

BYTES_PER_SECOND: Final = 65_536
BYTES_AT_ONCE: Final = 1_048_576
"""Sent by one connection."""

EMOTES_PER_SECOND: Final = 1 / 4
EMOTES_AT_ONCE: Final = 3
"""Of one connection."""

HANDSHAKES_PER_SECOND: Final = 1.0
HANDSHAKES_AT_ONCE: Final = 128
"""WebSockets opened from one address: twice what it may hold at once, so that all may come back after a restart."""

GUESSES_PER_SECOND: Final = 1 / 30
GUESSES_AT_ONCE: Final = 10
"""Wrong room codes from one address."""

LOGS_PER_SECOND: Final = 1.0
LOGS_AT_ONCE: Final = 60
"""Logs and QR codes asked for from one address."""

ADDRESSES: Final = 50_000
"""How many addresses are remembered before those with nothing on their account are forgotten."""

Address = IPv4Address | IPv6Address


class Limits(Struct, frozen=True):
    """What an operator may set: connections at once, those of one address, rooms open at once."""

    connections: int = 2000
    per_address: int = 64
    rooms: int = 10_000


class TooMany(Exception):
    """A limit was met: the text says which, `limit` names it in one word; `wait` is in s, 0 where nobody knows."""

    def __init__(self, limit: str, text: str, wait: float = 0.0) -> None:
        super().__init__(f"{text}: wait {waiting(wait)}" if wait else text)
        self.limit = limit
        self.wait = wait


def waiting(seconds: float) -> str:
    """A time to wait in words, never shorter than it is."""
    return f"{int(seconds) + 1} s"


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    __slots__ = ("_burst", "_rate", "_tokens", "_when")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Start full; times are seconds of one clock."""
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._when = now

    def take(self, now: float, tokens: float = 1) -> float:
        """Take tokens, and say how many seconds to wait until they are really there: 0 if they are."""
        self._fill(now)
        self._tokens -= tokens
        return max(0.0, -self._tokens / self._rate)

    def wait(self, now: float) -> float:
        """How many seconds to wait until one token is there; none is taken."""
        self._fill(now)
        return max(0.0, (1 - self._tokens) / self._rate)

    def is_full(self, now: float) -> bool:
        """Whether nothing is owed."""
        self._fill(now)
        return self._tokens >= self._burst

    def _fill(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + (now - self._when) * self._rate)
        self._when = now


class Visitor:
    """The account of one address: what it holds and what it has used up."""

    __slots__ = ("address", "connections", "excused", "guesses", "handshakes", "logs", "rooms")

    def __init__(self, address: Address, now: float) -> None:
        """Nothing is used up yet."""
        self.address = address
        self.connections = 0
        self.excused = 0
        """Those among them that do not count."""
        self.handshakes = Bucket(HANDSHAKES_PER_SECOND, HANDSHAKES_AT_ONCE, now)
        self.guesses = Bucket(GUESSES_PER_SECOND, GUESSES_AT_ONCE, now)
        self.rooms = Bucket(ROOMS_PER_SECOND, ROOMS_AT_ONCE, now)
        self.logs = Bucket(LOGS_PER_SECOND, LOGS_AT_ONCE, now)

    def is_blank(self, now: float) -> bool:
        """Whether forgetting this account would change nothing."""
        buckets = (self.handshakes, self.guesses, self.rooms, self.logs)
        return not self.connections and all(bucket.is_full(now) for bucket in buckets)

    def shake_hands(self, now: float) -> None:
        """Count a WebSocket; TooMany where there were too many of late."""
        if wait := self.handshakes.wait(now):
            raise TooMany("handshakes", f"{HANDSHAKES_AT_ONCE} connections at once and one a second expected", wait)
        self.handshakes.take(now)

    @contextmanager
    def excusing(self, now: float) -> Generator[None]:
        """A connection of this address that is there for others, an organiser's, does not count while this lasts."""
        self.excused += 1
        self.handshakes.take(now, -1)
        try:
            yield
        finally:
            self.excused -= 1

    def may_guess(self, now: float) -> None:
        """TooMany if this address has named so many wrong codes that not even a right one is answered now."""
        if wait := self.guesses.wait(now):
            per_minute = round(60 * GUESSES_PER_SECOND)
            raise TooMany("guesses", f"{GUESSES_AT_ONCE} wrong codes at once and {per_minute} a minute expected", wait)

    def ask_log(self, now: float) -> None:
        """Count a log or a QR code; TooMany where there were too many of late."""
        if wait := self.logs.wait(now):
            raise TooMany("logs", f"{LOGS_AT_ONCE} files at once and one a second expected", wait)
        self.logs.take(now)


class Doorman:
    """Keeps the accounts of addresses: an IPv6 network of 64 bits is one address.

    Loopback has no account, for a proxy may stand there for many: each of its connections is its own visitor.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._visitors: dict[object, Visitor] = {}
        self._most = ADDRESSES
        self.inside = 0

    @contextmanager
    def entering(self) -> Generator[None]:
        """One more connection of the server while this lasts; TooMany if it is full."""
        if self.inside >= self._limits.connections:
            raise TooMany("connections", f"{self._limits.connections} connections expected at most")
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1

    def visitor(self, address: Address, now: float) -> Visitor:
        """The account of this address."""
        if address.is_loopback:
            return Visitor(address, now)
        key = IPv6Network((address, 64), strict=False) if isinstance(address, IPv6Address) else address
        if key not in self._visitors and len(self._visitors) >= self._most:
            self._visitors = {key: one for key, one in self._visitors.items() if not one.is_blank(now)}
            self._most = max(ADDRESSES, 2 * len(self._visitors))  # so that looking through them stays rare
        return self._visitors.setdefault(key, Visitor(address, now))

    @contextmanager
    def holding(self, visitor: Visitor) -> Generator[None]:
        """One more connection of this visitor while this lasts; TooMany if it has all it may."""
        if visitor.connections - visitor.excused >= self._limits.per_address:
            text = f"{self._limits.per_address} connections of one address expected at most"
            raise TooMany("connections-per-address", text)
        visitor.connections += 1
        try:
            yield
        finally:
            visitor.connections -= 1
