"""What the page of Table Party says of the rules, sentence by sentence, played with the preset ``table-party``.

It is S2; sources.py says how its sentences are counted. Those that state no rule of play have no test here.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import Colour, face
from ono_core.game.ruleset import PRESETS, deck_of, parse
from tests.core.game.scenario import (
    Table,
    accept,
    call,
    catch,
    deal,
    draw,
    given,
    lobby,
    pass_turn,
    play,
    start,
)
from tests.core.game.sources import cited, numbers

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9 G6 G7"


def party(top: str, hands: Sequence[str], **more: Any) -> Table:
    """A position in a game by Table Party's rules."""
    chosen: dict[str, Any] = {"preset": "table-party", "pile": PILE, **more}
    return given(top, hands, **chosen)


# A turn


def test_everyone_starts_with_seven_cards() -> None:
    """S2.1: however many play."""
    for seats in (2, 6, 10):
        deal(seats, "R3", preset="table-party").then(counts=[7] * seats)


@pytest.mark.parametrize(
    ("top", "fitting", "other"),
    [
        ("R3", "R5", "B5"),
        ("R3", "B3", "B5"),
        ("RS", "GS", "GR"),
        ("RA", "GA", "YR"),
        ("R3", "W", "B5"),
        ("R3", "W4", "B5"),
    ],
)
def test_one_card_that_matches_or_any_wild_is_played(top: str, fitting: str, other: str) -> None:
    """S2.2: by colour, number or symbol."""
    table = party(top, [f"{fitting} {other} Y1", "G1", "G2"])
    table.when(0, play(fitting, "B" if face(fitting).is_wild else None)).then(discards=f"{top} {fitting}")
    table.refuses(0, play(other), "does-not-fit")
    party("R3", ["R5 R5 B1", "G1"]).refuses(0, play("R5 R5"), "one-card")


@pytest.mark.parametrize("hand", ["B5 B6", "R5 B6"])
def test_who_cannot_or_will_not_play_draws_one(hand: str) -> None:
    """S2.3, S2.4: with a card that fits or without."""
    party("R3", [hand, "G1"]).when(0, draw).then(counts=[3, 1], phase="drawn", turn=0).when(0, pass_turn).then(turn=1)


def test_a_drawn_card_that_fits_may_be_played_straight_away() -> None:
    """S2.5: or kept."""
    table = party("R3", ["B5 B6", "G1"], pile="R9").when(0, draw)
    table.when(0, play("R9")).then(turn=1, discards="R3 R9")
    table.when(0, pass_turn).then(turn=1, counts=[3, 1])


# What cards do


def test_a_skip_jumps_the_next_player() -> None:
    """S2.6: the seat after it is on turn."""
    party("R3", ["RS B1 B2", "G1", "G2"]).when(0, play("RS")).then(turn=2)


def test_a_reverse_turns_the_table_round() -> None:
    """S2.7: with two players it is a Skip."""
    party("R3", ["RR B1 B2", "G1", "G2"]).when(0, play("RR")).then(turn=2, direction=-1)
    party("R3", ["RR B1 B2", "G1"]).when(0, play("RR")).then(turn=0)


def test_a_draw_two_makes_the_next_player_draw_two() -> None:
    """S2.8: when they do not answer it."""
    party("R3", ["RD B1 B2", "G1", "G2"]).when(0, play("RD")).when(1, accept).then(counts=[2, 3, 1], turn=2)


@pytest.mark.parametrize("colour", Colour)
def test_a_wild_calls_the_colour(colour: Colour) -> None:
    """S2.9: any of the four."""
    party("R3", ["W R5 B1", "G1"]).when(0, play("W", colour)).then(colour=str(colour), turn=1)


def test_a_wild_draw_four_calls_the_colour_and_makes_the_next_player_draw_four() -> None:
    """S2.10: whatever its player holds; there is nothing to challenge."""
    table = party("R3", ["W4 R5 B1", "G1", "G2"]).when(0, play("W4", "B")).then(colour="B", turn=1, owed=4)
    assert table.choices(1).acts == ("accept",)
    table.when(1, accept).then(counts=[2, 5, 1], turn=2)


# Stacking


def test_a_draw_two_is_answered_with_either_draw_card() -> None:
    """S2.11, S2.12, S2.25: the lot rolls on to the next player."""
    table = party("R3", ["RD B1 B2", "GD W4 G1", "G3 G4"]).when(0, play("RD")).then(turn=1, owed=2)
    table.when(1, play("GD")).then(turn=2, owed=4)
    table.when(1, play("W4", "B")).then(turn=2, owed=6, colour="B")


def test_a_wild_draw_four_is_answered_with_another_only() -> None:
    """S2.12, S2.25: never with a Draw Two, not even in the colour called."""
    table = party("R3", ["W4 B1 B2", "GD W4 G1", "G3 G4"]).when(0, play("W4", "G")).then(turn=1, owed=4)
    table.refuses(1, play("GD"), "cannot-answer")
    table.when(1, play("W4", "B")).then(turn=2, owed=8)


def test_who_cannot_answer_draws_everything() -> None:
    """S2.13, S2.26: and loses the turn."""
    table = party("R3", ["RD B1 B2", "W4 G1 G2", "G3 G4"]).when(0, play("RD")).when(1, play("W4", "B"))
    table.refuses(2, draw, "wrong-phase")
    table.when(2, accept).then(counts=[2, 2, 8], turn=0, owed=None)


# All In


@pytest.mark.parametrize(("top", "fits"), [("R3", True), ("RD", True), ("B3", False), ("BA", True)])
def test_an_all_in_plays_like_any_card_of_its_colour(top: str, fits: bool) -> None:  # noqa: FBT001
    """S2.14, S2.23: it matches by its colour, or by its symbol."""
    table = party(top, ["RA G1 G2", "G3"])
    if fits:
        table.when(0, play("RA")).then(colour="R", turn=1)
    else:
        table.refuses(0, play("RA"), "does-not-fit")


def test_every_other_card_of_the_colour_goes_down_with_an_all_in() -> None:
    """S2.14, S2.24: onto the pile under it; wilds and other colours stay in hand."""
    table = party("R3", ["R5 RA RS G1 W R0", "G3", "G4"]).when(0, play("RA")).then(hands=["G1 W", "G3", "G4"], turn=1)
    discards = str(table.facts()["discards"]).split()
    assert (discards[0], discards[-1]) == ("R3", "RA")
    assert sorted(discards[1:-1]) == ["R0", "R5", "RS"]


def test_there_are_all_ins_in_the_deck() -> None:
    """S2.14: one of each colour; how many is ours."""
    deck = deck_of(PRESETS["table-party"])
    assert [text for text in deck if text.endswith("A")] == ["RA", "YA", "GA", "BA"]


# The last card


def test_a_last_card_is_called_by_hand() -> None:
    """S2.15, S2.16: with the play, or right after it."""
    party("R3", ["R5 B1", "G1 G2"]).when(0, play("R5", call=True)).then(called=(0,), exposed=())
    party("R3", ["R5 B1", "G1 G2"]).when(0, play("R5")).then(called=()).when(0, call).then(called=(0,), exposed=())


def test_anyone_may_catch_a_forgotten_call_for_some_seconds() -> None:
    """S2.17: whoever is first, also when play has gone on; the seat draws two."""
    table = party("R3", ["R5 B1", "R2 G2 G5", "G3 G4"]).when(0, play("R5")).when(None, cmd.OpenCatch(0))
    for other in (1, 2):
        table.when(other, catch(0)).then(counts=[3, 3, 2], turn=1)
    later = table.when(1, play("R2")).then(exposed=(0,), turn=2).when(2, catch(0)).then(counts=[3, 2, 2], turn=2)
    assert ev.Caught(0, 2) in later.happened
    table.when(None, cmd.CloseCatch(0)).refuses(2, catch(0), "window-closed")
    assert 1_000 <= PRESETS["table-party"].catch_ms <= 10_000


# The end


def test_the_first_without_a_card_wins_and_the_rest_are_ranked() -> None:
    """S2.18, S2.19, S2.29: by the points left in hand, the fewest first; one round is the game."""
    table = party("R3", ["R5", "RS R1", "Y9 Y8", "W"]).when(0, play("R5"))
    table.then(winner=0, phase="over", points=(0, 21, 17, 50), places=(1, 3, 2, 4), final=(1, 3, 2, 4))


@pytest.mark.parametrize(
    ("text", "points"), [("R0", 0), ("R9", 9), ("RS", 20), ("RR", 20), ("RD", 20), ("RA", 20), ("W", 50), ("W4", 50)]
)
def test_what_a_card_left_in_hand_counts(text: str, points: int) -> None:
    """S2.19, S2.29: numbers their face value, action cards twenty, wilds fifty."""
    assert face(text).points == points


# The clock


def test_a_turn_clock_runs_by_default() -> None:
    """S2.20: the preset has one, with a shorter one for who is away."""
    preset = PRESETS["table-party"]
    assert preset.clock_ms > preset.clock_short_ms > 0


def test_the_table_draws_for_who_stays_silent() -> None:
    """S2.21, S2.27: one card, although a card would fit; it never plays."""
    party("R3", ["R5 B1", "G1"]).timed_out().then(hands=["R5 B1 Y1", "G1"], turn=1, discards="R3")


def test_the_table_takes_the_stack_for_who_stays_silent() -> None:
    """S2.27: although a draw card would answer it."""
    table = party("R3", ["RD B1 B2", "GD W4", "G3 G4"]).when(0, play("RD")).timed_out()
    table.then(counts=[2, 4, 2], turn=2, owed=None)


def test_two_misses_make_the_clock_short_until_the_seat_plays_again() -> None:
    """S2.21, S2.28: the misses in a row are counted, and forgotten with its next act."""
    table = party("R3", ["B5 B1", "G1 G2"]).timed_out().then(misses=(1, 0)).when(1, draw).when(1, pass_turn)
    table = table.timed_out().then(misses=(2, 0)).when(1, draw).when(1, pass_turn)
    table.when(0, draw).then(misses=(0, 0))


@pytest.mark.parametrize(
    "options",
    [
        {"clock_ms": 0},
        {"clock_ms": 60_000},
        {"stack": "none"},
        {"all_in": 0},
        {"call": "off"},
        {"deal": 5},
        {"deal": 7},
        {"deal": 10},
    ],
)
def test_the_host_may_change_the_game(options: dict[str, Any]) -> None:
    """S2.22: the clock, stacking, All In, the call, and how many are dealt."""
    chosen = {"preset": "table-party", **options}
    table = lobby(4).when(0, cmd.SetOptions(chosen)).when(0, start)
    ruleset = parse(chosen)
    assert {name: table.state.options[name] for name in options} == options
    table.dealt("R3", 0, {}).then(counts=[ruleset.deal] * 4)
    lobby(4).refuses(1, cmd.SetOptions(chosen), "not-host")


def test_what_the_host_switched_off_is_gone() -> None:
    """S2.22: no answer to a Draw Two, no All In in the deck, nothing to call, no time that runs out."""
    party("R3", ["RD B1 B2", "GD G1", "G2"], stack="none").when(0, play("RD")).then(counts=[2, 4, 1], turn=2)
    assert "RA" not in deck_of(parse({"preset": "table-party", "all_in": 0}))
    party("R3", ["R5 B1", "G1"], call="off").when(0, play("R5")).then(exposed=(), called=())
    still = party("R3", ["R5 B1", "G1"], clock_ms=0)
    still.refuses(None, cmd.TimeOut(still.state.step), "wrong-phase")


# Who plays


def test_two_to_ten_may_play() -> None:
    """S2.32, S2.33: one is too few to start, and there is no eleventh seat."""
    lobby(1, preset="table-party").refuses(0, start, "too-few-seats")
    for seats in (2, 10):
        lobby(seats, preset="table-party").when(0, start).then(phase="deal")
    lobby(10, preset="table-party").refuses(0, cmd.AddBot("easy", None), "room-full")


def test_what_is_private_stays_with_its_player() -> None:
    """S2.38: a view is the same whatever the other hands hold."""
    mine, other = party("R3", ["R5 B1", "G1 G2"]), party("R3", ["R5 B1", "W4 GS"])
    assert mine.seen_by(0) == other.seen_by(0)


STATES_A_RULE = numbers("1-29, 32-33, 38")


def test_every_sentence_that_states_a_rule_is_cited() -> None:
    """And no other, so that the list stays true."""
    assert cited(globals(), "S2") == STATES_A_RULE
