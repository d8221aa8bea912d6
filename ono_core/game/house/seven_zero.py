"""Seven-O: a 7 swaps hands with a seat of one's choice, a 0 passes every hand on in the direction of play (S1)."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.faces import Kind
from ono_core.game.rules import Move, Outcome, Rules, Situation, hands_moved, next_turn


def amend(rules: Rules) -> Rules:
    """Sevens and zeros move hands; the turn then goes on from the seat that played."""
    standard = rules.effects[Kind.NUMBER]

    def number(now: Situation, move: Move) -> Outcome:
        symbol, state, seat = now.top.symbol, now.state, move.seat
        if symbol == "7":
            assert move.target is not None, "a seven without a target was refused"
            moved = hands_moved(state, (seat, move.target), (move.target, seat))
        elif symbol == "0":
            moved = hands_moved(state, state.playing, tuple(state.neighbour(giver) for giver in state.playing))
        else:
            return standard(now, move)
        return Outcome(moved, (next_turn(state, seat),))

    sevens = frozenset(card for card, face in enumerate(rules.cards) if face.symbol == "7")
    effects = {**rules.effects, Kind.NUMBER: number}
    return replace(rules, effects=effects, targeting=rules.targeting | sevens)
