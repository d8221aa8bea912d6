"""House rules: they commute, nothing else knows their names, and a new one is a file and a line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from random import Random

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game import rulebook
from ono_core.game.choices import Choices, choices
from ono_core.game.decider import Decision, decide
from ono_core.game.faces import Kind
from ono_core.game.refusals import Refusal
from ono_core.game.rulebook import HOUSE_RULES, amendments, standard_rules
from ono_core.game.rules import Course, Effect, Move, Rules, next_turn
from ono_core.game.ruleset import Ruleset, parse
from tests.core.game.chance import cramped, fresh, offered, options, played
from tests.core.game.invariants import conceivable
from tests.core.game.scenario import Table, given, play

ROOT = Path(__file__).parents[3]
HOUSE = ROOT / "ono_core" / "game" / "house"

# They commute


def in_another_order(ruleset: Ruleset, chance: Random) -> Rules:
    """The same rules, with the house rules amended in a random order."""
    amends = amendments(ruleset)
    chance.shuffle(amends)
    return reduce(lambda rules, amend: amend(rules), amends, standard_rules(ruleset))


def without_reasons(found: Choices) -> Choices:
    """The choices, with whether a card may be played, but not why not."""
    return replace(found, cards=tuple((slot, reason and "no") for slot, reason in found.cards))


def told(decision: Decision) -> tuple[ev.Event, ...] | None:
    """What happened, or None for any refusal."""
    return None if isinstance(decision, Refusal) else decision


chances = st.builds(Random, st.integers(0, 2**32))
tables = st.one_of(st.builds(fresh, chances, st.integers(2, 10)), st.builds(cramped, chances, st.integers(2, 10)))


@drawn(tables, chances)
def test_house_rules_commute(table: Table, chance: Random) -> None:
    """In whatever order they are amended: the same events, the same refusals (but for the reason), the same choices."""
    other = in_another_order(table.rules.ruleset, chance)
    for now in played(table, chance, rounds=1):
        state, faces = now.state, now.faces
        seat = chance.choice(state.playing or state.taken)
        assert without_reasons(choices(other, state, faces, seat)) == without_reasons(now.choices(seat))
        acts = [*offered(now, seat), *conceivable(now, seat, chance)]
        for act in chance.sample(acts, min(4, len(acts))):
            step = state.step if isinstance(act, cmd.TURN_ACTS) else None
            command = cmd.Command(seat, act, step)
            assert told(decide(other, state, faces, command)) == told(decide(now.rules, state, faces, command)), act


def test_random_rulesets_have_every_house_rule() -> None:
    """Each is on in many of the rulesets that are drawn here, beside many others."""
    rulesets = [parse(options(Random(seed))) for seed in range(300)]
    on = [amendments(ruleset) for ruleset in rulesets]
    for _, amend in HOUSE_RULES:
        beside = {other for those in on if amend in those for other in those}
        assert len(beside) > len(HOUSE_RULES) // 2, amend.__module__


# Nothing else knows them

SWITCHES = {name for is_on, _ in HOUSE_RULES for name in is_on.__code__.co_names}
"""The options that switch house rules on."""

UNMISTAKABLE = {name for name in SWITCHES if "_" in name}
"""Those whose names mean nothing else: ``deck`` and ``call`` are also other words."""

GAME = ("checks", "choices", "commands", "decider", "events", "evolve", "refusals", "seating", "state", "tasks", "view")


def sources() -> list[Path]:
    """The decider and what stands round it, the log with its codec, the net, the replay and the audit."""
    game = [ROOT / "ono_core" / "game" / f"{name}.py" for name in GAME]
    return game + [path for part in ("ono_core/log", "ono_net", "ono_replay") for path in (ROOT / part).rglob("*.py")]


def asked_switches(tree: ast.AST) -> Iterator[str]:
    """The options of house rules that a module reads or names."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Attribute(attr="ruleset") | ast.Name("ruleset" | "options"), name):
                yield from {name} & SWITCHES
            case ast.Attribute(attr=str(name)) | ast.Name(str(name)) | ast.Constant(str(name)):
                yield from {name} & UNMISTAKABLE
            case _:
                pass


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a module imports from."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(str(module), names):
                yield from (f"{module}.{name.name}" for name in names)
            case ast.Import(names):
                yield from (name.name for name in names)
            case _:
                pass


def test_switches_are_found_where_they_are_read() -> None:
    """The search below finds what it looks for, in the rulebook."""
    found = set(asked_switches(ast.parse((ROOT / "ono_core/game/rulebook.py").read_text())))
    assert found == SWITCHES
    assert {"seven_zero", "jump_in", "doubles", "stack", "call", "drawn"} <= SWITCHES


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_asks_which_house_rules_are_on(path: Path) -> None:
    """The decider, the prompt, the view, the log, the table and the audit work by rule points alone."""
    assert list(asked_switches(ast.parse(path.read_text()))) == []


def test_only_the_rulebook_knows_the_house() -> None:
    """No other module imports a house rule, but for house rules that share a question."""
    modules = [
        path for part in ("ono_core", "ono_net", "ono_replay", "clients/cli") for path in ROOT.glob(f"{part}/**/*.py")
    ]
    users = {path for path in modules if any("game.house" in name for name in imported(ast.parse(path.read_text())))}
    assert {path.name for path in users if path.parent != HOUSE} == {"rulebook.py"}


def test_browser_folds_without_house_rules() -> None:
    """What the browser makes of events names none of them either: it shows what the table tells."""
    folder = ROOT / "clients" / "web" / "src" / "game"
    files = [path for path in folder.glob("*.ts") if not path.name.endswith(".test.ts")]
    assert len(files) > 3
    for path in files:
        assert not re.findall("|".join(sorted(UNMISTAKABLE)), path.read_text()), path.name


# A new one is a file and a line


def test_every_house_rule_stands_in_the_rulebook_once() -> None:
    """Each file of the house has one ``amend``, and one line that says when it is on."""
    files = {f"ono_core.game.house.{path.stem}" for path in HOUSE.glob("*.py") if path.stem != "__init__"}
    lines = [amend.__module__ for _, amend in HOUSE_RULES]
    assert sorted(lines) == sorted(files)


def nines_skip(rules: Rules) -> Rules:
    """A house rule nobody knows: a nine skips the next seat."""
    number: Effect = rules.effects[Kind.NUMBER]

    def skips(now: Course, move: Move) -> None:
        if now.top.symbol != "9":
            number(now, move)
            return
        now.happen(ev.Skipped(now.state.neighbour(move.seat)))
        next_turn(now, move.seat, 2)

    return replace(rules, effects={**rules.effects, Kind.NUMBER: skips})


def is_official(ruleset: Ruleset) -> bool:
    """When that rule is on."""
    return ruleset.preset == "official"


def test_a_new_house_rule_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its line in the rulebook it is played, beside the others, and nothing else has to change."""
    monkeypatch.setattr(rulebook, "HOUSE_RULES", (*HOUSE_RULES, (is_official, nines_skip)))
    hands = ["R9 R7 B1", "G1 R2", "G3 G4", "Y1 Y2"]
    for preset, turn in (("official", 2), ("table-party", 1)):
        table = given("R3", hands, preset=preset, seven_zero=True)
        ruleset = table.rules.ruleset
        rules = reduce(lambda rules, amend: amend(rules), amendments(ruleset), standard_rules(ruleset))
        slots = table.state.hands[0]
        happened = decide(rules, table.state, table.faces, cmd.Command(0, cmd.Play(slots[:1]), 1))
        assert not isinstance(happened, Refusal)
        assert next(event.seat for event in happened if isinstance(event, ev.Asked)) == turn
        table.when(0, play("R7", target=1)).then(turn=1)
