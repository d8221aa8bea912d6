"""Doubles: equal coloured cards go down in one play, and their effects add up (S1, popular variations).

Not All Ins, not a drawn card, and not as a jump-in (ours).
"""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.rules import Rules, Situation
from ono_core.game.state import DRAWN


def amend(rules: Rules) -> Rules:
    """Several equal cards are one play."""

    def together(now: Situation, slots: tuple[int, ...]) -> str | None:
        if now.state.phase is DRAWN:
            return "only-the-drawn-card"
        first = now.face(slots[0])
        equal = all(now.face(slot).text == first.text for slot in slots)
        return None if equal and not first.is_wild and first.kind is not Kind.ALL_IN else "not-equal"

    return replace(rules, together=together)
