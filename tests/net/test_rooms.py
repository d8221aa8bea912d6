"""Rooms that nobody enters any more: closed after a time, their codes at rest, their logs kept."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
import trio.testing

from ono_net.messages import Enter, Entered, Error
from ono_net.server import CHORES_SECONDS, STORE
from ono_net.store import StoreUnavailable
from ono_net.store.sqlite import SqliteStore, open_sqlite
from tests.net.peers import error, log_of, proven
from tests.net.serving import Served, person, serving


async def pass_time(clock: trio.testing.MockClock, seconds: float) -> None:
    """Let so much time pass, look after look."""
    for _ in range(int(seconds // CHORES_SECONDS)):
        await trio.testing.wait_all_tasks_blocked(0.01)
        clock.jump(CHORES_SECONDS)
    await trio.testing.wait_all_tasks_blocked(0.02)


async def is_there(served: Served, room: str) -> bool:
    """Whether a room of this code is answered."""
    async with proven(served, "Visitor") as guest:
        await guest.say(Enter(head=None, room=room))
        heard = await guest.hear()
        assert isinstance(heard, Entered | Error)
        return isinstance(heard, Entered)


async def test_a_deserted_room_is_closed(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """After the time that is set the code leads nowhere, also after a restart; the log is kept, other rooms stay."""
    async with serving(tmp_path, room_days=20 / 86_400) as served, person(served, "Ben") as ben:
        async with person(served, "Ana") as ana:
            game, room = log_of(ana).keys.gid, str(ana.guest.room)
        await trio.testing.wait_all_tasks_blocked(0.02)
        await pass_time(mock_clock, 10)
        assert await is_there(served, room)
        await pass_time(mock_clock, 15)
        assert await is_there(served, room), "a visit counts"
        await pass_time(mock_clock, 30)
        assert not await is_there(served, room)
        assert await is_there(served, str(ben.guest.room)), "Ben has been there all the time"
    async with serving(tmp_path) as served:
        assert not await is_there(served, room)
    async with open_sqlite(tmp_path / STORE) as store:
        assert await store.read(game)
        assert await store.retired(0) == {room}


async def test_a_room_that_cannot_be_retired_stays(
    tmp_path: Path, mock_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the store takes no writes a deserted room stays open; it is closed once it does."""

    async def full(*_: object) -> None:
        await trio.lowlevel.checkpoint()
        raise StoreUnavailable("disk full")

    async with serving(tmp_path, room_days=20 / 86_400) as served:
        async with person(served, "Ana") as ana:
            room = str(ana.guest.room)
        with monkeypatch.context() as disk:
            disk.setattr(SqliteStore, "retire_room", full)
            disk.setattr(SqliteStore, "probe", full)
            await pass_time(mock_clock, 40)
            assert await is_there(served, room)
        await pass_time(mock_clock, 40)
        async with proven(served, "Visitor") as guest:
            assert (await error(guest, Enter(head=None, room=room))).code == "no-such-room"
