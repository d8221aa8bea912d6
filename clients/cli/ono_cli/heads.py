"""The headings of `ono rules`, in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from ono_core.game.wording import Language


class Heads(Struct, frozen=True):
    """What stands over a list, some with the preset that a ruleset is told apart from."""

    presets: str
    options: str
    differ: Callable[[str], str]
    same: Callable[[str], str]
    rest: Callable[[str], str]
    rules: str


HEADS: Final[Mapping[Language, Heads]] = {
    "en": Heads(
        presets="Presets, each explained by `ono rules PRESET`:",
        options="Options, changed by `--set option=value`:",
        differ=lambda preset: f"What differs from {preset}:",
        same=lambda preset: f"Nothing differs from {preset}.",
        rest=lambda preset: f"The rest, as in {preset}:",
        rules="The rules:",
    ),
    "fr": Heads(
        presets="Règles de départ, expliquées par `ono rules PRESET`\u202f:",
        options="Options, changées par `--set option=valeur`\u202f:",
        differ=lambda preset: f"Ce qui diffère de {preset}\u202f:",
        same=lambda preset: f"Rien ne diffère de {preset}.",
        rest=lambda preset: f"Le reste, comme dans {preset}\u202f:",
        rules="Les règles\u202f:",
    ),
}
