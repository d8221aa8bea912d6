"""The table as lines of text: pure, the same for the line mode and, with colours added, for the full screen."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game.choices import Choices
from ono_core.game.faces import Colour, Face
from ono_core.game.state import MOST_SEATS, TURN_PHASES, Phase
from ono_core.game.view import Card, Place, View
from ono_core.game.words import cards, safe

SHAPES = {Colour.RED: "▲", Colour.YELLOW: "●", Colour.GREEN: "♣", Colour.BLUE: "◆"}
"""Each colour has its own shape, so that no card is known by its colour alone."""

WILD_SHAPE = "✱"
INVITATION = "Others come by this link, in a browser or with `ono join`:"


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
    if seat >= MOST_SEATS:
        return "The organiser"
    return next((safe(place.name) for place in view.places if place.seat == seat), f"Seat {seat}")


def others(names: list[str]) -> str:
    """Names in a sentence, ``Ana, Ben and Cleo``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def status(view: View, choices: Choices) -> str:
    """Who must act now and what for, in one sentence."""
    if view.phase is Phase.LOBBY:
        return _lobby_status(view)
    if view.final:
        return _winners(view)
    if view.phase is Phase.ROUND_OVER:
        return _between_rounds(view)
    if view.shuffling or view.turn is None:
        return "The cards are being shuffled."
    return _turn_status(view, view.turn, choices)


def _turn_status(view: View, turn: int, choices: Choices) -> str:
    if turn != view.seat:
        return f"{name(view, turn)} is on turn{', and you may jump in' if 'play' in choices.acts else ''}."
    if view.phase is Phase.DRAWN and "pass" in choices.acts and "play" not in choices.acts:
        return "The drawn card does not fit: keep it."
    return f"Your turn: {_asked_for(view, choices)}."


def _lobby_status(view: View) -> str:
    if view.seat is None:
        return "The game has not begun."
    if view.seat == view.host:
        return "You are the host: start the game when all are there."
    return "Waiting for a host to start the game." if view.host is None else _waiting_for(view, view.host)


def _waiting_for(view: View, host: int) -> str:
    if host >= MOST_SEATS:
        return "The organiser starts the game."
    return f"Waiting for {name(view, host)} to start the game."


def _between_rounds(view: View) -> str:
    if view.seat is not None and view.seat == view.host:
        return "The round is over: deal the next one, or wait for it."
    return "The round is over, and the next one begins soon."


def _asked_for(view: View, choices: Choices) -> str:
    match view.phase:
        case Phase.START_COLOUR:
            return "name the colour to start with"
        case Phase.RESPOND:
            total = cards(view.debt.total) if view.debt else "the cards"
            answers = ", answer with a card" if "play" in choices.acts else ""
            challenges = ", challenge" if "challenge" in choices.acts else ""
            ways, _, last = f"{answers}{challenges}".rpartition(", ")
            return f"take {total}{ways}{f', or {last}' if last else ''}"
        case Phase.DRAWN:
            return f"play the drawn card{', or keep it' if 'pass' in choices.acts else ''}"
        case _ if "play" in choices.acts:
            return f"play a card{', or draw' if 'draw' in choices.acts else ''}"
        case _:
            return "no card fits"


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
    facts = [words for words, holds in _facts(view, place) if holds]
    return ", ".join((name(view, place.seat), *facts))


def _facts(view: View, place: Place) -> list[tuple[str, bool]]:
    is_in, plays = not (place.gone or place.out), view.phase in TURN_PHASES
    return [
        (cards(place.cards), view.phase is not Phase.LOBBY and is_in),
        ("out of the game", not is_in),
        (points(place.score), has_scores(view)),
        (f"computer, {place.level}", place.kind == "bot"),
        ("host", place.seat == view.host and view.phase is Phase.LOBBY),
        ("away: the computer plays", place.away),
        ("last card", plays and place.cards == 1 and place.exposed is None),
        ("last card, not called", plays and place.exposed is not None),
        ("has called the last card", plays and place.called and place.cards > 1),
        ("on turn", place.seat == view.turn and not view.shuffling),
    ]


def has_scores(view: View) -> bool:
    """Whether points were counted so far."""
    return any(place.score for place in view.places)


def points(count: int) -> str:
    """A number of points, ``1 point`` or ``40 points``."""
    return f"{count} point{'' if count == 1 else 's'}"


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
    number = f"Round {view.round}. " if view.round > 1 or has_scores(view) else ""
    return [*seats, f"{number}{direction(view)}", piles(view), *known(view), *own]


def known(view: View) -> list[str]:
    """The cards that one knows of other hands, a sentence each."""
    return [_holds(view, place) for place in view.places if place.hand and place.seat != view.seat]


def _holds(view: View, place: Place) -> str:
    unknown = place.cards - len(place.hand)
    more = f" and {unknown} other{'' if unknown == 1 else 's'}" if unknown > 0 else ""
    return f"{name(view, place.seat)} holds {', '.join(face.words for face in place.hand)}{more}."


def round_lines(view: View) -> list[str]:
    """How a round ended, place by place, in a game that goes on."""
    return _placed(view, view.result.places) if view.result else []


def ranking(view: View) -> list[str]:
    """How the game ended: who won, then each place with its points and the cards that were left."""
    assert view.final, "a game that is over has its places"
    return [_winners(view), *_placed(view, view.final)]


def _winners(view: View) -> str:
    first = [place.seat for place in view.places if view.final[place.seat] == 1]
    if view.result and view.result.winner is None and not has_scores(view):
        return "Nobody won."
    if len(first) == 1:
        return f"{name(view, first[0])} won!"
    return f"{others([name(view, seat) for seat in first])} share the first place."


def _placed(view: View, places: tuple[int, ...]) -> list[str]:
    placed = sorted((place for place in view.places if places[place.seat]), key=lambda place: places[place.seat])
    return [f"{places[place.seat]}. {_rank_words(view, place)}" for place in placed]


def _rank_words(view: View, place: Place) -> str:
    facts = [name(view, place.seat)]
    if has_scores(view):
        facts.append(points(place.score))
    if view.result and place.playing:
        left = view.result.points[place.seat]
        facts.append(f"{cards(place.cards)} left, {points(left)} in hand" if place.cards else "no card left")
    if place.gone:
        facts.append("left the game")
    shown = f": {', '.join(face.words for face in place.hand)}" if place.hand and place.playing else ""
    return f"{', '.join(facts)}{shown}"
