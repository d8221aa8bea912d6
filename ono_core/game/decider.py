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
from ono_core.game.rules import Course, Move, Rules, Situation, has_colour, stakes
from ono_core.game.seating import ACTS, Answer, seat_act, without_seeds
from ono_core.game.state import DRAWN, PLAY, RESPOND, SEALED, START_COLOUR, TURN_PHASES, Phase, State, Task
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
    return state.phase is SEALED


def decide(rules: Rules, state: State, faces: Mapping[int, int], command: cmd.Command) -> Decision:
    """What the command makes happen, or why it is refused; the state is not changed either way."""
    done = advance(rules, state, faces, command)
    return done if isinstance(done, Refusal) else done[0]


def advance(rules: Rules, state: State, faces: Mapping[int, int], command: cmd.Command) -> Advance | Refusal:
    """The same, with the state after it, which ``evolve`` gives for the events."""
    if state.phase is SEALED:
        return Refusal("sealed")
    act = command.act
    now = Course(rules, state, faces)
    move = _MOVES.get(type(act))
    refused = _turn(now, command, move) if move else _OTHERS.get(type(act), seat_act)(now, command)
    if refused is not None:
        return refused
    if now.tasks:
        run(now)
    return tuple(now.happened), now.state


# Acts of the seat that is asked, and of one that jumps in

_ANSWERS: dict[Phase, frozenset[type[cmd.Act]]] = {
    START_COLOUR: frozenset({cmd.NameColour}),
    PLAY: frozenset({cmd.Play, cmd.Draw, cmd.Pass}),
    DRAWN: frozenset({cmd.Play, cmd.Pass}),
    RESPOND: frozenset({cmd.Play, cmd.Accept, cmd.Challenge}),
}

Turn = Callable[[Course, int, Any], Answer]


def _turn(now: Course, command: cmd.Command, move: Turn) -> Answer:
    """Any act of a turn ends the time to catch, and makes a short clock a long one again."""
    state, seat = now.state, command.seat
    code = _misplaced(state, command)
    if code is not None:
        return Refusal(code, _stale(command, state) if code == "stale" else "")
    assert seat is not None, "a turn's act comes from a seat"
    if state.misses[seat]:
        now.happen(ev.ClockRestored(seat))
    if state.exposed:
        _end_catches(now)
    return move(now, seat, command.act)


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
        may_jump = kind is cmd.Play and state.phase is PLAY and command.seat in state.playing
        return None if may_jump else "not-your-turn"
    return None if kind in answers else "wrong-phase"


def _stale(command: cmd.Command, state: State) -> str:
    return f"step {command.step} is answered, the table is at {state.step}"


def _end_catches(now: Course) -> None:
    if now.state.exposed and now.rules.catches_end:
        now.happen(ev.CatchClosed(tuple(one.seat for one in now.state.exposed)))


def _play(now: Course, seat: int, act: cmd.Play) -> Answer:
    rules, faces, before, slots = now.rules, now.faces, now.state, act.slots
    code = _not_in_hand(before.hands[seat], slots) or play_refusal(now, seat, slots) or _odd_extras(now, seat, act)
    if code is not None:
        return Refusal(code)
    card = faces[slots[-1]]
    top = rules.cards[card]
    down = goes_down(now, seat, slots) if card in rules.shedding else slots
    cards = (card,) if len(down) == 1 else tuple([faces[slot] for slot in down])
    colour = top.colour or act.colour
    assert colour is not None, "a wild without a colour was refused"
    now.happen(ev.Played(seat, down, cards, colour))
    move = Move(seat, slots, act.target, act.call, before.colour, before.phase is RESPOND)
    left = len(now.state.hands[seat])
    if left == 1 and rules.announced is not None:
        rules.announced(now, move)
    effect = rules.effects[top.kind] if left else rules.going_out
    effect(now, move)
    return None


def _not_in_hand(hand: tuple[int, ...], slots: tuple[int, ...]) -> str | None:
    if not slots:
        return "one-card"
    for slot in slots:
        if slot not in hand:
            return "no-such-card"
    return "no-such-card" if len(slots) > 1 and len(set(slots)) < len(slots) else None


def _odd_extras(now: Situation, seat: int, act: cmd.Play) -> str | None:
    """What the play says beside its cards, and should not, or does not say and should."""
    rules, card = now.rules, now.faces[act.slots[-1]]
    is_wild = rules.cards[card].colour is None
    if is_wild != (act.colour is not None):
        return "needs-colour" if is_wild else "colour-fixed"
    if card in rules.targeting and needs_target(now, seat, act.slots):
        if act.target not in now.state.playing or act.target == seat:
            return "needs-target"
    elif act.target is not None:
        return "no-target"
    return _odd_call(now, seat, act) if act.call else None


def _odd_call(now: Situation, seat: int, act: cmd.Play) -> str | None:
    if not now.rules.calls_by_hand:
        return now.rules.call_limit(now.state, seat)
    left = len(now.state.hands[seat]) - len(goes_down(now, seat, act.slots))
    return None if left == 1 else "nothing-to-call"


def _draw(now: Course, seat: int, _act: cmd.Act) -> Answer:
    could = now.rules.draws_stuck_only and could_play(now, seat)
    code = draw_refusal(now, could=could)
    if code:
        return Refusal(code)
    now.then(*now.rules.draws(seat))
    return None


def _pass(now: Course, seat: int, _act: cmd.Act) -> Answer:
    in_play = now.state.phase is PLAY
    could = (in_play or now.rules.drawn_must) and could_play(now, seat)
    code = pass_refusal(now, could=could)
    if code:
        return Refusal(code)
    now.then(Task("pass", seat, int(in_play)))
    return None


def _name_colour(now: Course, seat: int, act: cmd.NameColour) -> Answer:
    now.happen(ev.ColourNamed(seat, act.colour))
    now.then(Task("turn", seat))
    return None


def _accept(now: Course, seat: int, _act: cmd.Act) -> Answer:
    debt = now.state.debt
    assert debt is not None, "a seat responds to a debt"
    now.happen(ev.Accepted(seat))
    now.then(Task("draw", seat, debt.total, "owed"), Task("turn", now.state.neighbour(seat)))
    return None


def _challenge(now: Course, seat: int, _act: cmd.Act) -> Answer:
    """Judged by the hand as it was right after the play: after a bluff the accused pays, else the challenger does."""
    debt = now.state.debt
    assert debt is not None, "a seat responds to a debt"
    if debt.dispute is None:
        return Refusal("no-challenge")
    bluff = has_colour(now, debt.dispute.held, debt.dispute.colour)
    lost_by_accused, lost_by_challenger = stakes(debt.total)
    shown = debt.dispute.held if now.rules.shows_hand else ()
    now.happen(ev.Challenged(seat, debt.by, "bluff" if bluff else "honest", shown))
    if bluff:
        now.then(Task("draw", debt.by, lost_by_accused, "penalty"), Task("turn", seat))
        return None
    following = now.state.neighbour(seat)
    now.then(Task("draw", seat, lost_by_challenger, "penalty"), Task("turn", following))
    return None


_MOVES: dict[type[cmd.Act], Turn] = {
    cmd.Play: _play,
    cmd.Draw: _draw,
    cmd.Pass: _pass,
    cmd.NameColour: _name_colour,
    cmd.Accept: _accept,
    cmd.Challenge: _challenge,
}


# Acts beside the turn


def _call(now: Course, command: cmd.Command) -> Answer:
    state, seat = now.state, command.seat
    if state.phase not in TURN_PHASES or seat not in state.playing:
        return Refusal("wrong-phase")
    code = now.rules.call_limit(state, seat)
    if code == "nothing-to-call" and _costs(now) and state.shuffle is None and seat not in state.called:
        _mistaken(now, seat, "call")
        return None
    if code:
        return Refusal(code)
    now.happen(ev.Called(seat))
    return None


def _catch(now: Course, command: cmd.Command) -> Answer:
    act, state, seat = command.act, now.state, command.seat
    assert isinstance(act, cmd.Catch)
    if state.phase not in TURN_PHASES or seat not in state.playing:
        return Refusal("wrong-phase")
    if state.shuffle:
        return Refusal("shuffling")
    code = now.rules.catch_limit(state, seat, act.seat, act.exposed)
    too_late = code == "window-closed" and act.exposed == state.step - 1
    if code in {"nothing-to-catch", "window-closed"} and _costs(now) and not too_late:
        _mistaken(now, seat, "catch")
        return None
    if code:
        return Refusal(code)
    now.happen(ev.Caught(act.seat, seat))
    now.then(Task("draw", act.seat, now.rules.ruleset.call_penalty, "penalty"))
    return None


def _costs(now: Situation) -> bool:
    return now.rules.ruleset.false_call > 0


def _mistaken(now: Course, seat: int, what: str) -> None:
    now.happen(ev.Mistaken(seat, what))
    now.then(Task("draw", seat, now.rules.ruleset.false_call, "penalty"))


# The table's own


def _close(now: Course, command: cmd.Command) -> Answer:
    """The table closes a shuffle, and what waited for it goes on."""
    act, shuffle = command.act, now.state.shuffle
    assert isinstance(act, cmd.Close)
    now.dice = act.dice
    if shuffle is None or shuffle.k != act.k or sorted(act.order) != list(range(shuffle.count)):
        return Refusal("wrong-phase")
    if not 0 <= act.dice < len(now.state.taken):
        return Refusal("wrong-phase")
    now.then(*now.state.todo)
    now.happen(ev.ShuffleClosed(act.k, act.order))
    without_seeds(now, act.missing)
    return None


def _time_out(now: Course, command: cmd.Command) -> Answer:
    """The clock acts for the seat that was asked: it draws, takes what is owed, or keeps; it never plays (S2)."""
    act, state = command.act, now.state
    assert isinstance(act, cmd.TimeOut)
    seat = state.turn
    if not now.rules.ruleset.clock_ms or state.shuffle or state.phase not in TURN_PHASES or seat is None:
        return Refusal("wrong-phase")
    if act.step != state.step:
        return Refusal("stale")
    now.happen(ev.TimedOut(seat, state.misses[seat] + 1))
    _end_catches(now)
    if state.phase is RESPOND:
        return _accept(now, seat, act)
    if state.phase is DRAWN:
        now.then(Task("pass", seat))
        return None
    if state.phase is START_COLOUR:
        now.happen(ev.ColourNamed(seat, Colour.RED))
    if can_draw(now):
        now.then(Task("draw", seat, 1, "clock"), Task("pass", seat))
        return None
    now.then(Task("pass", seat, 1))
    return None


def _open_catch(now: Course, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.OpenCatch)
    missed = now.state.exposure(act.seat)
    if missed is None or missed.open:
        return Refusal("wrong-phase")
    now.happen(ev.CatchOpened(act.seat))
    return None


def _close_catch(now: Course, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.CloseCatch)
    by_time = now.rules.ruleset.catch_window == "timer"
    missed = now.state.exposure(act.seat)
    may = by_time and missed and missed.open
    if not may:
        return Refusal("wrong-phase")
    now.happen(ev.CatchClosed((act.seat,)))
    return None


_OTHERS: dict[type[cmd.Act], Callable[[Course, cmd.Command], Answer]] = {
    cmd.Call: _call,
    cmd.Catch: _catch,
    cmd.Close: _close,
    cmd.TimeOut: _time_out,
    cmd.OpenCatch: _open_catch,
    cmd.CloseCatch: _close_catch,
}

assert {*ACTS, *_OTHERS, *_MOVES} == {*cmd.SEAT_ACTS, *cmd.TABLE_ACTS}, "every act is decided somewhere"
