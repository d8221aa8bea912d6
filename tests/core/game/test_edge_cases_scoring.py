"""The disputed cases of points, rounds and matches, each with its one answer; numbered as in spec/rules.md, Cases."""

from typing import Any

import pytest

from ono_core.game.faces import face
from tests.core.game.scenario import Table, catch, draw, given, lobby, next_round, pass_turn, play, start

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9"


def test_case_51_what_a_hand_counts() -> None:
    """Numbers their value, actions and All Ins 20, Wilds 50, the newer wilds 40."""
    assert sum(face(text).points for text in ("R7", "GS", "W")) == 77
    assert [face(text).points for text in ("SH", "SW", "CU", "RA", "W4", "B0")] == [40, 40, 40, 20, 50, 0]
    given("R3", ["R5", "R7 GS W"]).when(0, play("R5")).then(points=(0, 77))


# To a target


def match(hands: list[str], scores: tuple[int, ...], **options: Any) -> Table:
    """An official match with these scores so far, where seat 1 is on turn."""
    chosen: dict[str, Any] = {"preset": "official", **options}
    return given("R3", hands, pile=PILE, turn=1, **chosen).but(scores=scores)


def test_case_52_the_first_to_reach_the_target_wins_the_match() -> None:
    """480 against 450, and the seat with 450 wins a round worth sixty: 510, and the match is over."""
    table = match(["W B9 B1", "R5"], (480, 450)).when(1, play("R5")).then(winner=1, scores=(480, 510))
    table.then(phase="over", final=(2, 1), happened="played round-ended game-ended")


def test_below_the_target_another_round_is_dealt() -> None:
    """The host, or the table after a pause, goes on; the deal has moved to the left, and the scores stand."""
    table = match(["G9 G1", "R5"], (0, 100)).when(1, play("R5")).then(phase="round-over", scores=(0, 110), turn=None)
    table.then(happened="played round-ended")
    table.refuses(1, next_round, "not-host")
    for seat in (0, None):
        shuffling = table.when(seat, next_round).then(shuffling=108, phase="deal", counts=[0, 0])
        shuffling.dealt("R3", 0, {}).then(deal_seat=0, turn=1, round=2, scores=(0, 110), counts=[7, 7], phase="play")


def test_nothing_of_a_round_goes_into_the_next() -> None:
    """Direction, called cards and debts begin anew, and no card of the old round is known any more."""
    table = match(["G9 G1", "R5"], (0, 100), seven_zero=False).but(direction=-1, called=(0,)).when(1, play("R5"))
    began = table.when(0, next_round).dealt("R3", 0, {}).then(direction=1, called=(), exposed=(), owed=None, stuck=0)
    assert set(began.state.opened) == {began.state.discards[-1]}


@pytest.mark.parametrize("phase", ["play", "over"])
def test_the_next_round_is_dealt_only_between_rounds(phase: str) -> None:
    """Neither in the middle of one nor after the last, nor in the lobby."""
    table = match(["W B9 B1", "R5"], (480, 450))
    table = table if phase == "play" else table.when(1, play("R5"))
    table.then(phase=phase).refuses(0, next_round, "wrong-phase")
    lobby(2, preset="official").refuses(0, next_round, "wrong-phase")


def test_between_rounds_nobody_plays_or_catches() -> None:
    """There is no turn."""
    table = match(["G9 G1", "R5"], (0, 100)).when(1, play("R5"))
    table.refuses(0, play("G9"), "wrong-phase")
    table.refuses(0, catch(1), "wrong-phase")
    assert table.choices(0).acts in {(), ("next_round",)}


# Lowest total


def lowest(hands: list[str], scores: tuple[int, ...]) -> Table:
    """The round's end, where seat 1 goes out and every seat adds its own hand."""
    return match(hands, scores, score="lowest_total").when(1, play("R5")).then(winner=1)


def test_every_seat_adds_its_own_hand_and_the_lowest_wins() -> None:
    """As soon as one has reached the target."""
    lowest(["G9 G1", "R5", "W"], (300, 20, 40)).then(scores=(310, 20, 90), phase="round-over")
    lowest(["G9 G1", "R5", "W"], (490, 200, 100)).then(scores=(500, 200, 150), phase="over", final=(3, 2, 1))


def test_case_52_a_tie_for_the_lowest_total_is_played_out() -> None:
    """505, 120 and 120: one more round, and all take part."""
    table = lowest(["RD", "R5", "G9 G1"], (485, 120, 110)).then(scores=(505, 120, 120), phase="round-over")
    table.when(0, next_round).dealt("R3", 0, {}).then(counts=[7, 7, 7], playing=(0, 1, 2))


# Elimination


def test_a_seat_that_reaches_the_target_is_out_and_the_rest_play_on() -> None:
    """It is not dealt in again; seats that stay are dealt as ever."""
    table = match(["RD", "R5", "G1"], (490, 100, 200), score="elimination").when(1, play("R5"))
    table.then(scores=(510, 100, 201), out=(0,), phase="round-over")
    table = table.when(0, next_round).dealt("R3", 1, {}).then(playing=(1, 2), counts=[0, 7, 7], deal_seat=1, turn=2)
    table.refuses(0, draw, "not-your-turn")


def test_the_last_seat_below_the_target_wins_the_match() -> None:
    """The other goes out in a round of two."""
    table = match(["RD", "R5"], (490, 100), score="elimination").when(1, play("R5"))
    table.then(scores=(510, 100), phase="over", final=(2, 1))


def test_when_all_would_be_out_together_the_lowest_stays() -> None:
    """A blocked round that counts puts both over the line: the lower total wins."""
    table = blocked((496, 499), score="elimination", blocked="order").then(scores=(501, 500), phase="over", out=(0,))
    table.then(final=(2, 1))


# Ranked, and blocked rounds


def test_case_53_equal_points_share_a_place() -> None:
    """Nothing, twelve, twelve and thirty left, however many cards: first, two seconds, fourth."""
    table = given("R3", ["R5", "G9 G3", "B8 B2 Y2", "GS B8 B2"], preset="table-party").when(0, play("R5"))
    table.then(points=(0, 12, 12, 30), places=(1, 2, 2, 4), phase="over")


def test_the_winner_is_first_even_beside_a_hand_without_points() -> None:
    """Somebody left with a zero has no points either, but a card."""
    given("R3", ["R5", "G0"]).when(0, play("R5")).then(points=(0, 0), places=(1, 2), winner=0)


def blocked(scores: tuple[int, ...], **options: Any) -> Table:
    """An official round in which nobody can move."""
    chosen: dict[str, Any] = {"preset": "official", **options}
    table = given("R3", ["B5", "G1"], **chosen).but(scores=scores)
    return table.when(0, pass_turn).when(1, pass_turn).then(why="blocked", winner=None)


def test_a_blocked_round_is_dealt_anew_and_scores_nothing() -> None:
    """In a match to a target nobody has won it."""
    table = blocked((100, 200)).then(scores=(100, 200), phase="round-over")
    blocked((100, 200), score="lowest_total").then(scores=(100, 200), phase="round-over")
    table.when(0, next_round).dealt("R3", 0, {}).then(round=2, scores=(100, 200))


def test_a_blocked_round_counts_for_the_lowest_total_where_it_stands() -> None:
    """Everybody adds their hand, where a blocked round is not dealt anew."""
    blocked((100, 200), score="lowest_total", blocked="order").then(scores=(105, 201), phase="round-over")


def test_three_blocked_rounds_in_a_row_end_the_match() -> None:
    """On the scores as they stand."""
    table = given("R3", ["B5", "G1"], preset="official").but(scores=(100, 200), unfinished=2)
    table.when(0, pass_turn).when(1, pass_turn).then(phase="over", final=(2, 1), scores=(100, 200))


def test_the_first_round_of_a_match_shows_its_scores() -> None:
    """All begin at nothing."""
    assert lobby(2, preset="official").when(0, start).state.scores == (0, 0)
