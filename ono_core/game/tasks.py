"""Tasks: the small steps that acts and effects leave to be done, one after the other, across shuffles if need be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.checks import can_draw, play_refusal
from ono_core.game.faces import Kind
from ono_core.game.rules import Course, Move, Situation, shuffle_of
from ono_core.game.scoring import still_in
from ono_core.game.state import DRAWN, PLAY, Phase, State, Task, from_seat


def run(now: Course) -> None:
    """Work off the tasks, until none is left or a shuffle must be waited for."""
    tasks = now.tasks
    while tasks and now.state.shuffle is None:
        task = tasks.pop()
        _TASKS[task.do](now, task)
    if tasks:
        now.happen(ev.ToDo(tuple(tasks[::-1])))


def _seat(task: Task) -> int:
    assert task.seat is not None, f"a seat is told to {task.do}"
    return task.seat


# A round begins


def whole_deck(state: State, deck: Sequence[str]) -> ev.ShuffleBegun:
    """A shuffle of every card of the deck, for a new deal."""
    return ev.ShuffleBegun(state.shuffles + 1, tuple(range(len(deck))), (), "deck")


_TIES = 3
"""Draws for the deal that may end in a tie; then the lowest seat of the tie deals."""


def _pick_task(now: Course, _task: Task) -> None:
    """``first_deal=draw``: each seat draws a card, the highest number deals; among a tie it is drawn again (S1)."""
    slots, seats = list(now.state.piles[0].rest), now.state.playing
    draws = 0
    while len(seats) > 1 and draws < _TIES:
        drawn, slots, draws = tuple(slots[: len(seats)]), slots[len(seats) :], draws + 1
        now.happen(ev.DealDrawn(seats, drawn, tuple(now.faces[slot] for slot in drawn)))
        numbers = [_number(now, slot) for slot in drawn]
        seats = tuple(seat for seat, number in zip(seats, numbers, strict=True) if number == max(numbers))
    now.happen(whole_deck(now.state, now.state.deck))
    now.then(Task("round", min(seats), 1), Task("deal"), Task("starter"))


def _number(now: Situation, slot: int) -> int:
    card = now.face(slot)
    return card.points if card.kind is Kind.NUMBER else 0


def _round_task(now: Course, task: Task) -> None:
    """The dealing seat is named by the task, or else by the cut; who has left is followed by the next to the left."""
    state = now.state
    named = state.taken[now.dice] if task.seat is None else task.seat
    seats = still_in(state)
    now.happen(ev.RoundBegan(task.count, from_seat(seats, named), seats))


def _deal_task(now: Course, _task: Task) -> None:
    """One card at a time, from the dealing seat's left."""
    state = now.state
    assert state.deal_seat is not None, "a round begins with a dealing seat"
    count = len(state.playing) * now.rules.ruleset.deal
    _deal_out(now, state.deal_seat, state.piles[0].slots[:count])


def _hands_task(now: Course, task: Task) -> None:
    """Shuffled hands are dealt again, from the seat after the player's; a single card counts as called (ours)."""
    _deal_out(now, _seat(task), now.state.piles[0].slots)
    now.happen_all(ev.Called(seat) for seat, hand in enumerate(now.state.hands) if len(hand) == 1)


def _deal_out(now: Course, after: int, slots: tuple[int, ...]) -> None:
    """One card at a time, from the seat ``after`` on: it comes last."""
    state = now.state
    seats = len(state.playing)
    hands: list[tuple[int, ...]] = [()] * len(state.seats)
    for place in range(seats):
        hands[state.neighbour(after, place + 1)] = slots[place::seats]
    now.happen(ev.Dealt(tuple(hands)))
    for seat in state.playing:
        _received(now, seat, hands[seat])


def _received(now: Course, seat: int, slots: tuple[int, ...]) -> None:
    if now.rules.received:
        now.rules.received(now, seat, slots)


def _starter_task(now: Course, _task: Task) -> None:
    state = now.state
    slot = state.piles[0].rest[0]
    assert state.deal_seat is not None, "a round begins with a dealing seat"
    now.happen(ev.StarterTurned(slot, now.faces[slot]))
    now.rules.starters[now.face(slot).kind](now, Move(state.deal_seat, (slot,)))


# Cards are drawn


def _draw_task(now: Course, task: Task) -> None:
    """The pile, then all discards but the top, then the shortfall is forgiven (spec/rules.md, No card left)."""
    state, seat = now.state, _seat(task)
    if seat not in state.playing:
        now.happen(ev.Waived(seat, task.count))
        return
    if state.piles:
        slots = state.piles[0].next(task.count)
        now.happen(ev.Drew(seat, slots, task.why))
        if now.rules.received:
            now.rules.received(now, seat, slots)
        if len(slots) < task.count:
            _draw_on(now, task, task.count - len(slots))
        return
    under = state.discards[:-1]
    if not under:
        now.happen(ev.Waived(seat, task.count))
        return
    if len(under) == 1 and under[0] in state.opened:
        now.happen(ev.Recycled(seat, under[0], task.why))
        _draw_on(now, task, task.count - 1)
        return
    now.happen(shuffle_of(state, under, "pile"))
    now.then(task)


def _draw_on(now: Course, task: Task, rest: int) -> None:
    if rest:
        now.then(Task(task.do, task.seat, rest, task.why))


def _until_task(now: Course, task: Task) -> None:
    """``draw_count=until``: one more card, unless the last of ``count`` drawn may be played or none is left."""
    seat = _seat(task)
    if seat in now.state.playing and not (task.count and _may_play_last(now, seat)) and can_draw(now):
        now.then(Task("draw", seat, 1, "turn"), Task("until", seat, task.count + 1))


def _may_play_last(now: Situation, seat: int) -> bool:
    last = now.state.hands[seat][-1]
    as_drawn = Situation(now.rules, replace(now.state, phase=Phase.DRAWN, drawn=last), now.faces)
    return play_refusal(as_drawn, seat, (last,)) is None


# Turns


def _drawn_task(now: Course, task: Task) -> None:
    state, seat = now.state, _seat(task)
    if seat not in state.playing:
        now.then(Task("turn", seat))
        return
    now.happen(ev.Asked(seat, DRAWN, state.step + 1, state.turns, state.hands[seat][-1]))


def _pass_task(now: Course, task: Task) -> None:
    """The turn goes on. ``count`` is 1 for a seat that was stuck; when all are, in a row, the round is blocked."""
    state, seat = now.state, _seat(task)
    stuck = state.stuck + 1 if task.count else 0
    now.happen(ev.Passed(seat, stuck))
    if stuck >= len(state.playing):
        now.then(Task("score", why="blocked"))
        return
    now.then(Task("turn", state.neighbour(seat)))


def _in_round(state: State, task: Task) -> int:
    """The task's seat, or the one after it if that has left the round."""
    return task.seat if task.seat in state.playing else state.neighbour(_seat(task))


def _turn_task(now: Course, task: Task) -> None:
    state = now.state
    if state.turns >= now.rules.ruleset.turn_cap:
        now.then(Task("score", why="cap"))
        return
    now.happen(ev.Asked(_in_round(state, task), PLAY, state.step + 1, state.turns + 1))


def _ask_task(now: Course, task: Task) -> None:
    state = now.state
    now.happen(ev.Asked(_in_round(state, task), Phase(task.why), state.step + 1, state.turns))


def _score_task(now: Course, task: Task) -> None:
    now.rules.score(now, task.seat, task.why)


_TASKS: dict[str, Callable[[Course, Task], None]] = {
    "pick": _pick_task,
    "round": _round_task,
    "deal": _deal_task,
    "hands": _hands_task,
    "starter": _starter_task,
    "draw": _draw_task,
    "until": _until_task,
    "drawn": _drawn_task,
    "pass": _pass_task,
    "turn": _turn_task,
    "ask": _ask_task,
    "score": _score_task,
}
