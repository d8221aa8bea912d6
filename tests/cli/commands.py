"""Running `ono` as a user does: typed at a shell, with files or pipes for its input and outputs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from ono_cli.__main__ import main

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
    """Run a command to its end, with this input, in this process: `ono_process` without the start of a Python."""
    words = [*map(str, argv)]
    with TemporaryDirectory() as folder:
        given, out, errors = (Path(folder) / name for name in ("stdin", "stdout", "stderr"))
        given.write_text(typed, "utf-8")
        with (
            patch.dict(os.environ, environment(home)),
            given.open(encoding="utf-8") as sys_stdin,
            out.open("w", encoding="utf-8") as sys_stdout,
            errors.open("w", encoding="utf-8") as sys_stderr,
            patch.multiple(sys, stdin=sys_stdin, stdout=sys_stdout, stderr=sys_stderr),
        ):
            try:
                code = main(words)
            except SystemExit as ended:  # argparse's
                code = int(ended.code or 0)
        return subprocess.CompletedProcess(words, code, out.read_text("utf-8"), errors.read_text("utf-8"))


def ono_process(home: Path, *argv: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with this input, as a process of its own: where that is what is tested."""
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
