"""Points left in hands, and places."""

from __future__ import annotations

from ono_core.game import events as ev
from ono_core.game.rules import Situation


def round_ended(now: Situation, winner: int | None, why: str) -> ev.RoundEnded:
    """The end of a round: every hand shown, its points, and places by points, then by number of cards; ties share."""
    state = now.state
    points = tuple(sum(card.points for card in now.hand(seat)) for seat in range(len(state.seats)))
    hands = tuple(tuple(now.faces[slot] for slot in hand) for hand in state.hands)
    keys = {seat: (points[seat], len(state.hands[seat])) for seat in state.taken}
    places = tuple(_place(keys, seat) for seat in range(len(state.seats)))
    return ev.RoundEnded(winner, why, hands, points, places)


def _place(keys: dict[int, tuple[int, int]], seat: int) -> int:
    if seat not in keys:
        return 0
    return 1 + sum(key < keys[seat] for key in keys.values())
