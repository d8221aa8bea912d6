"""Since when a table waits, by its own clock: what its deadlines are counted from, and what an audit compares.

The clock stands still for a seat while a shuffle is open: who is asked after it has all its time, and the time to catch
a missed call goes on where it stopped.
"""

from __future__ import annotations

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.rules import Rules
from ono_core.game.ruleset import Ruleset
from ono_core.game.state import State
from ono_core.log.book import Checked

SHORT_AFTER = 2
"""Times that a seat lets its clock run out before it is shortened (S2)."""


def turn_ms(ruleset: Ruleset, misses: int) -> int | None:
    """The time that a seat has to act, if there is a clock."""
    if not ruleset.clock_ms:
        return None
    return min(ruleset.clock_ms, ruleset.clock_short_ms) if misses >= SHORT_AFTER else ruleset.clock_ms


class Timing:
    """A fold beside the book's."""

    def __init__(self) -> None:
        """A table that waits for nobody yet."""
        self.asked_at = 0
        """The clock when a seat was asked, a shuffle begun or a round ended: what the table waits for now."""
        self.missed: dict[int, int] = {}
        """Seat with a missed call -> the clock when its grace began, or when it could be caught."""
        self.stands_at: int | None = None
        """The clock when the host let the table stand still, until it goes on."""
        self.given_ms = 0
        """How much longer who directs the game lets the seat take that is on turn."""
        self._shuffle_at = 0

    def take(self, before: State, checked: Checked) -> None:
        """The next entry, with the state before it."""
        after, clock = checked.state, checked.entry.clock
        if (after.step, after.shuffle) != (before.step, before.shuffle):
            self._wait(clock)
        for event in checked.entry.events:
            self._notice(event, clock)
        if self.missed:
            exposed = {one.seat for one in after.exposed}
            self.missed = {seat: since for seat, since in self.missed.items() if seat in exposed}

    def _wait(self, clock: int) -> None:
        self.asked_at, self.given_ms = clock, 0

    def _notice(self, event: ev.Event, clock: int) -> None:
        match event:
            case ev.Resumed() | ev.RoundEnded():
                self._wait(clock)
            case ev.NoteTimeGiven():
                self.given_ms += event.ms
            case ev.Exposed() | ev.CatchOpened():
                self.missed[event.seat] = clock
            case ev.NotePause():
                self.stands_at = clock if event.on else None
            case ev.GameEnded():
                self.stands_at = None
            case ev.ShuffleBegun():
                self._shuffle_at = clock
            case ev.ShuffleClosed():
                stood = clock - self._shuffle_at
                self.missed = {seat: since + stood for seat, since in self.missed.items()}
            case _:
                pass

    def due(self, rules: Rules, state: State, act: cmd.Act) -> int | None:
        """The clock from which the table may do this, or None if it does not wait for a time."""
        ruleset = rules.ruleset
        match act:
            case cmd.TimeOut() if state.turn is not None:
                length = turn_ms(ruleset, state.misses[state.turn])
                return None if length is None else self.asked_at + length + self.given_ms
            case cmd.OpenCatch():
                return self.missed[act.seat] + ruleset.catch_grace_ms if act.seat in self.missed else None
            case cmd.CloseCatch():
                return self.missed[act.seat] + ruleset.catch_ms if act.seat in self.missed else None
            case _:
                return None
