"""A ruleset: the options of a game as data, with one canonical form that stands whole in the log.

``parse`` turns options from outside into a checked Ruleset; ``plain`` writes every option out, defaults too,
so a later change of a default never changes an old game. What each value means is told in spec/rules.md, and in plain
sentences by ``explain``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from ono_core.game.faces import CLASSIC, CUSTOM_CARDS, Kind, modern, party

RULES_VERSION: Final = 1
"""The version of the rules' meaning, written into every log as ``rules``."""

Preset = Literal["boardflix", "official", "table-party"]
_Text = Annotated[str, Meta(max_length=80)]


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True):
    """Every option of a game, with the values of the preset ``boardflix`` (spec/rules.md, Options)."""

    preset: Preset = "boardflix"
    rules: Literal[1] = RULES_VERSION
    seats_min: Annotated[int, Meta(ge=2, le=10)] = 2
    seats_max: Annotated[int, Meta(ge=2, le=10)] = 6

    deck: Literal["classic108", "modern112", "party"] = "classic108"
    decks: Literal["auto", 1, 2] = 1
    all_in: Literal[0, 1, 2] = 1
    hands_card: Literal["shuffle", "swap"] = "shuffle"
    custom_texts: Annotated[tuple[_Text, ...], Meta(min_length=CUSTOM_CARDS, max_length=CUSTOM_CARDS)] = ("", "", "")
    deal: Annotated[int, Meta(ge=3, le=10)] = 7
    open_hands: bool = False

    first_deal: Literal["draw", "random"] = "random"
    start_wild: Literal["name", "redraw"] = "name"
    start_wild_draw_four: Literal["redraw"] = "redraw"
    start_reverse: Literal["right", "deals", "first"] = "right"

    draw_when: Literal["stuck", "any"] = "stuck"
    draw_count: Literal["one", "until"] = "one"
    drawn: Literal["may", "must"] = "may"

    stack: Literal["none", "d2", "same", "up", "any"] = "none"
    wild_draw_four: Literal["challenge", "honest", "free"] = "challenge"
    challenge_reveal: Literal["hand_to_challenger", "result_only"] = "result_only"
    challenge_stacked: bool = False

    call: Literal["off", "auto", "manual"] = "auto"
    call_penalty: Literal[2, 4] = 2
    catch_window: Literal["turn", "timer"] = "turn"
    catch_ms: Annotated[int, Meta(ge=1_000, le=30_000)] = 5_000
    catch_grace_ms: Annotated[int, Meta(ge=0, le=5_000)] = 0
    false_call: Literal[0, 1, 2] = 0

    last_card: Literal["any", "no_wild", "number_only"] = "any"
    serve_last: bool = False
    seven_zero: bool = False
    jump_in: bool = False
    doubles: bool = False

    score: Literal["none", "ranked", "to_target", "lowest_total", "elimination"] = "none"
    target: Annotated[int, Meta(ge=50, le=5_000)] = 500
    blocked: Literal["order", "redeal"] = "order"
    turn_cap: Annotated[int, Meta(ge=10, le=2_000)] = 500

    clock_ms: Annotated[int, Meta(ge=0, le=600_000)] = 0
    clock_short_ms: Annotated[int, Meta(ge=3_000, le=600_000)] = 10_000
    absence: Literal["bot", "clock", "remove"] = "bot"
    missing_reveal: Literal["play_on", "sit_out"] = "play_on"
    escrow: Literal["none", "n_of_n"] = "none"


LEAST_CLOCK_MS: Final = 3_000
"""No clock is shorter, so that a hand can be read; 0 is no clock."""

PRESETS: Final[dict[str, Ruleset]] = {
    "boardflix": Ruleset(),
    "official": Ruleset(
        preset="official", seats_max=10, decks="auto", first_deal="draw", draw_when="any",
        challenge_reveal="hand_to_challenger", call="manual", serve_last=True,
        score="to_target", blocked="redeal", absence="clock",
    ),
    "table-party": Ruleset(
        preset="table-party", seats_max=10, deck="party", decks="auto", draw_when="any", stack="up",
        wild_draw_four="free", call="manual", catch_window="timer", catch_grace_ms=800, serve_last=True,
        score="ranked", clock_ms=30_000, absence="clock",
    ),
}  # fmt: skip
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
    wrong = contradiction(ruleset)
    if wrong:
        raise ValueError(wrong)
    return ruleset


def plain(ruleset: Ruleset) -> dict[str, Any]:
    """Every option with its value, as it stands in ``game-started``: plain values, a list for several texts."""
    return {**msgspec.structs.asdict(ruleset), "custom_texts": [*ruleset.custom_texts]}


TWO_DECKS_ABOVE: Final = 60
"""With ``decks=auto`` a deal of more cards takes two decks (S1; the number is ours)."""


def decks_for(ruleset: Ruleset, seats: int) -> int:
    """How many decks so many seats play with."""
    if ruleset.decks == "auto":
        return 2 if seats * ruleset.deal > TWO_DECKS_ABOVE else 1
    return ruleset.decks


def deck_of(ruleset: Ruleset, decks: int = 1) -> tuple[str, ...]:
    """The face text of each card, in card order."""
    hands_card = Kind.SHUFFLE_HANDS if ruleset.hands_card == "shuffle" else Kind.SWAP_HANDS
    one = {"classic108": CLASSIC, "modern112": modern(hands_card), "party": party(ruleset.all_in)}
    return one[ruleset.deck] * decks


def contradiction(ruleset: Ruleset) -> str | None:
    """Why nobody could play by these options, in words, or None."""
    return next((words for holds, words in _contradictions(ruleset) if holds), None)


def _contradictions(ruleset: Ruleset) -> list[tuple[bool, str]]:
    stacks, challenges = ruleset.stack not in {"none", "d2"}, ruleset.wild_draw_four == "challenge"
    return [
        (ruleset.seats_min > ruleset.seats_max, f"seats_min is {ruleset.seats_min}, above seats_max"),
        (not _can_be_dealt(ruleset), _too_few_cards(ruleset)),
        (
            ruleset.challenge_stacked and not (stacks and challenges),
            "challenge_stacked needs a stack that answers a Wild Draw Four, and wild_draw_four=challenge",
        ),
        (
            ruleset.open_hands and challenges,
            "with open_hands there is nothing to challenge: wild_draw_four=honest or free",
        ),
        (ruleset.false_call > 0 and ruleset.call != "manual", "false_call needs call=manual"),
        (not all(map(str.isprintable, ruleset.custom_texts)), "custom_texts: a text has a sign that does not show"),
        (any(ruleset.custom_texts) and ruleset.deck != "modern112", "custom_texts needs deck=modern112"),
        (
            ruleset.missing_reveal == "sit_out" and ruleset.score in {"lowest_total", "elimination"},
            f"with score={ruleset.score} it would pay to sit out: missing_reveal=play_on",
        ),
        (0 < ruleset.clock_ms < LEAST_CLOCK_MS, f"clock_ms is 0 or at least {LEAST_CLOCK_MS}"),
    ]


def _can_be_dealt(ruleset: Ruleset) -> bool:
    """Whether after any deal a starter and a card for each seat are left."""
    return all(_cards(ruleset, seats) >= _needed(ruleset, seats) for seats in range(2, ruleset.seats_max + 1))


def _cards(ruleset: Ruleset, seats: int) -> int:
    return len(deck_of(ruleset, decks_for(ruleset, seats)))


def _needed(ruleset: Ruleset, seats: int) -> int:
    return seats * ruleset.deal + 1 + seats


def _too_few_cards(ruleset: Ruleset) -> str:
    seats = ruleset.seats_max
    cards, needed = _cards(ruleset, seats), _needed(ruleset, seats)
    return f"{seats} seats with {ruleset.deal} cards each need {needed} cards, and there are {cards}"
