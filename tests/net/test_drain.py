"""A server that is told to stop finishes what was asked, says when to come back, and is not waited for."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE

import pytest
import trio
import trio.testing

from ono_core.game.commands import AddBot, Start
from ono_core.game.events import Resumed
from ono_core.log.file import written
from ono_net.config import Config
from ono_net.messages import Answer, Create, Error, Restart
from ono_net.rooms import Rooms
from ono_net.server import RETRY_MS, SPREAD_MS, Started, serve
from ono_net.store.sqlite import SqliteStore
from ono_replay.audit import Verdict, audit
from tests.net.peers import events_of, log_of
from tests.net.serving import FAST, Person, person, serving, wire

PROGRAM = """
import sys, trio
from pathlib import Path
from ono_net.config import Config
from ono_net.room import Settings
from ono_net.server import serve

config = Config(data=Path(sys.argv[1]), port=int(sys.argv[2]), settings=Settings(pace_ms=3, seal_ms=3000))
trio.run(serve, config, lambda started: print(started.url, flush=True))
"""


async def started(folder: Path, url: str = ":0") -> tuple[trio.Process, str]:
    """A server as a process of its own, and its URL."""
    command = [sys.executable, "-c", PROGRAM, str(folder), url.rpartition(":")[2]]
    process = await trio.lowlevel.open_process(command, stdout=PIPE)
    assert process.stdout
    return process, (await process.stdout.receive_some()).decode().strip()


class Elsewhere:
    """What `person` needs of a server that runs in another process."""

    def __init__(self, url: str) -> None:
        self.url = url


async def test_restarted_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """SIGTERM amid a game: the server exits with 0, and after its next start both players play on to a fair end."""
    process, url = await started(tmp_path)
    served = Elsewhere(url)
    async with person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:  # type: ignore[arg-type]
        for someone in (ana, ben):
            await someone.sit()
        await ana.act(Start())
        await together(ana, ben, 15)
        process.terminate()
        assert await process.wait() == 0
        process, url = await started(tmp_path, url)
        await together(ana, ben)
        assert log_of(ana).book.hashes == log_of(ben).book.hashes
        assert ana.lost
        assert ben.lost
        assert len(events_of(ana, Resumed)) == 1
        report = audit(written(log_of(ana).book.raws()))
        assert report.verdict in {Verdict.PROVEN, Verdict.REMARKS}
    process.terminate()
    assert await process.wait() == 0


async def together(ana: Person, ben: Person, length: int = 1_000_000) -> None:
    """Both play until the log is so long."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.play, length)
        nursery.start_soon(ben.play, length)


class Gate:
    """Holds up what the store writes until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = trio.Event()
        self.reached = trio.Event()
        append = SqliteStore.append

        async def held(store: SqliteStore, game: bytes, index: int, *raws: bytes) -> None:
            self.reached.set()
            await self.opened.wait()
            await append(store, game, index, *raws)

        monkeypatch.setattr(SqliteStore, "append", held)


async def test_what_was_asked_is_answered_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that came before the signal is stored and answered before anybody is sent away; no room is opened."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, wire(served) as guest:
        await ana.sit()
        await guest.shake()
        gate = Gate(monkeypatch)
        await ana.link.send(ana.guest.act(AddBot("easy", None)))
        await gate.reached.wait()
        served.stop.set()
        await trio.testing.wait_all_tasks_blocked(0.02)
        await guest.say(Create({}))
        assert isinstance(refused := await guest.hear(), Error)
        assert refused.code == "too-many"
        with pytest.raises(OSError, match="attempts to connect"):
            await served.stream()
        gate.opened.set()
        answer = (await ana.answer()).answer
        assert isinstance(answer, Answer)
        assert answer.index == 3
        assert isinstance(await guest.hear(), Restart)
        await ana.until(lambda someone: bool(someone.lost))


async def test_clients_come_back_one_after_another(tmp_path: Path) -> None:
    """Each is told a time of its own, so that not all knock at once."""
    async with serving(tmp_path) as served, wire(served, "Ana") as ana, wire(served, "Ben") as ben:
        for guest in (ana, ben):
            await guest.shake()
        await trio.testing.wait_all_tasks_blocked(0.02)
        served.stop.set()
        told = [await guest.hear() for guest in (ana, ben)]
        assert {one.retry_ms for one in told if isinstance(one, Restart)} == {RETRY_MS, RETRY_MS + SPREAD_MS}


@asynccontextmanager
async def stuck(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[trio.Event]:
    """A server that never gets done with what was asked; the event says that it has ended."""
    ready, ended = trio.Event(), trio.Event()

    async def never(_: Rooms) -> None:
        await trio.sleep_forever()

    def tell(_: Started) -> None:
        ready.set()

    async def run() -> None:
        await serve(Config(data=folder, port=0, settings=FAST, drain_seconds=20), tell)
        ended.set()

    monkeypatch.setattr(Rooms, "settle", never)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        await ready.wait()
        await trio.testing.wait_all_tasks_blocked()
        yield ended


async def test_draining_is_bounded(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    mock_clock: trio.testing.MockClock,
) -> None:
    """After the time that is set the server ends, whatever is left, and says so."""
    async with stuck(tmp_path, monkeypatch) as ended:
        signal.raise_signal(signal.SIGTERM)
        await trio.testing.wait_all_tasks_blocked(0.02)
        mock_clock.jump(19)
        await trio.testing.wait_all_tasks_blocked(0.02)
        assert not ended.is_set()
        mock_clock.jump(1)
        await ended.wait()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == [
        "server stops before all was finished"
    ]


async def test_a_second_signal_ends_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: trio.testing.MockClock
) -> None:
    """Whoever asks twice does not wait, not a moment of the clock."""
    async with stuck(tmp_path, monkeypatch) as ended:
        for number in (signal.SIGTERM, signal.SIGINT):
            assert not ended.is_set()
            signal.raise_signal(number)
            await trio.testing.wait_all_tasks_blocked(0.02)
        await ended.wait()
    assert mock_clock.current_time() == 0


async def test_the_service_manager_hears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a service manager listens, it is told that the server is ready, and that it stops."""
    with trio.socket.socket(trio.socket.AF_UNIX, trio.socket.SOCK_DGRAM) as manager:
        await manager.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        async with serving(tmp_path / "data"):
            assert await manager.recv(100) == b"READY=1"
        assert await manager.recv(100) == b"STOPPING=1"
