"""What one seat may know, as an engine is told it: the table, what happened, and what may be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from ono_cli.engine import wire
from ono_cli.link import Happened
from ono_cli.offers import Offer, actions, beside, called, completed, plays, together
from ono_cli.screen import sorted_hand
from ono_cli.sentences import QUIET
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices
from ono_core.game.explain import explained
from ono_core.game.ruleset import plain
from ono_core.game.state import State
from ono_core.game.view import Place, View
from ono_core.game.words import told
from ono_core.log.kinds import EVENT_KINDS, SEAT_ACT_KINDS
from ono_net.player import Player

_UNTOLD = (*QUIET, ev.Asked, ev.ReAnchored, ev.Rekeyed, ev.NoteSimulated)
"""Events that are no news to who plays: the view says them, or they are about keys."""


def game(player: Player, room: str | None) -> wire.Game:
    """The game that has begun."""
    view = player.view()
    assert view.seat is not None, "a player has a seat"
    said = explained(view.ruleset)
    return wire.Game(
        game=player.keys.gid.hex(),
        room=room,
        seat=view.seat,
        players=tuple(wire.Named(place.seat, place.name, place.kind, place.level) for place in view.places),
        preset=view.ruleset.preset,
        options=plain(view.ruleset),
        rules=(*said.differences, *said.rest),
        deck=view.deck,
    )


# The table


def table(view: View, choices: Choices) -> wire.View:
    """The view of a seat; cards stand in the order of their texts, so that none tells how long it has been held."""
    assert view.seat is not None, "a player has a seat"
    faces = {card.slot: card.face.text for card in view.hand if card.face}
    drawn = faces.get(view.drawn) if view.drawn is not None else None
    return wire.View(
        seat=view.seat,
        round=view.round,
        phase=view.phase,
        turn=view.turn,
        next=view.next_seat,
        direction=view.direction,
        colour=view.colour,
        top=view.top.text if view.top else None,
        hand=tuple(sorted(faces.values())),
        drawn=drawn,
        owed=wire.Owed(view.debt.total, view.debt.by, choices.stakes) if view.debt else None,
        seats=tuple(_seat(place) for place in view.places),
        pile=view.pile,
        discards=tuple(face.text for face in (*view.under, *([view.top] if view.top else []))),
    )


def _seat(place: Place) -> wire.Seat:
    return wire.Seat(
        seat=place.seat,
        name=place.name,
        cards=place.cards,
        known=tuple(face.text for face in place.hand),
        called=place.called,
        missed=place.exposed is not None,
        playing=place.playing,
        away=place.away,
        score=place.score,
    )


# What happened


class _Eyes(Struct, frozen=True):
    """What a seat sees of the cards: its own by ``faces`` (slot -> card id), and those that were open before."""

    deck: Sequence[str]
    seat: int | None
    faces: Mapping[int, int]
    opened: Mapping[int, int]

    def shown(self, cards: Iterable[int]) -> tuple[str, ...]:
        """The cards, by their ids."""
        return tuple(self.deck[card] for card in cards)

    def own(self, seat: int, slots: Sequence[int]) -> tuple[str, ...] | None:
        """The cards in these slots, where only that seat sees them."""
        is_own = seat == self.seat and all(slot in self.faces for slot in slots)
        return tuple(sorted(self.shown(self.faces[slot] for slot in slots))) if is_own else None


def events(news: Happened, seat: int | None, faces: Mapping[int, int]) -> Iterator[wire.Event]:
    """What a seat hears of it; ``faces`` (slot -> card id) are the cards it may know."""
    eyes = _Eyes(news.after.deck, seat, faces, news.before.opened)
    for event, words in told(news.before, news.events):
        if not isinstance(event, _UNTOLD):
            details = _DETAILS[type(event)](event, eyes) if type(event) in _DETAILS else {}
            whose = {"seat": getattr(event, "seat", None), **details}
            yield wire.Event(EVENT_KINDS.name(event), f"{words}.", **whose)


def _round(event: ev.RoundEnded, eyes: _Eyes) -> dict[str, Any]:
    hands = tuple(tuple(sorted(eyes.shown(hand))) for hand in event.hands)
    named = ("why", "points", "places", "scores")
    return {"seat": event.winner, "hands": hands, **{name: getattr(event, name) for name in named}}


def _recycled(event: ev.Recycled, eyes: _Eyes) -> dict[str, Any]:
    known = [eyes.opened[event.slot]] if event.slot in eyes.opened else None
    return {"count": 1, "cards": known and eyes.shown(known), "why": event.why}


_DETAILS: Mapping[type[ev.Event], Callable[[Any, _Eyes], dict[str, Any]]] = {
    ev.ShuffleBegun: lambda event, _: {"count": len(event.cards) + len(event.slots), "why": event.into},
    ev.StarterTurned: lambda event, eyes: {"cards": eyes.shown([event.card])},
    ev.Shown: lambda event, eyes: {"cards": tuple(sorted(eyes.shown(event.cards)))},
    ev.ColourNamed: lambda event, _: {"colour": event.colour},
    ev.Played: lambda event, eyes: {"cards": eyes.shown(event.cards), "colour": event.colour},
    ev.Drew: lambda event, eyes: {
        "count": len(event.slots), "cards": eyes.own(event.seat, event.slots), "why": event.why,
    },
    ev.Recycled: _recycled,
    ev.Waived: lambda event, _: {"count": event.count},
    ev.Owed: lambda event, _: {"count": event.debt.total, "other": event.debt.by},
    ev.Caught: lambda event, _: {"other": event.by},
    ev.Challenged: lambda event, eyes: {
        "other": event.accused, "verdict": event.verdict, "cards": eyes.own(event.seat, event.shown) or None,
    },
    ev.HandsMoved: lambda event, _: {"moves": tuple(zip(event.givers, event.takers, strict=True))},
    ev.RoundEnded: _round,
}  # fmt: skip
"""What an event says beside its seat; of the others the sentence says all."""


def end(happened: Sequence[wire.Event], state: State) -> wire.End:
    """How the game ended."""
    return wire.End(tuple(happened), state.places, state.scores)


# What may be done


class Options(Struct, frozen=True):
    """What may be chosen, each choice with its act; None is to wait. ``default`` is what is chosen for who does not."""

    choices: tuple[wire.Choice, ...]
    acts: tuple[cmd.Act | None, ...]
    default: int
    turn: bool


_DEFAULTS: Sequence[wire.Do] = ("wait", "draw", "pass", "accept")
"""What is done for an engine, the first of these that is open; else the first choice."""


def options(view: View, choices: Choices) -> Options:
    """Every whole thing to do, cards first; of equal cards only one is named."""
    view, on_turn = sorted_hand(view), view.turn == view.seat
    ways: dict[wire.Choice, cmd.Act | None] = {}
    for offer in _offers(view, choices):
        ways.setdefault(_choice(offer.act, view, choices), offer.act)
    if not on_turn:
        ways[wire.Choice("wait")] = None
    done = [choice.do for choice in ways]
    default = next((done.index(do) for do in _DEFAULTS if do in done), 0)
    return Options(tuple(ways), tuple(ways.values()), default, on_turn)


def _offers(view: View, choices: Choices) -> Iterator[Offer]:
    for offer in (*plays(view, choices), *together(view, choices), *actions(view, choices)):
        for whole in _wholes(offer, view, choices):
            yield called(whole) if _is_last(whole.act, view, choices) else whole
    yield from (offer for offer in beside(view, choices) if not isinstance(offer.act, cmd.Play))


def _wholes(offer: Offer, view: View, choices: Choices) -> Iterator[Offer]:
    if offer.is_whole:
        yield offer
        return
    for more in completed(offer, view, choices):
        yield from _wholes(more, view, choices)


def _is_last(act: cmd.Act, view: View, choices: Choices) -> bool:
    """Whether one card stays behind that is to be called."""
    if not isinstance(act, cmd.Play):
        return False
    if len(act.slots) == 1:
        return act.slots[0] in choices.lasts
    return view.ruleset.call == "manual" and len(view.hand) - len(act.slots) == 1


def _choice(act: cmd.Act, view: View, choices: Choices) -> wire.Choice:
    do = cast("wire.Do", SEAT_ACT_KINDS.name(act))
    match act:
        case cmd.Play(slots, colour, target, call):
            faces = {card.slot: card.face.text for card in view.hand if card.face}
            cards = tuple(faces[slot] for slot in slots)
            return wire.Choice(do, cards, colour, target, call, bluff=slots[-1] in choices.bluffs)
        case cmd.NameColour(colour):
            return wire.Choice(do, colour=colour)
        case cmd.Catch(seat):
            return wire.Choice(do, target=seat)
        case _:
            return wire.Choice(do)
