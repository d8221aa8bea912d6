"""``draw_count=until``: who draws goes on until a card comes that may be played (S1, popular variations)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.rules import Rules
from ono_core.game.state import Task


def amend(rules: Rules) -> Rules:
    """A draw goes on until a card may be played or nothing is left."""

    def draws(seat: int) -> tuple[Task, ...]:
        return (Task("until", seat), Task("drawn", seat))

    return replace(rules, draws=draws)
