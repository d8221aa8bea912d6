"""Who follows a room, and its table's clock, which stands still while nobody does."""

from __future__ import annotations


class Attendance:
    """The identities that are there. The clock shows ms since the log began (log.md section 5)."""

    def __init__(self, now: int, clock: int = 0) -> None:
        """Nobody is there; the clock shows this at `now`, in ms of the caller's steady clock."""
        self.present: set[bytes] = set()
        self._zero = now - clock
        self._stands_at = now

    def arrived(self, identity: bytes, now: int) -> None:
        """Note that an identity follows the room; the first to come sets the clock going."""
        if not self.present:
            self._zero += now - self._stands_at
        self.present.add(identity)

    def departed(self, identity: bytes, now: int) -> None:
        """Note that an identity follows the room no more; with the last to go the clock stands."""
        if self.present == {identity}:
            self._stands_at = now
        self.present.discard(identity)

    def clock(self, now: int) -> int:
        """What the clock shows."""
        return (now if self.present else self._stands_at) - self._zero

    def when(self, clock: int) -> int:
        """When the clock shows this, if it does not stand until then."""
        return self._zero + clock
