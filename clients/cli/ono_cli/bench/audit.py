"""`ono bench audit`: what it costs to prove a game whose players signed all they did, and what more cores give."""

from __future__ import annotations

import math
from argparse import Namespace
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from statistics import mean, median
from time import perf_counter
from typing import Any, Final

from ono_cli.bench.clock import ROUNDS, Slice, check_seconds, medians, repeated, timed
from ono_cli.bench.replay import SEATS, games_of_players, moves
from ono_cli.bench.told import columns, tell
from ono_cli.workers import workers
from ono_core.fair.keys import public_key, sign, verify
from ono_core.log.file import written
from ono_replay.archive import in_order
from ono_replay.audit import Report, audit
from ono_replay.replay import read

TARGETS_MS: Final = {"all_signatures_ms": 8.0, "cosignatures_ms": 1.5, "replay_ms": 0.5}
"""Figure -> what it should be at most."""

_GAMES: Final = 6
"""Logs that take turns, so that none finds its keys checked already."""
_VERIFICATIONS: Final = 20
_TEXT: Final = bytes(200)
_KEY: Final = public_key(bytes(32))
_SIG: Final = sign(bytes(32), _TEXT)
_COPIES: Final = 4
"""How often each is audited in a round by one process and by two, for every second that is given."""


def run(args: Namespace) -> int:
    """Measure and show."""
    check_seconds(args.seconds)
    return tell(measured(args.seconds), _lines, as_json=args.json)


def measured(seconds: float) -> dict[str, Any]:
    """The figures: milliseconds a log on one core, what of it signatures cost, two processes, what a log holds."""
    games = games_of_players(SEATS, _GAMES)
    logs = [written(raws) for raws in games]
    us = medians(
        {
            "all_signatures_ms": _each(audit, logs),
            "cosignatures_ms": _each(partial(audit, every_signature=False), logs),
            "replay_ms": _each(read, logs),
            "verify_us": repeated(timed(_verified)),
        },
        seconds,
    )
    verify_us = us.pop("verify_us")
    verified = {
        "all_signatures_verify_ms": mean(_verifications(audit(log)) for log in logs),
        "cosignatures_verify_ms": mean(_verifications(audit(log, every_signature=False)) for log in logs),
    }
    return {
        **{name: round(cost / 1000, 3) for name, cost in us.items()},
        "verify_us": round(verify_us, 1),
        **{name: round(count * verify_us / 1000, 3) for name, count in verified.items()},
        "jobs2_ratio": round(_ratio(logs * math.ceil(_COPIES * seconds)), 2),
        "targets_ms": TARGETS_MS,
        "seats": SEATS,
        "moves": round(mean(map(moves, games)), 1),
        "entries": round(mean(map(len, games)), 1),
        "signatures": round(mean(audit(log).counts.signatures for log in logs), 1),
        "bytes": round(mean(map(len, logs))),
    }


def _each(work: Callable[[bytes], object], logs: Sequence[bytes]) -> Slice:
    """All logs once a turn, one after another."""

    def turn() -> int:
        for log in logs:
            work(log)
        return len(logs)

    return repeated(timed(turn))


def _verified() -> int:
    """Checks of a signature that is good, as an audit makes them."""
    assert all(verify(_KEY, _TEXT, _SIG) for _ in range(_VERIFICATIONS))
    return _VERIFICATIONS


def _verifications(report: Report) -> int:
    """Signatures that an audit checked: of commands, two of each player (keys and end), the log's first and last."""
    players = sum(player.kind == "human" for player in report.players)
    return report.counts.signatures + 2 * players + 2


def _ratio(logs: Sequence[bytes]) -> float:
    """The throughput of ``--jobs 2`` to that of one process, by the clock on the wall, in rounds that take turns."""
    with ExitStack() as stack:
        alone, pair = (stack.enter_context(workers(jobs, None)) for jobs in (1, 2))
        _audited(*pair, logs)  # its processes start now
        return median(_audited(*alone, logs) / _audited(*pair, logs) for _ in range(ROUNDS))


def _audited(executor: Executor, ahead: int, logs: Sequence[bytes]) -> float:
    began = perf_counter()
    reports = [report for _, report in in_order(executor, audit, logs, ahead)]
    assert not any(report.findings for report in reports), "a simulated log is good"
    return perf_counter() - began


def _lines(record: dict[str, Any]) -> list[str]:
    heads = ("every signature", "cosignatures", "replay", "two processes")
    row = (*(f"{record[name]:.2f} ms" for name in TARGETS_MS), f"{record['jobs2_ratio']:.2f}x")
    signatures = (*(f"{record[f'{name}_verify_ms']:.2f} ms" for name in ("all_signatures", "cosignatures")), "", "")
    targets = (*(f"<= {target} ms" for target in TARGETS_MS.values()), "")
    held = f"{record['entries']:g} entries, {record['moves']:g} moves, {record['signatures']:g} signed commands"
    return [
        f"Audit of games with {SEATS} players ({held}), CPU time of one core; two processes by the clock on the wall",
        *columns([("", *heads), ("", *row), ("of it signatures", *signatures), ("target", *targets)]),
    ]
