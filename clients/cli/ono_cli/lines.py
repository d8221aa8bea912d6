"""Lines of text in and out, and how numbers are written in them."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator

import trio

READ_BYTES = 4096


def is_number(word: str) -> bool:
    """Whether a word is meant as the number of a choice."""
    return word.isascii() and word.isdigit()


def seconds(ms: int) -> str:
    """A time as it is told, in whole seconds."""
    count = -(-ms // 1000)
    return f"{count} second{'' if count == 1 else 's'}"


def clock(ms: int) -> str:
    """Table time as minutes, seconds and tenths."""
    return f"{ms // 60_000}:{ms % 60_000 / 1000:04.1f}"


def has_screen() -> bool:
    """Whether a person sits at a terminal that can show the full screen."""
    are_terminals = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return are_terminals and os.environ.get("TERM", "dumb") != "dumb"


def say(line: str) -> None:
    """One line, at once."""
    print(line, flush=True)


def ring() -> None:
    """Let the terminal be heard, at once and without a line."""
    print("\a", end="", flush=True)


async def typed(stdin: int) -> AsyncGenerator[str]:
    """The lines of a file descriptor. A thread reads it: epoll refuses a regular file, and a terminal may be shared."""
    rest = b""
    while data := await trio.to_thread.run_sync(os.read, stdin, READ_BYTES, abandon_on_cancel=True):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")
