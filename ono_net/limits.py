"""How much one connection or one address may ask for."""

from __future__ import annotations

from collections import Counter
from ipaddress import ip_address

CONNECTIONS = 2000
"""At once, of the whole server."""

CONNECTIONS_PER_ADDRESS = 64
"""At once; loopback, where a proxy may stand for many, is not counted."""

ROOMS = 10_000
"""Open at once."""

ROOMS_PER_SECOND = 0.1
ROOMS_AT_ONCE = 10
"""Opened by one connection."""

MESSAGES_PER_SECOND = 50
MESSAGES_AT_ONCE = 100


class TooMany(Exception):
    """A limit was met; the text says which."""


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    __slots__ = ("_burst", "_rate", "_tokens", "_when")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Start full; times are seconds of one clock."""
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._when = now

    def take(self, now: float) -> float:
        """Take one token, and say how many seconds to wait until it is really there: 0 if it is."""
        self._tokens = min(self._burst, self._tokens + (now - self._when) * self._rate) - 1
        self._when = now
        return max(0.0, -self._tokens / self._rate)


class Doorman:
    """Counts connections by address."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether one more from this address may come in; if so it is counted."""
        if self._inside.total() >= CONNECTIONS:
            return False
        if self._inside[address] >= CONNECTIONS_PER_ADDRESS and not ip_address(address).is_loopback:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Undo one `enter`."""
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]
