"""Servers and loads as processes of their own, each kept to a core, and what the system says they cost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, cast

from ono_cli.stop import Exit, Stop

SERVER_CORE: Final = 0
LOAD_CORE: Final = -1
"""The first and the last core that this process may use: two where there are two."""

_SECONDS_TO_END: Final = 10


def check_system() -> None:
    """Stop where the system does not tell what a process costs."""
    if not (Path("/proc/self/stat").exists() and hasattr(os, "sched_setaffinity")):
        raise Stop(Exit.UNUSABLE, "this benchmark reads /proc and keeps processes to cores: it needs Linux")


def cores() -> list[int]:
    """The cores that this process may use."""
    return sorted(os.sched_getaffinity(0))


@contextmanager
def on_core(which: int) -> Generator[None]:
    """Start processes inside on one core: they take over what this one may use."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cores()[which]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_seconds(pid: int) -> float:
    """CPU time that a process has used so far, all its threads, its own and the system's for it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> float:
    """Memory of a process that is its own and not shared with others, in kB (1024 bytes)."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    own = [line.split() for line in rollup if line.startswith("Private_")]
    return sum(float(words[1]) for words in own)


class Child:
    """A process that is told what to do line by line, and says in one line of JSON what came of it."""

    def __init__(self, command: Sequence[str], core: int, errors: Path) -> None:
        """Start it; its standard error goes to a file, whose end is told when it fails."""
        self._errors = errors
        with on_core(core), errors.open("ab") as file:
            self._process = subprocess.Popen(  # noqa: S603  # our own scripts
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=file, text=True, bufsize=1
            )

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def told(self, before: str) -> str:
        """What stands behind these words in the next line that begins with them."""
        while not (said := self.line()).startswith(before):
            pass
        return said.removeprefix(before)

    def line(self) -> str:
        """The next line that it says; Stop if it ends instead."""
        said = _pipe(self._process.stdout).readline()
        if not said:
            self.end()
            words = self._errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-3:]
            raise Stop(Exit.UNUSABLE, f"a process of the benchmark ended: {' '.join(words) or 'without a word'}")
        return said.rstrip("\n")

    def ask(self, **what: Any) -> dict[str, Any]:
        """Tell it to do something, and wait for what came of it."""
        with suppress(BrokenPipeError):
            _pipe(self._process.stdin).write(json.dumps(what) + "\n")
        return cast("dict[str, Any]", json.loads(self.line()))

    def end(self) -> None:
        """Let it end, and wait until it has."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(BrokenPipeError):
                _pipe(pipe).close()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None, "pipes were asked for"
    return pipe


@contextmanager
def child(command: Sequence[str], core: int, errors: Path) -> Generator[Child]:
    """A process while the block runs."""
    process = Child(command, core, errors)
    try:
        yield process
    finally:
        process.end()


def python(module: str, *words: object) -> list[str]:
    """The command that runs a module of ours."""
    return [sys.executable, "-m", module, *map(str, words)]
