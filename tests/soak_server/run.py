"""The soak: rooms full of players on bad lines, strangers beside them, and a server that is killed every so often."""

from __future__ import annotations

import traceback
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import trio
from msgspec import Struct, field

from ono_net.client import Ended, Link, connect
from ono_net.guest import Guest
from tests.net.gamblers import Party, Told
from tests.net.killed import killed_server
from tests.net.serving import secret_of
from tests.soak_server.players import BadLine, Figures, Room, Rowdy
from tests.soak_server.process import Metrics, OnoServe
from tests.soak_server.strangers import Strangers

SIZES = ((3, 1), (2, 1), (3, 0), (2, 2), (2, 1))
"""Players and computers of the rooms, in turn."""
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"preset": "table-party"}, {"preset": "official", "score": "none"})
LONG: dict[str, Any] = {"preset": "official"}
"""The rules of every tenth room: a game of many rounds."""

PASSING, STUCK, NONSENSE = 0.04, 0.03, 0.02
"""Strangers of each kind at once, for each room."""

STILL_SECONDS = 75
"""After so long without an entry a room stands still: a player who is gone is waited for 30 s, a round 20 s."""
WIND_DOWN_SECONDS = 90
SAMPLE_SECONDS = 1
AT_ONCE = 8
"""Rooms that are being opened at once."""
ATTEMPTS = 5
"""How often somebody tries to come in for the first time."""

BASE_MB, ROOM_KB, CONNECTION_KB, UNREAD_KB = 90, 250, 60, 262
"""The memory that a server may take: by itself, for a room, for a connection, and for what one does not read."""
BASE_TASKS, CONNECTION_TASKS = 40, 8
"""The tasks that may live: the server's own, and those of a connection; a room is one."""


class Plan(Struct, frozen=True):
    """How much of it, and for how long: `every` so many seconds a kill."""

    rooms: int
    minutes: float
    every: float
    seed: int
    trouble: float = 1.0
    """How many times more often than usual something happens to a line."""
    pace_ms: int = 1000
    """How long computers and players think, about."""

    def strangers(self, share: float) -> int:
        """How many of a kind there are: at least one."""
        return max(1, round(share * self.rooms))

    @property
    def stuck(self) -> int:
        """How many read nothing, at once."""
        return self.strangers(STUCK)


class Life(Struct):
    """What was seen of the server while it lived, the most of each, and what it counted at last."""

    memory: float = 0.0
    tasks: float = 0.0
    connections: float = 0.0
    rooms: float = 0.0
    slowest: float = 0.0
    """Seconds that the admin port took to answer."""
    last: Metrics = field(default_factory=dict[str, float])


class Soaked(Struct):
    """All that was seen."""

    plan: Plan
    figures: Figures
    told: Told
    lives: list[Life]
    downtimes: list[float]
    """Seconds from each kill until the server listened again."""
    left: dict[str, tuple[float, float]]
    """What is left when everybody has gone, beside the same of a server that has just started."""
    players: int = 0
    seconds: float = 0.0
    stop_seconds: float = 0.0
    """In how many seconds the server ended when it was told to while all were there."""


async def soak(folder: Path, plan: Plan) -> Soaked:
    """Play, kill, and let everybody go; what is stored is looked at afterwards."""
    soaked, began = Soaked(plan, Figures(), Told(), [Life()], [], {}), perf_counter()
    server = OnoServe(folder, plan.pace_ms)
    async with killed_server(server):
        async with _sampled(server, soaked):
            await Crowd(server, soaked).all()
        await _everybody_gone(server, soaked)
        await _stopped(server, soaked.figures)
        await _compare(server, soaked)
    soaked.figures.problems += [f"the server says: {fault}" for fault in server.faults()]
    soaked.seconds = perf_counter() - began
    return soaked


class Crowd:
    """Everybody who is on the server."""

    def __init__(self, server: OnoServe, soaked: Soaked) -> None:
        self._server = server
        self._soaked = soaked
        self._figures = soaked.figures
        self._rooms = [
            Room(n, Party(*SIZES[n % len(SIZES)]), LONG if n % 10 == 9 else OPTIONS[n % len(OPTIONS)])
            for n in range(soaked.plan.rooms)
        ]
        self._codes: list[str] = []
        self._lines: list[BadLine] = []
        self._limit = trio.CapacityLimiter(AT_ONCE)
        self._opened = trio.Event()
        self._over = trio.Event()
        """Set once the last games are over, but for those of many rounds."""

    async def all(self) -> None:
        """Let all rooms open, then the trouble begin, and at last everybody finish in peace."""
        plan = self._soaked.plan
        async with trio.open_nursery() as players:
            for room in self._rooms:
                players.start_soon(self._room, room)
            await self._opened.wait()
            async with trio.open_nursery() as trouble:
                self._start_strangers(trouble)
                await self._kills(60 * plan.minutes, plan.every)
                trouble.cancel_scope.cancel()
            for line in self._lines:
                line.is_bad = False
            for room in self._rooms:
                room.party.is_last = True
            with trio.move_on_after(min(WIND_DOWN_SECONDS, plan.every)):
                await self._over.wait()
            self._check_rooms()
            players.cancel_scope.cancel()

    def _start_strangers(self, nursery: trio.Nursery) -> None:
        strangers = Strangers(self._server, self._codes, self._figures, self._soaked.plan.seed)
        for kind, share in (("passer_by", PASSING), ("stuck", STUCK), ("nonsense", NONSENSE)):
            for n in range(self._soaked.plan.strangers(share)):
                nursery.start_soon(strangers.again_and_again, kind, n)

    async def _kills(self, seconds: float, every: float) -> None:
        """Stop the server once and kill it every so often; the last life lasts as long as the others."""
        began = trio.current_time()
        await trio.sleep(every / 2)
        self._soaked.stop_seconds = await _stopped(self._server, self._figures)
        await self._begin_life()
        for kill in range(1, round(seconds / every)):
            await trio.sleep_until(began + kill * every)
            before = perf_counter()
            await self._server.kill()
            await self._begin_life()
            self._soaked.downtimes.append(perf_counter() - before)
        await trio.sleep_until(began + seconds)

    async def _begin_life(self) -> None:
        self._soaked.lives.append(Life())
        await self._server.start()

    # Rooms

    async def _room(self, room: Room) -> None:
        """The players of a room, the first of whom opens it."""
        async with trio.open_nursery() as nursery:
            async with self._limit:
                for place in range(room.party.players):
                    await nursery.start(self._player, room, place)
                    if place == 0:
                        self._codes.append(room.code)
            if len(self._codes) == len(self._rooms):
                self._opened.set()
        room.is_over = True
        if all(room.is_over or room.options is LONG for room in self._rooms):
            self._over.set()

    async def _player(
        self, room: Room, place: int, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """A player from the first word to the end of the last game; all begin to play when all are there."""
        name = f"Player {room.number} {place}"
        guest = Guest(secret_of(name), room.code or None, room.options)
        try:
            async with AsyncExitStack() as stack:
                link = await self._connected(stack, guest, name)
                late = await stack.enter_async_context(trio.open_nursery())
                someone = self._seated(name, guest, link, late, room)
                await someone.until(lambda someone: someone.length > 0)
                room.code = str(guest.room)
                task_status.started()
                await self._opened.wait()
                await someone.gamble()
                late.cancel_scope.cancel()
        except* Exception as group:
            if not self._opened.is_set():
                raise
            self._figures.problem(f"room {room.number}, {name}: {_told(group)}")

    async def _connected(self, stack: AsyncExitStack, guest: Guest, name: str) -> Link:
        """A link of this player; on a busy machine the first attempt may fail."""
        for _ in range(ATTEMPTS):
            with suppress(Ended):
                return await stack.enter_async_context(
                    connect(self._server.url, secret_of(name), opening=guest.opening)
                )
        raise AssertionError(f"{name} does not get in")

    def _seated(self, name: str, guest: Guest, link: Link, late: trio.Nursery, room: Room) -> Rowdy:
        plan = self._soaked.plan
        line = BadLine(link, late, Random(f"{plan.seed}/{name}"), self._figures.counts, plan.trouble)
        someone = Rowdy(name, guest, line, room, self._soaked.told, self._figures)
        someone.pace_ms = plan.pace_ms
        self._lines.append(line)
        self._soaked.players += 1
        return someone

    def _check_rooms(self) -> None:
        """No room may stand still."""
        now = trio.current_time()
        for room in self._rooms:
            if not room.is_over and now - room.moved_at > STILL_SECONDS:
                self._figures.problem(f"room {room.number} stood still for {now - room.moved_at:.0f} s at the end")


def _told(group: BaseExceptionGroup[BaseException]) -> str:
    return "".join(traceback.format_exception(group, limit=-4))


# Looking


@asynccontextmanager
async def _sampled(server: OnoServe, soaked: Soaked) -> AsyncGenerator[None]:
    """Read what the server counts every second while this lasts."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_sample, server, soaked)
        yield
        nursery.cancel_scope.cancel()


async def _sample(server: OnoServe, soaked: Soaked) -> None:
    while True:
        await server.up.wait()
        with suppress(OSError, trio.BrokenResourceError, KeyError, ValueError):  # it was killed meanwhile
            life, began = soaked.lives[-1], trio.current_time()
            found = await server.metrics()
            _take(life, found, trio.current_time() - began)
            check(found, soaked.figures, soaked.plan.stuck)
        soaked.figures.problems += [f"the server says: {fault}" for fault in server.faults()]
        await trio.sleep(SAMPLE_SECONDS)


def _take(life: Life, found: Metrics, seconds: float) -> None:
    life.last = found
    life.memory = max(life.memory, found["process_resident_memory_bytes"])
    life.tasks = max(life.tasks, found["ono_tasks"])
    life.connections = max(life.connections, found["ono_connections"])
    life.rooms = max(life.rooms, found["ono_rooms"])
    life.slowest = max(life.slowest, seconds)


def check(found: Metrics, figures: Figures, stuck: int) -> None:
    """Memory and tasks within what is stated for so many rooms and connections."""
    rooms, connections = found["ono_rooms"], found["ono_connections"]
    if found["process_resident_memory_bytes"] > (most := most_memory(rooms, connections, stuck)):
        words = f"{rooms:.0f} rooms and {connections:.0f} connections may take {most / 1e6:.0f} MB"
        figures.problem(f"{found['process_resident_memory_bytes'] / 1e6:.0f} MB, where {words}")
    if found["ono_tasks"] > (most := BASE_TASKS + rooms + CONNECTION_TASKS * connections):
        figures.problem(f"{found['ono_tasks']:.0f} tasks, at most {most:.0f} expected")


def most_memory(rooms: float, connections: float, stuck: int) -> float:
    """The bytes that a server with so many rooms and connections may take, some of which read nothing."""
    return BASE_MB * 1e6 + 1e3 * (ROOM_KB * rooms + CONNECTION_KB * connections + UNREAD_KB * stuck)


# The end

COUNTED = ("ono_tasks", "ono_rooms", "ono_connections", "ono_websockets", "process_open_fds")
"""What a server has, when everybody has gone, as it would have if it had just started."""


OWN_TASKS = 10
"""What a server has, beside one for each room, when nobody is there."""


async def _everybody_gone(server: OnoServe, soaked: Soaked) -> None:
    """Wait until the last connections have said goodbye; what is left then is for good."""
    found = await server.metrics()
    with trio.move_on_after(2 * STILL_SECONDS):
        while found["ono_connections"] or found["ono_tasks"] > OWN_TASKS + found["ono_rooms"]:
            await trio.sleep(0.1)
            found = await server.metrics()
    if found["ono_connections"]:
        soaked.figures.problem("connections are left that nobody holds")
    soaked.left = {name: (found[name], 0.0) for name in (*COUNTED, "process_resident_memory_bytes")}


async def _compare(server: OnoServe, soaked: Soaked) -> None:
    """Start the server once more on what it stored, and look what the last one had beyond that."""
    await server.start()
    found = await server.metrics()
    soaked.left = {name: (was, found[name]) for name, (was, _) in soaked.left.items()}
    for name in COUNTED:
        was, new = soaked.left.get(name, (0.0, 0.0))
        if was != new:
            soaked.figures.problem(f"{name} is {was:.0f} when everybody has gone, and {new:.0f} after a new start")
    await _stopped(server, soaked.figures)


async def _stopped(server: OnoServe, figures: Figures) -> float:
    """Tell the server to stop, and wait until it has; in how many seconds."""
    began = perf_counter()
    if code := await server.stop():
        figures.problem(f"the server exited with {code}")
    return perf_counter() - began
