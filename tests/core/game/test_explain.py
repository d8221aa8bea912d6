"""A ruleset in plain sentences, and the options as a lobby offers them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from ono_core.game.explain import Explanation, explained
from ono_core.game.options import OPTIONS, Group, Option, allowed, lobby_options, names, offered, preset_words, read
from ono_core.game.ruleset import PRESETS, Ruleset, parse, plain

BUSY = parse(
    {"preset": "official", "stack": "up", "deck": "modern112", "catch_window": "timer", "clock_ms": 30_000}
)  # fmt: skip
"""A ruleset in which nearly every option counts."""
BASES = {**PRESETS, "busy": BUSY}


def told(ruleset: Ruleset) -> set[str]:
    """Everything that is said of a ruleset."""
    said = explained(ruleset)
    return {*said.differences, *said.rest}


def changes() -> Iterator[tuple[str, Option, Any]]:
    """Every value of a lobby on every base that can be played with it."""
    for base, ruleset in BASES.items():
        for option in OPTIONS:
            for value in option.values:
                if value != getattr(ruleset, option.name) and is_played({**plain(ruleset), option.name: value}):
                    yield base, option, value


def is_played(options: dict[str, Any]) -> bool:
    """Whether these options contradict each other nowhere."""
    try:
        parse(options)
    except ValueError:
        return False
    return True


def is_idle(option: Option, ruleset: Ruleset) -> bool:
    """Whether the option says of itself that it changes nothing here."""
    return any(getattr(ruleset, name) in values for name, values in option.idle)


# Sentences


@pytest.mark.parametrize("ruleset", BASES.values(), ids=BASES)
def test_sentences_are_for_people(ruleset: Ruleset) -> None:
    """They begin and end like sentences, and have no option's name, no milliseconds, nothing twice."""
    said = explained(ruleset)
    sentences = [*said.differences, *said.rest]
    assert len(sentences) == len(set(sentences))
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z].*[a-z0-9]\.", sentence), sentence
        assert not re.search(r"_|\bms\b|[Cc]olor|\b\d+000\b|True|False|None", sentence), sentence


@pytest.mark.parametrize("name", PRESETS)
def test_nothing_differs_from_itself(name: str) -> None:
    """As against itself all of a ruleset is the rest."""
    said = explained(PRESETS[name], PRESETS[name])
    assert said.differences == ()
    assert said.rest


def test_the_official_rules_are_what_others_are_told_apart_from() -> None:
    """Unless another ruleset is named."""
    assert explained(PRESETS["official"]).differences == ()
    assert explained(PRESETS["boardflix"]) == explained(PRESETS["boardflix"], PRESETS["official"])
    assert explained(PRESETS["official"], PRESETS["boardflix"]).differences


def test_a_difference_is_what_the_reference_does_not_say() -> None:
    """And the rest is what both say."""
    said, official = explained(PRESETS["table-party"]), told(PRESETS["official"])
    assert not set(said.differences) & official
    assert set(said.rest) <= official


@pytest.mark.parametrize(("base", "option", "value"), [*changes()], ids=lambda part: str(getattr(part, "name", part)))
def test_a_change_that_counts_is_told_and_one_that_does_not_is_not(base: str, option: Option, value: object) -> None:
    """Every option of a lobby, changed alone: it is told, unless it says of itself that it is idle."""
    before = BASES[base]
    after = replace(before, **{option.name: value})
    unchanged = is_idle(option, before) or (option.name, value, base) in NO_CHANGE
    assert (told(after) == told(before)) is unchanged


NO_CHANGE = {
    ("absence", "bot", "official"),
    ("absence", "clock", "boardflix"),
    ("decks", "auto", "boardflix"),
}
"""Values that mean the same here: no clock can run for a seat, and six players never need a second deck."""


def test_every_option_of_a_lobby_counts_somewhere() -> None:
    """So the test above is one."""
    counted = {option.name for base, option, _ in changes() if not is_idle(option, BASES[base])}
    assert counted == {option.name for option in OPTIONS}


LOBBIES = st.fixed_dictionaries(
    {"preset": st.sampled_from([*PRESETS])},
    optional={option.name: st.sampled_from(option.values) for option in OPTIONS},
)


@given(LOBBIES, LOBBIES)
def test_any_ruleset_is_told_whole_as_against_any_other(options: dict[str, Any], others: dict[str, Any]) -> None:
    """What is told is the same against every reference, only parted in another way."""
    assume(is_played(options) and is_played(others))
    ruleset, other = parse(options), parse(others)
    said = explained(ruleset, other)
    assert {*said.differences, *said.rest} == told(ruleset)
    assert not set(said.differences) & told(other)
    assert set(said.rest) <= told(other)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "There is no clock"),
        ({"preset": "table-party"}, "You have 30 seconds to act"),
        (
            {"preset": "table-party", "catch_ms": 1_000},
            "within 1 second of when that is allowed draws two cards.",
        ),
        ({"preset": "table-party"}, "in the first 0.8 seconds after"),
        ({"preset": "table-party", "call_penalty": 4}, "draws four cards."),
        ({"preset": "official", "target": 200}, "the first with 200 points wins the game."),
        ({"preset": "official", "deal": 10}, "With seven players or more, two decks"),
        ({"preset": "table-party", "all_in": 2}, "116 cards: the classic 108 and two All Ins of each colour."),
        ({"seats_max": 2}, "Two players can play."),
        ({"turn_cap": 80}, "after 80 turns"),
    ],
)
def test_numbers_are_said_as_they_are(options: dict[str, Any], words: str) -> None:
    """Cards, seconds, seats, points and turns."""
    assert any(words in sentence for sentence in told(parse(options)))


def test_a_deck_without_all_ins_is_the_classic_one() -> None:
    """What plays alike is told alike, however it was set."""
    without = replace(PRESETS["table-party"], all_in=0)
    assert told(without) == told(replace(without, deck="classic108"))


def test_what_is_written_on_the_customizable_cards_is_told() -> None:
    """Only where there are such cards, and only those that have a text."""
    texts = replace(BUSY, custom_texts=("Sing", "", "Hop"))
    assert 'A customizable Wild is played like a Wild; written on them is "Sing", "Hop".' in told(texts)


def test_an_explanation_can_be_sent() -> None:
    """It is plain data for any client."""
    said = explained(PRESETS["boardflix"])
    assert msgspec.json.decode(msgspec.json.encode(said), type=Explanation) == said


# What a lobby offers


def test_options_stand_in_their_groups_in_order() -> None:
    """Each group once, each option once, all of them options of a ruleset."""
    assert [group for group, _ in groupby(OPTIONS, lambda option: option.group)] == list(get_args(Group))
    listed = [option.name for option in OPTIONS]
    assert len(listed) == len(set(listed))
    assert set(listed) <= set(names())


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_what_is_offered_can_be_set(option: Option) -> None:
    """Each value is one that the option takes and stands once; what makes it idle are values too."""
    texts = [str(value) for value in option.values]
    assert [read(option.name, text) for text in texts] == [*option.values]
    assert len(set(texts)) == len(texts) > 1
    for name, values in option.idle:
        assert [read(name, str(value)) for value in values] == list(values)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_a_choice_offers_all_its_values(option: Option) -> None:
    """A lobby leaves out numbers only."""
    if " to " not in allowed(option.name):
        taken = re.split(r", | or ", allowed(option.name))
        assert {read(option.name, text) for text in taken} == {*option.values}


@pytest.mark.parametrize("ruleset", BASES.values(), ids=BASES)
def test_the_value_in_force_is_always_offered(ruleset: Ruleset) -> None:
    """So a lobby can show what is set."""
    assert offered(ruleset) == OPTIONS or ruleset is BUSY
    for option in offered(ruleset):
        assert getattr(ruleset, option.name) in option.values


def test_another_number_is_offered_in_its_place() -> None:
    """A clock of 45 seconds stands between those of 30 and 60."""
    clock = next(option for option in lobby_options(replace(BUSY, clock_ms=45_000)) if option.name == "clock_ms")
    assert [label for _, label in clock.values][-3:] == ["30 seconds", "45 seconds", "60 seconds"]


def test_every_preset_has_its_line() -> None:
    """In the order in which they are listed."""
    assert [words.name for words in preset_words()] == list(PRESETS)
    assert all(re.fullmatch(r"[A-Z].*\.", words.line) for words in preset_words())


# Options as text


@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_can_be_written_as_text(preset: str) -> None:
    """And is read back."""
    for name in names():
        value = getattr(PRESETS[preset], name)
        text = ",".join(PRESETS[preset].custom_texts) if name == "custom_texts" else str(value)
        assert read(name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("stack", "sideways", "stack: none, d2, same, up or any expected, got 'sideways'"),
        ("deal", "11", "deal: 3 to 10 expected, got '11'"),
        ("deal", "-3", "deal: 3 to 10 expected, got '-3'"),
        ("deal", "", "deal: 3 to 10 expected, got ''"),
        ("deal", "9" * 5_000, "deal: 3 to 10 expected"),
        ("doubles", "maybe", "doubles: on or off expected, got 'maybe'"),
        ("decks", "3", "decks: auto, 1 or 2 expected, got '3'"),
        ("custom_texts", "one,two", "custom_texts: 3 texts with commas between expected, got 'one,two'"),
        ("colour", "red", "no option 'colour'; there is seats_min, seats_max, deck"),
        ("rules", "1", "no option 'rules'; there is"),
    ],
)
def test_what_an_option_does_not_take_is_said(name: str, text: str, words: str) -> None:
    """With what it does take."""
    with pytest.raises(ValueError, match="^" + re.escape(words)):
        read(name, text)
