"""A line that says how far a long work has come, for people who watch a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Final, TextIO

AFTER_S: Final = 1.0
"""Shorter work needs no such line."""
_EVERY_S: Final = 0.1
_WIDTH: Final = 30
_CLEAR: Final = "\r\x1b[K"


class Progress:
    """The line, on the standard error; only where that is a terminal."""

    def __init__(self, total: int, stream: TextIO | None = None, now: Callable[[], float] = monotonic) -> None:
        """``total`` things are to be done; ``now`` tells seconds."""
        self._total = total
        self._stream = stream or sys.stderr
        self._now = now
        self._next = now() + AFTER_S if self._stream.isatty() else None
        self._shown = False

    def show(self, done: int) -> None:
        """So many are done."""
        if self._next is None or self._now() < self._next:
            return
        self._next = self._now() + _EVERY_S
        full = _WIDTH * done // max(self._total, 1)
        self._write(f"{_CLEAR}[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{self._total}")
        self._shown = True

    def clear(self) -> None:
        """Make room for a line of text."""
        if self._shown:
            self._write(_CLEAR)
            self._shown = False

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
