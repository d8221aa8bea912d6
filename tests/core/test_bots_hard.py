"""Hard at a table that is written out: positions in which one act is clearly better, seen only by looking ahead."""

from random import Random

import pytest
from msgspec.structs import replace

from ono_core.bots.contest import PLAYERS
from ono_core.bots.halving import options
from ono_core.bots.hard import models
from ono_core.bots.rollout import FACES
from ono_core.game.choices import Choices
from ono_core.game.faces import Colour
from ono_core.game.ruleset import Ruleset
from ono_core.game.view import View
from tests.core.positions import after_draw, answer, offered, owing, seen


def lacking(view: View, colours: str) -> View:
    """The same table where every card of the next seat is known to be of none of these colours, and no wild."""
    lack = sum(1 << place for place, text in enumerate(FACES) if text[0] in colours + "W")
    following = view.places[1]
    return replace(view, places=(view.places[0], replace(following, lacks=(lack,) * following.cards), *view.places[2:]))


@pytest.mark.parametrize("chance", range(5))
@pytest.mark.parametrize(
    ("hand", "others", "expected"),
    [
        pytest.param("RS R5", (5,), "RS", id="skip, and play again: it wins at once"),
        pytest.param("RS GS G3", (5,), "RS", id="two skips and the last card"),
        pytest.param("RD R5 G2 G4", (1,), "RD", id="strike who has one card left"),
        pytest.param("RS R5 G2 G4", (1, 7, 7), "RS", id="skip who has one card left"),
        pytest.param("R5 W", (4,), "R5", id="a wild is a sure last card"),
    ],
)
def test_hard_looks_ahead(hand: str, others: tuple[int, ...], expected: str, chance: int) -> None:
    """On a red seven, whatever numbers it draws, Hard finds what wins."""
    assert answer("hard", seen(hand, "R7", others=others), chance=chance) == expected


@pytest.mark.parametrize("colour", ["green", "blue"])
def test_hard_names_the_colour_that_the_next_seat_lacks(colour: str) -> None:
    """The next seat has one card, and is known not to have this colour."""
    view = lacking(seen("G1 G2 B1 B2 W", "R7", others=(1,)), colour[0].upper())
    assert answer("hard", view) == f"W {colour}"


def test_without_notes_it_would_not_know() -> None:
    """Then both colours look alike, and it is the same one whichever the seat lacks."""
    assert len({answer("hard", seen("G1 G2 B1 B2 W", "R7", others=(1,))) for _ in range(2)}) == 1


@pytest.mark.parametrize(
    ("held", "under", "expected"),
    [
        pytest.param(12, "", "challenge", id="twelve cards without a red one are unlikely"),
        pytest.param(12, "R0 " + "R1 R2 R3 R4 R5 R6 R7 R8 R9 RS RR RD " * 2, "accept", id="every red card is seen"),
    ],
)
def test_hard_challenges_by_the_count_of_cards(held: int, under: str, expected: str) -> None:
    """A Wild Draw Four on red is challenged where a hand of that size would hardly lack red."""
    view = seen("G1 G2", "W4", colour="B", others=(held,), under=under)
    assert answer("hard", *owing(view, "R", held)) == expected


def test_hard_does_not_challenge_who_is_known_to_be_honest() -> None:
    """Twelve cards, all known not to be red: no bluff."""
    view = lacking(seen("G1 G2", "W4", colour="B", others=(12,)), "R")
    assert answer("hard", *owing(view, "R", 12)) == "accept"


def test_hard_weighs_whether_to_keep_what_it_drew() -> None:
    """It plays the drawn card that wins next turn's race, and keeps nothing that it could use."""
    assert answer("hard", *after_draw(seen("G1 G2 R3", "R7"))) == "R3"


def test_hard_names_a_starting_colour_it_holds() -> None:
    """Of a hand that is nearly all green, green."""
    view = replace(seen("G1 G2 G3 G5 GS B1", "W", colour="R"), colour=None)
    assert answer("hard", view, Choices(view.step, ("name_colour",))) == "green"


# What is tried


def test_equal_cards_are_one_option() -> None:
    """Twins are tried once, a wild once for each colour held beside it."""
    view = seen("R5 R5 G2 B3 W", "R7")
    tried = [(option.card, option.colour) for option in options(view, offered(view))]
    assert len(tried) == len(set(tried)) == 1 + 3


def test_keeping_the_drawn_card_is_an_option() -> None:
    """After a draw, beside playing it."""
    view, choices = after_draw(seen("G1 G2 R3", "R7"))
    assert [type(option.act).__name__ for option in options(view, choices)] == ["Play", "Pass"]


@pytest.mark.parametrize("hand", ["R5 G2", "W", "R5"])
def test_where_there_is_nothing_to_choose_hard_draws_no_number(hand: str) -> None:
    """One option, or a last card that wins: it answers at once."""
    view = seen(hand, "R7")

    def never(_below: int) -> int:
        raise AssertionError("a number was drawn")

    PLAYERS["hard"](view, offered(view), never)


@pytest.mark.parametrize("chance", range(20))
def test_hard_weighs_where_it_cannot_imagine(chance: int) -> None:
    """With another deck, or rules that it cannot imagine, it plays as the weights say."""
    hand = " ".join(Random(chance).sample(FACES, 7))
    view = seen(hand, "R7", colour="R")
    stacking = replace(view, ruleset=Ruleset(stack="same"))
    other = replace(view, deck=view.deck[:100])
    assert models(view)
    assert not models(other)
    assert not models(stacking)
    assert answer("hard", other) == answer("weighing", view)
    assert answer("hard", stacking) == answer("weighing", stacking)


def test_a_table_that_cannot_be_is_weighed() -> None:
    """More cards in other hands than there are: no deal can be imagined."""
    view = seen("R5 R6 G1", "R7", colour=Colour.RED, others=(120,))
    assert answer("hard", view) == answer("weighing", view)
