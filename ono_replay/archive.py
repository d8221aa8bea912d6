"""Many logs: found in folders, audited through any executor, and remembered in a file so that nothing is done twice.

A file of results has one JSON object a line: ``head`` of the log, ``size`` and ``sha256`` of its file, ``program`` (the
version that audited it), ``every_signature``, ``name``, and the keys of a report (report.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from ono_replay.audit import Report
from ono_replay.report import plain, printable

A = TypeVar("A")
B = TypeVar("B")
P = ParamSpec("P")

SUFFIX: Final = ".ono"
_BEGIN: Final = b'{"head":"'


def files_in(folder: Path, suffix: str = SUFFIX) -> list[Path]:
    """The files of this kind in a folder and in all folders in it, by their paths."""
    return sorted(path for path in folder.rglob(f"*{suffix}") if path.is_file())


class Inline(Executor):
    """An executor that does the work at once, where it is asked to."""

    def submit(self, fn: Callable[P, B], /, *args: P.args, **kwargs: P.kwargs) -> Future[B]:
        """The future of work that is done."""
        future: Future[B] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def in_order(executor: Executor, work: Callable[[A], B], items: Iterable[A], ahead: int) -> Iterator[tuple[A, B]]:
    """Each item with what the executor makes of it, in their order; never more than ``ahead`` of them wait."""
    waiting: deque[tuple[A, Future[B]]] = deque()
    for item in items:
        waiting.append((item, executor.submit(work, item)))
        if len(waiting) >= ahead:
            yield _done(waiting)
    while waiting:
        yield _done(waiting)


def _done(waiting: deque[tuple[A, Future[B]]]) -> tuple[A, B]:
    item, future = waiting.popleft()
    return item, future.result()


class BadResults(ValueError):
    """A file is no file of results; the text says where."""


class Known(Struct, frozen=True):
    """What a file of results says of one log."""

    head: str
    size: int
    sha256: str
    program: str
    every_signature: bool
    verdict: str
    exit: Literal[0, 1, 2, 3]


class Results:
    """What was found before, by what the files held; new findings are appended as they are made.

    It serves one program's version: what another version found is done anew.
    """

    def __init__(self, path: Path, program: str) -> None:
        """Read the file if there is one. A last line that was not written to its end is cut off; else BadResults."""
        self.path = path
        self.program = program
        self._known: dict[tuple[int, str], Known] = {}
        for known in _read(path) if path.exists() else ():
            if known.program == program:
                self._known[known.size, known.sha256] = known

    def known(self, data: bytes, *, every_signature: bool) -> Known | None:
        """What was found in exactly these bytes, at least as thoroughly."""
        known = self._known.get((len(data), sha256(data).hexdigest()))
        return known if known and known.every_signature >= every_signature else None

    def add(self, name: str, data: bytes, report: Report, *, every_signature: bool) -> None:
        """Write down what was found. A failure of the audit itself is not kept: another try may end better."""
        if any(finding.code == "audit-failed" for finding in report.findings):
            return
        result = {
            "head": report.head.hex(),
            "size": len(data),
            "sha256": sha256(data).hexdigest(),
            "program": self.program,
            "every_signature": every_signature,
            "name": printable(name),
        }
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode({**result, **plain(report)}) + b"\n")


def _read(path: Path) -> Iterator[Known]:
    """The results of a file, whose torn last line is cut off in the file too."""
    data = path.read_bytes()
    *lines, torn = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            yield msgspec.json.decode(line, type=Known)
        except msgspec.DecodeError:
            raise BadResults(f"line {number} is no result of an audit") from None
    if torn and not (torn.startswith(_BEGIN) or _BEGIN.startswith(torn)):
        raise BadResults(f"line {len(lines) + 1} is no result of an audit")
    if torn:
        with path.open("r+b") as file:
            file.truncate(len(data) - len(torn))
