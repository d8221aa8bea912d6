"""Random rounds over random rulesets and two to ten seats, in bulk; and a second judge, who must be able to object."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from ono_core.game import events as ev
from tests.core.game.chance import played, started
from tests.core.game.referee import Referee
from tests.core.game.scenario import catch, deal, given, leave, lobby, play, start
from tests.core.game.soak import as_read, soak

ROUNDS = 2000
PARTS = 8
SEED = 1

Plain = list[Any]


@pytest.mark.parametrize("part", range(PARTS))
def test_random_rounds_keep_the_invariants(part: int) -> None:
    """2,000 rounds in eight parts: every state holds together, a cold fold gives the same, a second judge agrees."""
    tally = soak(ROUNDS // PARTS, SEED, first=part, stride=PARTS)
    assert tally.rounds >= ROUNDS // PARTS
    rare = {"recycled", "waived", "seat-removed", "caught", "deal-drawn", "hands-moved", "round-ended: empty"}
    assert rare <= set(tally.events), "the rounds meet what is rare"


def test_the_soak_is_a_program() -> None:
    """``python -m tests.core.game.soak`` plays as many rounds as asked, in several processes, and tells of them."""
    program = [sys.executable, "-m", "tests.core.game.soak", "--rounds", "6", "--seed", "7", "--jobs", "2"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    first = done.stdout.splitlines()[0]
    assert int(first.split()[0]) >= 6
    assert "all in order" in first


# What it has found

START: dict[str, tuple[str, int]] = {"GS": ("G", 2), "GR": ("G", 2), "GD": ("G", 2), "G5": ("G", 1)}
"""A starter -> its colour, and who begins of seats 1 and 2 when the dealing seat 0 has gone."""


@pytest.mark.parametrize("starter", START)
def test_a_starter_when_the_dealing_seat_has_gone(starter: str) -> None:
    """Regression: with two seats left a Skip was said to skip a seat, and then that seat was asked."""
    table = deal(3, "W4", absence="remove").when(0, leave).then(playing=(1, 2))
    colour, turn = START[starter]
    after = table.shuffled(starter).then(colour=colour, turn=turn)
    assert [event.seat for event in after.happened if isinstance(event, ev.Skipped)] == [1] * (starter == "GS")


def test_a_hand_under_a_second_starter_that_goes_back() -> None:
    """Regression: the cards of a seat that was removed while its round was dealt were lost by the next shuffle."""
    table = deal(3, "W4", absence="remove").when(0, leave)
    again = table.shuffled("W4")
    after = again.shuffled("G5").then(turn=1, colour="G")
    held, under = sum(map(len, after.state.hands)), len(after.state.discards) - 1
    assert (held, held + under + after.state.pile_left) == (14, 107)


def test_who_has_won_is_removed_while_the_last_cards_are_shuffled_for() -> None:
    """Regression: the winner had no place, and nobody was first."""
    options: dict[str, Any] = {"serve_last": True, "absence": "remove"}
    table = given("R3", ["RD", "G1 G2", "G3 G4", "B5"], under="Y1 Y2 Y3", **options).when(0, play("RD"))
    ended = table.when(0, leave).shuffled("Y1 Y2 Y3")
    assert ended.state.result
    assert (ended.state.result.winner, ended.state.result.why) == (0, "empty")
    assert ended.state.result.places[0] == 1
    assert sorted(ended.state.places) == [1, 2, 3, 4]


@pytest.mark.parametrize("mistake", [False, True])
def test_who_is_on_turn_is_removed_while_a_penalty_is_shuffled_for(mistake: bool) -> None:  # noqa: FBT001
    """Regression: after the penalty nobody was asked, and the table stood still for good."""
    hands = ["R5 B1", "G1 G2", "G3 G4"]
    options: dict[str, Any] = {"preset": "official", "absence": "remove", "false_call": 2}
    table = given("R3", hands, under="Y1 Y2 Y3", **options).when(0, play("R5"))
    waiting = table.when(2, catch(1, table.state.step) if mistake else catch(0))
    assert waiting.state.shuffle
    after = waiting.when(1, leave).shuffled().then(turn=2, phase="play", playing=(0, 2), shuffling=0)
    assert len(after.state.hands[2 if mistake else 0]) == (4 if mistake else 3)


@pytest.mark.parametrize("score", ["none", "ranked", "to_target", "lowest_total", "elimination"])
def test_everybody_is_removed_while_the_cards_are_shuffled(score: str) -> None:
    """Regression: the game went on with nobody in it, or could not be counted; now it is over, and nobody has won."""
    table = lobby(2, absence="remove", score=score, blocked="redeal").when(0, start).when(0, leave).when(1, leave)
    table.shuffled().then(phase="over", why="alone", winner=None, final=(1, 1))


# The second judge


@cache
def story() -> tuple[Plain, ...]:
    """The plain events of a game with cards owed, skips, reverses and a removed seat."""
    for seed in range(1000):
        chance = Random(seed)
        options = {"stack": "up", "absence": "remove", "seven_zero": True, "turn_cap": 80, "jump_in": True}
        begun, first = started(chance, 5, **options)
        events = [event for now in played(first, chance) if now is not begun for event in now.happened]
        plain = tuple(as_read(event) for event in events)
        if {"owed", "skipped", "reversed", "seat-removed", "accepted", "hands-moved"} <= {kind for kind, _ in plain}:
            return plain
    raise AssertionError("no game has all of it")


def judged(events: tuple[Plain, ...]) -> None:
    """Let a referee see the events of a whole game."""
    (_, begun), *others = events
    referee = Referee(begun["deck"], begun["ruleset"], begun["seats"])
    for plain in others:
        referee.see(plain)


def test_the_referee_accepts_what_happened() -> None:
    """A game as the rules gave it."""
    judged(story())


def _next_seat(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "seat": (fields["seat"] + 1) % 5}


def _other_slots(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "slots": [slot + 1 for slot in fields["slots"]]}


def _more_owed(fields: dict[str, Any]) -> dict[str, Any]:
    total, *others = fields["debt"]
    return {**fields, "debt": [total + 2, *others]}


def _turned(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "direction": -fields["direction"]}


def _to_themselves(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "takers": fields["givers"]}


FALSE: dict[str, tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "another seat is asked": ("asked", _next_seat),
    "another seat owes": ("owed", _next_seat),
    "more is owed": ("owed", _more_owed),
    "another seat takes it": ("accepted", _next_seat),
    "play does not turn round": ("reversed", _turned),
    "cards from inside the pile": ("drew", _other_slots),
    "another seat draws": ("drew", _next_seat),
    "hands stay where they are": ("hands-moved", _to_themselves),
    "another seat is removed": ("seat-removed", _next_seat),
}


@pytest.mark.parametrize("name", FALSE)
def test_the_referee_objects_to_what_is_false(name: str) -> None:
    """Each such event, wherever it stands in the game, is noticed."""
    kind, change = FALSE[name]
    events = story()
    places = [place for place, (told, _) in enumerate(events) if told == kind]
    assert places
    for place in places:
        changed = [kind, change(events[place][1])]
        with pytest.raises((AssertionError, ValueError, KeyError)):
            judged((*events[:place], changed, *events[place + 1 :]))


@pytest.mark.parametrize("kind", ["played", "drew", "passed", "accepted", "reversed", "owed", "hands-moved"])
def test_the_referee_objects_to_what_is_left_out(kind: str) -> None:
    """An event that is missing is noticed with those that follow."""
    events = story()
    for place in [place for place, (told, _) in enumerate(events) if told == kind]:
        with pytest.raises((AssertionError, ValueError, KeyError)):
            judged((*events[:place], *events[place + 1 :]))
