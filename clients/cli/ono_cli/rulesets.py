"""Rulesets as people choose and read them: from the command line, and in a lobby."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ono_cli.stop import Exit, Stop
from ono_core.game import options
from ono_core.game.explain import REFERENCE, explained
from ono_core.game.ruleset import PRESETS, Ruleset, parse, plain

FIRST_PRESET = options.preset_words()[0].name
"""The preset of a game that names none."""


def chosen(preset: str | None, changes: Iterable[str]) -> dict[str, Any]:
    """The options of a preset with changes such as ``stack=up``; Stop says which option or value there is not."""
    try:
        wanted = {"preset": preset or FIRST_PRESET, **dict(map(change, changes))}
        parse(wanted)
    except ValueError as error:
        raise Stop(Exit.UNUSABLE, f"--set: {error}") from None
    return wanted


def change(text: str) -> tuple[str, Any]:
    """The option and the value that ``stack=up`` means; ValueError says what is expected."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"option=value expected, such as stack=up, got {text!r}")
    read = options.read(name, value)
    return name, list(read) if isinstance(read, tuple) else read


def with_option(proposed: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """The options of a lobby with one changed; those that would then change nothing are left out."""
    wanted = {**proposed, name: value}
    unseen = {option.name for option in options.OPTIONS if options.is_idle(option, _whole(wanted))}
    return {key: kept for key, kept in wanted.items() if key == name or key not in unseen}


def _whole(wanted: Mapping[str, Any]) -> dict[str, Any]:
    return {**plain(PRESETS[wanted.get("preset", FIRST_PRESET)]), **wanted}


# Words


def title(ruleset: Ruleset) -> str:
    """What the rules are called."""
    is_whole = ruleset == PRESETS[ruleset.preset]
    label = next(words.label for words in options.preset_words() if words.name == ruleset.preset)
    return label if is_whole else f"{label}, changed"


def told(ruleset: Ruleset, *, whole: bool) -> list[str]:
    """The rules in sentences: what differs from the official ones first, then the rest if the whole is wanted."""
    said = explained(ruleset)
    head = f"The rules: {title(ruleset)}."
    differ = f"What differs from {REFERENCE}:" if said.differences else f"Nothing differs from {REFERENCE}."
    rest = ["The rest:", *said.rest] if whole else []
    return [head, differ, *said.differences, *rest]


def news(before: Ruleset, after: Ruleset) -> str:
    """What a change of the rules changed."""
    return " ".join(["The rules were changed.", *explained(after, before).differences])


def listed(ruleset: Ruleset) -> Iterator[str]:
    """Every preset and every option that a host may set, with the values that may be typed and what they mean."""
    for preset in options.preset_words():
        yield f"preset {preset.name}: {preset.line}"
    for option in options.lobby_options(ruleset):
        values = ", ".join(f"{typed(value)} ({label})" for value, label in option.values)
        now = typed(getattr(ruleset, option.name))
        yield f"set {option.name}: {option.label}. {values}. It is {now}."


def typed(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
