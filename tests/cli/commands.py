"""Running `ono` as a user does: as a process of its own, with pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIMEOUT = 60


def environment(home: Path) -> dict[str, str]:
    """An environment with a data folder of its own, in which `ono` is found even where it is not installed."""
    path = os.pathsep.join([str(ROOT / "clients" / "cli"), str(ROOT)])
    return {
        **os.environ,
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "PYTHONPATH": path,
        "PYTHONIOENCODING": "utf-8",
    }


def ono(home: Path, *argv: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with this input."""
    command = [sys.executable, "-m", "ono_cli", *map(str, argv)]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, timeout=TIMEOUT, env=environment(home)
    )


def one_line(errors: str) -> str:
    """The error, which is one line without a traceback, in lower case after the command's name."""
    assert errors.startswith("ono: ")
    assert errors.count("\n") == 1
    assert "Traceback" not in errors
    return errors.removeprefix("ono: ").rstrip("\n")
