"""All In: every other card of its colour goes down under it, without acting (S2)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.rules import Rules, Situation


def amend(rules: Rules) -> Rules:
    """An All In takes its colour with it."""

    def sheds(now: Situation, seat: int, slots: tuple[int, ...]) -> tuple[int, ...]:
        hand, colour = now.state.hands[seat], now.face(slots[-1]).colour
        return (*(s for s in hand if s not in slots and now.face(s).colour == colour), *slots)

    shedding = frozenset(card for card, face in enumerate(rules.cards) if face.kind is Kind.ALL_IN)
    return replace(rules, sheds=sheds, shedding=shedding, marked=rules.marked | shedding)
