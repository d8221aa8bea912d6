"""Engraving drawn from a hash, as the browser draws its seals: it helps recognition and proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final

from msgspec import Struct

_POINTS: Final = 260
_BYTES_PER_LAYER: Final = 3


class Layer(Struct, frozen=True):
    """A closed curve, so many times interleaved."""

    radius: int
    copies: int
    width: float
    opacity: float


LAYERS: Final = (Layer(50, 5, 0.6, 0.85), Layer(36, 4, 0.6, 0.8), Layer(22, 3, 0.6, 0.8))


def rosette(digest: bytes) -> str:
    """The drawing as SVG in the colour of the text; every layer takes three bytes of the hash."""
    paths = "".join(_layer(layer, digest[_BYTES_PER_LAYER * place :]) for place, layer in enumerate(LAYERS))
    return f'<svg viewBox="-52 -52 104 104" aria-hidden="true">{paths}</svg>'


def _layer(layer: Layer, digest: bytes) -> str:
    petals, depth, overtone = 6 + digest[0] % 11, 0.09 + digest[1] % 16 / 110, 2 + digest[2] % 3
    turns = [copy / layer.copies * 2 * pi / petals for copy in range(layer.copies)]
    path = "".join(f"M{' '.join(_curve(layer.radius, petals, depth, overtone, turn))}Z" for turn in turns)
    return (
        f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="{layer.width}" opacity="{layer.opacity}"/>'
    )


def _curve(radius: int, petals: int, depth: float, overtone: int, phase: float) -> Iterator[str]:
    for point in range(_POINTS):
        t = point / _POINTS * 2 * pi
        wave = cos(petals * (t + phase)) + 0.5 * cos(petals * overtone * (t - phase)) - 1.5
        r = radius * (1 + depth * wave)
        yield f"{r * cos(t):.1f} {r * sin(t):.1f}"
