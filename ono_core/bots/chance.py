"""Many numbers from one seed: chance for thousands of imagined games, in integers alone and the same everywhere."""

from __future__ import annotations

from typing import Final

from ono_core.bots.policy import Numbers

_BITS: Final = (1 << 64) - 1
_TIMES: Final = 6364136223846793005
_PLUS: Final = 1442695040888963407
"""Knuth's MMIX generator, of which the upper half is used."""


def numbers(seed: int) -> Numbers:
    """A row of numbers that the seed fixes, quick rather than secret; asked with at most 2^32."""
    state = _mixed(seed)

    def below(most: int) -> int:
        nonlocal state
        state = (state * _TIMES + _PLUS) & _BITS
        return ((state >> 32) * most) >> 32

    return below


def seed_from(draw: Numbers) -> int:
    """A seed of 60 bits, from a source that gives at most 15 at once."""
    seed = 0
    for _ in range(4):
        seed = seed << 15 | draw(1 << 15)
    return seed


def _mixed(seed: int) -> int:
    """SplitMix64's finish, so that near seeds begin far apart."""
    mixed = (seed + 0x9E3779B97F4A7C15) & _BITS
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _BITS
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _BITS
    return mixed ^ mixed >> 31
