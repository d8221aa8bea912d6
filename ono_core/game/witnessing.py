"""Witnesses: who gives seeds and signs the end without a seat. They hold no cards, are asked nothing, delay no turn."""

from __future__ import annotations

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game import names
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Course
from ono_core.game.state import (
    ENDED,
    MOST_SEATS,
    MOST_WITNESSES,
    Seat,
    State,
    contributor_of,
    seat_of,
)


def witness(now: Course, command: cmd.Command) -> Refusal | None:
    """Come as a witness, or come again with new keys, under the number and the name one has already."""
    act, state = command.act, now.state
    assert isinstance(act, cmd.Witness)
    if state.phase in ENDED:
        return Refusal("wrong-phase", "the game is over")
    if seat_of(state, identity=act.identity) is not None:
        return Refusal("already-seated")
    if contributor_of(state, session=act.session) is not None:
        return Refusal("is-witness")
    number = _number(state, act.identity)
    if number is None:
        return Refusal("witnesses-full")
    name = _name(state, number, act.name)
    if isinstance(name, Refusal):
        return name
    now.happen(ev.WitnessCame(number, name, act.identity, act.session, act.anchor, act.cert, state.shuffles))
    return None


def _number(state: State, identity: bytes) -> int | None:
    """That of this identity, else the first that nobody has or had."""
    own = (number for number, other in state.witnesses.items() if other.identity == identity)
    free = (number for number in range(MOST_SEATS, MOST_SEATS + MOST_WITNESSES) if number not in state.witnesses)
    return next(own, None) or next(free, None)


def _name(state: State, number: int, wanted: str) -> str | Refusal:
    held = state.witnesses.get(number)
    if held:
        return held.name
    name = names.shown(wanted)
    if name is None:
        return Refusal("bad-name")
    return Refusal("name-taken") if is_taken(state, name) else name


def is_taken(state: State, name: str) -> bool:
    """Whether a seat or a witness has this name, or one that looks like it."""
    looks = names.skeleton(name)
    seated = (state.seat_at(other) for other in state.taken)
    return any(names.skeleton(other.name) == looks for other in (*seated, *state.witnesses.values()))


def is_witness(state: State, act: cmd.Join) -> bool:
    """Whether who wants a seat is a witness, or was one after the first shuffle; by identity or by session key."""
    return any(act.identity == other.identity or act.session == other.session for other in state.witnesses.values())


def leave(now: Course, number: int) -> Refusal | None:
    """Witness no more; after the end, when signatures are waited for, it is too late. Who directs the game stays."""
    state = now.state
    if _present(state, number) is None:
        return Refusal("no-such-seat")
    if state.phase in ENDED or number == state.host:
        return Refusal("wrong-phase")
    now.happen(ev.WitnessLeft(number))
    return None


def may_re_anchor(state: State, number: int, base: int) -> bool:
    """Whether this witness may go on with a chain with this base."""
    held = _present(state, number)
    return held is not None and held.base < base <= state.shuffles


def _present(state: State, number: int) -> Seat | None:
    held = state.witnesses.get(number)
    return held if held and not held.gone else None
