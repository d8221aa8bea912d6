"""Every command that the guide shows is run, page by page, in the order in which a reader comes to it."""

from __future__ import annotations

import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.cli.commands import ROOT, environment

GUIDE = ROOT / "clients/guide"
PAGES = sorted(page.name for page in GUIDE.glob("*.md") if page.name != "index.md")
STAYS = {"serve": "Stop with Ctrl-C", "witness": "you are witness", "bot": "Robby"}
"""Commands that go on until Ctrl-C, and what they have said once they are there."""


def shown(page: str) -> list[str]:
    """The lines that a reader is told to type."""
    blocks = re.findall(r"^```console\n(.*?)^```", (GUIDE / page).read_text(), re.MULTILINE | re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines() if line.startswith("$ ")]


class Reader:
    """Somebody who types what the guide says, in a folder and with a home of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._env = environment(folder / "home") | {"ONO_PORT": "0", "ONO_LOG_LEVEL": "error"}
        self._url = self._link = ""
        self._running: list[subprocess.Popen[str]] = []
        shutil.copytree(ROOT / "clients/cli/examples", folder / "examples")

    def types(self, line: str) -> None:
        """One line, with this machine's room and server for those of the guide, and some file where it says GAME."""
        line = line.replace("KWPX", self._link).replace("http://localhost:8765", self._url)
        for pattern in re.findall(r"\S+/GAME\.ono", line):
            line = line.replace(pattern, str(min(self._folder.glob(pattern.replace("GAME", "*")))))
        program, command, *rest = shlex.split(line)
        assert program == "ono", line
        argv = [sys.executable, "-m", "ono_cli", command, *rest]
        if command in STAYS and not {"--check-config", "--print-config"} & set(rest):
            self._stay(command, argv)
        else:
            done = subprocess.run(
                argv, cwd=self._folder, env=self._env, input="", capture_output=True, text=True, timeout=90, check=False
            )
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"

    def _stay(self, command: str, argv: list[str]) -> None:
        if command == "serve":
            self.stops()
        process = subprocess.Popen(
            argv, cwd=self._folder, env=self._env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        self._running.append(process)
        assert process.stdout
        self._read(process.stdout, STAYS[command])

    def _read(self, stdout: IO[str], until: str) -> None:
        for line in stdout:
            if served := re.match(r"ONO is served at (\S+)", line):
                self._url = served[1]
            if room := re.match(r"room [A-Z]+: (\S+)", line):
                self._link = room[1]
            if until in line:
                return
        raise AssertionError(f"{until!r} was never said")

    def stops(self) -> None:
        """Ctrl-C to all that goes on, the newest first."""
        while self._running:
            process = self._running.pop()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            assert process.returncode in {0, 130}


@contextmanager
def reading(folder: Path) -> Generator[Reader]:
    """A reader, whose programs end with the page."""
    reader = Reader(folder)
    try:
        yield reader
    finally:
        reader.stops()


@pytest.mark.parametrize("name", PAGES)
def test_every_command_of_a_page_runs(name: str, tmp_path: Path) -> None:
    """Each ends well, or goes on until Ctrl-C and then ends well."""
    lines = [line for line in shown(name) if not line.startswith("make ")]
    assert lines
    with reading(tmp_path) as reader:
        for line in lines:
            reader.types(line)


def test_every_make_target_of_the_guide_exists() -> None:
    """They are run on every clean clone, so here only that they are there."""
    targets = {line.removeprefix("make ") for page in PAGES for line in shown(page) if line.startswith("make ")}
    makefile = (ROOT / "Makefile").read_text()
    assert targets
    assert targets <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


def test_nothing_that_looks_like_a_command_stands_outside() -> None:
    """What a reader is to type stands in a console block, each line behind a dollar sign."""
    for page in PAGES:
        blocks = re.findall(r"^```(\S*).*?\n(.*?)^```$", (GUIDE / page).read_text(), re.MULTILINE | re.DOTALL)
        for kind, text in blocks:
            assert kind in {"console", "{image}", "{toctree}", "{literalinclude}"}, page
            assert kind != "console" or all(line.startswith("$ ") for line in text.splitlines()), page
