"""The statistics of the deal: what each seat was dealt in all rounds, beside what chance allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from ono_core.game import events as ev
from ono_core.game.faces import Face, Kind, face
from ono_replay.replay import Replay

Measure = Callable[[Face], int]

DRAW_CARDS: Final = frozenset({Kind.DRAW_TWO, Kind.WILD_DRAW_FOUR})

MEASURES: Final[dict[str, Measure]] = {
    "wilds": lambda card: int(card.is_wild),
    "draw cards": lambda card: int(card.kind in DRAW_CARDS),
    "points": lambda card: card.points,
}
"""What is counted in a hand: wilds, Draw Twos and Wild Draw Fours, and the points that the cards count."""


class Chance(Struct, frozen=True):
    """Mean and standard deviation of a figure, where every order of the deck is equally likely."""

    mean: float = 0.0
    deviation: float = 0.0

    @property
    def least(self) -> float:
        """The lower end of the range: two standard deviations below the mean, but no less than nothing."""
        return max(0.0, self.mean - 2 * self.deviation)

    @property
    def most(self) -> float:
        """The upper end of the range: two standard deviations above the mean."""
        return self.mean + 2 * self.deviation

    def with_more(self, other: Chance) -> Chance:
        """The figure and another together, of which neither tells anything about the other."""
        return Chance(self.mean + other.mean, sqrt(self.deviation**2 + other.deviation**2))


def chance(values: Sequence[int], count: int) -> Chance:
    """For the sum of ``count`` values drawn from these without putting any back."""
    size = len(values)
    mean = sum(values) / size
    spread = sum((value - mean) ** 2 for value in values) / max(size - 1, 1)
    return Chance(count * mean, sqrt(count * spread * (1 - count / size)))


class Hand(Struct, frozen=True):
    """The cards of one deal to one seat, in the order dealt."""

    round: int
    seat: int
    cards: tuple[Face, ...]


class Dealt(Struct, frozen=True):
    """What one seat was dealt: how many cards, and of each of ``MEASURES`` the sum and what chance gives."""

    seat: int
    cards: int
    sums: dict[str, int]
    chances: dict[str, Chance]


class Deals(Struct, frozen=True):
    """All hands dealt at the start of rounds, as far as they are revealed.

    ``hidden`` counts the rounds whose hands are not.
    """

    hands: tuple[Hand, ...]
    hidden: int
    deck: tuple[Face, ...]

    def table(self) -> list[Dealt]:
        """One row a seat, rising."""
        seats = sorted({hand.seat for hand in self.hands})
        return [self._row(seat, [hand for hand in self.hands if hand.seat == seat]) for seat in seats]

    def _row(self, seat: int, hands: Sequence[Hand]) -> Dealt:
        sums, chances = dict[str, int](), dict[str, Chance]()
        for name, measure in MEASURES.items():
            values = [measure(card) for card in self.deck]
            sums[name] = sum(measure(card) for hand in hands for card in hand.cards)
            chances[name] = Chance()
            for hand in hands:
                chances[name] = chances[name].with_more(chance(values, len(hand.cards)))
        return Dealt(seat, sum(len(hand.cards) for hand in hands), sums, chances)


def deals(replay: Replay) -> Deals:
    """The hands of a log; a deal that went round after a card had shuffled the hands is none of them."""
    hands: list[Hand] = []
    hidden, deck, faces = 0, tuple[str, ...](), replay.proofs.faces
    for step in replay.steps:
        for event in step.entry.events:
            if not isinstance(event, ev.Dealt) or _of_hands(replay, step.before.shuffles):
                continue
            deck = step.after.deck
            if not all(slot in faces for hand in event.hands for slot in hand):
                hidden += 1
                continue
            for seat, slots in enumerate(event.hands):
                if slots:
                    hands.append(Hand(step.after.round, seat, tuple(face(deck[faces[slot]]) for slot in slots)))
    return Deals(tuple(hands), hidden, tuple(map(face, deck)))


def _of_hands(replay: Replay, k: int) -> bool:
    """Whether that shuffle was of hands, not of the deck."""
    proof = replay.proofs.shuffles.get(k)
    return proof is not None and proof.begun.into != "deck"
