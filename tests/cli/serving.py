"""A real server inside a test."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from ono_net.config import Config
from ono_net.room import Settings
from ono_net.server import Started, serve_until


@asynccontextmanager
async def server(folder: Path) -> AsyncGenerator[Started]:
    """A server in this process with a room open, whose computer players do not wait."""
    stop, ready = trio.Event(), trio.Event()
    told: list[Started] = []

    def started(what: Started) -> None:
        told.append(what)
        ready.set()

    config = Config(folder / "server", port=0, settings=Settings(pace_ms=0), play={"preset": "boardflix"})
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_until, stop, config, started)
        await ready.wait()
        yield told[0]
        stop.set()
