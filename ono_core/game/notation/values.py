"""A game as its notation tells it: faces and seats, no slots, no keys, no proofs.

Consequences that the rules alone decide (a skip, a turned direction, what is owed, whose turn it is) are not in it. A
face is its short text, such as ``R5``; None stands for one that nobody has shown.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from ono_core.game.faces import Colour
from ono_core.game.ruleset import Ruleset

Cards: TypeAlias = tuple[str | None, ...]


class Holder(Struct, frozen=True):
    """Who sits in a seat; a computer player has a level."""

    seat: int
    name: str
    level: str = ""


class Holds(Struct, frozen=True):
    """The hand that a seat was dealt, in the order received: a new round's, or after Wild Shuffle Hands."""

    seat: int
    cards: Cards


class Play(Struct, frozen=True):
    """Cards put down, the last on top: the colour of a wild, the seat whose hand is taken, whether it was a jump-in.

    ``last``: it left one card, which was ``called`` or the call ``missed``.
    """

    seat: int
    cards: tuple[str, ...]
    colour: Colour | None = None
    target: int | None = None
    last: Literal["", "called", "missed"] = ""
    jump: bool = False


DRAWS: Final = {
    "turn": "draw", "owed": "owed", "penalty": "penalty", "starter": "starter", "clock": "clock", "": "waived"
}  # fmt: skip
"""Why cards are drawn -> the word for it; the empty one is for cards forgiven where none was drawn."""


class Draws(Struct, frozen=True):
    """Cards drawn one after the other, and how many more were forgiven because none was left."""

    seat: int
    why: str
    cards: Cards
    waived: int = 0


class Names(Struct, frozen=True):
    """The colour of a wild starter."""

    seat: int
    colour: Colour


class Points(Struct, frozen=True):
    """Something against another seat: a ``catch``, or a ``challenge`` with its verdict, ``bluff`` or ``honest``."""

    seat: int
    what: Literal["catch", "challenge"]
    other: int
    verdict: str = ""


SAYINGS: Final = (
    "call", "false-call", "false-catch", "pass", "accept", "timeout",
    "computer-left", "computer-away", "computer-unseated", "back",
    "removed-left", "removed-away", "removed-unseated",
)  # fmt: skip
"""What a seat does in one word. A call here is one beside a play; ``computer``: it plays on for who is not there."""


class Says(Struct, frozen=True):
    """One of ``SAYINGS``."""

    seat: int
    what: str


Move: TypeAlias = Holds | Play | Draws | Names | Points | Says


class End(Struct, frozen=True):
    """How a round ended. Points in hand, places (0: not in the round) and scores are in the order of ``Game.seats``."""

    why: str
    winner: int | None
    points: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]


class Round(Struct, frozen=True):
    """One deal: who plays and who deals, the cards drawn for it, the starters, of which all but the last went back.

    ``later`` is what happened after its end. A game that ends before its first deal has a round 0, without a dealing
    seat.
    """

    number: int
    seats: tuple[int, ...]
    dealing: int | None
    drawn: tuple[tuple[int, str], ...] = ()
    starters: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    end: End | None = None
    later: tuple[Move, ...] = ()


class Game(Struct, frozen=True):
    """A whole game, or as much as was played; ``places`` are the game's, in the order of ``seats``, once it is over."""

    ruleset: Ruleset
    seats: tuple[Holder, ...]
    rounds: tuple[Round, ...] = ()
    places: tuple[int, ...] = ()
