"""Options: what a ruleset takes, and its one written form."""

from typing import Any

import pytest

from ono_core.game.faces import face
from ono_core.game.ruleset import PRESETS, parse, plain


def test_a_ruleset_writes_every_option_out() -> None:
    """What is written reads back as the same ruleset, and needs no default."""
    written = plain(parse({"turn_cap": 100}))
    assert set(written) == set(plain(PRESETS["boardflix"]))
    assert written["turn_cap"] == 100
    assert parse(written) == parse({"turn_cap": 100})


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_reads_back_as_itself(preset: str) -> None:
    """By its name alone, and with every option written out."""
    assert parse({"preset": preset}) == PRESETS[preset]
    assert parse(plain(PRESETS[preset])) == PRESETS[preset]


def test_no_options_are_the_first_preset() -> None:
    """A room that nobody changed plays boardflix."""
    assert parse({}) == PRESETS["boardflix"]


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "bridge"},
        {"preset": []},
        {"preset": None},
        {"no_such_option": 1},
        {"deck": "modern112", "custom_texts": ["\x1b[2J", "", ""]},
        {"deck": "modern112", "custom_texts": ["two\nlines", "", ""]},
        {"deck": "modern112", "custom_texts": ["\u202eback", "", ""]},
        {"stack": "down"},
        {"decks": True},
        {"serve_last": 0},
        {"seats_max": 11},
        {"turn_cap": 9},
        {"turn_cap": 2001},
        {"turn_cap": "100"},
        {"rules": 2},
        {"all_in": 3},
        {"deal": 11},
        {"call_penalty": 3},
        {"start_wild_draw_four": "name"},
        {"missing_reveal": "never"},
        {"missing_reveal": "sit_out", "score": "elimination"},
    ],
)
def test_what_cannot_be_played_is_refused_with_words(options: dict[str, Any]) -> None:
    """An unknown preset, option or value, and a value of another type."""
    with pytest.raises(ValueError, match=r"."):
        parse(options)


@pytest.mark.parametrize("text", ["", "R", "R10", "RX", "X5", "W5", "r5", "R²", "WW", "R٣", "S", "SA", "CA"])
def test_no_other_text_is_a_face(text: str) -> None:
    """A face is a colour's letter and a symbol, or one of the wilds."""
    with pytest.raises(ValueError, match="no deck has"):
        face(text)


@pytest.mark.parametrize(
    ("text", "words", "points"),
    [
        ("R5", "red 5", 5),
        ("G0", "green 0", 0),
        ("YS", "yellow Skip", 20),
        ("BR", "blue Reverse", 20),
        ("RD", "red Draw Two", 20),
        ("W", "Wild", 50),
        ("W4", "Wild Draw Four", 50),
        ("RA", "red All In", 20),
        ("SH", "Wild Shuffle Hands", 40),
        ("SW", "Wild Swap Hands", 40),
        ("CU", "Wild Customizable", 40),
    ],
)
def test_a_face_has_words_and_points(text: str, words: str, points: int) -> None:
    """A number counts itself, an action card 20, a wild 50, a newer wild 40."""
    assert (face(text).words, face(text).points) == (words, points)
