"""The games that Hard imagines go by the real rules, from deals that fit what it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ono_core.bots.chance import numbers
from ono_core.bots.deal import Deals
from ono_core.bots.rollout import (
    COLOURS,
    FACES,
    FITS,
    MARKS,
    PLACE,
    WILDS,
    Game,
    Pile,
    _best,
    play_out,
    tally,
    tune,
)
from ono_core.bots.weighing import _score, _weights, scored
from ono_core.bots.worth import MOST, worths
from ono_core.game import commands as cmd
from ono_core.game.faces import CLASSIC, Colour, face
from ono_core.game.rules import fits
from ono_core.game.state import Phase
from tests.core.game.scenario import Table, given
from tests.core.positions import offered, seen

DECK = CLASSIC
LETTERS = "RYGB"


# Games


def imagined(hands: Sequence[str], top: str, pile: str = "", under: str = "", colour: str = "") -> Game:
    """A game that is written out, seat 0 to move."""
    held = [[PLACE[text] for text in hand.split()] for hand in hands]
    cards = [PLACE[text] for text in pile.split()]
    below = [PLACE[text] for text in under.split()]
    in_force = LETTERS.index(colour or top[0])
    return Game(held, [tally(hand) for hand in held], Pile(cards, below, 1), PLACE[top], in_force, 1)


def test_what_fits_is_what_fits_by_the_rules() -> None:
    """On every card, in every colour, every card."""
    for top in FACES:
        for colour in Colour:
            by_rules = tuple(fits(face(text), face(top), colour) for text in FACES)
            assert FITS[LETTERS.index(colour)][MARKS[PLACE[top]]] == by_rules


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@settings(max_examples=15, deadline=None)
@examples(chance=st.randoms(use_true_random=False))
def test_an_imagined_game_goes_as_a_real_one(seats: int, chance: Random) -> None:
    """Whatever is played, both have the same seat to move, colour, direction, hands and top."""
    cards = chance.sample(DECK, len(DECK))
    starter = next(text for text in cards if not face(text).is_wild)
    cards.remove(starter)
    hands = [" ".join(cards[seat * 7 : seat * 7 + 7]) for seat in range(seats)]
    pile = " ".join(cards[seats * 7 :])
    table, game = given(starter, hands, pile=pile), imagined(hands, starter, pile)
    for _ in range(40):
        same(table, game)
        if any(not hand for hand in table.state.hands) or len(game.pile._cards) - game.pile._at < 5:
            break
        table = step(table, game, chance)


def same(table: Table, game: Game) -> None:
    """Both are in the same position."""
    state, top = table.state, table.state.discards[-1]
    assert [sorted(DECK[table.faces[slot]] for slot in hand) for hand in state.hands] == [
        sorted(FACES[card] for card in hand) for hand in game.hands
    ]
    assert [tally(hand) for hand in game.hands] == game.tallies
    assert (DECK[table.faces[top]], state.colour) == (FACES[game.top], LETTERS[game.colour])
    if state.phase is Phase.PLAY:
        assert state.turn == game.turn
        assert len(state.hands) == 2 or state.direction == game.direction, "of two it makes no difference"


def step(table: Table, game: Game, chance: Random) -> Table:
    """The seat to move plays any card that fits in both, or draws, and plays the card if it fits."""
    seat = table.state.turn
    assert seat is not None
    if "draw" in table.choices(seat).acts:
        table = table.when(seat, cmd.Draw())
        game.receive(seat, 1)
        if "play" not in table.choices(seat).acts or chance.random() < 0.2:
            game.turn = game.neighbour()
            return table.when(seat, cmd.Pass())
    slot = chance.choice(table.choices(seat).playable)
    card = PLACE[DECK[table.faces[slot]]]
    colour = chance.randrange(4) if COLOURS[card] == WILDS else COLOURS[card]
    game.put(card, colour)
    table = table.when(seat, cmd.Play((slot,), Colour(LETTERS[colour]) if COLOURS[card] == WILDS else None))
    if table.state.phase is Phase.RESPOND:
        assert table.state.turn is not None
        table = table.when(table.state.turn, cmd.Accept())
    return table


@settings(max_examples=300, deadline=None)
@examples(
    cards=st.permutations(sorted(set(DECK))),
    held=st.integers(2, 12),
    others=st.lists(st.integers(1, 12), min_size=1, max_size=5),
    colour=st.sampled_from(LETTERS),
)
def test_imagined_seats_play_by_the_weights(cards: list[str], held: int, others: list[int], colour: str) -> None:
    """The card they play has the best score of all, but for the count of unseen cards, which differs by deal."""
    hand, top = cards[:held], cards[held]
    view = seen(" ".join(hand), top, colour=face(top).colour or colour, others=tuple(others))
    choices = offered(view)
    if "play" not in choices.acts:
        return
    scores: dict[str, int] = {}
    for option, _ in scored(view, choices):
        score = _score(_weights(view), view, Counter(), option)
        scores[option.face.text] = max(score, scores.get(option.face.text, score))
    game = imagined([" ".join(hand), *(" ".join(cards[-count:]) for count in others)], top, colour=view.colour or "")
    how = tune(len(view.places))
    near = others[0] <= 2
    fit = FITS[game.colour][MARKS[game.top]]
    best = _best(game, how, game.hands[0], game.tallies[0], how.near if near else how.base, fit)
    assert scores[FACES[best]] == max(scores.values())


def test_the_pile_is_made_of_the_discards_when_it_is_out() -> None:
    """All but the top are shuffled; what cannot be drawn is not drawn."""
    game = imagined(["G1", "G2"], "R3", pile="B1", under="Y1 Y2")
    game.receive(0, 5)
    assert sorted(FACES[card] for card in game.hands[0]) == ["B1", "G1", "Y1", "Y2"]
    assert game.tallies[0] == tally(game.hands[0])


def test_a_game_is_won_or_lost_by_the_last_card() -> None:
    """Seat 0 plays its only card, or the other seat does."""
    assert play_out(imagined(["R1", "R2 G1"], "R3", pile="B1 B2"), tune(2)) == 1000
    assert play_out(imagined(["G1 B4", "R2"], "R3", pile="B1 B2"), tune(2)) == 0


def test_a_game_that_nobody_can_go_on_with_is_judged() -> None:
    """With nothing to draw and nothing that fits, the counts of cards tell."""
    assert 0 < play_out(imagined(["G1", "G2"], "R3"), tune(2)) < 1000


@pytest.mark.parametrize("seats", [2, 4])
def test_worth_falls_with_own_cards_and_rises_with_theirs(seats: int) -> None:
    """In the middle of the table, where games are many; and there is an entry for every position."""
    table = worths(seats)
    assert len(table) == 48 * (MOST + 1)
    for cards in range(1, 8):
        assert table[48 * cards + 3 * 5] > table[48 * (cards + 1) + 3 * 5]
        assert table[48 * 5 + 3 * cards] < table[48 * 5 + 3 * (cards + 1)]


# Deals


@examples(chance=st.integers(0, 2**60), others=st.lists(st.integers(0, 20), min_size=1, max_size=5))
@settings(max_examples=50, deadline=None)
def test_a_deal_has_every_card_once(chance: int, others: list[int]) -> None:
    """Own hand, discards, other hands and pile are the deck; each seat holds as many cards as it does."""
    view = seen("R1 R2 W", "G7", others=tuple(others), under="B1 B2 W4")
    deals = Deals(view)
    assert deals.possible
    dealt = deals.dealt(numbers(chance))
    cards = [FACES[card] for hand in [*dealt.hands, dealt.pile] for card in hand]
    assert Counter(cards) + Counter(["G7", "B1", "B2", "W4"]) == Counter(DECK)
    assert [len(hand) for hand in dealt.hands] == [3, *others]
    assert dealt.tallies == [tally(hand) for hand in dealt.hands]


def lacking(*lacks: str) -> tuple[int, ...]:
    """Lacks of these colours."""
    return tuple(sorted(sum(1 << place for place, text in enumerate(FACES) if text[0] in colours) for colours in lacks))


@examples(chance=st.integers(0, 2**60))
@settings(max_examples=50, deadline=None)
def test_a_deal_respects_the_notes(chance: int) -> None:
    """A seat that is known to lack red and green holds none; a card that is known is there."""
    view = seen("R1 R2 W", "G7", others=(3, 2))
    known = ((1 << len(FACES)) - 1) ^ (1 << PLACE["Y9"])
    places = (
        view.places[0],
        replace(view.places[1], lacks=lacking("RG", "RG", "RG")),
        replace(view.places[2], lacks=tuple(sorted((known, 0)))),
    )
    dealt = Deals(replace(view, places=places)).dealt(numbers(chance))
    assert not any(FACES[card][0] in "RG" for card in dealt.hands[1])
    assert PLACE["Y9"] in dealt.hands[2]


def test_notes_that_contradict_the_cards_are_passed_over() -> None:
    """Where no card is allowed, any is dealt."""
    view = seen("R1", "G7", others=(2,))
    places = (view.places[0], replace(view.places[1], lacks=((1 << len(FACES)) - 1,) * 2))
    assert len(Deals(replace(view, places=places)).dealt(numbers(1)).hands[1]) == 2


def test_other_hands_and_the_pile_are_equally_random() -> None:
    """A red nine of the unseen cards is as often in a hand, or next in the pile, as its share."""
    deals, below = Deals(seen("G1", "G7", others=(10,))), numbers(5)
    dealt = [deals.dealt(below) for _ in range(4000)]
    in_hand = sum(deal.hands[1].count(PLACE["R9"]) for deal in dealt) / 4000
    on_top = sum(deal.pile[0] == PLACE["R9"] for deal in dealt) / 4000
    assert abs(in_hand - 10 * 2 / 106) < 0.02
    assert abs(on_top - 2 / 106) < 0.006


# Chance


def test_chance_is_even_and_repeats() -> None:
    """The same seed gives the same row; each number comes about as often; near seeds begin far apart."""
    below = numbers(7)
    row = [below(10) for _ in range(10_000)]
    again = numbers(7)
    assert row == [again(10) for _ in range(10_000)]
    assert all(900 < count < 1100 for count in Counter(row).values())
    assert len({numbers(seed)(1000) for seed in range(100)}) > 85
