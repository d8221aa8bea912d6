"""Weighing: each card that could be played has an integer score, and the best is played.

In short: gather one big colour, keep the wilds, strike when the next seat is nearly out, bluff hardly ever,
and challenge where the count of cards makes a bluff likely. The weights were found by play against Medium.
It is what Hard thinks at first sight, how it imagines that games go on, and how it plays where it cannot imagine them.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Final

from msgspec import Struct

from ono_core.bots import hands
from ono_core.bots.policy import Numbers, Policy
from ono_core.game.choices import Choices
from ono_core.game.commands import Play
from ono_core.game.faces import Colour, Face, Kind
from ono_core.game.view import View

NEARLY_OUT: Final = 2
"""A seat with at most so many cards is about to win."""

BLUFFS: Final = 38
"""How many of 256 players who could bluff with a Wild Draw Four are taken to do so."""


class Weights(Struct, frozen=True, kw_only=True):
    """What counts how much in a card's score; "left" are the cards left in the hand after the play."""

    same_colour_left: int
    same_symbol_left: int
    following_left: int
    colours_left: int
    stranded: int
    unseen: int
    stays: int
    digit: int
    skip: int
    skip_nearly_out: int
    reverse: int
    reverse_towards_more: int
    draw_two: int
    wild: int
    wild_draw_four: int
    wild_each_left: int
    draw_nearly_out: int
    bluff: int
    keep_wild: int


TWO_SEATS: Final = Weights(
    same_colour_left=32, same_symbol_left=0, following_left=-21, colours_left=-24, stranded=9, unseen=-1,
    stays=14, digit=0, skip=2, skip_nearly_out=0, reverse=0, reverse_towards_more=-7, draw_two=12,
    wild=-83, wild_draw_four=-56, wild_each_left=-1, draw_nearly_out=100, bluff=-197, keep_wild=6,
)  # fmt: skip
MORE_SEATS: Final = Weights(
    same_colour_left=29, same_symbol_left=1, following_left=14, colours_left=-9, stranded=-1, unseen=-4,
    stays=-6, digit=-2, skip=-22, skip_nearly_out=40, reverse=-23, reverse_towards_more=12, draw_two=-11,
    wild=-62, wild_draw_four=-109, wild_each_left=-30, draw_nearly_out=89, bluff=-14, keep_wild=6,
)  # fmt: skip


A_CARD: Final = 40
"""What one card fewer is worth, where a play takes or gives whole hands."""


class Weighed(Struct, frozen=True):
    """A card that may be played, the colour in force after it, the hand left, and whether it is a bluff.

    ``gains`` counts the cards that go beside the one played: with it, or for the hand that it takes.
    """

    slot: int
    face: Face
    colour: Colour
    left: list[Face]
    bluff: bool
    gains: int


def _options(view: View, choices: Choices) -> list[Weighed]:
    """Each card that may be played; a wild once for each colour worth naming."""
    options: list[Weighed] = []
    for slot, shown in hands.playable(view, choices).items():
        left = _left(view, slot, shown)
        gains = len(view.hand) - 1 - len(left)
        if slot in choices.swaps:
            gains += len(left) - min(hands.held_by(view, seat) for seat in choices.targets)
        named = [shown.colour] if shown.colour else hands.colours(left, view.colour)
        options += [Weighed(slot, shown, colour, left, slot in choices.bluffs, gains) for colour in named]
    return options


def _left(view: View, slot: int, shown: Face) -> list[Face]:
    rest = hands.rest(view, slot)
    return [other for other in rest if other.colour != shown.colour] if shown.kind is Kind.ALL_IN else rest


def scored(view: View, choices: Choices) -> list[tuple[Weighed, int]]:
    """Each card that may be played, a wild once for each colour worth naming, with its score."""
    weights, unseen = _weights(view), hands.unseen(view)
    return [(option, _score(weights, view, unseen, option)) for option in _options(view, choices)]


def _play(view: View, choices: Choices, _draw: Numbers) -> Play:
    best, _ = max(scored(view, choices), key=lambda option: option[1])
    return hands.play(best.slot, best.face, best.colour)


def _weights(view: View) -> Weights:
    return TWO_SEATS if len(view.places) == 2 else MORE_SEATS


def _score(weights: Weights, view: View, unseen: Counter[Colour | None], option: Weighed) -> int:
    return (
        _hand_score(weights, option)
        + _colour_score(weights, view, option)
        + _effect_score(weights, view, option)
        + weights.unseen * unseen[option.colour]
        + A_CARD * option.gains
    )


def _hand_score(weights: Weights, option: Weighed) -> int:
    """What the hand left is worth, with this card on top."""
    left, colour, symbol = option.left, option.colour, option.face.symbol
    following = sum(shown.colour in {colour, None} or shown.symbol == symbol for shown in left)
    return (
        weights.same_colour_left * hands.count(left, colour)
        + weights.following_left * following
        + weights.colours_left * len({shown.colour for shown in left} - {None})
    )


def _colour_score(weights: Weights, view: View, option: Weighed) -> int:
    """What only coloured cards count: more of the symbol, no more of the colour, the colour stays."""
    if option.face.is_wild:
        return 0
    return (
        weights.same_symbol_left * sum(shown.symbol == option.face.symbol for shown in option.left)
        + weights.stranded * (hands.count(option.left, option.colour) == 0)
        + weights.stays * (option.colour == view.colour)
    )


def _effect_score(weights: Weights, view: View, option: Weighed) -> int:
    """What the card does, and to whom."""
    following = hands.cards_at(view, 1)
    nearly_out = following <= NEARLY_OUT
    wild = weights.wild_each_left * min(len(option.left), 10)
    match option.face.kind:
        case Kind.NUMBER:
            return weights.digit * option.face.points
        case Kind.REVERSE if len(view.places) > 2:
            return weights.reverse + weights.reverse_towards_more * (hands.cards_at(view, -1) - following)
        case Kind.SKIP | Kind.REVERSE:
            return weights.skip + weights.skip_nearly_out * nearly_out
        case Kind.DRAW_TWO:
            return weights.draw_two + weights.draw_nearly_out * nearly_out
        case Kind.WILD_DRAW_FOUR:
            effect = weights.draw_nearly_out * nearly_out + weights.bluff * option.bluff
            return weights.wild_draw_four + wild + effect
        case _:
            return 0 if option.face.colour else weights.wild + wild


def keeps_drawn(view: View) -> bool:
    """It keeps a drawn wild while its hand is small and the next seat is not nearly out."""
    drawn = hands.hand(view)[view.drawn] if view.drawn is not None else None
    small = len(view.hand) <= _weights(view).keep_wild
    return drawn is not None and drawn.is_wild and small and hands.cards_at(view, 1) > NEARLY_OUT


def _challenges(view: View, choices: Choices, _draw: Numbers) -> bool:
    """It challenges where it expects to draw fewer cards, set against the accused's, than by accepting."""
    debt, stakes = view.debt, choices.stakes
    assert debt is not None, "a seat responds to a debt"
    assert debt.dispute is not None, "only a disputed debt may be challenged"
    assert stakes is not None, "a challenge has stakes"
    bluff, honest = _odds(view, debt.dispute.colour, len(debt.dispute.held))
    return bluff * (debt.total + stakes[0]) > honest * (stakes[1] - debt.total)


def _odds(view: View, colour: Colour | None, held: int) -> tuple[int, int]:
    """How a bluff stands against an honest play: so many unseen cards, dealt to the accused in every way."""
    unseen = hands.unseen(view)
    ways = comb(unseen.total(), held)
    honest = comb(unseen.total() - unseen[colour], held) if colour else ways
    return BLUFFS * (ways - honest), 256 * honest


def _keeps(view: View, _choices: Choices, _draw: Numbers) -> bool:
    return keeps_drawn(view)


WEIGHING = Policy(_play, keeps=_keeps, challenges=_challenges)
