"""No bluffing: a Wild Draw Four is refused while the hand has the colour in force. As an answer it is free (ours)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.house.challenge import breaks_honesty
from ono_core.game.rules import Rules, Situation
from ono_core.game.state import RESPOND


def amend(rules: Rules) -> Rules:
    """Bluffs are limited away."""

    def limit(now: Situation, seat: int, slots: tuple[int, ...]) -> str | None:
        bluff = now.state.phase is not RESPOND and breaks_honesty(now, seat, slots[0])
        return "no-bluffing" if bluff else None

    return replace(rules, limits=(*rules.limits, limit))
