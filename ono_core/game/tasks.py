"""Tasks: the small steps that acts and effects leave to be done, one after the other, across shuffles if need be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.checks import can_draw, play_refusal
from ono_core.game.evolve import evolve, evolve_all
from ono_core.game.faces import Kind
from ono_core.game.rules import Move, Outcome, Situation, shuffle_of
from ono_core.game.scoring import still_in
from ono_core.game.state import Phase, State, Task, from_seat


def run(now: Situation, outcome: Outcome) -> tuple[tuple[ev.Event, ...], State]:
    """The outcome's events, then its tasks, until none is left or a shuffle must be waited for; and the state then."""
    happened, tasks = list(outcome.events), list(outcome.tasks)
    state = outcome.after or evolve_all(now.state, outcome.events)
    while tasks and state.shuffle is None:
        task = tasks.pop(0)
        done = _TASKS[task.do](Situation(now.rules, state, now.faces, now.dice), task)
        happened += done.events
        state = done.after or evolve_all(state, done.events)
        if done.tasks:
            tasks[:0] = done.tasks
    if tasks:
        waits = ev.ToDo(tuple(tasks))
        happened.append(waits)
        state = evolve(state, waits)
    return tuple(happened), state


def _seat(task: Task) -> int:
    assert task.seat is not None, f"a seat is told to {task.do}"
    return task.seat


# A round begins


def whole_deck(state: State, deck: Sequence[str]) -> ev.ShuffleBegun:
    """A shuffle of every card of the deck, for a new deal."""
    return ev.ShuffleBegun(state.shuffles + 1, tuple(range(len(deck))), (), "deck")


_TIES = 3
"""Draws for the deal that may end in a tie; then the lowest seat of the tie deals."""


def _pick_task(now: Situation, _task: Task) -> Outcome:
    """``first_deal=draw``: each seat draws a card, the highest number deals; among a tie it is drawn again (S1)."""
    slots, seats = list(now.state.piles[0].rest), now.state.playing
    happened: list[ev.Event] = []
    while len(seats) > 1 and len(happened) < _TIES:
        drawn, slots = tuple(slots[: len(seats)]), slots[len(seats) :]
        happened.append(ev.DealDrawn(seats, drawn, tuple(now.faces[slot] for slot in drawn)))
        numbers = [_number(now, slot) for slot in drawn]
        seats = tuple(seat for seat, number in zip(seats, numbers, strict=True) if number == max(numbers))
    happened.append(whole_deck(now.state, now.state.deck))
    return Outcome(tuple(happened), (Task("round", min(seats), 1), Task("deal"), Task("starter")))


def _number(now: Situation, slot: int) -> int:
    card = now.face(slot)
    return card.points if card.kind is Kind.NUMBER else 0


def _round_task(now: Situation, task: Task) -> Outcome:
    """The dealing seat is named by the task, or else by the cut; who has left is followed by the next to the left."""
    state = now.state
    named = state.taken[now.dice] if task.seat is None else task.seat
    seats = still_in(state)
    return Outcome((ev.RoundBegan(task.count, from_seat(seats, named), seats),))


def _deal_task(now: Situation, _task: Task) -> Outcome:
    """One card at a time, from the dealing seat's left."""
    state = now.state
    assert state.deal_seat is not None, "a round begins with a dealing seat"
    count = len(state.playing) * now.rules.ruleset.deal
    return _dealt(now, state.deal_seat, state.piles[0].slots[:count])


def _hands_task(now: Situation, task: Task) -> Outcome:
    """Shuffled hands are dealt again, from the seat after the player's; a single card counts as called (ours)."""
    dealt = _dealt(now, _seat(task), now.state.piles[0].slots)
    hands = evolve(now.state, dealt.events[0]).hands
    single = tuple(ev.Called(seat) for seat, hand in enumerate(hands) if len(hand) == 1)
    return Outcome(dealt.events + single)


def _dealt(now: Situation, from_seat: int, slots: tuple[int, ...]) -> Outcome:
    state = now.state
    seats = len(state.playing)
    hands: list[tuple[int, ...]] = [()] * len(state.seats)
    for place in range(seats):
        hands[state.neighbour(from_seat, place + 1)] = slots[place::seats]
    shown = [event for seat in state.playing for event in _seen(now, seat, hands[seat])]
    return Outcome((ev.Dealt(tuple(hands)), *shown))


def _starter_task(now: Situation, _task: Task) -> Outcome:
    state = now.state
    slot = state.piles[0].rest[0]
    turned = ev.StarterTurned(slot, now.faces[slot])
    assert state.deal_seat is not None, "a round begins with a dealing seat"
    after = Situation(now.rules, evolve(state, turned), now.faces)
    effect = now.rules.starters[now.face(slot).kind](after, Move(state.deal_seat, (slot,)))
    return Outcome((turned, *effect.events), effect.tasks)


# Cards are drawn


def _draw_task(now: Situation, task: Task) -> Outcome:
    """The pile, then all discards but the top, then the shortfall is forgiven (spec/rules.md, No card left)."""
    state, seat = now.state, _seat(task)
    if seat not in state.playing:
        return Outcome((ev.Waived(seat, task.count),))
    if state.piles:
        slots = state.piles[0].rest[: task.count]
        drew = (ev.Drew(seat, slots, task.why), *_seen(now, seat, slots))
        return Outcome(drew, _still_to_draw(task, task.count - len(slots)))
    under = state.discards[:-1]
    if not under:
        return Outcome((ev.Waived(seat, task.count),))
    if len(under) == 1 and under[0] in state.opened:
        return Outcome((ev.Recycled(seat, under[0], task.why),), _still_to_draw(task, task.count - 1))
    return Outcome((shuffle_of(state, under, "pile"),), (task,))


def _seen(now: Situation, seat: int, slots: tuple[int, ...]) -> tuple[ev.Event, ...]:
    received = now.rules.received
    return received(now, seat, slots) if received else ()


def _still_to_draw(task: Task, rest: int) -> tuple[Task, ...]:
    return (Task(task.do, task.seat, rest, task.why),) if rest else ()


def _until_task(now: Situation, task: Task) -> Outcome:
    """``draw_count=until``: one more card, unless the last of ``count`` drawn may be played or none is left."""
    state, seat = now.state, _seat(task)
    if seat not in state.playing or (task.count and _may_play_last(now, seat)) or not can_draw(now):
        return Outcome()
    return Outcome(tasks=(Task("draw", seat, 1, "turn"), Task("until", seat, task.count + 1)))


def _may_play_last(now: Situation, seat: int) -> bool:
    last = now.state.hands[seat][-1]
    as_drawn = replace(now, state=replace(now.state, phase=Phase.DRAWN, drawn=last))
    return play_refusal(as_drawn, seat, (last,)) is None


# Turns


def _drawn_task(now: Situation, task: Task) -> Outcome:
    state, seat = now.state, _seat(task)
    if seat not in state.playing:
        return Outcome(tasks=(Task("turn", seat),))
    return Outcome((ev.Asked(seat, Phase.DRAWN, state.step + 1, state.turns, state.hands[seat][-1]),))


def _pass_task(now: Situation, task: Task) -> Outcome:
    """The turn goes on. ``count`` is 1 for a seat that was stuck; when all are, in a row, the round is blocked."""
    state, seat = now.state, _seat(task)
    stuck = state.stuck + 1 if task.count else 0
    blocked = stuck >= len(state.playing)
    after = Task("score", why="blocked") if blocked else Task("turn", state.neighbour(seat))
    return Outcome((ev.Passed(seat, stuck),), (after,))


def _in_round(state: State, seat: int) -> int:
    """This seat, or the one after it if it has left the round."""
    return seat if seat in state.playing else state.neighbour(seat)


def _turn_task(now: Situation, task: Task) -> Outcome:
    state = now.state
    if state.turns >= now.rules.ruleset.turn_cap:
        return Outcome(tasks=(Task("score", why="cap"),))
    return Outcome((ev.Asked(_in_round(state, _seat(task)), Phase.PLAY, state.step + 1, state.turns + 1),))


def _ask_task(now: Situation, task: Task) -> Outcome:
    state = now.state
    return Outcome((ev.Asked(_in_round(state, _seat(task)), Phase(task.why), state.step + 1, state.turns),))


def _score_task(now: Situation, task: Task) -> Outcome:
    return now.rules.score(now, task.seat, task.why)


_TASKS: dict[str, Callable[[Situation, Task], Outcome]] = {
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
