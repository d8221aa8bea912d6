"""What one client shows: the public state and the faces it knows. Other hands are counts only, never slots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from ono_core.game.faces import Colour, Face, face
from ono_core.game.notes import Notes, lacks
from ono_core.game.ruleset import Ruleset, parse
from ono_core.game.state import Debt, Dispute, Phase, Result, State


class Card(Struct, frozen=True):
    """A card of one's own hand: its slot, and its face if it could be opened."""

    slot: int
    face: Face | None


class Place(Struct, frozen=True):
    """A seat. ``hand`` are the faces of its hand that this viewer knows, in the order of their texts, never of slots.

    ``exposed`` is the step of a call that it has missed; ``catchable`` says whether the time to catch it has begun.

    ``lacks`` are the notes of its cards (``ono_core.game.notes``), rising, so that none tells which slot is meant;
    empty where no notes were kept.
    """

    seat: int
    name: str
    kind: str
    level: str
    away: bool
    cards: int
    called: bool
    exposed: int | None
    catchable: bool
    playing: bool
    gone: bool
    out: bool
    score: int
    misses: int
    hand: tuple[Face, ...] = ()
    lacks: tuple[int, ...] = ()


class View(Struct, frozen=True):
    """The table from one seat, or from outside (``seat`` None). ``turn`` is the seat that is to act now.

    ``result`` is the last round's; ``final`` the places of the game by seat number, once it is over.
    ``deck`` has the face text of each card; which cards are where is only in the other fields.
    """

    seat: int | None
    phase: Phase
    step: int
    round: int
    turn: int | None
    direction: int
    colour: Colour | None
    top: Face | None
    under: tuple[Face, ...]
    hand: tuple[Card, ...]
    drawn: int | None
    debt: Debt | None
    places: tuple[Place, ...]
    next_seat: int | None
    pile: int
    discards: int
    shuffling: bool
    host: int | None
    result: Result | None
    final: tuple[int, ...]
    ruleset: Ruleset
    deck: tuple[str, ...]


def view(state: State, faces: Mapping[int, int], seat: int | None, notes: Notes | None = None) -> View:
    """What this seat may show, from the public state and the cards (slot -> card id) that it could open.

    A computer player is given ``notes`` too: what everybody could tell from the play so far.
    """
    known = {**state.opened, **faces}
    discarded = tuple(face(state.deck[known[slot]]) for slot in state.discards if slot in known)
    return View(
        seat=seat,
        phase=state.phase,
        step=state.step,
        round=state.round,
        turn=state.turn,
        direction=state.direction,
        colour=state.colour,
        top=discarded[-1] if discarded else None,
        under=discarded[:-1],
        hand=_hand(state, known, seat),
        drawn=state.drawn if state.turn == seat else None,
        debt=_debt(state.debt),
        places=tuple(_place(state, known, number, notes) for number in state.taken),
        next_seat=state.neighbour(state.turn) if state.turn is not None else None,
        pile=state.pile_left,
        discards=len(state.discards),
        shuffling=state.shuffle is not None,
        host=state.host,
        result=state.result,
        final=state.places,
        ruleset=ruleset_of(state),
        deck=state.deck,
    )


def ruleset_of(state: State) -> Ruleset:
    """The options in force, or proposed."""
    return _parsed(msgspec.json.encode(state.options))


@lru_cache
def _parsed(options: bytes) -> Ruleset:
    return parse(msgspec.json.decode(options))


def _debt(debt: Debt | None) -> Debt | None:
    """The debt; of the hand that a challenge would be judged by only the count, so its slots are 0, 1, 2 …"""
    if debt is None or debt.dispute is None:
        return debt
    return Debt(debt.total, debt.by, Dispute(debt.dispute.colour, tuple(range(len(debt.dispute.held)))))


def _hand(state: State, known: Mapping[int, int], seat: int | None) -> tuple[Card, ...]:
    if seat is None or not 0 <= seat < len(state.hands):
        return ()
    return tuple(Card(slot, face(state.deck[known[slot]]) if slot in known else None) for slot in state.hands[seat])


def _place(state: State, known: Mapping[int, int], number: int, notes: Notes | None) -> Place:
    seat, missed = state.seat_at(number), state.exposure(number)
    hand = state.hands[number] if number < len(state.hands) else ()
    seen = sorted(state.deck[known[slot]] for slot in hand if slot in known)
    return Place(
        seat=number,
        name=seat.name,
        kind=seat.kind,
        level=seat.level,
        away=seat.away,
        cards=len(hand),
        called=number in state.called,
        exposed=missed.step if missed else None,
        catchable=missed is not None and missed.open,
        playing=number in state.playing,
        gone=seat.gone,
        out=number in state.out,
        score=state.scores[number] if state.scores else 0,
        misses=state.misses[number] if state.misses else 0,
        hand=tuple(face(text) for text in seen),
        lacks=tuple(sorted(lacks(notes, number, len(hand)))) if notes else (),
    )
