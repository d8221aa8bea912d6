"""``score=lowest_total``: each seat adds what it holds; once one has reached the target the lowest total wins (S1).

While the lowest is shared, another round is dealt (ours).
"""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.rules import Course, Rules
from ono_core.game.scoring import counts_hands, match_round, still_in


def amend(rules: Rules) -> Rules:
    """Rounds are played until somebody has too much."""
    target = rules.ruleset.target

    def score(now: Course, winner: int | None, why: str) -> None:
        seats = still_in(now.state)

        def is_over(scores: tuple[int, ...]) -> bool:
            totals = sorted(scores[seat] for seat in seats)
            return totals[-1] >= target and totals[0] < totals[1]

        match_round(
            now, winner, why, counts_hands(now, winner, why), now.state.out, is_over,
            rank=lambda seat, scores: (why == "alone" and seat != winner, scores[seat]),
        )  # fmt: skip

    return replace(rules, score=score)
