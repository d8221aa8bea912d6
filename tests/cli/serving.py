"""A real server, inside a test or beside it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import trio

from ono_net.config import Config
from ono_net.room import Settings
from ono_net.server import Started, serve_until
from tests.cli.commands import environment


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


@contextmanager
def served(home: Path, data: Path, *argv: str) -> Generator[str]:
    """`ono serve` as a process with a room open; its URL. It must end well when it is told to."""
    command = [sys.executable, "-m", "ono_cli", "serve", "--play", "--port", "0", "--data", str(data), *argv]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(home)
    ) as (process):
        assert process.stdout
        url = process.stdout.readline().split()[-1]
        try:
            yield url
        finally:
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    events = [json.loads(line)["event"] for line in errors.splitlines()]
    assert events[-1] == "server stopped", errors
