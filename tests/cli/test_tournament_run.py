"""A tournament at a real server: directed by its program, with what goes wrong on an evening, published and audited."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from ono_cli.stop import Stop
from ono_cli.tournament.asking import ask
from ono_cli.tournament.demo import own
from ono_cli.tournament.desk import Desk, opened
from ono_cli.tournament.director import Director, Plan
from ono_cli.tournament.players import ComputerPlayer, Taking
from ono_cli.tournament.publish import publish
from ono_core.fair.keys import fingerprint, public_key
from ono_core.tournament import acts
from ono_core.tournament.state import Phase, State
from ono_net.client import connect
from ono_net.config import Config
from ono_net.messages import Apply, Attend, Board, Decided
from ono_net.organiser import Organiser, organise
from ono_net.room import Settings
from ono_net.server import Started, serve_until
from ono_net.tournaments import code_of
from ono_replay.archive import Inline
from ono_replay.audit import Verdict
from ono_replay.tournament.audit import Report, audit
from ono_replay.tournament.pack import read

SECRET = own(1, "organiser")
FILE = """
name = "Club evening"
rounds = {rounds}
[table]
size = {size}
[rules]
preset = "boardflix"
[time]
start_s = 10
[watch]
delay_s = 0
"""


def silent(_line: str) -> None:
    """Says nothing."""


def begun(folder: Path, rounds: int, size: int = 4) -> Desk:
    """The desk of a tournament in this folder, new or as it was left."""
    return opened(folder, SECRET, own(1, "nonce"), FILE.format(rounds=rounds, size=size).encode())


@asynccontextmanager
async def server(data: Path, port: int = 0) -> AsyncGenerator[Started]:
    """A server that knows the organiser, until the block is left."""
    organisers = frozenset({fingerprint(public_key(SECRET))})
    settings = Settings(pace_ms=0, round_ms=0, away_ms=500)
    config = Config(data=data, port=port, settings=settings, organisers=organisers, drain_seconds=2)
    stop = trio.Event()
    listening, listens = trio.open_memory_channel[Started](1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_until, stop, config, listening.send_nowait)
        yield await listens.receive()
        stop.set()


@asynccontextmanager
async def organiser(started: Started) -> AsyncGenerator[Organiser]:
    """The organiser's program at the server."""
    async with organise(started.url, SECRET, "Organiser") as one:
        yield one


def computer(started: Started, desk: Desk, name: str) -> ComputerPlayer:
    """Somebody who takes part and plays."""
    return ComputerPlayer(Taking(started.url, desk.ledger.tid, own(1, name), name, "easy"))


def proven(desk: Desk) -> Report:
    """The audit of the folder once it is published."""
    publish(desk.folder, SECRET)
    found = audit(read(desk.folder), Inline())
    assert found.verdict in {Verdict.PROVEN, Verdict.REMARKS}, found.results
    return found


async def test_an_evening_with_incidents_ends_and_is_proven(tmp_path: Path) -> None:
    """A late entry, a withdrawal, a correction two rounds later: the ledger has all, and everything follows from it."""
    desk = begun(tmp_path / "club", rounds=3, size=3)
    async with server(tmp_path / "server") as started, organiser(started) as one, trio.open_nursery() as nursery:
        for number in range(6):
            nursery.start_soon(computer(started, desk, f"Player {number}").run)
        nursery.start_soon(_incidents, started, desk, nursery)
        await Director(desk, one, Plan(6), silent).run()
        nursery.cancel_scope.cancel()
    state = desk.state
    assert state.phase is Phase.FINISHED
    assert [len(drawn.tables) for drawn in state.rounds] == [2, 2, 2]
    assert len(state.players) == 7
    corrected = state.table(1, 1)
    assert corrected.result is not None
    assert corrected.result.reason == "the cards were counted again"
    assert corrected.results[0].kind == "played"
    found = proven(desk)
    assert {one.code for one in found.results} >= {"ruled", "drawn-before"}


async def _incidents(started: Started, desk: Desk, nursery: trio.Nursery) -> None:
    """One comes late, one goes, and the first result is corrected when the third round is drawn."""
    await desk.until(lambda state: len(state.rounds) == 1)
    nursery.start_soon(computer(started, desk, "Latecomer").run)
    await desk.until(lambda state: len(state.rounds) == 3)
    code = code_of(desk.ledger.tid)
    act = acts.Adjudicate(1, 1, (3, 2, 1), (0, 0, 0), "the cards were counted again")
    await ask(started.url, code, SECRET, act)


async def test_pc_38_nobody_came(tmp_path: Path) -> None:
    """A table at which nobody sits down is a double forfeit without a winner; one who is there alone is first."""
    desk = begun(tmp_path / "club", rounds=1, size=3)
    for number in range(6):
        name = f"Player {number}"
        assert desk.act(acts.Register(name, public_key(own(1, name)), own(1, f"{name} nonce"))) is None
    async with server(tmp_path / "server") as started, organiser(started) as one, trio.open_nursery() as nursery:
        nursery.start_soon(_one_comes, started, desk, nursery)
        await Director(desk, one, Plan(6), silent).run()
        nursery.cancel_scope.cancel()
    first, second = (desk.state.table(1, table).result for table in (1, 2))
    assert first is not None
    assert second is not None
    assert (first.kind, first.places) == ("forfeit", (1, 0, 0))
    assert (second.kind, second.places) == ("forfeit", (0, 0, 0))
    assert {one.code for one in proven(desk).results} == {"ruled"}


async def _one_comes(started: Started, desk: Desk, nursery: trio.Nursery) -> None:
    await desk.until(lambda state: len(state.rounds) == 1)
    there = desk.state.player(desk.state.table(1, 1).players[0]).name
    nursery.start_soon(computer(started, desk, there).run)


async def test_pc_37_one_pairing_one_game(tmp_path: Path) -> None:
    """The program dies after the rooms were opened, and again in the middle of a round: no table is opened twice."""
    desk = begun(tmp_path / "club", rounds=2)
    async with server(tmp_path / "server") as started, trio.open_nursery() as nursery:
        for number in range(8):
            nursery.start_soon(computer(started, desk, f"Player {number}").run)
        for stage in (_first_table_open, _first_table_ended, _all_over):
            desk = begun(tmp_path / "club", rounds=2)
            await _directed_until(started, desk, stage)
        nursery.cancel_scope.cancel()
    assert desk.state.phase is Phase.FINISHED
    assert all(len(table.games) == 1 for _, table in desk.state.tables())
    games = {game for _, table in desk.state.tables() for game in table.games}
    assert len(games) == 4
    assert proven(desk).games == 4


def _first_table_open(state: State) -> bool:
    return any(table.games for _, table in state.tables())


def _first_table_ended(state: State) -> bool:
    return any(table.result for _, table in state.tables())


def _all_over(state: State) -> bool:
    return state.phase is Phase.FINISHED


async def _directed_until(started: Started, desk: Desk, holds: Callable[[State], bool]) -> None:
    """Direct, and end at once when this holds, as a power cut would."""
    async with organiser(started) as one, trio.open_nursery() as nursery:
        nursery.start_soon(Director(desk, one, Plan(8), silent).run)
        await desk.until(holds)
        nursery.cancel_scope.cancel()


async def test_the_server_starts_anew_in_the_middle_of_a_round(tmp_path: Path) -> None:
    """Players and organiser come back by themselves, and every game goes on where it was."""
    desk = begun(tmp_path / "club", rounds=2)
    async with trio.open_nursery() as nursery:
        async with server(tmp_path / "server") as started:
            port = int(started.url.rpartition(":")[2])
            for number in range(8):
                nursery.start_soon(computer(started, desk, f"Player {number}").run)
            one = await nursery.start(_directed, started, desk)
            await desk.until(_first_table_open)
        async with server(tmp_path / "server", port):
            await desk.until(_all_over)
            await one.wait()
        nursery.cancel_scope.cancel()
    assert {len(table.games) for _, table in desk.state.tables()} == {1}
    assert proven(desk).games == 4


async def _directed(
    started: Started, desk: Desk, task_status: trio.TaskStatus[trio.Event] = trio.TASK_STATUS_IGNORED
) -> None:
    ended = trio.Event()
    async with organiser(started) as one:
        task_status.started(ended)
        await Director(desk, one, Plan(8), silent).run()
    ended.set()


async def test_what_is_no_request_is_refused_and_the_program_goes_on(tmp_path: Path) -> None:
    """Regression: bytes that are no request ended the organiser's program."""
    desk = begun(tmp_path / "club", rounds=1)
    attend = Attend(desk.ledger.tid)
    async with server(tmp_path / "server") as started, organiser(started) as one, trio.open_nursery() as nursery:
        nursery.start_soon(Director(desk, one, Plan(8), silent).run)
        async with connect(started.url, own(1, "Mallory")) as link:
            await link.send(attend)
            while not isinstance(await link.receive(), Board):
                await link.send(attend)
            await link.send(Apply(desk.ledger.tid, b"no request", bytes(64)))
            while not isinstance(answer := await link.receive(), Decided):
                pass
        assert answer.code == "bad-request"
        act = acts.Register("Ana", public_key(own(1, "Ana")), own(1, "Ana nonce"))
        await ask(started.url, code_of(desk.ledger.tid), own(1, "Ana"), act)
        nursery.cancel_scope.cancel()
    assert [player.name for player in desk.state.players] == ["Ana"]


async def test_a_change_that_came_while_one_was_busy_is_not_waited_for(tmp_path: Path) -> None:
    """Regression: who was told of a change only while waiting missed the one that came before."""
    desk = begun(tmp_path / "club", rounds=1)
    seen = desk.state.entries
    assert desk.act(acts.Register("Ana", public_key(own(1, "Ana")), own(1, "Ana nonce"))) is None
    with trio.fail_after(1):
        await desk.changed(seen)


def test_a_file_that_cannot_be_read_starts_nothing(tmp_path: Path) -> None:
    """PC-37: it stops with the line, and no ledger is begun."""
    with pytest.raises(Stop, match="line 3"):
        opened(tmp_path / "club", SECRET, own(1, "nonce"), b'name = "x"\nrounds = 2\n[table\n')
    with pytest.raises(Stop, match="rounds"):
        opened(tmp_path / "club", SECRET, own(1, "nonce"), b'name = "x"\nrounds = 99\n')
    assert not (tmp_path / "club").exists()
