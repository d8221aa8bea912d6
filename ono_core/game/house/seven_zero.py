"""Seven-O: a 7 swaps hands with a seat of one's choice, a 0 passes every hand on in the direction of play (S1)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.rules import Course, Move, Rules, move_hands, next_turn, swap_hands


def amend(rules: Rules) -> Rules:
    """Sevens and zeros move hands; the turn then goes on from the seat that played."""
    standard = rules.effects[Kind.NUMBER]

    def number(now: Course, move: Move) -> None:
        symbol, state = now.top.symbol, now.state
        if symbol == "7":
            swap_hands(now, move)
            return
        if symbol != "0":
            standard(now, move)
            return
        move_hands(now, state.playing, tuple(state.neighbour(giver) for giver in state.playing))
        next_turn(now, move.seat)

    sevens = frozenset(card for card, face in enumerate(rules.cards) if face.symbol == "7")
    effects = {**rules.effects, Kind.NUMBER: number}
    return replace(rules, effects=effects, targeting=rules.targeting | sevens, marked=rules.marked | sevens)
