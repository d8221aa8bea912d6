"""`ono bench`: what is measured is a whole game by the public rules, and the figures are told with their targets."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from ono_cli.bench import audit, clock, engine, peers, table
from ono_core.game import commands as cmd
from ono_core.game.decider import decide, evolve_all
from ono_core.game.refusals import Refusal
from ono_core.game.state import Phase, State
from tests.cli.commands import one_line, ono

QUICK = ("--seconds", 0.01)


# The games that are measured


def decided(game: table.Game) -> Iterator[tuple[State, cmd.Command]]:
    """Each command of a recorded game with the state before it."""
    state = game.lobby
    for command in game.commands:
        yield state, command
        happened = decide(game.rules, state, game.faces, command)
        assert not isinstance(happened, Refusal)
        state = evolve_all(state, happened)


@pytest.mark.parametrize("which", table.RULES)
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_a_recorded_game_is_played_again_to_its_end(which: str, seats: int) -> None:
    """What is replayed is a whole game, from the start to its result, with as many moves as were counted."""
    for game in table.games(which, seats, 3):
        end = table.replayed(game)
        assert end.phase is Phase.OVER
        assert end == list(table.states(game))[-1]
        assert game.moves == sum(command.seat is not None for command in game.commands) - 1, "all but the start"


def test_the_same_games_are_measured_every_time() -> None:
    """Figures of two runs are of the same games."""
    assert table.games("all", 4, 3) == table.games("all", 4, 3)


def test_with_all_rules_everything_happens() -> None:
    """Jumps, calls, catches, challenges, sets and swaps are in what is measured, not only in the options."""
    found: set[str] = set()
    for game in table.games("all", 4, 60):
        for state, command in decided(game):
            act = command.act
            found.add(type(act).__name__)
            if isinstance(act, cmd.Play):
                found.update({"jump"} if command.seat != state.turn else ())
                found.update({"set"} if len(act.slots) > 1 else ())
                found.update({"swap"} if act.target is not None else ())
                found.update({"answer"} if state.phase is Phase.RESPOND else ())
                found.update({"call with a play"} if act.call else ())
    plays = {"Play", "jump", "set", "swap", "answer", "call with a play"}
    assert found >= plays | {"Draw", "Pass", "Accept", "Challenge", "Call", "Catch", "Close"}


# How it is measured


def test_works_take_turns_and_the_median_is_told() -> None:
    """What disturbs a round disturbs every figure alike, and one odd round changes none."""
    order: list[str] = []
    costs = iter([1.0, 9.0, 2.0, 9.0, 3.0, 9.0, 900.0, 9.0, 4.0, 9.0])

    def work(name: str) -> clock.Slice:
        def turn(seconds: float) -> float:
            assert seconds == pytest.approx(10 / clock.ROUNDS)
            order.append(name)
            return next(costs) / 1e6

        return turn

    found = clock.medians({"ours": work("ours"), "theirs": work("theirs")}, 10)
    assert order == ["ours", "theirs"] * clock.ROUNDS
    assert found == {"ours": pytest.approx(3.0), "theirs": pytest.approx(9.0)}


def test_work_goes_on_until_its_time_is_up() -> None:
    """The cost of a unit is that of all turns together."""
    turns = iter([(0.2, 1), (0.3, 2), (0.5, 7), (9.0, 1)])
    assert clock.repeated(lambda: next(turns))(1.0) == pytest.approx(0.1)


# Other engines

RLCARD = """\
    class Game:
        def __init__(self, num_players):
            self.left = 10 * num_players
        def init_game(self):
            return {"legal_actions": ["draw"]}, 0
        def is_over(self):
            return self.left == 0
        def step(self, action):
            assert action == "draw"
            self.left -= 1
            return self.init_game()
"""


@pytest.fixture
def rlcard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of that name with the same game layer's methods."""
    folder = tmp_path / "rlcard" / "games"
    folder.mkdir(parents=True)
    (folder / "uno.py").write_text(dedent(RLCARD), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])


@pytest.mark.usefixtures("rlcard")
def test_a_peer_is_played_move_by_move_and_compared() -> None:
    """The ratio is the peer's cost of a move over ours, at the same number of seats."""
    peer = peers.rlcard()
    assert not isinstance(peer, str)
    figures = engine.measured(2, {"rlcard": peer}, 0.01)["all"]
    play, theirs, ratio = (figures[name] for name in ("random_play_us", "rlcard_us", "ratio_rlcard"))
    assert play
    assert theirs
    assert ratio == pytest.approx(theirs / play, rel=0.02, abs=0.001)
    assert figures["ratio_uno_engine"] is None


def test_without_node_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that cannot run costs the comparison, not the measurement."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with peers.uno_engine() as found:
        assert found == "uno-engine needs Node.js and npm, and there is none on the path"


def test_what_npm_cannot_install_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is the reason that npm gave."""
    for name in ("node", "npm"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\necho no network >&2\nexit 1\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with peers.uno_engine() as found:
        assert found == "npm could not install uno-engine: no network"


# What is told


def told(tmp_path: Path, *argv: object) -> Any:
    """The JSON that a bench gives."""
    done = ono(tmp_path, "bench", *argv, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_engine_bench_speaks_json(tmp_path: Path) -> None:
    """The figures of four seats and all rules stand on top, those of each table and each of the rules below."""
    record = told(tmp_path, "engine", "--seats", 2, 4, *QUICK)
    assert list(record["seats"]) == ["2", "4"]
    top = record["seats"]["4"]["rules"]["all"]
    assert [record[name] for name in engine.FIGURES] == [top[name] for name in engine.FIGURES]
    for figures in (rules for by_seats in record["seats"].values() for rules in by_seats["rules"].values()):
        assert all(figures[name] > 0 for name in ("decide_evolve_us", "random_play_us", "digest_us"))
        moves = figures["games_per_s"] * figures["moves_per_game"]
        assert moves == pytest.approx(1e6 / figures["random_play_us"], rel=0.01)
        assert figures["ratio_rlcard"] is figures["ratio_uno_engine"] is None


def test_the_engine_bench_shows_the_targets(tmp_path: Path) -> None:
    """Beside each figure that has one stands what it should be."""
    lines = ono(tmp_path, "bench", "engine", "--seats", 4, *QUICK).stdout.splitlines()
    assert [line.split()[:2] for line in lines[2::2]] == [["4", "all"], ["4", "classic"]]
    assert lines[3].split(maxsplit=1) == ["target", "<= 2.0       <= 4.0  <= 2.0                       >= 2.1x"]


def test_the_replay_bench_tells_what_a_log_costs(tmp_path: Path) -> None:
    """Of a game of about sixty moves."""
    record = told(tmp_path, "replay", *QUICK)
    assert record["replay_ms"] == pytest.approx(record["entry_us"] * record["entries"] / 1000, rel=0.01)
    assert 50 <= record["moves"] <= 70
    assert record["moves"] < record["entries"]
    assert "<= 0.5" in ono(tmp_path, "bench", "replay", *QUICK).stdout


def test_the_audit_bench_tells_what_a_proof_costs(tmp_path: Path) -> None:
    """Of a game whose four players signed all they did; covered signatures are time not spent."""
    record = told(tmp_path, "audit", *QUICK)
    assert 50 <= record["moves"] <= 70
    assert record["moves"] < record["signatures"] < record["entries"]
    assert 0 < record["replay_ms"] < record["cosignatures_ms"] < record["all_signatures_ms"]
    for name, checks in (("all_signatures", record["signatures"] + 10), ("cosignatures", 14)):
        assert record[f"{name}_verify_ms"] == pytest.approx(checks * record["verify_us"] / 1000, rel=0.01)
        assert record[f"{name}_verify_ms"] < record[f"{name}_ms"]
    assert record["jobs2_ratio"] > 0
    lines = audit._lines(record)
    assert lines[-1].split() == ["target", "<=", "8.0", "ms", "<=", "1.5", "ms", "<=", "0.5", "ms"]


def test_the_shuffle_bench_tells_what_a_shuffle_costs(tmp_path: Path) -> None:
    """All who take part together: the dealer, four links, and five who check."""
    record = told(tmp_path, "shuffle", *QUICK)
    parts = record["commit_ms"] + record["reveal_ms"] + 5 * record["check_ms"]
    assert record["shuffle_ms"] == pytest.approx(parts, abs=0.005)
    assert record["shuffle_ms"] < record["chain_ms"] * 10
    assert "<= 5.0" in ono(tmp_path, "bench", "shuffle", *QUICK).stdout


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("engine", "--seats", 11), "--seats: 2 to 10 expected, got 11"),
        (("engine", "--seconds", 0), "--seconds: more than 0, up to 600 expected, got 0"),
        (("audit", "--seconds", -1), "--seconds: more than 0, up to 600 expected, got -1"),
        (("shuffle", "--seconds", 601), "--seconds: more than 0, up to 600 expected, got 601"),
        (("replay", "--seconds", "nan"), "--seconds: more than 0, up to 600 expected, got nan"),
    ],
)
def test_a_measurement_that_cannot_be_is_refused(argv: tuple[object, ...], words: str, tmp_path: Path) -> None:
    """The error names the option and what it may be; exit 2."""
    done = ono(tmp_path, "bench", *argv)
    assert done.returncode == 2
    assert one_line(done.stderr) == words


@pytest.mark.parametrize("name", ["engine", "replay", "audit", "shuffle", "bots"])
def test_every_bench_explains_itself(name: str, tmp_path: Path) -> None:
    """Each has its help, with an example of its own."""
    done = ono(tmp_path, "bench", name, "--help")
    assert done.returncode == 0
    assert f"example: ono bench {name}" in done.stdout
