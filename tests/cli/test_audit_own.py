"""`ono audit` for one player's eyes, and for two logs that a table should not both have signed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ono_core.game import events as ev
from ono_core.log.file import written
from ono_core.log.forks import proof_bytes
from ono_replay.forks import fork_between
from tests.cli.commands import one_line, ono
from tests.replay.attacks.table import honest
from tests.replay.forging import Game
from tests.replay.running import Running


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer."""
    return honest()


@pytest.fixture
def running_log(played: Game, tmp_path: Path) -> Path:
    """Its log before the round's end."""
    path = tmp_path / "running.ono"
    path.write_bytes(written(played.raws[: played.with_event(ev.RoundEnded)]))
    return path


def keys(played: Game, player: int, folder: Path) -> Path:
    """The file in which the terminal keeps a player's secret."""
    path = folder / f"secret-{player}"
    path.write_bytes(played.players[player].keys._identity_secret)
    return path


def test_a_player_proves_the_own_cards_of_a_running_game(played: Game, running_log: Path, tmp_path: Path) -> None:
    """The dealer has revealed nothing, and each card is proven to the player who holds the keys."""
    done = ono(tmp_path, "audit", running_log, "--seat", 0, "--keys", keys(played, 0, tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("seat 0 (Ana): ")
    assert "in hand at the log's end: " in done.stdout
    assert ono(tmp_path, "audit", running_log).returncode == 3


def test_the_secret_may_be_written_in_hex(played: Game, running_log: Path, tmp_path: Path) -> None:
    """As a browser keeps it; for machines the proof is one object."""
    path = tmp_path / "hex"
    path.write_text(played.players[1].keys._identity_secret.hex() + "\n")
    done = ono(tmp_path, "audit", "--json", running_log, "--seat", 1, "--keys", path)
    told = json.loads(done.stdout)
    assert (told["exit"], told["seat"], told["log"], told["found"]) == (0, 1, str(running_log), None)
    assert len(told["cards"]) >= 7


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--seat", "0"), "--seat N and --keys FILE belong together, with one log"),
        (("--seat", "1", "--keys", "secret-0"), "these keys do not hold seat 1 in this game"),
        (("--seat", "0", "--keys", "running.ono"), "a secret of 32 bytes or 64 hex digits expected"),
        (("--seat", "0", "--keys", "nowhere"), "cannot read"),
    ],
)
def test_wrong_keys_are_told_in_one_line(
    played: Game, running_log: Path, tmp_path: Path, argv: tuple[str, ...], words: str
) -> None:
    """What cannot be used is said, and nothing is shown."""
    keys(played, 0, tmp_path)
    done = ono(tmp_path, "audit", running_log, *[tmp_path / a if a[0] not in "-01" else a for a in argv])
    assert done.returncode == 2
    assert words in one_line(done.stderr)
    assert done.stdout == ""


# Forks


@pytest.fixture(scope="module")
def histories(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two logs of a server that was set back to an old copy."""
    folder = tmp_path_factory.mktemp("histories")
    logs: list[Path] = []
    for late, name in ((0, "first.ono"), (1, "second.ono")):
        running = Running(3)
        running.sit()
        running.steps(12)
        running.now += late
        (folder / name).write_bytes(running.ended())
        logs.append(folder / name)
    return logs[0], logs[1]


def test_pc_34_two_histories_are_told_as_a_fork(histories: tuple[Path, Path], tmp_path: Path) -> None:
    """Each log is proven alone; side by side they are not, and both signatures are printed."""
    fork = fork_between(*(path.read_bytes() for path in histories))
    assert fork is not None
    assert [ono(tmp_path, "audit", path).returncode for path in histories] == [0, 0]
    for given in (histories, [histories[0].parent]):
        done = ono(tmp_path, "audit", *given)
        assert done.returncode == 1
        told = done.stdout.splitlines()[-1]
        assert f"fork at {fork.index}: " in told
        assert fork.one.sig.hex() in told
        assert fork.other.sig.hex() in told


def test_a_proof_of_a_fork_needs_no_log(histories: tuple[Path, Path], tmp_path: Path) -> None:
    """A client's `.fork` file says the same."""
    fork = fork_between(*(path.read_bytes() for path in histories))
    assert fork is not None
    proof = tmp_path / "table.fork"
    proof.write_bytes(proof_bytes(fork))
    done = ono(tmp_path, "audit", proof)
    assert (done.returncode, done.stdout) == (1, f"{proof}: {fork.words}\n")
    told = json.loads(ono(tmp_path, "audit", "--json", proof).stdout)
    assert (told["fork"], told["exit"], told["game"]) == (fork.index, 1, fork.game.hex())
    proof.write_bytes(proof_bytes(fork)[:-1])
    assert "not canonical" in one_line(ono(tmp_path, "audit", proof).stderr)


def test_pc_34_copies_of_one_log_are_no_fork(histories: tuple[Path, Path], tmp_path: Path) -> None:
    """A log and an older copy of it go together."""
    copy = tmp_path / "copy.ono"
    copy.write_bytes(histories[0].read_bytes())
    done = ono(tmp_path, "audit", histories[0], copy)
    assert done.returncode == 0
    assert "fork" not in done.stdout
