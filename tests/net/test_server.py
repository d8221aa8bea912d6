"""The server as a whole: starts, stops, comes back, and the pages that need its rooms."""

import logging
import signal
from pathlib import Path

import pytest
import trio
import trio.testing
from trio_websocket import ConnectionClosed

from ono_core.fair.keys import fingerprint
from ono_core.game.commands import AddBot, Start
from ono_core.game.events import Resumed
from ono_core.game.state import Phase
from ono_net.client import target_of
from ono_net.config import Config
from ono_net.limits import Limits
from ono_net.messages import Create, Enter, Entered, Error, Restart
from ono_net.secrets import BadSecret
from ono_net.server import Started, serve
from ono_net.store import StoreUnavailable
from ono_net.store.sqlite import SqliteStore, open_sqlite
from tests.net.serving import FAST, Person, Served, person, serving, wire


def messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says from warnings on."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


# Starting


async def test_what_is_told(tmp_path: Path) -> None:
    """A plain start tells the URL and the fingerprint, and opens no room."""
    async with serving(tmp_path) as served:
        told = served.told
        assert (told.room, told.link, told.qr, told.lan_url) == (None, None, None, None)
        async with person(served, "Ana") as ana:
            assert told.fingerprint == fingerprint(ana.link.table)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


async def test_room_of_the_house(tmp_path: Path) -> None:
    """A start for players opens a room and tells its link; a later start offers it again while nobody plays."""
    async with serving(tmp_path, play={}) as served:
        assert served.told.link
        assert served.told.qr
        target = target_of(served.told.link)
        assert (target.room, target.fingerprint) == (served.told.room, served.told.fingerprint)
        async with person(served, "Ana", served.told.room) as ana:
            await ana.sit()
            assert ana.guest.player
            assert ana.guest.player.state.host == 0
    async with serving(tmp_path, play={}) as again:
        assert (again.told.room, again.told.fingerprint) == (served.told.room, served.told.fingerprint)
        async with person(again, "Ana", again.told.room) as ana:
            await ana.act(AddBot("easy", None))
            await ana.act(Start())
    async with serving(tmp_path, play={}) as third:
        assert third.told.room != served.told.room
        async with person(third, "Ben", served.told.room) as ben:
            assert ben.phase is not Phase.LOBBY


async def refused(data: Path) -> BaseException:
    """Why a server with this data folder does not start."""
    with pytest.raises(ExceptionGroup) as group:
        await serve(Config(data=data, port=0), lambda _: None)
    [error] = group.value.exceptions
    return error


async def test_data_in_use(tmp_path: Path) -> None:
    """Two servers never share a data folder."""
    async with serving(tmp_path):
        assert isinstance(error := await refused(tmp_path), StoreUnavailable)
        assert "in use by another server" in str(error)


async def test_secret_for_all_to_read(tmp_path: Path) -> None:
    """A server whose secret others may read does not start."""
    async with serving(tmp_path):
        pass
    (tmp_path / "secret").chmod(0o640)
    assert isinstance(await refused(tmp_path), BadSecret)


async def test_room_that_cannot_be_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A damaged room is left out, and named in the log; the others are served, and its code stays taken."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben") as ben:
        rooms = (str(ana.guest.room), str(ben.guest.room))
    async with open_sqlite(tmp_path / "ono.db") as store:
        await store.save_room(rooms[0], b"rubbish")
    async with serving(tmp_path) as served, person(served, "Ben", rooms[1]), wire(served) as ana_again:
        await ana_again.shake()
        await ana_again.say(Enter(head=None, room=rooms[0]))
        assert isinstance(error := await ana_again.hear(), Error)
        assert error.code == "damaged"
    assert messages(caplog) == ["room left out: it cannot be read"]
    async with open_sqlite(tmp_path / "ono.db") as store:
        assert (await store.rooms())[rooms[0]] == b"rubbish"


# Stopping and coming back


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_stops_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    """On each signal the server tells everybody when to come back, closes with 1012, and ends."""
    ready = trio.Event()
    told: list[Started] = []

    def started(value: Started) -> None:
        told.append(value)
        ready.set()

    config = Config(data=tmp_path, port=0, settings=FAST)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, config, started)
            await ready.wait()
            async with (
                wire(Served(config, told[0], trio.Event())) as guest,
                await Served(config, told[0], trio.Event()).stream(),
            ):
                await guest.shake()
                signal.raise_signal(number)
                assert isinstance(await guest.hear(), Restart)
                with pytest.raises(ConnectionClosed) as closed:
                    await guest.hear()
                assert closed.value.reason
                assert closed.value.reason.code == 1012


async def test_game_goes_on_after_a_restart(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """A game that was begun goes on where it was: players come back by themselves, with the log they hold."""
    async with serving(tmp_path) as served:
        port = served.port
        async with person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
            people = [ana, ben]
            for someone in people:
                await someone.sit()
            await ana.act(Start())
            await play_together(people, length=12)
            before = ana.length
            served.stop.set()
            async with trio.open_nursery() as nursery:
                for someone in people:
                    nursery.start_soon(someone.until, is_lost)
            await served.ended.wait()
            async with serving(tmp_path, port=port):
                await trio.testing.wait_all_tasks_blocked(0.02)
                mock_clock.jump(10)
                mock_clock.rate = 1
                await play_together(people)
                assert ana.guest.player
                assert ben.guest.player
                book = ana.guest.player.book
                assert book.hashes == ben.guest.player.book.hashes
                assert len(book) > before
                resumed = [event for entry in book.entries for event in entry.events if isinstance(event, Resumed)]
                assert len(resumed) == 1


def is_lost(someone: Person) -> bool:
    """Whether the connection has been lost."""
    return bool(someone.lost)


async def play_together(people: list[Person], length: int = 1_000_000) -> None:
    """Play until the game is sealed, or the log is so long."""
    async with trio.open_nursery() as nursery:
        for someone in people:
            nursery.start_soon(someone.play, length)


# Pages


async def test_qr_code(tmp_path: Path) -> None:
    """A room's QR code is a picture; a room that is not there has none."""
    async with serving(tmp_path, play={}) as served:
        answer = await served.get(f"/qr/{served.told.room}.svg")
        assert answer.startswith(b"HTTP/1.1 200 OK")
        assert b"Content-Type: image/svg+xml" in answer
        assert b"<svg" in answer
        for path in ("/qr/ZZZZ.svg", "/qr/no.svg", "/qr/.svg"):
            assert (await served.get(path)).startswith(b"HTTP/1.1 404")


async def test_logs(tmp_path: Path) -> None:
    """The log of a running game is not given out, nor one that is not there."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        assert ana.guest.player
        gid = ana.guest.player.keys.gid.hex()
        assert (await served.get(f"/logs/{gid}.ono")).startswith(b"HTTP/1.1 403")
        for path in (f"/logs/{'0' * 64}.ono", f"/logs/{gid.upper()}.ono", f"/logs/{gid[:-1]}.ono", "/logs/../secret"):
            assert (await served.get(path)).startswith(b"HTTP/1.1 404"), path


# A full disk


async def test_no_room_for_a_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Regression: while nothing can be stored a new room is refused in words, costs no code, and opens later."""

    async def full(*_: object) -> None:
        await trio.lowlevel.checkpoint()
        raise StoreUnavailable("disk full")

    async with serving(tmp_path, limits=Limits(rooms=1)) as served, wire(served) as guest:
        await guest.shake()
        with monkeypatch.context() as disk:
            disk.setattr(SqliteStore, "append", full)
            for _ in range(2):
                await guest.say(Create({}))
                assert isinstance(error := await guest.hear(), Error)
                assert error.code == "unavailable"
        await guest.say(Create({}))
        assert isinstance(await guest.hear(), Entered)
    told = [message for message in messages(caplog) if "read-only" not in message]
    assert told == ["no room can be opened"] * 2 + ["store takes writes again"]
