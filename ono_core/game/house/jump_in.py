"""Jump-in: a seat that is not on turn may play a card identical to the top; play goes on from there (S1).

No wilds. Not once the seat on turn has drawn, and not while cards are owed (ours).
"""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Colour, Face
from ono_core.game.rules import Pairs, Rules


def amend(rules: Rules) -> Rules:
    """An identical coloured card may come from any seat."""

    def identical(card: Face, top: Face, _colour: Colour | None) -> bool:
        return card.text == top.text and not card.is_wild

    return replace(rules, jumping=Pairs(rules.cards, identical, "not-your-turn"))
