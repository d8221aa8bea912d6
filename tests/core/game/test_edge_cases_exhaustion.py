"""The disputed cases of running out of cards and of shuffles in the middle of things; numbered as in spec/rules.md."""

import pytest
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.evolve import evolve
from ono_core.game.state import Debt, Phase
from tests.core.game.scenario import accept, call, catch, challenge, draw, given, leave, pass_turn, play

BOTH = pytest.mark.parametrize("preset", ["boardflix", "official"])


@BOTH
def test_case_46_the_discards_under_the_top_become_the_pile(preset: str) -> None:
    """Three discards are shuffled, the top stays, one is drawn and two are left."""
    table = given("R3", ["B5", "G1"], under="Y1 Y2 Y9", preset=preset).when(0, draw)
    table.then(happened="shuffle-begun to-do", shuffling=3, discards="R3", turn=0)
    after = table.shuffled("Y2").then(hands=["B5 Y2", "G1"], pile=2, discards="R3", phase="drawn", turn=0)
    assert after.state.todo == ()


@BOTH
def test_case_47_what_cannot_be_drawn_is_forgiven(preset: str) -> None:
    """Of four owed there are two: the pile's last card and the one discard under the top."""
    table = given("R3", ["W4 B5 B6", "G1", "G2"], pile="Y1", preset=preset).when(0, play("W4", "B")).when(1, accept)
    table.then(hands=["B5 B6", "G1 Y1 R3", "G2"], owed=None, turn=2, phase="play", pile=0, discards="W4")
    table.then(happened="accepted drew recycled waived asked")


@BOTH
def test_case_48_a_draw_two_takes_what_there_is(preset: str) -> None:
    """With no pile and one discard the next seat gets the old top only, and loses its turn all the same."""
    table = given("R3", ["RD B5 B6", "G1", "G2"], preset=preset).when(0, play("RD"))
    table.then(hands=["B5 B6", "G1 R3", "G2"], turn=2, discards="RD")


def test_case_49_when_nobody_can_move_the_round_is_blocked() -> None:
    """Three seats pass one after another; places go by the points left."""
    table = given("R3", ["B5", "G1", "Y9"])
    table.refuses(0, draw, "nothing-to-draw")
    blocked = table.when(0, pass_turn).when(1, pass_turn).then(stuck=2, turn=2).when(2, pass_turn)
    blocked.then(phase="over", why="blocked", winner=None, points=(5, 1, 9), places=(2, 1, 3), turn=None)


@BOTH
def test_case_50_without_a_pile_a_card_that_fits_must_be_played(preset: str) -> None:
    """Nothing can be drawn, and who holds a card that fits may not pass."""
    table = given("R3", ["B5 B6 R1", "G1", "Y9"], preset=preset)
    table.refuses(0, draw, "could-play" if preset == "boardflix" else "nothing-to-draw")
    table.refuses(0, pass_turn, "could-play")
    table.when(0, play("R1")).then(turn=1, stuck=0)


def test_equal_points_are_told_apart_by_cards_then_shared() -> None:
    """Six points on one card come before six on two; equal hands share a place."""
    blocked = given("R3", ["B6", "G6", "Y1 G5"]).when(0, pass_turn).when(1, pass_turn).when(2, pass_turn)
    blocked.then(points=(6, 6, 6), places=(1, 1, 3))


def test_a_play_ends_a_row_of_stuck_passes() -> None:
    """Only passes that follow each other block a round."""
    table = given("R3", ["B5", "R1 G1", "Y9"]).when(0, pass_turn).then(stuck=1).when(1, play("R1")).then(stuck=0)
    table.when(2, draw).then(stuck=0, happened="recycled asked")


def test_a_round_that_does_not_end_is_ended_by_the_turn_cap() -> None:
    """After so many turns places go by points, as in a blocked round."""
    late = given("R3", ["R5 B1", "R6 G1"], turn_cap=10).but(turns=10)
    late.when(0, play("R5")).then(phase="over", why="cap", winner=None, points=(1, 7), places=(1, 2))


# Shuffles


def test_two_discards_under_the_top_are_shuffled() -> None:
    """Only a single one needs no shuffle. Direction and colour stay."""
    table = given("R3", ["B5", "G1"], under="B9 G8", direction=-1).when(0, draw)
    table.then(shuffling=2, pile=0, counts=[1, 1])
    table.shuffled().then(direction=-1, colour="R", pile=1, counts=[2, 1])


def test_a_known_card_that_was_recycled_stays_known() -> None:
    """Everybody saw the single discard go into the hand; it is no secret, and is played like any other."""
    table = given("R3", ["B5", "G1"], under="B9").when(0, draw).then(happened="recycled asked", phase="drawn")
    recycled = table.state.hands[0][-1]
    assert table.state.opened[recycled] == table.faces[recycled]
    assert [card.text for card in table.seen_by(1).places[0].hand] == ["B9"]
    table.when(0, pass_turn).then(turn=1)


def test_a_shuffle_in_the_middle_of_a_penalty_goes_on_where_it_stopped() -> None:
    """Four are owed, one is in the pile: the rest comes from the shuffled discards, then the next seat is on turn."""
    table = given("R3", ["W4 B5", "G1", "G2"], under="Y1 Y2 Y3 Y4", pile="B9").when(0, play("W4", "B")).when(1, accept)
    table.then(happened="accepted drew shuffle-begun to-do", shuffling=5, discards="W4", hands=["B5", "G1 B9", "G2"])
    for seat, act in ((1, accept), (2, draw), (0, play("B5")), (1, challenge)):
        table.refuses(seat, act, "shuffling")
    done = table.shuffled("Y4 R3 Y1")
    done.then(hands=["B5", "G1 B9 Y4 R3 Y1", "G2"], turn=2, pile=2, happened="shuffle-closed drew asked")


def test_a_shuffle_for_a_caught_seat_leaves_the_turn_where_it_is() -> None:
    """The two cards of the penalty need a shuffle: after it seat 1 is on turn as before, with the same choices."""
    table = given("R3", ["R5 B1", "G1 R2", "G3"], under="Y1 Y2 Y9", preset="official").when(0, play("R5"))
    caught = table.when(2, catch(0)).then(shuffling=4, turn=1)
    caught.refuses(1, play("R2"), "shuffling")
    caught.refuses(1, catch(0), "shuffling")
    done = caught.shuffled("Y1 Y2").then(hands=["B1 Y1 Y2", "G1 R2", "G3"], turn=1, phase="play", shuffling=0)
    assert done.state.step == table.state.step
    done.when(1, play("R2")).then(turn=2)


def test_a_call_is_heard_while_a_shuffle_waits() -> None:
    """Seat 0 missed its call; seat 1 draws for a Draw Two meanwhile, which needs a shuffle."""
    table = given("R3", ["RD B1", "G1 R2", "G3"], under="Y1 Y2 Y9", preset="official").when(0, play("RD"))
    table.then(shuffling=4, exposed=(0,)).when(0, call).then(called=(0,), exposed=(), shuffling=4)
    table.refuses(1, catch(0), "shuffling")
    table.shuffled().then(counts=[1, 4, 1], turn=2, exposed=(0,))


def test_the_round_is_scored_after_a_shuffle_for_its_last_card() -> None:
    """The last card was a Draw Two: the round ends when the next seat has its two cards."""
    table = given("R3", ["RD", "G1", "G2"], under="Y1 Y2 Y9", preset="official").when(0, play("RD"))
    table.then(shuffling=4, winner=None, counts=[0, 1, 1]).shuffled("Y9 Y1").then(winner=0, points=(0, 11, 2))


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


# What a round leaves behind


def test_a_new_round_starts_afresh() -> None:
    """Play goes to the left again, nobody is stuck, no call stands, and turns are counted anew."""
    state = replace(given("R3", ["B5", "G1"], direction=-1).state, stuck=1, called=(0,), turns=9)
    began = evolve(state, ev.RoundBegan(2, 1, (0, 1)))
    assert (began.direction, began.stuck, began.called, began.turns) == (1, 0, (), 0)
    assert (began.round, began.deal_seat, began.playing) == (2, 1, (0, 1))


def test_the_end_of_a_round_leaves_nothing_pending() -> None:
    """No turn, no drawn card and no cards owed."""
    state = replace(given("R3", ["R5", "G1"]).state, debt=Debt(4, 0, None), drawn=256)
    ended = evolve(state, ev.RoundEnded(None, "cap", ((10,), (60,)), (5, 1), (2, 1), (0, 0), (), 1))
    assert (ended.turn, ended.drawn, ended.debt) == (None, None, None)
    assert evolve(ended, ev.GameEnded((2, 1))).phase is Phase.OVER
