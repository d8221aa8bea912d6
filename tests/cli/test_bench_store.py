"""`ono bench store`: both ways write the same entries through the store, and wait for the same disk."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
import trio.lowlevel

from ono_cli.bench import store
from ono_cli.bench.clock import ROUNDS
from ono_net.server import STORE
from ono_net.store.memory import MemoryStore
from tests.cli.commands import one_line, ono


class Watched(MemoryStore):
    """A store that knows how many write at once."""

    def __init__(self) -> None:
        super().__init__()
        self.writing = 0
        self.most = 0

    async def append(self, game: bytes, index: int, *raws: bytes) -> None:
        """Keep them."""
        self.writing += 1
        self.most = max(self.most, self.writing)
        await trio.lowlevel.checkpoint()
        await super().append(game, index, *raws)
        self.writing -= 1


@pytest.mark.parametrize(("alone", "at_once"), [(True, 1), (False, store.GAMES)])
async def test_one_by_one_means_that_nobody_shares_a_commit(*, alone: bool, at_once: int) -> None:
    """The games wait alike both times; what differs is how many entries the store is given at once."""
    watched = Watched()
    written = await store.written(watched, 0.05, alone=alone)
    assert watched.most == at_once
    assert len(written.waits) > store.GAMES
    assert written.waits == sorted(written.waits)


def test_the_store_bench_speaks_json(tmp_path: Path) -> None:
    """The ratio is that of the two rates."""
    done = ono(tmp_path, "bench", "store", "--seconds", 0.5, "--json", "--data", tmp_path / "data")
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    assert record["ratio"] == pytest.approx(record["grouped_s"] / record["one_by_one_s"], rel=0.05)
    assert 0 < record["p50_ms"] <= record["p99_ms"]
    assert list((tmp_path / "data").iterdir()) == [], "nothing is left behind"


def test_the_store_bench_shows_the_target(tmp_path: Path) -> None:
    """Beside the ratio stands what it should be."""
    done = ono(tmp_path, "bench", "store", "--seconds", 0.2, "--data", tmp_path)
    assert any(">= 10x" in line for line in done.stdout.splitlines())


async def test_what_is_measured_is_on_the_disk(tmp_path: Path) -> None:
    """As many entries as were counted stand in the file of the store."""
    record = await store.measured(tmp_path, 0.2)
    with closing(connect(tmp_path / STORE)) as db:
        [(kept, games, shortest, longest)] = db.execute(
            "SELECT count(*), count(DISTINCT game), min(length(raw)), max(length(raw)) FROM entries"
        ).fetchall()
    assert games == 2 * ROUNDS * store.GAMES
    assert kept >= games
    assert shortest == longest == record["entry_bytes"]


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """The error names it; exit 2."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    done = ono(tmp_path, "bench", "store", "--data", tmp_path / "file")
    assert done.returncode == 2
    assert one_line(done.stderr) == f"--data: {tmp_path / 'file'}: file exists"
