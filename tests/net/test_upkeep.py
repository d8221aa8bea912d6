"""Checking and copying a store, moving it to a newer version, and what becomes of damage."""

from __future__ import annotations

import itertools
import logging
import os
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
import trio
import trio.testing

from ono_core.game.commands import AddBot, Start, Unseat
from ono_net.damage import Damage
from ono_net.messages import Create, Enter, Entered
from ono_net.server import STORE
from ono_net.store import Corrupt, StoreUnavailable
from ono_net.store.sqlite import APPLICATION_ID, MIGRATIONS, VERSION, SqliteStore, open_sqlite
from ono_net.store.upkeep import backup, check
from tests.net.peers import error, log_of
from tests.net.serving import Person, Served, person, serving, wire

ENTRY = 'SELECT raw FROM entries WHERE game = ? AND "index" = ?'
REPLACE = 'UPDATE entries SET raw = ? WHERE game = ? AND "index" = ?'


@asynccontextmanager
async def two_rooms(folder: Path) -> AsyncGenerator[tuple[Served, Person, Person]]:
    """A server with two rooms: one in which Ana plays with a computer, one in which Ben has just sat down."""
    async with serving(folder) as served, person(served, "Ana") as ana, person(served, "Ben") as ben:
        await ana.sit()
        await ana.act(AddBot("easy", None))
        await ana.act(Start())
        await ana.play(12)
        await ben.sit()
        yield served, ana, ben


def game_of(someone: Person) -> bytes:
    """The id of the game that somebody follows."""
    return log_of(someone).keys.gid


def flip(path: Path, game: bytes, index: int) -> None:
    """Change one bit of a stored entry, as a bad disk does."""
    with closing(sqlite3.connect(path)) as db, db:
        [(raw,)] = db.execute(ENTRY, (game, index)).fetchall()
        at = len(raw) // 2
        db.execute(REPLACE, (raw[:at] + bytes([raw[at] ^ 4]) + raw[at + 1 :], game, index))


# Checking


async def test_a_sound_store(tmp_path: Path) -> None:
    """While the server runs every log can be checked, and what is found is what was played."""
    async with two_rooms(tmp_path) as (_, ana, ben):
        found = await trio.to_thread.run_sync(lambda: check(tmp_path / STORE, every_game=True))
        assert found.damage == ()
        assert (found.version, found.rooms, found.games) == (VERSION, 2, 2)
        assert found.entries >= ana.length + ben.length


async def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    """A bit that SQLite does not miss is found by the chain, and game and entry are named."""
    async with two_rooms(tmp_path) as (_, ana, _ben):
        game = game_of(ana)
    flip(tmp_path / STORE, game, 5)
    [damage] = check(tmp_path / STORE, every_game=False).damage
    assert (damage.game, damage.index) == (game, 5)
    assert damage.words.startswith("entry 5: ")


async def test_a_flipped_bit_in_the_last_entry_is_found(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """No later entry vouches for the last one; its signature does."""
    async with two_rooms(tmp_path) as (_, ana, _ben):
        game = game_of(ana)
    async with open_sqlite(tmp_path / STORE) as store:
        last = await store.head(game)
        assert last
    flip(tmp_path / STORE, game, last)
    assert [damage.index for damage in check(tmp_path / STORE, every_game=False).damage] == [last]
    caplog.set_level(logging.WARNING, "ono_net")
    async with serving(tmp_path):
        pass
    assert [vars(record)["entry"] for record in caplog.records] == [last]


async def test_a_missing_entry_is_found(tmp_path: Path) -> None:
    """A hole in a log is named, and so is a log that is not there at all."""
    async with two_rooms(tmp_path) as (_, ana, ben):
        first, second = game_of(ana), game_of(ben)
    with closing(sqlite3.connect(tmp_path / STORE)) as db, db:
        db.execute('DELETE FROM entries WHERE game = ? AND "index" = 3', (first,))
        db.execute("DELETE FROM entries WHERE game = ?", (second,))
    found = {damage.game: damage for damage in check(tmp_path / STORE, every_game=False).damage}
    assert found[first] == Damage(first, 3, "entry 3: missing")
    assert found[second].words == "a room names this log, and it is not there"


async def test_logs_of_no_room_are_checked_too(tmp_path: Path) -> None:
    """A log that no room names any more is checked where every log is asked for."""
    async with two_rooms(tmp_path) as (_, ana, _ben):
        game = game_of(ana)
    with closing(sqlite3.connect(tmp_path / STORE)) as db, db:
        db.execute("DELETE FROM rooms")
    flip(tmp_path / STORE, game, 2)
    assert check(tmp_path / STORE, every_game=False).damage == ()
    assert [damage.index for damage in check(tmp_path / STORE, every_game=True).damage] == [2]


def test_there_is_no_store(tmp_path: Path) -> None:
    """Where there is none, none is made."""
    with pytest.raises(StoreUnavailable, match="there is no such store"):
        check(tmp_path / STORE, every_game=True)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_store(tmp_path: Path) -> None:
    """Another program's file is named as such."""
    with closing(sqlite3.connect(tmp_path / STORE)) as db, db:
        db.execute("CREATE TABLE entries (a)")
    with pytest.raises(Corrupt, match="not an ONO store"):
        check(tmp_path / STORE, every_game=True)


# Backups


async def test_a_backup_while_the_server_runs(tmp_path: Path) -> None:
    """A copy is made amid a game, for its owner alone; a server that starts from it goes on with both rooms."""
    data, copy, again = tmp_path / "data", tmp_path / "copy.db", tmp_path / "again"
    async with two_rooms(data) as (_, ana, ben):
        copied = await trio.to_thread.run_sync(backup, data / STORE, copy)
        rooms = (str(ana.guest.room), str(ben.guest.room))
        assert (copied.rooms, copied.damage) == (2, ())
        await ana.play(16)
    assert copy.stat().st_mode & 0o777 == 0o600
    again.mkdir()
    (again / STORE).write_bytes(copy.read_bytes())
    (again / "secret").write_bytes((data / "secret").read_bytes())
    (again / "secret").chmod(0o600)
    async with serving(again) as served, person(served, "Ana", rooms[0]) as ana, person(served, "Ben", rooms[1]):
        assert ana.length >= 12
        await ana.play(ana.length + 3)


async def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    """A file that is there stays as it is."""
    async with two_rooms(tmp_path):
        pass
    there = tmp_path / "there.db"
    there.write_text("precious")
    with pytest.raises(FileExistsError):
        backup(tmp_path / STORE, there)
    assert there.read_text() == "precious"


async def test_a_backup_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """What could not be copied whole is not left lying about."""
    (tmp_path / STORE).write_bytes(os.urandom(5000))
    with pytest.raises(Corrupt):
        backup(tmp_path / STORE, tmp_path / "copy.db")
    assert os.listdir(tmp_path) == [STORE]  # noqa: PTH208 - what trio's linter allows here


async def test_a_backup_tells_of_damage(tmp_path: Path) -> None:
    """A damaged log is copied as it is, and named."""
    async with two_rooms(tmp_path) as (_, ana, _ben):
        game = game_of(ana)
    flip(tmp_path / STORE, game, 5)
    copied = backup(tmp_path / STORE, tmp_path / "copy.db")
    assert [(damage.game, damage.index) for damage in copied.damage] == [(game, 5)]
    assert (tmp_path / "copy.db").exists()


# Versions


def old_store(path: Path, version: int) -> None:
    """A store as that version made it, with a log and a room."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript("".join(MIGRATIONS[:version]))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("INSERT INTO entries VALUES (?, 0, ?)", (bytes(32), b"genesis"))
        db.execute("INSERT INTO rooms VALUES ('KWPX', ?)", (b"record",))


FIRST = Path(__file__).with_name("store-version-1.sql")


async def test_the_first_version_of_all(tmp_path: Path) -> None:
    """A store that the first version wrote, kept as it was, opens with everything in it, in the present version."""
    with closing(sqlite3.connect(tmp_path / STORE)) as db:
        db.executescript(FIRST.read_text())
    async with open_sqlite(tmp_path / STORE) as store:
        assert await store.rooms() == {"KWPX": b"record"}
        assert await store.read(bytes(32)) == [b"genesis", b"dealer-seated"]
        await store.append(bytes(32), 2, b"more")
        await store.retire_room("KWPX", 7)
        assert await store.retired(7) == {"KWPX"}
    with closing(sqlite3.connect(tmp_path / STORE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)


@pytest.mark.parametrize("version", range(1, VERSION + 1))
async def test_every_version_comes_to_the_present(version: int, tmp_path: Path) -> None:
    """From whatever version: the same tables as in a new store, and nothing lost."""
    old_store(tmp_path / "old.db", version)
    async with open_sqlite(tmp_path / "old.db") as store, open_sqlite(tmp_path / "new.db"):
        assert await store.rooms() == {"KWPX": b"record"}
        assert await store.read(bytes(32)) == [b"genesis"]
    tables = "SELECT name, sql FROM sqlite_schema ORDER BY name"
    schemas: list[object] = []
    for name in ("old.db", "new.db"):
        with closing(sqlite3.connect(tmp_path / name)) as db:
            schemas.append(db.execute(tables).fetchall())
    assert schemas[0] == schemas[1]


async def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that cannot be done leaves the store as it was, to be opened by the version that wrote it."""
    old_store(tmp_path / STORE, 1)
    broken = (MIGRATIONS[0], "CREATE TABLE half (a); CREATE TABLE entries (a);")
    with monkeypatch.context() as patched:
        patched.setattr("ono_net.store.sqlite.MIGRATIONS", broken)
        with pytest.raises(StoreUnavailable):
            async with open_sqlite(tmp_path / STORE):
                pass
    with closing(sqlite3.connect(tmp_path / STORE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("SELECT name FROM sqlite_schema WHERE name = 'half'").fetchall() == []


# Damage and a full disk, under a server


async def test_another_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """With another secret than the one that dealt, no room goes on, and the log says why; a new room can be opened."""
    async with two_rooms(tmp_path):
        pass
    (tmp_path / "secret").write_bytes(bytes(32))
    caplog.set_level(logging.WARNING, "ono_net")
    async with serving(tmp_path) as served, person(served, "Cleo") as cleo:
        await cleo.sit()
    assert [vars(record)["reason"] for record in caplog.records] == ["another secret than this server's wrote it"] * 2


async def test_a_damaged_log_stops_its_room_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The room is left out and whoever enters is told so; the log names game and entry; the other room plays on."""
    async with two_rooms(tmp_path) as (_, ana, ben):
        game, rooms = game_of(ana), (str(ana.guest.room), str(ben.guest.room))
    flip(tmp_path / STORE, game, 5)
    caplog.set_level(logging.WARNING, "ono_net")
    async with serving(tmp_path) as served, person(served, "Ben", rooms[1]) as ben, wire(served) as guest:
        assert (await ben.act(AddBot("easy", None))).answer
        await guest.shake()
        assert (await error(guest, Enter(head=None, room=rooms[0]))).code == "damaged"
        await guest.say(Create({}))
        assert isinstance(entered := await guest.hear(), Entered)
        assert entered.room != rooms[0]
    [record] = caplog.records
    told = vars(record)
    assert (told["msg"], told["game"], told["entry"]) == ("room left out: its log is damaged", game.hex()[:12], 5)
    async with open_sqlite(tmp_path / STORE) as store:
        assert rooms[0] in await store.rooms()


async def test_a_full_disk_and_then_room_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    mock_clock: trio.testing.MockClock,
) -> None:
    """With the disk full the game waits, players are told, new rooms are refused; with room again the move counts."""
    stores: list[SqliteStore] = []
    init = SqliteStore.__init__

    def watched(store: SqliteStore, path: Path) -> None:
        init(store, path)
        stores.append(store)

    def pages(most: int) -> None:
        [store] = stores
        [(now,)] = store._writing.execute("PRAGMA page_count").fetchall()
        store._writing.execute(f"PRAGMA max_page_count = {now + most}")

    monkeypatch.setattr(SqliteStore, "__init__", watched)
    async with serving(tmp_path) as served, person(served, "Ana") as ana, wire(served) as guest:
        await ana.sit()
        await guest.shake()
        pages(0)
        mock_clock.rate = 10
        acts = itertools.cycle((AddBot("easy", 1), Unseat(1)))
        while not (news := await ana.act(next(acts))).error:
            assert news.answer
        length = ana.length
        assert news.error.code == "unavailable"
        assert (await error(guest, Create({}))).code == "unavailable"
        assert ana.length == length
        pages(1000)
        answer = (await ana.answer()).answer
        assert answer
        assert answer.index == length
        mock_clock.rate = 0
    warned = [record.getMessage() for record in caplog.records]
    assert warned[0] == "store is read-only: games wait until it takes writes again"
    assert "store takes writes again" in warned
