"""Why a seat may not do something: the questions that ``decide`` and the prompt ask alike, with refusal codes."""

from __future__ import annotations

from ono_core.game.rules import Situation
from ono_core.game.state import DRAWN, PLAY, RESPOND

Reasons = tuple[tuple[int, str | None], ...]
"""Each slot of a hand with the code of why it may not be played alone, or None."""


def play_refusal(now: Situation, seat: int, slots: tuple[int, ...]) -> str | None:
    """Why these cards of the hand may not be played now, in one play, or None."""
    rules = now.rules
    if seat != now.state.turn and not (rules.jumps and rules.jumps(now, slots)):
        return "not-your-turn"
    if len(slots) != 1:
        code = rules.together(now, slots) if rules.together else "one-card"
        if code:
            return code
    code = _unfit(now, slots[0])
    return _limited(now, seat, slots) if rules.limits and not code else code


def _unfit(now: Situation, slot: int) -> str | None:
    """Why a card may not lie on the top now, whoever plays it."""
    rules, state, faces = now.rules, now.state, now.faces
    under = (faces[state.discards[-1]], state.colour)
    if state.phase is RESPOND:
        answers = rules.answering is not None and faces[slot] in rules.answering[under]
        return None if answers else "cannot-answer"
    if state.drawn is not None and state.drawn != slot:
        return "only-the-drawn-card"
    return None if faces[slot] in rules.fitting[under] else "does-not-fit"


def _limited(now: Situation, seat: int, slots: tuple[int, ...]) -> str | None:
    for limit in now.rules.limits:
        code = limit(now, seat, slots)
        if code:
            return code
    return None


def reasons(now: Situation, seat: int) -> Reasons:
    """Why each card of the hand may not be played alone."""
    state, rules = now.state, now.rules
    hand = state.hands[seat]
    if state.phase is not PLAY or seat != state.turn or rules.limits:
        return tuple([(slot, play_refusal(now, seat, (slot,))) for slot in hand])
    faces = now.faces
    fitting = rules.fitting[faces[state.discards[-1]], state.colour]
    return tuple([(slot, None if faces[slot] in fitting else "does-not-fit") for slot in hand])


def could_play(now: Situation, seat: int) -> bool:
    """Whether a card of the hand may be played now."""
    return any(reason is None for _, reason in reasons(now, seat))


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
