"""The specification and the code name the same options, acts, events, refusals and cases."""

import ast
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import fields

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import DECKS
from ono_core.game.refusals import REFUSALS
from ono_core.game.ruleset import Ruleset, parse
from ono_core.game.state import Phase
from ono_core.log.kinds import EVENT_KINDS, SEAT_ACT_KINDS, TABLE_ACT_KINDS

RULES, LOG = ((files("ono_core") / "spec" / name).read_text("utf-8") for name in ("rules.md", "log.md"))
MODULES = sorted(Path(str(files("ono_core"))).joinpath("game").rglob("*.py"))
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


def test_the_options_of_the_spec_are_those_of_the_code() -> None:
    """Each once, in the same order."""
    assert named(section(RULES, "Options")) == [field.name for field in fields(Ruleset)]


@pytest.mark.parametrize("row", rows(section(RULES, "Options")), ids=lambda row: row[0])
def test_the_values_of_the_spec_can_be_played(row: list[str]) -> None:
    """Every value that the table gives is taken, and a choice of texts has no other."""
    name, written = row[0].strip("`"), row[1]
    hints = get_type_hints(Ruleset)[name]
    texts = re.findall(r"`([^`]+)`", written)
    values: list[Any] = texts or [int(number) for number in re.findall(r"\d+", written)] or [False]
    for value in values:
        assert getattr(parse({name: value}), name) == value
    assert not texts or set(get_args(hints)) == set(texts)


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
    sources = [path.read_text("utf-8") for path in MODULES if path.name != "refusals.py"]
    texts = {node.value for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    assert set(REFUSALS) - texts == set()
    given = {code for source in sources for code in re.findall(r'Refusal\("([a-z-]+)"', source)}
    assert given <= set(REFUSALS)


def test_the_phases_of_the_rules_stand_in_the_spec() -> None:
    """Those in which a seat is asked."""
    for phase in (Phase.START_COLOUR, Phase.PLAY, Phase.DRAWN, Phase.RESPOND):
        assert f"`{phase}`" in RULES


def test_card_ids_are_as_the_spec_says() -> None:
    """A few places in the deck."""
    deck = DECKS["classic108"]
    said = {"R0": 0, "R1": 1, "RS": 19, "RR": 21, "RD": 23, "Y0": 25, "W": 100, "W4": 104}
    assert {text: deck.index(text) for text in said} == said


def test_every_sentence_that_the_spec_cites_has_a_test() -> None:
    """In test_source_text.py, by its number."""
    tests = (TESTS / "test_source_text.py").read_text("utf-8")
    cited, tested = (set(re.findall(r"\bS0\.\d+\b", text)) for text in (RULES, tests))
    assert cited - tested == set()


def test_every_case_of_the_spec_has_a_test() -> None:
    """In test_edge_cases.py, by its number."""
    tests = (TESTS / "test_edge_cases.py").read_text("utf-8")
    cases = {int(cells[0]) for cells in rows(section(RULES, "Cases"))}
    assert cases == {int(number) for number in re.findall(r"def test_case_(\d+)_", tests)}
