"""A directed game: its host holds no seat but is a witness, whose seats they are is settled before anybody sits."""

from __future__ import annotations

from typing import Final

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Course
from ono_core.game.state import TURN_PHASES, Phase, State

IDENTITY_SIZE: Final = 32
MOST_TIME_MS: Final = 600_000
"""What one ``give_time`` may give."""


def direct(now: Course, command: cmd.Command) -> Refusal | None:
    """Only for the identity that the log names as host; again as long as nobody sits."""
    act, state = command.act, now.state
    assert isinstance(act, cmd.Direct)
    if state.phase is not Phase.LOBBY:
        return Refusal("wrong-phase")
    witness = state.witnesses.get(-1 if command.seat is None else command.seat)
    if witness is None or witness.gone or witness.identity != state.named_host:
        return Refusal("not-host")
    if state.taken:
        return Refusal("seat-taken")
    odd = _odd_seats(now, act.seats)
    if odd:
        return Refusal("bad-option", odd)
    assert command.seat is not None, "a witness has a number"
    now.happen(ev.Directed(command.seat, act.seats))
    return None


def _odd_seats(now: Course, seats: tuple[bytes, ...]) -> str | None:
    ruleset, others = now.rules.ruleset, {other.identity for other in now.state.witnesses.values()}
    if not ruleset.seats_min <= len(seats) <= ruleset.seats_max:
        return f"{ruleset.seats_min} to {ruleset.seats_max} seats expected, got {len(seats)}"
    if len(set(seats)) < len(seats) or any(len(seat) != IDENTITY_SIZE for seat in seats):
        return "another identity of 32 bytes expected for each seat"
    return "no witness has a seat" if others.intersection(seats) else None


def seat_for(state: State, identity: bytes) -> int | None:
    """The seat of a directed game that is for this identity."""
    return state.invited.index(identity) if identity in state.invited else None


def give_time(now: Course, command: cmd.Command) -> Refusal | None:
    """To the seat on turn, where a clock runs for it."""
    act, state = command.act, now.state
    assert isinstance(act, cmd.GiveTime)
    if not state.invited or command.seat != state.host:
        return Refusal("not-host")
    if state.phase not in TURN_PHASES or not now.rules.ruleset.clock_ms:
        return Refusal("wrong-phase")
    if state.shuffle:
        return Refusal("shuffling")
    if not 0 < act.ms <= MOST_TIME_MS:
        return Refusal("bad-option", f"1 to {MOST_TIME_MS} ms expected, got {act.ms}")
    assert command.seat is not None, "the host has a number"
    now.happen(ev.NoteTimeGiven(command.seat, act.ms))
    return None
