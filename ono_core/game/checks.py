"""Why a seat may not do something: the questions that ``decide`` and the prompt ask alike, with refusal codes."""

from __future__ import annotations

from ono_core.game.rules import Situation
from ono_core.game.state import Phase


def play_refusal(now: Situation, seat: int, slot: int) -> str | None:
    """Why this card of the hand may not be played now, or None."""
    limited = now.rules.limit(now, seat, slot)
    if limited:
        return limited
    return None if now.rules.fits(now.face(slot), now.top, now.state.colour) else "does-not-fit"


def can_draw(now: Situation) -> bool:
    """Whether any card can be drawn: one in the pile, or one under the top of the discards."""
    return now.state.pile_left > 0 or len(now.state.discards.slots) > 1


def draw_refusal(now: Situation, seat: int) -> str | None:
    """Why this seat may not draw now, or None."""
    if now.state.phase is not Phase.PLAY:
        return "wrong-phase"
    limited = now.rules.draw_limit(now, seat)
    if limited:
        return limited
    return None if can_draw(now) else "nothing-to-draw"


def pass_refusal(now: Situation, seat: int) -> str | None:
    """Why this seat may not pass now, or None: it may after a draw, or when it can neither play nor draw."""
    if now.state.phase is Phase.DRAWN:
        return None
    if any(play_refusal(now, seat, slot) is None for slot in now.state.hands[seat]):
        return "could-play"
    return "may-draw" if can_draw(now) else None
