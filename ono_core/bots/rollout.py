"""An imagined game, played on from a deal: plain integers and lists, since Hard plays hundreds of them for one choice.

Seat 0 is the own seat, the others follow to its left. A face is its place in ``FACES``: 13 of each colour, then the two
wilds. A *tally* counts a hand: [each colour, wilds, each symbol, Wild, Wild Draw Four]; a face's places in it are
``COLOURS[face]`` and ``MARKS[face]``. All seats play by the weights; none challenges, and a Wild Draw Four is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from ono_core.bots.chance import numbers
from ono_core.bots.weighing import MORE_SEATS, NEARLY_OUT, TWO_SEATS, Weights
from ono_core.bots.worth import MOST, worths
from ono_core.game.faces import CLASSIC, Colour, face
from ono_core.game.notes import distinct

FACES: Final = distinct(CLASSIC)
"""The text of each face."""
PLACE: Final = {text: place for place, text in enumerate(FACES)}
"""The face of each text."""

WILDS: Final = 4
"""In a tally, the place after the four colours."""
_NUMBERS: Final = WILDS + 1
_SKIP: Final = _NUMBERS + 10
_REVERSE: Final = _SKIP + 1
_DRAW_TWO: Final = _REVERSE + 1
_WILD: Final = _DRAW_TWO + 1
_WILD_DRAW_FOUR: Final = _WILD + 1
_TALLIED: Final = _WILD_DRAW_FOUR + 1
_SYMBOLS: Final = "0123456789SRD"

COLOURS: Final = tuple(list(Colour).index(shown.colour) if shown.colour else WILDS for shown in map(face, FACES))
MARKS: Final = tuple(
    _NUMBERS + _SYMBOLS.index(shown.symbol) if shown.colour else _WILD + (shown.symbol == "W4")
    for shown in map(face, FACES)
)
FITS: Final = tuple(
    tuple(
        tuple(COLOURS[card] in {colour, WILDS} or MARKS[card] == mark for card in range(len(FACES)))
        for mark in range(_TALLIED)
    )
    for colour in range(WILDS)
)
"""FITS[colour in force][mark on top][face]: whether it may be played."""


class Tune(Struct, frozen=True):
    """The weights for one number of seats, laid out for play.

    ``base`` is each face's score as far as it is always the same, ``near`` where the next seat is nearly out.
    """

    base: tuple[int, ...]
    near: tuple[int, ...]
    colour_held: int
    symbol_held: int
    alone: int
    stays: int
    fuller: int
    wild_each_left: int
    bluff: int
    keep_wild: int
    turns: int
    worths: tuple[int, ...]


@cache
def tune(seats: int) -> Tune:
    """How an imagined game of so many seats is played, and after how many turns it is judged."""
    weights = TWO_SEATS if seats == 2 else MORE_SEATS
    faces = range(len(FACES))
    return Tune(
        base=tuple(_base(weights, card, seats) for card in faces),
        near=tuple(_base(weights, card, seats) + _nearly_out(weights, card, seats) for card in faces),
        colour_held=weights.same_colour_left + weights.following_left,
        symbol_held=weights.same_symbol_left + weights.following_left,
        alone=weights.stranded - weights.colours_left,
        stays=weights.stays,
        fuller=weights.reverse_towards_more,
        wild_each_left=weights.wild_each_left,
        bluff=weights.bluff,
        keep_wild=weights.keep_wild,
        turns=20 if seats == 2 else 16,
        worths=worths(seats),
    )


def _base(weights: Weights, card: int, seats: int) -> int:
    """A face's own score, and what a tally that still counts it gives too much."""
    mark = MARKS[card]
    if mark >= _WILD:
        return (weights.wild if mark == _WILD else weights.wild_draw_four) - weights.following_left
    held = weights.same_colour_left + 2 * weights.following_left + weights.same_symbol_left
    if mark < _SKIP:
        return weights.digit * (mark - _NUMBERS) - held
    if mark == _DRAW_TWO:
        return weights.draw_two - held
    return (weights.reverse if mark == _REVERSE and seats > 2 else weights.skip) - held


def _nearly_out(weights: Weights, card: int, seats: int) -> int:
    mark = MARKS[card]
    if mark in {_DRAW_TWO, _WILD_DRAW_FOUR}:
        return weights.draw_nearly_out
    skips = mark == _SKIP or (mark == _REVERSE and seats == 2)
    return weights.skip_nearly_out if skips else 0


def tally(hand: Iterable[int]) -> list[int]:
    """The count of a hand."""
    counted = [0] * _TALLIED
    for card in hand:
        counted[COLOURS[card]] += 1
        counted[MARKS[card]] += 1
    return counted


class Pile:
    """The cards to draw, in a deal's order; when they are out, the discards are shuffled."""

    __slots__ = ("_at", "_cards", "_seed", "_under")

    def __init__(self, cards: list[int], under: Sequence[int], seed: int) -> None:
        """``cards`` are not changed; ``under`` are the discards below the top."""
        self._cards = cards
        self._at = 0
        self._under = under
        self._seed = seed

    def take(self, played: list[int]) -> int:
        """The next card, or -1 if there is none. ``played`` are the cards put down since, of which the last stays."""
        if self._at == len(self._cards):
            self._recycle(played)
        if not self._cards:
            return -1
        self._at += 1
        return self._cards[self._at - 1]

    def _recycle(self, played: list[int]) -> None:
        self._cards, self._at = [*self._under, *played[:-1]], 0
        self._under = ()
        del played[:-1]
        below = numbers(self._seed)
        for last in range(len(self._cards) - 1, 0, -1):
            chosen = below(last + 1)
            self._cards[last], self._cards[chosen] = self._cards[chosen], self._cards[last]


class Game:
    """An imagined game under way. ``top`` is the face on the discards, ``colour`` the one in force."""

    __slots__ = ("colour", "direction", "hands", "pile", "played", "tallies", "top", "turn")

    def __init__(
        self, hands: list[list[int]], tallies: list[list[int]], pile: Pile, top: int, colour: int, direction: int
    ) -> None:
        """The lists are changed by play. Seat 0 is to move."""
        self.hands = hands
        self.tallies = tallies
        self.pile = pile
        self.played = [top]
        self.top = top
        self.colour = colour
        self.direction = direction
        self.turn = 0

    def neighbour(self, places: int = 1) -> int:
        """The seat so many places on from the one to move."""
        return (self.turn + places * self.direction) % len(self.hands)

    def receive(self, seat: int, count: int) -> None:
        """A seat draws so many cards, as far as there are any."""
        hand, counted, take, played = self.hands[seat], self.tallies[seat], self.pile.take, self.played
        for _ in range(count):
            card = take(played)
            if card >= 0:
                hand.append(card)
                counted[COLOURS[card]] += 1
                counted[MARKS[card]] += 1

    def put(self, card: int, colour: int) -> bool:
        """The seat to move plays a card of its hand and names the colour; whether that was its last card."""
        hand, counted, mark = self.hands[self.turn], self.tallies[self.turn], MARKS[card]
        seats = len(self.hands)
        following = (self.turn + self.direction) % seats
        hand.remove(card)
        counted[COLOURS[card]] -= 1
        counted[mark] -= 1
        self.played.append(card)
        self.top, self.colour = card, colour
        if not hand:
            return True
        if mark < _SKIP or mark == _WILD:
            self.turn = following
        elif mark == _REVERSE and seats > 2:
            self.direction = -self.direction
            self.turn = self.neighbour()
        else:
            if mark >= _DRAW_TWO:
                self.receive(following, 2 if mark == _DRAW_TWO else 4)
            self.turn = (following + self.direction) % seats
        return False


def play_out(game: Game, how: Tune) -> int:
    """How often of 1000 seat 0 wins from here: 1000 or 0 if the game ends in time, else what its end is worth."""
    left, hands, tallies, seats = how.turns, game.hands, game.tallies, len(game.hands)
    while left > 0:
        left -= 1
        turn, in_force, mark = game.turn, game.colour, MARKS[game.top]
        hand, counted, following = hands[turn], tallies[turn], (turn + game.direction) % seats
        if counted[in_force] or counted[WILDS] or counted[mark]:
            base = how.near if len(hands[following]) <= NEARLY_OUT else how.base
            card = _best(game, how, hand, counted, base, FITS[in_force][mark])
        else:
            left -= 1
            card = _drawn(game, how, hand, FITS[in_force][mark], len(hands[following]))
        if card < 0:
            game.turn = following
            continue
        colour = COLOURS[card]
        if game.put(card, colour if colour < WILDS else named(counted)):
            return 0 if hands[0] else 1000
    return _worth(game, how.worths)


def named(counted: list[int]) -> int:
    """The colour held most."""
    colours = counted[:WILDS]
    return colours.index(max(colours))


def _drawn(game: Game, how: Tune, hand: list[int], fits: tuple[bool, ...], following: int) -> int:
    """The card drawn, if it is played, or else -1."""
    before = len(hand)
    game.receive(game.turn, 1)
    if len(hand) == before:
        return -1
    card = hand[-1]
    keeps = COLOURS[card] == WILDS and len(hand) <= how.keep_wild and following > NEARLY_OUT
    return card if fits[card] and not keeps else -1


def _best(
    game: Game, how: Tune, hand: list[int], counted: list[int], base: tuple[int, ...], fits: tuple[bool, ...]
) -> int:
    """The card with the best score. Twins of a face are counted twice, as neighbours of each other."""
    colour_held, symbol_held, in_force = how.colour_held, how.symbol_held, game.colour
    best, top = -1, -1_000_000
    for card in hand:
        if fits[card]:
            colour = COLOURS[card]
            if colour == WILDS:
                score = base[card] + _wild_score(how, card, counted, in_force, len(hand))
            else:
                held = counted[colour]
                score = base[card] + colour_held * held + symbol_held * counted[MARKS[card]]
                if held == 1:
                    score += how.alone
                if colour == in_force:
                    score += how.stays
                if MARKS[card] == _REVERSE and len(game.hands) > 2:
                    score += how.fuller * (len(game.hands[game.neighbour(-1)]) - len(game.hands[game.neighbour()]))
            if score > top:
                best, top = card, score
    return best


def _wild_score(how: Tune, card: int, counted: list[int], in_force: int, cards: int) -> int:
    score = how.wild_each_left * min(cards - 1, 10) + how.colour_held * max(counted[:WILDS])
    return score + how.bluff if MARKS[card] == _WILD_DRAW_FOUR and counted[in_force] else score


def _worth(game: Game, table: tuple[int, ...]) -> int:
    own, *others = map(len, game.hands)
    after = game.direction % len(game.hands)
    moves = 0 if game.turn == 0 else 1 if game.turn == after else 2
    return table[48 * min(own, MOST) + 3 * min(*others, MOST) + moves]
