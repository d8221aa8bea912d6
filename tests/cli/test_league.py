"""`ono league`: many games among programs and levels, and what they say of who plays better."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_cli.engine import telling, wire
from ono_cli.league.players import Computer, Entrant, Moment
from ono_cli.league.rating import MEAN, ratings
from ono_cli.league.run import schedule
from ono_cli.league.table import LeagueTable
from ono_cli.link import Happened
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.book import Book
from ono_core.log.file import written
from ono_net.player import Player
from ono_replay.audit import audit
from tests.cli import engines
from tests.cli.commands import one_line, ono

ALL_RULES = {
    "jump_in": True, "doubles": True, "seven_zero": True, "stack": "any", "wild_draw_four": "challenge",
}  # fmt: skip


CARDS_FIRST = 0.6
"""How often a card is played where one may be, lest a game of chance go on for ever."""


class Anybody(Entrant):
    """Takes any choice that an engine would be offered, and keeps the questions."""

    def __init__(self, name: str, chance: random.Random) -> None:
        super().__init__(name, "anybody")
        self.asked: list[tuple[wire.View, telling.Options]] = []
        self.heard: list[wire.Event] = []
        self._chance = chance

    @property
    def mistakes(self) -> int:
        """None."""
        return 0

    async def hear(self, player: Player, news: Happened) -> None:
        """Keep it."""
        self.heard += telling.events(news, player.seat, player.proofs.faces)

    async def turn(self, now: Moment) -> cmd.Act:
        """Take any."""
        act = self._any(now)
        assert act is not None
        return act

    async def beside(self, now: Moment) -> cmd.Act | None:
        """Take any, or wait."""
        if now.player.state.turn == now.player.seat:
            return None
        return self._any(now)

    def _any(self, now: Moment) -> cmd.Act | None:
        view = now.player.view()
        options = telling.options(view, now.choices)
        self.asked.append((telling.table(view, now.choices), options))
        return options.acts[0] if self._chance.random() < CARDS_FIRST else self._chance.choice(options.acts)


async def played(options: dict[str, Any], entrants: Sequence[Entrant], seed: int) -> LeagueTable:
    """One game, to its seal."""
    table = LeagueTable(options, seed, 1, entrants)
    await table.run()
    return table


def anybodies(seats: int, seed: int) -> list[Anybody]:
    """So many who take any choice."""
    return [Anybody(f"Any {seat}", random.Random(seed * 10 + seat)) for seat in range(seats)]


# What an engine is offered, and what it is told


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "boardflix"},
        {"preset": "official", "target": 50, "jump_in": True, "false_call": 2},
        {"preset": "table-party", **ALL_RULES},
    ],
    ids=["boardflix", "official", "table-party"],
)
@pytest.mark.parametrize("seed", range(2))
async def test_every_choice_is_legal_and_the_log_is_proven(options: dict[str, Any], seed: int) -> None:
    """Whichever an engine takes, the table accepts it; beside a turn it may always wait."""
    entrants = anybodies(3, seed)
    table = await played(options, entrants, seed)
    assert [found.code for found in audit(written(table.raws)).results] == ["simulated"]
    for view, asked in (question for entrant in entrants for question in entrant.asked):
        assert asked.turn == (view.turn == view.seat)
        assert (wire.Choice("wait") in asked.choices) != asked.turn
        assert len(set(asked.choices)) == len(asked.choices) == len(asked.acts)
        assert asked.choices[asked.default].do in {"wait", "draw", "pass", "accept", "play", "name_colour"}


async def test_beside_the_turn_there_is_catching_and_jumping_in() -> None:
    """An engine that sees a missed call is offered to catch it, and equal cards to jump in with."""
    options = {"preset": "official", "target": 200, "jump_in": True}
    entrants = [*anybodies(2, 3), Computer("Eve", "easy"), Computer("Eli", "easy")]
    table = await played(options, entrants, 3)
    events = [event for entry in Book.of(table.raws).entries for event in entry.events]
    asked = [question for entrant in entrants if isinstance(entrant, Anybody) for question in entrant.asked]
    beside = Counter(choice.do for _, options in asked if not options.turn for choice in options.choices)
    assert beside["catch"]
    assert beside["play"]
    assert any(isinstance(event, ev.Caught) for event in events)


async def test_a_call_that_is_due_is_in_the_play() -> None:
    """Who takes any play never misses the call of its last card."""
    entrants = anybodies(3, 4)
    table = await played({"preset": "official", "target": 50}, entrants, 4)
    events = [event for entry in Book.of(table.raws).entries for event in entry.events]
    assert any(isinstance(event, ev.Called) for event in events)
    assert not any(isinstance(event, ev.Exposed) for event in events)


async def test_no_hand_of_another_is_in_any_line() -> None:
    """Of others an engine sees counts; what they draw has no cards; no card has a place or an age."""
    entrants = anybodies(3, 5)
    await played({"preset": "boardflix"}, entrants, 5)
    for own, entrant in enumerate(entrants):
        for view, _ in entrant.asked:
            assert view.seat == own
            assert list(view.hand) == sorted(view.hand)
            assert [seat.known for seat in view.seats if seat.seat != own] == [(), ()]
        drawn = [event for event in entrant.heard if event.event == "drew"]
        assert {event.seat for event in drawn} == {0, 1, 2}
        assert all((event.cards is None) == (event.seat != own) for event in drawn)
        assert b"slot" not in msgspec.json.encode(entrant.heard)
    last = entrants[0].heard[-1]
    assert last.event == "sealed" or last.hands


async def test_what_a_seat_sees_beside_its_hand_is_told() -> None:
    """Swapped hands and the hands at the end to all, a hand that was challenged to the challenger alone."""
    entrants = anybodies(3, 5)
    options = {"preset": "boardflix", "seven_zero": True, "challenge_reveal": "hand_to_challenger"}
    await played(options, entrants, 5)
    kinds = {event.event: event for event in entrants[0].heard}
    assert kinds["hands-moved"].moves
    assert kinds["round-ended"].hands
    assert kinds["game-started"].text == "The game began with Any 0, Any 1 and Any 2."
    for own, entrant in enumerate(entrants):
        (challenged,) = (event for event in entrant.heard if event.event == "challenged")
        assert bool(challenged.cards) == (challenged.seat == own)


async def test_a_missed_call_can_be_caught_before_the_game_goes_on() -> None:
    """The grace is over in simulated time, so that who sees it can say so."""
    entrants = [Computer(name, "easy") for name in ("Eve", "Eli", "Emma", "Ed")]
    table = await played({"preset": "table-party"}, entrants, 1)
    events = [event for entry in Book.of(table.raws).entries for event in entry.events]
    kinds = Counter(type(event) for event in events)
    assert kinds[ev.Exposed] == kinds[ev.CatchOpened] > 0
    assert kinds[ev.Caught]


# Ratings


def test_a_rating_difference_is_that_of_elo() -> None:
    """Three of four games won are 191 points, as in chess; the mean stays where it is."""
    strong, weak = ratings({(0, 1): [7500.0, 2500.0]}, 2)
    assert strong.points - weak.points == pytest.approx(190.8, abs=0.5)
    assert (strong.points + weak.points) / 2 == pytest.approx(MEAN)
    assert strong.low < strong.points < strong.high
    assert strong.high - strong.points == pytest.approx(strong.points - strong.low)


def test_more_games_make_it_more_certain() -> None:
    """Four times the games, half the interval."""
    (few, _), (many, _) = (ratings({(0, 1): [60.0 * n, 40.0 * n]}, 2) for n in (1, 4))
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2, rel=0.02)


def test_who_has_won_all_has_a_finite_rating() -> None:
    """With an interval that says how little is known."""
    best, middle, last = ratings({(0, 1): [3.0, 0.0], (1, 2): [3.0, 0.0]}, 3)
    assert best.points > middle.points > last.points
    assert best.points < 2500
    assert best.low < middle.high


@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(-1, 1), min_size=2, max_size=5))
def test_the_strengths_that_games_were_drawn_from_are_found(strengths: list[float]) -> None:
    """Given the shares that the model expects, at one table of all."""
    weights = [10 ** (one / 2) for one in strengths]
    wins = [100_000 * weight / sum(weights) for weight in weights]
    found = [one.points for one in ratings({tuple(range(len(wins))): wins}, len(wins))]
    mean = sum(strengths) / len(strengths)
    assert found == pytest.approx([MEAN + 200 * (one - mean) for one in strengths], abs=1)


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (4, 3), (5, 2)])
def test_everybody_sits_everywhere_equally_often(players: int, seats: int) -> None:
    """In one cycle each company is in each rotation once."""
    cycle = list(islice(schedule(players, seats), 1000))
    period = next(n for n in range(1, 1000) if cycle[n] == cycle[0])
    places = Counter((player, seat) for sat in cycle[:period] for seat, player in enumerate(sat))
    assert len(places) == players * seats
    assert len(set(places.values())) == 1
    assert len(set(cycle[:period])) == period


# The command


def league(tmp_path: Path, *argv: object) -> Any:
    """What a league says in JSON, without the times, which are not the same twice."""
    done = ono(tmp_path, "league", *engines.PATIENT, *argv, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    for one in told["players"]:
        assert one.pop("ms") >= 0
    return told


def test_programs_and_levels_play_a_league(tmp_path: Path) -> None:
    """Two languages and a level: everybody plays, wins add up, and `ono audit` proves each game."""
    commands = ("--engine", f"A={engines.PYTHON_SAMPLE}", "--engine", f"B={engines.javascript_sample()}")
    told = league(tmp_path, *commands, "--bot", "medium", "--games", 6, "--out", tmp_path / "games")
    assert {(one["name"], one["kind"]) for one in told["players"]} == {
        ("A", "engine"), ("B", "engine"), ("medium", "medium"),
    }  # fmt: skip
    assert [one["games"] for one in told["players"]] == [6, 6, 6]
    assert sum(one["wins"] for one in told["players"]) == pytest.approx(6)
    assert [one["mistakes"] for one in told["players"]] == [0, 0, 0]
    points = [one["rating"] for one in told["players"]]
    assert points == sorted(points, reverse=True)
    assert sum(points) == pytest.approx(3 * MEAN, abs=0.5)
    files = sorted((tmp_path / "games").glob("*.ono"))
    assert len(files) == 6
    done = ono(tmp_path, "audit", tmp_path / "games")
    assert (done.returncode, done.stdout.count(": proven")) == (0, 6)
    again = ono(tmp_path, "league", "--bot", "easy", "--bot", "hard", "--out", tmp_path / "games")
    assert again.returncode == 2
    assert re.fullmatch(r"--out: .*ono is there already; choose another folder", one_line(again.stderr))


def test_the_same_seed_gives_the_same_league(tmp_path: Path) -> None:
    """Where the players do the same again; another seed deals other cards."""
    command = engines.program(tmp_path / "engines", engines.FIRST)
    argv = ("--engine", f"A={command}", "--bot", "Bo=easy", "--games", 4, "--seed")
    one, again, other = (league(tmp_path / str(n), *argv, seed) for n, seed in enumerate((7, 7, 8)))
    assert one == again
    assert one["seed"] != other["seed"]


def test_the_stronger_level_is_rated_higher(tmp_path: Path) -> None:
    """As the bench of the levels says: medium wins about 57 of 100 games against easy."""
    told = league(tmp_path, "--bot", "medium", "--bot", "easy", "--games", 120, "--seed", 1)
    assert [one["name"] for one in told["players"]] == ["medium", "easy"]


def test_a_program_that_dies_is_started_again_for_the_next_game(tmp_path: Path) -> None:
    """In each game the default is done for it to the end, and one mistake is counted."""
    command = engines.program(tmp_path / "engines", engines.DIE)
    done = ono(
        tmp_path, "league", *engines.PATIENT, "--engine", f"A={command}", "--bot", "easy", "--games", 3, "--json"
    )
    assert done.returncode == 0
    (mistakes,) = (one["mistakes"] for one in json.loads(done.stdout)["players"] if one["name"] == "A")
    assert mistakes == 3
    assert done.stderr.count("the program ended with exit code 3") == 3


def test_the_table_shows_what_came_of_it(tmp_path: Path) -> None:
    """A line for each player, best first."""
    done = ono(tmp_path, "league", "--bot", "medium", "--bot", "Bo=easy", "--games", 2, "--seats", 2)
    head, second, columns, *rows = done.stdout.splitlines()
    assert head.startswith("2 games of 2 seats. ")
    assert "95 times of 100" in second
    assert columns.split("  ")[0].strip() == "player"
    assert {row.split()[0] for row in rows} == {"medium", "Bo"}


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ((), "two players or more expected, by --engine or --bot, got 0"),
        (("--bot", "medium"), "two players or more expected, by --engine or --bot, got 1"),
        (("--bot", "clever"), "--bot: one of easy, medium, hard expected, got 'clever'"),
        (("--engine", "./a.py"), "--engine: NAME=COMMAND expected, such as A=./a.py, got './a.py'"),
        (
            ("--bot", "easy", "--bot", "easy"),
            "names that differ expected, got 'easy' again: --bot OTHER=medium names it",
        ),
        (("--engine", "=x", "--bot", "easy"), "a name of 1 to 24 letters expected, got ''"),
        (("--bot", "easy", "--bot", "hard", "--seats", 3), "--seats: 2 to 2 expected, got 3"),
        (("--bot", "easy", "--bot", "hard", "--games", 0), "--games: 1 to 9999 expected, got 0"),
        (("--bot", "easy", "--engine", "A=./nothing"), "--engine: A cannot be started: no such file or directory"),
    ],
)
def test_a_league_that_cannot_be_is_refused(argv: tuple[object, ...], words: str, tmp_path: Path) -> None:
    """One line says what is expected and what came: exit 2."""
    done = ono(tmp_path, "league", *argv)
    assert (done.returncode, one_line(done.stderr)) == (2, words)
