"""Public notes: what everybody at the table can tell of the cards in other hands, from how they are played.

A *lack* says of one card that it is none of these faces. It is a bit mask over ``distinct(deck)``: bit i stands for the
i-th face of that row. A seat has one lack for each card of its hand, 0 where nothing is known. They belong to counts,
not to slots: which card a lack speaks of is a guess, and after a play the lack that goes is one that allows the face.

Notes are a fold of their own over public events. They are in no state and no digest; only who runs computer players
folds them. What is noted is part of what computer players see, so a change of it raises ``computers.VERSION``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from msgspec import Struct

from ono_core.game import events as ev
from ono_core.game.evolve import evolve_all
from ono_core.game.faces import Colour, Face, face
from ono_core.game.state import Phase, State

Lacks = tuple[int, ...]
"""The lacks of one hand, the card received last at the end."""


class Notes(Struct, frozen=True):
    """The lacks of each seat, by seat number; a seat that is not there, or has the wrong count, is not known."""

    seats: tuple[Lacks, ...] = ()


def lacks(notes: Notes, seat: int, cards: int) -> Lacks:
    """One lack for each of a seat's so many cards; nothing is claimed where the notes do not fit the count."""
    known = notes.seats[seat] if seat < len(notes.seats) else ()
    return known if len(known) == cards else (0,) * cards


def forgotten(notes: Notes, seat: int) -> Notes:
    """The notes without what was known of a seat, as when its hand goes elsewhere."""
    return _with(notes, seat, ())


def noted(notes: Notes, before: State, event: ev.Event) -> Notes:
    """The notes after one event; ``before`` is the state that it happened to.

    An event that this module does not know may have moved cards: then nothing stays known.
    """
    if type(event) in _MOVES_NO_CARD:
        return notes
    tell = _TELL.get(type(event))
    return tell(notes, before, event) if tell else Notes()


def noted_all(notes: Notes, before: State, happened: Sequence[ev.Event]) -> Notes:
    """The notes after the events of one entry, whose state before it is ``before``."""
    state, done = before, 0
    for place, event in enumerate(happened):
        if type(event) not in _MOVES_NO_CARD:
            state, done = evolve_all(state, happened[done:place]), place
            notes = noted(notes, state, event)
    return notes


# Faces as bits


@cache
def distinct(deck: tuple[str, ...]) -> tuple[str, ...]:
    """The faces of a deck, each once, in the order in which they first come."""
    return tuple(dict.fromkeys(deck))


@cache
def _mask(deck: tuple[str, ...], colour: Colour | None, symbol: str) -> int:
    """The coloured faces that have this colour or this symbol."""
    faces = [face(text) for text in distinct(deck)]
    fits = [not shown.is_wild and (shown.colour == colour or shown.symbol == symbol) for shown in faces]
    return sum(1 << place for place, fit in enumerate(fits) if fit)


@cache
def _wilds(deck: tuple[str, ...]) -> int:
    return sum(1 << place for place, text in enumerate(distinct(deck)) if face(text).is_wild)


def _bit(state: State, card: int) -> int:
    return 1 << distinct(state.deck).index(state.deck[card])


def _all(state: State) -> int:
    return (1 << len(distinct(state.deck))) - 1


def _fitting(state: State) -> int:
    """The coloured faces that fit on what lies there."""
    top = _top(state)
    return _mask(state.deck, state.colour, top.symbol if top and not top.is_wild else "")


def _top(state: State) -> Face | None:
    card = state.opened.get(state.discards[-1]) if state.discards else None
    return face(state.deck[card]) if card is not None else None


# What each event tells

Teller = Callable[[Notes, State, Any], Notes]
T = TypeVar("T", bound=Teller)
_TELL: Final[dict[type[ev.Event], Teller]] = {}

_MOVES_NO_CARD: Final[frozenset[type[ev.Event]]] = frozenset({
    ev.LogOpened, ev.DealerSeated, ev.Seated, ev.BotSeated, ev.Left, ev.HostSet, ev.OptionsSet, ev.GameStarted,
    ev.ShuffleBegun, ev.ShuffleClosed, ev.ToDo, ev.DealDrawn, ev.RoundBegan, ev.StarterTurned, ev.StarterReturned,
    ev.Asked, ev.ColourNamed, ev.Shown, ev.Called, ev.Exposed, ev.CatchOpened, ev.CatchClosed, ev.Caught, ev.Mistaken,
    ev.Reversed, ev.Skipped, ev.Owed, ev.Accepted, ev.Waived, ev.TimedOut, ev.ClockRestored, ev.RoundEnded,
    ev.GameEnded, ev.Cosigned, ev.Sealed, ev.SeatToBot, ev.SeatBack, ev.Resumed, ev.NoteSimulated,
    ev.NotePause, ev.SatOut, ev.Rekeyed, ev.ReAnchored, ev.WitnessCame, ev.WitnessLeft,
    ev.Directed, ev.NoteTimeGiven,
})  # fmt: skip
"""Events after which every hand is what it was, and that tell nothing of it."""


def _on(kind: type[ev.Event]) -> Callable[[T], T]:
    def register(teller: T) -> T:
        _TELL[kind] = teller
        return teller

    return register


def _with(notes: Notes, seat: int, known: Lacks) -> Notes:
    seats = notes.seats + ((),) * (seat + 1 - len(notes.seats))
    return Notes((*seats[:seat], known, *seats[seat + 1 :]))


def _held(notes: Notes, before: State, seat: int) -> Lacks:
    return lacks(notes, seat, len(_hand(before, seat)))


def _hand(state: State, seat: int) -> tuple[int, ...]:
    """A seat's slots; none where a forged event names a seat that has no hand."""
    return state.hands[seat] if 0 <= seat < len(state.hands) else ()


def _lacking(known: Lacks, faces: int) -> Lacks:
    return tuple(lack | faces for lack in known)


@_on(ev.Dealt)
def _dealt(_notes: Notes, _before: State, event: ev.Dealt) -> Notes:
    return Notes(tuple((0,) * len(hand) for hand in event.hands))


@_on(ev.Drew)
def _drew(notes: Notes, before: State, event: ev.Drew) -> Notes:
    """Who draws for want of a card that fits holds none; of the new cards nothing is known."""
    known = _held(notes, before, event.seat)
    if event.why == "turn" and _draws_only_when_stuck(before):
        known = _lacking(known, _fitting(before) | _wilds(before.deck))
    return _with(notes, event.seat, known + (0,) * len(event.slots))


def _draws_only_when_stuck(state: State) -> bool:
    draw_when, draw_count = state.options.get("draw_when", "stuck"), state.options.get("draw_count", "one")
    any_last = state.options.get("last_card", "any") == "any"
    return state.phase is Phase.PLAY and draw_when == "stuck" and draw_count == "one" and any_last


@_on(ev.Recycled)
def _recycled(notes: Notes, before: State, event: ev.Recycled) -> Notes:
    """Everybody saw this card: it is none but that face. Like any draw it may tell of the others."""
    drew = _drew(notes, before, ev.Drew(event.seat, (event.slot,), event.why))
    card = before.opened.get(event.slot)
    others = _all(before) & ~_bit(before, card) if card is not None else 0
    return _with(notes, event.seat, (*drew.seats[event.seat][:-1], others))


@_on(ev.HandsMoved)
def _moved(notes: Notes, before: State, event: ev.HandsMoved) -> Notes:
    """What is known of a hand goes with it."""
    after = notes
    for giver, taker in zip(event.givers, event.takers, strict=False):
        after = _with(after, taker, _held(notes, before, giver))
    return after


@_on(ev.SeatRemoved)
def _removed(notes: Notes, _before: State, event: ev.SeatRemoved) -> Notes:
    return forgotten(notes, event.seat)


@_on(ev.Passed)
def _passed(notes: Notes, before: State, event: ev.Passed) -> Notes:
    """Who keeps the card it drew had no use for it: no coloured card that fits. A wild may be kept for later."""
    known = _held(notes, before, event.seat)
    if before.phase is not Phase.DRAWN or not known or _by_the_clock(before, event.seat):
        return notes
    return _with(notes, event.seat, (*known[:-1], known[-1] | _fitting(before)))


def _by_the_clock(state: State, seat: int) -> bool:
    """Whether the clock passes, which tells nothing of the hand: who acts in time has no misses any more."""
    return 0 <= seat < len(state.misses) and state.misses[seat] > 0


@_on(ev.Played)
def _played(notes: Notes, before: State, event: ev.Played) -> Notes:
    known = _held(notes, before, event.seat)
    for card in event.cards:
        known = _without(known, _bit(before, card))
    return _with(notes, event.seat, known)


def _without(known: Lacks, bit: int) -> Lacks:
    """The lacks left after a play of this face: the one that goes allows it, and of those says most."""
    if not known:
        return known
    allowing = [place for place, lack in enumerate(known) if not lack & bit]
    gone = max(allowing, key=lambda place: known[place].bit_count(), default=0)
    return known[:gone] + known[gone + 1 :]


@_on(ev.Challenged)
def _challenged(notes: Notes, before: State, event: ev.Challenged) -> Notes:
    """An honest Wild Draw Four shows that no card of the colour was held; a bluff shows no single card."""
    dispute, hand = before.debt.dispute if before.debt else None, _hand(before, event.accused)
    if event.verdict != "honest" or dispute is None or not hand or dispute.held != hand:
        return notes
    known = _held(notes, before, event.accused)
    return _with(notes, event.accused, _lacking(known, _mask(before.deck, dispute.colour, "")))
