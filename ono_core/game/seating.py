"""Who sits where: joining, leaving, hosting, starting, taking over and giving back, and the end of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from ono_core.game import commands as cmd
from ono_core.game import computers, directing, names, witnessing
from ono_core.game import events as ev
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Course
from ono_core.game.ruleset import Ruleset, deck_of, decks_for, parse, plain
from ono_core.game.scoring import in_game
from ono_core.game.state import (
    MOST_SEATS,
    TURN_PHASES,
    Phase,
    Seat,
    State,
    Task,
    contributor_of,
    contributors,
    next_clockwise,
    seat_of,
)
from ono_core.game.tasks import whole_deck
from ono_core.game.witnessing import is_taken

Answer = Refusal | None
"""Why a command is refused; None: what it makes happen has happened."""


def seat_act(now: Course, command: cmd.Command) -> Answer:
    """An act outside a turn."""
    refused = _host_refusal(now.state, command) if isinstance(command.act, _HOSTED) else None
    return refused or ACTS[type(command.act)](now, command)


def _in_lobby(state: State) -> bool:
    return state.phase is Phase.LOBBY


def _in_game(state: State) -> bool:
    return state.phase in TURN_PHASES or state.phase in {Phase.DEAL, Phase.ROUND_OVER}


def _vacant(now: Course, wanted: int | None) -> int | Refusal:
    """The seat to take: the wanted one, or the first that is vacant."""
    taken, most = now.state.taken, now.rules.ruleset.seats_max
    if len(taken) >= most:
        return Refusal("room-full")
    if wanted is None:
        return next(seat for seat in range(most) if seat not in taken)
    if not 0 <= wanted < most:
        return Refusal("no-such-seat")
    return Refusal("seat-taken") if wanted in taken else wanted


def _humans(state: State) -> list[int]:
    return [seat for seat in state.taken if state.seat_at(seat).is_human]


def _join(now: Course, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.Join)
    held = seat_of(state, identity=act.identity)
    if held is not None:
        return _rekeyed(now, held, act)
    if not _in_lobby(state) and not _may_come_late(now):
        return Refusal("wrong-phase", "the game has begun")
    otherwise = _held_otherwise(state, act)
    wanted = directing.seat_for(state, act.identity) if state.invited else act.wanted
    seat = Refusal(otherwise) if otherwise else _vacant(now, wanted)
    if isinstance(seat, Refusal):
        return seat
    name = names.shown(act.name)
    if name is None:
        return Refusal("bad-name")
    if is_taken(state, name):
        return Refusal("name-taken")
    seated = ev.Seated(seat, name, act.identity, act.session, act.x25519, act.anchor, act.cert)
    hosts = state.host is None or act.identity == state.named_host
    now.happen(seated)
    if hosts:
        now.happen(ev.HostSet(seat))
    return None


def _may_come_late(now: Course) -> bool:
    """Between two rounds of a match to a target a player may come, with no points yet, if the cards are enough (ours).

    Not where few points are good, nor where the dealer's secret was split among the players at the start.
    """
    ruleset, state = now.rules.ruleset, now.state
    is_fair = now.rules.takes_latecomers and ruleset.escrow == "none"
    decks = decks_for(ruleset, len(state.taken) + 1)
    return state.phase is Phase.ROUND_OVER and is_fair and state.deck == deck_of(ruleset, decks)


def _held_otherwise(state: State, act: cmd.Join) -> str | None:
    """Why this newcomer is none: a witness, one whose seat there is not, or one with another's session key."""
    if witnessing.is_witness(state, act):
        return "is-witness"
    if state.invited and act.identity not in state.invited:
        return "not-invited"
    return None if seat_of(state, session=act.session) is None else "already-seated"


def _rekeyed(now: Course, seat: int, act: cmd.Join) -> Answer:
    """A seat's own player holds it with new keys from here on, and plays for it again."""
    state = now.state
    holder = state.seat_at(seat)
    if holder.gone or contributor_of(state, session=act.session) is not None:
        return Refusal("already-seated")
    now.happen(ev.Rekeyed(seat, act.session, act.x25519, act.anchor, act.cert, state.shuffles))
    if holder.away and _in_game(state):
        _give_back(now, seat)
    return None


def _leave(now: Course, command: cmd.Command) -> Answer:
    state, seat = now.state, command.seat
    if seat is not None and seat >= MOST_SEATS:
        return witnessing.leave(now, seat)
    if seat is None or seat not in _humans(state):
        return Refusal("no-such-seat")
    if _in_lobby(state):
        now.happen_all((ev.Left(seat), *_new_host(state, seat)))
        return None
    if not _may_leave(state, seat):
        return Refusal("wrong-phase")
    _given_up(now, seat, "left")
    return None


def _given_up(now: Course, seat: int, why: str) -> None:
    """A player leaves a game, or is put out of it: the seat is out too, or the computer plays it on."""
    if now.rules.ruleset.absence == "remove":
        _removed(now, seat, why)
    else:
        now.happen_all((_taken_over(seat, why), *_new_host(now.state, seat)))


def _removed(now: Course, seat: int, why: str) -> None:
    """``absence=remove``: the seat is out of the game, its hand lies under the discards; one that is left wins."""
    state = now.state
    now.happen_all((ev.SeatRemoved(seat, why), *_new_host(state, seat)))
    others = tuple(other for other in in_game(state) if other != seat)
    winner = others[0] if others else None
    if len(others) > 1:
        dealt = tuple(other for other in state.playing if other != seat)
        ends = len(dealt) < 2 and _is_dealt(state)
        now.then(*(_none_to_play(dealt) if ends else _turn_passed_on(state, seat)))
    elif state.phase is Phase.ROUND_OVER:
        scored = Course(now.rules, now.state, now.faces)
        now.rules.score(scored, winner, "alone")
        now.happen(scored.happened[-1])
    else:
        now.then(Task("score", winner, why="alone"))


def _is_dealt(state: State) -> bool:
    """Whether a round is on: no longer over, and its seats are settled."""
    return state.phase is not Phase.ROUND_OVER and all(task.do != "round" for task in state.todo)


def _none_to_play(left: tuple[int, ...]) -> tuple[Task, ...]:
    """A round that fewer than two seats are in is over; others only sit it out (ours)."""
    return (Task("score", left[0] if left else None, why="absent"),)


def without_seeds(now: Course, missing: tuple[int, ...]) -> None:
    """``missing_reveal=sit_out``: who gave no seed for a round's deal is not dealt in.

    With one seat left the round is over and that seat has won it; with none it is over without a winner (ours).
    """
    seats = in_game(now.state)
    out = tuple(seat for seat in seats if seat in missing)
    begins = [task for task in now.tasks if task.do == "round"]
    if now.rules.ruleset.missing_reveal != "sit_out" or not out or not begins:
        return
    left = tuple(seat for seat in seats if seat not in out)
    if left:
        now.happen(ev.SatOut(out))
    if len(left) < 2:
        now.tasks.clear()
        now.then(*begins, *_none_to_play(left))


def _turn_passed_on(state: State, seat: int) -> tuple[Task, ...]:
    """What a removed seat was asked is asked of its neighbour; cards that it owed are not.

    While a shuffle waits, somebody is asked after it anyway, unless it is only for a penalty beside the turn.
    """
    if state.turn != seat or state.phase not in TURN_PHASES or any(task.do != "draw" for task in state.todo):
        return ()
    if state.phase is Phase.START_COLOUR:
        return (*state.todo, Task("ask", state.neighbour(seat), why=Phase.START_COLOUR))
    return (*state.todo, Task("turn", state.neighbour(seat)))


def _taken_over(seat: int, why: str) -> ev.SeatToBot:
    return ev.SeatToBot(seat, why, computers.TAKE_OVER_LEVEL, computers.VERSION)


def _new_host(state: State, leaver: int) -> tuple[ev.Event, ...]:
    """Who hosts when the host leaves: the next player clockwise who is there."""
    if state.host != leaver:
        return ()
    there = [seat for seat in _humans(state) if seat != leaver and _is_there(state.seat_at(seat))]
    return (ev.HostSet(next_clockwise(there, leaver)),)


def _is_there(holder: Seat) -> bool:
    return not holder.away and not holder.gone


_HOSTED = (cmd.SetOptions, cmd.AddBot, cmd.Unseat, cmd.Start)


def _host_refusal(state: State, command: cmd.Command) -> Refusal | None:
    if not _in_lobby(state) and not (isinstance(command.act, cmd.Unseat) and _in_game(state)):
        return Refusal("wrong-phase")
    by_host = command.seat is not None and command.seat == state.host
    return None if by_host else Refusal("not-host")


def _set_options(now: Course, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.SetOptions)
    try:
        ruleset = parse(act.options)
    except ValueError as error:
        return Refusal("bad-option", str(error))
    if any(seat >= ruleset.seats_max for seat in (*now.state.taken, len(now.state.invited) - 1)):
        return Refusal("bad-option", f"a seat after the first {ruleset.seats_max} is taken")
    now.happen(ev.OptionsSet(act.options))
    return None


def _add_bot(now: Course, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.AddBot)
    if act.level not in computers.LEVELS:
        return Refusal("bad-option", f"no level {act.level!r}; there is {', '.join(computers.LEVELS)}")
    if state.invited:
        return Refusal("not-invited")
    seat = _vacant(now, act.wanted)
    if isinstance(seat, Refusal):
        return seat
    name = next(name for name in _computer_names() if not is_taken(state, name))
    now.happen(ev.BotSeated(seat, name, act.level, computers.VERSION))
    return None


def _computer_names() -> Iterator[str]:
    """Their own, and the same with numbers, for witnesses may have taken some."""
    yield from computers.NAMES
    yield from (f"{name} {number}" for number in count(2) for name in computers.NAMES)


def _unseat(now: Course, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.Unseat)
    if act.seat >= MOST_SEATS:
        return witnessing.leave(now, act.seat)
    if act.seat not in state.taken:
        return Refusal("no-such-seat")
    if not _in_lobby(state):
        holder = state.seat_at(act.seat)
        if not holder.is_human or holder.gone:
            return Refusal("no-such-seat")
        _given_up(now, act.seat, "unseated")
        return None
    now.happen_all((ev.Left(act.seat), *_new_host(state, act.seat)))
    return None


def _start(now: Course, _command: cmd.Command) -> Answer:
    state, seats = now.state, now.state.taken
    if len(seats) < now.rules.ruleset.seats_min:
        return Refusal("too-few-seats")
    ruleset = now.rules.ruleset
    deck = deck_of(ruleset, decks_for(ruleset, len(seats)))
    deal = (Task("pick"),) if ruleset.first_deal == "draw" else _deal(None, 1)
    now.happen_all((ev.GameStarted(plain(ruleset), deck, seats), whole_deck(state, deck)))
    now.then(*deal)
    return None


def _deal(deal_seat: int | None, number: int) -> tuple[Task, ...]:
    return (Task("round", deal_seat, number), Task("deal"), Task("starter"))


def _next_round(now: Course, command: cmd.Command) -> Answer:
    """The next seat to the left deals; by the host, or by the table after a pause."""
    state = now.state
    if state.phase is not Phase.ROUND_OVER:
        return Refusal("wrong-phase")
    if command.seat is not None and command.seat != state.host:
        return Refusal("not-host")
    assert state.deal_seat is not None, "a round that ended had a dealing seat"
    now.happen(whole_deck(state, state.deck))
    now.then(*_deal(state.deal_seat + 1, state.round + 1))
    return None


def _set_pause(now: Course, command: cmd.Command) -> Answer:
    act, seat = command.act, command.seat
    assert isinstance(act, cmd.SetPause)
    if not _in_game(now.state):
        return Refusal("wrong-phase")
    only_host = act.on or now.state.invited
    if seat is None or (seat != now.state.host and (only_host or seat not in _humans(now.state))):
        return Refusal("not-host")
    now.happen(ev.NotePause(seat, act.on))
    return None


def _cosign(now: Course, command: cmd.Command) -> Answer:
    act, state, seat = command.act, now.state, command.seat
    assert isinstance(act, cmd.Cosign)
    if state.phase is not Phase.OVER or seat not in contributors(state):
        return Refusal("wrong-phase")
    if seat in state.cosigned:
        return Refusal("already-cosigned")
    now.happen(ev.Cosigned(seat, act.index, act.hash, act.sig))
    return None


def _re_anchor(now: Course, command: cmd.Command) -> Answer:
    """For a player or a witness, or by the table for the dealer; a chain that has fed no shuffle is not replaced."""
    act, state, seat = command.act, now.state, command.seat
    assert isinstance(act, cmd.ReAnchor)
    if seat is None:
        fits = act.base == state.shuffles
    elif seat >= MOST_SEATS:
        fits = witnessing.may_re_anchor(state, seat, act.base)
    else:
        fits = seat in _humans(state) and state.seat_at(seat).base < act.base <= state.shuffles
    if not fits or not _in_game(state):
        return Refusal("wrong-phase")
    now.happen(ev.ReAnchored(seat, act.anchor, act.base))
    return None


# The table's own


def _open_log(now: Course, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.OpenLog)
    if now.state != State():
        return Refusal("wrong-phase")
    try:
        parse(act.options)
    except ValueError as error:
        return Refusal("bad-option", str(error))
    now.happen(ev.LogOpened(act.version, act.table, act.nonce, act.options, act.time, act.host))
    return None


def _seat_dealer(now: Course, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.SeatDealer)
    if not _in_lobby(now.state):
        return Refusal("wrong-phase")
    now.happen(ev.DealerSeated(act.anchor, act.x25519))
    return None


def _seat_to_bot(now: Course, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.SeatToBot)
    if not _may_leave(state, act.seat) or not _computer_stands_in(now.rules.ruleset):
        return Refusal("wrong-phase")
    now.happen(_taken_over(act.seat, "away"))
    return None


def _computer_stands_in(ruleset: Ruleset) -> bool:
    """Whether the computer plays for who stays away: not where the seat is removed, or the clock acts for it (S2)."""
    return ruleset.absence == "bot" or (ruleset.absence == "clock" and not ruleset.clock_ms)


def _may_leave(state: State, seat: int) -> bool:
    """Whether a player plays this seat in a game that goes on."""
    if not _in_game(state) or seat not in _humans(state):
        return False
    return _is_there(state.seat_at(seat))


def _remove_seat(now: Course, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.RemoveSeat)
    if not _may_leave(now.state, act.seat) or now.rules.ruleset.absence != "remove":
        return Refusal("wrong-phase")
    _removed(now, act.seat, "away")
    return None


def _seat_back(now: Course, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.SeatBack)
    if act.seat not in _humans(state) or not state.seat_at(act.seat).away:
        return Refusal("wrong-phase")
    _give_back(now, act.seat)
    return None


def _give_back(now: Course, seat: int) -> None:
    is_hostless = now.state.host is None
    now.happen(ev.SeatBack(seat))
    if is_hostless:
        now.happen(ev.HostSet(seat))


def _pass_host(now: Course, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.PassHost)
    if state.phase is Phase.OVER or state.invited or state.host in {None, act.seat}:
        return Refusal("wrong-phase")
    if act.seat not in _humans(state) or not _is_there(state.seat_at(act.seat)):
        return Refusal("no-such-seat")
    now.happen(ev.HostSet(act.seat))
    return None


def _seal(now: Course, _command: cmd.Command) -> Answer:
    state = now.state
    if state.phase is not Phase.OVER:
        return Refusal("wrong-phase")
    missing = tuple(number for number in contributors(state) if number not in state.cosigned)
    now.happen(ev.Sealed(state.cosigned, missing))
    return None


def _resume(now: Course, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.Resume)
    now.happen(ev.Resumed(act.time))
    return None


def _simulated(now: Course, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.Simulated)
    now.happen(ev.NoteSimulated(act.seed))
    return None


ACTS: dict[type[cmd.Act], Callable[[Course, cmd.Command], Answer]] = {
    cmd.Join: _join,
    cmd.Witness: witnessing.witness,
    cmd.Direct: directing.direct,
    cmd.Leave: _leave,
    cmd.SetOptions: _set_options,
    cmd.AddBot: _add_bot,
    cmd.Unseat: _unseat,
    cmd.Start: _start,
    cmd.SetPause: _set_pause,
    cmd.GiveTime: directing.give_time,
    cmd.NextRound: _next_round,
    cmd.Cosign: _cosign,
    cmd.ReAnchor: _re_anchor,
    cmd.OpenLog: _open_log,
    cmd.SeatDealer: _seat_dealer,
    cmd.RemoveSeat: _remove_seat,
    cmd.SeatToBot: _seat_to_bot,
    cmd.SeatBack: _seat_back,
    cmd.PassHost: _pass_host,
    cmd.Seal: _seal,
    cmd.Resume: _resume,
    cmd.Simulated: _simulated,
}
