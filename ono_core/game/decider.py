"""``decide``: all the rules of play. It says what a command makes happen, or why it is refused.

A play has effects; an effect is events that happen at once and *tasks*, small steps such as "seat 2 draws four" or
"seat 3 is on turn". ``_run`` works the tasks off one by one, each on the state that the events so far have made. When a
draw finds the pile empty it begins a shuffle and stops: the tasks that are left go into the state (``to-do``), and the
table's ``close`` continues with exactly that list. So a draw-four may be interrupted, stored, reloaded and continued.

The faces of hidden cards come in as an argument (slot -> card id): the table knows all of them, the audit learns them
from the dealer's reveal. Nothing here knows a house rule's name: what varies is asked of ``rules``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.checks import draw_refusal, pass_refusal, play_refusal
from ono_core.game.evolve import evolve, evolve_all
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Outcome, Rules, Situation, has_colour
from ono_core.game.scoring import round_ended
from ono_core.game.seating import Answer, seat_act
from ono_core.game.state import TURN_PHASES, Phase, State, Task

Decision = tuple[ev.Event, ...] | Refusal

__all__ = ["Decision", "decide", "evolve", "evolve_all", "initial", "is_over"]


def initial() -> State:
    """The state before the first entry."""
    return State()


def is_over(state: State) -> bool:
    """Whether the log can take no further entry."""
    return state.phase is Phase.SEALED


def decide(rules: Rules, state: State, faces: Mapping[int, int], command: cmd.Command) -> Decision:
    """What the command makes happen, or why it is refused; the state is not changed either way."""
    if is_over(state):
        return Refusal("sealed")
    act = command.act
    now = Situation(rules, state, faces, dice=act.dice if isinstance(act, cmd.Close) else 0)
    outcome = _outcome(now, command)
    return outcome if isinstance(outcome, Refusal) else _run(now, outcome)


def _outcome(now: Situation, command: cmd.Command) -> Answer:
    if isinstance(command.act, cmd.TURN_ACTS):
        return _turn_refusal(now.state, command) or _turn(now, command)
    if isinstance(command.act, cmd.Close):
        return _close(now, command.act)
    return seat_act(now, command)


# Acts of the seat that is asked

_ANSWERS: dict[Phase, tuple[type[cmd.Act], ...]] = {
    Phase.START_COLOUR: (cmd.NameColour,),
    Phase.PLAY: (cmd.Play, cmd.Draw, cmd.Pass),
    Phase.DRAWN: (cmd.Play, cmd.Pass),
    Phase.RESPOND: (cmd.Play, cmd.Accept, cmd.Challenge),
}


def _turn_refusal(state: State, command: cmd.Command) -> Refusal | None:
    if state.shuffle:
        return Refusal("shuffling")
    if state.phase not in TURN_PHASES:
        return Refusal("wrong-phase")
    if command.step != state.step:
        return Refusal("stale", f"step {command.step} is answered, the table is at {state.step}")
    if command.seat != state.turn:
        return Refusal("not-your-turn")
    return None if isinstance(command.act, _ANSWERS[state.phase]) else Refusal("wrong-phase")


def _turn(now: Situation, command: cmd.Command) -> Answer:
    assert command.seat is not None, "a turn's act comes from the seat on turn"
    return _MOVES[type(command.act)](now, command.seat, command.act)


def _play(now: Situation, seat: int, act: cmd.Act) -> Answer:
    assert isinstance(act, cmd.Play)
    refused = _unplayable(now, seat, act)
    if refused:
        return refused
    slot = act.slots[0]
    card = now.face(slot)
    colour = card.colour or act.colour
    assert colour is not None, "a wild without a colour was refused"
    played = ev.Played(seat, (slot,), (now.faces[slot],), colour)
    return _after_play(now, seat, played)


def _unplayable(now: Situation, seat: int, act: cmd.Play) -> Refusal | None:
    if len(act.slots) != 1:
        return Refusal("one-card")
    slot = act.slots[0]
    if slot not in now.state.hands[seat]:
        return Refusal("no-such-card")
    code = play_refusal(now, seat, slot) or _odd_extras(now, act, slot)
    return Refusal(code) if code else None


def _odd_extras(now: Situation, act: cmd.Play, slot: int) -> str | None:
    if act.target is not None:
        return "no-target"
    if act.call:
        return "call-is-automatic"
    wild = now.face(slot).is_wild
    if wild and act.colour is None:
        return "needs-colour"
    return "colour-fixed" if not wild and act.colour is not None else None


def _after_play(before: Situation, seat: int, played: ev.Played) -> Outcome:
    state = evolve(before.state, played)
    after = replace(before, state=state)
    if not state.hands[seat]:
        outcome = before.rules.going_out(after, seat)
    else:
        outcome = before.rules.effects[before.face(played.slots[0]).kind](after, seat)
    disputed = tuple(_disputed(event, after, before) for event in outcome.events)
    called = before.rules.call(state, seat)
    return Outcome((played, *called, *disputed), outcome.tasks)


def _disputed(event: ev.Event, after: Situation, before: Situation) -> ev.Event:
    """A debt with what a challenge of it would be judged by."""
    if not isinstance(event, ev.Owed):
        return event
    dispute = before.rules.dispute(after, event.debt.by, before.state.colour)
    return ev.Owed(event.seat, replace(event.debt, dispute=dispute))


def _draw(now: Situation, seat: int, _act: cmd.Act) -> Answer:
    code = draw_refusal(now, seat)
    return Refusal(code) if code else Outcome(tasks=(Task("draw", seat, 1, "turn"), Task("drawn", seat)))


def _pass(now: Situation, seat: int, _act: cmd.Act) -> Answer:
    code = pass_refusal(now, seat)
    if code:
        return Refusal(code)
    stuck = 0 if now.state.phase is Phase.DRAWN else now.state.stuck + 1
    blocked = stuck >= len(now.state.taken)
    after = Task("score", why="blocked") if blocked else Task("turn", now.state.neighbour(seat))
    return Outcome((ev.Passed(seat, stuck),), (after,))


def _name_colour(_now: Situation, seat: int, act: cmd.Act) -> Answer:
    assert isinstance(act, cmd.NameColour)
    return Outcome((ev.ColourNamed(seat, act.colour),), (Task("turn", seat),))


def _accept(now: Situation, seat: int, _act: cmd.Act) -> Answer:
    debt = now.state.debt
    assert debt is not None, "a seat responds to a debt"
    tasks = (Task("draw", seat, debt.total, "owed"), Task("turn", now.state.neighbour(seat)))
    return Outcome((ev.Accepted(seat),), tasks)


def _challenge(now: Situation, seat: int, _act: cmd.Act) -> Answer:
    """Judged by the hand as it was right after the play: after a bluff the accused pays, else the challenger does."""
    debt = now.state.debt
    assert debt is not None, "a seat responds to a debt"
    if debt.dispute is None:
        return Refusal("no-challenge")
    bluff = has_colour(map(now.face, debt.dispute.held), debt.dispute.colour)
    lost_by_accused, lost_by_challenger = now.rules.stakes(debt)
    if bluff:
        tasks = (Task("draw", debt.by, lost_by_accused, "penalty"), Task("turn", seat))
    else:
        tasks = (Task("draw", seat, lost_by_challenger, "penalty"), Task("turn", now.state.neighbour(seat)))
    return Outcome((ev.Challenged(seat, debt.by, "bluff" if bluff else "honest"),), tasks)


_MOVES: dict[type[cmd.Act], Callable[[Situation, int, cmd.Act], Answer]] = {
    cmd.Play: _play,
    cmd.Draw: _draw,
    cmd.Pass: _pass,
    cmd.NameColour: _name_colour,
    cmd.Accept: _accept,
    cmd.Challenge: _challenge,
}


# The table closes a shuffle and goes on


def _close(now: Situation, act: cmd.Close) -> Answer:
    shuffle = now.state.shuffle
    if shuffle is None or shuffle.k != act.k or sorted(act.order) != list(range(shuffle.count)):
        return Refusal("wrong-phase")
    if not 0 <= act.dice < len(now.state.taken):
        return Refusal("wrong-phase")
    return Outcome((ev.ShuffleClosed(act.k, act.order),), now.state.todo)


# Tasks


def _run(now: Situation, outcome: Outcome) -> tuple[ev.Event, ...]:
    """All that happens: the outcome's events, then its tasks, until none is left or a shuffle must be waited for."""
    happened = list(outcome.events)
    state = evolve_all(now.state, outcome.events)
    tasks = list(outcome.tasks)
    while tasks and state.shuffle is None:
        task = tasks.pop(0)
        done = _TASKS[task.do](replace(now, state=state), task)
        happened += done.events
        state = evolve_all(state, done.events)
        tasks[:0] = done.tasks
    if tasks:
        happened.append(ev.ToDo(tuple(tasks)))
    return tuple(happened)


def _seat(task: Task) -> int:
    assert task.seat is not None, f"a seat is told to {task.do}"
    return task.seat


def _round_task(now: Situation, task: Task) -> Outcome:
    return Outcome((ev.RoundBegan(task.count, now.rules.deal_seat(now)),))


def _deal_task(now: Situation, _task: Task) -> Outcome:
    """One card at a time, from the dealing seat's left."""
    state = now.state
    assert state.deal_seat is not None, "a round begins with a dealing seat"
    slots, seats = state.piles[0].slots, len(state.taken)
    hands: list[tuple[int, ...]] = [()] * len(state.seats)
    for place in range(seats):
        seat = state.neighbour(state.deal_seat, place + 1)
        hands[seat] = slots[place : seats * now.rules.ruleset.deal : seats]
    return Outcome((ev.Dealt(tuple(hands)),))


def _starter_task(now: Situation, _task: Task) -> Outcome:
    state = now.state
    slot = state.piles[0].rest[0]
    turned = ev.StarterTurned(slot, now.faces[slot])
    assert state.deal_seat is not None, "a round begins with a dealing seat"
    after = replace(now, state=evolve(state, turned))
    effect = now.rules.starters[now.face(slot).kind](after, state.deal_seat)
    return Outcome((turned, *effect.events), effect.tasks)


def _draw_task(now: Situation, task: Task) -> Outcome:
    """The pile, then all discards but the top, then the shortfall is forgiven (spec/rules.md, No card left)."""
    state, seat = now.state, _seat(task)
    if state.piles:
        slots = state.piles[0].rest[: task.count]
        return Outcome((ev.Drew(seat, slots, task.why),), _still_to_draw(task, task.count - len(slots)))
    under = state.discards.slots[:-1]
    if not under:
        return Outcome((ev.Waived(seat, task.count),))
    if len(under) == 1:
        return Outcome((ev.Recycled(seat, under[0], task.why),), _still_to_draw(task, task.count - 1))
    return Outcome((_recycle(now, under),), (task,))


def _still_to_draw(task: Task, rest: int) -> tuple[Task, ...]:
    return (replace(task, count=rest),) if rest else ()


def _recycle(now: Situation, under: Sequence[int]) -> ev.ShuffleBegun:
    opened = now.state.opened
    cards = sorted(opened[slot] for slot in under if slot in opened)
    hidden = sorted(slot for slot in under if slot not in opened)
    return ev.ShuffleBegun(now.state.shuffles + 1, tuple(cards), tuple(hidden), "pile")


def _drawn_task(now: Situation, task: Task) -> Outcome:
    state, seat = now.state, _seat(task)
    return Outcome((ev.Asked(seat, Phase.DRAWN, state.step + 1, state.turns, state.hands[seat][-1]),))


def _turn_task(now: Situation, task: Task) -> Outcome:
    state = now.state
    if state.turns >= now.rules.ruleset.turn_cap:
        return Outcome(tasks=(Task("score", why="cap"),))
    return Outcome((ev.Asked(_seat(task), Phase.PLAY, state.step + 1, state.turns + 1),))


def _ask_task(now: Situation, task: Task) -> Outcome:
    return Outcome((ev.Asked(_seat(task), Phase(task.why), now.state.step + 1, now.state.turns),))


def _score_task(now: Situation, task: Task) -> Outcome:
    ended = round_ended(now, task.seat, task.why)
    return Outcome((ended, ev.GameEnded(ended.places)))


_TASKS: dict[str, Callable[[Situation, Task], Outcome]] = {
    "round": _round_task,
    "deal": _deal_task,
    "starter": _starter_task,
    "draw": _draw_task,
    "drawn": _drawn_task,
    "turn": _turn_task,
    "ask": _ask_task,
    "score": _score_task,
}
