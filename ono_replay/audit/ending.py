"""Who was there and how it ended: seats given to the computer, cosignatures, the seal, a simulator's note."""

from __future__ import annotations

from collections.abc import Iterator

from ono_core.game import events as ev
from ono_core.game.decider import is_over
from ono_replay.audit.case import Case
from ono_replay.audit.findings import TABLE, Finding, seat_name


def presence(case: Case) -> Iterator[Finding]:
    """Players for whom the computer played, and logs that a simulator made."""
    for step, away in case.events(ev.SeatToBot):
        yield Finding("by-computer", step.index, seat_name(away.seat), f"why: {away.why}")
    for step, note in case.events(ev.NoteSimulated):
        yield Finding("simulated", step.index, TABLE, f"seed {note.seed}")


def ending(case: Case) -> Iterator[Finding]:
    """Who did not sign the end, and whether it is one."""
    for step, sealed in case.events(ev.Sealed):
        for seat in sealed.missing:
            yield Finding("not-cosigned", step.index, seat_name(seat), "no cosignature when the log was sealed")
    if case.replay.torn:
        yield Finding("torn", len(case.steps), TABLE, f"{case.replay.torn} bytes after the last whole entry")
    if not is_over(case.book.state):
        yield Finding("unsealed", None, TABLE, f"the last entry is {case.book.head.index}")
