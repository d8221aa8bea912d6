"""Open hands, for a table of young children: everybody sees every card that a seat receives (S1, kids and families)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.rules import Course, Rules


def amend(rules: Rules) -> Rules:
    """Cards received are shown to all."""

    def received(now: Course, seat: int, slots: tuple[int, ...]) -> None:
        hidden = tuple(slot for slot in slots if slot not in now.state.opened)
        if hidden:
            now.happen(ev.Shown(seat, hidden, tuple(now.faces[slot] for slot in hidden)))

    return replace(rules, received=received)
