"""Stacking: cards owed may be answered with a draw card, and the lot rolls on (S2; as a variant S1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from ono_core.game.faces import Colour, Face, Kind
from ono_core.game.rules import Pairs, Rules

TWO, FOUR = Kind.DRAW_TWO, Kind.WILD_DRAW_FOUR

LADDERS: Final[Mapping[str, Mapping[Kind, tuple[Kind, ...]]]] = {
    "d2": {TWO: (TWO,)},
    "same": {TWO: (TWO,), FOUR: (FOUR,)},
    "up": {TWO: (TWO, FOUR), FOUR: (FOUR,)},
    "any": {TWO: (TWO, FOUR), FOUR: (FOUR, TWO)},
}
"""``stack`` -> the kind on top -> the kinds that answer it. A Draw Two answers a four only in the colour in force."""


def amend(rules: Rules) -> Rules:
    """Draw cards are answered as the option's ladder says."""
    ladder = LADDERS[rules.ruleset.stack]

    def answers(card: Face, top: Face, colour: Colour | None) -> bool:
        return card.kind in ladder.get(top.kind, ()) and (top.kind is TWO or card.colour in {None, colour})

    return replace(rules, answering=Pairs(rules.cards, answers, "cannot-answer"), stacks=True)
