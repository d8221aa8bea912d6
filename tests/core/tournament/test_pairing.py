"""Who plays whom: everybody once, evenly, with as few repeats as can be, and the same for everybody who computes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from ono_core.fair.transcript import hashed, u16
from ono_core.tournament.pairing import (
    AHEAD,
    FEWEST_STARTS,
    PATIENCE,
    REST,
    STARTS_EACH,
    STARTS_SHARED,
    Limits,
    Pairing,
    Past,
    pair,
    sizes,
)
from tests.core.tournament.stranger import Stranger
from tests.vectors import generate_pairing
from tests.vectors.generate_pairing_example import example
from tests.vectors.reading import vectors

USUAL = Limits(3, 4, 6)
FOURS = Limits(4, 4, 4)
SPEC = (Path(__file__).parents[3] / "ono_core/spec/pairing.md").read_text("utf-8")
VECTORS = vectors("pairing.json")


def mix(number: int) -> bytes:
    """The mix of a draw."""
    return hashed("ono1/test", u16(number))


def evening(players: Sequence[int], rounds: int, limits: Limits, seed: int = 0) -> list[Pairing]:
    """So many rounds of the same players."""
    past, drawn = Past(), list[Pairing]()
    for number in range(rounds):
        drawn.append(pair(players, past, limits, mix(100 * seed + number)))
        past = past.after(drawn[-1])
    return drawn


def meetings(drawn: Sequence[Pairing]) -> Counter[frozenset[int]]:
    """How often each two have met."""
    return Counter(frozenset(two) for one in drawn for table in one.tables for two in combinations(table, 2))


def repeats(drawn: Sequence[Pairing]) -> int:
    """How many meetings were not the first of those two."""
    return sum(times - 1 for times in meetings(drawn).values())


# Sizes


@pytest.mark.parametrize(
    ("n", "row"),
    [
        (0, ()),
        (2, ()),
        (3, (3,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (5, 4)),
        (10, (5, 5)),
        (14, (4, 4, 3, 3)),
        (200, (4,) * 50),
    ],
)
def test_tables_are_even_and_near_the_size_asked_for(n: int, row: tuple[int, ...]) -> None:
    """At tables of four, that may have three to six."""
    assert sizes(n, USUAL) == row


def test_as_few_sit_out_as_can() -> None:
    """Where sizes are strict somebody must, and no more than must."""
    assert [n - sum(sizes(n, FOURS)) for n in range(4, 13)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert [n - sum(sizes(n, Limits(5, 6, 7))) for n in (8, 9, 10, 16)] == [1, 2, 0, 0]


# Everybody once


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 11, 13, 50, 200])
def test_everybody_is_drawn_once(n: int) -> None:
    """To a table or to sit out."""
    drawn = pair(range(1, n + 1), Past(), USUAL, mix(n))
    assert sorted([*drawn.sitting, *(player for table in drawn.tables for player in table)]) == [*range(1, n + 1)]
    assert sorted(map(len, drawn.tables), reverse=True) == [*sizes(n, USUAL)]


def test_the_order_in_which_players_are_named_is_nothing() -> None:
    """Only who is there, the past and the mix count."""
    names = [*range(1, 24)]
    first = pair(names, Past(), USUAL, mix(1))
    Random(5).shuffle(names)
    assert pair(names, Past(), USUAL, mix(1)) == first
    assert pair(names, Past(), USUAL, mix(2)) != first


def test_a_player_named_twice_is_a_fault() -> None:
    """So is a player who is in no group, or in two."""
    for players, groups in (([1, 1, 2, 3], None), ([1, 2, 3, 4], [[1, 2, 3]]), ([1, 2, 3], [[1, 2, 3], [3]])):
        with pytest.raises(AssertionError, match="each player in one group"):
            pair(players, Past(), USUAL, mix(0), groups)


def test_nobody_sits_out_twice_before_everybody_has_once() -> None:
    """Seven at tables of three: one sits out in each of seven rounds, each another."""
    drawn = evening(range(1, 8), 14, Limits(3, 3, 3))
    out = [player for one in drawn for player in one.sitting]
    assert sorted(out[:7]) == sorted(out[7:]) == [*range(1, 8)]


def test_who_comes_late_sits_out_first() -> None:
    """For all others have."""
    past = Past(sat_out=dict.fromkeys(range(1, 8), 1))
    assert pair(range(1, 9), past, Limits(7, 7, 7), mix(0)).sitting == (8,)


def test_groups_keep_to_themselves() -> None:
    """Nobody meets anybody of another group, and a group too small for a table sits out."""
    groups = [[*range(1, 9)], [*range(9, 20)], [20, 21]]
    drawn = pair(range(1, 22), Past(), USUAL, mix(3), groups)
    assert drawn.sitting == (20, 21)
    assert all(any({*table} <= {*group} for group in groups) for table in drawn.tables)
    assert pair(range(1, 9), Past(), USUAL, mix(3), [[*range(1, 9)]]) == pair(range(1, 9), Past(), USUAL, mix(3))


# Repeats


@pytest.mark.parametrize(
    ("n", "size", "rounds", "most"),
    [(16, 4, 5, 0), (12, 3, 4, 0), (9, 3, 4, 0), (24, 4, 4, 0), (24, 4, 6, 6), (32, 4, 6, 0), (48, 4, 9, 0)],
)
def test_repeats_are_few(n: int, size: int, rounds: int, most: int) -> None:
    """Near what is known to be possible: at tables of four 16 players meet each other once in five rounds."""
    assert repeats(evening(range(1, n + 1), rounds, Limits(size, size, size))) <= most


def test_a_hall_of_two_hundred_repeats_nothing() -> None:
    """In eight rounds at tables of four."""
    assert repeats(evening(range(1, 201), 8, USUAL)) == 0


def test_what_must_be_repeated_is_shared_out() -> None:
    """Twelve at three tables: 3, 6 and 9 second meetings have to be, and nobody meets a third time before."""
    drawn = evening(range(1, 13), 4, FOURS)
    assert [repeats(drawn[:rounds]) for rounds in (1, 2, 3, 4)] == [0, 3, 9, 18]
    assert max(meetings(drawn[:3]).values()) == 2


def test_a_third_meeting_is_dearer_than_two_second_ones() -> None:
    """Six at tables of three: 1 and 2 have met twice, so each may rather meet two others again."""
    once = dict.fromkeys(combinations(range(1, 7), 2), 0)
    past = Past(met={**once, (1, 2): 2, (1, 3): 1, (1, 4): 1})
    for seed in range(5):
        assert not any({1, 2} <= {*table} for table in pair(range(1, 7), past, Limits(3, 3, 3), mix(seed)).tables)


def test_the_first_round_is_the_lots() -> None:
    """Nobody has met anybody, so everybody meets everybody in some draw, and everywhere."""
    drawn = [pair(range(1, 9), Past(), FOURS, mix(seed)) for seed in range(24)]
    assert len(meetings(drawn)) == 28
    assert {table.index(1) for one in drawn for table in one.tables if 1 in table} == {0, 1, 2, 3}
    assert {number for one in drawn for number, table in enumerate(one.tables) if 1 in table} == {0, 1}


def test_seats_are_shared_out() -> None:
    """In eight rounds of eight players nobody has one seat more than four times, where by lot some would."""
    past = Past()
    for one in evening(range(1, 9), 8, FOURS):
        past = past.after(one)
    assert max(past.sat_at.values()) <= 4
    assert min(past.sat_at.get((player, seat), 0) for player in range(1, 9) for seat in range(4)) >= 1


# What everybody computes


def test_the_worked_example_is_the_programs() -> None:
    """The example in pairing.md is the one that the generator prints."""
    assert example() == SPECIFIED


SPECIFIED = SPEC.split("```\n")[1]


def test_the_vectors_are_what_their_generator_makes() -> None:
    """The kept generator reproduces pairing.json byte for byte, so the code still draws what it drew."""
    assert generate_pairing.FILE.read_text("utf-8") == generate_pairing.text()
    assert len(VECTORS["tournaments"]) == len(generate_pairing.PLANS)


def test_the_numbers_of_the_search_are_specified() -> None:
    """Each constant of the search stands in pairing.md as it is in the code."""
    named = dict(re.findall(r"^\| `([A-Z_]+)` \| (\d+) \|", SPEC, re.MULTILINE))
    assert {name: int(value) for name, value in named.items()} == {
        "PATIENCE": PATIENCE,
        "REST": REST,
        "FEWEST_STARTS": FEWEST_STARTS,
        "STARTS_EACH": STARTS_EACH,
        "STARTS_SHARED": STARTS_SHARED,
        "AHEAD": AHEAD,
    }


@pytest.mark.parametrize("n", range(31))
def test_a_stranger_comes_to_the_same_sizes(n: int) -> None:
    """From the text alone."""
    cases = [(limits, row) for m, limits, row in VECTORS["sizes"] if m == n]
    assert [Stranger(*limits).sizes(n) for limits, _ in cases] == [row for _, row in cases]


@pytest.mark.parametrize("name", ["seven", "one table", "nobody can play", "pairs", "come and go", "groups"])
def test_a_stranger_draws_the_same(name: str) -> None:
    """Whoever follows pairing.md, however slowly, comes to the vectors' tables."""
    (told,) = (one for one in VECTORS["tournaments"] if one["name"] == name)
    stranger = Stranger(*told["limits"])
    for one in told["rounds"][:3]:
        drawn = stranger.draw(one.get("groups") or [one["players"]], bytes.fromhex(one["mix"]))
        assert drawn == (one["tables"], one["sitting"])
