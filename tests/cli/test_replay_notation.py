"""`ono replay --notation`: a log as text that can be pasted and read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from ono_core.game.notation import read
from tests.cli.commands import one_line, ono

LOG = Path(__file__).parents[1] / "vectors" / "logs" / "challenges.ono"


def test_a_log_is_shown_as_a_notation_that_reads_back(tmp_path: Path) -> None:
    """What the terminal shows is the whole game, and nothing else."""
    done = ono(tmp_path, "replay", LOG, "--notation")
    assert done.returncode == 0, done.stderr
    game = read(done.stdout)
    assert [holder.name for holder in game.seats] == ["Ana", "Ben", "Cleo"]
    assert min(game.places) == 1


def test_a_torn_log_has_the_notation_of_what_is_whole(tmp_path: Path) -> None:
    """As far as it goes, and what ends it is told: exit 3."""
    data = LOG.read_bytes()
    torn = tmp_path / "torn.ono"
    torn.write_bytes(data[: len(data) * 2 // 3])
    done = ono(tmp_path, "replay", torn, "--notation")
    assert done.returncode == 3
    game = read(done.stdout)
    assert game.rounds[-1].end is None
    assert game.places == ()


def test_a_log_without_a_game_has_no_notation(tmp_path: Path) -> None:
    """One that ends in the lobby: exit 2."""
    data = LOG.read_bytes()
    lobby = tmp_path / "lobby.ono"
    lobby.write_bytes(data[:1500])
    done = ono(tmp_path, "replay", lobby, "--notation")
    assert done.returncode == 2
    assert "a game that began expected" in one_line(done.stderr)


@pytest.mark.parametrize("other", [("--json",), ("--at", 3), ("--seat", 0)])
def test_the_notation_stands_alone(other: tuple[object, ...], tmp_path: Path) -> None:
    """It shows the whole game to everybody, so what asks for a part is refused."""
    done = ono(tmp_path, "replay", LOG, "--notation", *other)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("--notation: ")
