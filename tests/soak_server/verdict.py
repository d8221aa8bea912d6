"""What is stored when the soak is over: whether anything is lost, and whether every game was fair."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

import trio
from msgspec import Struct

from ono_core.log.file import written
from ono_net.server import STORE
from ono_net.store.sqlite import open_sqlite
from tests.net.gamblers import Logs
from tests.soak_server.run import Soaked, most_memory

FAIR = {"proven", "proven with remarks", "incomplete"}
JOBS = 2


class Verdict(Struct):
    """How many entries were lost, and how the audits ended."""

    games: int
    entries: int
    lost: int
    audits: Counter[str]
    remarks: Counter[str]
    problems: list[str]


def judge(folder: Path, soaked: Soaked) -> Verdict:
    """Look at everything that is stored, by this program and by `ono audit` and `ono store check`."""
    logs = trio.run(_logs, folder, set(soaked.told.entries))
    missing = soaked.told.missing(logs)
    problems = [f"lost: entry {index} of game {game.hex()}" for game, index in missing]
    files = folder / "logs"
    files.mkdir()
    for game, raws in logs.items():
        (files / f"{game.hex()[:24]}.ono").write_bytes(written(raws))
    problems += _checked(folder)
    audits, remarks, found = _audited(files)
    if sum(audits.values()) != len(logs):
        problems.append(f"{len(logs)} logs, and {sum(audits.values())} of them audited")
    if audits["incomplete"] > soaked.plan.rooms:
        problems.append(f"{audits['incomplete']} games have no end, more than there are rooms")
    entries = sum(map(len, logs.values()))
    return Verdict(len(logs), entries, len(missing), audits, remarks, problems + found)


async def _logs(folder: Path, told: set[bytes]) -> Logs:
    """Every log that somebody was told of."""
    async with open_sqlite(folder / STORE) as store:
        return {game: await store.read(game) for game in told}


def _checked(folder: Path) -> list[str]:
    command = [sys.executable, "-m", "ono_cli", "store", "check", "--all", "--data", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [f"ono store check: {done.stdout}{done.stderr}"] if done.returncode else []


def _audited(files: Path) -> tuple[Counter[str], Counter[str], list[str]]:
    """Verdicts, remarks, and what was found."""
    command = [sys.executable, "-m", "ono_cli", "audit", "--json", "--jobs", str(JOBS), str(files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    audits = Counter(str(report["verdict"]) for report in reports)
    remarks = Counter(str(remark["code"]) for report in reports for remark in report["remarks"])
    bad = [report for report in reports if report["verdict"] not in FAIR]
    return (
        audits,
        remarks,
        [f"{one['name']}: {one['verdict']}: {one['findings']}{one['unreadable'] or ''}" for one in bad],
    )


# For reading


def table(soaked: Soaked, verdict: Verdict) -> str:
    """All figures."""
    plan, counts = soaked.plan, soaked.figures.counts
    refused = [name for name in sorted(counts) if name.startswith(("refused", "error"))]
    rows = [
        ("rooms, players", f"{plan.rooms}, {soaked.players}, for {60 * plan.minutes:.0f} s, seed {plan.seed}"),
        ("kill -9", f"{len(soaked.downtimes)}; it listens again after {_spread(soaked.downtimes)} s"),
        ("players back", f"{len(soaked.figures.back)} times, after {_spread(soaked.figures.back)} s"),
        ("bad lines", _counted(counts, "late", "twice", "again", "torn", "dozed", "lost")),
        ("strangers", _counted(counts, "passers-by", "readers that were stuck", "nonsense")),
        (
            "refusals, errors",
            _counted(counts, *refused),
        ),
        ("the server counts", _served(soaked)),
        ("games", f"{verdict.games} with {verdict.entries} entries, told {soaked.told.count} times"),
        ("acknowledged", f"{sum(map(len, soaked.told.accepted.values()))} commands"),
        ("lost", str(verdict.lost)),
        ("audits", f"{_all(verdict.audits)}; remarks: {_all(verdict.remarks) or 'none'}"),
        ("memory", _memory(soaked)),
        ("tasks", f"{max(life.tasks for life in soaked.lives):.0f} at most"),
        ("left at the end", ", ".join(f"{name} {was:.0f} ({new:.0f} new)" for name, (was, new) in soaked.left.items())),
        ("SIGTERM amid all", f"ended in {soaked.stop_seconds:.1f} s"),
    ]
    problems = [*soaked.figures.problems, *verdict.problems]
    head = f"{soaked.seconds:.0f} s in all: {len(problems) or 'no'} problems"
    return "\n".join([head, *(f"  {name:18} {words}" for name, words in rows), *problems])


def _spread(values: list[float]) -> str:
    return f"{median(values):.2f} in the middle, {max(values):.2f} at most" if values else "-"


def _counted(counts: Counter[str], *names: str) -> str:
    return ", ".join(f"{counts[name]} {name}" for name in names)


def _all(counts: Counter[str]) -> str:
    return ", ".join(f"{times} {name}" for name, times in counts.most_common())


def _served(soaked: Soaked) -> str:
    """Sums over all lives of what a server counts in each."""
    names = ("ono_entries_stored_total", "ono_handshakes_total", "ono_outbox_cut_offs_total", "ono_limits_hit_total")
    sums = {name: sum(v for life in soaked.lives for k, v in life.last.items() if k.startswith(name)) for name in names}
    slowest = max(life.slowest for life in soaked.lives)
    words = ", ".join(f"{total:.0f} {name[4:-6].replace('_', ' ')}" for name, total in sums.items())
    return f"{words}; its metrics took {slowest:.2f} s at most"


def _memory(soaked: Soaked) -> str:
    most = max(soaked.lives, key=lambda life: life.memory)
    bound = most_memory(most.rooms, most.connections, soaked.plan.stuck)
    where = f"{most.rooms:.0f} rooms and {most.connections:.0f} connections"
    return f"{most.memory / 1e6:.0f} MB at most, {bound / 1e6:.0f} allowed for {where}"
