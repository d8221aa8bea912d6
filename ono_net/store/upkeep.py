"""What an operator does with a store's file: check it, and copy it; both while a server may be running."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct

from ono_net.damage import Damage, damage_of
from ono_net.lobby import read_record
from ono_net.store import StoreUnavailable
from ono_net.store.sqlite import READ, ROOMS, check_ours, check_sqlite, said_plainly, schema_version

GAMES = "SELECT DISTINCT game FROM entries ORDER BY game"


class Checked(Struct, frozen=True):
    """What was checked and what is damaged."""

    version: int
    rooms: int
    games: int
    entries: int
    damage: tuple[Damage, ...]


def check(path: Path, *, every_game: bool) -> Checked:
    """Check the file, then the logs of its rooms, or every log, by the reader that a server uses.

    Corrupt if the file is no sound store, StoreUnavailable if it cannot be read.
    """
    with _reading(path) as db:
        check_ours(db, path)
        games, damage = _games_of_rooms(db)
        rooms = len(games) + len(damage)
        if every_game:
            games = [game for (game,) in db.execute(GAMES)]
        entries = 0
        for game in games:
            rows = db.execute(READ, (game, 0)).fetchall()
            entries += len(rows)
            if found := _damage(game, rows):
                damage.append(found)
        return Checked(schema_version(db), rooms, len(games), entries, tuple(damage))


def backup(path: Path, target: Path) -> Checked:
    """Copy a store to a new file, whole or not at all, and check every log of the copy.

    FileExistsError if the file is there, OSError if it cannot be written, Corrupt or StoreUnavailable as in check.
    """
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    _claim(target)
    try:
        _claim(draft)
        with _reading(path) as db:
            check_ours(db, path)
            db.execute("VACUUM INTO ?", (str(draft),))
        checked = check(draft, every_game=True)
        _sync(draft)
        draft.replace(target)
        _sync(target.parent)
    except BaseException:
        draft.unlink(missing_ok=True)
        target.unlink(missing_ok=True)
        raise
    return checked


@contextmanager
def _reading(path: Path) -> Generator[sqlite3.Connection]:
    """The store's file; nothing below writes to it. (`query_only` would refuse VACUUM INTO too.)"""
    check_sqlite()
    if not path.is_file():
        raise StoreUnavailable(f"{path}: there is no such store")
    with said_plainly(path), closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db


def _games_of_rooms(db: sqlite3.Connection) -> tuple[list[bytes], list[Damage]]:
    games: list[bytes] = []
    damage: list[Damage] = []
    for _, raw in db.execute(ROOMS):
        try:
            games.append(read_record(raw).game)
        except ValueError as error:
            damage.append(Damage(b"", None, f"the record of a room is damaged: {error}"))
    return games, damage


def _damage(game: bytes, rows: list[tuple[int, bytes]]) -> Damage | None:
    """What is wrong with a log, if anything is."""
    gap = next((n for n, (index, _) in enumerate(rows) if index != n), None)
    if gap is not None:
        return Damage(game, gap, f"entry {gap}: missing")
    return damage_of(game, (raw for _, raw in rows))


def _claim(path: Path) -> None:
    """Make the file, empty and for its owner alone; FileExistsError if it is there."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
