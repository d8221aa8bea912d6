"""`ono bench server`: what a move costs a server that is played on by real clients, and how long it takes to arrive.

The server is a process on one core, with its store on disk; the load is another on another core (load.py). Three
servers take turns with each other, and with a peer: one that signs nothing and checks no command, one that signs its
entries, and the product as it is.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from ono_cli.bench.boardgame import boardgame_io
from ono_cli.bench.clock import ROUNDS, check_seconds
from ono_cli.bench.processes import LOAD_CORE, SERVER_CORE, Child, check_system, child, cores, memory_kb, python
from ono_cli.bench.room import SEATS
from ono_cli.bench.store import data_place
from ono_cli.bench.told import figures, json_line
from ono_cli.rulesets import FIRST_PRESET
from ono_cli.stop import Exit, check_range
from ono_net.limits import Limits

MODES: Final = ("bare", "signed", "checked")
"""No signature at all, the table's alone, all as in the product (served.py)."""

TARGETS: Final[dict[str, str]] = {
    "cpu_us_bare": "<= 100",
    "cpu_us_signed": "<= 145",
    "cpu_us_checked": "<= 260",
    "ratio_boardgame_io": ">= 2.5x",
    "p50_ms": "<= 1.5",
    "p99_ms": "<= 10",
}
WORDS: Final[dict[str, str]] = {
    "cpu_us_bare": "µs a move, nothing signed, no command checked",
    "cpu_us_signed": "µs a move, entries signed",
    "cpu_us_checked": "µs a move, commands checked too",
    "moves_s": "moves a second at most, all checked",
    "p50_ms": "ms from a client's send to the last reader at half of that, the median",
    "p99_ms": "and 99 of 100",
    "memory_kb": "kB of memory for a connection that idles in a room of four",
    "idle_share": "share of the core while they idle",
    "boardgame_io_us": "µs a move of boardgame.io with a game of that size",
    "ratio_boardgame_io": "boardgame.io / ours with nothing signed",
    "reconnect_s": "seconds until all have caught up who come back at once",
    "reconnect_cut": "connections that were cut off on the way then, and came again",
    "restart_s": "seconds until the server is there again before that",
    "server_busy": "share of its core the server was busy, all checked, at most moves",
    "load_busy": "share of its core the load was busy then",
    "load_us": "µs a move of the load itself",
    "moves_per_game": "moves a game; opening and ending games is in the µs above",
}
"""The figures as they are told, in that order."""

_MOST_ROOMS: Final = 5000
_BUSY: Final = 0.9
"""The share of its core from which on a process is the limit."""
_RETURN_PLAY: Final = 1.0
"""Seconds that rooms play before their server ends and everybody comes back."""


def run(args: Namespace) -> int:
    """Measure and show."""
    check_system()
    check_seconds(args.seconds)
    check_range("--rooms", args.rooms, 1, _MOST_ROOMS)
    check_range("--idle", args.idle, 0, _MOST_ROOMS)
    check_range("--reconnect", args.reconnect, 0, SEATS * _MOST_ROOMS)
    with data_place(args.data) as folder:
        record = measured(args.data or folder, args)
    print(json_line(record) if args.json else "\n".join(lines(record)))
    return Exit.DONE


def measured(folder: Path, args: Namespace) -> dict[str, Any]:
    """All figures that were asked for; the stores of the servers stay in the folder, by mode."""
    found, missing = _played(folder, args)
    if args.idle:
        found |= _idled(folder, args.idle, args.seconds)
    if args.reconnect:
        found |= _came_back(folder, args.reconnect // SEATS)
    return {
        **{name: round(found[name], 3) if name in found else None for name in WORDS},
        "rooms": args.rooms,
        "idle_connections": SEATS * args.idle,
        "reconnections": args.reconnect,
        "cores": {"server": cores()[SERVER_CORE], "load": cores()[LOAD_CORE]},
        "missing": missing,
    }


class Side(Struct, frozen=True):
    """A server with the load on it."""

    server: Child
    load: Child


@contextmanager
def served(mode: str, folder: Path, port: int = 0, connections: int = 0) -> Generator[tuple[Child, str]]:
    """A server in its own process, with its data in the folder's part of this name; its host and port too."""
    words: list[object] = ["--data", folder / mode, "--port", port, "--pace", 0]
    if connections > Limits().connections:
        words += ["--max-connections", connections]
    with child(python("ono_cli.bench.served", mode, *words), SERVER_CORE, folder / f"{mode}.txt") as server:
        yield server, server.told("ONO is served at http://")


@contextmanager
def loaded(mode: str, folder: Path, connections: int = 0) -> Generator[Side]:
    """A server and the load on it, which has no rooms yet."""
    with served(mode, folder, connections=connections) as (server, host), _load(server, host, mode, folder) as load:
        yield Side(server, load)


@contextmanager
def _load(server: Child, host: str, mode: str, folder: Path) -> Generator[Child]:
    signs = "signed" if mode == "checked" else "unsigned"
    words = (host, server.pid, json.dumps({"preset": FIRST_PRESET}), signs)
    with child(python("ono_cli.bench.load", *words), LOAD_CORE, folder / f"{mode}-load.txt") as load:
        yield load


# What is measured


def _played(folder: Path, args: Namespace) -> tuple[dict[str, float], list[str]]:
    """The servers and the peer in turns, then the latency at half of what the product can do; and what is missing."""
    missing: list[str] = []
    with ExitStack() as stack:
        loads: dict[str, Child] = {}
        for mode in MODES:
            loads[mode] = stack.enter_context(loaded(mode, folder)).load
            loads[mode].ask(do="open", rooms=args.rooms, deals=True)
        if args.peer:
            peer = stack.enter_context(boardgame_io(args.rooms, folder / "peer.txt"))
            if isinstance(peer, str):
                missing.append(peer)
            else:
                loads["peer"] = peer
        turns = _in_turns(loads, args.seconds)
        rate = median(turn["moves_s"] for turn in turns["checked"])
        half = loads["checked"].ask(do="play", seconds=args.seconds, rate=rate / 2)
    return _figures(turns, half, rate), missing


def _in_turns(loads: Mapping[str, Child], seconds: float) -> dict[str, list[dict[str, float]]]:
    """What each came to in each round, after a first one in which games get out of step and caches warm."""
    turns: dict[str, list[dict[str, float]]] = {name: [] for name in loads}
    for _ in range(1 + ROUNDS):
        for name, load in loads.items():
            turns[name].append(load.ask(do="play", seconds=seconds / ROUNDS, rate=0))
    return {name: told[1:] for name, told in turns.items()}


def _figures(turns: Mapping[str, list[dict[str, float]]], half: dict[str, float], rate: float) -> dict[str, float]:
    us = {name: 1e6 * median(turn["server_s"] / turn["moves"] for turn in told) for name, told in turns.items()}
    checked = turns["checked"]
    moves, games, load = (sum(turn[name] for turn in checked) for name in ("moves", "games", "load_s"))
    found = {
        **{f"cpu_us_{mode}": us[mode] for mode in MODES},
        "moves_s": rate,
        "p50_ms": half["p50_ms"],
        "p99_ms": half["p99_ms"],
        "server_busy": median(turn["server_busy"] for turn in checked),
        "load_busy": median(turn["load_busy"] for turn in checked),
        "load_us": 1e6 * load / moves,
        "moves_per_game": moves / max(1, games),
    }
    if "peer" in us:
        found |= {"boardgame_io_us": us["peer"], "ratio_boardgame_io": us["peer"] / us["bare"]}
    return found


def _idled(folder: Path, rooms: int, seconds: float) -> dict[str, float]:
    """What rooms cost in which four sit and nothing happens."""
    connections = SEATS * rooms
    with loaded("checked", folder / _made(folder, "idle"), connections) as side:
        before = memory_kb(side.server.pid)
        side.load.ask(do="open", rooms=rooms, deals=False)
        memory = memory_kb(side.server.pid) - before
        waited = side.load.ask(do="wait", seconds=seconds)
    return {"memory_kb": memory / connections, "idle_share": waited["server_s"] / waited["seconds"]}


def _came_back(folder: Path, rooms: int) -> dict[str, float]:
    """How long players wait who all come back at once to a server that has just started again."""
    place, connections = folder / _made(folder, "back"), SEATS * rooms
    with ExitStack() as stack:
        with served("checked", place, connections=connections) as (server, host):
            load = stack.enter_context(_load(server, host, "checked", place))
            load.ask(do="open", rooms=rooms, deals=True)
            load.ask(do="play", seconds=_RETURN_PLAY, rate=0)
            load.ask(do="leave")
        began = perf_counter()
        port = int(host.rpartition(":")[2])
        with served("checked", place, port, connections) as (_, host_again):
            restarted = perf_counter() - began
            back = load.ask(do="come_back", host=host_again)
    return {"restart_s": restarted, "reconnect_s": back["seconds"], "reconnect_cut": back["cut"]}


def _made(folder: Path, name: str) -> str:
    (folder / name).mkdir(exist_ok=True)
    return name


# What is shown


def lines(record: Mapping[str, Any]) -> Iterator[str]:
    """The record as it is told to a person."""
    cores_used = record["cores"]
    yield (
        f"{record['rooms']} rooms of {SEATS} seats, every move durable; CPU time of the server as the system counts it,"
        f" medians of rounds in turns"
    )
    yield f"server on core {cores_used['server']}, load on core {cores_used['load']}"
    told = [(name, words) for name, words in WORDS.items() if record[name] is not None]
    yield from figures([(_cell(record[name]), TARGETS.get(name, ""), words) for name, words in told])
    yield _limit(record)
    yield from record["missing"]


def _limit(record: Mapping[str, Any]) -> str:
    """How one knows what was measured."""
    if record["cores"]["server"] == record["cores"]["load"]:
        return "there is one core for both: moves a second and ms are those of both together"
    if record["server_busy"] > _BUSY > record["load_busy"]:
        return "the server was the limit: its core was busy and the load's was not"
    return "the server was not the limit all the time: the machine has other work, or the load or the disk held it up"


def _cell(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}"
