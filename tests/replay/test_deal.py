"""The statistics of the deal: what is counted, and what chance allows, beside all that can happen."""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from statistics import mean, pstdev

import pytest

from ono_core.game.faces import CLASSIC, face
from ono_replay.deal import Chance, chance, deals
from ono_replay.replay import read
from tests.replay.forging import Game, game


@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_chance_is_that_of_all_hands(count: int) -> None:
    """Mean and deviation of the sum of a hand, over every hand that there is."""
    values = (0, 0, 1, 20, 50)
    sums = [sum(hand) for hand in combinations(values, count)]
    found = chance(values, count)
    assert found.mean == pytest.approx(mean(sums))
    assert found.deviation == pytest.approx(pstdev(sums), abs=1e-9)


def test_seven_cards_of_the_classic_deck() -> None:
    """A hand has about half a wild, from none to two; the range ends at nothing."""
    found = chance([int(face(text).is_wild) for text in CLASSIC], 7)
    assert found.mean == pytest.approx(7 * 8 / 108)
    assert found.least == 0
    assert found.most == pytest.approx(1.87, abs=0.01)


def test_two_deals_are_two_chances() -> None:
    """Means add up, and so do the squares of deviations."""
    both = Chance(1, 3).with_more(Chance(2, 4))
    assert both == Chance(3, 5)
    assert both.most == 3 + 2 * sqrt(25)


def test_the_hands_of_a_game_are_counted() -> None:
    """Seven cards a seat of one round, each as the deck has it, in the order dealt."""
    found = deals(read(game(3, 2, 1).data))
    assert found.hidden == 0
    assert [(hand.round, hand.seat, len(hand.cards)) for hand in found.hands] == [(1, seat, 7) for seat in range(3)]
    for row, hand in zip(found.table(), found.hands, strict=True):
        assert (row.seat, row.cards) == (hand.seat, 7)
        assert row.sums["points"] == sum(card.points for card in hand.cards)
        assert row.sums["wilds"] == sum(card.is_wild for card in hand.cards)
        assert row.sums["draw cards"] == sum(card.text == "W4" or card.text[1:] == "D" for card in hand.cards)


def test_every_round_is_dealt_anew() -> None:
    """A match has as many hands a seat as rounds, and chance counts them all."""
    played = Game(3, 2, 5, "easy", score="to_target", target=300)
    found = deals(read(played.data))
    rounds = {hand.round for hand in found.hands}
    assert rounds == {*range(1, len(rounds) + 1)}
    assert len(rounds) > 1
    one = chance([face(text).points for text in CLASSIC], 7)
    for row in found.table():
        assert row.cards == 7 * len(rounds)
        assert row.chances["points"].mean == pytest.approx(one.mean * len(rounds))
        assert row.chances["points"].deviation == pytest.approx(one.deviation * sqrt(len(rounds)))


def test_a_running_round_is_not_counted() -> None:
    """What the dealer has not revealed is nobody's to know."""
    played = game(3, 2, 1)
    found = deals(read(b"".join([played.data[:5], *played.raws[:-8]])))
    assert (found.hands, found.hidden) == ((), 1)
    assert found.table() == []
