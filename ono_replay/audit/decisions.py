"""Decisions: the rules, asked again with all faces known, say the same as the log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game.decider import decide
from ono_core.game.events import BotSeated, Event, SeatToBot
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Rules
from ono_core.log.entries import ByBot, ByPlayer, ByTable
from ono_core.log.kinds import EVENT_KINDS, NeedsNewer
from ono_replay.audit.case import Case, Unknown, by_table
from ono_replay.audit.findings import Finding
from ono_replay.replay import Step


def undecided(case: Case, step: Step) -> Finding | None:
    """What the rules say instead, or that it cannot be told yet."""
    rules = _rules(case, step)
    if isinstance(rules, ValueError):
        return by_table("undecided", step, f"the options are none of this game's: {rules}")
    try:
        decision = decide(rules, step.before, case.faces, _command(step))
    except Unknown as unknown:
        return by_table("undecidable", step, str(unknown))
    case.decided += 1
    if isinstance(decision, Refusal):
        return by_table("undecided", step, f"the rules refuse it: {decision.code}, {decision.words}")
    if decision == step.entry.events:
        return None
    decision = tuple(map(_of_its_time, decision, step.entry.events + (None,) * len(decision)))
    if decision != step.entry.events:
        return by_table("undecided", step, _difference(step.entry.events, decision))
    return None


def _of_its_time(decided: Event, logged: Event | None) -> Event:
    """A computer that took its seat under an older policy did so rightly: its moves are what cannot be re-run."""
    for kind in (BotSeated, SeatToBot):
        if isinstance(decided, kind) and isinstance(logged, kind) and 0 < logged.version < decided.version:
            return replace(decided, version=logged.version)
    return decided


def _rules(case: Case, step: Step) -> Rules | ValueError:
    try:
        return _in_force(case, step)
    except NeedsNewer:
        raise
    except ValueError as error:
        return error


def _in_force(case: Case, step: Step) -> Rules:
    """The rules before the entry; the options that it sets must be of a version that this program knows too."""
    case.rules(step.after)
    return case.rules(step.before)


def _command(step: Step) -> cmd.Command:
    match step.entry.cause:
        case ByPlayer():
            said = step.checked.said
            assert said is not None, "the book has read the command"
            return cmd.Command(said.seat, said.act, said.step)
        case ByBot(seat, act):
            return cmd.Command(seat, act, step.before.step)
        case ByTable(act):
            return cmd.Command(None, act)


def _difference(logged: Sequence[Event], decided: Sequence[Event]) -> str:
    """The first place where log and rules part."""
    for ours, theirs in zip_longest(decided, logged):
        if ours != theirs:
            return f"expected {_plain(ours)}, got {_plain(theirs)}"
    return ""


def _plain(event: Event | None) -> str:
    return "nothing more" if event is None else f"{EVENT_KINDS.plain(event)!r:.200}"
