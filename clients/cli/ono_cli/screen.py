"""The table as lines of text: pure, the same for the line mode and, with colours added, for the full screen."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.choices import Choices
from ono_core.game.faces import Colour, Face
from ono_core.game.state import TURN_PHASES, Phase
from ono_core.game.view import Card, Place, View
from ono_core.game.words import cards, safe

SHAPES = {Colour.RED: "▲", Colour.YELLOW: "●", Colour.GREEN: "♣", Colour.BLUE: "◆"}
"""Each colour has its own shape, so that no card is known by its colour alone."""

WILD_SHAPE = "✱"


def sorted_hand(view: View) -> View:
    """The same with the own cards by colour, then number, as every screen shows and numbers them."""
    return replace(view, hand=tuple(sorted(view.hand, key=_rank)))


def _rank(card: Card) -> tuple[int, str, int]:
    if card.face is None:
        return len(SHAPES) + 1, "", card.slot
    place = list(SHAPES).index(card.face.colour) if card.face.colour else len(SHAPES)
    return place, card.face.text, card.slot


def sign(face: Face | None) -> str:
    """A card in a few characters, shape and short form: ``▲R5``, ``✱W4``; ``?`` if it could not be opened."""
    if face is None:
        return "?"
    return f"{SHAPES[face.colour] if face.colour else WILD_SHAPE}{face.text}"


def name(view: View, seat: int) -> str:
    """A seat as the beginning of a sentence."""
    if seat == view.seat:
        return "You"
    return next((safe(place.name) for place in view.places if place.seat == seat), f"Seat {seat}")


def status(view: View, choices: Choices) -> str:
    """Who must act now and what for, in one sentence."""
    if view.phase is Phase.LOBBY:
        return _lobby_status(view)
    if view.result:
        return ranking(view)[0]
    if view.shuffling or view.turn is None:
        return "The cards are being shuffled."
    if view.turn != view.seat:
        return f"{name(view, view.turn)} is on turn."
    if view.phase is Phase.DRAWN and choices.acts == ("pass",):
        return "The drawn card does not fit: keep it."
    return f"Your turn: {_asked_for(view, choices)}."


def _lobby_status(view: View) -> str:
    if view.seat is None:
        return "The game has not begun."
    if view.seat == view.host:
        return "You are the host: start the game when all are there."
    return f"Waiting for {name(view, view.host) if view.host is not None else 'a host'} to start the game."


def _asked_for(view: View, choices: Choices) -> str:
    match view.phase:
        case Phase.START_COLOUR:
            return "name the colour to start with"
        case Phase.RESPOND:
            total = cards(view.debt.total) if view.debt else "the cards"
            return f"take {total}, or challenge" if "challenge" in choices.acts else f"take {total}"
        case Phase.DRAWN:
            return "play the drawn card, or keep it"
        case _:
            return "play a card" if "play" in choices.acts else "no card fits"


def piles(view: View) -> str:
    """What lies on the table, in one sentence."""
    if view.top is None:
        return "No card lies on the table."
    colour = f", the colour is {view.colour.word}" if view.colour and view.top.is_wild else ""
    return f"The top card is {view.top.words}{colour}. {cards(view.pile)} in the draw pile."


def direction(view: View) -> str:
    """Which way play goes."""
    return f"Play goes to the {'left' if view.direction == 1 else 'right'}."


def place_line(view: View, place: Place) -> str:
    """A seat in one line: who, how many cards, and what there is to know about it."""
    facts = [cards(place.cards)] if view.phase is not Phase.LOBBY else []
    if place.kind == "bot":
        facts.append(f"computer, {place.level}")
    facts += [
        words
        for words, holds in (
            ("host", place.seat == view.host and view.phase is Phase.LOBBY),
            ("away: the computer plays", place.away),
            ("last card", place.cards == 1 and view.phase in TURN_PHASES),
            ("on turn", place.seat == view.turn and not view.shuffling),
        )
        if holds
    ]
    return ", ".join((name(view, place.seat), *facts))


def hand(view: View) -> str:
    """The own hand in one sentence."""
    words = [card.face.words if card.face else "a card that could not be opened" for card in view.hand]
    return f"Your hand, {cards(len(words))}: {', '.join(words)}." if words else "Your hand is empty."


def table_lines(view: View) -> list[str]:
    """The whole table, for whoever asks for it."""
    seats = [f"{place_line(view, place)}." for place in view.places]
    if view.phase is Phase.LOBBY:
        return seats
    own = [hand(view)] if view.seat is not None else []
    return [*seats, direction(view), piles(view), *own]


def ranking(view: View) -> list[str]:
    """How the game ended: the winner first, then each place with the cards that were left."""
    result = view.result
    assert result is not None, "a game that is over has a result"
    head = "Nobody won." if result.winner is None else f"{name(view, result.winner)} won!"
    placed = sorted(view.places, key=lambda place: result.places[place.seat])
    return [head, *(f"{result.places[place.seat]}. {_rank_words(view, place)}" for place in placed)]


def _rank_words(view: View, place: Place) -> str:
    who = name(view, place.seat)
    if view.result is None or not place.hand:
        return f"{who}, no card left"
    points = view.result.points[place.seat]
    counted = f"{cards(place.cards)} left, {points} point{'' if points == 1 else 's'}"
    return f"{who}, {counted}: {', '.join(face.words for face in place.hand)}"
