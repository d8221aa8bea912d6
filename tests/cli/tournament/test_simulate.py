"""Tournaments that nobody plays: what is drawn for them stands before a checker that was written separately."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ono_cli.tournament import simulate as module
from ono_cli.tournament.simulate import FORMATS, simulate
from ono_core.tournament.pairing import Limits, Pairing, Past
from tests.cli.commands import ono

TOURNAMENTS = 50
PARTS = 5
SEED = 1


@pytest.mark.parametrize("part", range(PARTS))
def test_the_checker_finds_nothing(part: int) -> None:
    """Fifty tournaments in five parts, of all formats and up to 200 players, with late entries and withdrawals."""
    each = TOURNAMENTS // PARTS
    seen = [*simulate(each, SEED, first=1 + each * part)]
    assert [line for one in seen for line in [*one.lines][1:]] == []
    assert sum(one.rounds for one in seen) > each


def test_the_tournaments_are_mixed() -> None:
    """All formats, small and large ones, some where somebody sits out and some where meetings must be repeated."""
    seen = [*simulate(12, SEED)]
    assert {one.form.format for one in seen} == set(FORMATS)
    assert min(one.players for one in seen) < 20
    assert max(one.players for one in seen) > 100
    assert any(one.sitting for one in seen)
    assert any(one.repeats for one in seen)


def test_a_tournament_is_the_same_each_time() -> None:
    """Whatever else is simulated; and another seed gives another."""
    third = [*simulate(3, SEED)][2]
    assert [*simulate(1, SEED, first=3)] == [third]
    assert [*simulate(1, SEED + 1, first=3)] != [third]


def test_a_bad_pairing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everybody sat in one row, over and over, the checker would say so, in a line for each flaw."""

    def in_a_row(players: list[int], _past: Past, limits: Limits, _mix: bytes, _groups: object = None) -> Pairing:
        row = sorted(players)
        size = limits.size
        whole = len(row) // size * size
        return Pairing(tuple(tuple(row[at : at + size]) for at in range(0, whole, size)), tuple(row[whole:]))

    monkeypatch.setattr(module, "pair", in_a_row)
    lines = [line for one in simulate(12, SEED) for line in [*one.lines][1:]]
    assert any("needless-repeats: Players meet again who need not have" in line for line in lines)
    assert any("needless-sitting" in line for line in lines)


def test_the_soak_is_a_program() -> None:
    """``python -m tests.cli.tournament.soak`` draws as many as asked, in several processes, and tells of them."""
    program = [sys.executable, "-m", "tests.cli.tournament.soak", "--tournaments", "3", "--seed", "7", "--jobs", "2"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("3 tournaments, ")
    assert done.stdout.endswith("; 0 tournaments with flaws\n")


def test_the_command_tells_each_tournament_and_ends_well(tmp_path: Path) -> None:
    """Regression: it took every tournament for a finding."""
    done = ono(tmp_path, "tournament", "simulate", "--tournaments", "2", "--seed", "7")
    assert done.returncode == 0
    assert done.stdout.endswith("2 tournaments paired, flaws found: 0\n")
