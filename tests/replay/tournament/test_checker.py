"""The checker of pairings: it has nothing to say of good ones, and finds each kind of broken one."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from ono_replay.tournament import checker
from ono_replay.tournament.checker import CODES, Flaw, Form, Record, Round, Table, by_hand, check, forced

ROOT = Path(__file__).parents[3]

POINTS = Form("points", smallest=3, size=4, largest=6, final=4)
STRICT = replace(POINTS, smallest=3, size=3, largest=3)
KNOCKOUT = Form("knockout", smallest=3, size=4, largest=6, advance=2)


def drawn(*tables: str, sitting: str = "", present: str = "", groups: Sequence[str] = (), final: bool = False) -> Round:
    """A round from tables like "1 2 3"; all who are in it are present, by number, unless it is said who is."""
    seated = [_numbers(table) for table in tables]
    there = _numbers(present) or tuple(sorted(player for row in (*seated, _numbers(sitting)) for player in row))
    return Round(there, tuple(map(Table, seated)), _numbers(sitting), tuple(map(_numbers, groups)), final)


def placed(one: Round, *places: str) -> Round:
    """The round with the places at its tables."""
    return replace(
        one,
        tables=tuple(Table(table.players, _numbers(row)) for table, row in zip(one.tables, places, strict=True)),
    )


def _numbers(row: str) -> tuple[int, ...]:
    return tuple(map(int, row.split()))


def codes(flaws: Sequence[Flaw]) -> list[tuple[int, str]]:
    """Where and what."""
    return [(flaw.round, flaw.code) for flaw in flaws]


FIRST = drawn("1 2 3", "4 5 6", "7 8 9")
FULL = "1 2 3 4 5 6 7 8"


def test_good_rounds_have_no_flaws() -> None:
    """Nine at tables of three can meet each other once in four rounds."""
    evening = [
        drawn("4 9 6", "2 7 3", "1 5 8"),
        drawn("8 6 3", "5 4 7", "9 2 1"),
        drawn("7 8 9", "6 2 5", "3 1 4"),
        drawn("4 8 2", "7 6 1", "9 3 5"),
    ]
    assert check(STRICT, evening) == []


BROKEN: dict[str, tuple[Form, list[Round], str]] = {
    "a player at two tables": (STRICT, [drawn("1 2 3", "4 5 3", present="1 2 3 4 5")], "drawn-twice"),
    "a player at a table and sitting out": (STRICT, [drawn("1 2 3", sitting="3", present="1 2 3")], "drawn-twice"),
    "a player left out": (STRICT, [drawn("1 2 3", present="1 2 3 4")], "not-drawn"),
    "a player left out of a knockout": (KNOCKOUT, [drawn("1 2 3", present="1 2 3 4")], "not-drawn"),
    "a player who had withdrawn": (
        STRICT,
        [FIRST, drawn("1 4 7", "2 5 8", "3 6 9", present="1 2 3 4 5 6 7 8")],
        "wrong-player",
    ),
    "a table too small": (POINTS, [drawn("1 2", "3 4")], "wrong-size"),
    "a table too large": (STRICT, [drawn("1 2 3 4")], "wrong-size"),
    "tables of five and three": (POINTS, [drawn("1 2 3 4 5", "6 7 8")], "uneven-tables"),
    "two tables of six where three of four could be": (
        POINTS,
        [drawn("1 2 3 4 5 6", "7 8 9 10 11 12")],
        "wrong-tables",
    ),
    "two sit out who could play": (POINTS, [drawn("1 2 3 4", "5 6 7 8", sitting="9 10")], "needless-sitting"),
    "a whole table's players sit out": (STRICT, [drawn("1 2 3", sitting="4 5 6")], "needless-sitting"),
    "one sits out twice before others have": (
        STRICT,
        [drawn("1 2 3", "4 5 6", sitting="7"), drawn("1 4 2", "5 3 6", sitting="7")],
        "unfair-sitting",
    ),
    "the same tables again": (STRICT, [FIRST, drawn("2 3 1", "5 6 4", "8 9 7")], "needless-repeats"),
    "two who could have been parted": (STRICT, [FIRST, drawn("2 1 4", "3 5 7", "6 8 9")], "needless-repeats"),
    "a table across groups": (
        POINTS,
        [drawn("1 2 3 5", "4 6 7 8", groups=("1 2 3 4", "5 6 7 8"))],
        "wrong-group",
    ),
    "a group of which one sits out who need not": (
        POINTS,
        [drawn("1 2 3", "5 6 7 8", sitting="4", groups=("1 2 3 4", "5 6 7 8"))],
        "needless-sitting",
    ),
    "a final without the fourth": (
        POINTS,
        [drawn("1 2 3 4", "5 6 7 8"), drawn("8 7 6 4", present="8 7 6 5 4 3 2 1", final=True)],
        "wrong-final",
    ),
    "a final at two tables": (
        replace(POINTS, final=6),
        [drawn("1 2 3 4", "5 6 7 8"), drawn("1 5 2", "6 3 4", present=FULL, final=True)],
        "wrong-size",
    ),
    "a knockout's third goes on": (
        KNOCKOUT,
        [placed(drawn("1 2 3 4", "5 6 7 8"), "1 2 3 4", "1 2 3 4"), drawn("1 3 5 6", present=FULL, final=True)],
        "wrong-field",
    ),
    "a knockout's second does not": (
        KNOCKOUT,
        [placed(drawn("1 2 3 4", "5 6 7 8"), "1 2 3 4", "1 2 3 4"), drawn("1 5 6", present=FULL, final=True)],
        "wrong-field",
    ),
    "two keep their seats": (
        STRICT,
        [FIRST, drawn("1 4 7", "2 5 8", "3 6 9"), drawn("1 5 9", "2 6 7", "3 4 8")],
        "uneven-seats",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_found(name: str) -> None:
    """In the round where it is, and by its name."""
    form, rounds, code = BROKEN[name]
    assert (len(rounds), code) in codes(check(form, rounds))
    assert [flaw for flaw in check(form, rounds[:-1]) if flaw.code != "uneven-seats"] == []


def test_each_code_is_found_in_something() -> None:
    """No code is for nothing."""
    assert {code for _, _, code in BROKEN.values()} == set(CODES)


def test_evidence_names_the_players() -> None:
    """Who sat out again, and who has not yet."""
    form, rounds, _ = BROKEN["one sits out twice before others have"]
    evidence = [flaw.evidence for flaw in check(form, rounds) if flaw.code == "unfair-sitting"]
    assert evidence == ["player 7 has sat out 1 times, player 1 0 times"]


# Who is drawn


def test_a_knockout_goes_on_with_the_best_and_those_who_sat_out() -> None:
    """Equals by the standing of the moment; who has withdrawn is not missed; a table without a result sends nobody."""
    fours = replace(KNOCKOUT, smallest=4, largest=4)
    first = placed(drawn("1 2 3 4", "5 6 7 8", "9 10 11 13", sitting="12"), "1 2 2 4", "2 1 0 3", "1 2 3 4")
    present = "1 3 2 4 5 6 7 8 10 11 12 13"
    assert check(fours, [first, drawn("3 1 12 10 6 5", present=present, final=True)]) == []
    void = replace(first, tables=(*first.tables[:2], Table((9, 10, 11, 13))))
    assert check(fours, [void, drawn("3 1 12 6 5", present=present, final=True)]) == []


def test_a_final_is_of_the_best_who_are_there() -> None:
    """By the standing of that moment."""
    final = drawn("7 3 8 6", present="8 3 7 6 5 4 2 1", final=True)
    assert check(POINTS, [drawn("1 2 3 4", "5 6 7 8"), final]) == []


# Repeats


def test_what_must_be_is_not_held_against_a_draw() -> None:
    """Twelve at three tables of four: in the second round three pairs meet again, whoever sits where."""
    first = drawn("1 2 3 4", "5 6 7 8", "9 10 11 12")
    second = drawn("2 1 5 9", "6 3 10 7", "11 12 8 4")
    tables = [[table.players for table in one.tables] for one in (first, second)]
    record = Record()
    record.enter(first)
    assert record.repeats(tables[1]) == forced(tables[1], tables[:1]) == 3
    assert (2, "needless-repeats") not in codes(check(POINTS, [first, second]))


def test_what_is_forced_leaves_newcomers_out() -> None:
    """Who was at no table then can meet nobody from it again."""
    old = [(1, 2, 3), (4, 5, 6)]
    assert forced([(1, 2, 4), (3, 5, 6)], [old]) == 2
    assert forced([(1, 4, 7), (3, 5, 8)], [old]) == 0
    assert forced([(7, 8, 9)], [old]) == 0


def test_filling_by_hand_takes_the_table_with_fewest_repeats() -> None:
    """In turn, the first of equals."""
    record = Record()
    record.enter(FIRST)
    tables = by_hand([table.players for table in FIRST.tables], record)
    assert tables == [[1, 4, 7], [2, 5, 8], [3, 6, 9]]


def test_an_exchange_that_helps_is_named() -> None:
    """The evidence can be followed by hand."""
    form, rounds, _ = BROKEN["two who could have been parted"]
    (flaw,) = [flaw for flaw in check(form, rounds) if flaw.code == "needless-repeats"]
    assert "where filling the tables by hand gives 0" in flaw.evidence
    record = Record()
    record.enter(FIRST)
    tables = [table.players for table in rounds[1].tables]
    better = checker._exchange(tables, record)
    assert better
    swapped = [[{better[0]: better[1], better[1]: better[0]}.get(p, p) for p in table] for table in tables]
    assert (
        record.repeats(swapped)
        < record.repeats(tables)
        == sum(record.met[frozenset(two)] ** 2 for table in tables for two in combinations(table, 2))
    )


# The checker by itself


def test_it_knows_nothing_of_the_search() -> None:
    """It imports neither the pairing nor anything else of the house."""
    source = ast.parse((ROOT / "ono_replay/tournament/checker.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(source) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"__future__", "collections", "collections.abc", "itertools", "math", "typing", "msgspec"}


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_specified(code: str) -> None:
    """Each stands in pairing.md."""
    assert f"`{code}`" in (ROOT / "ono_core/spec/pairing.md").read_text("utf-8")
