"""``score=elimination``: each seat adds what it holds, and is out at the target; the last one in wins (ours).

If all would go out together, the lowest total stays.
"""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.rules import Course, Rules
from ono_core.game.scoring import counts_hands, match_round, still_in


def amend(rules: Rules) -> Rules:
    """Rounds are played until one seat is left."""
    target = rules.ruleset.target

    def score(now: Course, winner: int | None, why: str) -> None:
        state, gains = now.state, counts_hands(now, winner, why)
        seats = still_in(state)
        totals = {seat: state.scores[seat] + gains.get(seat, 0) for seat in seats}
        lowest = min(totals.values(), default=0)
        leavers = [seat for seat in seats if totals[seat] >= target and totals[seat] != lowest]
        all_over = lowest >= target
        out = state.out + tuple(sorted(leavers, key=lambda seat: (-totals[seat], seat)))

        def rank(seat: int, scores: tuple[int, ...]) -> tuple[bool, int, int]:
            later_is_better = -out.index(seat) if seat in out else -len(out)
            return (why == "alone" and seat != winner, later_is_better, scores[seat])

        match_round(
            now, winner, why, gains, out, is_over=lambda _: all_over or len(seats) - len(leavers) < 2, rank=rank
        )

    return replace(rules, score=score)
