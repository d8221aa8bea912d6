"""``call=auto``: the table calls when a play leaves one card (S0.36), so there is nothing to catch (S0.68)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.rules import Course, Move, Rules
from ono_core.game.state import State


def amend(rules: Rules) -> Rules:
    """The table calls by itself."""

    def announced(now: Course, move: Move) -> None:
        now.happen(ev.Called(move.seat))

    def call_limit(_state: State, _seat: int) -> str | None:
        return "call-is-automatic"

    return replace(rules, announced=announced, call_limit=call_limit)
