"""A server process that is killed again and again while five games are played on it by real clients."""

import random
import sys
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from subprocess import PIPE

import pytest
import trio

from ono_core.game.commands import AddBot, Start
from ono_core.game.state import TURN_PHASES, Phase
from ono_core.log.book import Book
from ono_core.log.file import written
from ono_net.client import Link, Lost, connect
from ono_net.guest import Guest, News
from ono_net.messages import Again, Entered, Entries
from ono_net.store.sqlite import open_sqlite
from ono_replay.audit import Verdict, audit
from tests.net.serving import Person, secret_of

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

Logs = dict[bytes, list[bytes]]


class Told:
    """What the clients have been told: entries by game and index, and where their commands stand by game and id."""

    def __init__(self) -> None:
        self.entries: defaultdict[bytes, dict[int, bytes]] = defaultdict(dict)
        self.accepted: defaultdict[bytes, dict[bytes, int]] = defaultdict(dict)
        self.count = 0
        self._goal = 0
        self._reached = trio.Event()

    async def more(self, entries: int) -> None:
        """Wait until clients have been sent so many entries more."""
        self._goal, self._reached = self.count + entries, trio.Event()
        await self._reached.wait()

    def entry(self, game: bytes, index: int, raw: bytes) -> None:
        """Note an entry that a client got."""
        assert self.entries[game].setdefault(index, raw) == raw, "two clients got two histories"
        self.count += 1
        if self.count >= self._goal:
            self._reached.set()

    def now(self) -> "Told":
        """What has been told so far."""
        copy = Told()
        copy.entries.update((game, dict(entries)) for game, entries in self.entries.items())
        copy.accepted.update((game, dict(accepted)) for game, accepted in self.accepted.items())
        return copy

    def missing(self, logs: Logs) -> list[tuple[bytes, int]]:
        """What does not stand in the logs as it was told."""
        entries = [(g, n, logs[g][n : n + 1] == [raw]) for g, told in self.entries.items() for n, raw in told.items()]
        books = {game: Book.of(logs[game]).command_index for game in self.accepted}
        commands = [(g, n, books[g].get(id_) == n) for g, told in self.accepted.items() for id_, n in told.items()]
        return [(game, index) for game, index, stands in entries + commands if not stands]


class Party:
    """What the players of one room agree on: how many sit down, and for which games a rematch was asked."""

    def __init__(self, players: int, computers: int) -> None:
        self.players = players
        self.computers = computers
        self.again: set[bytes] = set()
        self.is_last = False


class Gambler(Person):
    """Somebody who sits down, hosts if it falls to them, plays, and plays again until the last game."""

    def __init__(self, name: str, guest: Guest, link: Link, party: Party, told: Told) -> None:
        super().__init__(name, guest, link)
        self.party = party
        self.told = told
        self._has_asked_again = False

    async def gamble(self) -> None:
        """Play until the last game is sealed."""
        while not self.is_done:
            await self.hear()
            if self.length and not self.guest._asked:
                await self.do_next()

    @property
    def is_done(self) -> bool:
        """Whether the last game is sealed, with no rematch asked for."""
        return self.phase is Phase.SEALED and self.party.is_last and self.game not in self.party.again

    @property
    def game(self) -> bytes:
        """The game this player follows."""
        return self.guest.player.keys.gid if self.guest.player else b""

    async def hear(self) -> News:
        """Take in the next message, and note what is promised by it."""
        message = await self.link.receive()
        if isinstance(message, Lost):
            self.lost.append(message)
            return News()
        before = self.length
        news = self.guest.receive(message)
        if isinstance(message, Entered):
            self._has_asked_again = False
        if isinstance(message, Entries):
            for index, raw in enumerate(message.entries, before):
                self.told.entry(self.game, index, raw)
        assert news.error is None
        if news.answer and news.answer.index is not None:
            self.told.accepted[self.game][news.answer.id] = news.answer.index
        elif news.answer and news.answer.refusal:
            # A rematch's host may take over from who sat down first, or have begun by then.
            assert news.answer.refusal.code in {"not-host", "wrong-phase"}
        for reply in news.replies:
            await self.link.send(reply)
        return news

    async def do_next(self) -> None:
        """Do what the game waits for, if it waits for this player."""
        prompt, player = self.guest.prompt, self.guest.player
        assert player
        if player.state.phase is Phase.LOBBY:
            await self.prepare()
        elif player.state.phase in TURN_PHASES and prompt and prompt.step == player.state.step:
            await self.move()
        elif player.state.phase is Phase.SEALED and player.state.host == player.seat:
            await self.ask_again()

    async def prepare(self) -> None:
        """Sit down; as the host, seat the computers and start when all are there."""
        player, party = self.guest.player, self.party
        assert player
        state = player.state
        computers = sum(not state.seat_at(seat).is_human for seat in state.taken)
        if player.seat is None:
            await self.link.send(self.guest.act(player.keys.join(self.name)))
        elif player.seat == state.host and computers < party.computers:
            await self.link.send(self.guest.act(AddBot("easy", None)))
        elif player.seat == state.host and len(state.taken) == party.players + party.computers:
            await self.link.send(self.guest.act(Start()))

    async def ask_again(self) -> None:
        """Ask for a rematch once on each connection, unless this was the last game."""
        if self._has_asked_again or self.is_done:
            return
        self._has_asked_again = True
        self.party.again.add(self.game)
        await self.link.send(Again())


class Killed:
    """A server process that can be killed and started again on the same port and folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = "http://localhost:0"
        self.process: trio.Process

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        port = self.url.rpartition(":")[2]
        with (self.folder / "stderr").open("ab") as errors:
            self.process = await trio.lowlevel.open_process(
                [sys.executable, "-c", SERVER, str(self.folder), port], stdout=PIPE, stderr=errors
            )
        assert self.process.stdout
        self.url = (await self.process.stdout.receive_some()).decode().strip()

    async def kill(self) -> None:
        """SIGKILL, and wait until nothing of it is left."""
        self.process.kill()
        await self.process.wait()

    async def logs(self, games: list[bytes]) -> Logs:
        """What is stored, while it does not run."""
        async with open_sqlite(self.folder / "ono.db") as store:
            return {game: await store.read(game) for game in games}


@asynccontextmanager
async def killed_server(folder: Path) -> AsyncGenerator[Killed]:
    """A running server process, killed at last."""
    server = Killed(folder)
    await server.start()
    try:
        yield server
    finally:
        with trio.CancelScope(shield=True):
            await server.kill()


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
    async with killed_server(tmp_path) as server, gamblers(server, told) as everybody:
        async with trio.open_nursery() as nursery:
            for someone in everybody:
                nursery.start_soon(someone.gamble)
            for kill in range(KILLS):
                await told.more(dice.randint(*BETWEEN))
                for someone in everybody:
                    someone.party.is_last = kill == KILLS - 1
                await server.kill()
                before = told.now()
                assert before.missing(await server.logs(list(before.entries))) == []
                await server.start()
        assert all(someone.lost for someone in everybody)
    logs = await server.logs(list(told.entries))
    assert told.missing(logs) == []
    reports = [audit(written(raws)) for raws in logs.values()]
    assert {report.verdict for report in reports} <= {Verdict.PROVEN, Verdict.REMARKS}, reports
    assert (tmp_path / "stderr").read_text() == ""
