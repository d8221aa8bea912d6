"""The disputed cases of calling and catching a last card, each with its one answer; numbered as in spec/rules.md."""

from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from tests.core.game.scenario import Table, accept, call, catch, challenge, draw, given, pass_turn, play

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9"
HANDS = ["R5 B1", "G1 R2", "G3 G4"]


def forgotten(**options: Any) -> Table:
    """Seat 0 has gone down to one card without a call, and seat 1 is on turn."""
    table = given("R3", HANDS, pile=PILE, **options).when(0, play("R5"))
    return table.then(turn=1, exposed=(0,), called=())


OFFICIAL: dict[str, Any] = {"preset": "official"}
PARTY: dict[str, Any] = {"preset": "table-party"}

# One window, to the next turn


def test_case_36_who_calls_with_the_play_is_safe() -> None:
    """The call is in the same command, and nobody is exposed."""
    table = given("R3", HANDS, pile=PILE, preset="official").when(0, play("R5", call=True))
    table.then(called=(0,), exposed=(), happened="played called asked")
    table.refuses(1, catch(0, table.state.step), "nothing-to-catch")


def test_case_37_a_missed_call_that_is_caught_costs_two() -> None:
    """Anybody else may catch; whose turn it is and what they were asked stays."""
    table = forgotten(**OFFICIAL).then(catchable=(0,))
    caught = table.when(2, catch(0)).then(hands=["B1 Y1 Y2", "G1 R2", "G3 G4"], turn=1, phase="play", exposed=())
    assert caught.happened[0] == ev.Caught(0, 2)
    assert caught.state.step == table.state.step, "what seat 1 has chosen meanwhile still counts"
    caught.refuses(1, catch(0), "window-closed")
    caught.refuses(0, call, "nothing-to-call")


def test_the_penalty_for_a_missed_call_may_be_four() -> None:
    """By option."""
    forgotten(preset="official", call_penalty=4).when(1, catch(0)).then(counts=[5, 2, 2])


def test_case_38_it_is_too_late_when_the_next_seat_has_begun() -> None:
    """Seat 1 has drawn: nobody can catch any more, and it cost nothing."""
    table = forgotten(**OFFICIAL).when(1, draw).then(exposed=(), called=())
    assert table.happened[0] == ev.CatchClosed((0,))
    table.refuses(2, catch(0), "window-closed")


def test_case_39_who_calls_before_being_caught_is_safe() -> None:
    """The log's order decides the race."""
    table = forgotten(**OFFICIAL)
    called = table.when(0, call).then(called=(0,), exposed=(), turn=1)
    assert called.state.step == table.state.step
    called.refuses(1, catch(0), "window-closed")


@pytest.mark.parametrize(
    ("seat", "act"),
    [(1, catch(2, 2)), (2, catch(1, 2)), (0, catch(0)), (1, catch(3, 2)), (1, catch(-1, 2)), (1, catch(0, 2))],
)
def test_case_40_a_wrong_catch_is_refused_and_costs_nothing(seat: int, act: cmd.Catch) -> None:
    """Seats that hold two cards, the seat that missed the call itself, seats that are not there, another play."""
    forgotten(**OFFICIAL).refuses(seat, act, "nothing-to-catch")


def test_case_40_a_seat_that_has_called_cannot_be_caught() -> None:
    """Neither before nor after its play."""
    table = (
        given("R3", HANDS, pile=PILE, preset="official").when(0, call).when(0, play("R5")).then(called=(0,), exposed=())
    )
    table.refuses(1, catch(0, table.state.step), "nothing-to-catch")


def test_case_41_a_call_lapses_when_the_hand_grows() -> None:
    """Called with two cards, then a card is drawn: going down to one later needs a new call."""
    table = given("R3", ["R1 B5", "G1 G2"], pile="R9 Y1 Y2", preset="official").when(0, call).then(called=(0,))
    table = table.when(0, draw).then(called=()).when(0, play("R9")).when(1, draw).when(1, pass_turn)
    table.when(0, play("R1")).then(exposed=(0,), called=())


@pytest.mark.parametrize("hand", ["R5 B1 B2", "R5"])
def test_a_call_is_for_who_is_about_to_have_one_card(hand: str) -> None:
    """With three cards or one, or in another's turn, there is nothing to call, in the play as beside it."""
    table = given("R3", [hand, "G1 R2", "G3 G4"], pile=PILE, preset="official")
    table.refuses(0, call, "nothing-to-call")
    table.refuses(0, play("R5", call=True), "nothing-to-call")
    table.refuses(1, call, "nothing-to-call")


def test_case_42_a_skipped_seat_may_still_catch() -> None:
    """With two seats a Skip gives its player another turn: the other may catch before that turn begins."""
    table = given("R3", ["RS R1", "G1 G2"], pile=PILE, preset="official").when(0, play("RS")).then(turn=0, exposed=(0,))
    table.when(1, catch(0)).then(hands=["R1 Y1 Y2", "G1 G2"], turn=0, phase="play")
    table.when(0, play("R1")).then(winner=0, exposed=()).refuses(1, catch(0), "wrong-phase")


def test_cards_drawn_for_a_draw_two_are_no_turn() -> None:
    """The seat that draws them has not acted, and may catch; the seat after it closes the window."""
    table = (
        given("R3", ["RD B1", "G1 G2", "R4 G4"], pile=PILE, preset="official").when(0, play("RD")).then(exposed=(0,))
    )
    table.when(1, catch(0)).then(hands=["B1 Y3 Y4", "G1 G2 Y1 Y2", "R4 G4"], turn=2)
    table.when(2, play("R4")).then(exposed=(2,)).refuses(1, catch(0), "window-closed")


@pytest.mark.parametrize("answer", [accept, challenge])
def test_an_answer_to_a_wild_draw_four_closes_the_window(answer: cmd.Act) -> None:
    """To take the cards and to challenge are the beginning of a turn."""
    table = given("R3", ["W4 B1", "G1 G2", "G3 G4"], pile=PILE, preset="official").when(0, play("W4", "B"))
    table.then(exposed=(0,), phase="respond")
    table.when(2, catch(0)).then(counts=[3, 2, 2], turn=1, phase="respond", owed=4)
    table.when(1, answer).then(exposed=()).refuses(2, catch(0), "window-closed")


def test_at_most_one_seat_is_exposed_where_the_next_turn_closes_the_window() -> None:
    """Seat 1 goes down to one card as well, and the window of seat 0 closes with that very play."""
    table = forgotten(**OFFICIAL).when(1, play("R2")).then(exposed=(1,))
    table.when(2, catch(1, 2)).then(counts=[1, 3, 2])


# A window of some seconds


def test_case_43_the_window_stays_open_whatever_is_played() -> None:
    """Seat 1 has played, and seat 2 may still catch seat 0; when the time is over, nobody can."""
    table = forgotten(**PARTY).when(None, cmd.OpenCatch(0)).then(catchable=(0,)).when(1, play("R2", call=True))
    table.then(exposed=(0,), turn=2).when(2, catch(0)).then(counts=[3, 1, 2], turn=2, phase="play")
    closed = table.when(None, cmd.CloseCatch(0)).then(exposed=(), called=(1,), happened="catch-closed")
    closed.refuses(2, catch(0), "window-closed")


def test_nobody_is_caught_in_the_first_moment() -> None:
    """The grace gives the player time to call; the table ends it."""
    table = forgotten(**PARTY).then(catchable=())
    table.refuses(1, catch(0), "too-early")
    table.when(0, call).then(called=(0,), exposed=())
    opened = table.when(None, cmd.OpenCatch(0)).then(catchable=(0,), turn=1, happened="catch-opened")
    opened.when(1, catch(0)).then(counts=[3, 2, 2])


def test_several_seats_may_be_exposed_at_once() -> None:
    """Each by its own play, and caught by it."""
    table = forgotten(preset="table-party", catch_grace_ms=0).when(1, play("R2")).then(exposed=(0, 1))
    table.when(2, catch(1, 2)).then(exposed=(0,)).when(2, catch(0)).then(exposed=(), counts=[3, 3, 2], turn=2)


@pytest.mark.parametrize("act", [cmd.OpenCatch(1), cmd.CloseCatch(1), cmd.OpenCatch(9)])
def test_the_table_opens_and_closes_only_what_is_there(act: cmd.Act) -> None:
    """No seat but the exposed one."""
    forgotten(**PARTY).refuses(None, act, "wrong-phase")


def test_the_table_closes_what_it_has_opened() -> None:
    """Not before the grace is over, and not where the next turn closes it."""
    forgotten(**PARTY).refuses(None, cmd.CloseCatch(0), "wrong-phase")
    forgotten(**OFFICIAL).refuses(None, cmd.CloseCatch(0), "wrong-phase")
    forgotten(**OFFICIAL).refuses(None, cmd.OpenCatch(0), "wrong-phase")


def test_a_seat_is_exposed_no_more_when_its_hand_has_grown() -> None:
    """It draws in its next turn, and there is nothing left to catch."""
    table = forgotten(preset="table-party", catch_grace_ms=0).when(1, draw).when(1, pass_turn).when(2, draw)
    table = table.when(2, pass_turn).then(exposed=(0,), turn=0).when(0, draw).then(exposed=())
    table.refuses(1, catch(0), "window-closed")


@pytest.mark.parametrize("options", [OFFICIAL, PARTY])
def test_the_end_of_a_round_closes_every_window(options: dict[str, Any]) -> None:
    """Seat 1 wins: nobody is caught after that."""
    table = given("R3", ["R5 B1", "R2", "G3"], pile=PILE, **options).when(0, play("R5")).when(1, play("R2"))
    table.then(winner=1, exposed=()).refuses(2, catch(0), "wrong-phase")


# No call, and the table's call


def test_case_44_the_last_card_is_called_in_the_same_entry() -> None:
    """By boardflix going to one card emits the call at once; there is nothing to catch."""
    table = given("R3", ["R5 B1", "G1"]).when(0, play("R5"))
    table.then(called=(0,), happened="played called asked")
    table.refuses(1, catch(0), "nothing-to-catch")
    table.refuses(0, call, "call-is-automatic")


def test_without_calls_nobody_calls_or_is_caught() -> None:
    """Where the host has switched the call off."""
    table = given("R3", HANDS, preset="table-party", call="off").when(0, play("R5")).then(called=(), exposed=())
    table.refuses(0, call, "no-calls")
    table.refuses(1, catch(0), "nothing-to-catch")
    given("R3", HANDS, preset="table-party", call="off").refuses(0, play("R5", call=True), "no-calls")


@pytest.mark.parametrize("options", [OFFICIAL, PARTY])
def test_case_45_who_never_called_may_win(options: dict[str, Any]) -> None:
    """A missed call that nobody caught costs nothing, not the win either."""
    table = given("R3", ["R5 R1", "R2 G1"], pile=PILE, **options).when(0, play("R5")).when(1, play("R2"))
    table.when(0, play("R1")).then(winner=0, why="empty")


# Penalties for mistakes


def test_a_wrong_catch_costs_cards_where_that_is_the_rule() -> None:
    """By option; whose turn it is stays."""
    table = forgotten(preset="official", false_call=2)
    wrong = table.when(2, catch(1, table.state.step)).then(hands=["B1", "G1 R2", "G3 G4 Y1 Y2"], turn=1, exposed=(0,))
    assert wrong.happened[0] == ev.Mistaken(2, "catch")


def test_who_is_second_to_catch_pays_nothing() -> None:
    """Of two who point at the same missed call the slower one was not wrong."""
    table = forgotten(preset="official", false_call=2)
    step = table.state.step - 1
    caught = table.when(1, catch(0, step)).then(exposed=())
    caught.refuses(2, catch(0, step), "window-closed")


def test_a_wrong_call_costs_cards_where_that_is_the_rule() -> None:
    """Two cards, or one, for a call with three in hand."""
    table = given("R3", ["R5 B1 B2", "G1 G2"], pile=PILE, preset="official", false_call=1).when(0, call)
    table.then(hands=["R5 B1 B2 Y1", "G1 G2"], turn=0, phase="play", called=())
    assert table.happened[0] == ev.Mistaken(0, "call")


# What everybody sees


def test_everybody_sees_who_has_missed_a_call() -> None:
    """It is a fact in every view, with what can be done about it in the prompts."""
    table = forgotten(**OFFICIAL)
    assert [place.exposed for place in table.seen_by(2).places] == [1, None, None], "the step of the play"
    assert [place.catchable for place in table.seen_by(2).places] == [True, False, False]
    assert table.choices(1).catches == ((0, 1),)
    assert table.choices(2).catches == ((0, 1),)
    assert table.choices(2).acts == ("catch",)
    assert table.choices(0).catches == ()
    assert table.choices(0).acts == ("call",)


def test_the_prompt_says_which_plays_may_carry_a_call() -> None:
    """Those that leave one card, where calls are made by hand."""
    table = given("R3", ["R5 B1", "G1 G2"], pile=PILE, preset="official")
    assert [table.text(slot) for slot in table.choices(0).lasts] == ["R5"]
    assert given("R3", ["R5 B1", "G1 G2"]).choices(0).lasts == ()
    assert given("R3", ["R5 B1 B2", "G1 G2"], preset="official").choices(0).lasts == ()


def test_a_wild_carries_its_colour_and_the_call_together() -> None:
    """As the second-to-last card."""
    table = given("R3", ["W B1", "G1 G2"], preset="official").when(0, play("W", "G", call=True))
    table.then(called=(0,), colour="G", exposed=())
