"""`ono bench replay`: what it costs to read a log cold: form, chain, fold and digest of every entry."""

from __future__ import annotations

from argparse import Namespace
from typing import Any, Final

from ono_cli.bench.clock import check_seconds, medians, repeated, timed
from ono_cli.bench.told import columns, tell
from ono_core.game.commands import TURN_ACTS
from ono_core.log.book import Book
from ono_core.log.entries import ByBot, ByPlayer, Entry, read_command
from ono_core.log.file import written
from ono_net.sim import simulate
from ono_replay.replay import read

SEATS: Final = 4
MOVES: Final = 60
"""The game that is read has about so many."""
TARGET_MS: Final = 0.5

_GAMES: Final = 12
"""Simulated games from which those are chosen."""


def run(args: Namespace) -> int:
    """Measure and show."""
    check_seconds(args.seconds)
    return tell(measured(args.seconds), _lines, as_json=args.json)


def measured(seconds: float) -> dict[str, Any]:
    """The figures: milliseconds for the whole log, microseconds for an entry, and what the log holds."""
    (raws,) = games_of_players(2, 1)
    data = written(raws)

    def replayed() -> int:
        replay = read(data)
        assert not replay.fault, f"a simulated log is good: {replay.fault}"
        return len(replay)

    us = medians({"entry": repeated(timed(replayed))}, seconds)["entry"]
    return {
        "replay_ms": round(us * len(raws) / 1000, 4),
        "entry_us": round(us, 3),
        "target_ms": TARGET_MS,
        "seats": SEATS,
        "moves": moves(raws),
        "entries": len(raws),
        "bytes": len(data),
    }


def games_of_players(keyed: int, count: int) -> list[list[bytes]]:
    """The raw entries of games of about ``MOVES`` moves, always the same; so many seats hold keys and sign."""
    games = (simulate({"preset": "boardflix"}, SEATS, 1, game, keyed, "medium") for game in range(_GAMES))
    return sorted(games, key=lambda raws: abs(moves(raws) - MOVES))[:count]


def moves(raws: list[bytes]) -> int:
    """How many acts of a turn the log holds."""
    book = Book.of(raws)
    return sum(_is_move(entry) for entry in book.entries)


def _is_move(entry: Entry) -> bool:
    match entry.cause:
        case ByPlayer(body, _):
            return isinstance(read_command(body).act, TURN_ACTS)
        case ByBot(_, act):
            return isinstance(act, TURN_ACTS)
        case _:
            return False


def _lines(record: dict[str, Any]) -> list[str]:
    heads = ("ms a log", "target", "µs an entry", "entries", "moves", "bytes")
    row = (
        f"{record['replay_ms']:.3f}",
        f"<= {TARGET_MS}",
        f"{record['entry_us']:.2f}",
        *(str(record[name]) for name in ("entries", "moves", "bytes")),
    )
    return [f"Cold replay of a game with {SEATS} seats, CPU time of one core", *columns([heads, row])]
