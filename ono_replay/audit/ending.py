"""Who was there and how it ended: seats given to the computer, cosignatures, the seal, a simulator's note."""

from __future__ import annotations

from collections.abc import Iterator

from ono_core.game import events as ev
from ono_core.game.decider import is_over
from ono_core.game.state import contributors
from ono_replay.audit.case import Case
from ono_replay.audit.findings import TABLE, UNKNOWN, Finding, seat_name


def presence(case: Case) -> Iterator[Finding]:
    """Players for whom the computer played, and logs that a simulator made."""
    for step, away in case.events(ev.SeatToBot):
        span = f"from entry {step.index} to {_came_back(case, step.index, away.seat)}"
        yield Finding("by-computer", step.index, seat_name(away.seat), f"why: {away.why}; {span}")
    for step, note in case.events(ev.NoteSimulated):
        yield Finding("simulated", step.index, TABLE, f"seed {note.seed}")


def _came_back(case: Case, since: int, seat: int) -> str:
    """The entry in which the player of a seat came back, or that it did not happen."""
    entries = (step.index for step, back in case.events(ev.SeatBack) if back.seat == seat and step.index > since)
    back = next(entries, None)
    return "the end" if back is None else f"entry {back}"


def ending(case: Case) -> Iterator[Finding]:
    """Who did not sign the end, and whether it is one."""
    for step, sealed in case.events(ev.Sealed):
        for seat in sealed.missing:
            yield Finding("not-cosigned", step.index, seat_name(seat), "no cosignature when the log was sealed")
    if case.replay.torn:
        yield Finding("torn", len(case.steps), UNKNOWN, f"{case.replay.torn} bytes after the last whole entry")
    if not is_over(case.book.state):
        yield Finding("unsealed", None, TABLE, f"the last entry is {case.book.head.index}{_unsigned(case)}")


def _unsigned(case: Case) -> str:
    """Who has yet to sign the end, once there is one."""
    state = case.book.state
    if not case.events(ev.GameEnded):
        return ""
    waiting = [number for number in contributors(state) if number not in state.cosigned]
    return f"; the end is not signed by {', '.join(map(seat_name, waiting))}" if waiting else "; all have signed"
