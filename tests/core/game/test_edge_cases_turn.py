"""The disputed cases of a turn and of Skip, Reverse and Draw Two; numbered as in spec/rules.md, Cases."""

import pytest

from ono_core.game.choices import Choices
from tests.core.game.scenario import Table, draw, given, pass_turn, play

BOTH = pytest.mark.parametrize("preset", ["boardflix", "official"])

# Drawing


def test_case_10_nobody_draws_who_could_play() -> None:
    """Red 5 fits on red 3, so drawing is refused where it is for those who are stuck."""
    given("R3", ["R5 B1", "G1"], pile="Y1").refuses(0, draw, "could-play")


def test_case_10_where_anybody_may_draw_it_is_one_card_all_the_same() -> None:
    """A seat that could play draws, cannot draw again, and passes."""
    table = given("R3", ["R5 B1", "G1"], pile="Y1 Y2", preset="official").when(0, draw)
    table.then(phase="drawn", drawn="Y1", turn=0).refuses(0, draw, "wrong-phase")
    table.when(0, pass_turn).then(turn=1, hands=["R5 B1 Y1", "G1"])


def test_case_11_after_drawing_only_the_drawn_card_is_played() -> None:
    """Red 5 stays in hand, though it fitted before as it does now."""
    table = given("R3", ["R5 B1", "G1"], pile="R9", preset="official").when(0, draw)
    table.refuses(0, play("R5"), "only-the-drawn-card")
    table.when(0, play("R9")).then(turn=1, discards="R3 R9")


def test_case_12_a_wild_draw_four_is_something_to_play() -> None:
    """With a Wild Draw Four in hand drawing is refused, though nothing else fits."""
    given("R3", ["W4 B5", "G1"], pile="Y1").refuses(0, draw, "could-play")


@BOTH
def test_case_13_on_a_wild_its_named_colour_counts(preset: str) -> None:
    """On a Wild named green no other colour fits; a Wild must name a colour, and may name the one in force."""
    table = given("W", ["B5 W G2", "G1"], colour="G", preset=preset)
    table.refuses(0, play("B5"), "does-not-fit")
    table.refuses(0, play("W"), "needs-colour")
    table.when(0, play("W", "G")).then(colour="G", turn=1)


@BOTH
def test_case_14_the_same_symbol_fits_in_another_colour(preset: str) -> None:
    """A red Skip goes on a green one: red is in force, and the next seat is skipped."""
    given("GS", ["RS B5 B6", "G1", "G2"], preset=preset).when(0, play("RS")).then(colour="R", turn=2)


def test_case_15_drawing_goes_on_until_a_card_fits() -> None:
    """One draw takes three cards, and the last of them may be played or kept."""
    table = given("R3", ["B5 B6", "G1"], pile="G1 Y2 R9 R8", draw_count="until").when(0, draw)
    table.then(hands=["B5 B6 G1 Y2 R9", "G1"], phase="drawn", drawn="R9", pile=1)
    table.refuses(0, play("B5"), "only-the-drawn-card")
    table.when(0, pass_turn).then(turn=1, counts=[5, 1])
    table.when(0, play("R9")).then(turn=1, discards="R3 R9")


def test_drawing_until_a_card_fits_ends_with_the_cards() -> None:
    """When the last card there is does not fit either, the seat keeps them all and passes."""
    table = given("R3", ["B5", "G1"], pile="G1 Y2", draw_count="until").when(0, draw).then(hands=["B5 G1 Y2", "G1"])
    table.when(0, pass_turn).then(turn=1, stuck=0)


def test_drawing_until_a_card_fits_goes_through_a_shuffle() -> None:
    """The pile's last card does not fit: the discards are shuffled, and the draw goes on with them."""
    table = given("R3", ["B5", "G1"], pile="Y1", under="Y2 Y6 R9", draw_count="until").when(0, draw)
    table.then(shuffling=3, hands=["B5 Y1", "G1"])
    table.shuffled("Y2 R9").then(hands=["B5 Y1 Y2 R9", "G1"], phase="drawn", drawn="R9", pile=1)


def test_an_illegal_wild_draw_four_does_not_end_the_drawing() -> None:
    """Where bluffs are forbidden it cannot be played beside a red card, so drawing goes on."""
    table = given(
        "R3", ["R5", "G1"], pile="W4 B7 R9", draw_when="any", draw_count="until", wild_draw_four="honest"
    ).when(0, draw)
    table.then(hands=["R5 W4 B7 R9", "G1"], drawn="R9")


def test_case_16_a_drawn_card_that_fits_must_be_played() -> None:
    """Passing is refused where the options say so; a card that does not fit is kept as ever."""
    table = given("R3", ["B5", "G1"], pile="R9 Y1", drawn="must").when(0, draw)
    table.refuses(0, pass_turn, "must-play")
    assert table.choices(0).acts == ("play",)
    table.when(0, play("R9")).then(turn=1)
    given("R3", ["B5", "G1"], pile="Y1", drawn="must").when(0, draw).when(0, pass_turn).then(turn=1)


def test_after_a_draw_there_is_always_a_turn_to_end() -> None:
    """The drawn card is not played or passed by itself, whether it fits or not: that would tell what it is."""
    for pile in ("R9", "Y1"):
        given("R3", ["B5", "G1"], pile=pile).when(0, draw).then(turn=0, phase="drawn")


# Skip, Reverse, Draw Two


@BOTH
@pytest.mark.parametrize(("card", "direction", "counts"), [("RS", 1, [2, 1]), ("RR", -1, [2, 1]), ("RD", 1, [2, 3])])
def test_case_17_with_two_seats_an_action_card_gives_another_turn(
    card: str, direction: int, counts: list[int], preset: str
) -> None:
    """Skip, Reverse and Draw Two come back to who played them."""
    table = given("R3", [f"{card} B1 B2", "G1"], pile="Y1 Y2", preset=preset).when(0, play(card))
    table.then(turn=0, direction=direction, counts=counts, phase="play")


@BOTH
def test_case_18_a_reverse_goes_to_the_seat_before(preset: str) -> None:
    """With three seats, after a Reverse by seat 0 seat 2 is on turn, not seat 1."""
    given("R3", ["RR B1 B2", "G1", "G2"], preset=preset).when(0, play("RR")).then(direction=-1, turn=2)


@BOTH
def test_case_19_a_draw_two_is_served_at_once(preset: str) -> None:
    """The next seat draws two and loses its turn; it is not asked, though it holds a Draw Two."""
    table = given("R3", ["RD B1 B2", "GD", "G2"], pile="Y1 Y2 Y3", preset=preset).when(0, play("RD"))
    table.then(hands=["B1 B2", "GD Y1 Y2", "G2"], turn=2, phase="play", owed=None)


# The last card


def offered(table: Table) -> dict[str, str | None]:
    """Each card of seat 0's hand with the reason why it cannot be played."""
    asked: Choices = table.choices(0)
    return {table.text(slot): reason for slot, reason in asked.cards}


def test_a_wild_cannot_be_the_last_card_where_that_is_the_rule() -> None:
    """It counts as a card that does not fit: its holder draws, and nothing else happens to them."""
    table = given("R3", ["W", "G1"], pile="Y1 Y2", last_card="no_wild")
    assert offered(table) == {"W": "not-as-last-card"}
    table.refuses(0, play("W", "B"), "not-as-last-card")
    table.when(0, draw).then(phase="drawn", hands=["W Y1", "G1"])
    given("R3", ["R5", "G1"], last_card="no_wild").when(0, play("R5")).then(winner=0)
    given("R3", ["RS", "G1"], last_card="no_wild").when(0, play("RS")).then(winner=0)


@pytest.mark.parametrize("card", ["RS", "RR", "RD", "W", "W4"])
def test_only_a_number_can_be_the_last_card_where_that_is_the_rule(card: str) -> None:
    """Every other card is refused as the last, and played as ever before it."""
    colour = "B" if card.startswith("W") else None
    table = given("R3", [card, "G1"], pile="Y1 Y2 Y3 Y4 Y6", last_card="number_only")
    table.refuses(0, play(card, colour), "not-as-last-card")
    table.when(0, draw).then(phase="drawn")
    given("R3", [f"{card} B1", "G1"], pile="Y1 Y2 Y3 Y4 Y6", last_card="number_only").when(0, play(card, colour))


def test_a_drawn_card_can_be_kept_where_it_may_not_be_the_last() -> None:
    """Not even the rule that a drawn card must be played makes a seat end on a forbidden one."""
    table = given("R3", ["B5", "G1"], pile="RS", last_card="number_only", drawn="must").when(0, draw)
    table.when(0, play("RS")).then(winner=None, counts=[1, 1])


def test_with_nothing_to_draw_a_forbidden_last_card_is_passed() -> None:
    """There is no card left, and the one in hand may not be the last: the seat passes, and the game goes on."""
    table = given("R3", ["RS", "G1"], last_card="number_only")
    table.refuses(0, draw, "nothing-to-draw")
    table.when(0, pass_turn).then(turn=1, stuck=1)
