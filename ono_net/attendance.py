"""Who follows a room, and its table's clock, which stands still while nobody does and while the host lets it."""

from __future__ import annotations


class Attendance:
    """The identities that are there. The clock shows ms since the log began (log.md section 5)."""

    def __init__(self, now: int, clock: int = 0, *, is_paused: bool = False) -> None:
        """Nobody is there; the clock shows this at `now`, in ms of the caller's steady clock."""
        self.present: set[bytes] = set()
        self.is_paused = is_paused
        self._zero = now - clock
        self._stands_at = now

    @property
    def _runs(self) -> bool:
        return bool(self.present) and not self.is_paused

    def arrived(self, identity: bytes, now: int) -> None:
        """Note that an identity follows the room; the first to come sets the clock going."""
        ran = self._runs
        self.present.add(identity)
        self._turn(ran, now)

    def departed(self, identity: bytes, now: int) -> None:
        """Note that an identity follows the room no more; with the last to go the clock stands."""
        ran = self._runs
        self.present.discard(identity)
        self._turn(ran, now)

    def pause(self, now: int, *, on: bool) -> None:
        """Let the clock stand still whoever is there, or go on."""
        ran, self.is_paused = self._runs, on
        self._turn(ran, now)

    def _turn(self, ran: bool, now: int) -> None:  # noqa: FBT001 - whether it ran so far
        if ran and not self._runs:
            self._stands_at = now
        elif self._runs and not ran:
            self._zero += now - self._stands_at

    def clock(self, now: int) -> int:
        """What the clock shows."""
        return (now if self._runs else self._stands_at) - self._zero

    def when(self, clock: int) -> int:
        """When the clock shows this, if it does not stand until then."""
        return self._zero + clock
