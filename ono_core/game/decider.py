"""``decide``: all the rules of play. It says what a command makes happen, or why it is refused.

A play has effects; an effect is events that happen at once and *tasks*, small steps such as "seat 2 draws four" or
"seat 3 is on turn". ``run`` (tasks.py) works the tasks off one by one, each on the state that the events so far have
made. When a draw finds the pile empty it begins a shuffle and stops: the tasks that are left go into the state
(``to-do``), and the table's ``close`` continues with exactly that list. So a draw-four may be interrupted, stored,
reloaded and continued.

The faces of hidden cards come in as an argument (slot -> card id): the table knows all of them, the audit learns them
from the dealer's reveal. Nothing here knows a house rule's name: what varies is asked of ``rules``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.checks import can_draw, could_play, draw_refusal, goes_down, needs_target, pass_refusal, play_refusal
from ono_core.game.evolve import evolve, evolve_all
from ono_core.game.faces import Colour
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Move, Outcome, Rules, Situation, has_colour, stakes
from ono_core.game.seating import ACTS, Answer, seat_act
from ono_core.game.state import TURN_PHASES, Phase, State, Task
from ono_core.game.tasks import run

Decision = tuple[ev.Event, ...] | Refusal
Advance = tuple[tuple[ev.Event, ...], State]
"""What happens, and the state after it."""

__all__ = ["Advance", "Decision", "advance", "decide", "evolve", "evolve_all", "initial", "is_over"]


def initial() -> State:
    """The state before the first entry."""
    return State()


def is_over(state: State) -> bool:
    """Whether the log can take no further entry."""
    return state.phase is Phase.SEALED


def decide(rules: Rules, state: State, faces: Mapping[int, int], command: cmd.Command) -> Decision:
    """What the command makes happen, or why it is refused; the state is not changed either way."""
    done = advance(rules, state, faces, command)
    return done if isinstance(done, Refusal) else done[0]


def advance(rules: Rules, state: State, faces: Mapping[int, int], command: cmd.Command) -> Advance | Refusal:
    """The same, with the state after it, which ``evolve`` gives for the events."""
    if is_over(state):
        return Refusal("sealed")
    act = command.act
    dice = act.dice if type(act) is cmd.Close else 0
    now = Situation(rules, state, faces, dice)
    move = _MOVES.get(type(act))
    outcome = _turn(now, command, move) if move else _beside(now, command)
    return outcome if isinstance(outcome, Refusal) else run(now, outcome)


# Acts of the seat that is asked, and of one that jumps in

_ANSWERS: dict[Phase, frozenset[type[cmd.Act]]] = {
    Phase.START_COLOUR: frozenset({cmd.NameColour}),
    Phase.PLAY: frozenset({cmd.Play, cmd.Draw, cmd.Pass}),
    Phase.DRAWN: frozenset({cmd.Play, cmd.Pass}),
    Phase.RESPOND: frozenset({cmd.Play, cmd.Accept, cmd.Challenge}),
}

Turn = Callable[[Situation, int, Any], Answer]


def _turn(now: Situation, command: cmd.Command, move: Turn) -> Answer:
    state, seat = now.state, command.seat
    code = _misplaced(state, command)
    if code:
        return Refusal(code, _stale(command, state) if code == "stale" else "")
    assert seat is not None, "a turn's act comes from a seat"
    answer = move(now, seat, command.act)
    return answer if isinstance(answer, Refusal) else _with_consequences(now, seat, answer)


def _misplaced(state: State, command: cmd.Command) -> str | None:
    if state.shuffle is not None:
        return "shuffling"
    answers = _ANSWERS.get(state.phase)
    if answers is None:
        return "wrong-phase"
    if command.step != state.step:
        return "stale"
    kind = type(command.act)
    if command.seat != state.turn:
        may_jump = kind is cmd.Play and state.phase is Phase.PLAY and command.seat in state.playing
        return None if may_jump else "not-your-turn"
    return None if kind in answers else "wrong-phase"


def _stale(command: cmd.Command, state: State) -> str:
    return f"step {command.step} is answered, the table is at {state.step}"


def _with_consequences(now: Situation, seat: int, answer: Outcome) -> Outcome:
    """Any accepted act of a turn ends the time to catch, and makes a short clock a long one again."""
    state = now.state
    if not state.misses[seat] and not state.exposed:
        return answer
    first = _acted(now, seat)
    return Outcome(first + answer.events, answer.tasks) if first else answer


def _acted(now: Situation, seat: int) -> tuple[ev.Event, ...]:
    restored = (ev.ClockRestored(seat),) if now.state.misses[seat] else ()
    return restored + _catches_closed(now)


def _catches_closed(now: Situation) -> tuple[ev.Event, ...]:
    exposed = now.state.exposed
    ends = exposed and now.rules.catches_end
    return (ev.CatchClosed(tuple(one.seat for one in exposed)),) if ends else ()


def _play(now: Situation, seat: int, act: cmd.Play) -> Answer:
    slots, state, rules, faces = act.slots, now.state, now.rules, now.faces
    code = _unplayable(now, seat, act)
    if code:
        return Refusal(code)
    top = rules.cards[faces[slots[-1]]]
    down = goes_down(now, seat, slots)
    colour = top.colour or act.colour
    assert colour is not None, "a wild without a colour was refused"
    played = ev.Played(seat, down, tuple([faces[slot] for slot in down]), colour)
    move = Move(seat, slots, act.target, act.call, state.colour, state.phase is Phase.RESPOND)
    after = evolve(state, played)
    left = after.hands[seat]
    effect = rules.effects[top.kind] if left else rules.going_out
    outcome = effect(Situation(rules, after, faces), move)
    said = rules.announced(state, after, move) if len(left) == 1 and rules.announced else ()
    then = said + outcome.events
    return Outcome((played, *then), outcome.tasks, evolve_all(after, then) if then else after)


def _unplayable(now: Situation, seat: int, act: cmd.Play) -> str | None:
    slots, hand = act.slots, now.state.hands[seat]
    if not slots:
        return "one-card"
    for slot in slots:
        if slot not in hand:
            return "no-such-card"
    if len(slots) > 1 and len(set(slots)) < len(slots):
        return "no-such-card"
    return play_refusal(now, seat, slots) or _odd_extras(now, seat, act)


def _odd_extras(now: Situation, seat: int, act: cmd.Play) -> str | None:
    """What the play says beside its cards, and should not, or does not say and should."""
    is_wild = now.face(act.slots[-1]).colour is None
    if is_wild != (act.colour is not None):
        return "needs-colour" if is_wild else "colour-fixed"
    targets = now.rules.targeting and needs_target(now, seat, act.slots)
    if not targets and act.target is not None:
        return "no-target"
    if targets and (act.target not in now.state.playing or act.target == seat):
        return "needs-target"
    return _odd_call(now, seat, act) if act.call else None


def _odd_call(now: Situation, seat: int, act: cmd.Play) -> str | None:
    if not now.rules.calls_by_hand:
        return now.rules.call_limit(now.state, seat)
    left = len(now.state.hands[seat]) - len(goes_down(now, seat, act.slots))
    return None if left == 1 else "nothing-to-call"


def _draw(now: Situation, seat: int, _act: cmd.Act) -> Answer:
    could = now.rules.draws_stuck_only and could_play(now, seat)
    code = draw_refusal(now, could=could)
    return Refusal(code) if code else Outcome(tasks=now.rules.draws(seat))


def _pass(now: Situation, seat: int, _act: cmd.Act) -> Answer:
    in_play = now.state.phase is Phase.PLAY
    could = (in_play or now.rules.drawn_must) and could_play(now, seat)
    code = pass_refusal(now, could=could)
    return Refusal(code) if code else Outcome(tasks=(Task("pass", seat, int(in_play)),))


def _name_colour(_now: Situation, seat: int, act: cmd.NameColour) -> Answer:
    return Outcome((ev.ColourNamed(seat, act.colour),), (Task("turn", seat),))


def _accept(now: Situation, seat: int, _act: cmd.Act) -> Outcome:
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
    lost_by_accused, lost_by_challenger = stakes(debt.total)
    if bluff:
        tasks = (Task("draw", debt.by, lost_by_accused, "penalty"), Task("turn", seat))
    else:
        tasks = (Task("draw", seat, lost_by_challenger, "penalty"), Task("turn", now.state.neighbour(seat)))
    shown = debt.dispute.held if now.rules.shows_hand else ()
    return Outcome((ev.Challenged(seat, debt.by, "bluff" if bluff else "honest", shown),), tasks)


_MOVES: dict[type[cmd.Act], Turn] = {
    cmd.Play: _play,
    cmd.Draw: _draw,
    cmd.Pass: _pass,
    cmd.NameColour: _name_colour,
    cmd.Accept: _accept,
    cmd.Challenge: _challenge,
}


# Acts beside the turn


def _beside(now: Situation, command: cmd.Command) -> Answer:
    other = _OTHERS.get(type(command.act))
    return other(now, command) if other else seat_act(now, command)


def _call(now: Situation, command: cmd.Command) -> Answer:
    state, seat = now.state, command.seat
    if state.phase not in TURN_PHASES or seat not in state.playing:
        return Refusal("wrong-phase")
    code = now.rules.call_limit(state, seat)
    if code == "nothing-to-call" and _costs(now) and state.shuffle is None and seat not in state.called:
        return _mistaken(now, seat, "call")
    return Refusal(code) if code else Outcome((ev.Called(seat),))


def _catch(now: Situation, command: cmd.Command) -> Answer:
    act, state, seat = command.act, now.state, command.seat
    assert isinstance(act, cmd.Catch)
    if state.phase not in TURN_PHASES or seat not in state.playing:
        return Refusal("wrong-phase")
    if state.shuffle:
        return Refusal("shuffling")
    code = now.rules.catch_limit(state, seat, act.seat, act.exposed)
    too_late = code == "window-closed" and act.exposed == state.step - 1
    if code in {"nothing-to-catch", "window-closed"} and _costs(now) and not too_late:
        return _mistaken(now, seat, "catch")
    if code:
        return Refusal(code)
    return Outcome((ev.Caught(act.seat, seat),), (Task("draw", act.seat, now.rules.ruleset.call_penalty, "penalty"),))


def _costs(now: Situation) -> bool:
    return now.rules.ruleset.false_call > 0


def _mistaken(now: Situation, seat: int, what: str) -> Outcome:
    return Outcome((ev.Mistaken(seat, what),), (Task("draw", seat, now.rules.ruleset.false_call, "penalty"),))


# The table's own


def _close(now: Situation, command: cmd.Command) -> Answer:
    """The table closes a shuffle, and what waited for it goes on."""
    act, shuffle = command.act, now.state.shuffle
    assert isinstance(act, cmd.Close)
    if shuffle is None or shuffle.k != act.k or sorted(act.order) != list(range(shuffle.count)):
        return Refusal("wrong-phase")
    if not 0 <= act.dice < len(now.state.taken):
        return Refusal("wrong-phase")
    return Outcome((ev.ShuffleClosed(act.k, act.order),), now.state.todo)


def _time_out(now: Situation, command: cmd.Command) -> Answer:
    """The clock acts for the seat that was asked: it draws, takes what is owed, or keeps; it never plays (S2)."""
    act, state = command.act, now.state
    assert isinstance(act, cmd.TimeOut)
    seat = state.turn
    if not now.rules.ruleset.clock_ms or state.shuffle or state.phase not in TURN_PHASES or seat is None:
        return Refusal("wrong-phase")
    if act.step != state.step:
        return Refusal("stale")
    expired = (ev.TimedOut(seat, state.misses[seat] + 1), *_catches_closed(now))
    if state.phase is Phase.RESPOND:
        answer = _accept(now, seat, act)
        return Outcome(expired + answer.events, answer.tasks)
    if state.phase is Phase.DRAWN:
        return Outcome(expired, (Task("pass", seat),))
    named = (ev.ColourNamed(seat, Colour.RED),) if state.phase is Phase.START_COLOUR else ()
    draws = (Task("draw", seat, 1, "clock"), Task("pass", seat))
    return Outcome(expired + named, draws if can_draw(now) else (Task("pass", seat, 1),))


def _open_catch(now: Situation, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.OpenCatch)
    missed = now.state.exposure(act.seat)
    return Refusal("wrong-phase") if missed is None or missed.open else Outcome((ev.CatchOpened(act.seat),))


def _close_catch(now: Situation, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.CloseCatch)
    by_time = now.rules.ruleset.catch_window == "timer"
    missed = now.state.exposure(act.seat)
    return Outcome((ev.CatchClosed((act.seat,)),)) if by_time and missed and missed.open else Refusal("wrong-phase")


_OTHERS: dict[type[cmd.Act], Callable[[Situation, cmd.Command], Answer]] = {
    cmd.Call: _call,
    cmd.Catch: _catch,
    cmd.Close: _close,
    cmd.TimeOut: _time_out,
    cmd.OpenCatch: _open_catch,
    cmd.CloseCatch: _close_catch,
}

assert {*ACTS, *_OTHERS, *_MOVES} == {*cmd.SEAT_ACTS, *cmd.TABLE_ACTS}, "every act is decided somewhere"
