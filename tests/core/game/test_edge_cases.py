"""The disputed cases of the rules, each with its one answer; numbered as in spec/rules.md, Cases."""

import pytest
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.evolve import evolve
from ono_core.game.state import Debt, Phase
from tests.core.game.scenario import (
    accept,
    challenge,
    deal,
    draw,
    given,
    leave,
    name_colour,
    pass_turn,
    play,
)

BLUFF = ["W4 R5 B6", "B1", "G3"]
HONEST = ["W4 Y5 B6", "B1", "G3"]
SIX = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9"

# Setting up


def test_case_01_a_skip_starter_skips_the_first_seat() -> None:
    """With four seats a red Skip skips the dealing seat's left neighbour; nobody draws."""
    deal(4, "RS").then(turn=2, phase="play", colour="R", counts=[7, 7, 7, 7])


def test_case_02_with_two_seats_a_skip_starter_lets_the_dealing_seat_begin() -> None:
    """With two seats the other is skipped, so the dealing seat plays first."""
    deal(2, "RS").then(turn=0, phase="play")


def test_case_03_a_reverse_starter_lets_the_right_neighbour_begin() -> None:
    """Play goes to the right at once, and the dealing seat's right neighbour begins."""
    deal(4, "RR").then(turn=3, direction=-1, phase="play")


def test_case_04_with_two_seats_a_reverse_starter_lets_the_dealing_seat_begin() -> None:
    """With two seats a Reverse is a Skip, also as the starter."""
    deal(2, "RR").then(turn=0, direction=-1)


def test_case_06_a_wild_starter_waits_for_a_colour() -> None:
    """The first seat names the colour, and can do nothing else before; then it takes a normal turn."""
    table = deal(3, "W", holding={1: "G1"}).then(phase="start-colour", turn=1, colour=None)
    table.refuses(1, play("G1"), "wrong-phase")
    table.refuses(1, draw, "wrong-phase")
    table.refuses(2, name_colour("G"), "not-your-turn")
    named = table.when(1, name_colour("G")).then(phase="play", turn=1, colour="G", turns=1)
    named.when(1, play("G1")).then(turn=2, colour="G")


def test_case_07_a_wild_draw_four_starter_goes_back_and_all_is_shuffled_again() -> None:
    """It is thrown in with the whole pile, and another card is turned up after that shuffle."""
    table = deal(3, "W4")
    table.then(shuffling=108 - 21, pile=0, discards="", happened=TURNED_BACK, phase="deal", colour=None)
    begun = table.happened[5]
    assert isinstance(begun, ev.ShuffleBegun)
    assert [table.state.deck[card] for card in begun.cards] == ["W4"], "everybody has seen this one"
    again = table.shuffled("W4").then(
        shuffling=108 - 21, happened="shuffle-closed starter-turned starter-returned shuffle-begun to-do"
    )
    again.shuffled("G7").then(turn=1, phase="play", discards="G7", colour="G", counts=[7, 7, 7])


TURNED_BACK = "shuffle-closed round-began dealt starter-turned starter-returned shuffle-begun to-do"

# A turn


def test_case_10_nobody_draws_who_could_play() -> None:
    """Red 5 fits on red 3, so drawing is refused."""
    given("R3", ["R5 B1", "G1"], pile="Y1").refuses(0, draw, "could-play")


def test_case_12_a_wild_draw_four_is_something_to_play() -> None:
    """With a Wild Draw Four in hand drawing is refused, though nothing else fits."""
    given("R3", ["W4 B5", "G1"], pile="Y1").refuses(0, draw, "could-play")


def test_case_13_on_a_wild_its_named_colour_counts() -> None:
    """On a Wild named green no other colour fits; a Wild must name a colour, and may name the one in force."""
    table = given("W", ["B5 W G2", "G1"], colour="G")
    table.refuses(0, play("B5"), "does-not-fit")
    table.refuses(0, play("W"), "needs-colour")
    table.when(0, play("W", "G")).then(colour="G", turn=1)


def test_case_14_the_same_symbol_fits_in_another_colour() -> None:
    """A red Skip goes on a green one: red is in force, and the next seat is skipped."""
    given("GS", ["RS B5", "G1", "G2"]).when(0, play("RS")).then(colour="R", turn=2)


# Action cards


@pytest.mark.parametrize(("card", "direction", "counts"), [("RS", 1, [1, 1]), ("RR", -1, [1, 1]), ("RD", 1, [1, 3])])
def test_case_17_with_two_seats_an_action_card_gives_another_turn(card: str, direction: int, counts: list[int]) -> None:
    """Skip, Reverse and Draw Two come back to who played them."""
    table = given("R3", [f"{card} B1", "G1"], pile="Y1 Y2").when(0, play(card))
    table.then(turn=0, direction=direction, counts=counts)


def test_case_18_a_reverse_goes_to_the_seat_before() -> None:
    """With three seats, after a Reverse by seat 0 seat 2 is on turn, not seat 1."""
    given("R3", ["RR B1", "G1", "G2"]).when(0, play("RR")).then(direction=-1, turn=2)


def test_case_19_a_draw_two_is_served_at_once() -> None:
    """The next seat draws two and loses its turn; it is not asked, though it holds a Draw Two."""
    table = given("R3", ["RD B1", "GD", "G2"], pile="Y1 Y2 Y3").when(0, play("RD"))
    table.then(hands=["B1", "GD Y1 Y2", "G2"], turn=2, phase="play", owed=None)


# Wild Draw Four


def test_case_23_a_bluff_that_is_challenged_costs_its_player_four() -> None:
    """Red was in force and seat 0 held red 5: it draws four, and the challenger takes a normal turn."""
    table = given("R3", BLUFF, pile=SIX).when(0, play("W4", "B")).then(turn=1, phase="respond", owed=4)
    table.refuses(2, challenge, "not-your-turn")
    after = table.when(1, challenge)
    after.then(hands=["R5 B6 Y1 Y2 Y3 Y4", "B1", "G3"], turn=1, phase="play", colour="B", owed=None)
    after.when(1, play("B1")).then(winner=1)


def test_case_24_an_honest_one_that_is_challenged_costs_the_challenger_six() -> None:
    """No red was left: the challenger draws six and loses its turn."""
    table = given("R3", HONEST, pile=SIX).when(0, play("W4", "B")).when(1, challenge)
    table.then(counts=[2, 7, 1], turn=2, phase="play", colour="B", owed=None)


def test_case_25_the_colour_in_force_is_the_named_one() -> None:
    """On a Wild named green, a green card left makes the Wild Draw Four a bluff."""
    table = given("W", ["W4 G5 B6", "B1", "G3"], colour="G", pile=SIX)
    assert challenged(table.when(0, play("W4", "B")).when(1, challenge).happened) == "bluff"


def test_case_26_a_card_of_the_same_number_is_no_bluff() -> None:
    """Yellow 5 would fit on green 5 by its number only, so the Wild Draw Four is honest."""
    table = given("G5", ["W4 Y5 B6", "B1", "G3"], pile=SIX)
    assert challenged(table.when(0, play("W4", "B")).when(1, challenge).happened) == "honest"


def test_case_27_with_two_seats_a_challenge_decides_who_plays_on() -> None:
    """After a bluff the challenger plays; after an honest one its player plays again."""
    bluff = given("R3", BLUFF[:2], pile=SIX).when(0, play("W4", "B")).when(1, challenge)
    bluff.then(turn=1, counts=[6, 1])
    honest = given("R3", HONEST[:2], pile=SIX).when(0, play("W4", "B")).when(1, challenge)
    honest.then(turn=0, counts=[2, 7])


@pytest.mark.parametrize("hands", [BLUFF, HONEST])
def test_case_29_a_challenge_publishes_its_verdict_only(hands: list[str]) -> None:
    """No event has a card that stayed in the accused's hand, and no other view shows a face of it."""
    table = given("R3", hands, pile=SIX).when(0, play("W4", "B"))
    judged = table.when(1, challenge)
    judged.then(happened="challenged drew asked")
    held = set(judged.state.hands[0])
    assert held.isdisjoint(judged.state.opened)
    for onlooker in (1, 2, None):
        seen = judged.seen_by(onlooker)
        assert seen.places[0].hand == ()
        assert {card.slot for card in seen.hand}.isdisjoint(held)


# The call


def test_case_44_the_last_card_is_called_in_the_same_entry() -> None:
    """Going to one card emits the call at once; there is nothing to catch."""
    table = given("R3", ["R5 B1", "G1"]).when(0, play("R5"))
    table.then(called=(0,), happened="played called asked")
    table.refuses(1, cmd.Catch(0, 1), "nothing-to-catch")
    table.refuses(0, cmd.Call(), "call-is-automatic")


# No card left


def test_case_46_the_discards_under_the_top_become_the_pile() -> None:
    """Three discards are shuffled, the top stays, one is drawn and two are left."""
    table = given("R3", ["B5", "G1"], under="Y1 Y2 Y9").when(0, draw)
    table.then(happened="shuffle-begun to-do", shuffling=3, discards="R3", turn=0)
    after = table.shuffled("Y2").then(hands=["B5 Y2", "G1"], pile=2, discards="R3", phase="drawn", turn=0)
    assert after.state.todo == ()


def test_case_47_what_cannot_be_drawn_is_forgiven() -> None:
    """Of four owed there are two: the pile's last card and the one discard under the top."""
    table = given("R3", ["W4 B5", "G1", "G2"], pile="Y1").when(0, play("W4", "B")).when(1, accept)
    table.then(hands=["B5", "G1 Y1 R3", "G2"], owed=None, turn=2, phase="play", pile=0, discards="W4")
    table.then(happened="accepted drew recycled waived asked")


def test_case_48_a_draw_two_takes_what_there_is() -> None:
    """With no pile and one discard the next seat gets the old top only, and loses its turn all the same."""
    table = given("R3", ["RD B5", "G1", "G2"]).when(0, play("RD"))
    table.then(hands=["B5", "G1 R3", "G2"], turn=2, discards="RD")


def test_case_49_when_nobody_can_move_the_round_is_blocked() -> None:
    """Three seats pass one after another; places go by the points left."""
    table = given("R3", ["B5", "G1", "Y9"])
    table.refuses(0, draw, "nothing-to-draw")
    blocked = table.when(0, pass_turn).when(1, pass_turn).then(stuck=2, turn=2).when(2, pass_turn)
    blocked.then(phase="over", why="blocked", winner=None, points=(5, 1, 9), places=(2, 1, 3), turn=None)


def test_case_50_without_a_pile_a_card_that_fits_must_be_played() -> None:
    """Nothing can be drawn, and who holds a card that fits may not pass."""
    table = given("R3", ["B5 R1", "G1", "Y9"])
    table.refuses(0, draw, "could-play")
    table.refuses(0, pass_turn, "could-play")
    table.when(0, play("R1")).then(turn=1, stuck=0)


# Leaving


def test_case_67_the_computer_plays_the_hand_of_who_left_until_they_are_back() -> None:
    """Seat 2 leaves in its turn: the hand and the turn stay, the computer may act for it, then its player again."""
    table = given("R3", ["B5", "G1", "R9 R8 Y1"], turn=2)
    left = table.when(2, leave).then(away=(2,), turn=2, phase="play", hands=["B5", "G1", "R9 R8 Y1"])
    assert left.state.step == table.state.step, "its choices are the same"
    played = left.when(2, play("R9")).then(turn=0)
    played.when(None, cmd.SeatBack(2)).then(away=(), happened="seat-back", turn=0)


# Orders of things that are not in the numbered list


def test_a_debt_is_judged_by_the_hand_right_after_the_play() -> None:
    """The slots that a challenge looks at stand in the debt, in public, without faces."""
    table = given("R3", BLUFF, pile=SIX).when(0, play("W4", "B"))
    debt = table.state.debt
    assert debt is not None
    assert debt.dispute is not None
    assert debt.dispute.held == table.state.hands[0]
    assert debt.dispute.colour == "R"
    seen = table.seen_by(1).debt
    assert seen is not None
    assert seen.dispute is not None
    assert seen.dispute.held == (0, 1), "a view has a count, no slots of other hands"


def test_a_wild_draw_four_as_last_card_cannot_be_challenged() -> None:
    """The round is over at once, and nobody draws."""
    table = given("R3", ["W4", "G1"], pile=SIX).when(0, play("W4", "B"))
    table.then(winner=0, why="empty", counts=[0, 1], happened="played round-ended game-ended")


def test_a_draw_two_as_last_card_is_not_served() -> None:
    """The round is over at once: there are no points to count."""
    given("R3", ["RD", "G1"], pile=SIX).when(0, play("RD")).then(winner=0, counts=[0, 1], places=(1, 2))


def test_a_shuffle_in_the_middle_of_a_penalty_goes_on_where_it_stopped() -> None:
    """Four are owed, one is in the pile: the rest comes from the shuffled discards, then the next seat is on turn."""
    table = given("R3", ["W4 B5", "G1", "G2"], under="Y1 Y2 Y3 Y4", pile="B9").when(0, play("W4", "B")).when(1, accept)
    table.then(happened="accepted drew shuffle-begun to-do", shuffling=5, discards="W4", hands=["B5", "G1 B9", "G2"])
    for seat, act in ((1, accept), (2, draw), (0, play("B5")), (1, challenge)):
        table.refuses(seat, act, "shuffling")
    done = table.shuffled("Y4 R3 Y1")
    done.then(hands=["B5", "G1 B9 Y4 R3 Y1", "G2"], turn=2, pile=2, happened="shuffle-closed drew asked")


def test_a_seat_may_leave_while_a_shuffle_waits() -> None:
    """Leaving changes who acts for the seat, and neither the shuffle nor what is to be done after it."""
    table = given("R3", ["B5", "G1"], under="Y1 Y2 Y9").when(0, draw)
    left = table.when(0, leave)
    assert (left.state.shuffle, left.state.todo) == (table.state.shuffle, table.state.todo)
    left.shuffled("Y2").then(phase="drawn", turn=0, away=(0,))


@pytest.mark.parametrize(
    ("k", "order", "dice"),
    [
        (1, (0, 1, 2), 0),
        (3, (0, 1, 2), 0),
        (2, (0, 1), 0),
        (2, (0, 1, 1), 0),
        (2, (0, 1, 3), 0),
        (2, (0, 1, 2), 2),
        (2, (0, 1, 2), -1),
    ],
)
def test_a_shuffle_closes_with_its_own_number_every_place_and_a_seat(k: int, order: tuple[int, ...], dice: int) -> None:
    """Another shuffle's number, a missing or doubled place, or dice that name no seat are refused."""
    table = given("R3", ["B5", "G1"], under="Y1 Y2 Y9").when(0, draw)
    table.refuses(None, cmd.Close(k, order, dice), "wrong-phase")


def test_two_discards_under_the_top_are_shuffled() -> None:
    """Only a single one needs no shuffle. Direction and colour stay."""
    table = given("R3", ["B5", "G1"], under="B9 G8", direction=-1).when(0, draw)
    table.then(shuffling=2, pile=0, counts=[1, 1])
    table.shuffled().then(direction=-1, colour="R", pile=1, counts=[2, 1])


def test_a_play_ends_a_row_of_stuck_passes() -> None:
    """Only passes that follow each other block a round."""
    table = given("R3", ["B5", "R1 G1", "Y9"]).when(0, pass_turn).then(stuck=1).when(1, play("R1")).then(stuck=0)
    table.when(2, draw).then(stuck=0, happened="recycled asked")


def test_a_new_round_starts_afresh() -> None:
    """Play goes to the left again, nobody is stuck, no call stands, and turns are counted anew."""
    state = replace(given("R3", ["B5", "G1"], direction=-1).state, stuck=1, called=(0,), turns=9)
    began = evolve(state, ev.RoundBegan(2, 1))
    assert (began.direction, began.stuck, began.called, began.turns) == (1, 0, (), 0)
    assert (began.round, began.deal_seat) == (2, 1)


def test_the_end_of_a_round_leaves_nothing_pending() -> None:
    """No turn, no drawn card and no cards owed."""
    state = replace(given("R3", ["R5", "G1"]).state, debt=Debt(4, 0, None), drawn=256)
    ended = evolve(state, ev.RoundEnded(None, "cap", ((10,), (60,)), (5, 1), (2, 1)))
    assert (ended.turn, ended.drawn, ended.debt, ended.phase) == (None, None, None, Phase.OVER)


def test_a_known_card_that_was_recycled_stays_known() -> None:
    """Everybody saw the single discard go into the hand; it is no secret, and is played like any other."""
    table = given("R3", ["B5", "G1"], under="B9").when(0, draw).then(happened="recycled asked", phase="drawn")
    recycled = table.state.hands[0][-1]
    assert table.state.opened[recycled] == table.faces[recycled]
    table.when(0, pass_turn).then(turn=1)


def test_a_round_that_does_not_end_is_ended_by_the_turn_cap() -> None:
    """After so many turns places go by points, as in a blocked round."""
    table = given("R3", ["R5 B1", "R6 G1"], options={"turn_cap": 10})
    late = replace(table, state=replace(table.state, turns=10))
    late.when(0, play("R5")).then(phase="over", why="cap", winner=None, points=(1, 7), places=(1, 2))


def test_equal_points_are_told_apart_by_cards_then_shared() -> None:
    """Six points on one card come before six on two; equal hands share a place."""
    blocked = given("R3", ["B6", "G6", "Y1 G5"]).when(0, pass_turn).when(1, pass_turn).when(2, pass_turn)
    blocked.then(points=(6, 6, 6), places=(1, 1, 3))


def test_the_winner_is_first_even_beside_a_hand_without_points() -> None:
    """Somebody left with a zero has no points either, but a card."""
    given("R3", ["R5", "G0"]).when(0, play("R5")).then(points=(0, 0), places=(1, 2), winner=0)


def challenged(happened: tuple[ev.Event, ...]) -> str:
    """The verdict among these events."""
    return next(event.verdict for event in happened if isinstance(event, ev.Challenged))
