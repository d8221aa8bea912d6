"""Simulated tournaments in bulk: ``python -m tests.cli.tournament.soak --tournaments 500 --seed 1 --jobs 2``.

Each draw is judged by the checker. A tournament with a flaw is told of in full; ``--first NUMBER --tournaments 1``
draws it again.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from ono_cli.tournament.simulate import Simulated, simulate


def drawn(seed: int, number: int) -> Simulated:
    """One tournament."""
    (one,) = simulate(1, seed, first=number)
    return one


def main() -> int:
    """Draw as many as the command line says, and tell of those with flaws and of all together."""
    parser = argparse.ArgumentParser(prog="python -m tests.cli.tournament.soak", description="Simulated tournaments.")
    parser.add_argument("--tournaments", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="the number of the first tournament")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    said = parser.parse_args()
    numbers = range(said.first, said.first + said.tournaments)
    with ProcessPoolExecutor(said.jobs) as pool:
        seen = [*pool.map(partial(drawn, said.seed), numbers, chunksize=10)]
    flawed = [one for one in seen if one.flaws]
    for one in flawed:
        sys.stdout.write("".join(f"{line}\n" for line in one.lines))
    rounds, repeats = sum(one.rounds for one in seen), sum(one.repeats for one in seen)
    sys.stdout.write(
        f"{len(seen)} tournaments, {rounds} rounds drawn, {repeats} met again; {len(flawed)} tournaments with flaws\n"
    )
    return 1 if flawed else 0


if __name__ == "__main__":
    sys.exit(main())
