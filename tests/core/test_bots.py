"""Easy and Medium at a table that is written out, and what holds of every level."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_core.bots import LEVELS, thinking_ms
from ono_core.game import computers
from ono_core.game.choices import Choices
from ono_core.game.faces import CLASSIC
from ono_core.game.view import View
from tests.core.positions import after_draw, answer, owing, seen

DETERMINED = ("medium", "weighing", "hard")
FEW = settings(max_examples=30, deadline=None)
"""Hard imagines a thousand games for each example."""


def answers(view: View, choices: Choices | None = None) -> list[str]:
    """What Easy does there, four hundred times."""
    return [answer("easy", view, choices, chance) for chance in range(400)]


# All levels


def test_the_log_names_the_levels_that_there_are() -> None:
    """The table seats computer players of these levels, weakest first."""
    assert tuple(LEVELS) == computers.LEVELS


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("acts", "expected"),
    [(("draw",), "draw"), (("pass",), "pass"), (("accept",), "accept"), (("name_colour",), "green")],
)
def test_the_only_answer_is_given(level: str, acts: tuple[str, ...], expected: str) -> None:
    """Where one act is offered, every level does it; all name the only colour they hold."""
    view = seen("G1 G2", "R7")
    assert answer(level, view, Choices(view.step, acts)) == expected


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_that_is_not_asked_is_a_bug(level: str) -> None:
    """No level invents an act where none is offered."""
    with pytest.raises(AssertionError, match="seat 0 is not asked"):
        answer(level, seen("G1", "R7"), Choices(9, ()))


@pytest.mark.parametrize("level", LEVELS)
@FEW
@given(chance=st.integers(), hand=st.lists(st.sampled_from(CLASSIC), min_size=1, max_size=12))
def test_the_same_numbers_give_the_same_act(level: str, chance: int, hand: list[str]) -> None:
    """Whoever learns the numbers later can repeat the choice."""
    view = seen(" ".join(hand), "R7")
    assert answer(level, view, chance=chance) == answer(level, view, chance=chance)


@pytest.mark.parametrize("level", DETERMINED)
@FEW
@given(hand=st.lists(st.sampled_from(CLASSIC), min_size=1, max_size=12), chance=st.randoms())
def test_the_age_of_a_card_does_not_matter(level: str, hand: list[str], chance: Random) -> None:
    """The same hand in another order gives the same card."""
    shuffled = chance.sample(hand, len(hand))
    assert answer(level, seen(" ".join(hand), "R7")) == answer(level, seen(" ".join(shuffled), "R7"))


@pytest.mark.parametrize("level", ["medium", "weighing"])
def test_a_tie_is_not_named_as_it_was(level: str) -> None:
    """A wild is never spent on the colour in force unless that is best."""
    view = seen("R1 G1 W", "B7", colour="R")
    cards = tuple((card.slot, "only-the-drawn-card" if card.slot < 102 else None) for card in view.hand)
    assert answer(level, view, Choices(view.step, ("play",), cards)) == "W green"


# Easy


def test_easy_plays_any_card_that_fits() -> None:
    """Easy has no favourite among the cards that fit."""
    said = answers(seen("R1 RS G7 B2 Y3", "R7"))
    assert set(said) == {"R1", "RS", "G7"}
    assert min(said.count(card) for card in set(said)) > 100


def test_easy_plays_wilds_early() -> None:
    """With three other cards that fit, Easy still plays its wild five times of eight."""
    said = answers(seen("R1 R2 R3 G4 W", "R7"))
    assert 210 < said.count("W green") < 290


def test_easy_names_a_colour_it_holds() -> None:
    """Easy names any colour left in its hand, but the one in force only if it holds no other."""
    assert {said for said in answers(seen("R1 G1 B1 W", "R7")) if said[0] == "W"} == {"W green", "W blue"}
    assert "W red" in answers(seen("R1 W", "R7"))


def test_easy_often_keeps_what_it_drew() -> None:
    """Half of the times that the drawn card fits, Easy keeps it."""
    said = answers(*after_draw(seen("G1 B2 R3", "R7")))
    assert 160 < said.count("pass") < 240
    assert set(said) == {"pass", "R3"}


def test_easy_never_challenges() -> None:
    """Easy takes the four cards, however likely a bluff is."""
    assert set(answers(*owing(seen("G1", "W4", colour="B"), "R", held=20))) == {"accept"}


# Medium


@pytest.mark.parametrize(
    ("hand", "top", "expected"),
    [
        pytest.param("R5 R9 G1", "R7", "R9", id="high points first"),
        pytest.param("R9 RS G1", "R7", "RS", id="an action counts more than a nine"),
        pytest.param("RS G3 G4 Y1", "R3", "G3", id="the colour it holds most goes before points"),
        pytest.param("R0 W W4", "R7", "R0", id="wilds last"),
        pytest.param("G1 G2 B9 W", "R7", "W green", id="names the colour it holds most"),
        pytest.param("G1 B9 W W4", "R7", "W green", id="a Wild goes before a Wild Draw Four"),
        pytest.param("W4", "R7", "W4 yellow", id="the last card wins whatever it names"),
    ],
)
def test_medium_follows_its_big_colour(hand: str, top: str, expected: str) -> None:
    """Medium follows the colour it holds most, high points first, wilds last."""
    assert answer("medium", seen(hand, top)) == expected


def test_medium_plays_what_it_drew() -> None:
    """Medium plays a drawn card that fits, also a wild."""
    assert answer("medium", *after_draw(seen("G1 G2 W", "R7"))) == "W green"


def test_medium_never_challenges() -> None:
    """Medium takes the four cards, however likely a bluff is."""
    assert answer("medium", *owing(seen("G1", "W4", colour="B"), "R", held=20)) == "accept"


# Thinking


def test_thinking_takes_a_human_moment() -> None:
    """The wait lies around the pace, is not always the same, and is nothing where the pace is nothing."""
    draw = Random(1).randrange
    waits = [thinking_ms(draw, 1000) for _ in range(400)]
    assert 500 <= min(waits) < 600
    assert 1400 < max(waits) <= 1500
    assert 950 < sum(waits) / len(waits) < 1050
    assert thinking_ms(draw, 0) == 0


def test_thinking_always_draws_two_numbers() -> None:
    """What is drawn after it does not depend on the wait."""
    numbers: Iterator[int] = iter([3, 4, 5])
    assert thinking_ms(lambda _below: next(numbers), 100) == 57
    assert list(numbers) == [5]
