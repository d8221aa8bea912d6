"""The default store: one SQLite file, owned by one server.

Write-ahead log with a full sync at each commit, writes in groups, reads through a second connection, which
sees a commit only once it is durable. Not for network file systems: the write-ahead log does not work there.
"""

from __future__ import annotations

import fcntl
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import trio

from ono_net.store import Conflict, Corrupt, OutcomeUnknown, StoreError, StoreUnavailable
from ono_net.store.group import GroupWriter, Item

APPLICATION_ID = int.from_bytes(b"ONO1")
OLDEST_SQLITE = (3, 37, 0)  # STRICT tables

MIGRATIONS = (
    """
    CREATE TABLE entries (
        game BLOB NOT NULL,
        "index" INTEGER NOT NULL,
        raw BLOB NOT NULL,
        PRIMARY KEY (game, "index")
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rooms (
        code TEXT NOT NULL PRIMARY KEY,
        record BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE retired (
        code TEXT NOT NULL PRIMARY KEY,
        "when" INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
)
"""What makes the schema of each version, from 1 on, out of the one before."""

VERSION = len(MIGRATIONS)

APPEND = "INSERT INTO entries VALUES (?, ?, ?)"
READ = 'SELECT "index", raw FROM entries WHERE game = ? AND "index" >= ? ORDER BY "index"'
HEAD = 'SELECT max("index") FROM entries WHERE game = ?'
SAVE_ROOM = "INSERT OR REPLACE INTO rooms VALUES (?, ?)"
DROP_ROOM = "DELETE FROM rooms WHERE code = ?"
RETIRE = "INSERT OR REPLACE INTO retired VALUES (?, ?)"
RETIRED = 'SELECT code FROM retired WHERE "when" >= ?'
ROOMS = "SELECT code, record FROM rooms"

DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
# A commit that fails in one of these ways has not written its last frame, so recovery will drop it too.
NOT_COMMITTED = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}

log = logging.getLogger(__name__)

Work = Callable[[sqlite3.Connection], None]
R = TypeVar("R")


@asynccontextmanager
async def open_sqlite(path: Path) -> AsyncGenerator[SqliteStore]:
    """Open or create the store at `path`, whose folder must exist; finish what is in line when left.

    StoreUnavailable if another server holds it, Corrupt if it is no sound ONO store.
    """
    store = await trio.to_thread.run_sync(SqliteStore, path)
    try:
        yield store
    finally:
        await store.close()


class SqliteStore:
    """A Store in one SQLite file; made by open_sqlite."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with ExitStack() as opened, said_plainly(path):
            opened.enter_context(_only_owner(path))
            self._writing = opened.enter_context(closing(_connect(path)))
            _prepare(self._writing, path)
            self._reading = opened.enter_context(closing(_connect(path)))
            self._opened = opened.pop_all()
        self._writer = GroupWriter(self._commit)
        self._reader = trio.CapacityLimiter(1)
        self._closed = False

    async def close(self) -> None:
        """Finish the writes in line, fold the write-ahead log into the file, let go of it."""
        await self._writer.close()
        self._closed = True
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(self._opened.close, limiter=self._reader)

    async def append(self, game: bytes, index: int, *raws: bytes) -> None:
        """See Store."""

        def work(db: sqlite3.Connection) -> None:
            wanted = _next_index(db, game)
            if index != wanted:
                raise Conflict(game, index, wanted)
            db.executemany(APPEND, ((game, index + n, raw) for n, raw in enumerate(raws)))

        await self._writer.write(work)

    async def read(self, game: bytes, start: int = 0) -> list[bytes]:
        """See Store; Corrupt if entries between `start` and the last are missing."""
        rows = await self._read(lambda db: db.execute(READ, (game, start)).fetchall())
        if any(index != start + n for n, (index, _) in enumerate(rows)):
            raise _corrupt(self._path, f"game {game.hex()[:16]} has missing entries")
        return [raw for _, raw in rows]

    async def head(self, game: bytes) -> int | None:
        """See Store."""
        wanted = await self._read(lambda db: _next_index(db, game))
        return wanted - 1 if wanted else None

    async def save_room(self, code: str, record: bytes) -> None:
        """See Store."""
        await self._writer.write(lambda db: _run(db, SAVE_ROOM, code, record))

    async def retire_room(self, code: str, when: int) -> None:
        """See Store."""

        def work(db: sqlite3.Connection) -> None:
            _run(db, DROP_ROOM, code)
            _run(db, RETIRE, code, when)

        await self._writer.write(work)

    async def retired(self, since: int) -> set[str]:
        """See Store."""
        return {code for (code,) in await self._read(lambda db: db.execute(RETIRED, (since,)).fetchall())}

    async def rooms(self) -> dict[str, bytes]:
        """See Store."""
        return dict(await self._read(lambda db: db.execute(ROOMS).fetchall()))

    async def probe(self) -> None:
        """See Store."""
        await self._writer.write(
            lambda db: _run(db, f"PRAGMA user_version = {VERSION}")
        )  # writes, though it is the same

    async def _read(self, query: Callable[[sqlite3.Connection], R]) -> R:
        def run() -> R:
            if self._closed:
                raise StoreUnavailable("the store is closed")
            with said_plainly(self._path):
                return query(self._reading)

        return await trio.to_thread.run_sync(run, limiter=self._reader)

    def _commit(self, group: Sequence[Item[Work]]) -> None:
        """Write a group in one transaction; a fault of the disk is everybody's, any other its item's own."""
        committing = False
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            errors = [_attempt(self._writing, item.work) for item in group]
            committing = True
            self._writing.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(self._writing)
            for item in group:
                item.error = _commit_fault(error, self._path) if committing else _fault(error, self._path)
        else:
            for item, refused in zip(group, errors, strict=True):
                item.error = refused


def _attempt(db: sqlite3.Connection, work: Work) -> Exception | None:
    """Do one item's work, or undo just that and return why."""
    db.execute("SAVEPOINT item")
    refused = None
    try:
        work(db)
    except Exception as error:
        if _is_of_disk(error):
            raise
        db.execute("ROLLBACK TO item")
        refused = error
    db.execute("RELEASE item")
    return refused


def _next_index(db: sqlite3.Connection, game: bytes) -> int:
    [(last,)] = db.execute(HEAD, (game,)).fetchall()
    return 0 if last is None else last + 1


def _run(db: sqlite3.Connection, statement: str, *values: str | bytes | int) -> None:
    db.execute(statement, values)


def _roll_back(db: sqlite3.Connection) -> None:
    if db.in_transaction:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")


# Opening


@contextmanager
def _only_owner(path: Path) -> Generator[None]:
    """Hold the lock file beside the database; the system lets go of it when the process dies."""
    with path.with_name(f"{path.name}.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreUnavailable(f"{path} is in use by another server") from None
        yield


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: past the drive's own cache
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Refuse what is no sound store of ours, before anything is written; then bring it to the present version."""
    check_sqlite()
    is_new = pragma(db, "schema_version") == "0"
    if not is_new:
        check_ours(db, path)
    if pragma(db, "journal_mode = WAL") != "wal":
        raise StoreUnavailable(f"{path}: this file system has no write-ahead log")
    _migrate(db, path, 0 if is_new else schema_version(db))


def _migrate(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Bring a store of an older version to the present one, whole or not at all."""
    if version == VERSION:
        return
    steps = "".join(MIGRATIONS[version:])
    marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    try:
        db.executescript(f"BEGIN IMMEDIATE; {steps} {marks} COMMIT;")
    except sqlite3.Error:
        _roll_back(db)
        raise
    if version:
        log.info("store brought to a new version", extra={"path": str(path), "old": version, "new": VERSION})


def check_sqlite() -> None:
    """StoreUnavailable if this Python's SQLite is too old."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreUnavailable(f"expected SQLite 3.37 or newer, got {sqlite3.sqlite_version}")


def check_ours(db: sqlite3.Connection, path: Path) -> None:
    """Corrupt if this is no sound store of ours, StoreUnavailable if a newer version wrote it."""
    if pragma(db, "application_id") != str(APPLICATION_ID):
        raise _corrupt(path, "not an ONO store")
    if (found := schema_version(db)) > VERSION:
        raise StoreUnavailable(f"{path}: expected store version {VERSION}, got {found}; use a newer ONO")
    if (trouble := pragma(db, "quick_check(1)")) != "ok":
        raise _corrupt(path, trouble.splitlines()[-1])


def schema_version(db: sqlite3.Connection) -> int:
    """The version of a store's schema."""
    return int(pragma(db, "user_version"))


def pragma(db: sqlite3.Connection, text: str) -> str:
    """What SQLite says of one setting."""
    [(value,)] = db.execute(f"PRAGMA {text}").fetchall()
    return str(value)


# Faults


@contextmanager
def said_plainly(path: Path) -> Generator[None]:
    """Turn faults of the disk into the store's own."""
    try:
        yield
    except OSError as error:
        raise StoreUnavailable(f"{path}: {error.strerror}") from error
    except sqlite3.Error as error:
        if not _is_of_disk(error):
            raise
        raise _fault(error, path) from error


def _is_of_disk(error: Exception) -> bool:
    """Whether disk or file are at fault, not the statement: the two classes sqlite3 has for those codes."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


def _fault(error: sqlite3.Error, path: Path) -> StoreError:
    if error.sqlite_errorcode & 0xFF in DAMAGED:
        return _corrupt(path, str(error))
    return StoreUnavailable(f"{path}: {error}")


def _commit_fault(error: sqlite3.Error, path: Path) -> StoreError:
    if error.sqlite_errorcode in NOT_COMMITTED:
        return _fault(error, path)
    return OutcomeUnknown(f"{path}: {error} while committing")


def _corrupt(path: Path, trouble: str) -> Corrupt:
    return Corrupt(f"{path}: {trouble}; restore a backup, or move the file away to start empty")
