"""Arithmetic over what a seat sees: its own hand, how many cards the others hold, the discards.

Cards come in the order of their faces, so that no answer depends on how long a card has been held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ono_core.game.choices import Choices
from ono_core.game.commands import Play
from ono_core.game.faces import Colour, Face, face
from ono_core.game.view import View


def hand(view: View) -> dict[int, Face]:
    """Slot -> face of the own cards, in the order of their faces."""
    cards = sorted((card.face.text, card.slot, card.face) for card in view.hand if card.face is not None)
    return {slot: shown for _, slot, shown in cards}


def playable(view: View, choices: Choices) -> dict[int, Face]:
    """Slot -> face of the own cards that may be played now."""
    allowed = choices.playable
    return {slot: shown for slot, shown in hand(view).items() if slot in allowed}


def rest(view: View, slot: int) -> list[Face]:
    """The faces left in the hand once this card is played."""
    return [shown for other, shown in hand(view).items() if other != slot]


def count(faces: Iterable[Face], colour: Colour) -> int:
    """How many of the faces have the colour."""
    return sum(shown.colour == colour for shown in faces)


def colours(faces: Iterable[Face], in_force: Colour | None) -> list[Colour]:
    """The colours worth naming: those among the faces, or else all; the one in force comes last."""
    held = {shown.colour for shown in faces} - {None} or set(Colour)
    return sorted((colour for colour in Colour if colour in held), key=lambda colour: colour == in_force)


def most_held(faces: Sequence[Face], in_force: Colour | None) -> Colour:
    """The colour that most of the faces have; the one in force only if it beats all others."""
    return max(colours(faces, in_force), key=lambda colour: count(faces, colour))


def unseen(view: View) -> Counter[Colour | None]:
    """How many cards of each colour, and wilds, are in the pile or in other hands."""
    seen = [*hand(view).values(), *view.under, *([view.top] if view.top else [])]
    return _colours(view.deck) - Counter(shown.colour for shown in seen)


@lru_cache
def _colours(deck: tuple[str, ...]) -> Counter[Colour | None]:
    return Counter(face(text).colour for text in deck)


def held_by(view: View, seat: int) -> int:
    """How many cards a seat holds."""
    return next(place.cards for place in view.places if place.seat == seat)


def cards_at(view: View, steps: int) -> int:
    """How many cards the seat holds that is so many steps on from the own one, in the direction of play."""
    seats = [place for place in view.places if place.playing]
    own = next(i for i, place in enumerate(seats) if place.seat == view.seat)
    return seats[(own + steps * view.direction) % len(seats)].cards


def play(slot: int, shown: Face, colour: Colour) -> Play:
    """The act that plays the card; ``colour`` is what a wild names."""
    return Play((slot,), colour if shown.is_wild else None)
