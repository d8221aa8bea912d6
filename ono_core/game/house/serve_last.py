"""``serve_last``: cards owed for a last card are drawn before hands are counted, without answer or challenge (S1)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.rules import Move, Outcome, Rules, Situation
from ono_core.game.state import Task

_OWED = {Kind.DRAW_TWO: 2, Kind.WILD_DRAW_FOUR: 4}


def amend(rules: Rules) -> Rules:
    """Going out with a draw card makes the next seat draw first."""

    def going_out(now: Situation, move: Move) -> Outcome:
        ended, state = rules.going_out(now, move), now.state
        count = _OWED.get(now.top.kind, 0) * len(move.slots)
        if not count:
            return ended
        total = count + (state.debt.total if state.debt else 0)
        return Outcome(ended.events, (Task("draw", state.neighbour(move.seat), total, "owed"), *ended.tasks))

    return replace(rules, going_out=going_out)
