"""Jump-in: a seat that is not on turn may play a card identical to the top; play goes on from there (S1).

No wilds. Not once the seat on turn has drawn, and not while cards are owed (ours).
"""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.rules import Rules, Situation
from ono_core.game.state import PLAY


def amend(rules: Rules) -> Rules:
    """An identical coloured card may come from any seat."""

    def jumps(now: Situation, slots: tuple[int, ...]) -> bool:
        card = now.face(slots[0])
        alone = now.state.phase is PLAY and len(slots) == 1
        return alone and card.text == now.top.text and not card.is_wild

    return replace(rules, jumps=jumps)
