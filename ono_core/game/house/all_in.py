"""All In: every other card of its colour goes down under it, without acting (S2)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.rules import Rules, Situation


def amend(rules: Rules) -> Rules:
    """An All In takes its colour with it."""

    def sheds(now: Situation, seat: int, slots: tuple[int, ...]) -> tuple[int, ...]:
        card = now.face(slots[-1])
        if card.kind is not Kind.ALL_IN:
            return slots
        hand = now.state.hands[seat]
        return (*(s for s in hand if s not in slots and now.face(s).colour == card.colour), *slots)

    return replace(rules, sheds=sheds)
