"""A server that is just down, as while it starts anew, is asked again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import trio

from ono_net.client import Ended

T = TypeVar("T")

RETRY_SECONDS: Final = 0.5


async def once_reached(work: Callable[[], Awaitable[T]]) -> T:
    """What the work gives, begun again while the server cannot be reached; any other end is raised."""
    while True:
        try:
            return await work()
        except Ended as ended:
            if ended.code != "unreachable":
                raise
        await trio.sleep(RETRY_SECONDS)
