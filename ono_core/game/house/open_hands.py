"""Open hands, for a table of young children: everybody sees every card that a seat receives (S1, kids and families)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.rules import Rules, Situation


def amend(rules: Rules) -> Rules:
    """Cards received are shown to all."""

    def received(now: Situation, seat: int, slots: tuple[int, ...]) -> tuple[ev.Event, ...]:
        hidden = tuple(slot for slot in slots if slot not in now.state.opened)
        return (ev.Shown(seat, hidden, tuple(now.faces[slot] for slot in hidden)),) if hidden else ()

    return replace(rules, received=received)
