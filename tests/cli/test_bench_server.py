"""`ono bench server`: real moves on real servers, all durable, and each server signs what its name says."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from ono_cli.bench import server
from ono_cli.bench.boardgame import boardgame_io
from ono_cli.bench.room import SEATS
from ono_core.log.entries import ByPlayer, Entry, Signed, read_entry, read_pair
from ono_core.log.file import written
from ono_net.server import STORE
from ono_replay.audit import audit
from tests.cli.commands import environment, one_line, ono

ROOMS = 2
IDLE = 1
BACK = 8
TIMEOUT = 180
ZEROS = bytes(64)
MAY_BE_NONE_AT_ALL = {"idle_share", "reconnect_cut"}


class Run:
    """One short run: what it told, and the logs that its servers kept, by mode."""

    def __init__(self, folder: Path) -> None:
        words = ("--json", "--rooms", ROOMS, "--seconds", 1, "--idle", IDLE, "--reconnect", BACK, "--data", folder)
        command = [sys.executable, "-m", "ono_cli", "bench", "server", *map(str, words)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=TIMEOUT, env=environment(folder)
        )
        assert done.returncode == 0, done.stderr
        self.record: Mapping[str, Any] = json.loads(done.stdout)
        self.logs = {mode: logs(folder / mode) for mode in server.MODES}

    def entries(self, mode: str) -> list[tuple[Signed, Entry]]:
        """Every entry of these logs, with its signature."""
        pairs = [read_pair(raw) for log in self.logs[mode] for raw in log]
        return [(pair, read_entry(pair.body)) for pair in pairs]


def logs(folder: Path) -> list[list[bytes]]:
    """The log of every game in a store, those that a rematch followed too."""
    with closing(sqlite3.connect(folder / STORE)) as db:
        rows = db.execute('SELECT game, raw FROM entries ORDER BY game, "index"').fetchall()
    return [[raw for _, raw in game] for _, game in groupby(rows, key=itemgetter(0))]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The run that is looked at."""
    return Run(tmp_path_factory.mktemp("bench"))


@pytest.mark.timeout(TIMEOUT)
def test_the_server_bench_speaks_json(run: Run) -> None:
    """Every figure is there, and one that can be; only the peer was not asked for."""
    told = {name: run.record[name] for name in server.WORDS}
    assert {name for name, value in told.items() if value is None} == {"boardgame_io_us", "ratio_boardgame_io"}
    assert all(value > 0 for name, value in told.items() if value is not None and name not in MAY_BE_NONE_AT_ALL)
    assert told["p50_ms"] <= told["p99_ms"]
    assert (run.record["rooms"], run.record["idle_connections"], run.record["reconnections"]) == (ROOMS, SEATS, BACK)
    assert run.record["missing"] == []


@pytest.mark.parametrize("mode", server.MODES)
def test_the_moves_were_made_and_are_durable(run: Run, mode: str) -> None:
    """In the store of each server stand for every room games of four who join, and play by commands of their own."""
    assert len(run.logs[mode]) >= ROOMS
    entries = run.entries(mode)
    kinds = [type(event).__name__ for _, entry in entries for event in entry.events]
    assert kinds.count("Seated") == len(run.logs[mode]) * SEATS
    played = [entry for _, entry in entries if any(type(event).__name__ == "Played" for event in entry.events)]
    assert played
    assert all(isinstance(entry.cause, ByPlayer) for entry in played)


def test_what_was_measured_is_a_fair_game(run: Run) -> None:
    """The audit finds nothing against the product's own logs: every signature and every card is good."""
    for log in run.logs["checked"]:
        report = audit(written(log))
        assert report.findings == ()
        assert len(report.players) == SEATS


@pytest.mark.parametrize(
    ("mode", "entries_signed", "commands_signed"),
    [("bare", False, False), ("signed", True, False), ("checked", True, True)],
)
def test_each_server_signs_what_its_name_says(
    run: Run, mode: str, *, entries_signed: bool, commands_signed: bool
) -> None:
    """What a mode leaves out is left out of every entry, and what it has is in every entry."""
    entries = run.entries(mode)
    assert {pair.sig != ZEROS for pair, _ in entries} == {entries_signed}
    sigs = {entry.cause.sig != ZEROS for _, entry in entries if isinstance(entry.cause, ByPlayer)}
    assert sigs == {commands_signed}


def test_the_limit_is_told() -> None:
    """Whether the server was the limit is said in words, with the targets beside the figures."""
    record = {
        **dict.fromkeys(server.WORDS), "cpu_us_bare": 99.4, "server_busy": 0.99, "load_busy": 0.4, "rooms": 2,
        "cores": {"server": 0, "load": 1}, "missing": ["no peer"],
    }  # fmt: skip
    lines = list(server.lines(record))
    assert any(line.split()[:3] == ["99.40", "<=", "100"] for line in lines)
    assert lines[-2:] == ["the server was the limit: its core was busy and the load's was not", "no peer"]
    assert "was not the limit" in list(server.lines({**record, "load_busy": 0.95}))[-2]
    assert "one core for both" in list(server.lines({**record, "cores": {"server": 0, "load": 0}}))[-2]


def test_without_node_it_is_said_that_the_peer_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs the comparison, not the measurement."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with boardgame_io(2, tmp_path / "errors.txt") as found:
        assert found == "boardgame.io needs Node.js and npm, and there is none on the path"


def test_a_server_that_cannot_start_is_told(tmp_path: Path) -> None:
    """One line says what the server said, and nothing is left waiting."""
    (tmp_path / "bare").write_text("in the way", encoding="utf-8")
    done = ono(tmp_path, "bench", "server", "--rooms", 1, "--seconds", 1, "--data", tmp_path)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("a process of the benchmark ended: ")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("server", "--rooms", 0), "--rooms: 1 to 5000 expected, got 0"),
        (("server", "--idle", -1), "--idle: 0 to 5000 expected, got -1"),
        (("server", "--reconnect", 20_001), "--reconnect: 0 to 20000 expected, got 20001"),
        (("server", "--seconds", 0), "--seconds: more than 0, up to 600 expected, got 0"),
        (("store", "--seconds", 0), "--seconds: more than 0, up to 600 expected, got 0"),
    ],
)
def test_a_measurement_that_cannot_be_is_refused(argv: tuple[object, ...], words: str, tmp_path: Path) -> None:
    """The error names the option and what it may be; exit 2."""
    done = ono(tmp_path, "bench", *argv)
    assert done.returncode == 2
    assert one_line(done.stderr) == words


@pytest.mark.parametrize("name", ["server", "store"])
def test_both_benches_explain_themselves(name: str, tmp_path: Path) -> None:
    """Each has its help, with an example of its own."""
    done = ono(tmp_path, "bench", name, "--help")
    assert done.returncode == 0
    assert f"example: ono bench {name}" in done.stdout
