"""What the browser client promises is held by tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "clients" / "web"


def test_each_promise_names_tests_that_are_there() -> None:
    """Functions of tests/browser, or files of the web client."""
    named = set(re.findall(r"`((?:test_|src/)[^`]+)`", (WEB / "PROMISES.md").read_text()))
    sources = "".join(path.read_text() for path in (ROOT / "tests" / "browser").glob("test_*.py"))
    there = set(re.findall(r"^def (test_\w+)\(", sources, re.MULTILINE))
    assert named
    assert {name for name in named if name.startswith("test_")} <= there
    assert [name for name in named if name.startswith("src/") and not (WEB / name).is_file()] == []
