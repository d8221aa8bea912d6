"""`ono escrow` and `ono audit --shares`: players finish the audit of a game whose table has vanished."""

from __future__ import annotations

from pathlib import Path

import pytest

from ono_core.log.file import written
from tests.cli.commands import one_line, ono
from tests.net.table import Table, secret


def home(folder: Path, name: str) -> Path:
    """The data folder of a player of this name."""
    kept = folder / name / "player"
    kept.mkdir(parents=True)
    path = kept / "secret"
    path.write_bytes(secret(name))
    path.chmod(0o600)
    return folder / name


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A game of Ana and Ben that its table left in the middle of a round."""
    table = Table("Ana", "Ben", bots=1, options={"preset": "boardflix", "escrow": "n_of_n"})
    table.start()
    table.plays_on(until=12)
    path = tmp_path / "left.ono"
    path.write_bytes(written(table.raws))
    return path


def test_two_players_finish_the_audit_of_a_vanished_table(log: Path, tmp_path: Path) -> None:
    """Each writes a share from the own secret and the log; both together prove the cards dealt so far."""
    files: list[Path] = []
    for name in ("Ana", "Ben"):
        share = tmp_path / f"{name}.share"
        done = ono(tmp_path, "escrow", log, "--data", home(tmp_path, name), "--out", share)
        assert (done.returncode, done.stdout) == (0, "")
        assert "only if the table is gone for good" in done.stderr
        files.append(share)
    before = ono(tmp_path, "audit", log)
    assert "The dealer has not revealed this shuffle's secret" in before.stdout
    after = ono(tmp_path, "audit", log, "--shares", *files)
    assert after.returncode == 3
    assert "The dealer did not reveal its secret: all players together did" in after.stdout
    assert "has not revealed" not in after.stdout
    alone = ono(tmp_path, "audit", log, "--shares", files[0])
    assert "the share of seat 1 (Ben) is missing" in alone.stdout


def test_who_holds_no_share_is_told_so(log: Path, tmp_path: Path) -> None:
    """Somebody who did not play, and a file that holds no share."""
    done = ono(tmp_path, "escrow", log, "--data", home(tmp_path, "Eve"))
    assert done.returncode == 2
    assert "gives your identity no share" in one_line(done.stderr)
    done = ono(tmp_path, "audit", log, "--shares", log)
    assert done.returncode == 2
    assert "is no share" in one_line(done.stderr)


def test_a_share_is_shown_where_no_file_is_named(log: Path, tmp_path: Path) -> None:
    """One line that can be copied."""
    done = ono(tmp_path, "escrow", log, "--data", home(tmp_path, "Ana"))
    assert done.stdout.startswith("ono-share ")
    assert done.stdout.count("\n") == 1
