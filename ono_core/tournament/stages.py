"""What may be drawn next, and who would be drawn: the one place that tells the formats apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from ono_core.tournament import events as ev
from ono_core.tournament.pairing import Limits, sizes
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.settings import Format
from ono_core.tournament.standings import UNIT, best, going_on, standings
from ono_core.tournament.state import Phase, State


class Stage(Struct, frozen=True):
    """A draw that may be made: its number, whether it is of a round or of the final, and who is drawn, rising."""

    round: int
    stage: ev.Stage
    players: tuple[int, ...]


def next_stage(state: State) -> Stage | Refusal:
    """What may be drawn now, or why nothing may."""
    if state.phase is Phase.NEW:
        return Refusal("not-open")
    if state.phase is Phase.FINISHED:
        return Refusal("finished")
    if state.paused:
        return Refusal("paused")
    running = [f"table {table.number} of round {one.number}" for one, table in state.tables() if not table.result]
    if running:
        return Refusal("tables-running", ", ".join(running[:3]))
    stage = _NEXT[state.settings.format](state) if len(state.rounds) < len(state.seeds) else None
    if stage is None:
        return Refusal("no-round-left")
    return stage if _can_be_drawn(state, stage) else Refusal("too-few-players", str(len(stage.players)))


def may_join(state: State) -> bool:
    """Whether a round will be drawn that newcomers could be drawn for."""
    if state.phase is Phase.FINISHED or any(one.stage == "final" for one in state.rounds):
        return False
    return len(state.rounds) < (state.settings.rounds or 1)


def by_standings(state: State, number: int) -> bool:
    """Whether what came before settled who was drawn for this round."""
    return state.round(number).stage == "final" or (state.settings.format == "knockout" and number > 1)


def limits(state: State) -> Limits:
    """How many may sit at a table of a round."""
    table = state.settings.table
    return Limits(table.smallest, table.size, table.largest)


def _can_be_drawn(state: State, stage: Stage) -> bool:
    return len(stage.players) >= 2 if stage.stage == "final" else sizes(len(stage.players), limits(state)) != ()


def _by_points(state: State) -> Stage | None:
    """So many rounds, and then the final if there is one."""
    number, seats = len(state.rounds) + 1, state.settings.final.seats
    if number <= state.settings.rounds:
        return Stage(number, "round", state.present)
    return Stage(number, "final", tuple(sorted(best(state, state.present)[:seats])))


def _match(state: State) -> Stage | None:
    """Rounds until somebody has the points."""
    reached = any(row.points >= UNIT * state.settings.match.target for row in standings(state))
    return None if reached and state.rounds else Stage(len(state.rounds) + 1, "round", state.present)


def _knockout(state: State) -> Stage | None:
    """Rounds of those who go on, until they fit at one table."""
    if not state.rounds:
        left = state.present
    elif state.rounds[-1].stage == "final":
        return None
    else:
        left = tuple(player for player in going_on(state) if player in state.present)
        if len(left) < 2:
            return None
    return Stage(len(state.rounds) + 1, "final" if len(left) <= state.settings.table.largest else "round", left)


_NEXT: Final[Mapping[Format, Callable[[State], Stage | None]]] = {
    "points": _by_points,
    "groups": _by_points,
    "match": _match,
    "knockout": _knockout,
}
