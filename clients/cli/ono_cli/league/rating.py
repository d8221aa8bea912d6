"""Ratings from who won which table: Luce's model, of which Elo's is the case of two, fitted by maximum likelihood.

A player with rating r wins a table with chance 10^(r/400) over the sum of that of all who sit there. Players who do not
learn have one strength for all games, so all games are weighed together, and their order does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, TypeAlias

from msgspec import Struct

MEAN: Final = 1500
_POINTS: Final = 400 / log(10)
"""Points of rating for each e-fold of odds."""
_SPREAD: Final = 3.0
"""How far apart players are believed to be before any game: wide, so that only who has won or lost all is held back."""
_NINETY_FIVE: Final = 1.96
_STEPS: Final = 100
_LONGEST_STEP: Final = 1.0

Tables: TypeAlias = Mapping[tuple[int, ...], Sequence[float]]
"""Who sat together, by number -> how many games each of them won, in the same order; a shared win is a part of one."""
Matrix: TypeAlias = list[list[float]]


class Rating(Struct, frozen=True):
    """Points, and between which the true ones lie 95 times of 100; the mean of all players is ``MEAN``."""

    points: float
    low: float
    high: float


def ratings(tables: Tables, players: int) -> list[Rating]:
    """The rating of each player, by number."""
    strengths = [0.0] * players
    for _ in range(_STEPS):
        slope, bend = _slopes(tables, strengths)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in _inverse(bend)]
        longest = max(map(abs, step))
        cut = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        strengths = [old + cut * by for old, by in zip(strengths, step, strict=True)]
        if longest < 1e-9:
            break
    mean, spread = sum(strengths) / players, _inverse(_slopes(tables, strengths)[1])
    return [_rating(strength - mean, _deviation(spread, own)) for own, strength in enumerate(strengths)]


def _rating(strength: float, deviation: float) -> Rating:
    half = _NINETY_FIVE * deviation * _POINTS
    points = MEAN + strength * _POINTS
    return Rating(points, points - half, points + half)


def _slopes(tables: Tables, strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """The first and the negative second derivatives of the log likelihood."""
    count = len(strengths)
    slope = [-strength / _SPREAD**2 for strength in strengths]
    bend = [[1 / _SPREAD**2 if row == column else 0.0 for column in range(count)] for row in range(count)]
    for sat, wins in tables.items():
        games = sum(wins)
        weights = [exp(strengths[player]) for player in sat]
        chances = [weight / sum(weights) for weight in weights]
        for row, won, chance in zip(sat, wins, chances, strict=True):
            slope[row] += won - games * chance
            bend[row][row] += games * chance
            for column, other in zip(sat, chances, strict=True):
                bend[row][column] -= games * chance * other
    return slope, bend


def _deviation(spread: Matrix, own: int) -> float:
    """Of a strength less the mean of all."""
    count = len(spread)
    weights = [(player == own) - 1 / count for player in range(count)]
    return sqrt(sum(weights[a] * weights[b] * spread[a][b] for a in range(count) for b in range(count)))


def _inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan; the matrix is positive definite, so no row need be looked for."""
    count = len(matrix)
    rows = [[*row, *(float(place == other) for other in range(count))] for place, row in enumerate(matrix)]
    for place in range(count):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for other in range(count):
            if other != place:
                times = rows[other][place]
                rows[other] = [value - times * by for value, by in zip(rows[other], rows[place], strict=True)]
    return [row[count:] for row in rows]
