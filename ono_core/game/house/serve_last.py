"""``serve_last``: cards owed for a last card are drawn before hands are counted, without answer or challenge (S1)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.rules import Course, Move, Rules, owed_after
from ono_core.game.state import Task


def amend(rules: Rules) -> Rules:
    """Going out with a draw card makes the next seat draw first."""

    def going_out(now: Course, move: Move) -> None:
        rules.going_out(now, move)
        total = owed_after(now, move)
        if total:
            now.then(Task("draw", now.state.neighbour(move.seat), total, "owed"))

    return replace(rules, going_out=going_out)
