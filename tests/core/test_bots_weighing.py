"""Weighing: the scores that Hard goes by at first sight, and in the games that it imagines."""

import pytest
from msgspec.structs import replace

from tests.core.positions import after_draw, answer, owing, seen


@pytest.mark.parametrize(
    ("hand", "others", "expected"),
    [
        pytest.param("R3 RD R5 G2", (7, 7, 7), "R3", id="at four seats it saves its draw two"),
        pytest.param("R3 RD R5 G2", (2, 7, 7), "RD", id="to strike a seat that is nearly out"),
        pytest.param("R3 W4 B5 B6", (7,), "R3", id="it does not bluff"),
        pytest.param("R3 W4 B5 B6", (1,), "R3", id="not even then"),
        pytest.param("R5 W G5 G6", (7,), "R5", id="it keeps its wild"),
        pytest.param("R1 R2 G7 G8 G9 GS", (7,), "G7", id="it changes to its big colour"),
        pytest.param("R1 G7 G8 G9 GS", (7,), "R1", id="but first gets rid of a lonely card"),
        pytest.param("G1 G2 B1 W", (7,), "W green", id="it names the colour that serves it best"),
        pytest.param("R3 RS R5 G2", (7, 7, 7), "R3", id="it saves its skip"),
        pytest.param("R3 RS R5 G2", (2, 7, 7), "RS", id="until the next seat is nearly out"),
        pytest.param("R3 R5 RR G2", (3, 7, 10), "RR", id="it turns play towards the fuller hand"),
        pytest.param("R3 R5 RR G2", (10, 7, 3), "R3", id="and not towards the smaller"),
    ],
)
def test_weighing_weighs_its_cards(hand: str, others: tuple[int, ...], expected: str) -> None:
    """On a red seven, it plays the card with the best score."""
    assert answer("weighing", seen(hand, "R7", others=others)) == expected


def test_weighing_looks_where_play_goes() -> None:
    """When play goes to the right, the seat to strike is the last one."""
    view = seen("R3 RS R5 G2", "R7", others=(7, 7, 2))
    assert answer("weighing", view) == "R3"
    assert answer("weighing", replace(view, direction=-1, next_seat=3)) == "RS"


def test_weighing_counts_the_discards() -> None:
    """Of two colours equally good, it names the one of which fewer cards can come."""
    hand = "Y1 Y2 B1 B2 W"
    assert answer("weighing", seen(hand, "R7", under="Y3 Y4 Y5")) == "W yellow"
    assert answer("weighing", seen(hand, "R7", under="B3 B4 B5")) == "W blue"


@pytest.mark.parametrize(
    ("hand", "others", "expected"),
    [
        pytest.param("G1 G2 W", (7,), "pass", id="a small hand keeps it"),
        pytest.param("G1 G2 W", (2,), "W green", id="not when the next seat is nearly out"),
        pytest.param("G1 G2 G3 G4 B5 B6 W", (7,), "W green", id="a big hand plays it"),
        pytest.param("G1 G2 R3", (7,), "R3", id="any other card is played"),
    ],
)
def test_weighing_keeps_a_drawn_wild(hand: str, others: tuple[int, ...], expected: str) -> None:
    """It keeps a drawn wild for its last cards while there is time."""
    assert answer("weighing", *after_draw(seen(hand, "R7", others=others))) == expected


@pytest.mark.parametrize(
    ("held", "under", "expected"),
    [
        pytest.param(12, "", "challenge", id="twelve cards without a red one are unlikely"),
        pytest.param(2, "", "accept", id="two are likely"),
        pytest.param(12, "R0 " + "R1 R2 R3 R4 R5 R6 R7 R8 R9 RS RR RD " * 2, "accept", id="every red card is seen"),
    ],
)
def test_weighing_challenges_by_the_count_of_cards(held: int, under: str, expected: str) -> None:
    """A Wild Draw Four on red is challenged where a hand of that size would hardly lack red."""
    view = seen("G1 G2", "W4", colour="B", others=(held,), under=under)
    assert answer("weighing", *owing(view, "R", held)) == expected
