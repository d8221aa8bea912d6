"""The run: so many cases of a seed, by values and on a live server, beside a game of others that must not suffer."""

from __future__ import annotations

import traceback
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from time import perf_counter

import trio
from msgspec import Struct

from ono_net.client import connect
from ono_net.guest import Guest, News
from tests.fuzz.live import Live, Rebel
from tests.fuzz.values import Values
from tests.net.gamblers import Gambler, Party, Told
from tests.net.killed import killed_server
from tests.net.serving import Person, secret_of
from tests.soak_server.process import OnoServe

VALUES = "values"
TURNS = ("http", "frames", "messages", "messages", "signed", "http", "frames", VALUES, VALUES, VALUES)
"""What kind of case it is by the last digit of its index."""
FAILED = "FAILED"
MACHINES = Values()
AT_ONCE = 8
"""Cases that a server is given at once."""
REBELS = 4
PACE_MS = 50
ANSWER_SECONDS = 5
"""How long others may wait for an answer, however much is said beside them."""


class Result(Struct):
    """How the cases ended, and what went wrong: seed and index, and how."""

    seed: int
    ends: defaultdict[str, Counter[str]]
    problems: list[str]
    seconds: float = 0.0
    answers: int = 0
    """How many commands of the others were answered meanwhile."""
    slowest: float = 0.0
    """Seconds until the slowest of these answers."""
    games: int = 0
    """How many games they played."""

    def table(self) -> str:
        """All of it, for reading."""
        cases = sum(sum(ends.values()) for ends in self.ends.values())
        rows = [f"{cases} cases of seed {self.seed} in {self.seconds:.0f} s: {len(self.problems) or 'no'} problems"]
        for kind, ends in sorted(self.ends.items()):
            most = ", ".join(f"{end} {times}" for end, times in ends.most_common(12))
            rows.append(f"  {kind:15} {sum(ends.values()):6}   {most}")
        rows.append(
            f"  others          {self.games} games, {self.answers} answers, the slowest in {self.slowest:.3f} s"
        )
        return "\n".join([*rows, *self.problems])


async def fuzz(folder: Path, seed: int, indices: Sequence[int]) -> Result:
    """Run these cases of a seed."""
    result, began = Result(seed, defaultdict(Counter), []), perf_counter()
    values = [index for index in indices if turn(index) == VALUES]
    for index in values:  # first, for they would hold up the others
        value_case(result, index)
    server = OnoServe(folder, PACE_MS)
    async with killed_server(server):
        tasks = (await server.metrics())["ono_tasks"]
        async with _others(server, result) as told, _rebels(server) as rebels:
            live = Live(server, told.room, rebels)
            await Run(result, live, server).all(index for index in indices if turn(index) != VALUES)
        await _check_end(server, tasks, result)
    result.seconds = perf_counter() - began
    return result


def turn(index: int) -> str:
    """What kind of case it is."""
    return TURNS[index % len(TURNS)]


def value_case(result: Result, index: int) -> None:
    """Run a case of values."""
    dice = Random(f"{result.seed}/{index}")
    case: Callable[[Random], str] = dice.choice(MACHINES.cases)
    try:
        end = case(dice)
    except Exception:
        end = FAILED
        MACHINES.renew()
        result.problems.append(f"case {index} ({case.__name__}): {traceback.format_exc(limit=-8)}")
    result.ends[case.__name__][end] += 1


class Run:
    """The live cases of one run."""

    def __init__(self, result: Result, live: Live, server: OnoServe) -> None:
        self._result = result
        self._live = {case.__name__: case for case in live.cases}
        self._server = server

    async def all(self, indices: Iterable[int]) -> None:
        """Run these cases, some at once."""
        left = iter(indices)

        async def worker() -> None:
            for index in left:
                await self._one(index)

        async with trio.open_nursery() as nursery:
            for _ in range(AT_ONCE):
                nursery.start_soon(worker)

    async def _one(self, index: int) -> None:
        kind, dice = turn(index), Random(f"{self._result.seed}/{index}")
        try:
            end = await self._live[kind](dice)
        except Exception:
            end = FAILED
            self._problem(f"case {index} ({kind}): {traceback.format_exc(limit=-8)}")
        for fault in self._server.faults():
            self._problem(f"about case {index} ({kind}) the server says: {fault}")
        self._result.ends[kind][end] += 1

    def _problem(self, words: str) -> None:
        self._result.problems.append(words)


# Others


class Other(Gambler):
    """Somebody who plays on meanwhile and notes how long answers take."""

    result: Result
    asked_at = 0.0

    async def hear(self) -> News:
        """Take in the next message, and note when it is an answer."""
        news = await super().hear()
        if news.answer:
            self.result.answers += 1
            self.result.slowest = max(self.result.slowest, trio.current_time() - self.asked_at)
        return news

    async def do_next(self) -> None:
        """Do what the game waits for."""
        self.asked_at = trio.current_time()
        await super().do_next()


class Room(Struct, frozen=True):
    """The room of the others."""

    room: str


@asynccontextmanager
async def _others(server: OnoServe, result: Result) -> AsyncGenerator[Room]:
    """Two who play game after game while this lasts, and get to the end of the last; nothing may disturb them."""
    party, told, room = Party(2, 1), Told(), None
    async with AsyncExitStack() as stack:
        pair: list[Other] = []
        for name in ("Ana", "Ben"):
            guest = Guest(secret_of(name), room)
            link = await stack.enter_async_context(connect(server.url, secret_of(name), opening=guest.opening))
            someone = Other(name, guest, link, party, told)
            someone.result = result
            await someone.until(lambda someone: someone.length > 0)
            pair.append(someone)
            room = guest.room
        async with trio.open_nursery() as nursery:
            for someone in pair:
                nursery.start_soon(someone.gamble)
            yield Room(str(room))
            party.is_last = True
        result.games = len(told.entries)
        for someone in pair:
            if someone.lost:
                result.problems.append(f"{someone.name} lost the connection: {someone.lost}")
        if result.slowest > ANSWER_SECONDS:
            result.problems.append(f"others waited {result.slowest:.1f} s for an answer")


@asynccontextmanager
async def _rebels(server: OnoServe) -> AsyncGenerator[list[Rebel]]:
    async with AsyncExitStack() as stack:
        rebels: list[Rebel] = []
        for number in range(REBELS):
            name = f"Rebel {number}"
            guest = Guest(secret_of(name), None)
            link = await stack.enter_async_context(connect(server.url, secret_of(name), opening=guest.opening))
            person = Person(name, guest, link)
            await person.until(lambda person: person.length >= 2)
            await person.sit()
            rebels.append(Rebel(person))
        yield rebels


async def _check_end(server: OnoServe, tasks: float, result: Result) -> None:
    """Nothing is left of anybody but the rooms, once all have gone, and the server ends as it should."""
    with trio.move_on_after(10):
        while True:
            found = await server.metrics()
            if found["ono_connections"] == 0 and found["ono_tasks"] == tasks + found["ono_rooms"]:
                break
            await trio.sleep(0.05)
        if code := await server.stop():
            result.problems.append(f"the server exited with {code}")
        result.problems += [f"at the end the server says: {fault}" for fault in server.faults()]
        return
    told = await server.metrics()
    result.problems.append(
        f"{told['ono_connections']} connections and {told['ono_tasks']} tasks are left, or the server does not end; "
        f"expected {tasks} tasks and {told['ono_rooms']} rooms"
    )
