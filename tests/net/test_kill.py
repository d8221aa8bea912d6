"""A server process that is killed again and again while five games are played on it by real clients."""

import random
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import trio

from ono_core.log.file import written
from ono_net.client import connect
from ono_net.guest import Guest
from ono_replay.audit import Verdict, audit
from tests.net.gamblers import Gambler, Party, Told
from tests.net.killed import Killed, killed_server
from tests.net.serving import secret_of

SERVER = """
import sys, trio
from pathlib import Path
from ono_net.room import Settings
from ono_net.config import Config
from ono_net.server import serve

config = Config(data=Path(sys.argv[1]), port=int(sys.argv[2]), settings=Settings(pace_ms=3, seal_ms=3000))
trio.run(serve, config, lambda started: print(started.url, flush=True))
"""

ROOMS = ((3, 1), (2, 1), (3, 0), (2, 2), (2, 1))
"""Players and computers of each."""

KILLS = 10
BETWEEN = (50, 350)
"""How many entries all clients together get from one kill to the next, at least and at most."""


@asynccontextmanager
async def gamblers(server: Killed, told: Told) -> AsyncGenerator[list[Gambler]]:
    """The players of all rooms, each on a connection that comes back by itself."""
    async with AsyncExitStack() as stack:
        everybody: list[Gambler] = []
        for number, (players, computers) in enumerate(ROOMS):
            party, room = Party(players, computers), None
            for place in range(players):
                name = f"Player {number}{place}"
                guest = Guest(secret_of(name), room)
                link = await stack.enter_async_context(connect(server.url, secret_of(name), opening=guest.opening))
                someone = Gambler(name, guest, link, party, told)
                await someone.until(lambda someone: someone.length > 0)
                everybody.append(someone)
                room = guest.room
        yield everybody


@pytest.mark.timeout(180)
async def test_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten kills amid five games lose nothing that anybody was told; clients come back alone, every game ends proven."""
    monkeypatch.setattr("ono_net.client.FIRST_RETRY_MS", 50)
    monkeypatch.setattr("ono_net.client.LAST_RETRY_MS", 200)
    dice, told = random.Random(6), Told()
    async with killed_server(Killed(tmp_path, "-c", SERVER)) as server, gamblers(server, told) as everybody:
        async with trio.open_nursery() as nursery:
            for someone in everybody:
                nursery.start_soon(someone.gamble)
            for kill in range(KILLS):
                await told.more(dice.randint(*BETWEEN))
                for someone in everybody:
                    someone.party.is_last = kill == KILLS - 1
                await server.kill()
                before = told.now()
                assert before.missing(await server.logs(before.entries)) == []
                await server.start()
        assert all(someone.lost for someone in everybody)
    logs = await server.logs(told.entries)
    assert told.missing(logs) == []
    reports = [audit(written(raws)) for raws in logs.values()]
    assert {report.verdict for report in reports} <= {Verdict.PROVEN, Verdict.REMARKS}, reports
    assert (tmp_path / "stderr").read_text() == ""
