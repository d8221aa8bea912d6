"""``drawn=must``: a drawn card that may be played must be (ours, as known from other editions)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.rules import Rules


def amend(rules: Rules) -> Rules:
    """The drawn card is not kept if it may be played."""
    return replace(rules, drawn_must=True)
