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
from ono_core.game import seating
from ono_core.game.checks import draw_refusal, pass_refusal, play_refusal
from ono_core.game.evolve import evolve, evolve_all
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Outcome, Rules, Situation
from ono_core.game.scoring import round_ended
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
    now = Situation(rules, state, faces)
    if isinstance(command.act, cmd.TURN_ACTS):
        return _turn_refusal(state, command) or _turn(now, command)
    if isinstance(command.act, cmd.Close):
        return _close(now, command.act)
    outcome = seating.seat_act(now, command)
    return outcome if isinstance(outcome, Refusal) else _run(now, outcome)


# Acts of the seat that is asked

_ANSWERS: dict[Phase, tuple[type[cmd.Act], ...]] = {
    Phase.START_COLOUR: (cmd.NameColour,),
    Phase.PLAY: (cmd.Play, cmd.Draw, cmd.Pass),
    Phase.DRAWN: (cmd.Play, cmd.Pass),
    Phase.RESPOND: (cmd.Play, cmd.Accept, cmd.Challenge),
}


def _turn_refusal(state: State, command: cmd.Command) -> Refusal | None:
    if state.phase not in TURN_PHASES:
        return Refusal("shuffling" if state.shuffle else "wrong-phase")
    if state.shuffle:
        return Refusal("shuffling")
    if command.step != state.step:
        return Refusal("stale", f"step {command.step} is answered, the table is at {state.step}")
    if command.seat != state.turn:
        return Refusal("not-your-turn")
    return None if isinstance(command.act, _ANSWERS[state.phase]) else Refusal("wrong-phase")


def _turn(now: Situation, command: cmd.Command) -> Decision:
    seat, act = command.seat, command.act
    assert seat is not None, "a turn's act comes from the seat on turn"
    outcome = _MOVES[type(act)](now, seat, act)
    return outcome if isinstance(outcome, Refusal) else _run(now, outcome)


def _play(now: Situation, seat: int, act: cmd.Act) -> Outcome | Refusal:
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


def _draw(now: Situation, seat: int, _act: cmd.Act) -> Outcome | Refusal:
    code = draw_refusal(now, seat)
    return Refusal(code) if code else Outcome(tasks=(Task("draw", seat, 1, "turn"), Task("drawn", seat)))


def _pass(now: Situation, seat: int, _act: cmd.Act) -> Outcome | Refusal:
    code = pass_refusal(now, seat)
    if code:
        return Refusal(code)
    stuck = 0 if now.state.phase is Phase.DRAWN else now.state.stuck + 1
    blocked = stuck >= len(now.state.taken)
    after = Task("score", why="blocked") if blocked else Task("turn", now.state.neighbour(seat))
    return Outcome((ev.Passed(seat, stuck),), (after,))


def _name_colour(_now: Situation, seat: int, act: cmd.Act) -> Outcome | Refusal:
    assert isinstance(act, cmd.NameColour)
    return Outcome((ev.ColourNamed(seat, act.colour),), (Task("turn", seat),))


def _accept(now: Situation, seat: int, _act: cmd.Act) -> Outcome | Refusal:
    debt = now.state.debt
    assert debt is not None, "a seat responds to a debt"
    tasks = (Task("draw", seat, debt.total, "owed"), Task("turn", now.state.neighbour(seat)))
    return Outcome((ev.Accepted(seat),), tasks)


def _challenge(now: Situation, seat: int, _act: cmd.Act) -> Outcome | Refusal:
    """Judged by the hand as it was right after the play: after a bluff the accused pays, else the challenger does."""
    debt = now.state.debt
    assert debt is not None, "a seat responds to a debt"
    if debt.dispute is None:
        return Refusal("no-challenge")
    held = [now.face(slot).colour for slot in debt.dispute.held]
    bluff = debt.dispute.colour is not None and debt.dispute.colour in held
    lost_by_accused, lost_by_challenger = now.rules.stakes(debt)
    if bluff:
        tasks = (Task("draw", debt.by, lost_by_accused, "penalty"), Task("turn", seat))
    else:
        tasks = (Task("draw", seat, lost_by_challenger, "penalty"), Task("turn", now.state.neighbour(seat)))
    return Outcome((ev.Challenged(seat, debt.by, "bluff" if bluff else "honest"),), tasks)


_MOVES: dict[type[cmd.Act], Callable[[Situation, int, cmd.Act], Outcome | Refusal]] = {
    cmd.Play: _play,
    cmd.Draw: _draw,
    cmd.Pass: _pass,
    cmd.NameColour: _name_colour,
    cmd.Accept: _accept,
    cmd.Challenge: _challenge,
}


# The table closes a shuffle and goes on


def _close(now: Situation, act: cmd.Close) -> Decision:
    shuffle = now.state.shuffle
    if shuffle is None or shuffle.k != act.k or sorted(act.order) != list(range(shuffle.count)):
        return Refusal("wrong-phase")
    if not 0 <= act.dice < len(now.state.taken):
        return Refusal("wrong-phase")
    closed = ev.ShuffleClosed(act.k, act.order)
    return _run(replace(now, dice=act.dice), Outcome((closed,), now.state.todo))


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
    pile = state.piles[0]
    slot = pile.slots[pile.taken]
    turned = ev.StarterTurned(slot, now.faces[slot])
    assert state.deal_seat is not None, "a round begins with a dealing seat"
    after = replace(now, state=evolve(state, turned))
    effect = now.rules.starters[now.face(slot).kind](after, state.deal_seat)
    return Outcome((turned, *effect.events), effect.tasks)


def _draw_task(now: Situation, task: Task) -> Outcome:
    """The pile, then all discards but the top, then the shortfall is forgiven (spec/rules.md, No card left)."""
    state, seat = now.state, task.seat
    assert seat is not None, "a seat draws"
    if state.piles:
        pile = state.piles[0]
        slots = pile.slots[pile.taken : pile.taken + task.count]
        rest = task.count - len(slots)
        return Outcome((ev.Drew(seat, slots, task.why),), _still_to_draw(task, rest))
    under = state.discards.slots[:-1]
    if not under:
        return Outcome((ev.Waived(seat, task.count),))
    if len(under) == 1:
        return Outcome((ev.Recycled(seat, under[0], task.why),), _still_to_draw(task, task.count - 1))
    return Outcome((_recycle(now, under),), (task,))


def _still_to_draw(task: Task, rest: int) -> tuple[Task, ...]:
    return (Task(task.do, task.seat, rest, task.why),) if rest else ()


def _recycle(now: Situation, under: Sequence[int]) -> ev.ShuffleBegun:
    opened = now.state.opened
    cards = sorted(opened[slot] for slot in under if slot in opened)
    hidden = sorted(slot for slot in under if slot not in opened)
    return ev.ShuffleBegun(now.state.shuffles + 1, tuple(cards), tuple(hidden), "pile")


def _drawn_task(now: Situation, task: Task) -> Outcome:
    state, seat = now.state, task.seat
    assert seat is not None, "a seat draws"
    return Outcome((ev.Asked(seat, Phase.DRAWN, state.step + 1, state.turns, state.hands[seat][-1]),))


def _turn_task(now: Situation, task: Task) -> Outcome:
    state = now.state
    assert task.seat is not None, "a seat is on turn"
    if state.turns >= now.rules.ruleset.turn_cap:
        return Outcome(tasks=(Task("score", why="cap"),))
    return Outcome((ev.Asked(task.seat, Phase.PLAY, state.step + 1, state.turns + 1),))


def _ask_task(now: Situation, task: Task) -> Outcome:
    assert task.seat is not None, "a seat is asked"
    return Outcome((ev.Asked(task.seat, Phase(task.why), now.state.step + 1, now.state.turns),))


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
