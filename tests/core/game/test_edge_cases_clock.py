"""The disputed cases of the clock, of leaving and of coming back; numbered as in spec/rules.md, Cases."""

from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import Phase
from tests.core.game.scenario import (
    Table,
    accept,
    challenge,
    deal,
    draw,
    given,
    leave,
    lobby,
    name_colour,
    next_round,
    pass_turn,
    play,
    start,
)

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9"
PARTY: dict[str, Any] = {"preset": "table-party"}
REMOVE: dict[str, Any] = {"absence": "remove"}

# The clock


def test_case_65_when_the_clock_ends_a_turn_one_card_is_drawn() -> None:
    """Though red 5 would have fitted: the table never plays a card for anybody."""
    table = given("R3", ["R5 B1", "G1"], pile=PILE, **PARTY).timed_out()
    table.then(hands=["R5 B1 Y1", "G1"], turn=1, phase="play", misses=(1, 0), discards="R3")
    assert table.happened[:2] == (ev.TimedOut(0, 1), ev.Drew(0, table.state.hands[0][-1:], "clock"))


def test_case_65_when_the_clock_ends_a_response_the_cards_are_taken() -> None:
    """Though a Draw Two could have answered; and a Wild Draw Four is never challenged by the clock."""
    owed = given("R3", ["RD B1 B2", "GD G2", "G3"], pile=PILE, **PARTY).when(0, play("RD"))
    owed.timed_out().then(counts=[2, 4, 1], turn=2, owed=None)
    four = given("R3", ["W4 R5 B1", "B2", "G3"], pile=PILE, wild_draw_four="challenge", **PARTY).when(
        0, play("W4", "B")
    )
    four.timed_out().then(counts=[2, 5, 1], turn=2, owed=None)


def test_when_the_clock_ends_after_a_draw_the_card_is_kept() -> None:
    """Even where it must be played, and where drawing goes on until a card fits the clock draws one only."""
    table = given("R3", ["B5 B1", "G1"], pile="R9 Y1", **PARTY, drawn="must").when(0, draw)
    table.timed_out().then(hands=["B5 B1 R9", "G1"], turn=1, misses=(1, 0))
    given("R3", ["B5 B1", "G1"], pile=PILE, **PARTY, draw_count="until").timed_out().then(counts=[3, 1], turn=1)


def test_when_the_clock_ends_before_a_colour_is_named_it_is_red() -> None:
    """Always red, whatever is in hand; then the turn ends as by the clock."""
    table = deal(3, "W", preset="table-party").then(phase="start-colour", turn=1).timed_out()
    table.then(colour="R", turn=2, phase="play", counts=[7, 8, 7], misses=(0, 1, 0))


def test_when_the_clock_ends_and_nothing_can_be_drawn_the_turn_is_passed() -> None:
    """Nobody waits for ever."""
    given("R3", ["R5 B1", "G1"], **PARTY).timed_out().then(counts=[2, 1], turn=1, misses=(1, 0))


def test_the_clock_never_calls() -> None:
    """Who is away with an uncalled last card can be caught."""
    table = given("R3", ["R5 B1", "G1 G2", "G3"], pile=PILE, preset="table-party", catch_grace_ms=0).when(0, play("R5"))
    table.timed_out().then(exposed=(0,), called=(), turn=2)


def test_a_turn_that_the_clock_ends_closes_the_window() -> None:
    """It is the end of the next seat's turn, however it came."""
    table = given("R3", ["R5 B1", "G1 G2", "G3"], pile=PILE, preset="official", clock_ms=30_000).when(0, play("R5"))
    table.timed_out().then(exposed=(), turn=2)


def test_the_clock_of_an_earlier_step_is_refused() -> None:
    """The play came first: nobody loses two turns."""
    table = given("R3", ["R5 B1 B2", "G1"], pile=PILE, **PARTY)
    late = cmd.TimeOut(table.state.step)
    table.when(0, play("R5")).refuses(None, late, "stale")


def test_case_66_turns_missed_in_a_row_are_counted_until_the_seat_acts() -> None:
    """Its own next act puts its clock right again."""
    table = given("R3", ["B5 B1", "G1 G2"], pile=PILE, **PARTY).timed_out().when(1, draw).when(1, pass_turn)
    table = table.timed_out().then(misses=(2, 0)).when(1, draw).when(1, pass_turn).when(0, draw)
    assert table.happened[0] == ev.ClockRestored(0)
    table.then(misses=(0, 0), turn=0, phase="drawn")


def test_who_acts_in_time_is_not_told_so_each_turn() -> None:
    """Only after a miss."""
    given("R3", ["R5 B1 B2", "G1"], pile=PILE, **PARTY).when(0, play("R5")).then(happened="played asked")


# Leaving, and the computer


@pytest.mark.parametrize("preset", ["boardflix", "official"])
def test_case_67_the_computer_plays_the_hand_of_who_left_until_they_are_back(preset: str) -> None:
    """Seat 2 leaves in its turn: the hand and the turn stay, the computer may act for it, then its player again."""
    table = given("R3", ["B5", "G1", "R9 R8 Y1"], turn=2, pile=PILE, preset=preset)
    left = table.when(2, leave).then(away=(2,), turn=2, phase="play", hands=["B5", "G1", "R9 R8 Y1"])
    assert left.state.step == table.state.step, "its choices are the same"
    played = left.when(2, play("R9")).then(turn=0)
    played.when(None, cmd.SeatBack(2)).then(away=(), happened="seat-back", turn=0)


def test_by_the_clock_nobody_replaces_who_is_absent() -> None:
    """Silence is for the clock; who leaves for good hands the cards to the computer."""
    table = given("R3", ["R5 B1", "G1 G2"], pile=PILE, **PARTY)
    table.refuses(None, cmd.SeatToBot(0), "wrong-phase")
    table.when(0, leave).then(away=(0,), turn=0, hands=["R5 B1", "G1 G2"])


def test_without_a_clock_the_computer_replaces_who_is_absent() -> None:
    """By the official preset, until somebody sets a clock."""
    given("R3", ["R5 B1", "G1 G2"], pile=PILE, preset="official").when(None, cmd.SeatToBot(0)).then(away=(0,))


# Removal


def removing(hands: list[str], **more: Any) -> Table:
    """Who leaves is out of the game."""
    return given("R3", hands, pile=PILE, under="B9", **{**REMOVE, **more})


def test_case_68_a_removed_hand_lies_under_the_discards() -> None:
    """Play goes on in its direction from the seat that is gone; top and colour stay."""
    table = removing(["R5 B1", "G1 G2", "Y5 Y6", "B3 B4"], turn=2, direction=-1).when(2, leave)
    table.then(turn=1, counts=[2, 2, 0, 2], colour="R", gone=(2,), playing=(0, 1, 3), phase="play")
    assert sorted(str(table.facts()["discards"]).split()[:2]) == ["Y5", "Y6"]
    assert str(table.facts()["discards"]).split()[2:] == ["B9", "R3"]
    assert set(table.state.discards[:2]).isdisjoint(table.state.opened), "nobody has seen them"
    assert table.happened[0] == ev.SeatRemoved(2, "left")


def test_hidden_discards_come_back_through_a_shuffle() -> None:
    """They are shuffled with the rest, as cards that nobody knows."""
    table = given("R3", ["B5 B1", "G1 G2", "Y5 Y6"], under="B9", turn=2, **REMOVE).when(2, leave).then(turn=0)
    table = table.when(0, draw).then(shuffling=3, discards="R3")
    table.shuffled("Y5").then(hands=["B5 B1 Y5", "G1 G2", ""], pile=2, phase="drawn")


def test_a_single_hidden_discard_is_shuffled_too() -> None:
    """Handed over as it is, everybody would follow it; only a card that all have seen is."""
    table = given("R3", ["B5 B1", "G1 G2", "Y5"], turn=2, **REMOVE).when(2, leave).when(0, draw).then(shuffling=1)
    table.shuffled().then(hands=["B5 B1 Y5", "G1 G2", ""], phase="drawn")


def test_a_seat_that_is_away_too_long_is_removed() -> None:
    """By the table; nothing else changes when it was not on turn."""
    table = removing(["R5 B1", "G1 G2", "Y5 Y6"])
    after = table.when(None, cmd.RemoveSeat(1)).then(turn=0, gone=(1,), playing=(0, 2), counts=[2, 0, 2], phase="play")
    assert after.state.step == table.state.step, "what seat 0 has chosen meanwhile still counts"
    assert after.happened[0] == ev.SeatRemoved(1, "away")
    after.when(0, play("R5", call=False)).then(turn=2)


def test_only_where_the_rule_is_on_is_anybody_removed() -> None:
    """And only somebody who plays."""
    given("R3", ["R5", "G1"]).refuses(None, cmd.RemoveSeat(0), "wrong-phase")
    removing(["R5", "G1", "G2"]).refuses(None, cmd.RemoveSeat(9), "wrong-phase")
    removed = removing(["R5", "G1", "G2"]).when(None, cmd.RemoveSeat(1))
    removed.refuses(None, cmd.RemoveSeat(1), "wrong-phase")
    removed.refuses(1, leave, "wrong-phase")


def test_a_removed_seat_never_hosts() -> None:
    """When the host goes, the next player who is still in the game hosts."""
    table = removing(["R5 B1", "G1 G2", "Y5 Y6", "G3"]).when(1, leave).when(0, leave)
    table.then(host=2, gone=(0, 1))


def test_what_a_removed_seat_owed_is_cancelled() -> None:
    """The next seat takes a normal turn."""
    table = removing(["RD B1 B2", "G1 G2", "Y5 Y6"], stack="up").when(0, play("RD")).then(turn=1, owed=2)
    table.when(1, leave).then(turn=2, phase="play", owed=None, counts=[2, 0, 2])


@pytest.mark.parametrize(
    ("hand", "counts", "turn"), [("W4 R5 B6", [0, 2, 1], 1), ("W4 Y5 B6", [0, 8, 1], 2)], ids=["bluff", "honest"]
)
def test_a_removed_bluffer_pays_nothing(hand: str, counts: list[int], turn: int) -> None:
    """The challenge is judged all the same: after a bluff the challenger plays, after none six are drawn."""
    table = removing([hand, "B1 B2", "G3"]).when(0, play("W4", "B")).when(0, leave)
    table.then(turn=1, phase="respond", owed=4, gone=(0,)).when(1, challenge).then(counts=counts, turn=turn, owed=None)


def test_what_is_owed_to_nobody_is_still_owed() -> None:
    """The card was played, though its player is gone."""
    table = removing(["W4 R5 B6", "B1 B2", "G3"]).when(0, play("W4", "B")).when(0, leave).when(1, accept)
    table.then(counts=[0, 6, 1], turn=2)


def test_the_last_seat_that_stays_wins() -> None:
    """Without points: nobody won the cards."""
    table = removing(["R5 B1", "G1 G2"], score="to_target").when(0, leave)
    table.then(winner=1, why="alone", phase="over", turn=None, scores=(0, 0), final=(2, 1))


def test_a_removed_seat_scores_nothing() -> None:
    """Its cards count for nobody."""
    table = removing(["R5 B1", "W W4", "G3"], score="to_target").when(None, cmd.RemoveSeat(1))
    table = table.when(0, play("R5")).when(2, draw).when(2, pass_turn)
    table.but(colour="B").when(0, play("B1")).then(winner=0, scores=(4, 0, 0))


def test_a_removed_seat_is_not_dealt_in_again() -> None:
    """The next round is among those who stayed."""
    table = removing(["R5", "W W4", "G3"], score="to_target").when(None, cmd.RemoveSeat(1)).when(0, play("R5"))
    table = table.then(phase="round-over").when(0, next_round).dealt("R3", 0, {})
    table.then(counts=[7, 0, 7], turn=2, playing=(0, 2))


def test_a_seat_may_leave_between_two_rounds() -> None:
    """Three play on as two; who is left alone has won, and the scores order those who left."""
    between = removing(["R5", "W W4", "G3"], score="to_target", target=5_000).when(0, play("R5"))
    between = between.then(phase="round-over", scores=(103, 0, 0)).when(0, leave).then(gone=(0,), host=1)
    between.when(1, next_round).dealt("R3", 1, {}).then(counts=[0, 7, 7], deal_seat=1, turn=2)
    between.when(None, cmd.RemoveSeat(2)).then(phase="over", final=(2, 1, 3))


def test_a_match_that_ends_between_two_rounds_is_ranked_by_its_scoring() -> None:
    """Who was put out by points comes before who was removed (regression: all but the winner were second)."""
    hands = ["R9", "R5", "G1", "B2"]
    played = removing(hands, score="elimination").but(out=(0,), playing=(1, 2, 3), scores=(600, 10, 20, 30))
    between = played.but(phase=Phase.ROUND_OVER, turn=None)
    last = between.when(None, cmd.RemoveSeat(2)).when(None, cmd.RemoveSeat(3))
    last.then(phase="over", final=(2, 1, 3, 4))


def test_a_seat_may_leave_while_its_round_is_being_dealt() -> None:
    """It gets no hand, and its neighbour deals in its place."""
    table = lobby(3, preset="official", **REMOVE).when(0, start).drawn_for_deal("R1 R9 R2").when(1, leave)
    table.dealt("R3", 2, {}).then(counts=[7, 0, 7], deal_seat=2, turn=0)


def test_play_passes_over_a_removed_seat() -> None:
    """With two left a Reverse is a Skip, and a zero moves hands between those who are there."""
    table = removing(["RR R0 B1 B2", "G1 G2", "Y5 Y6"], seven_zero=True).when(None, cmd.RemoveSeat(1))
    table = table.when(0, play("RR")).then(turn=0, direction=-1)
    table.when(0, play("R0")).then(hands=["Y5 Y6", "", "B1 B2"], turn=2)


def test_a_seat_may_leave_while_it_names_a_colour_or_has_drawn() -> None:
    """The next seat names it, or plays; the drawn card lies with the hand under the discards."""
    table = deal(3, "W", **REMOVE).when(1, leave).then(turn=2, phase="start-colour")
    table.when(2, name_colour("G")).then(turn=2, phase="play", colour="G")
    drawn = removing(["B5 B1", "G1 G2", "Y5"]).when(0, draw).when(0, leave)
    drawn.then(turn=1, phase="play", counts=[0, 2, 1], drawn=None)
