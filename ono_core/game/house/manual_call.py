"""``call=manual``: who goes down to one card calls it, or may be caught (S1, S2).

A call comes with the play, or before it from the seat on turn that holds two cards, or after it while the seat can be
caught. ``catch_window=turn`` ends when the next seat acts (S1); ``timer`` after some seconds (S2), by the table's word.
"""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.rules import Course, Move, Rules
from ono_core.game.state import DRAWN, State


def amend(rules: Rules) -> Rules:
    """A play that leaves one card is called, or exposes its seat."""
    at_once = rules.ruleset.catch_grace_ms == 0

    def announced(now: Course, move: Move) -> None:
        seat = move.seat
        if seat not in now.state.called:
            now.happen(ev.Called(seat) if move.call else ev.Exposed(seat, now.state.step, at_once))

    return replace(
        rules,
        announced=announced,
        calls_by_hand=True,
        call_limit=_call_limit,
        catch_limit=_catch_limit,
        catches_end=rules.ruleset.catch_window == "turn",
    )


def _call_limit(state: State, seat: int) -> str | None:
    """After a draw a call comes with the play of the drawn card: by itself it would outlast a pass."""
    on_turn = state.turn == seat and state.phase is not DRAWN
    about_to = on_turn and len(state.hands[seat]) == 2 and seat not in state.called
    return None if about_to or state.exposure(seat) else "nothing-to-call"


def _catch_limit(state: State, by: int, seat: int, step: int) -> str | None:
    missed = state.exposure(seat)
    if missed is None or missed.step != step:
        return "window-closed" if step < state.step else "nothing-to-catch"
    if by == seat:
        return "nothing-to-catch"
    return None if missed.open else "too-early"
