"""Points left in hands, places, and when a game of one round is over. Matches over many rounds are house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ono_core.game import events as ev
from ono_core.game.rules import Course, Situation
from ono_core.game.state import State

UNFINISHED: Final = 3
"""So many rounds in a row without a winner end a game (ours)."""


def one_round(now: Course, winner: int | None, why: str) -> None:
    """Standard: the game is over with the round, unless a round without a winner is dealt again (``blocked``).

    One that nobody is left to be dealt (``absent``) is dealt again in any case.
    """
    ended = round_ended(now, winner, why)
    redeal = why in {"blocked", "cap"} and now.rules.ruleset.blocked == "redeal"
    again = (redeal or (why == "absent" and winner is None)) and ended.unfinished < UNFINISHED
    now.happen(ended)
    if not again:
        now.happen(ev.GameEnded(_with_gone(now.state, ended.places)))


def match_round(
    now: Course,
    winner: int | None,
    why: str,
    gains: Mapping[int, int],
    out: tuple[int, ...],
    is_over: Callable[[tuple[int, ...]], bool],
    rank: Callable[[int, tuple[int, ...]], Any],
) -> None:
    """A round of a match: ``gains`` are points by seat; ``rank`` orders a seat by the scores, the best first."""
    state = now.state
    scores = tuple(score + gains.get(seat, 0) for seat, score in enumerate(state.scores))
    ended = round_ended(now, winner, why, scores, out)
    now.happen(ended)
    if why == "alone" or ended.unfinished >= UNFINISHED or is_over(scores):
        keys = {seat: (state.seat_at(seat).gone, rank(seat, scores)) for seat in state.taken}
        now.happen(ev.GameEnded(places(state, keys)))


def round_ended(
    now: Situation,
    winner: int | None,
    why: str,
    scores: tuple[int, ...] | None = None,
    out: tuple[int, ...] | None = None,
) -> ev.RoundEnded:
    """The end of a round: every hand shown, its points, and places: the winner, then by points, then by cards.

    With ``score=ranked`` equal points share a place whatever the number of cards (S2).
    """
    state = now.state
    points = hand_points(now)
    ranked = now.rules.ruleset.score == "ranked" and winner is not None
    # Who has won may have been removed while cards that the last card made somebody draw waited for a shuffle.
    seats = state.playing if winner is None or winner in state.playing else (winner, *state.playing)
    keys = {s: (s != winner, points[s], 0 if ranked else len(state.hands[s])) for s in seats}
    return ev.RoundEnded(
        winner,
        why,
        tuple(tuple(now.faces[slot] for slot in hand) for hand in state.hands),
        points,
        places(state, keys),
        state.scores if scores is None else scores,
        state.out if out is None else out,
        state.unfinished + 1 if winner is None else 0,
    )


def hand_points(now: Situation) -> tuple[int, ...]:
    """The points left in each seat's hand."""
    return tuple(sum(card.points for card in now.hand(seat)) for seat in range(len(now.state.seats)))


def counts_hands(now: Situation, winner: int | None, why: str) -> dict[int, int]:
    """What each seat of the round holds, as points; nothing if one seat is left, or the round is dealt again."""
    points = hand_points(now)
    again = winner is None and now.rules.ruleset.blocked == "redeal"
    return {} if again or why == "alone" else {seat: points[seat] for seat in now.state.playing}


def places(state: State, keys: Mapping[int, Any]) -> tuple[int, ...]:
    """By seat: 1 for the least key, equal keys share a place, 0 without one."""
    values = list(keys.values())
    return tuple(1 + sum(key < keys[s] for key in values) if s in keys else 0 for s in range(len(state.seats)))


def _with_gone(state: State, placed: tuple[int, ...]) -> tuple[int, ...]:
    """Removed seats share the last place."""
    last = sum(place > 0 for place in placed) + 1
    return tuple(place or (last if seat in state.taken else 0) for seat, place in enumerate(placed))


def still_in(state: State) -> tuple[int, ...]:
    """The seats that the next round is dealt to: those in the game but for who sits out, rising."""
    return tuple(seat for seat in in_game(state) if seat not in state.sitting)


def in_game(state: State) -> tuple[int, ...]:
    """The seats that are neither removed nor put out, rising."""
    return tuple(s for s in state.taken if not state.seat_at(s).gone and s not in state.out)
