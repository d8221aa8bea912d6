"""Mutated traffic in bulk: ``python -m tests.fuzz --cases 20000 --seed 1``.

Each case is drawn from a text, ``SEED/INDEX``; ``--first INDEX --cases 1`` runs one again. What a case says to a
server is the same each time; how far a player's game has come when it is said is not. Exit 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import trio

from tests.fuzz.run import fuzz


def main() -> int:
    """Run what the command line says, and print how it ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Mutated frames and handshakes.")
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the index of the first case")
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = trio.run(fuzz, Path(folder), said.seed, range(said.first, said.first + said.cases))
    sys.stdout.write(result.table() + "\n")
    return 1 if result.problems else 0


if __name__ == "__main__":
    sys.exit(main())
