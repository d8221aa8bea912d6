"""The options as people set them: what a lobby offers, and how an option is written and read as text.

Their labels stand in ``wording``; the whole sentences are those of ``explain``. What each value means to the last
detail is told in spec/rules.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from ono_core.game.ruleset import PRESETS, Ruleset, plain
from ono_core.game.wording import WORDS, Language
from ono_core.game.wording.shape import Labels, Value

Group = Literal["cards", "start", "drawing", "draw cards", "last card", "house rules", "scoring", "pace"]
"""The groups of a lobby, in order."""


class Option(Struct, frozen=True):
    """An option that a host may change: its name in the ruleset, and the values offered.

    ``idle``: it changes nothing while an option named here has one of these values; a lobby hides it then and leaves it
    out of what it sets.
    """

    name: str
    group: Group
    values: tuple[Value, ...]
    idle: tuple[tuple[str, tuple[Value, ...]], ...] = ()


class Offer(Struct, frozen=True):
    """An option as a lobby shows it: its name, the labels of its group and its own, each value with its label."""

    name: str
    group: str
    label: str
    values: tuple[tuple[Value, str], ...]


class PresetWords(Struct, frozen=True):
    """A preset as a lobby lists it: its name, a label, one line on what it is like."""

    name: str
    label: str
    line: str


def preset_words(language: Language = "en") -> tuple[PresetWords, ...]:
    """Every preset, the first one first."""
    return tuple(PresetWords(name, *WORDS[language].labels.presets[name]) for name in PRESETS)


_ON_OFF: Final = (False, True)
_NO_CALL: Final[tuple[str, tuple[Value, ...]]] = ("call", ("off", "auto"))
_NO_CHALLENGE: Final[tuple[str, tuple[Value, ...]]] = ("wild_draw_four", ("honest", "free"))
_ONE_ROUND: Final[tuple[str, tuple[Value, ...]]] = ("score", ("none", "ranked"))

OPTIONS: Final[tuple[Option, ...]] = (
    Option("deck", "cards", ("classic108", "modern112", "party")),
    Option("all_in", "cards", (0, 1, 2), (("deck", ("classic108", "modern112")),)),
    Option("hands_card", "cards", ("shuffle", "swap"), (("deck", ("classic108", "party")),)),
    Option("decks", "cards", ("auto", 1, 2)),
    Option("open_hands", "cards", _ON_OFF),

    Option("seats_max", "start", (2, 4, 6, 8, 10)),
    Option("deal", "start", (5, 7, 10)),
    Option("first_deal", "start", ("draw", "random")),
    Option("start_wild", "start", ("name", "redraw")),
    Option("start_reverse", "start", ("right", "deals", "first")),

    Option("draw_when", "drawing", ("stuck", "any")),
    Option("draw_count", "drawing", ("one", "until")),
    Option("drawn", "drawing", ("may", "must")),

    Option("stack", "draw cards", ("none", "d2", "same", "up", "any")),
    Option("wild_draw_four", "draw cards", ("challenge", "honest", "free")),
    Option("challenge_reveal", "draw cards", ("result_only", "hand_to_challenger"), (_NO_CHALLENGE,)),
    Option("challenge_stacked", "draw cards", _ON_OFF, (_NO_CHALLENGE, ("stack", ("none", "d2")))),

    Option("call", "last card", ("off", "auto", "manual")),
    Option("call_penalty", "last card", (2, 4), (_NO_CALL,)),
    Option("catch_window", "last card", ("turn", "timer"), (_NO_CALL,)),
    Option("catch_ms", "last card", (3_000, 5_000, 10_000), (_NO_CALL, ("catch_window", ("turn",)))),
    Option("catch_grace_ms", "last card", (0, 800, 2_000), (_NO_CALL,)),
    Option("false_call", "last card", (0, 1, 2), (_NO_CALL,)),
    Option("last_card", "last card", ("any", "no_wild", "number_only")),
    Option("serve_last", "last card", (True, False)),

    Option("seven_zero", "house rules", _ON_OFF),
    Option("jump_in", "house rules", _ON_OFF),
    Option("doubles", "house rules", _ON_OFF),

    Option("score", "scoring", ("none", "ranked", "to_target", "lowest_total", "elimination")),
    Option("target", "scoring", (100, 200, 500, 1_000), (_ONE_ROUND,)),
    Option("blocked", "scoring", ("order", "redeal"), (("score", ("to_target",)),)),

    Option("clock_ms", "pace", (0, 15_000, 30_000, 60_000)),
    Option("clock_short_ms", "pace", (5_000, 10_000, 15_000), (("clock_ms", (0,)),)),
    Option("absence", "pace", ("bot", "clock", "remove")),
    Option("missing_reveal", "pace", ("play_on", "sit_out"), (("score", ("lowest_total", "elimination")),)),
    Option("escrow", "pace", ("none", "n_of_n")),
)  # fmt: skip
"""What a host may change in a lobby, group by group."""


def offered(ruleset: Ruleset) -> tuple[Option, ...]:
    """The options of a lobby; a number that the ruleset has and no list holds stands in its place in the list."""
    return tuple(_with(option, getattr(ruleset, option.name)) for option in OPTIONS)


def lobby_options(ruleset: Ruleset, language: Language = "en") -> tuple[Offer, ...]:
    """The options that change something beside the others as they are, in words: those that a lobby shows."""
    values = plain(ruleset)
    return tuple(worded(option, language) for option in offered(ruleset) if not is_idle(option, values))


def is_idle(option: Option, values: Mapping[str, Any]) -> bool:
    """Whether the option changes nothing beside the others with these values."""
    return any(values[name] in idle for name, idle in option.idle)


def worded(option: Option, language: Language) -> Offer:
    """The option with its labels."""
    labels = WORDS[language].labels
    values = tuple((value, _label(option.name, value, labels)) for value in option.values)
    return Offer(option.name, labels.groups[option.group], labels.options[option.name], values)


def _with(option: Option, value: int) -> Option:
    if option.name not in _FREE or value in option.values:
        return option
    return replace(option, values=tuple(sorted(int(number) for number in (*option.values, value))))


def _label(name: str, value: Value, labels: Labels) -> str:
    if name in _FREE:
        return _FREE[name](int(value), labels)
    return labels.values.get(name, labels.switch)[value]


def _number(value: int, _labels: Labels) -> str:
    return str(value)


def _seconds(ms: int, labels: Labels) -> str:
    return labels.seconds(ms) if ms else labels.no_time


def _points(value: int, labels: Labels) -> str:
    return labels.points(value)


_FREE: Final[Mapping[str, Callable[[int, Labels], str]]] = {
    "seats_max": _number,
    "deal": _number,
    "catch_ms": _seconds,
    "catch_grace_ms": _seconds,
    "target": _points,
    "clock_ms": _seconds,
    "clock_short_ms": _seconds,
}
"""Options that take any number in a range, each with how a value is labelled."""


# Options as text

_HINTS: Final = get_type_hints(Ruleset, include_extras=True)


def names() -> tuple[str, ...]:
    """Every option that has more than one value, but for the preset, in order."""
    return tuple(name for name, hint in _HINTS.items() if name != "preset" and not _has_one_value(hint))


def _has_one_value(hint: Any) -> bool:
    return get_origin(hint) is Literal and len(get_args(hint)) == 1


def allowed(name: str, language: Language = "en") -> str:
    """The values that an option takes, in words; KeyError where there is no such option."""
    says, _ = _TAKES[name]
    return says(WORDS[language].labels)


def read(name: str, text: str) -> Value | tuple[str, ...]:
    """The value that a text such as ``7`` or ``on`` means for an option; ValueError says what it takes."""
    if name not in _TAKES:
        raise ValueError(f"no option {name!r}; there is {', '.join(names())}")
    _, understood = _TAKES[name]
    value = understood(text.strip())
    if value is None:
        raise ValueError(f"{name}: {allowed(name)} expected, got {text!r}")
    return value


Understood = Callable[[str], Value | tuple[str, ...] | None]
_SWITCH: Final = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def _of_type(hint: Any) -> tuple[Callable[[Labels], str], Understood]:
    """What a field's type takes: in words, and as a function from text that gives None for what it does not take."""
    if hint is bool:
        return lambda labels: labels.switched, lambda text: _SWITCH.get(text.lower())
    if get_origin(hint) is Literal:
        values = {str(value): value for value in get_args(hint)}
        return lambda labels: labels.one_of([*values]), values.get
    base, meta = get_args(hint)[0], hint.__metadata__[0]
    if base is int:
        return lambda labels: labels.between(meta.ge, meta.le), lambda text: _within(text, meta.ge, meta.le)
    return lambda labels: labels.texts(meta.max_length), lambda text: _texts(text, meta.max_length)


def _within(text: str, least: int, most: int) -> int | None:
    known = text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if known and least <= int(text) <= most else None


def _texts(text: str, count: int) -> tuple[str, ...] | None:
    parts = tuple(part.strip() for part in text.split(","))
    return parts if len(parts) == count else None


_TAKES: Final = {name: _of_type(_HINTS[name]) for name in names()}
