"""Whether what happened in a whole tournament is more than chance gives: two-sided tests, corrected for their number.

With m figures at once some look odd by chance alone. By Holm's method the k-th smallest p-value must be at most
``LEVEL / (m - k + 1)``, and so must all before it; then all who are named together are wrongly named at most once in a
hundred tournaments in which nothing but chance was at work.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from typing import Final

from msgspec import Struct

LEVEL: Final = 0.01


class Figure(Struct, frozen=True):
    """A sum with the mean and the deviation that chance gives, and what it is of."""

    player: int
    what: str
    total: float
    mean: float
    deviation: float

    @property
    def p(self) -> float:
        """How likely chance gives a sum at least so far from the mean, taken as normal; sums here are of many cards."""
        if self.deviation == 0:
            return 1.0
        return erfc(abs(self.total - self.mean) / self.deviation / sqrt(2))


def beyond_chance(figures: Sequence[Figure], level: float = LEVEL) -> list[Figure]:
    """The figures that chance does not explain, the least likely first."""
    found: list[Figure] = []
    for place, figure in enumerate(sorted(figures, key=lambda figure: figure.p)):
        if figure.p > level / (len(figures) - place):
            break
        found.append(figure)
    return found


def gathered(figures: Sequence[Figure]) -> list[Figure]:
    """One figure for all of a player and a kind: sums and means add up, and so do the squares of deviations."""
    together: dict[tuple[int, str], Figure] = {}
    for one in figures:
        other = together.get((one.player, one.what))
        together[one.player, one.what] = one if other is None else _added(one, other)
    return list(together.values())


def _added(one: Figure, other: Figure) -> Figure:
    deviation = sqrt(one.deviation**2 + other.deviation**2)
    return Figure(one.player, one.what, one.total + other.total, one.mean + other.mean, deviation)


def rate(player: int, what: str, hits: int, tries: int, all_hits: int, all_tries: int) -> Figure:
    """How often something happened to a player beside how often it happened to everybody."""
    share = all_hits / all_tries if all_tries else 0.0
    return Figure(player, what, hits, tries * share, sqrt(tries * share * (1 - share)))
