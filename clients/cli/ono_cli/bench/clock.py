"""Time as the processor spends it, in rounds that take turns, so that what disturbs one figure disturbs all alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import Final

from ono_cli.stop import Exit, Stop

ROUNDS: Final = 5
"""How often each figure is measured; the median is told."""

_MOST_SECONDS: Final = 600

Turn = Callable[[], tuple[float, int]]
"""A little of some work: the CPU seconds it took, and how many units of it were done."""
Slice = Callable[[float], float]
"""Work for about so many CPU seconds: the seconds that one unit took."""


def check_seconds(seconds: float) -> None:
    """Stop if there is no time to measure in."""
    if not 0 < seconds <= _MOST_SECONDS:
        raise Stop(Exit.UNUSABLE, f"--seconds: more than 0, up to {_MOST_SECONDS} expected, got {seconds:g}")


def medians(slices: Mapping[str, Slice], seconds: float) -> dict[str, float]:
    """The median cost in microseconds of one unit of each work, measured for so many CPU seconds each, in turns."""
    found: dict[str, list[float]] = {name: [] for name in slices}
    for _ in range(ROUNDS):
        for name, work in slices.items():
            found[name].append(work(seconds / ROUNDS))
    return {name: 1e6 * median(costs) for name, costs in found.items()}


def timed(work: Callable[[], int]) -> Turn:
    """A turn of work that says how many units it did."""

    def turn() -> tuple[float, int]:
        began = process_time()
        units = work()
        return process_time() - began, units

    return turn


def repeated(turn: Turn) -> Slice:
    """Turns until the time is up."""

    def work(seconds: float) -> float:
        spent, units = turn()
        while spent < seconds:
            more, done = turn()
            spent, units = spent + more, units + done
        return spent / units

    return work
