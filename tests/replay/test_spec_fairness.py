"""The fairness specification says what the programs do."""

import re
from pathlib import Path

import pytest

from ono_replay.audit import CODES
from tests.vectors.generate_fairness_example import example

ROOT = Path(__file__).parents[2]
SPECS = {name: (ROOT / "ono_core" / "spec" / name).read_text("utf-8") for name in ("fairness.md", "log.md")}
LABEL = re.compile(r'"(ono1/[a-z0-9-]+)')
OWN = {"ono1/sim", "ono1/sim-move", "ono1/sim-secret"}
"""Labels of the simulator, which no other program needs."""


def test_worked_example_has_the_real_bytes() -> None:
    """The example in the text is the one that the generator prints."""
    assert example() == SPECS["fairness.md"].split("```\n")[1]


def test_every_label_is_specified() -> None:
    """Each label in the code of core and net stands in a specification."""
    pages = [path for folder in ("ono_core", "ono_net") for path in (ROOT / folder / "spec").glob("*.md")]
    text = "".join(path.read_text("utf-8") for path in pages)
    used = {
        label
        for folder in ("ono_core", "ono_net")
        for path in (ROOT / folder).rglob("*.py")
        for label in LABEL.findall(path.read_text("utf-8"))
    }
    assert len(used) > 20
    assert {label for label in used - OWN if f'"{label}' not in text} == set()


@pytest.mark.parametrize("code", sorted(set(CODES) - {"audit-failed"}))
def test_every_code_is_specified(code: str) -> None:
    """Each code of the audit stands in fairness.md or log.md."""
    assert any(f"`{code}`" in text for text in SPECS.values())
