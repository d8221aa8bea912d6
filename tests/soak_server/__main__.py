"""A soak of the server: ``python -m tests.soak_server --rooms 200 --minutes 10``. Exit 1 if anything went wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import trio

from tests.soak_server.run import Plan, soak
from tests.soak_server.verdict import judge, table


def main() -> int:
    """Soak as the command line says, judge what is stored, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak_server", description="Play on a server that is killed.")
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--every", type=float, default=60, help="seconds from one kill to the next")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    plan = Plan(said.rooms, said.minutes, said.every, said.seed)
    with tempfile.TemporaryDirectory() as folder:
        soaked = trio.run(soak, Path(folder), plan)
        verdict = judge(Path(folder), soaked)
    sys.stdout.write(table(soaked, verdict) + "\n")
    return 1 if soaked.figures.problems or verdict.problems else 0


if __name__ == "__main__":
    sys.exit(main())
