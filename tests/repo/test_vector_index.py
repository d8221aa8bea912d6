"""tests/vectors/README.md: every file of the vectors stands in it, and every test that it names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests/vectors"
INDEX = (VECTORS / "README.md").read_text("utf-8")


def test_every_file_is_listed() -> None:
    """JSON files by name, folders of logs too."""
    rows = INDEX.partition("## How ours run them")[0]
    there = {path.name for path in VECTORS.glob("*.json")} | {path.parent.name for path in VECTORS.glob("*/*.ono")}
    assert there == {re.sub(r"/.*", "", name) for name in re.findall(r"`([a-z_]+(?:\.json|/\*\.ono))`", rows)}


def test_every_named_test_is_there() -> None:
    """Those of Python and of the browser, and a generator for each file."""
    python = set(re.findall(r"`(tests/\w+/\w+\.py)`", INDEX))
    web = {f"clients/web/src/{name}" for name in re.findall(r"`(\w+/\w+\.test\.ts)`", INDEX)}
    assert len(python) > 8
    assert len(web) > 8
    assert [name for name in python | web if not (ROOT / name).exists()] == []
