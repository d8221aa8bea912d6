"""The disputed cases of setting up, each with its one answer; numbered as in spec/rules.md, Cases."""

from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.ruleset import deck_of, parse
from tests.core.game.scenario import Table, deal, draw, lobby, name_colour, play, start

BOTH = pytest.mark.parametrize("preset", ["boardflix", "official"])

# Starters


@BOTH
def test_case_01_a_skip_starter_skips_the_first_seat(preset: str) -> None:
    """With four seats a red Skip skips the dealing seat's left neighbour; nobody draws."""
    deal(4, "RS", preset=preset).then(turn=2, phase="play", colour="R", counts=[7, 7, 7, 7])


@BOTH
def test_case_02_with_two_seats_a_skip_starter_lets_the_dealing_seat_begin(preset: str) -> None:
    """With two seats the other is skipped, so the dealing seat plays first."""
    deal(2, "RS", preset=preset).then(turn=0, phase="play")


@pytest.mark.parametrize(
    ("options", "turn"),
    [
        ({"preset": "boardflix"}, 3),
        ({"preset": "official"}, 3),
        ({"start_reverse": "deals"}, 0),
        ({"start_reverse": "first"}, 1),
    ],
)
def test_case_03_a_reverse_starter_turns_the_direction(options: dict[str, Any], turn: int) -> None:
    """Play goes to the right, and the right neighbour begins; by option the dealing seat, or the first seat."""
    deal(4, "RR", **options).then(turn=turn, direction=-1, phase="play")


@BOTH
def test_case_04_with_two_seats_a_reverse_starter_lets_the_dealing_seat_begin(preset: str) -> None:
    """With two seats a Reverse is a Skip, also as the starter."""
    deal(2, "RR", preset=preset).then(turn=0, direction=-1)


def test_case_05_a_draw_two_starter_is_never_answered() -> None:
    """The first seat draws two and loses its turn, stacking or not: nobody has played that card."""
    table = deal(3, "RD", preset="table-party", holding={1: "GD"})
    table.then(counts=[7, 9, 7], turn=2, phase="play", owed=None)
    assert "owed" not in str(table.facts()["happened"]).split()
    assert [event.why for event in table.happened if isinstance(event, ev.Drew)] == ["starter"]


@BOTH
def test_case_06_a_wild_starter_waits_for_a_colour(preset: str) -> None:
    """The first seat names the colour, and can do nothing else before; then it takes a normal turn."""
    table = deal(3, "W", holding={1: "G1"}, preset=preset).then(phase="start-colour", turn=1, colour=None)
    table.refuses(1, play("G1"), "wrong-phase")
    table.refuses(1, draw, "wrong-phase")
    table.refuses(2, name_colour("G"), "not-your-turn")
    named = table.when(1, name_colour("G")).then(phase="play", turn=1, colour="G", turns=1)
    named.when(1, play("G1")).then(turn=2, colour="G")


@BOTH
def test_case_07_a_wild_draw_four_starter_goes_back_and_all_is_shuffled_again(preset: str) -> None:
    """It is thrown in with the whole pile, and another card is turned up after that shuffle."""
    table = deal(3, "W4", preset=preset)
    table.then(shuffling=108 - 21, pile=0, discards="", phase="deal", colour=None)
    table.then(happened="shuffle-closed round-began dealt starter-turned starter-returned shuffle-begun to-do")
    assert thrown_back(table) == ["W4"], "everybody has seen this one"
    again = table.shuffled("W4").then(
        shuffling=108 - 21, happened="shuffle-closed starter-turned starter-returned shuffle-begun to-do"
    )
    again.shuffled("G7").then(turn=1, phase="play", discards="G7", colour="G", counts=[7, 7, 7])


@pytest.mark.parametrize(
    ("starter", "options"),
    [
        ("SH", {"deck": "modern112"}),
        ("SW", {"deck": "modern112", "hands_card": "swap"}),
        ("CU", {"deck": "modern112"}),
        ("W", {"start_wild": "redraw"}),
    ],
)
def test_other_wilds_go_back_as_well(starter: str, options: dict[str, Any]) -> None:
    """The wilds of the newer deck never start a round; a plain Wild does not where the options say so."""
    table = deal(3, starter, **options).then(phase="deal", discards="", colour=None)
    assert thrown_back(table) == [starter]
    table.shuffled("G7").then(turn=1, phase="play", discards="G7", colour="G")


@pytest.mark.parametrize("starter", ["R7", "R0"])
def test_case_09_a_seven_or_zero_as_starter_moves_no_hands(starter: str) -> None:
    """With seven-zero on the first seat simply plays."""
    table = deal(3, starter, seven_zero=True, holding={0: "G1", 1: "G2", 2: "G3"}).then(turn=1, phase="play")
    assert all(table.text(hand[0]) == f"G{seat + 1}" for seat, hand in enumerate(table.state.hands))


def test_an_all_in_as_starter_sheds_nothing() -> None:
    """It gives its colour, and the first seat plays."""
    deal(3, "RA", preset="table-party", holding={1: "R5 R6"}).then(turn=1, phase="play", colour="R", counts=[7, 7, 7])


# Decks


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (8, 1), (9, 2), (10, 2)])
def test_case_08_many_seats_play_with_two_decks(seats: int, decks: int) -> None:
    """More than sixty cards to deal take a second deck, and the log has every card of both."""
    table = lobby(seats, preset="official").when(0, start).then(shuffling=108 * decks)
    assert len(table.state.deck) == 108 * decks


@pytest.mark.parametrize(("seats", "decks"), [(6, 1), (7, 2)])
def test_case_08_sixty_cards_are_dealt_from_one_deck(seats: int, decks: int) -> None:
    """Ten cards for each of six seats, and not for seven."""
    lobby(seats, preset="table-party", deal=10).when(0, start).then(shuffling=112 * decks)


def test_case_08_a_deal_that_the_deck_cannot_serve_is_refused() -> None:
    """Ten cards for each of ten seats leave too few of one deck."""
    too_many = {"preset": "official", "deal": 10, "decks": 1}
    lobby(2).refuses(0, cmd.SetOptions(too_many), "bad-option")
    lobby(2).when(0, cmd.SetOptions({**too_many, "decks": "auto"}))


def test_two_decks_have_every_card_twice() -> None:
    """The second deck's ids follow the first one's, with the same faces."""
    one, two = deck_of(parse({}), 1), deck_of(parse({}), 2)
    assert two == one + one


# Who deals


def shown_for_deal(seats: int, cards: str) -> Table:
    """The table after the seats have shown these cards; it shuffles for the deal itself."""
    return lobby(seats, preset="official").when(0, start).drawn_for_deal(cards)


@pytest.mark.parametrize(
    ("cards", "dealing"),
    [("R5 R9 R3", 1), ("RS W4 R1", 2), ("R5 R9 G9 R2 R4", 2), ("R9 B0 G9 RS R0 B3 G7", 2), ("R9 R8 G9 R7 G7 B6 G6", 0)],
)
def test_the_highest_number_deals(cards: str, dealing: int) -> None:
    """Symbols count nothing; only those who tie draw again, and after three ties the lowest seat deals."""
    table = shown_for_deal(3, cards).then(shuffling=108, phase="deal", counts=[0, 0, 0])
    table = table.dealt("R3", dealing, {}).then(deal_seat=dealing, turn=(dealing + 1) % 3, counts=[7, 7, 7])
    assert table.state.pile_left == 108 - 21 - 1


def test_everybody_sees_the_cards_shown_for_the_deal() -> None:
    """The events name seats and cards, round by round."""
    table = shown_for_deal(3, "R9 G1 G9 R2 R4")
    drawn = [event for event in table.happened if isinstance(event, ev.DealDrawn)]
    assert [event.seats for event in drawn] == [(0, 1, 2), (0, 2)]
    assert [[table.state.deck[card] for card in event.cards] for event in drawn] == [["R9", "G1", "G9"], ["R2", "R4"]]


def thrown_back(table: Table) -> list[str]:
    """The cards that everybody has seen among those being shuffled."""
    begun = next(event for event in table.happened if isinstance(event, ev.ShuffleBegun))
    return [table.state.deck[card] for card in begun.cards]
