"""`ono bench bots`: contests of the computer's levels, told with their intervals and targets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import one_line, ono


def test_a_contest_is_told_with_its_interval(tmp_path: Path) -> None:
    """Who was tested, against whom, and between what the true share lies."""
    argv = ("bench", "bots", "--pairs", "medium:random", "--seats", 2, 3, "--games", 30)
    record = json.loads(ono(tmp_path, *argv, "--json").stdout)
    assert [(one["tested"], one["field"], one["seats"]) for one in record["contests"]] == [
        ("medium", "random", 2),
        ("medium", "random", 3),
    ]
    for one in record["contests"]:
        assert one["games"] == 30
        assert one["percent"] == pytest.approx(100 * one["wins"] / one["games"], abs=0.01)
        low, high = one["interval"]
        assert 0 <= low < one["percent"] < high <= 100
    assert [one["target"] for one in record["contests"]] == [63, None]
    assert record["hard_ms"] == {}
    lines = ono(tmp_path, *argv).stdout.splitlines()
    assert [line.split()[:4] for line in lines[3:]] == [["medium", "random", str(seats), "30"] for seats in (2, 3)]
    assert lines[3].rstrip().endswith(">= 63 %")


def test_it_is_told_how_long_hard_thinks(tmp_path: Path) -> None:
    """The median CPU time of its choices, by the seats at the table."""
    done = ono(tmp_path, "bench", "bots", "--pairs", "hard:medium", "--seats", 4, "--games", 4, "--json")
    assert json.loads(done.stdout)["hard_ms"]["4"] > 0


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--pairs", "medium"), "--pairs: two of easy, medium, hard, random, child60"),
        (("--pairs", "medium:best"), "--pairs: two of easy, medium, hard, random, child60"),
        (("--games", 0), "--games: 1 to 1000000 expected, got 0"),
        (("--seats", 7), "--seats: 2 to 6 expected, got 7"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(argv: tuple[object, ...], words: str, tmp_path: Path) -> None:
    """The error names the option and what it may be; exit 2."""
    done = ono(tmp_path, "bench", "bots", *argv)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith(words)
