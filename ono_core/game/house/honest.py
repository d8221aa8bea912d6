"""No bluffing: a Wild Draw Four is refused while the hand has the colour in force. As an answer it is free (ours)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.house.challenge import breaks_honesty
from ono_core.game.rules import Rules, Situation
from ono_core.game.state import RESPOND


def amend(rules: Rules) -> Rules:
    """Bluffs are limited away."""

    def limit(now: Situation, seat: int, slots: tuple[int, ...]) -> str | None:
        if now.face(slots[0]).kind is not Kind.WILD_DRAW_FOUR or now.state.phase is RESPOND:
            return None
        return "no-bluffing" if breaks_honesty(now, seat) else None

    return replace(rules, limits=(*rules.limits, limit))
