"""``last_card``: which cards may be the last of a hand. One that may not is as good as one that does not fit (ours)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from ono_core.game.checks import empties
from ono_core.game.faces import Face, Kind
from ono_core.game.rules import Rules, Situation

MAY_BE_LAST: Final[Mapping[str, Callable[[Face], bool]]] = {
    "no_wild": lambda card: not card.is_wild,
    "number_only": lambda card: card.kind is Kind.NUMBER,
}


def amend(rules: Rules) -> Rules:
    """A play that empties the hand is made of allowed cards alone."""
    may_be_last = MAY_BE_LAST[rules.ruleset.last_card]

    def limit(now: Situation, seat: int, slots: tuple[int, ...]) -> str | None:
        if not empties(now, seat, slots) or all(map(may_be_last, now.hand(seat))):
            return None
        return "not-as-last-card"

    return replace(rules, limits=(*rules.limits, limit))
