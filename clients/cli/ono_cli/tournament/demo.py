"""A whole tournament of computer players on a server of its own, published: for newcomers and for checks."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import trio

from ono_cli.tournament.desk import Desk
from ono_cli.tournament.director import Director, Plan
from ono_cli.tournament.players import ComputerPlayer, Taking
from ono_core.bots import LEVELS
from ono_core.fair.keys import fingerprint, public_key
from ono_core.fair.transcript import derived
from ono_net.config import Config
from ono_net.organiser import organise
from ono_net.room import Settings
from ono_net.server import Started, serve_until

NAMES = (
    "Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Juno", "Kim", "Leo", "Mia", "Nils", "Olga",
    "Pia", "Quin", "Rosa", "Sven", "Tara", "Uma", "Vito", "Wanda", "Xaver", "Yara", "Zoe",
)  # fmt: skip
QUICK = Settings(pace_ms=0, round_ms=0)
"""Nobody waits for anybody at a table of programs."""


def own(seed: int, purpose: str) -> bytes:
    """A secret of a demonstration: everybody's follow from its seed, so they are worth nothing elsewhere."""
    return derived(seed.to_bytes(32, "big"), "ono1/tournament-demo", purpose.encode())


def tournament_file(players: int, rounds: int, preset: str) -> bytes:
    """The file of a demonstration: so many rounds, and a final of four."""
    final = 4 if players >= 8 else 0
    return f"""\
name = "Demonstration"
rounds = {rounds}

[rules]
preset = "{preset}"
score = "none"

[final]
seats = {final}

[watch]
delay_s = 0
""".encode()


async def demonstrate(desk: Desk, players: int, seed: int, say: Callable[[str], None]) -> None:
    """Play the tournament of this desk with so many computer players, mixed levels, on a server of its own."""
    with tempfile.TemporaryDirectory(prefix="ono-demo-") as data:
        organisers = frozenset({fingerprint(public_key(desk.secret))})
        config = Config(data=Path(data), port=0, settings=QUICK, organisers=organisers)
        stop = trio.Event()
        listening, listens = trio.open_memory_channel[Started](1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve_until, stop, config, listening.send_nowait)
            started = await listens.receive()
            async with organise(started.url, desk.secret, "Organiser") as organiser:
                director = Director(desk, organiser, Plan(players), say)
                await _with_players(director, desk, players, seed, started)
            stop.set()


async def _with_players(director: Director, desk: Desk, players: int, seed: int, started: Started) -> None:
    levels = sorted(LEVELS)
    async with trio.open_nursery() as nursery:
        for number in range(players):
            again = number // len(NAMES)
            name = NAMES[number % len(NAMES)] + (f" {again + 1}" if again else "")
            level = levels[number % len(levels)]
            taking = Taking(started.url, desk.ledger.tid, own(seed, name), name, level, started.fingerprint)
            nursery.start_soon(ComputerPlayer(taking).run)
        await director.run()
        nursery.cancel_scope.cancel()
