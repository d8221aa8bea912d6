"""Deals that a seat may imagine: the cards it does not see, dealt to the others as the public notes allow."""

from __future__ import annotations

from collections import Counter

from ono_core.bots import hands
from ono_core.bots.policy import Numbers
from ono_core.bots.rollout import PLACE, tally
from ono_core.game.view import Place, View

DRAWN_AT_MOST = 30
"""So many cards of the pile are put in a random order; an imagined game draws hardly more."""

TRIES = 24
"""After so many cards that a lack forbids, one that it allows is looked for."""


class Deal:
    """The hands and their tallies, own seat first, and the pile in drawing order."""

    __slots__ = ("hands", "pile", "seed", "tallies")

    def __init__(self, hands: list[list[int]], pile: list[int], seed: int) -> None:
        """Imagined games copy the hands and leave the pile as it is."""
        self.hands = hands
        self.tallies = [tally(hand) for hand in hands]
        self.pile = pile
        self.seed = seed


class Deals:
    """What is known of the cards at one moment, to deal the rest from."""

    def __init__(self, view: View) -> None:
        """The own hand must be known whole."""
        places = around(view)
        self._own = [PLACE[shown.text] for shown in hands.hand(view).values()]
        self._others = len(places) - 1
        self._unseen = _unseen(view)
        wanted = [(lack, other) for other, place in enumerate(places[1:]) for lack in _lacks(place)]
        self._wanted = sorted(wanted, key=lambda want: -want[0].bit_count())

    @property
    def possible(self) -> bool:
        """Whether there are cards enough for all hands."""
        return len(self._unseen) >= len(self._wanted)

    def dealt(self, below: Numbers) -> Deal:
        """One deal: the card of which most is known first, then the pile."""
        rest = self._unseen.copy()
        others: list[list[int]] = [[] for _ in range(self._others)]
        for lack, other in self._wanted:
            others[other].append(_taken(rest, lack, below))
        _mix_end(rest, below)
        rest.reverse()
        return Deal([self._own.copy(), *others], rest, below(1 << 32))


def around(view: View) -> tuple[Place, ...]:
    """The places to the left, from the own one on."""
    own = next(i for i, place in enumerate(view.places) if place.seat == view.seat)
    return view.places[own:] + view.places[:own]


def _lacks(place: Place) -> tuple[int, ...]:
    return place.lacks if len(place.lacks) == place.cards else (0,) * place.cards


def _unseen(view: View) -> list[int]:
    """The faces of all cards in the pile or in other hands."""
    seen = [*hands.hand(view).values(), *view.under, *([view.top] if view.top else [])]
    return [PLACE[text] for text in (Counter(view.deck) - Counter(shown.text for shown in seen)).elements()]


def _taken(rest: list[int], lack: int, below: Numbers) -> int:
    """A card that the lack allows, taken from the rest; any card if it allows none."""
    for _ in range(TRIES):
        place = below(len(rest))
        if not lack >> rest[place] & 1:
            break
    else:
        allowed = [place for place, card in enumerate(rest) if not lack >> card & 1] or range(len(rest))
        place = allowed[below(len(allowed))]
    rest[place], rest[-1] = rest[-1], rest[place]
    return rest.pop()


def _mix_end(cards: list[int], below: Numbers) -> None:
    """Put the last cards in a random order, chosen among all."""
    first = max(len(cards) - 1 - DRAWN_AT_MOST, 0)
    for last in range(len(cards) - 1, first, -1):
        chosen = below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
