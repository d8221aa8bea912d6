"""How a command ends early: one line of text and an exit code."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from enum import IntEnum
from typing import cast


class Exit(IntEnum):
    """What the exit codes of `ono` mean."""

    DONE = 0
    FINDINGS = 1
    UNUSABLE = 2
    INCOMPLETE = 3
    NO_TABLE = 4
    INTERRUPTED = 130


class Stop(Exception):
    """The command cannot go on. The text says what was expected and what came, in lower case."""

    def __init__(self, code: Exit, text: str) -> None:
        super().__init__(text)
        self.code = code


def check_range(option: str, value: int, least: int, most: int) -> None:
    """Stop if an option's value is not between the two, ends included."""
    if not least <= value <= most:
        raise Stop(Exit.UNUSABLE, f"{option}: {least} to {most} expected, got {value}")


def check_pace(pace_ms: int) -> None:
    """Stop if a computer player would wait less than no time, or for more than a minute."""
    check_range("--pace", pace_ms, 0, 60_000)


def check_limit(limit_ms: int) -> None:
    """Stop if a program would have no time for an answer, or longer than any table waits."""
    check_range("--time-limit", limit_ms, 50, 60_000)


@contextmanager
def ungrouped() -> Generator[None]:
    """Let an error that tasks have wrapped in groups come out bare, if it is the only one."""
    try:
        yield
    except BaseExceptionGroup as group:
        error = innermost(group)
        if error is None:
            raise
        raise error from None


def innermost(error: BaseException) -> BaseException | None:
    """The one error in groups of one, however deep; None where there are more."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    errors = cast("tuple[BaseException, ...]", error.exceptions)  # pyright: ignore[reportUnknownMemberType]
    return innermost(errors[0]) if len(errors) == 1 else None
