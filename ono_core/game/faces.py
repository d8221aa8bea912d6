"""What is printed on a card, and the decks.

A *card* is a number: its place in the deck's list, so the two red fives are two cards with one face.
A wild never stores the colour its player named; the colour in force is state.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct


class Colour(StrEnum):
    """The four colours, by the letter that logs and faces use."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"

    @property
    def word(self) -> str:
        """The colour as people write it, ``red``."""
        return self.name.lower()


class Kind(StrEnum):
    """What a card does, by the symbol that stands behind its colour letter in a face's text."""

    NUMBER = "number"
    SKIP = "S"
    REVERSE = "R"
    DRAW_TWO = "D"
    ALL_IN = "A"
    WILD = "W"
    WILD_DRAW_FOUR = "W4"
    SHUFFLE_HANDS = "SH"
    SWAP_HANDS = "SW"
    CUSTOM = "CU"


class Face(Struct, frozen=True):
    """What is printed on a card. ``text`` is its short form, such as ``R5``, ``GS``, ``W4``."""

    text: str
    kind: Kind
    colour: Colour | None
    symbol: str
    points: int

    @property
    def is_wild(self) -> bool:
        """Whether whoever plays it names a colour."""
        return self.colour is None

    @property
    def words(self) -> str:
        """The face as people say it, such as ``red 5`` or ``Wild Draw Four``."""
        if self.colour is None:
            return _WILD_WORDS[self.kind]
        return f"{self.colour.word} {_ACTION_WORDS.get(self.kind, self.symbol)}"


_WILD_WORDS = {
    Kind.WILD: "Wild",
    Kind.WILD_DRAW_FOUR: "Wild Draw Four",
    Kind.SHUFFLE_HANDS: "Wild Shuffle Hands",
    Kind.SWAP_HANDS: "Wild Swap Hands",
    Kind.CUSTOM: "Wild Customizable",
}
_ACTION_WORDS = {Kind.SKIP: "Skip", Kind.REVERSE: "Reverse", Kind.DRAW_TWO: "Draw Two", Kind.ALL_IN: "All In"}
_WILD_POINTS = {
    Kind.WILD: 50,
    Kind.WILD_DRAW_FOUR: 50,
    Kind.SHUFFLE_HANDS: 40,
    Kind.SWAP_HANDS: 40,
    Kind.CUSTOM: 40,
}
_ACTION_POINTS = 20


@cache
def face(text: str) -> Face:
    """The face with this short form; ValueError if no deck has it.

    Points: the number; 20 for actions (S1, S2); 50 for Wilds and Wild Draw Fours; 40 for the newer wilds (S1).
    """
    if text in _WILD_POINTS:
        kind = Kind(text)
        return Face(text, kind, None, text, _WILD_POINTS[kind])
    colour, symbol = text[:1], text[1:]
    if colour in list(Colour) and len(symbol) == 1 and symbol.isascii() and symbol.isdigit():
        return Face(text, Kind.NUMBER, Colour(colour), symbol, int(symbol))
    if colour in list(Colour) and symbol in _ACTION_WORDS:
        return Face(text, Kind(symbol), Colour(colour), symbol, _ACTION_POINTS)
    raise ValueError(f"no deck has a face {text!r}")


def _classic() -> tuple[str, ...]:
    numbers = ["0", *(n for digit in "123456789" for n in (digit, digit))]
    actions = [symbol for symbol in "SRD" for _ in range(2)]
    coloured = [colour + symbol for colour in Colour for symbol in numbers + actions]
    return (*coloured, *["W"] * 4, *["W4"] * 4)


CLASSIC: Final = _classic()
"""The 108 cards: the face text of each, in card order."""
CUSTOM_CARDS: Final = 3
"""How many customizable cards the newer deck has."""


def modern(hands_card: Kind) -> tuple[str, ...]:
    """The 112 cards of newer boxes: the classic ones, one that moves hands about, three customizable ones (S1)."""
    return (*CLASSIC, hands_card, *[str(Kind.CUSTOM)] * CUSTOM_CARDS)


def party(all_in: int) -> tuple[str, ...]:
    """The classic cards and so many All Ins of each colour (S2; the number is ours)."""
    return (*CLASSIC, *(colour + Kind.ALL_IN for colour in Colour for _ in range(all_in)))
