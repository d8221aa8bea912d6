"""Lines of text in and out, and how numbers are written in them."""

from __future__ import annotations

import os
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


def say(line: str) -> None:
    """One line, at once."""
    print(line, flush=True)


async def typed(stdin: int) -> AsyncGenerator[str]:
    """The lines of a file descriptor. A thread reads it: epoll refuses a regular file, and a terminal may be shared."""
    rest = b""
    while data := await trio.to_thread.run_sync(os.read, stdin, READ_BYTES, abandon_on_cancel=True):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")
