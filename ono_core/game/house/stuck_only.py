"""``draw_when=stuck``: drawing is for who holds nothing that may be played (S0.12)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.rules import Rules


def amend(rules: Rules) -> Rules:
    """A draw is refused while a card may be played."""
    return replace(rules, draws_stuck_only=True)
