"""The disputed cases of Wild Draw Four, challenges and stacking; numbered as in spec/rules.md, Cases."""

from typing import Any

import pytest

from ono_core.game import events as ev
from ono_core.game.faces import face
from tests.core.game.scenario import Table, accept, challenge, draw, given, pass_turn, play

BOTH = pytest.mark.parametrize("preset", ["boardflix", "official"])
BLUFF = ["W4 R5 B6", "B1 B2", "G3"]
HONEST = ["W4 Y5 B6", "B1 B2", "G3"]
PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9 G4 G5 G6 G7 G8 G9"


def verdict(table: Table) -> str:
    """What a challenge of the seat on turn tells."""
    assert table.state.turn is not None
    happened = table.when(table.state.turn, challenge).happened
    return next(event.verdict for event in happened if isinstance(event, ev.Challenged))


# Stacking


def stacked() -> Table:
    """Table Party: Draw Two on Draw Two and a Wild Draw Four on both, so that seat 3 owes eight."""
    table = given("R3", ["RD BD B1", "GD B2 B3", "W4 B4 B5", "RD YD B6"], pile=PILE, preset="table-party")
    table = table.when(0, play("RD")).then(turn=1, phase="respond", owed=2)
    table = table.when(1, play("GD")).then(turn=2, phase="respond", owed=4)
    return table.when(2, play("W4", "B")).then(turn=3, phase="respond", owed=8, colour="B")


def test_case_20_what_is_owed_adds_up() -> None:
    """A Draw Two never answers a Wild Draw Four; who cannot answer takes all, loses the turn, and the debt is gone."""
    table = stacked()
    for card in ("RD", "YD", "B6"):
        table.refuses(3, play(card), "cannot-answer")
    table.refuses(3, draw, "wrong-phase")
    table.refuses(3, pass_turn, "wrong-phase")
    table.refuses(3, challenge, "no-challenge")
    assert table.choices(3).acts == ("accept",)
    table.when(3, accept).then(counts=[2, 2, 2, 11], turn=0, phase="play", colour="B", owed=None)


def test_case_21_only_draw_cards_answer_and_nobody_must() -> None:
    """Neither a number nor a Skip or Reverse helps; the two may be taken although a Draw Two could answer."""
    table = given("R3", ["RD B1 B2", "GD G2 RS RR", "G3"], pile=PILE, preset="table-party").when(0, play("RD"))
    for card in ("G2", "RS", "RR"):
        table.refuses(1, play(card), "cannot-answer")
    assert table.playable(1) == "GD"
    table.when(1, accept).then(counts=[2, 6, 1], turn=2, owed=None)


def test_case_22_after_a_debt_is_paid_a_draw_two_begins_a_new_one() -> None:
    """The card on top is an ordinary one again."""
    stacked().when(3, accept).when(0, play("BD")).then(owed=2, turn=1, phase="respond")


def test_a_debt_is_all_that_is_asked() -> None:
    """While cards are owed the prompt offers the draw cards that answer, and to take the cards."""
    table = given("R3", ["RD B1 B2", "GD G2 W4", "G3"], pile=PILE, preset="table-party").when(0, play("RD"))
    assert set(table.choices(1).acts) == {"play", "accept"}
    assert [reason for _, reason in table.choices(1).cards] == [None, "cannot-answer", None]


@pytest.mark.parametrize(
    ("stack", "on_two", "on_four"),
    [
        ("none", "", ""),
        ("d2", "GD RD", ""),
        ("same", "GD RD", "W4"),
        ("up", "GD RD W4", "W4"),
        ("any", "GD RD W4", "RD W4"),
    ],
)
def test_what_answers_a_draw_card(stack: str, on_two: str, on_four: str) -> None:
    """Of a green and a red Draw Two and a Wild Draw Four; on a Wild Draw Four only the colour named counts."""
    hands = ["BD W4 B5 B6", "GD RD W4 G3", "G4"]
    options: dict[str, Any] = {"stack": stack, "wild_draw_four": "free"}
    two = given("B3", hands, pile=PILE, **options).when(0, play("BD"))
    assert two.playable(1) == on_two, "on a Draw Two"
    four = given("B3", hands, pile=PILE, **options).when(0, play("W4", "R"))
    assert four.playable(1) == on_four, "on a Wild Draw Four that names red"


def test_two_draw_cards_of_any_kind_add_up() -> None:
    """Where all draw cards answer each other, a red Draw Two goes on a Wild Draw Four that named red: six are owed."""
    table = given("B3", ["W4 B5 B6", "RD G1 G2", "G4"], pile=PILE, stack="any", wild_draw_four="free")
    table.when(0, play("W4", "R")).when(1, play("RD")).then(owed=6, turn=2, colour="R")


# Challenges


@BOTH
def test_case_23_a_bluff_that_is_challenged_costs_its_player_four(preset: str) -> None:
    """Red was in force and seat 0 held red 5: it draws four, and the challenger takes a normal turn."""
    table = given("R3", BLUFF, pile=PILE, preset=preset).when(0, play("W4", "B")).then(turn=1, phase="respond", owed=4)
    table.refuses(2, challenge, "not-your-turn")
    after = table.when(1, challenge)
    after.then(hands=["R5 B6 Y1 Y2 Y3 Y4", "B1 B2", "G3"], turn=1, phase="play", colour="B", owed=None)
    after.when(1, play("B1", call=preset == "official")).then(turn=2, discards="R3 W4 B1")


@BOTH
def test_case_24_an_honest_one_that_is_challenged_costs_the_challenger_six(preset: str) -> None:
    """No red was left: the challenger draws six and loses its turn."""
    table = given("R3", HONEST, pile=PILE, preset=preset).when(0, play("W4", "B")).when(1, challenge)
    table.then(counts=[2, 8, 1], turn=2, phase="play", colour="B", owed=None)


@BOTH
def test_case_25_the_colour_in_force_is_the_named_one(preset: str) -> None:
    """On a Wild named green, a green card left makes the Wild Draw Four a bluff."""
    table = given("W", ["W4 G5 B6", "B1", "G3"], colour="G", pile=PILE, preset=preset)
    assert verdict(table.when(0, play("W4", "B"))) == "bluff"


@BOTH
def test_case_26_a_card_of_the_same_number_is_no_bluff(preset: str) -> None:
    """Yellow 5 would fit on green 5 by its number only, so the Wild Draw Four is honest."""
    table = given("G5", ["W4 Y5 B6", "B1", "G3"], pile=PILE, preset=preset)
    assert verdict(table.when(0, play("W4", "B"))) == "honest"


@BOTH
def test_case_27_with_two_seats_a_challenge_decides_who_plays_on(preset: str) -> None:
    """After a bluff the challenger plays; after an honest one its player plays again."""
    bluff = given("R3", BLUFF[:2], pile=PILE, preset=preset).when(0, play("W4", "B")).when(1, challenge)
    bluff.then(turn=1, counts=[6, 2])
    honest = given("R3", HONEST[:2], pile=PILE, preset=preset).when(0, play("W4", "B")).when(1, challenge)
    honest.then(turn=0, counts=[2, 8])


def test_case_28_where_bluffs_are_forbidden_one_is_refused() -> None:
    """It costs nothing and leaves the turn; without the colour the card is played, and cannot be challenged."""
    table = given("R3", BLUFF, pile=PILE, wild_draw_four="honest")
    table.refuses(0, play("W4", "B"), "no-bluffing")
    assert table.playable(0) == "R5"
    honest = given("R3", HONEST, pile=PILE, wild_draw_four="honest").when(0, play("W4", "B"))
    honest.then(counts=[2, 6, 1], turn=2, phase="play", owed=None)


def test_an_answer_is_never_a_forbidden_bluff() -> None:
    """Only draw cards may be played then, so a Wild Draw Four is free of the colours in hand."""
    table = given("R3", ["W4 Y5 B6", "W4 R5 R6", "G3"], pile=PILE, wild_draw_four="honest", stack="same")
    table.when(0, play("W4", "R")).when(1, play("W4", "B")).then(owed=8, turn=2)


def test_without_challenges_the_next_seat_draws_four_at_once() -> None:
    """A Wild Draw Four is played on any card by anybody, and nobody is asked about it."""
    table = given("R3", BLUFF, pile=PILE, wild_draw_four="free")
    assert table.choices(0).bluffs == ()
    table.when(0, play("W4", "B")).then(counts=[2, 6, 1], turn=2, phase="play", owed=None)


@pytest.mark.parametrize("hands", [BLUFF, HONEST])
def test_case_29_a_challenge_publishes_its_verdict_only(hands: list[str]) -> None:
    """No event has a card that stayed in the accused's hand, and no other view shows a face of it."""
    judged = given("R3", hands, pile=PILE).when(0, play("W4", "B")).when(1, challenge)
    judged.then(happened="challenged drew asked")
    assert shown(judged) == ()
    held = set(judged.state.hands[0])
    assert held.isdisjoint(judged.state.opened)
    for onlooker in (1, 2, None):
        seen = judged.seen_by(onlooker)
        assert seen.places[0].hand == ()
        assert {card.slot for card in seen.hand}.isdisjoint(held)


@pytest.mark.parametrize("hands", [BLUFF, HONEST])
def test_case_29_by_the_official_rules_the_challenger_alone_sees_the_hand(hands: list[str]) -> None:
    """As it was right after the play: cards drawn as a penalty are not among it; everybody knows that it was shown."""
    table = given("R3", hands, pile=PILE, preset="official").when(0, play("W4", "B"))
    held = table.state.hands[0]
    judged = table.when(1, challenge)
    assert shown(judged) == held
    assert set(held).isdisjoint(judged.state.opened), "not for everybody"
    faces = sorted((face(table.text(slot)) for slot in held), key=lambda card: card.text)
    assert list(judged.seen_by(1, shown(judged)).places[0].hand) == faces
    for onlooker in (2, None):
        assert judged.seen_by(onlooker).places[0].hand == ()


def shown(judged: Table) -> tuple[int, ...]:
    """The slots that the challenger is shown."""
    return next(event.shown for event in judged.happened if isinstance(event, ev.Challenged))


def test_case_30_stacking_on_a_bluff_gives_up_the_challenge() -> None:
    """Nobody later gets it back: the next seat can only take the eight, or answer in its turn."""
    table = given("R3", ["W4 R5 B6", "W4 B2 B3", "G3"], pile=PILE, stack="same").when(0, play("W4", "B"))
    assert "challenge" in table.choices(1).acts
    answered = table.when(1, play("W4", "B")).then(owed=8, turn=2)
    answered.refuses(2, challenge, "no-challenge")
    answered.when(2, accept).then(counts=[2, 2, 9], turn=0)


@pytest.mark.parametrize(
    ("answering", "counts", "turn"), [("W4 B2 G5", [2, 10, 1], 2), ("W4 R2 G5", [2, 2, 11], 0)], ids=["bluff", "honest"]
)
def test_case_31_a_stacked_one_may_be_challenged_where_the_rule_is_on(
    answering: str, counts: list[int], turn: int
) -> None:
    """It is judged by the colour in force before it, blue; the loser takes the whole debt, the challenger two more."""
    table = given("R3", ["W4 Y5 G6", answering, "G3"], pile=PILE, stack="same", challenge_stacked=True)
    table = table.when(0, play("W4", "B")).when(1, play("W4", "Y"))
    assert table.choices(2).stakes == (8, 10)
    table.when(2, challenge).then(counts=counts, turn=turn, phase="play", owed=None, colour="Y")


# A draw card as the last


def test_case_32_a_last_wild_draw_four_is_served_and_not_challenged() -> None:
    """The round is over at once: the next seat draws four first, and then the points are counted."""
    table = given("R3", ["W4", "G1", "G2"], pile="Y1 Y2 Y3 Y4", preset="official").when(0, play("W4", "B"))
    table.then(winner=0, why="empty", counts=[0, 5, 1], points=(0, 11, 2), scores=(13, 0, 0), turn=None)


def test_case_33_cards_drawn_for_a_last_draw_two_are_counted() -> None:
    """The next seat held three points and draws a yellow 1 and a Wild; the winner scores them all."""
    table = given("R3", ["RD", "R1 R2", "G3"], pile="Y1 W", preset="official").when(0, play("RD"))
    table.then(winner=0, points=(0, 54, 3), scores=(57, 0, 0))


def test_case_34_a_last_card_that_answers_cannot_be_answered() -> None:
    """The seat after it draws all four, though it holds a Draw Two, and the round is over."""
    table = given("R3", ["RD B1", "GD", "GD"], pile=PILE, preset="table-party").when(0, play("RD", call=True))
    table = table.when(1, play("GD")).then(winner=1, why="empty", counts=[1, 0, 5], owed=None, phase="over")
    table.then(places=(2, 1, 3))


def test_case_35_the_last_card_may_be_an_answer() -> None:
    """Whoever owes two and holds nothing but a Draw Two wins with it."""
    table = given("R3", ["RD B1", "GD"], pile=PILE, preset="table-party").when(0, play("RD", call=True))
    table.when(1, play("GD")).then(winner=1, counts=[5, 0], places=(2, 1))


def test_a_last_pair_of_draw_twos_is_served_with_four() -> None:
    """And with what was owed before, when the pair answers."""
    table = given("R3", ["RD RD", "G1", "G2"], pile=PILE, preset="official", doubles=True).when(0, play("RD RD"))
    table.then(winner=0, counts=[0, 5, 1])
    stacks = given("R3", ["RD B1 B2", "GD GD", "G2"], pile=PILE, preset="table-party", doubles=True)
    stacks.when(0, play("RD")).when(1, play("GD GD")).then(winner=1, counts=[2, 0, 7])


def test_without_points_a_last_draw_card_is_not_served() -> None:
    """The round is over at once, and nobody draws or challenges."""
    two = given("R3", ["RD", "G1"], pile=PILE).when(0, play("RD"))
    two.then(winner=0, counts=[0, 1], places=(1, 2))
    four = given("R3", ["W4", "G1"], pile=PILE).when(0, play("W4", "B"))
    four.then(winner=0, why="empty", counts=[0, 1], happened="played round-ended game-ended")


def test_a_forbidden_last_answer_is_taken_instead() -> None:
    """Where only a number may be the last card, a lone Draw Two cannot answer."""
    table = given("R3", ["RD B1 B2", "GD", "G3"], pile=PILE, preset="table-party", last_card="number_only")
    table = table.when(0, play("RD"))
    table.refuses(1, play("GD"), "not-as-last-card")
    assert table.choices(1).acts == ("accept",)
    table.when(1, accept).then(counts=[2, 3, 1], turn=2)


# What a challenge is judged by


def test_a_debt_is_judged_by_the_hand_right_after_the_play() -> None:
    """The slots that a challenge looks at stand in the debt, in public, without faces."""
    table = given("R3", BLUFF, pile=PILE).when(0, play("W4", "B"))
    debt = table.state.debt
    assert debt is not None
    assert debt.dispute is not None
    assert debt.dispute.held == table.state.hands[0]
    assert debt.dispute.colour == "R"
    seen = table.seen_by(1).debt
    assert seen is not None
    assert seen.dispute is not None
    assert seen.dispute.held == (0, 1), "a view has a count, no slots of other hands"


def test_who_owes_is_asked_even_with_nothing_to_answer() -> None:
    """A seat without a draw card is asked like any other, or the table would know that it has none."""
    for hand in ("GD G2", "G1 G2"):
        table = given("R3", ["RD B1 B2", hand, "G3"], pile=PILE, preset="table-party").when(0, play("RD"))
        table.then(turn=1, phase="respond", owed=2)
