"""``score=to_target``: the winner of a round scores what the others hold; first to the target wins (S1, 500 points)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.rules import Course, Rules
from ono_core.game.scoring import hand_points, match_round


def amend(rules: Rules) -> Rules:
    """Rounds are played to the target."""
    target = rules.ruleset.target

    def score(now: Course, winner: int | None, why: str) -> None:
        won = winner is not None and why != "alone"
        gains = {winner: sum(hand_points(now))} if winner is not None and won else {}
        match_round(
            now, winner, why, gains, now.state.out,
            is_over=lambda scores: max(scores) >= target,
            rank=lambda seat, scores: (why == "alone" and seat != winner, -scores[seat]),
        )  # fmt: skip

    return replace(rules, score=score, takes_latecomers=True)
