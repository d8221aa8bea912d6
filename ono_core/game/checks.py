"""Why a seat may not do something: the questions that ``decide`` and the prompt ask alike, with refusal codes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ono_core.game.rules import Situation, Verdicts
from ono_core.game.state import DRAWN, PLAY, RESPOND

Reasons = tuple[tuple[int, str | None], ...]
"""Each slot of a hand with the code of why it may not be played alone, or None."""

_NOT_DRAWN: Final = "only-the-drawn-card"


def play_refusal(now: Situation, seat: int, slots: tuple[int, ...]) -> str | None:
    """Why these cards of the hand may not be played now, in one play, or None."""
    rules, drawn = now.rules, now.state.drawn
    if len(slots) != 1:
        if seat != now.state.turn:
            return "not-your-turn"
        code = rules.together(now, slots) if rules.together else "one-card"
        if code:
            return code
    slot = slots[0]
    if drawn is not None and slot != drawn:
        return _NOT_DRAWN
    code = _verdicts(now, seat)[now.faces[slot]]
    return _limited(now, seat, slots) if rules.limits and not code else code


def _verdicts(now: Situation, seat: int) -> Verdicts:
    """Why each card of the deck may not lie on the top now, were it this seat's to play, limits apart."""
    rules, state = now.rules, now.state
    under = (now.faces[state.discards[-1]], state.colour)
    if seat == state.turn:
        return rules.answering[under] if state.phase is RESPOND else rules.fitting[under]
    if rules.jumping is None or state.phase is not PLAY:
        return _nobody(len(rules.cards))
    return rules.jumping[under]


@lru_cache
def _nobody(cards: int) -> Verdicts:
    return ("not-your-turn",) * cards


def _limited(now: Situation, seat: int, slots: tuple[int, ...]) -> str | None:
    for limit in now.rules.limits:
        code = limit(now, seat, slots)
        if code:
            return code
    return None


def reasons(now: Situation, seat: int) -> tuple[Reasons, list[int]]:
    """Why each card of the hand may not be played alone, and the slots of those that may."""
    state, faces = now.state, now.faces
    found: list[tuple[int, str | None]] = []
    playable: list[int] = []
    if now.rules.limits or state.drawn is not None:
        for slot in state.hands[seat]:
            code = play_refusal(now, seat, (slot,)) if state.drawn is None or slot == state.drawn else _NOT_DRAWN
            found.append((slot, code))
            if code is None:
                playable.append(slot)
        return tuple(found), playable
    # the same without a call for each card: every prompt asks it of a whole hand
    verdicts = _verdicts(now, seat)
    for slot in state.hands[seat]:
        code = verdicts[faces[slot]]
        found.append((slot, code))
        if code is None:
            playable.append(slot)
    return tuple(found), playable


def could_play(now: Situation, seat: int) -> bool:
    """Whether a card of the hand may be played now."""
    state, faces = now.state, now.faces
    if now.rules.limits or state.drawn is not None:
        return bool(reasons(now, seat)[1])
    verdicts = _verdicts(now, seat)
    for slot in state.hands[seat]:  # noqa: SIM110  # asked at every draw of who must be stuck to draw
        if verdicts[faces[slot]] is None:
            return True
    return False


def can_draw(now: Situation) -> bool:
    """Whether any card can be drawn: one in the pile, or one under the top of the discards."""
    return bool(now.state.piles) or len(now.state.discards) > 1


def draw_refusal(now: Situation, *, could: bool) -> str | None:
    """Why the seat on turn may not draw now, or None; ``could``: it may play a card."""
    if now.state.phase is not PLAY:
        return "wrong-phase"
    if could and now.rules.draws_stuck_only:
        return "could-play"
    return None if can_draw(now) else "nothing-to-draw"


def pass_refusal(now: Situation, *, could: bool) -> str | None:
    """Why the seat on turn may not pass now: it may after a draw, or when it can neither play nor draw."""
    if now.state.phase is DRAWN:
        return "must-play" if could and now.rules.drawn_must else None
    if could:
        return "could-play"
    return "may-draw" if can_draw(now) else None


def goes_down(now: Situation, seat: int, slots: tuple[int, ...]) -> tuple[int, ...]:
    """All that leaves the hand with a play of these slots, the top last."""
    rules = now.rules
    return rules.sheds(now, seat, slots) if rules.sheds and now.faces[slots[-1]] in rules.shedding else slots


def empties(now: Situation, seat: int, slots: tuple[int, ...]) -> bool:
    """Whether a play of these slots would leave no card."""
    return len(goes_down(now, seat, slots)) == len(now.state.hands[seat])


def needs_target(now: Situation, seat: int, slots: tuple[int, ...]) -> bool:
    """Whether this play names another seat; what wins the round does not act, so it names none."""
    return now.faces[slots[-1]] in now.rules.targeting and not empties(now, seat, slots)
