"""No bluffing: a Wild Draw Four is refused while the hand has the colour in force. As an answer it is free (ours)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.rules import Rules, Situation, has_colour
from ono_core.game.state import RESPOND


def amend(rules: Rules) -> Rules:
    """Bluffs are limited away."""

    def limit(now: Situation, seat: int, slots: tuple[int, ...]) -> str | None:
        state = now.state
        if now.face(slots[0]).kind is not Kind.WILD_DRAW_FOUR or state.phase is RESPOND:
            return None
        return "no-bluffing" if has_colour(now, state.hands[seat], state.colour) else None

    return replace(rules, limits=(*rules.limits, limit))
