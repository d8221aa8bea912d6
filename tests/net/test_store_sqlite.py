"""The SQLite store: what survives, who may open it, and what happens when the disk or the file is bad."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from itertools import count, islice
from pathlib import Path

import pytest
import trio

from ono_net.store import Conflict, Corrupt, OutcomeUnknown, StoreError, StoreUnavailable
from ono_net.store.sqlite import VERSION, SqliteStore, _commit_fault, open_sqlite

GAME = bytes(range(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store's file goes."""
    return tmp_path / "ono.db"


def edit(path: Path, *statements: str) -> None:
    """Change a store behind its back."""
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def commits(path: Path) -> int:
    """How many frames of the write-ahead log end a commit: they carry a size (SQLite file format, 4.1)."""
    wal = path.with_name(f"{path.name}-wal").read_bytes()
    (page,) = struct.unpack_from(">I", wal, 8)
    return sum(wal[at + 4 : at + 8] != bytes(4) for at in range(32, len(wal), page + 24))


async def append_to(store: SqliteStore, acknowledged: list[bytes]) -> None:
    """Append 3000 bytes at a time to a new GAME, for ever."""
    for index in count():
        raw = os.urandom(3000)
        await store.append(GAME, index, raw)
        acknowledged.append(raw)


def overwrite(path: Path, at: int, raw: bytes) -> None:
    """Damage a file in the middle."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(raw)


# What survives


async def test_reopening_finds_everything(path: Path) -> None:
    """Logs and rooms are there after a stop and a start, and go on where they were."""
    async with open_sqlite(path) as store:
        await store.append(GAME, 0, b"a", b"b")
        await store.save_room("ABCD", b"one")
    async with open_sqlite(path) as store:
        assert await store.read(GAME) == [b"a", b"b"]
        assert await store.rooms() == {"ABCD": b"one"}
        await store.append(GAME, 2, b"c")
        with pytest.raises(Conflict):
            await store.append(GAME, 2, b"c")


async def test_closing_finishes_what_is_in_line(path: Path) -> None:
    """Appends that wait when the store closes end durable; later calls are refused."""
    async with trio.open_nursery() as nursery:
        async with open_sqlite(path) as store:
            for n in range(50):
                nursery.start_soon(store.append, bytes([n]) * 32, 0, b"a")
            await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(StoreUnavailable):
            await store.append(GAME, 0, b"a")
        with pytest.raises(StoreUnavailable):
            await store.read(GAME)
    async with open_sqlite(path) as store:
        assert [await store.head(bytes([n]) * 32) for n in range(50)] == [0] * 50


async def test_many_games_share_commits(path: Path) -> None:
    """Forty busy games need few commits, and every entry is there afterwards."""
    games = [bytes([n]) * 32 for n in range(40)]

    async def play(store: SqliteStore, game: bytes) -> None:
        for index in range(10):
            await store.append(game, index, bytes(100))

    async with open_sqlite(path) as store:
        before = commits(path)
        async with trio.open_nursery() as nursery:
            for game in games:
                nursery.start_soon(play, store, game)
        assert 10 <= commits(path) - before <= 40
    async with open_sqlite(path) as store:
        assert [await store.head(game) for game in games] == [9] * 40


async def test_every_commit_is_synced(path: Path) -> None:
    """The file is in write-ahead mode with a full sync, which a power cut cannot undo."""
    async with open_sqlite(path) as store:
        assert store._writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._writing.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_alone_each_append_is_a_commit(path: Path) -> None:
    """An append returns only after a commit of its own or its group's: ten in a row are ten."""
    async with open_sqlite(path) as store:
        before = commits(path)
        for index in range(10):
            await store.append(GAME, index, b"a")
            assert commits(path) - before == index + 1


APPENDER = """
import os, sys
from pathlib import Path
import trio
from ono_net.store.sqlite import open_sqlite

async def play(store, number):
    game = bytes([number]) * 32
    index = len(await store.read(game))
    while True:
        await store.append(game, index, b"%d %d" % (number, index))
        os.write(1, b"%d %d\\n" % (number, index))
        index += 1

async def main():
    async with open_sqlite(Path(sys.argv[1])) as store, trio.open_nursery() as nursery:
        for number in range(8):
            nursery.start_soon(play, store, number)

trio.run(main)
"""


def acknowledged_before_kill(path: Path, at_least: int) -> dict[int, int]:
    """Let a process append to eight games, kill it after `at_least` entries; the last index of each game."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", APPENDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout
        lines = list(islice(process.stdout, at_least))
        process.kill()
        lines += process.stdout
    assert process.returncode == -signal.SIGKILL
    pairs = (line.split() for line in lines if line.endswith(b"\n"))
    return {int(number): int(index) for number, index in pairs}


@pytest.mark.parametrize("rounds", [4])
async def test_kill_loses_nothing_acknowledged(path: Path, rounds: int) -> None:
    """After each `kill -9` every acknowledged entry is there and no index is missing."""
    for n in range(rounds):
        acknowledged = await trio.to_thread.run_sync(acknowledged_before_kill, path, 200 + 57 * n)
        assert len(acknowledged) == 8
        async with open_sqlite(path) as store:
            for number, last in acknowledged.items():
                raws = await store.read(bytes([number]) * 32)
                assert len(raws) > last
                assert raws == [b"%d %d" % (number, index) for index in range(len(raws))]


# Who may open it


async def test_two_openers(path: Path) -> None:
    """A second server is refused with a clear word, and may have the file once the first has stopped."""
    async with open_sqlite(path) as store:
        with pytest.raises(StoreUnavailable, match=r"ono\.db is in use by another server"):
            async with open_sqlite(path):
                pass
        await store.append(GAME, 0, b"a")
    async with open_sqlite(path) as store:
        assert await store.head(GAME) == 0


async def test_missing_folder(tmp_path: Path) -> None:
    """A path that cannot be is refused in words."""
    with pytest.raises(StoreUnavailable, match="No such file or directory"):
        async with open_sqlite(tmp_path / "nowhere" / "ono.db"):
            pass


async def test_body_error_passes_as_it_is(path: Path) -> None:
    """An error raised while the store is open is not wrapped, and the store is closed behind it."""
    with pytest.raises(KeyError):
        async with open_sqlite(path):
            raise KeyError
    async with open_sqlite(path) as store:
        assert await store.rooms() == {}


# A bad disk


async def test_disk_full(path: Path) -> None:
    """With the disk full an append is refused and undone; reads go on, and writes too once there is room."""
    acknowledged: list[bytes] = []
    async with open_sqlite(path) as store:
        store._writing.execute("PRAGMA max_page_count = 20")
        with pytest.raises(StoreUnavailable, match="full"):
            await append_to(store, acknowledged)
        assert await store.read(GAME) == acknowledged
        with pytest.raises(StoreUnavailable, match="full"):
            await store.save_room("ABCD", bytes(50_000))
        store._writing.execute("PRAGMA max_page_count = 1000")
        await store.append(GAME, len(acknowledged), b"after")
        assert await store.rooms() == {}
    async with open_sqlite(path) as store:
        assert await store.read(GAME) == [*acknowledged, b"after"]


async def test_a_probe_is_a_real_write(path: Path) -> None:
    """A probe is a commit of its own, and fails where nothing can be written."""
    async with open_sqlite(path) as store:
        before = commits(path)
        await store.probe()
        assert commits(path) == before + 1
        with files_no_longer_than(1), pytest.raises(StoreUnavailable):
            await store.probe()
        await store.probe()


async def test_disk_full_is_everybodys(path: Path) -> None:
    """If a group does not fit, none of it is written, and every one of its writers learns so."""
    refused: list[int] = []

    async def append(store: SqliteStore, number: int, size: int) -> None:
        try:
            await store.append(bytes([number]) * 32, 0, bytes(size))
        except StoreUnavailable:
            refused.append(number)

    async with open_sqlite(path) as store:
        store._writing.execute("PRAGMA max_page_count = 20")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(store.append, GAME, 0, b"goes alone, ahead of the group")
            await trio.testing.wait_all_tasks_blocked()
            for number, size in enumerate([10, 10, 200_000, 10]):
                nursery.start_soon(append, store, number, size)
        assert [await store.head(bytes([number]) * 32) is None for number in range(4)] == [
            number in refused for number in range(4)
        ]
        assert 2 in refused


@contextmanager
def files_no_longer_than(size: int) -> Generator[None]:
    """A real write error: the system refuses to write past `size` bytes of any file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_write_error(path: Path) -> None:
    """A write error in the middle of a commit undoes the append; the store goes on when the disk does."""
    acknowledged: list[bytes] = []
    async with open_sqlite(path) as store:
        with files_no_longer_than(200_000), pytest.raises(StoreUnavailable, match="disk I/O error"):
            await append_to(store, acknowledged)
        assert await store.read(GAME) == acknowledged
        await store.append(GAME, len(acknowledged), b"after")
    async with open_sqlite(path) as store:
        assert await store.read(GAME) == [*acknowledged, b"after"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (sqlite3.SQLITE_FULL, StoreUnavailable),
        (sqlite3.SQLITE_IOERR_WRITE, StoreUnavailable),
        (sqlite3.SQLITE_IOERR_FSYNC, OutcomeUnknown),
        (sqlite3.SQLITE_IOERR_SHMMAP, OutcomeUnknown),
        (sqlite3.SQLITE_CORRUPT, OutcomeUnknown),
    ],
)
def test_failed_commit(path: Path, code: int, expected: type[StoreError]) -> None:
    """A commit whose last frame may be on the disk is unknown; one that surely was not written is refused."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    assert type(_commit_fault(error, path)) is expected


async def test_one_items_bug_is_its_own(path: Path) -> None:
    """An append that SQLite itself refuses fails alone; the others of its group are written."""
    outcomes: dict[int, bool] = {}

    async def append(store: SqliteStore, number: int, *raws: bytes) -> None:
        try:
            await store.append(bytes([number]) * 32, 0, *raws)
        except sqlite3.IntegrityError:
            outcomes[number] = False
        else:
            outcomes[number] = True

    async with open_sqlite(path) as store:
        async with trio.open_nursery() as nursery:
            for number in range(4):
                raw: bytes = "text" if number == 2 else b"raw"  # type: ignore[assignment]
                nursery.start_soon(append, store, number, b"first", raw)
        assert outcomes == {0: True, 1: True, 2: False, 3: True}
        assert [await store.head(bytes([number]) * 32) for number in range(4)] == [1, 1, None, 1]


# A bad file


async def refused_as_corrupt(path: Path) -> None:
    """Opening names the file and points to backups, and changes not one byte of it."""
    file = trio.Path(path)
    before = await file.read_bytes()
    with pytest.raises(Corrupt, match=r"ono\.db: .*restore a backup"):
        async with open_sqlite(path):
            pass
    assert await file.read_bytes() == before


async def filled(path: Path) -> None:
    """Make a store with 200 entries, and stop it."""
    async with open_sqlite(path) as store:
        await store.append(GAME, 0, *(os.urandom(400) for _ in range(200)))


async def test_no_database(path: Path) -> None:
    """A file that is no database is refused."""
    await trio.Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000))
    await refused_as_corrupt(path)


async def test_zeroed_header(path: Path) -> None:
    """A store whose first hundred bytes are zero is refused."""
    await filled(path)
    overwrite(path, 0, bytes(100))
    await refused_as_corrupt(path)


async def test_garbage_page(path: Path) -> None:
    """A store with a page of garbage is refused at the start, not when that page is read."""
    await filled(path)
    overwrite(path, 4096 * 8, b"\xa5" * 4096)
    await refused_as_corrupt(path)


async def test_truncated(path: Path) -> None:
    """A store cut in half is refused."""
    await filled(path)
    os.truncate(path, 4096 * 10)
    await refused_as_corrupt(path)


async def test_damaged_while_running(path: Path) -> None:
    """Pages that go bad under a running server stop the log that lies there, and nothing else."""
    await filled(path)
    async with open_sqlite(path) as store:
        store._writing.execute("PRAGMA shrink_memory")
        overwrite(path, 4096 * 3, b"\xa5" * 4096 * 30)  # all leaves; the roots of both tables come before
        with pytest.raises(Corrupt):
            await store.read(GAME)
        with pytest.raises(Corrupt):
            await store.append(GAME, 200, b"a")
        await store.save_room("ABCD", b"one")
        assert await store.rooms() == {"ABCD": b"one"}


async def test_another_programs_database(path: Path) -> None:
    """A sound database of another program is refused, untouched."""
    edit(path, "CREATE TABLE entries (a)")
    await refused_as_corrupt(path)


async def test_newer_store(path: Path) -> None:
    """A store written by a newer version is refused with that reason."""
    await filled(path)
    edit(path, f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StoreUnavailable, match="use a newer ONO"):
        async with open_sqlite(path):
            pass


async def test_missing_entry(path: Path) -> None:
    """A log with a hole is not read across it."""
    await filled(path)
    edit(path, 'DELETE FROM entries WHERE "index" = 7')
    async with open_sqlite(path) as store:
        with pytest.raises(Corrupt, match="missing entries"):
            await store.read(GAME)
        assert len(await store.read(GAME, 8)) == 192


async def test_a_start_cut_short(path: Path) -> None:
    """A file left empty by a server that died while it made it is simply begun again."""
    await trio.Path(path).touch()
    async with open_sqlite(path) as store:
        await store.append(GAME, 0, b"a")


async def test_old_sqlite(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python whose SQLite is too old is told which one is needed."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(StoreUnavailable, match=r"expected SQLite 3\.37"):
        async with open_sqlite(path):
            pass
