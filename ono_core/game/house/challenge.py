"""The challenge: a Wild Draw Four may be a bluff, and whom it hits may dispute it (S0.24 on, S1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.rules import Move, Rules, Situation, has_colour
from ono_core.game.state import RESPOND, Dispute

FOUR: Final = Kind.WILD_DRAW_FOUR


def amend(rules: Rules) -> Rules:
    """Wild Draw Fours can be disputed; one that answers cards owed only with ``challenge_stacked``."""
    also_answers = rules.ruleset.challenge_stacked
    fours = frozenset(card for card, face in enumerate(rules.cards) if face.kind is FOUR)

    def dispute(after: Situation, move: Move) -> Dispute | None:
        held = after.state.hands[move.seat]
        disputed = after.top.kind is FOUR and (also_answers or not move.answers)
        return Dispute(move.colour_before, held) if disputed and held else None

    def bluffs(now: Situation, seat: int, slots: Sequence[int]) -> tuple[int, ...]:
        if now.state.phase is RESPOND and not also_answers:
            return ()
        found = [slot for slot in slots if now.faces[slot] in fours]
        return tuple(found) if found and breaks_honesty(now, seat) else ()

    shown = rules.ruleset.challenge_reveal == "hand_to_challenger"
    return replace(rules, dispute=dispute, marked=rules.marked | fours, bluffs=bluffs, shows_hand=shown)


def breaks_honesty(now: Situation, seat: int) -> bool:
    """Whether a Wild Draw Four of this seat would be a bluff: its hand has the colour in force (S0.23)."""
    return has_colour(now, now.state.hands[seat], now.state.colour)
