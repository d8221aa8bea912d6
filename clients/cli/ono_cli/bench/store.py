"""`ono bench store`: how many entries a second become durable when many games write at once, and one by one.

Both ways go through the product's store, on the file system of the data folder, with as many games waiting.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from secrets import token_bytes
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import trio
from msgspec import Struct

from ono_cli.bench.clock import ROUNDS, check_seconds
from ono_cli.bench.told import figures, tell
from ono_cli.home import server_folder
from ono_cli.stop import Exit, Stop
from ono_net.server import STORE
from ono_net.store import Store
from ono_net.store.sqlite import open_sqlite

GAMES: Final = 32
ENTRY: Final = 430
"""Bytes of an entry: about what a play with its opening and two signatures has."""

TARGETS: Final = {"ratio": ">= 10x"}


class Written(Struct, frozen=True):
    """How many entries became durable a second, and how long each writer waited, in ms, rising."""

    per_second: float
    waits: list[float]

    def wait(self, share: float) -> float:
        """The wait that this share of all is within."""
        return self.waits[int(len(self.waits) * share)]


def run(args: Namespace) -> int:
    """Measure and show."""
    check_seconds(args.seconds)
    with data_place(args.data) as folder:
        record = trio.run(measured, folder, args.seconds)
    return tell(record, _lines, as_json=args.json)


@contextmanager
def data_place(data: Path | None) -> Generator[Path]:
    """An empty folder for a while, in this one or in that of `ono serve`: what a disk takes depends on which it is."""
    folder = data or server_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        inside = TemporaryDirectory(prefix="ono-bench-", dir=folder)
    except OSError as error:
        raise Stop(Exit.UNUSABLE, f"--data: {folder}: {(error.strerror or str(error)).lower()}") from None
    with inside as name:
        yield Path(name)


async def measured(folder: Path, seconds: float) -> dict[str, Any]:
    """The figures of both ways, which take turns."""
    grouped: list[Written] = []
    one_by_one: list[Written] = []
    async with open_sqlite(folder / STORE) as store:
        for _ in range(ROUNDS):
            grouped.append(await written(store, seconds / ROUNDS, alone=False))
            one_by_one.append(await written(store, seconds / ROUNDS, alone=True))
    many, few = (median(round_.per_second for round_ in rounds) for rounds in (grouped, one_by_one))
    return {
        "grouped_s": round(many),
        "one_by_one_s": round(few),
        "ratio": round(many / few, 2),
        "p50_ms": round(median(round_.wait(0.5) for round_ in grouped), 3),
        "p99_ms": round(median(round_.wait(0.99) for round_ in grouped), 3),
        "games": GAMES,
        "entry_bytes": ENTRY,
    }


async def written(store: Store, seconds: float, *, alone: bool) -> Written:
    """Let the games write, each its next entry once the last is durable; ``alone``: one at a time commits."""
    turn = trio.Lock() if alone else nullcontext()
    waits: list[float] = []
    began = perf_counter()

    async def game() -> None:
        gid, index = token_bytes(32), 0
        while perf_counter() - began < seconds:
            entry, asked = token_bytes(ENTRY), perf_counter()
            async with turn:
                await store.append(gid, index, entry)
            waits.append(1000 * (perf_counter() - asked))
            index += 1

    async with trio.open_nursery() as nursery:
        for _ in range(GAMES):
            nursery.start_soon(game)
    return Written(len(waits) / (perf_counter() - began), sorted(waits))


def _lines(record: dict[str, Any]) -> Iterator[str]:
    yield f"{GAMES} games write entries of {ENTRY} bytes through the store; medians of {ROUNDS} rounds in turns"
    yield from figures(
        [
            (f"{record['grouped_s']}", "", "durable entries a second, committed in groups"),
            (f"{record['one_by_one_s']}", "", "durable entries a second, one commit each"),
            (f"{record['ratio']:.1f}x", TARGETS["ratio"], "so many times more"),
            (f"{record['p50_ms']:.2f}", "", "ms that an entry waits in a group, the median"),
            (f"{record['p99_ms']:.2f}", "", "and 99 of 100"),
        ]
    )
