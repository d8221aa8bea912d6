"""An organiser's program: rooms that it prepares and directs, and boards that it publishes, over lost lines too."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from ono_core.fair.keys import fingerprint, public_key
from ono_core.fair.transcript import hashed
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import MOST_SEATS, Phase
from ono_core.log.file import written
from ono_core.tournament.hashes import request_id
from ono_net.client import Ended
from ono_net.messages import Apply, Attend, Board, Decided, Door, Prepare
from ono_net.organiser import Denied, Happened, Organiser, organise
from ono_net.server import STORE
from ono_net.store.sqlite import open_sqlite
from ono_replay.audit import Verdict, audit
from tests.net.killed import Killed, killed_server
from tests.net.peers import proven
from tests.net.serving import Served, person, secret_of, serving

ORGANISERS = frozenset({fingerprint(public_key(secret_of("Dora")))})
ROOM = Prepare(nonce=b"n" * 32, options={"preset": "boardflix"}, watch="live", delay_ms=0)
SEATS = tuple(public_key(secret_of(name)) for name in ("Ana", "Ben"))
TID = hashed("ono1/test", b"tournament")


async def test_a_game_is_directed_from_its_room_to_its_seal(tmp_path: Path) -> None:
    """Players take their seats, the organiser starts, and its news tell the game, which is proven."""
    async with (
        serving(tmp_path, organisers=ORGANISERS) as served,
        organise(served.url, secret_of("Dora"), "Dora") as dora,
    ):
        room = await dora.prepare(ROOM, SEATS)
        told, there = list[ev.Event](), set[tuple[int, ...]]()
        async with (
            person(served, "Ben", room.code) as ben,
            person(served, "Ana", room.code) as ana,
            trio.open_nursery() as tasks,
        ):
            for someone in (ben, ana):
                assert (await someone.sit()).answer
                tasks.start_soon(someone.play)
            await room.act(cmd.Start())
            async for news in room.news:
                if isinstance(news, Happened):
                    told += news.events
                else:
                    there.add(news.online)
                if room.player.state.phase is Phase.SEALED:
                    break
        assert [event.seat for event in told if isinstance(event, ev.Seated)] == [1, 0]
        assert (0, 1) in there
        report = audit(written(room.player.book.raws()))
        assert (report.verdict, report.findings) == (Verdict.PROVEN, ())
        assert MOST_SEATS in room.player.state.cosigned


async def test_an_organiser_that_comes_back_goes_on(tmp_path: Path) -> None:
    """After its own end, and after the server's: the same rooms, and no second word on whose the seats are."""
    async with serving(tmp_path, organisers=ORGANISERS) as served:
        rooms = list[tuple[str, int]]()
        for _ in range(2):
            async with organise(served.url, secret_of("Dora"), "Dora") as dora:
                room = await dora.prepare(ROOM, SEATS)
                rooms.append((room.code, len(room.player.book)))
        assert [length for _, length in rooms] == [4, 4]
    async with (
        serving(tmp_path, organisers=ORGANISERS) as served,
        organise(served.url, secret_of("Dora"), "Dora") as dora,
    ):
        room = await dora.prepare(ROOM, SEATS)
        assert {room.code} == {code for code, _ in rooms}
        assert [event for entry in room.player.book.entries for event in entry.events if isinstance(event, ev.Directed)]
        assert len(room.player.book) == 5, "the server says that it was started again"


SERVER = """
import sys, trio
from pathlib import Path
from ono_net.config import Config
from ono_net.server import serve

organisers = frozenset({"FINGERPRINT"})
config = Config(data=Path(sys.argv[1]), organisers=organisers, port=int(sys.argv[2]))
trio.run(serve, config, lambda started: print(started.url, flush=True))
""".replace("FINGERPRINT", "".join(ORGANISERS))

ROOMS = 12
"""How many are prepared at once."""


async def prepares(dora: Organiser, number: int, tell: trio.MemorySendChannel[tuple[int, str]]) -> None:
    """One room of many."""
    room = await dora.prepare(replace(ROOM, nonce=bytes([number]) * 32), SEATS)
    await tell.send((number, room.code))


@pytest.mark.parametrize("heard", [1, 4])
async def test_a_kill_while_rooms_are_prepared_leaves_one_of_each(heard: int, tmp_path: Path) -> None:
    """Whenever it comes: who prepares again gets each room that it was told of, and no nonce has two."""
    told = dict[int, str]()
    async with killed_server(Killed(tmp_path, "-c", SERVER)) as server:
        for many in (heard, ROOMS):
            tell, answers = trio.open_memory_channel[tuple[int, str]](ROOMS)
            async with organise(server.url, secret_of("Dora"), "Dora") as dora, trio.open_nursery() as tasks:
                for number in range(ROOMS):
                    tasks.start_soon(prepares, dora, number, tell)
                for _ in range(many):
                    number, room = await answers.receive()
                    assert told.setdefault(number, room) == room
                await server.kill()
                tasks.cancel_scope.cancel()
            await server.start()
        await server.kill()
        async with open_sqlite(tmp_path / STORE) as store:
            assert set(await store.rooms()) == {*told.values()}
        await server.start()


async def test_what_is_asked_while_the_line_is_lost_is_answered(tmp_path: Path) -> None:
    """The server goes and comes back at the same place; an act and a board that were under way arrive."""
    async with trio.open_nursery() as tasks:
        async with serving(tmp_path, organisers=ORGANISERS) as served:
            port = served.port
            dora: Organiser = await tasks.start(_organised, served.url)
            room = await dora.prepare(ROOM, SEATS)
        tasks.start_soon(room.act, cmd.SetOptions({"preset": "boardflix", "deal": 5}))
        await dora.publish(TID, b"board")
        async with serving(tmp_path, organisers=ORGANISERS, port=port) as served, proven(served, "Ana") as ana:
            async for news in room.news:
                if isinstance(news, Happened) and isinstance(news.events[0], ev.OptionsSet):
                    break
            while not isinstance(told := await ana.hear(), Board):
                await ana.say(Attend(TID))
            assert told == Board(TID, b"board")
            tasks.cancel_scope.cancel()


async def _organised(url: str, task_status: trio.TaskStatus[Organiser]) -> None:
    async with organise(url, secret_of("Dora"), "Dora") as dora:
        task_status.started(dora)
        await trio.sleep_forever()


async def test_requests_are_heard_and_answered(tmp_path: Path) -> None:
    """What a player asks of a published tournament."""
    async with (
        serving(tmp_path, organisers=ORGANISERS) as served,
        organise(served.url, secret_of("Dora"), "Dora") as dora,
        proven(served, "Ana") as ana,
    ):
        await dora.publish(TID, b"board")
        await _attended(served)
        await ana.say(Apply(TID, b"body", bytes(64)))
        asked = await dora.requests.receive()
        assert (asked.identity, asked.body) == (public_key(secret_of("Ana")), b"body")
        await dora.decide(request_id(TID, asked.body), "name-taken", "Ana")
        while not isinstance(told := await ana.hear(), Decided):
            pass
        assert (told.code, told.detail) == ("name-taken", "Ana")


async def _attended(served: Served) -> None:
    """The board is there."""
    async with proven(served, "Wes") as guest:
        await guest.say(Attend(TID))
        while not isinstance(await guest.hear(), Board):
            await guest.say(Attend(TID))


async def test_what_is_refused_is_denied(tmp_path: Path) -> None:
    """Options that there are not, seats that cannot be, an act out of its place; the organiser goes on."""
    async with (
        serving(tmp_path, organisers=ORGANISERS) as served,
        organise(served.url, secret_of("Dora"), "Dora") as dora,
    ):
        with pytest.raises(Denied, match="bad-option"):
            await dora.prepare(Prepare(b"x" * 32, {"no": "such"}, "live", 0), SEATS)
        with pytest.raises(Denied, match="bad-option"):
            await dora.prepare(Prepare(b"y" * 32, {}, "live", 0), SEATS[:1])
        room = await dora.prepare(ROOM, SEATS)
        with pytest.raises(Denied, match="too-few-seats"):
            await room.act(cmd.Start())
        locked = Door(locked=True, public=False, watch="after")
        await room.set_door(locked)
        room.leave()
        assert [news async for news in room.news if isinstance(news, Happened)]
        assert room.trouble is None


async def publishing(served: Served) -> None:
    """Eve, who goes on publishing."""
    async with organise(served.url, secret_of("Eve"), "Eve") as eve:
        await eve.publish(TID, b"board")
        await trio.sleep_forever()


async def test_who_is_no_organiser_is_told_so(tmp_path: Path) -> None:
    """By the server, with its fingerprint; and a server that is not there is none."""
    async with serving(tmp_path) as served:
        with pytest.raises(Denied, match=fingerprint(public_key(secret_of("Eve")))):
            async with organise(served.url, secret_of("Eve"), "Eve") as eve:
                await eve.prepare(ROOM, SEATS)
        with pytest.raises(Denied, match="not-organiser"):
            await publishing(served)
        url = served.url
    with pytest.raises(Ended):
        async with organise(url, secret_of("Eve"), "Eve"):
            pass
