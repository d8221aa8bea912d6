"""Engines for tests: small programs of their own, some of which do what no engine should."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from ono_cli.engine import wire
from tests.cli.commands import ROOT

SAMPLES = ROOT / "clients" / "cli" / "examples"
PATIENT = ("--time-limit", "60000")
"""For good engines on a machine that is busy with other things."""
PYTHON_SAMPLE = shlex.join([sys.executable, str(SAMPLES / "bot.py")])

LOOP = """\
import json, os, sys
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        asked += 1
        {does}
"""
FIRST = 'print(json.dumps({"id": message["id"], "choice": 0}), flush=True)'
PAST = 'print(json.dumps({"id": message["id"] - 1, "choice": 1}), flush=True)'
DEFAULT = 'print(json.dumps({"id": message["id"], "choice": message["default"]}), flush=True)'
TALK = 'print("hello", flush=True)'
BEYOND = 'print(json.dumps({"id": message["id"], "choice": 99}), flush=True)'
STRANGE = 'print(json.dumps({"id": 99, "choice": 0}), flush=True)'
SILENT = "pass"
DIE = "sys.exit(3)"


def program(folder: Path, does: str) -> str:
    """The command of an engine that does this at each question."""
    return script(folder, LOOP.format(does=does))


def script(folder: Path, text: str) -> str:
    """The command of a program with this text."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"engine-{len(list(folder.iterdir()))}.py"
    path.write_text(text)
    return shlex.join([sys.executable, str(path)])


def javascript_sample() -> str:
    """The command of the sample in JavaScript; the test is skipped where there is no Node.js, but not in CI."""
    beside = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    node = shutil.which("node", path=beside)
    if node is None and not os.environ.get("CI"):
        pytest.skip("there is no node on the path")
    assert node, "CI has Node.js"
    return shlex.join([node, str(SAMPLES / "bot.js")])


def question(number: int, limit_ms: int = 20_000, rules: str = "") -> wire.Ask:
    """A question in whose place an engine draws, if it gives no answer."""
    view = wire.View(0, 1, "play", 0, 1, 1, "R", "R5", ("R7",), None, None, (), 90, ("R5",))
    told = (wire.Event("round-began", rules),)
    choices = (wire.Choice("play", ("R7",)), wire.Choice("draw"))
    return wire.Ask(number, True, limit_ms, told, view, choices, 1)  # noqa: FBT003  # in the order of the line
