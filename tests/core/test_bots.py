"""Computer players at a table that is written out: what each level does, in the words of the game."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ono_core.bots import LEVELS, choose, thinking_ms
from ono_core.game import commands as cmd
from ono_core.game import computers
from ono_core.game.choices import Choices
from ono_core.game.faces import DECKS, Colour, face
from ono_core.game.rules import fits
from ono_core.game.state import Debt, Dispute, Phase
from ono_core.game.view import Card, Place, View

DETERMINED = ("medium", "hard")


def seen(hand: str, top: str, *, colour: str = "", others: tuple[int, ...] = (7,), under: str = "") -> View:
    """What seat 0 sees on its turn; ``others`` are the other seats' numbers of cards, next seat first."""
    cards = tuple(Card(100 + i, face(text)) for i, text in enumerate(hand.split()))
    counts = (len(cards), *others)
    return View(
        seat=0, phase=Phase.PLAY, step=9, round=1, turn=0, direction=1,
        colour=Colour(colour or top[0]), top=face(top), under=tuple(map(face, under.split())), hand=cards,
        drawn=None, debt=None, next_seat=1, pile=40, discards=1, shuffling=False, host=0, result=None,
        places=tuple(Place(i, f"seat {i}", "bot", "", away=False, cards=n, called=False) for i, n in enumerate(counts)),
    )  # fmt: skip


def offered(view: View) -> Choices:
    """The choices of somebody on turn: play what fits, or else draw."""
    assert view.top is not None
    reasons = {card: None if fits(card.face, view.top, view.colour) else "does-not-fit"
               for card in view.hand if card.face}  # fmt: skip
    cards = tuple((card.slot, reason) for card, reason in reasons.items())
    held = [card.face.colour for card in view.hand if card.face]
    bluffs = [card.slot for card in view.hand if card.face == face("W4") and view.colour in held]
    return Choices(view.step, ("play",) if None in reasons.values() else ("draw",), cards, tuple(bluffs))


def told(view: View, act: cmd.Act) -> str:
    """The act in words: ``R5``, ``W green``, ``draw``, ``challenge``."""
    if isinstance(act, cmd.NameColour):
        return act.colour.word
    if not isinstance(act, cmd.Play):
        return type(act).__name__.lower()
    played = next(card.face for card in view.hand if card.slot == act.slots[0] and card.face)
    return f"{played.text} {act.colour.word}" if act.colour else played.text


def answer(level: str, view: View, choices: Choices | None = None, chance: int = 0) -> str:
    """What the level does there."""
    return told(view, choose(level, view, choices or offered(view), Random(chance).randrange))


def answers(view: View, choices: Choices | None = None) -> list[str]:
    """What Easy does there, four hundred times."""
    return [answer("easy", view, choices, chance) for chance in range(400)]


def after_draw(view: View) -> tuple[View, Choices]:
    """The same table where the last card of the hand was drawn just now and fits."""
    drawn = view.hand[-1].slot
    cards = tuple((card.slot, None if card.slot == drawn else "only-the-drawn-card") for card in view.hand)
    return replace(view, phase=Phase.DRAWN, drawn=drawn), Choices(view.step, ("play", "pass"), cards)


def owing(view: View, before: str, held: int) -> tuple[View, Choices]:
    """The same table where seat 1 played a Wild Draw Four on the colour ``before``, and holds so many cards."""
    debt = Debt(4, 1, Dispute(Colour(before), tuple(range(200, 200 + held))))
    choices = Choices(view.step, ("accept", "challenge"), stakes=(4, 6))
    return replace(view, phase=Phase.RESPOND, debt=debt), choices


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
@given(chance=st.integers(), hand=st.lists(st.sampled_from(DECKS["classic108"]), min_size=1, max_size=12))
def test_the_same_numbers_give_the_same_act(level: str, chance: int, hand: list[str]) -> None:
    """Whoever learns the numbers later can repeat the choice."""
    view = seen(" ".join(hand), "R7")
    assert answer(level, view, chance=chance) == answer(level, view, chance=chance)


@pytest.mark.parametrize("level", DETERMINED)
@given(hand=st.lists(st.sampled_from(DECKS["classic108"]), min_size=1, max_size=12), chance=st.randoms())
def test_the_age_of_a_card_does_not_matter(level: str, hand: list[str], chance: Random) -> None:
    """The same hand in another order gives the same card."""
    shuffled = chance.sample(hand, len(hand))
    assert answer(level, seen(" ".join(hand), "R7")) == answer(level, seen(" ".join(shuffled), "R7"))


@pytest.mark.parametrize("level", DETERMINED)
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


# Hard


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
def test_hard_weighs_its_cards(hand: str, others: tuple[int, ...], expected: str) -> None:
    """On a red seven, Hard plays the card with the best score."""
    assert answer("hard", seen(hand, "R7", others=others)) == expected


def test_hard_looks_where_play_goes() -> None:
    """When play goes to the right, the seat to strike is the last one."""
    view = seen("R3 RS R5 G2", "R7", others=(7, 7, 2))
    assert answer("hard", view) == "R3"
    assert answer("hard", replace(view, direction=-1, next_seat=3)) == "RS"


def test_hard_counts_the_discards() -> None:
    """Of two colours equally good, Hard names the one of which fewer cards can come."""
    hand = "Y1 Y2 B1 B2 W"
    assert answer("hard", seen(hand, "R7", under="Y3 Y4 Y5")) == "W yellow"
    assert answer("hard", seen(hand, "R7", under="B3 B4 B5")) == "W blue"


@pytest.mark.parametrize(
    ("hand", "others", "expected"),
    [
        pytest.param("G1 G2 W", (7,), "pass", id="a small hand keeps it"),
        pytest.param("G1 G2 W", (2,), "W green", id="not when the next seat is nearly out"),
        pytest.param("G1 G2 G3 G4 B5 B6 W", (7,), "W green", id="a big hand plays it"),
        pytest.param("G1 G2 R3", (7,), "R3", id="any other card is played"),
    ],
)
def test_hard_keeps_a_drawn_wild(hand: str, others: tuple[int, ...], expected: str) -> None:
    """Hard keeps a drawn wild for its last cards while there is time."""
    assert answer("hard", *after_draw(seen(hand, "R7", others=others))) == expected


@pytest.mark.parametrize(
    ("held", "under", "expected"),
    [
        pytest.param(12, "", "challenge", id="twelve cards without a red one are unlikely"),
        pytest.param(2, "", "accept", id="two are likely"),
        pytest.param(12, "R0 " + "R1 R2 R3 R4 R5 R6 R7 R8 R9 RS RR RD " * 2, "accept", id="every red card is seen"),
    ],
)
def test_hard_challenges_by_the_count_of_cards(held: int, under: str, expected: str) -> None:
    """A Wild Draw Four on red is challenged where a hand of that size would hardly lack red."""
    view = seen("G1 G2", "W4", colour="B", others=(held,), under=under)
    assert answer("hard", *owing(view, "R", held)) == expected


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
