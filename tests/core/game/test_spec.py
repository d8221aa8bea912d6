"""The specification and the code name the same options, acts, events, refusals and cases."""

import ast
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import fields

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.computers import LEVELS
from ono_core.game.faces import CLASSIC
from ono_core.game.refusals import REFUSALS
from ono_core.game.ruleset import PRESETS, Ruleset, deck_of
from ono_core.game.state import Phase
from ono_core.game.tasks import _TASKS as TASKS
from ono_core.log.kinds import EVENT_KINDS, SEAT_ACT_KINDS, TABLE_ACT_KINDS

RULES, LOG = ((files("ono_core") / "spec" / name).read_text("utf-8") for name in ("rules.md", "log.md"))
MODULES = sorted(Path(str(files("ono_core"))).joinpath("game").rglob("*.py"))
TREES = [ast.parse(path.read_text("utf-8")) for path in MODULES if path.name != "refusals.py"]
TESTS = Path(__file__).parent


def section(text: str, title: str) -> str:
    """The part of a page under a heading such as ``Options``, whatever its number."""
    found = re.search(rf"^## \d+\. {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section {title}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of each table row, without the heads."""
    lines = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in cells] for cells in lines if not set(cells[0].strip()) <= {"-"}][1:]


def named(text: str) -> list[str]:
    """What stands in the first column of a section's table, in backquotes."""
    return [name for cells in rows(text) for name in re.findall(r"`([^`]+)`", cells[0])]


def kinds(types: Iterable[type[Any]], joint: str) -> set[str]:
    """The wire's words for classes: their names in lower case, with a joint."""
    return {re.sub(r"(?<=[a-z0-9])(?=[A-Z])", joint, kind.__name__).lower() for kind in types}


OPTION_ROWS = rows(section(RULES, "Options"))
HINTS: dict[str, Any] = get_type_hints(Ruleset, include_extras=True)


def values_of(hint: Any) -> list[str]:
    """The values that the code takes, as the spec writes them: each one, or the least and the most."""
    if hint is bool:
        return ["false", "true"]
    if get_origin(hint) is Literal:
        return [written(value) for value in get_args(hint)]
    limits = hint.__metadata__[0]
    if limits.max_length is not None:
        return [str(limits.max_length), str(get_args(get_args(hint)[0])[0].__metadata__[0].max_length)]
    return [str(limits.ge), str(limits.le)]


def written(value: object) -> str:
    """A value as the spec writes it."""
    if isinstance(value, tuple):
        return "empty"
    return f"`{value}`" if isinstance(value, str) else str(value).lower()


def test_the_options_of_the_spec_are_those_of_the_code() -> None:
    """Each once, in the same order."""
    assert [row[0] for row in OPTION_ROWS] == [f"`{field.name}`" for field in fields(Ruleset)]


@pytest.mark.parametrize("row", OPTION_ROWS, ids=lambda row: row[0])
def test_the_values_of_the_spec_are_those_of_the_code(row: list[str]) -> None:
    """Every value in the same order, or the ends of a range; and what it means."""
    assert re.findall(r"`[^`]+`|\d+|false|true", row[1]) == values_of(HINTS[row[0].strip("`")])
    assert row[5]


@pytest.mark.parametrize("row", OPTION_ROWS, ids=lambda row: row[0])
def test_the_presets_of_the_spec_are_those_of_the_code(row: list[str]) -> None:
    """A column each, in the order of the table's head."""
    name = row[0].strip("`")
    assert "| boardflix | official | table-party |" in section(RULES, "Options")
    assert row[2:5] == [written(getattr(ruleset, name)) for ruleset in PRESETS.values()]


def test_the_decks_of_the_spec_are_those_of_the_code() -> None:
    """Each with its place for what comes after the classic cards."""
    assert named(section(RULES, "Cards")) == [*get_args(HINTS["deck"])]
    assert {deck_of(Ruleset(deck="party")).index("RA"), deck_of(Ruleset(deck="modern112")).index("SH")} == {108}
    assert "what comes then 108" in RULES


def test_every_act_and_event_of_the_rules_stands_in_the_spec() -> None:
    """In the table of what is written, and none that there is not."""
    acts, events = kinds((*cmd.SEAT_ACTS, *cmd.TABLE_ACTS), "_"), kinds(ev.EVENTS, "-")
    written, _tasks = section(RULES, "What the table writes").split("**tasks**")
    assert {name for cells in rows(written) for name in re.findall(r"`([a-z_]+)`", cells[0])} == acts
    assert events <= set(re.findall(r"`([a-z-]+)`", written))


def test_the_tasks_of_the_spec_are_those_of_the_code() -> None:
    """Each with what it does: what waits for a shuffle stands in the log."""
    _written, tasks = section(RULES, "What the table writes").split("**tasks**")
    assert sorted(named(tasks)) == sorted(TASKS)


def test_the_rules_name_nothing_that_there_is_not() -> None:
    """Every name in backquotes is one of the code's."""
    known = {*HINTS, *REFUSALS, *Phase, *PRESETS, *LEVELS, *WHYS, *TASKS}
    known |= kinds((*cmd.SEAT_ACTS, *cmd.TABLE_ACTS), "_") | kinds(ev.EVENTS, "-")
    known |= {value for hint in HINTS.values() if get_origin(hint) is Literal for value in get_args(hint)}
    known |= {name for kind in (*ev.EVENTS, *cmd.SEAT_ACTS, *cmd.TABLE_ACTS) for name in kind.__struct_fields__}
    for span in re.findall(r"`([^`]+)`", RULES):
        option, equals, value = span.strip("[]").partition("=")
        if equals:
            assert value in {text.strip("`") for text in values_of(HINTS[option])}, span
        elif not span.startswith("[") and not re.fullmatch(FACES, span):
            assert set(span.split()) <= known, span


FACES = r"[SRDAWRYGB]|[SRDAWRYGB]( [SRDAWRYGB])+|[RYGB][0-9SRDA]|W4|SH|SW|CU|S[012]\.n"
"""Colours, symbols and faces, and the way in which sentences are cited."""

WHYS = {
    "turn", "owed", "penalty", "clock", "starter", "empty", "blocked", "cap", "alone", "absent",
    "bluff", "honest", "deck",
}  # fmt: skip


def test_every_reason_of_an_event_stands_in_the_spec() -> None:
    """Why cards were drawn, why a round ended, what a challenge found."""
    texts = {node.value for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert texts >= WHYS
    assert {word for word in WHYS if f"`{word}`" not in RULES} == set()


def test_the_acts_of_the_spec_are_those_of_the_code() -> None:
    """Of seats and of the table."""
    listed = named(section(LOG, "Commands"))
    assert sorted(listed) == sorted(kinds((*cmd.SEAT_ACTS, *cmd.TABLE_ACTS), "_"))
    assert all(act in SEAT_ACT_KINDS or act in TABLE_ACT_KINDS for act in listed)


def test_the_events_of_the_spec_are_those_of_the_code() -> None:
    """Each once, with the fields that it has on the wire."""
    listed = named(section(LOG, "Events"))
    assert sorted(listed) == sorted(kinds(ev.EVENTS, "-"))
    assert all(event in EVENT_KINDS for event in listed)


@pytest.mark.parametrize("row", rows(section(LOG, "Events")), ids=lambda row: row[0])
def test_the_fields_of_an_event_stand_in_the_spec(row: list[str]) -> None:
    """By their names."""
    kind = next(kind for kind in ev.EVENTS if kinds([kind], "-") == {row[0].strip("`")})
    for field in fields(kind):
        assert re.search(rf"\b{field.name}\b", row[1]), f"{field.name} of {row[0]} is missing"


def test_the_refusals_of_the_spec_are_those_of_the_code() -> None:
    """Each code once, in the same order."""
    assert named(section(RULES, "Refusals")) == list(REFUSALS)


def test_every_refusal_that_the_code_gives_is_listed() -> None:
    """And every listed one is given somewhere."""
    texts = {node.value for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert set(REFUSALS) - texts == set()
    given = {code for path in MODULES for code in re.findall(r'Refusal\("([a-z-]+)"', path.read_text("utf-8"))}
    assert given <= set(REFUSALS)


def test_the_phases_of_the_rules_stand_in_the_spec() -> None:
    """Those in which a seat is asked."""
    for phase in (Phase.START_COLOUR, Phase.PLAY, Phase.DRAWN, Phase.RESPOND):
        assert f"`{phase}`" in RULES


def test_card_ids_are_as_the_spec_says() -> None:
    """A few places in the deck."""
    said = {"R0": 0, "R1": 1, "RS": 19, "RR": 21, "RD": 23, "Y0": 25, "W": 100, "W4": 104}
    assert {text: CLASSIC.index(text) for text in said} == said


def test_every_sentence_that_the_spec_cites_has_a_test() -> None:
    """In a test_source_text file, by its number."""
    tests = "".join(path.read_text("utf-8") for path in TESTS.glob("test_source_text*.py"))
    cited, tested = (set(re.findall(r"\bS[012]\.\d+\b", text)) for text in (RULES, tests))
    assert cited - tested == set()


def test_every_case_of_the_spec_has_a_test() -> None:
    """In a test_edge_cases file, by its number."""
    tests = "".join(path.read_text("utf-8") for path in TESTS.glob("test_edge_cases_*.py"))
    cases = {int(cells[0]) for cells in rows(section(RULES, "Cases"))}
    assert cases == {int(number) for number in re.findall(r"def test_case_(\d+)_", tests)}
