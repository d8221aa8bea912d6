"""The options of a lobby as rows to choose from: pure, for the full screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from ono_cli.rulesets import with_option
from ono_core.game.options import lobby_options, preset_words
from ono_core.game.ruleset import Ruleset
from ono_core.game.wording.shape import Value


class Row(Struct, frozen=True):
    """An option: its name, its label, the label of its value, and the values that it takes, of which one is set."""

    name: str
    label: str
    value: str
    values: Sequence[Value]
    at: int


def rows(ruleset: Ruleset) -> list[Row]:
    """The preset, then each option that changes something as the others are."""
    presets = tuple((words.name, words.label) for words in preset_words())
    options = [(option.name, option.label, option.values) for option in lobby_options(ruleset)]
    return [_row(ruleset, *each) for each in [("preset", "Preset", presets), *options]]


def _row(ruleset: Ruleset, name: str, label: str, values: Sequence[tuple[Value, str]]) -> Row:
    known = [value for value, _ in values]
    at = known.index(getattr(ruleset, name))
    return Row(name, label, values[at][1], known, at)


def turned(proposed: Mapping[str, Any], row: Row, places: int) -> dict[str, Any]:
    """The options with a row's value so many places further on, round and round; a preset takes all changes away."""
    value = row.values[(row.at + places) % len(row.values)]
    return with_option({} if row.name == "preset" else proposed, row.name, value)
