"""Causes: players act for themselves, computers on the turns of the seats they hold, the table at its own times."""

from __future__ import annotations

from ono_core.game import commands as cmd
from ono_core.log.entries import ByBot, ByPlayer, ByTable
from ono_core.log.timing import Timing
from ono_replay.audit.case import Case, by_table
from ono_replay.audit.findings import Finding
from ono_replay.replay import Step


def wrong_cause(step: Step) -> Finding | None:
    """Whether somebody acted who was not the one to do so."""
    match step.entry.cause:
        case ByPlayer():
            said = step.checked.said
            held = said is not None and said.seat is not None and _by_computer(step, said.seat)
            return by_table("wrong-cause", step, "a player acts whose seat the computer holds") if held else None
        case ByBot(seat, act):
            right = isinstance(act, (*cmd.TURN_ACTS, cmd.Catch)) and _by_computer(step, seat)
            return None if right else by_table("wrong-cause", step, f"a computer may not {_named(act)} for seat {seat}")
        case ByTable(act):
            right = _in_time(step.index, act)
            return None if right else by_table("wrong-cause", step, f"the table may not {_named(act)} here")


def too_early(case: Case, timing: Timing, step: Step) -> Finding | None:
    """Whether the table let a time run out before its own clock says so, or let that run while it should stand."""
    cause = step.entry.cause
    if timing.stands_at is not None and step.entry.clock > timing.stands_at:
        words = (
            f"the host let the table stand still at {timing.stands_at} ms, and its clock shows {step.entry.clock} ms"
        )
        return by_table("too-early", step, words)
    due = timing.due(case.rules(step.before), step.before, cause.act) if isinstance(cause, ByTable) else None
    if due is None or step.entry.clock >= due:
        return None
    return by_table("too-early", step, f"due at {due} ms of the table's clock, done at {step.entry.clock} ms")


def _by_computer(step: Step, seat: int) -> bool:
    seats = step.before.seats
    held = seats[seat] if seat < len(seats) else None
    return held is not None and held.by_computer


def _in_time(index: int, act: cmd.Act) -> bool:
    """The log is opened at index 0 and the dealer seated at index 1, and neither again."""
    births: tuple[type[cmd.Act], ...] = (cmd.OpenLog, cmd.SeatDealer)
    return isinstance(act, births[index]) if index < len(births) else not isinstance(act, births)


def _named(act: cmd.Act) -> str:
    return type(act).__name__
