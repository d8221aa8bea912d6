"""The specification of tournaments and the code say the same."""

import ast
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import fields

from ono_core.log.faults import LogFault
from ono_core.tournament.acts import ACTS, REQUESTS, RULINGS
from ono_core.tournament.events import EVENTS
from ono_core.tournament.ledger import ACT_KINDS, EVENT_KINDS
from ono_core.tournament.refusals import REFUSALS
from ono_core.tournament.settings import Settings, parse, plain
from tests.vectors.generate_tournament import example

SPEC = (files("ono_core") / "spec" / "tournament.md").read_text("utf-8")
MODULES = sorted(Path(str(files("ono_core"))).joinpath("tournament").glob("*.py"))
SOURCE = {path.name: path.read_text("utf-8") for path in MODULES}


def section(title: str) -> str:
    """The part under a heading, whatever its number."""
    found = re.search(rf"^## \d+\. {title}\n(.*?)(?=^## |\Z)", SPEC, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section {title}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of each table row, without the heads."""
    lines = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in cells] for cells in lines if not set(cells[0].strip()) <= {"-"}][1:]


def named(text: str) -> list[str]:
    """What stands in the first column, in backquotes."""
    return [name for cells in rows(text) for name in re.findall(r"`([^`]+)`", cells[0])]


def test_the_worked_example_has_the_real_bytes() -> None:
    """It is what ``python -m tests.vectors.generate_tournament example`` prints."""
    assert example() == SPEC.split("```\n")[1]


def settings_of(kind: type[Struct], at: str = "") -> list[str]:
    """Every key of the file, in order; the options of the rules stand elsewhere."""
    keys: list[str] = []
    for field in fields(kind):
        if field.name != "rules" and isinstance(field.default, Struct):
            keys += settings_of(type(field.default), f"{field.name}.")
        else:
            keys.append(f"{at}{field.name}")
    return keys


def test_the_settings_are_those_of_the_code() -> None:
    """Each once, in the same order, with its default."""
    table = rows(section("Settings"))
    assert [cells[0].strip("`") for cells in table] == settings_of(Settings)
    defaults: dict[str, Any] = plain(parse({"name": "A"}))
    for key, _, default, _ in table:
        part, _, name = key.strip("`").partition(".")
        value: object = defaults[part][name] if name else defaults[part]
        if key not in {"`name`", "`rules`", "`scoring.tie_breaks`"}:
            assert default.strip("`") == re.sub(r"[\[\],]", "", str(value)), key


def test_the_acts_are_those_of_the_code() -> None:
    """With their fields, and who may ask them."""
    assert named(section("Acts")) == [ACT_KINDS.name(kind(**dict.fromkeys(kind.__struct_fields__))) for kind in ACTS]
    for cells in rows(section("Acts")):
        for name in re.findall(r"`([^`]+)`", cells[0]):
            kind = next(kind for kind in ACTS if kind.__name__.lower() == name.replace("_", ""))
            assert ("deputies" in cells[1]) == (kind in REQUESTS)
            assert (cells[1] == "deputies, organiser") == (kind in RULINGS)
            for field in kind.__struct_fields__:
                assert re.search(rf"\b{field}\b", cells[2]), f"{field} of {name}"


def test_the_events_are_those_of_the_code() -> None:
    """With their fields."""
    blank = [kind(**dict.fromkeys(kind.__struct_fields__)) for kind in EVENTS]
    assert sorted(named(section("Events"))) == sorted(map(EVENT_KINDS.name, blank))
    for cells in rows(section("Events")):
        for name in re.findall(r"`([^`]+)`", cells[0]):
            kind = next(kind for kind in EVENTS if kind.__name__.lower() == name.replace("-", ""))
            for field in kind.__struct_fields__:
                assert re.search(rf"\b{field}\b", cells[1]), f"{field} of {name}"


def test_the_refusals_are_those_of_the_code() -> None:
    """Each with its words, in the same order; each is given somewhere, and no other."""
    assert [(cells[0].strip("`"), cells[1]) for cells in rows(section("Refusals"))] == [*REFUSALS.items()]
    trees = [ast.parse(text) for name, text in SOURCE.items() if name != "refusals.py"]
    texts = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert set(REFUSALS) - texts == set()
    given = {code for text in SOURCE.values() for code in re.findall(r'Refusal\("([a-z-]+)"', text)}
    assert given <= set(REFUSALS)


def test_the_faults_are_those_of_the_code() -> None:
    """Those that the ledger's reader raises, and those of forms."""
    ledger = SOURCE["ledger.py"]
    raised = set(re.findall(r'LogFault\(\s*"([a-z-]+)"', ledger)) | set(re.findall(r': "([a-z]+-[a-z-]+)"[,}]', ledger))
    assert set(named(section("Faults"))) == raised | {"not-canonical", "undecided"}
    assert str(LogFault("undecided", 3, "x")) == "entry 3: undecided: x"


@pytest.mark.parametrize("label", sorted(set(re.findall(r'"(ono1/tournament[a-z-]*)"', "".join(SOURCE.values())))))
def test_every_hash_is_listed(label: str) -> None:
    """By its label, with what goes in."""
    assert f'"{label}"' in named(section("Hashes"))
