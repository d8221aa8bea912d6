"""What one client shows: the public state and the faces it knows. Other hands are counts only, never slots."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ono_core.game.faces import Colour, Face, face
from ono_core.game.state import Debt, Dispute, Phase, Result, State


class Card(Struct, frozen=True):
    """A card of one's own hand: its slot, and its face if it could be opened."""

    slot: int
    face: Face | None


class Place(Struct, frozen=True):
    """A seat as everybody sees it. ``hand`` is empty until the round's end shows all hands."""

    seat: int
    name: str
    kind: str
    level: str
    away: bool
    cards: int
    called: bool
    hand: tuple[Face, ...] = ()


class View(Struct, frozen=True):
    """The table from one seat, or from outside (``seat`` None). ``turn`` is the seat that is to act now."""

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


def view(state: State, faces: Mapping[int, int], seat: int | None) -> View:
    """What this seat may show, from the public state and the cards (slot -> card id) that it could open."""
    known = {**state.opened, **faces}
    discarded = tuple(face(state.deck[known[slot]]) for slot in state.discards.slots if slot in known)
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
        places=tuple(_place(state, number) for number in state.taken),
        next_seat=state.neighbour(state.turn) if state.turn is not None else None,
        pile=state.pile_left,
        discards=len(state.discards.slots),
        shuffling=state.shuffle is not None,
        host=state.host,
        result=state.result,
    )


def _debt(debt: Debt | None) -> Debt | None:
    """The debt; of the hand that a challenge would be judged by only the count, so its slots are 0, 1, 2 …"""
    if debt is None or debt.dispute is None:
        return debt
    return Debt(debt.total, debt.by, Dispute(debt.dispute.colour, tuple(range(len(debt.dispute.held)))))


def _hand(state: State, known: Mapping[int, int], seat: int | None) -> tuple[Card, ...]:
    if seat is None or not 0 <= seat < len(state.hands):
        return ()
    return tuple(Card(slot, face(state.deck[known[slot]]) if slot in known else None) for slot in state.hands[seat])


def _place(state: State, number: int) -> Place:
    seat = state.seat_at(number)
    hand = state.hands[number] if number < len(state.hands) else ()
    shown = state.result is not None
    return Place(
        seat=number,
        name=seat.name,
        kind=seat.kind,
        level=seat.level,
        away=seat.away,
        cards=len(hand),
        called=number in state.called,
        hand=tuple(face(state.deck[state.opened[slot]]) for slot in hand) if shown else (),
    )
