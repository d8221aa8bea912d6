"""``evolve``: the state after an event. It only assigns, takes no rules, and never fails on what ``decide`` returned.

An event that names a seat or a slot that is not there raises ``Misplaced``: only a forged log holds one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.faces import Face, face
from ono_core.game.state import (
    MOST_SEATS,
    MOST_WITNESSES,
    Exposure,
    Phase,
    Pile,
    Result,
    Seat,
    Shuffle,
    State,
    slots_of,
)


class Misplaced(ValueError):
    """An event names a seat, slot or shuffle that is not there; the text says which."""


Handler = Callable[[State, Any], State]
H = TypeVar("H", bound=Handler)
HANDLERS: dict[type[ev.Event], Handler] = {}
"""What each kind of event assigns."""


def _on(*kinds: type[ev.Event]) -> Callable[[H], H]:
    def register(handler: H) -> H:
        HANDLERS.update(dict.fromkeys(kinds, handler))
        return handler

    return register


def evolve(state: State, event: ev.Event) -> State:
    """The state after one event."""
    try:
        return HANDLERS[type(event)](state, event)
    except (LookupError, ValueError, OverflowError) as error:
        raise Misplaced(f"{type(event).__name__} names what is not there: {error}") from None


def evolve_all(state: State, happened: Iterable[ev.Event]) -> State:
    """The state after several events."""
    for event in happened:
        state = evolve(state, event)
    return state


def _set(items: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    if not 0 <= place < len(items):
        raise IndexError(f"no seat {place}")
    changed = [*items]
    changed[place] = value
    return tuple(changed)


def _check_seat(state: State, seat: int) -> None:
    """LookupError where nobody sits; who plays in the round does."""
    if seat not in state.playing:
        state.seat_at(seat)


def _seated(state: State, number: int, seat: Seat | None) -> State:
    if number >= MOST_SEATS:
        raise IndexError(f"no seat {number}")
    new = number + 1 - len(state.seats)
    seats = _set(state.seats + (None,) * new, number, seat)
    if state.phase is Phase.LOBBY or new <= 0:
        return replace(state, seats=seats)
    zeros = (0,) * new
    hands, misses, scores = state.hands + ((),) * new, state.misses + zeros, state.scores + zeros
    return replace(state, seats=seats, hands=hands, misses=misses, scores=scores)


def _without(hand: tuple[int, ...], slots: tuple[int, ...]) -> tuple[int, ...]:
    if not set(slots) <= set(hand) or len(set(slots)) < len(slots):
        raise ValueError(f"slots {slots} are not all there, each once")
    return tuple(slot for slot in hand if slot not in slots)


def _taken(piles: tuple[Pile, ...], slots: tuple[int, ...]) -> tuple[Pile, ...]:
    """The piles without these slots, which are the next of the first pile, and then of those under it."""
    while slots:
        if not piles:
            raise ValueError(f"slot {slots[0]} is in no pile")
        first = piles[0]
        come = first.next(len(slots))
        if slots[: len(come)] != come:
            raise ValueError(f"slots {slots} are not next in the pile")
        taken = first.taken + len(come)
        left = (Pile(first.k, first.slots, taken),) if taken < len(first.slots) else ()
        piles = left + piles[1:] if len(piles) > 1 else left
        slots = slots[len(come) :]
    return piles


def _received(state: State, seat: int, slots: tuple[int, ...]) -> dict[str, Any]:
    """What every card that comes into a hand changes."""
    hands = _set(state.hands, seat, state.hands[seat] + slots)
    if state.called or state.exposed:
        return {"hands": hands, "stuck": 0, **_uncalled(state, (seat,))}
    return {"hands": hands, "stuck": 0}


def _uncalled(state: State, seats: Iterable[int]) -> dict[str, Any]:
    """No call of these seats holds, and none can be caught."""
    return {
        "called": tuple(seat for seat in state.called if seat not in seats),
        "exposed": tuple(one for one in state.exposed if one.seat not in seats),
    }


def _open(state: State, slots: tuple[int, ...], cards: tuple[int, ...]) -> dict[int, int]:
    for card in cards:
        _face(state, card)
    return {**state.opened, **dict(zip(slots, cards, strict=True))}


# The lobby


@_on(ev.LogOpened)
def _log_opened(state: State, event: ev.LogOpened) -> State:
    return replace(state, options=event.options, named_host=event.host)


@_on(ev.DealerSeated, ev.Resumed, ev.NoteSimulated, ev.NotePause, ev.NoteTimeGiven)
def _unchanged(state: State, _event: ev.Event) -> State:
    return state


@_on(ev.Seated)
def _human_seated(state: State, event: ev.Seated) -> State:
    keys = (event.identity, event.session, event.x25519, event.anchor)
    return _seated(state, event.seat, Seat("human", event.name, *keys))


@_on(ev.BotSeated)
def _bot_seated(state: State, event: ev.BotSeated) -> State:
    return _seated(state, event.seat, Seat("bot", event.name, level=event.level, version=event.version))


@_on(ev.Left)
def _left(state: State, event: ev.Left) -> State:
    return replace(state, seats=_set(state.seats, event.seat, None))


@_on(ev.WitnessCame)
def _witness_came(state: State, event: ev.WitnessCame) -> State:
    keys = (event.identity, event.session, b"", event.anchor)
    return _witnessed(state, event.witness, Seat("witness", event.name, *keys, event.base))


@_on(ev.WitnessLeft)
def _witness_left(state: State, event: ev.WitnessLeft) -> State:
    """From the first shuffle on its number stays its own: its seeds may be in the log."""
    if event.witness < MOST_SEATS:
        raise LookupError(f"no witness {event.witness}")
    left = replace(state.contributor_at(event.witness), gone=True)
    if state.shuffles:
        return _witnessed(state, event.witness, left)
    return replace(state, witnesses={n: other for n, other in state.witnesses.items() if n != event.witness})


def _witnessed(state: State, number: int, witness: Seat) -> State:
    if not MOST_SEATS <= number < MOST_SEATS + MOST_WITNESSES:
        raise LookupError(f"no witness {number}")
    return replace(state, witnesses=dict(sorted({**state.witnesses, number: witness}.items())))


@_on(ev.Directed)
def _directed(state: State, event: ev.Directed) -> State:
    if event.witness < MOST_SEATS or not 0 < len(event.seats) <= MOST_SEATS:
        raise LookupError(f"no witness {event.witness}, or {len(event.seats)} seats")
    state.contributor_at(event.witness)
    return replace(state, host=event.witness, invited=event.seats)


@_on(ev.HostSet)
def _host_set(state: State, event: ev.HostSet) -> State:
    if event.seat is not None:
        state.seat_at(event.seat)
    return replace(state, host=event.seat)


@_on(ev.OptionsSet)
def _options_set(state: State, event: ev.OptionsSet) -> State:
    return replace(state, options=event.options)


@lru_cache(32)
def _check_deck(deck: tuple[str, ...]) -> None:
    for text in deck:
        face(text)


@_on(ev.GameStarted)
def _game_started(state: State, event: ev.GameStarted) -> State:
    _check_deck(event.deck)
    for seat in event.seats:
        state.seat_at(seat)
    zeros = (0,) * len(state.seats)
    return replace(
        state,
        phase=Phase.DEAL,
        options=event.ruleset,
        deck=event.deck,
        playing=event.seats,
        hands=((),) * len(state.seats),
        misses=zeros,
        scores=zeros,
    )


# Shuffles and the deal


@_on(ev.ToDo)
def _to_do(state: State, event: ev.ToDo) -> State:
    return replace(state, todo=event.tasks)


@_on(ev.ShuffleBegun)
def _shuffle_begun(state: State, event: ev.ShuffleBegun) -> State:
    """What goes into a shuffle leaves the table."""
    shuffle = Shuffle(event.k, event.cards, event.slots, event.into)
    return replace(state, shuffle=shuffle, shuffles=event.k, **_GATHERED[event.into](state))


def _all_gathered(state: State) -> dict[str, Any]:
    return {
        "phase": Phase.DEAL,
        "sitting": (),
        "hands": ((),) * len(state.hands),
        "piles": (),
        "discards": (),
        "opened": {},
        "colour": None,
        "result": None,
    }


def _pile_gathered(state: State) -> dict[str, Any]:
    """The pile's rest, and the discards under the top."""
    under = set(state.discards[:-1])
    opened = {slot: card for slot, card in state.opened.items() if slot not in under}
    return {"piles": (), "discards": state.discards[-1:], "opened": opened}


def _hands_gathered(state: State) -> dict[str, Any]:
    held = {slot for hand in state.hands for slot in hand}
    opened = {slot: card for slot, card in state.opened.items() if slot not in held}
    return {"hands": ((),) * len(state.hands), "opened": opened, "called": (), "exposed": ()}


_GATHERED = {"deck": _all_gathered, "pile": _pile_gathered, "hands": _hands_gathered}


@_on(ev.ShuffleClosed)
def _shuffle_closed(state: State, event: ev.ShuffleClosed) -> State:
    """The cut cards are the next to be drawn; hands that were shuffled lie on the pile until they are dealt."""
    if state.shuffle is None or state.shuffle.k != event.k:
        raise ValueError(f"shuffle {event.k} was not begun")
    places = slots_of(event.k)
    if event.order and min(event.order) < 0:
        raise IndexError(f"no place {min(event.order)}")
    slots = tuple([places[place] for place in event.order])
    return replace(state, shuffle=None, todo=(), piles=(Pile(event.k, slots), *state.piles))


@_on(ev.SatOut)
def _sat_out(state: State, event: ev.SatOut) -> State:
    for seat in event.seats:
        state.seat_at(seat)
    return replace(state, sitting=event.seats)


@_on(ev.DealDrawn)
def _deal_drawn(state: State, event: ev.DealDrawn) -> State:
    for seat in event.seats:
        state.seat_at(seat)
    opened = _open(state, event.slots, event.cards)
    piles = _taken(state.piles, event.slots)
    return replace(state, piles=piles, discards=state.discards + event.slots, opened=opened)


@_on(ev.RoundBegan)
def _round_began(state: State, event: ev.RoundBegan) -> State:
    for seat in (event.deal_seat, *event.seats):
        state.seat_at(seat)
    return replace(
        state,
        round=event.round,
        deal_seat=event.deal_seat,
        playing=event.seats,
        turns=0,
        direction=1,
        stuck=0,
        called=(),
        exposed=(),
    )


@_on(ev.Dealt)
def _dealt(state: State, event: ev.Dealt) -> State:
    count = sum(len(hand) for hand in event.hands)
    pile, *others = state.piles
    if len(event.hands) != len(state.seats):
        raise ValueError(f"{len(event.hands)} hands are dealt to {len(state.seats)} seats")
    if set(pile.slots[:count]) != {slot for hand in event.hands for slot in hand}:
        raise ValueError("the hands are not the pile's first slots")
    rest = [Pile(pile.k, pile.slots, count)] if count < len(pile.slots) else []
    return replace(state, hands=event.hands, piles=(*rest, *others), called=(), exposed=())


@_on(ev.StarterTurned)
def _starter_turned(state: State, event: ev.StarterTurned) -> State:
    return replace(
        state,
        piles=_taken(state.piles, (event.slot,)),
        discards=(*state.discards, event.slot),
        opened={**state.opened, event.slot: event.card},
        colour=_face(state, event.card).colour,
    )


def _face(state: State, card: int) -> Face:
    if not 0 <= card < len(state.deck):
        raise IndexError(f"no card {card}")
    return face(state.deck[card])


@_on(ev.StarterReturned)
def _starter_returned(state: State, event: ev.StarterReturned) -> State:
    if state.discards[-1:] != (event.slot,):
        raise ValueError(f"slot {event.slot} is not the starter")
    opened = {slot: card for slot, card in state.opened.items() if slot != event.slot}
    return replace(state, discards=state.discards[:-1], opened=opened, colour=None)


# Turns


@_on(ev.Asked)
def _asked(state: State, event: ev.Asked) -> State:
    _check_seat(state, event.seat)
    return replace(state, turn=event.seat, phase=event.phase, step=event.step, turns=event.turns, drawn=event.drawn)


@_on(ev.ColourNamed)
def _colour_named(state: State, event: ev.ColourNamed) -> State:
    _check_seat(state, event.seat)
    return replace(state, colour=event.colour)


@_on(ev.Played)
def _played(state: State, event: ev.Played) -> State:
    slots, cards = event.slots, event.cards
    if len(cards) != len(slots) or event.seat < 0:
        raise ValueError(f"{len(cards)} cards of seat {event.seat} lie in {len(slots)} slots")
    hands, opened, known = [*state.hands], state.opened.copy(), len(state.deck)
    hand = [*hands[event.seat]]
    for place in range(len(slots)):
        slot, card = slots[place], cards[place]
        if not 0 <= card < known:
            raise IndexError(f"no card {card}")
        hand.remove(slot)
        opened[slot] = card
    hands[event.seat] = tuple(hand)
    return replace(
        state,
        hands=tuple(hands),
        discards=state.discards + slots,
        opened=opened,
        colour=event.colour,
        stuck=0,
        drawn=None,
    )


@_on(ev.Shown)
def _shown(state: State, event: ev.Shown) -> State:
    state.seat_at(event.seat)
    if not set(event.slots) <= set(state.hands[event.seat]):
        raise ValueError(f"slots {event.slots} are not all there")
    return replace(state, opened=_open(state, event.slots, event.cards))


@_on(ev.Called)
def _called(state: State, event: ev.Called) -> State:
    _check_seat(state, event.seat)
    kept = _uncalled(state, (event.seat,))
    return replace(state, exposed=kept["exposed"], called=tuple(sorted((*kept["called"], event.seat))))


@_on(ev.Exposed)
def _exposed(state: State, event: ev.Exposed) -> State:
    _check_seat(state, event.seat)
    others = _uncalled(state, (event.seat,))["exposed"]
    return replace(state, exposed=(*others, Exposure(event.seat, event.step, event.open)))


@_on(ev.CatchOpened)
def _catch_opened(state: State, event: ev.CatchOpened) -> State:
    _check_seat(state, event.seat)
    opened = (Exposure(one.seat, one.step, open=True) if one.seat == event.seat else one for one in state.exposed)
    return replace(state, exposed=tuple(opened))


@_on(ev.CatchClosed)
def _catch_closed(state: State, event: ev.CatchClosed) -> State:
    for seat in event.seats:
        state.seat_at(seat)
    return replace(state, exposed=tuple(one for one in state.exposed if one.seat not in event.seats))


@_on(ev.Caught)
def _caught(state: State, event: ev.Caught) -> State:
    for seat in (event.seat, event.by):
        state.seat_at(seat)
    return replace(state, exposed=tuple(one for one in state.exposed if one.seat != event.seat))


@_on(ev.HandsMoved)
def _hands_moved(state: State, event: ev.HandsMoved) -> State:
    if sorted(event.givers) != sorted(set(event.takers)):
        raise ValueError(f"the hands of {event.givers} do not go to {event.takers}")
    hands = state.hands
    for giver, taker in zip(event.givers, event.takers, strict=True):
        hands = _set(hands, taker, state.hands[giver])
    return replace(state, hands=hands, **_uncalled(state, event.takers))


@_on(ev.Reversed)
def _reversed(state: State, event: ev.Reversed) -> State:
    return replace(state, direction=event.direction)


@_on(ev.Skipped, ev.Waived, ev.Mistaken)
def _told(state: State, event: ev.Skipped | ev.Waived | ev.Mistaken) -> State:
    _check_seat(state, event.seat)
    return state


@_on(ev.Owed)
def _owed(state: State, event: ev.Owed) -> State:
    _check_seat(state, event.seat)
    state.seat_at(event.debt.by)
    return replace(state, debt=event.debt)


@_on(ev.Accepted, ev.Challenged)
def _settled(state: State, event: ev.Accepted | ev.Challenged) -> State:
    _check_seat(state, event.seat)
    return replace(state, debt=None)


@_on(ev.Drew)
def _drew(state: State, event: ev.Drew) -> State:
    return replace(state, piles=_taken(state.piles, event.slots), **_received(state, event.seat, event.slots))


@_on(ev.Recycled)
def _recycled(state: State, event: ev.Recycled) -> State:
    kept = _without(state.discards, (event.slot,))
    return replace(state, discards=kept, **_received(state, event.seat, (event.slot,)))


@_on(ev.Passed)
def _passed(state: State, event: ev.Passed) -> State:
    _check_seat(state, event.seat)
    return replace(state, stuck=event.stuck, drawn=None)


@_on(ev.TimedOut)
def _timed_out(state: State, event: ev.TimedOut) -> State:
    return replace(state, misses=_set(state.misses, event.seat, event.misses))


@_on(ev.ClockRestored)
def _clock_restored(state: State, event: ev.ClockRestored) -> State:
    return replace(state, misses=_set(state.misses, event.seat, 0))


# The end, and who is there


@_on(ev.RoundEnded)
def _round_ended(state: State, event: ev.RoundEnded) -> State:
    if event.winner is not None:
        state.seat_at(event.winner)
    for row in (event.points, event.places, event.scores):
        if len(row) != len(state.seats):
            raise ValueError(f"{len(row)} figures for {len(state.seats)} seats")
    shown = dict(state.opened)
    for hand, cards in zip(state.hands, event.hands, strict=True):
        for card in cards:
            _face(state, card)
        shown.update(zip(hand, cards, strict=True))
    return replace(
        state,
        phase=Phase.ROUND_OVER,
        turn=None,
        drawn=None,
        debt=None,
        exposed=(),
        opened=shown,
        scores=event.scores,
        out=event.out,
        unfinished=event.unfinished,
        result=Result(event.winner, event.why, event.points, event.places),
    )


@_on(ev.GameEnded)
def _game_ended(state: State, event: ev.GameEnded) -> State:
    if len(event.places) != len(state.seats):
        raise ValueError(f"{len(event.places)} places for {len(state.seats)} seats")
    return replace(state, phase=Phase.OVER, places=event.places)


@_on(ev.Cosigned)
def _cosigned(state: State, event: ev.Cosigned) -> State:
    find = state.contributor_at if event.seat >= MOST_SEATS else state.seat_at
    find(event.seat)
    return replace(state, cosigned=tuple(sorted({*state.cosigned, event.seat})))


@_on(ev.Sealed)
def _sealed(state: State, _event: ev.Sealed) -> State:
    return replace(state, phase=Phase.SEALED)


@_on(ev.SeatRemoved)
def _seat_removed(state: State, event: ev.SeatRemoved) -> State:
    """Its hand goes under the discards, hidden as it was; what it owed is owed no more."""
    seat, held = event.seat, state.seat_at(event.seat)
    owed = state.turn == seat and state.phase is Phase.RESPOND
    return replace(
        _seated(state, seat, replace(held, gone=True)),
        playing=tuple(other for other in state.playing if other != seat),
        hands=_set(state.hands, seat, ()),
        discards=state.hands[seat] + state.discards,
        debt=None if owed else state.debt,
        **_uncalled(state, (seat,)),
    )


@_on(ev.SeatToBot)
def _seat_to_bot(state: State, event: ev.SeatToBot) -> State:
    held = state.seat_at(event.seat)
    return _seated(state, event.seat, replace(held, away=True, level=event.level, version=event.version))


@_on(ev.SeatBack)
def _seat_back(state: State, event: ev.SeatBack) -> State:
    return _seated(state, event.seat, replace(state.seat_at(event.seat), away=False))


@_on(ev.Rekeyed)
def _rekeyed(state: State, event: ev.Rekeyed) -> State:
    if event.seat >= MOST_SEATS:
        raise LookupError(f"no seat {event.seat}")
    held = state.contributor_at(event.seat)
    keys = {"session": event.session, "x25519": event.x25519, "anchor": event.anchor, "base": event.base}
    return _seated(state, event.seat, replace(held, **keys))


@_on(ev.ReAnchored)
def _re_anchored(state: State, event: ev.ReAnchored) -> State:
    if event.seat is None:
        return state
    anew = replace(state.contributor_at(event.seat), anchor=event.anchor, base=event.base)
    keep = _witnessed if event.seat >= MOST_SEATS else _seated
    return keep(state, event.seat, anew)


assert set(HANDLERS) == set(ev.EVENTS), "every event has what it assigns"
