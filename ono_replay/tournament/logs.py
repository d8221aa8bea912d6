"""What the audit of a tournament needs of one game's log; made apart from all else, in another process if need be."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from ono_core.game import events as ev
from ono_core.game.state import State
from ono_core.log.file import NotALog
from ono_replay.audit import Report, audit
from ono_replay.deal import deals
from ono_replay.replay import Replay, read
from ono_replay.tournament.results import Outcome, outcome


class Dealt(Struct, frozen=True):
    """What a seat was dealt of one measure in all rounds of a game: its sum, and mean and deviation by chance."""

    seat: int
    measure: str
    total: int
    mean: float
    deviation: float


class Calls(Struct, frozen=True):
    """By seat: how often one came to a single card, how often without the call, and how often one caught another."""

    lasts: int
    missed: int
    caught: int


class GameLog(Struct, frozen=True):
    """One log, looked through.

    ``report`` is its own audit; ``identities`` are the keys in the seats, empty for none; ``hashes`` are of its
    entries, ``nonce`` that of its genesis; ``rules`` the ruleset it was played by, None before the start. ``stops``
    counts pauses and restarts.
    """

    report: Report
    nonce: bytes = b""
    organiser: bytes = b""
    identities: tuple[bytes, ...] = ()
    hashes: tuple[bytes, ...] = ()
    rules: dict[str, Any] | None = None
    outcome: Outcome | None = None
    dealt: tuple[Dealt, ...] = ()
    calls: tuple[Calls, ...] = ()
    stops: int = 0


def looked_through(data: bytes) -> GameLog:
    """Audit a log and gather what stands in it; one that is no log has an unreadable report and nothing else."""
    report = audit(data, every_signature=False)
    try:
        replay = read(data)
    except NotALog:
        return GameLog(report)
    events = [event for step in replay.steps for event in step.entry.events]
    opened = next((event for event in events if isinstance(event, ev.LogOpened)), None)
    started = next((event for event in events if isinstance(event, ev.GameStarted)), None)
    state = replay.book.state
    return GameLog(
        report=report,
        nonce=opened.nonce if opened else b"",
        organiser=(opened.host if opened else None) or b"",
        identities=tuple(seat.identity if seat else b"" for seat in state.seats),
        hashes=tuple(replay.book.hashes),
        rules=dict(started.ruleset) if started else None,
        outcome=outcome(state, len(state.seats)),
        dealt=_dealt(replay),
        calls=_calls(replay, state),
        stops=sum(isinstance(event, ev.Resumed) or (isinstance(event, ev.NotePause) and event.on) for event in events),
    )


def _dealt(replay: Replay) -> tuple[Dealt, ...]:
    return tuple(
        Dealt(row.seat, measure, row.sums[measure], chance.mean, chance.deviation)
        for row in deals(replay).table()
        for measure, chance in row.chances.items()
    )


def _calls(replay: Replay, state: State) -> tuple[Calls, ...]:
    """Counted where one calls by hand; elsewhere nobody is ever exposed."""
    lasts, missed, caught = Counter[int](), Counter[int](), Counter[int]()
    for step in replay.steps:
        for event in step.entry.events:
            match event:
                case ev.Exposed(seat=seat):
                    missed[seat] += 1
                case ev.Caught(by=by):
                    caught[by] += 1
                case ev.Played(seat=seat) if len(step.after.hands[seat]) == 1:
                    lasts[seat] += 1
                case _:
                    pass
    return tuple(Calls(lasts[seat], missed[seat], caught[seat]) for seat in range(len(state.seats)))
