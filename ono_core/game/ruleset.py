"""A ruleset: the options of a game as data, with one canonical form that stands whole in the log.

``parse`` turns options from outside into a checked Ruleset; ``plain`` writes every option out, defaults too,
so a later change of a default never changes an old game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

RULES_VERSION: Final = 1
"""The version of the rules' meaning, written into every log as ``rules``."""


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True):
    """Every option of a game. The values named here are those that this version can play (spec/rules.md)."""

    preset: Literal["boardflix"] = "boardflix"
    rules: Literal[1] = RULES_VERSION
    deck: Literal["classic108"] = "classic108"
    decks: Literal[1] = 1
    seats_min: Literal[2] = 2
    seats_max: Literal[2, 3, 4, 5, 6] = 6
    deal: Literal[7] = 7
    first_deal: Literal["random"] = "random"
    start_wild: Literal["name"] = "name"
    start_wild_draw_four: Literal["redraw"] = "redraw"
    start_reverse: Literal["right"] = "right"
    draw_when: Literal["stuck"] = "stuck"
    draw_count: Literal["one"] = "one"
    drawn: Literal["may"] = "may"
    stack: Literal["none"] = "none"
    wild_draw_four: Literal["challenge"] = "challenge"
    challenge_reveal: Literal["result_only"] = "result_only"
    call: Literal["auto"] = "auto"
    last_card: Literal["any"] = "any"
    serve_last: Literal[False] = False
    score: Literal["none"] = "none"
    turn_cap: int = 500
    missing_reveal: Literal["play_on"] = "play_on"
    absence: Literal["bot"] = "bot"


PRESETS: Final[dict[str, Ruleset]] = {"boardflix": Ruleset()}
"""Preset name -> its ruleset, every option written out."""


def parse(options: Mapping[str, Any]) -> Ruleset:
    """The ruleset that ``options`` describe: a preset name and what differs from it; ValueError says what is wrong."""
    preset = options.get("preset", "boardflix")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise ValueError(f"no preset {preset!r}; there is {', '.join(PRESETS)}")
    try:
        ruleset = msgspec.convert({**plain(PRESETS[preset]), **options}, Ruleset)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    if not 10 <= ruleset.turn_cap <= 2000:
        raise ValueError(f"turn_cap is from 10 to 2000, not {ruleset.turn_cap}")
    return ruleset


def plain(ruleset: Ruleset) -> dict[str, Any]:
    """Every option with its value, as it stands in ``game-started``."""
    return msgspec.structs.asdict(ruleset)
