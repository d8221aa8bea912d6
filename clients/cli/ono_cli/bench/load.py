"""The load on a server, as a process: rooms of four seats whose players are real to the server (seat.py, room.py).

    python -m ono_cli.bench.load HOST PID OPTIONS signed

with the server's host and port, its process and the rooms' options as JSON; `unsigned` sends zeros for signatures. It
does what it is told, one JSON object a line, and says in another what came of it:

    {"do": "open", "rooms": N, "deals": B}   open so many rooms more, let four in and sit down, and with B deal
    {"do": "play", "seconds": S, "rate": R}  play so many moves a second, for R = 0 as many as the server takes
    {"do": "leave"}                          hang up everywhere
    {"do": "come_back", "host": HOST}        come back to every room, all at once
    {"do": "wait", "seconds": S}             answer only when the server asks whether one is there

A move is what a seat on turn asks for and is granted. Its time is from just before its bytes are sent until the last of
the four has received the entry, both by this process's steady clock: its own sending, reading and delays are in it.
"""

from __future__ import annotations

import gc
import json
import os
import select
import sys
from collections import deque
from collections.abc import Callable
from secrets import token_bytes
from time import perf_counter, process_time
from typing import Any, Final

from ono_cli.bench.processes import cpu_seconds
from ono_cli.bench.room import Room
from ono_cli.bench.seat import Seat
from ono_cli.bench.wire import Closed
from ono_core.game.rulebook import compile_rules
from ono_core.game.ruleset import parse

AT_ONCE: Final = 32
"""Connections that are being opened at once, but for a return."""

_MOST_SECONDS: Final = 600
"""No step of the load takes longer."""
_INPUT: Final = 0
_PACE: Final = 0.001
_PATIENCE: Final = 0.02
"""Seconds to wait for the server before looking at the clock again."""

Told = dict[str, Any]


class Load:
    """All rooms, and the loop that serves their connections."""

    def __init__(self, host: str, server: int, options: dict[str, Any], *, signs: bool) -> None:
        """A load on the server at this host and port, which is this process; see `Room` for the rest."""
        self.options = options
        self.signs = signs
        rules = compile_rules(parse(options))
        self.wilds = frozenset(card for card, face in enumerate(rules.cards) if face.colour is None)
        self.deals = False
        self.moves = 0
        self.games = 0
        self.stale = 0
        self.times: list[float] = []
        self.cut = 0
        """How often somebody was cut off on the way in."""
        self._host = host
        self._server = server
        self._rooms: list[Room] = []
        self._by_file: dict[int, tuple[Room, Seat]] = {}
        self._epoll = select.epoll()
        self._epoll.register(_INPUT, select.EPOLLIN)
        self._lines: deque[str] = deque()
        self._is_over = False
        self._outside: deque[tuple[Room, Seat]] = deque()
        """Who has yet to connect."""
        self._coming = 0
        """How many are about to come in."""
        self._ready: deque[Room] = deque()
        """Rooms in which a seat is asked and held back."""
        self._is_running = False
        """Whether nobody is held back."""

    # What it is told

    def serve(self) -> None:
        """Do what is told until nobody tells anything."""
        while True:
            self._until(lambda: self._is_over or bool(self._lines))
            if not self._lines:
                return
            told: Told = json.loads(self._lines.popleft())
            done: Told = getattr(self, told.pop("do"))(**told)
            print(json.dumps(done), flush=True)

    def open(self, rooms: int, *, deals: bool) -> Told:
        """Open rooms and seat their players."""
        self.deals = deals
        new = [Room(self, len(self._rooms) + n) for n in range(rooms)]
        self._rooms += new
        self._outside.extend((room, room.seats[0]) for room in new)
        self._let_in()
        self._until(lambda: all(room.is_waiting if deals else room.is_seated for room in new), _MOST_SECONDS)
        return {"rooms": len(self._rooms), "connections": len(self._by_file)}

    def play(self, seconds: float, rate: float) -> Told:
        """Play for so long, then to where every room waits for a seat again.

        What all that cost is told, for its moves and its games were begun and ended in it. The pace and what part of
        their cores server and load were busy are those of the time before the end.
        """
        self.moves, self.games, self.stale, self.times = 0, 0, 0, []
        server, own, began = cpu_seconds(self._server), process_time(), perf_counter()
        if rate:
            self._play_paced(began, seconds, rate)
        else:
            self._is_running = True
            self._release(len(self._ready))
            self._until(lambda: perf_counter() - began >= seconds)
            self._is_running = False
        took = perf_counter() - began
        pace: Told = {
            "moves_s": self.moves / took,
            "server_busy": (cpu_seconds(self._server) - server) / took,
            "load_busy": (process_time() - own) / took,
        }
        self._until(lambda: all(room.is_waiting for room in self._rooms), _MOST_SECONDS)
        return {
            **pace,
            "moves": self.moves,
            "games": self.games,
            "stale": self.stale,
            "server_s": cpu_seconds(self._server) - server,
            "load_s": process_time() - own,
            "p50_ms": _share(self.times, 0.5),
            "p99_ms": _share(self.times, 0.99),
        }

    def _play_paced(self, began: float, seconds: float, rate: float) -> None:
        """Let moves go at their times, to a millisecond: a load that never slept would slow a core beside its own."""
        sent = 0

        def is_over() -> bool:
            nonlocal sent
            passed = perf_counter() - began
            sent += self._release(int(passed * rate) - sent)
            return passed >= seconds

        self._until(is_over, patience=_PACE)

    def leave(self) -> Told:
        """Hang up everywhere."""
        for _, seat in self._by_file.values():
            self._epoll.unregister(seat.wire)
            seat.wire.close()
        self._by_file = {}
        return {}

    def come_back(self, host: str) -> Told:
        """Connect again everywhere, and take the seconds until everybody has caught up."""
        self._host = host
        self.cut, began = 0, perf_counter()
        for room in self._rooms:
            for seat in room.seats:
                self._connect(room, seat)
        self._until(lambda: not (self._coming or self._outside), _MOST_SECONDS)
        return {"seconds": perf_counter() - began, "connections": len(self._by_file), "cut": self.cut}

    def wait(self, seconds: float) -> Told:
        """Let time pass; what it cost the server to have everybody there."""
        server, began = cpu_seconds(self._server), perf_counter()
        self._until(lambda: perf_counter() - began >= seconds)
        return {"seconds": perf_counter() - began, "server_s": cpu_seconds(self._server) - server}

    # What rooms tell it

    def came_in(self, room: Room, seat: Seat) -> None:
        """A seat's player is in its room; the first shows the others the way."""
        self._coming -= 1
        if seat.number == 0:
            self._outside.extendleft((room, other) for other in room.seats[1:] if not other.game)
        self._let_in()

    def asked(self, room: Room) -> None:
        """A seat of this room is asked to act."""
        self._ready.append(room)
        if self._is_running:
            self._release(1)

    # The loop

    def _release(self, count: int) -> int:
        """Let so many of those who are held back act; how many there were."""
        count = min(count, len(self._ready))
        for _ in range(count):
            self._ready.popleft().move()
        return count

    def _let_in(self) -> None:
        while self._outside and self._coming < AT_ONCE:
            self._connect(*self._outside.popleft())

    def _connect(self, room: Room, seat: Seat) -> None:
        self._coming += 1
        seat.connect(self._host, token_bytes(32))
        self._by_file[seat.wire.fileno()] = (room, seat)
        self._epoll.register(seat.wire, select.EPOLLIN)

    def _until(self, is_done: Callable[[], bool], most: float | None = None, patience: float = _PATIENCE) -> None:
        """Serve the connections until it is done; RuntimeError if that takes too long."""
        began = perf_counter()
        while not is_done():
            for file, _ in self._epoll.poll(patience):
                if file == _INPUT:
                    self._hear_told()
                    continue
                self._hear(*self._by_file[file])
            if most is not None and perf_counter() - began > most:
                raise RuntimeError(f"the server did not get there in {most} seconds")

    def _hear(self, room: Room, seat: Seat) -> None:
        try:
            messages = seat.wire.receive()
        except Closed:
            if seat.is_in:
                raise
            self._cut_off(room, seat)
            return
        for message in messages:
            room.heard(seat, message)

    def _cut_off(self, room: Room, seat: Seat) -> None:
        """Who was on the way in too long for the server comes again."""
        self.cut += 1
        self._coming -= 1
        del self._by_file[seat.wire.fileno()]
        self._epoll.unregister(seat.wire)
        seat.wire.close()
        self._outside.append((room, seat))
        self._let_in()

    def _hear_told(self) -> None:
        told = os.read(_INPUT, 65_536).decode()
        self._lines.extend(told.splitlines())
        if not told:
            self._is_over = True
            self._epoll.unregister(_INPUT)


def _share(times: list[float], share: float) -> float | None:
    """The time in ms that this share of all is within."""
    return 1000 * sorted(times)[int(len(times) * share)] if times else None


def main() -> None:
    """Do what is told on the standard input."""
    host, server, options, signs = sys.argv[1:]
    load = Load(host, int(server), json.loads(options), signs=signs == "signed")
    gc.disable()
    load.serve()


if __name__ == "__main__":
    main()
