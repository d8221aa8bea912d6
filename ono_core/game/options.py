"""The options as people set them: what a lobby offers, and how an option is written and read as text.

Labels stand beside the name of their option, so they are short; the whole sentences are those of ``explain``. What each
value means to the last detail is told in spec/rules.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from ono_core.game.explain import seconds
from ono_core.game.ruleset import PRESETS, Ruleset, plain

Value = str | int | bool
Group = Literal["cards", "start", "drawing", "draw cards", "last card", "house rules", "scoring", "pace"]
"""The groups of a lobby, in order."""


class Option(Struct, frozen=True):
    """An option that a host may change: its name in the ruleset, and each value offered with its label.

    ``idle``: it changes nothing while an option named here has one of these values; a lobby hides it then and leaves it
    out of what it sets.
    """

    name: str
    group: Group
    label: str
    values: tuple[tuple[Value, str], ...]
    idle: tuple[tuple[str, tuple[Value, ...]], ...] = ()


class PresetWords(Struct, frozen=True):
    """A preset as a lobby lists it: its name, a label, one line on what it is like."""

    name: str
    label: str
    line: str


PRESET_WORDS: Final = (
    PresetWords(
        "boardflix", "boardflix", "One round, no points; the game calls your last card, and bluffs may be challenged."
    ),
    PresetWords(
        "official", "Official", "The printed rules: rounds up to 500 points, and you call your last card yourself."
    ),
    PresetWords(
        "table-party", "Table Party", "Stacking, All In cards and a clock; one round, and everybody is given a place."
    ),
)
"""Every preset, the first one first."""


def _number(value: int) -> str:
    return str(value)


def _seconds_or_off(ms: int) -> str:
    return seconds(ms) if ms else "off"


def _points(value: int) -> str:
    return f"{value} points"


_FREE: Final[Mapping[str, Callable[[int], str]]] = {
    "seats_max": _number,
    "deal": _number,
    "catch_ms": seconds,
    "catch_grace_ms": _seconds_or_off,
    "target": _points,
    "clock_ms": _seconds_or_off,
    "clock_short_ms": seconds,
}
"""Options that take any number in a range, each with how a value is labelled."""


def _free(name: str, *values: int) -> tuple[tuple[Value, str], ...]:
    return tuple((value, _FREE[name](value)) for value in values)


_ON_OFF: Final[tuple[tuple[Value, str], ...]] = ((False, "off"), (True, "on"))
_NO_CALL: Final[tuple[str, tuple[Value, ...]]] = ("call", ("off", "auto"))
_NO_CHALLENGE: Final[tuple[str, tuple[Value, ...]]] = ("wild_draw_four", ("honest", "free"))
_ONE_ROUND: Final[tuple[str, tuple[Value, ...]]] = ("score", ("none", "ranked"))

OPTIONS: Final[tuple[Option, ...]] = (
    Option("deck", "cards", "Deck", (
        ("classic108", "classic, 108 cards"), ("modern112", "with newer wilds, 112 cards"), ("party", "with All In"),
    )),
    Option("all_in", "cards", "All Ins of each colour", ((0, "none"), (1, "one"), (2, "two")),
           (("deck", ("classic108", "modern112")),)),
    Option("hands_card", "cards", "Newer wild", (("shuffle", "Wild Shuffle Hands"), ("swap", "Wild Swap Hands")),
           (("deck", ("classic108", "party")),)),
    Option("decks", "cards", "Decks", (("auto", "two for many players"), (1, "one"), (2, "two"))),
    Option("open_hands", "cards", "Open hands", _ON_OFF),

    Option("seats_max", "start", "Most players", _free("seats_max", 2, 4, 6, 8, 10)),
    Option("deal", "start", "Cards dealt", _free("deal", 5, 7, 10)),
    Option("first_deal", "start", "Who deals first", (("draw", "draw for it"), ("random", "chance"))),
    Option("start_wild", "start", "Wild as first card", (
        ("name", "first player names the colour"), ("redraw", "turn up another"),
    )),
    Option("start_reverse", "start", "Reverse as first card", (
        ("right", "player on the right begins"), ("deals", "whoever deals begins"),
        ("first", "player on the left begins"),
    )),

    Option("draw_when", "drawing", "You may draw", (("stuck", "only if nothing fits"), ("any", "whenever you like"))),
    Option("draw_count", "drawing", "You draw", (("one", "one card"), ("until", "until a card fits"))),
    Option("drawn", "drawing", "A drawn card that fits", (("may", "may be kept"), ("must", "must be played"))),

    Option("stack", "draw cards", "Stacking", (
        ("none", "off"), ("d2", "Draw Two on Draw Two"), ("same", "like on like"),
        ("up", "the same or a Wild Draw Four"), ("any", "any draw card"),
    )),
    Option("wild_draw_four", "draw cards", "Wild Draw Four", (
        ("challenge", "bluff and challenge"), ("honest", "no bluffing"), ("free", "play it whenever you like"),
    )),
    Option("challenge_reveal", "draw cards", "A challenge shows", (
        ("result_only", "only who was right"), ("hand_to_challenger", "the hand to the challenger"),
    ), (_NO_CHALLENGE,)),
    Option("challenge_stacked", "draw cards", "Challenge a stacked Wild Draw Four", _ON_OFF,
           (_NO_CHALLENGE, ("stack", ("none", "d2")))),

    Option("call", "last card", "Calling the last card", (
        ("off", "off"), ("auto", "the game calls"), ("manual", "you call"),
    )),
    Option("call_penalty", "last card", "Caught without a call", ((2, "draw two"), (4, "draw four")), (_NO_CALL,)),
    Option("catch_window", "last card", "Time to catch", (
        ("turn", "until the next turn begins"), ("timer", "some seconds"),
    ), (_NO_CALL,)),
    Option("catch_ms", "last card", "Seconds to catch", _free("catch_ms", 3_000, 5_000, 10_000),
           (_NO_CALL, ("catch_window", ("turn",)))),
    Option("catch_grace_ms", "last card", "Safe at first", _free("catch_grace_ms", 0, 800, 2_000), (_NO_CALL,)),
    Option("false_call", "last card", "A wrong call or catch", (
        (0, "costs nothing"), (1, "costs one card"), (2, "costs two cards"),
    ), (_NO_CALL,)),
    Option("last_card", "last card", "Your last card", (
        ("any", "any card"), ("no_wild", "no wild"), ("number_only", "only a number"),
    )),
    Option("serve_last", "last card", "A draw card as last card", (
        (True, "is still drawn for"), (False, "does nothing"),
    )),

    Option("seven_zero", "house rules", "7 swaps, 0 passes hands on", _ON_OFF),
    Option("jump_in", "house rules", "Jump in with the same card", _ON_OFF),
    Option("doubles", "house rules", "Play equal cards together", _ON_OFF),

    Option("score", "scoring", "Scoring", (
        ("none", "one round, no points"), ("ranked", "one round, everybody placed"),
        ("to_target", "the winner scores"), ("lowest_total", "fewest points win"), ("elimination", "out at the limit"),
    )),
    Option("target", "scoring", "Played to", _free("target", 100, 200, 500, 1_000), (_ONE_ROUND,)),
    Option("blocked", "scoring", "Round without a winner", (
        ("order", "hands are counted"), ("redeal", "dealt again"),
    ), (("score", ("to_target",)),)),

    Option("clock_ms", "pace", "Time to act", _free("clock_ms", 0, 15_000, 30_000, 60_000)),
    Option("clock_short_ms", "pace", "After two misses", _free("clock_short_ms", 5_000, 10_000, 15_000),
           (("clock_ms", (0,)),)),
    Option("absence", "pace", "For who is away", (
        ("bot", "the computer plays"), ("clock", "the clock runs"), ("remove", "out of the game"),
    )),
    Option("missing_reveal", "pace", "No answer to a deal", (
        ("play_on", "plays all the same"), ("sit_out", "sits out the round"),
    ), (("score", ("lowest_total", "elimination")),)),
    Option("escrow", "pace", "If the table vanishes", (
        ("none", "its cards stay unproven"), ("n_of_n", "all players prove them together"),
    )),
)  # fmt: skip
"""What a host may change in a lobby, group by group."""


def offered(ruleset: Ruleset) -> tuple[Option, ...]:
    """The options of a lobby; a number that the ruleset has and no list holds stands in its place in the list."""
    return tuple(_with(option, getattr(ruleset, option.name)) for option in OPTIONS)


def lobby_options(ruleset: Ruleset) -> tuple[Option, ...]:
    """The options that change something beside the others as they are: those that a lobby shows."""
    values = plain(ruleset)
    return tuple(option for option in offered(ruleset) if not is_idle(option, values))


def is_idle(option: Option, values: Mapping[str, Any]) -> bool:
    """Whether the option changes nothing beside the others with these values."""
    return any(values[name] in idle for name, idle in option.idle)


def _with(option: Option, value: int) -> Option:
    if option.name not in _FREE or any(value == known for known, _ in option.values):
        return option
    numbers = sorted([*(int(known) for known, _ in option.values), value])
    return replace(option, values=_free(option.name, *numbers))


# Options as text

_HINTS: Final = get_type_hints(Ruleset, include_extras=True)


def names() -> tuple[str, ...]:
    """Every option that has more than one value, but for the preset, in order."""
    return tuple(name for name, hint in _HINTS.items() if name != "preset" and not _has_one_value(hint))


def _has_one_value(hint: Any) -> bool:
    return get_origin(hint) is Literal and len(get_args(hint)) == 1


def allowed(name: str) -> str:
    """The values that an option takes, in words; KeyError where there is no such option."""
    return _TAKES[name][0]


def read(name: str, text: str) -> Value | tuple[str, ...]:
    """The value that a text such as ``7`` or ``on`` means for an option; ValueError says what it takes."""
    if name not in _TAKES:
        raise ValueError(f"no option {name!r}; there is {', '.join(names())}")
    words, understood = _TAKES[name]
    value = understood(text.strip())
    if value is None:
        raise ValueError(f"{name}: {words} expected, got {text!r}")
    return value


Understood = Callable[[str], Value | tuple[str, ...] | None]
_SWITCH: Final = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def _of_type(hint: Any) -> tuple[str, Understood]:
    """What a field's type takes: in words, and as a function from text that gives None for what it does not take."""
    if hint is bool:
        return "on or off", lambda text: _SWITCH.get(text.lower())
    if get_origin(hint) is Literal:
        values = {str(value): value for value in get_args(hint)}
        return " or ".join(filter(None, (", ".join([*values][:-1]), [*values][-1]))), values.get
    base, meta = get_args(hint)[0], hint.__metadata__[0]
    if base is int:
        return f"{meta.ge} to {meta.le}", lambda text: _within(text, meta.ge, meta.le)
    return f"{meta.max_length} texts with commas between", lambda text: _texts(text, meta.max_length)


def _within(text: str, least: int, most: int) -> int | None:
    known = text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if known and least <= int(text) <= most else None


def _texts(text: str, count: int) -> tuple[str, ...] | None:
    parts = tuple(part.strip() for part in text.split(","))
    return parts if len(parts) == count else None


_TAKES: Final = {name: _of_type(_HINTS[name]) for name in names()}

assert [words.name for words in PRESET_WORDS] == list(PRESETS), "every preset has its words"
