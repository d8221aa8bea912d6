"""The tournament file: what is left out, what is refused, and the one form that stands in the ledger."""

from typing import Any

import pytest

from ono_core.game.ruleset import PRESETS
from ono_core.log.codec import packed, unpacked
from ono_core.tournament.settings import draws, parse, plain


def test_a_name_is_enough() -> None:
    """The rest is an evening of four rounds at tables of four."""
    settings = parse({"name": "Club evening"})
    assert (settings.format, settings.rounds, settings.table.size) == ("points", 4, 4)
    assert draws(settings) == 4


@pytest.mark.parametrize(
    "read",
    [
        {"name": "A"},
        {"name": "Été", "format": "knockout", "knockout": {"advance": 1}},
        {"name": "A", "format": "groups", "final": {"seats": 4}, "scoring": {"by": "wins", "tie_breaks": []}},
        {"name": "A", "format": "match", "rounds": 30, "rules": {"preset": "boardflix", "stack": "up"}},
    ],
)
def test_everything_is_written_out_and_read_again(read: dict[str, Any]) -> None:
    """The canonical bytes give the same settings, whatever a later default is."""
    written = plain(parse(read))
    again = unpacked(packed(written))
    assert isinstance(again, dict)
    assert plain(parse(again)) == written
    assert set(written["rules"]) == set(PRESETS["official"].__struct_fields__)


def test_a_tournament_has_defaults_of_its_own_for_the_rules() -> None:
    """Who stays away is removed and sits out; the seats are those of the tables."""
    rules = parse({"name": "A"}).rules
    assert (rules.absence, rules.missing_reveal, rules.seats_max) == ("remove", "sit_out", 6)
    assert parse({"name": "A", "rules": {"absence": "clock"}}).rules.absence == "clock"
    assert parse({"name": "A", "final": {"seats": 8}}).rules.seats_max == 8


def test_nobody_sits_out_where_it_would_pay() -> None:
    """With points that count against you the default is to play on."""
    rules = parse({"name": "A", "rules": {"preset": "boardflix", "score": "lowest_total"}}).rules
    assert rules.missing_reveal == "play_on"


def test_a_final_is_one_draw_more_and_a_knockout_has_many() -> None:
    """So many seeds are committed to."""
    assert draws(parse({"name": "A", "rounds": 3, "final": {"seats": 4}})) == 4
    assert draws(parse({"name": "A", "format": "knockout"})) == 64


@pytest.mark.parametrize(
    ("read", "said"),
    [
        ({}, "missing required field `name`"),
        ({"name": ""}, "name: expected `str` of length >= 1"),
        ({"name": "a\nb"}, "name: a line of letters"),
        ({"name": "A", "colour": 1}, "unknown field `colour`"),
        ({"name": "A", "table": {"size": 11}}, "table.size: expected `int` <= 10"),
        ({"name": "A", "table": 4}, "table: expected `object`, got `int`"),
        ({"name": "A", "table": {"size": 2}}, "table: smallest <= size <= largest expected, got 3, 2, 6"),
        ({"name": "A", "rounds": 0}, "rounds: from 1 to 30"),
        ({"name": "A", "rounds": 2.5}, "rounds: expected `int`, got `float`"),
        ({"name": "A", "format": "knockout", "rounds": 2}, "rounds: a knockout"),
        ({"name": "A", "format": "knockout", "knockout": {"advance": 3}}, "knockout.advance: fewer than"),
        ({"name": "A", "format": "groups", "groups": {"size": 2}}, "groups.size: at least"),
        ({"name": "A", "final": {"seats": 1}}, "final.seats: 0 or from 2"),
        ({"name": "A", "format": "match", "final": {"seats": 4}}, "final.seats: a match has its own end"),
        ({"name": "A", "rules": {"deal": 2}}, "rules: deal: expected `int` >= 3"),
        ({"name": "A", "rules": {"preset": "mine"}}, "rules: no preset 'mine'"),
        ({"name": "A", "rules": {"preset": ["x"]}}, "rules: no preset ['x']"),
        ({"name": "A", "rules": {"seats_max": 4}}, "rules: seats_min and seats_max must allow tables of 3 to 6"),
        ({"name": "A", "rules": "official"}, "rules: expected `object`"),
        ({"name": "A", "scoring": {"by": "score"}, "rules": {"preset": "boardflix"}}, "scoring.by: with score"),
        ({"name": "A", "scoring": {"places": [3, 2, 5]}}, "scoring.places: no later place"),
        ({"name": "A", "scoring": {"tie_breaks": ["lot", "lot"]}}, "scoring.tie_breaks: each once"),
        ({"name": "A", "scoring": {"tie_breaks": ["age"]}}, "scoring.tie_breaks[0]: invalid enum value 'age'"),
        ({"name": "A", "deal": "same"}, "deal: invalid enum value 'same'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_by_its_key(read: dict[str, Any], said: str) -> None:
    """With what was expected."""
    with pytest.raises(ValueError) as error:  # noqa: PT011 - its words are the point
        parse(read)
    assert said in str(error.value)
