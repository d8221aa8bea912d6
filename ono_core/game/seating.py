"""Who sits where: joining, leaving, hosting, starting, taking over and giving back, and the end of the log."""

from __future__ import annotations

from collections.abc import Callable

from ono_core.game import commands as cmd
from ono_core.game import computers, names
from ono_core.game import events as ev
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Outcome, Situation
from ono_core.game.ruleset import parse, plain
from ono_core.game.state import TURN_PHASES, Phase, State, Task, seat_of

Answer = Outcome | Refusal
"""What becomes of a command: what it makes happen, or why it is refused."""


def seat_act(now: Situation, command: cmd.Command) -> Answer:
    """What an act outside a turn makes happen."""
    refused = _host_refusal(now.state, command) if isinstance(command.act, _HOST_ACTS) else None
    return refused or _ACTS[type(command.act)](now, command)


def _in_lobby(state: State) -> bool:
    return state.phase is Phase.LOBBY


def _in_game(state: State) -> bool:
    return state.phase in TURN_PHASES or state.phase is Phase.DEAL


def _vacant(now: Situation, wanted: int | None) -> int | Refusal:
    """The seat to take: the wanted one, or the first that is vacant."""
    taken, most = now.state.taken, now.rules.ruleset.seats_max
    if len(taken) >= most:
        return Refusal("room-full")
    if wanted is None:
        return next(seat for seat in range(most) if seat not in taken)
    if not 0 <= wanted < most:
        return Refusal("no-such-seat")
    return Refusal("seat-taken") if wanted in taken else wanted


def _is_taken(state: State, name: str) -> bool:
    """Whether a seat has this name, or one that looks like it."""
    looks = names.skeleton(name)
    return any(names.skeleton(state.seat_at(other).name) == looks for other in state.taken)


def _humans(state: State) -> list[int]:
    return [seat for seat in state.taken if state.seat_at(seat).is_human]


def _join(now: Situation, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.Join)
    if not _in_lobby(state):
        return Refusal("wrong-phase", "the game has begun")
    if seat_of(state, session=act.session, identity=act.identity) is not None:
        return Refusal("already-seated")
    seat = _vacant(now, act.wanted)
    if isinstance(seat, Refusal):
        return seat
    name = names.shown(act.name)
    if name is None:
        return Refusal("bad-name")
    if _is_taken(state, name):
        return Refusal("name-taken")
    seated = ev.Seated(seat, name, act.identity, act.session, act.x25519, act.anchor, act.cert)
    hosts = state.host is None or act.identity == state.named_host
    return Outcome((seated, ev.HostSet(seat)) if hosts else (seated,))


def _leave(now: Situation, command: cmd.Command) -> Answer:
    state, seat = now.state, command.seat
    if seat is None or seat not in _humans(state):
        return Refusal("no-such-seat")
    if _in_lobby(state):
        return Outcome((ev.Left(seat), *_new_host(state, seat)))
    if not _in_game(state) or state.seat_at(seat).away:
        return Refusal("wrong-phase")
    return Outcome((_taken_over(seat, "left"), *_new_host(state, seat)))


def _taken_over(seat: int, why: str) -> ev.SeatToBot:
    return ev.SeatToBot(seat, why, computers.TAKE_OVER_LEVEL, computers.VERSION)


def _new_host(state: State, leaver: int) -> tuple[ev.Event, ...]:
    """Who hosts when the host leaves: the next player clockwise who is there."""
    if state.host != leaver:
        return ()
    there = [seat for seat in _humans(state) if seat != leaver and not state.seat_at(seat).away]
    after = [seat for seat in there if seat > leaver] + there
    return (ev.HostSet(after[0] if after else None),)


_HOST_ACTS = (cmd.SetOptions, cmd.AddBot, cmd.Unseat, cmd.Start)


def _host_refusal(state: State, command: cmd.Command) -> Refusal | None:
    if not _in_lobby(state):
        return Refusal("wrong-phase")
    by_host = command.seat is not None and command.seat == state.host
    return None if by_host else Refusal("not-host")


def _set_options(now: Situation, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.SetOptions)
    try:
        ruleset = parse(act.options)
    except ValueError as error:
        return Refusal("bad-option", str(error))
    if any(seat >= ruleset.seats_max for seat in now.state.taken):
        return Refusal("bad-option", f"a seat after the first {ruleset.seats_max} is taken")
    return Outcome((ev.OptionsSet(act.options),))


def _add_bot(now: Situation, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.AddBot)
    if act.level not in computers.LEVELS:
        return Refusal("bad-option", f"no level {act.level!r}; there is {', '.join(computers.LEVELS)}")
    seat = _vacant(now, act.wanted)
    if isinstance(seat, Refusal):
        return seat
    name = next(name for name in computers.NAMES if not _is_taken(state, name))
    return Outcome((ev.BotSeated(seat, name, act.level, computers.VERSION),))


def _unseat(now: Situation, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.Unseat)
    if act.seat not in state.taken:
        return Refusal("no-such-seat")
    return Outcome((ev.Left(act.seat), *_new_host(state, act.seat)))


def _start(now: Situation, _command: cmd.Command) -> Answer:
    state, rules = now.state, now.rules
    if len(state.taken) < rules.ruleset.seats_min:
        return Refusal("too-few-seats")
    begun = ev.GameStarted(plain(rules.ruleset), rules.deck, state.taken)
    shuffle = ev.ShuffleBegun(state.shuffles + 1, tuple(range(len(rules.deck))), (), "pile")
    return Outcome((begun, shuffle), (Task("round", count=1), Task("deal"), Task("starter")))


def _call(now: Situation, _command: cmd.Command) -> Answer:
    return Refusal("call-is-automatic" if _in_game(now.state) else "wrong-phase")


def _catch(now: Situation, _command: cmd.Command) -> Answer:
    return Refusal("nothing-to-catch" if _in_game(now.state) else "wrong-phase")


def _cosign(now: Situation, command: cmd.Command) -> Answer:
    act, state, seat = command.act, now.state, command.seat
    assert isinstance(act, cmd.Cosign)
    if state.phase is not Phase.OVER or seat not in _humans(state):
        return Refusal("wrong-phase")
    if seat in state.cosigned:
        return Refusal("already-cosigned")
    return Outcome((ev.Cosigned(seat, act.index, act.hash, act.sig),))


# The table's own


def _open_log(now: Situation, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.OpenLog)
    if now.state != State():
        return Refusal("wrong-phase")
    try:
        parse(act.options)
    except ValueError as error:
        return Refusal("bad-option", str(error))
    return Outcome((ev.LogOpened(act.version, act.table, act.nonce, act.options, act.time, act.host),))


def _seat_dealer(now: Situation, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.SeatDealer)
    if not _in_lobby(now.state):
        return Refusal("wrong-phase")
    return Outcome((ev.DealerSeated(act.anchor, act.x25519),))


def _seat_to_bot(now: Situation, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.SeatToBot)
    if not _in_game(state) or act.seat not in _humans(state) or state.seat_at(act.seat).away:
        return Refusal("wrong-phase")
    return Outcome((_taken_over(act.seat, "away"),))


def _seat_back(now: Situation, command: cmd.Command) -> Answer:
    act, state = command.act, now.state
    assert isinstance(act, cmd.SeatBack)
    if act.seat not in _humans(state) or not state.seat_at(act.seat).away:
        return Refusal("wrong-phase")
    host = (ev.HostSet(act.seat),) if state.host is None else ()
    return Outcome((ev.SeatBack(act.seat), *host))


def _seal(now: Situation, _command: cmd.Command) -> Answer:
    state = now.state
    if state.phase is not Phase.OVER:
        return Refusal("wrong-phase")
    missing = tuple(seat for seat in _humans(state) if seat not in state.cosigned)
    return Outcome((ev.Sealed(state.cosigned, missing),))


def _resume(_now: Situation, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.Resume)
    return Outcome((ev.Resumed(act.time),))


def _simulated(_now: Situation, command: cmd.Command) -> Answer:
    act = command.act
    assert isinstance(act, cmd.Simulated)
    return Outcome((ev.NoteSimulated(act.seed),))


_ACTS: dict[type[cmd.Act], Callable[[Situation, cmd.Command], Answer]] = {
    cmd.Join: _join,
    cmd.Leave: _leave,
    cmd.SetOptions: _set_options,
    cmd.AddBot: _add_bot,
    cmd.Unseat: _unseat,
    cmd.Start: _start,
    cmd.Call: _call,
    cmd.Catch: _catch,
    cmd.Cosign: _cosign,
    cmd.OpenLog: _open_log,
    cmd.SeatDealer: _seat_dealer,
    cmd.SeatToBot: _seat_to_bot,
    cmd.SeatBack: _seat_back,
    cmd.Seal: _seal,
    cmd.Resume: _resume,
    cmd.Simulated: _simulated,
}

assert {*_ACTS, *cmd.TURN_ACTS, cmd.Close} == {*cmd.SEAT_ACTS, *cmd.TABLE_ACTS}, "every act is decided somewhere"
