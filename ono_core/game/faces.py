"""What is printed on a card, and the decks.

A *card* is a number: its place in the deck's list, so the two red fives are two cards with one face.
A wild never stores the colour its player named; the colour in force is state.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

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
    WILD = "W"
    WILD_DRAW_FOUR = "W4"


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


_WILD_WORDS = {Kind.WILD: "Wild", Kind.WILD_DRAW_FOUR: "Wild Draw Four"}
_ACTION_WORDS = {Kind.SKIP: "Skip", Kind.REVERSE: "Reverse", Kind.DRAW_TWO: "Draw Two"}


@cache
def face(text: str) -> Face:
    """The face with this short form; ValueError if no deck has it. Points: the number, 20 for actions, 50 for wilds."""
    if text in {Kind.WILD, Kind.WILD_DRAW_FOUR}:
        return Face(text, Kind(text), None, text, 50)
    colour, symbol = text[:1], text[1:]
    if colour in list(Colour) and len(symbol) == 1 and symbol.isascii() and symbol.isdigit():
        return Face(text, Kind.NUMBER, Colour(colour), symbol, int(symbol))
    if colour in list(Colour) and symbol in {Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO}:
        return Face(text, Kind(symbol), Colour(colour), symbol, 20)
    raise ValueError(f"no deck has a face {text!r}")


def _classic() -> tuple[str, ...]:
    numbers = ["0", *(n for digit in "123456789" for n in (digit, digit))]
    actions = [symbol for symbol in "SRD" for _ in range(2)]
    coloured = [colour + symbol for colour in Colour for symbol in numbers + actions]
    return (*coloured, *["W"] * 4, *["W4"] * 4)


DECKS: dict[str, tuple[str, ...]] = {"classic108": _classic()}
"""Deck name -> the face text of each card, in card order."""
