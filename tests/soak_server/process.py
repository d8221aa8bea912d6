"""`ono serve` as a process of its own: what it counts, what it complains about, what it stored."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import trio
from prometheus_client.parser import text_string_to_metric_families

from tests.net.killed import Killed

MOST_CONNECTIONS = 4000
FAULTS = {"error", "critical"}
"""Levels of lines in the log that tell of a fault of the server's own."""

Metrics = dict[str, float]


class OnoServe(Killed):
    """The server that people run, with its admin port; a computer waits `pace` ms."""

    def __init__(self, folder: Path, pace: int) -> None:
        super().__init__(folder)
        self.admin_port = free_port()
        self.up = trio.Event()
        """Set while it listens; another event in each life."""
        self.life = 0
        """How often it was started."""
        self._pace = pace
        self._read = 0
        """Bytes of its log that were looked at."""

    @property
    def words(self) -> tuple[str, ...]:
        """What Python is started with."""
        set_to: dict[str, object] = {
            "data": self.folder,
            "port": self.port,
            "admin-port": self.admin_port,
            "pace": self._pace,
            "max-connections": MOST_CONNECTIONS,
            "log-format": "json",
        }
        return (
            "-m",
            "ono_cli",
            "serve",
            *(str(word) for name, value in set_to.items() for word in (f"--{name}", value)),
        )

    @property
    def is_up(self) -> bool:
        """Whether it listens."""
        return self.up.is_set()

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        await super().start()
        self.life += 1
        self.up.set()

    async def kill(self) -> None:
        """SIGKILL, and wait until nothing of it is left."""
        self.up = trio.Event()
        await super().kill()

    async def stop(self) -> int:
        """SIGTERM; with what it exits."""
        self.up = trio.Event()
        return await super().stop()

    async def metrics(self) -> Metrics:
        """Every sample by its name and labels."""
        async with await trio.open_tcp_stream("127.0.0.1", self.admin_port) as stream:
            lines = ("GET /metrics HTTP/1.1", f"Host: 127.0.0.1:{self.admin_port}", "Connection: close", "", "")
            await stream.send_all("\r\n".join(lines).encode())
            answer = b"".join([bytes(data) async for data in stream]).decode()
        families = text_string_to_metric_families(answer.partition("\r\n\r\n")[2])
        return {
            sample.name + "".join(f" {name}={value}" for name, value in sorted(sample.labels.items())): sample.value
            for family in families
            for sample in family.samples
        }

    def faults(self) -> list[str]:
        """What its log has gained since the last look that tells of a fault of its own, or is no line of its log."""
        with (self.folder / "stderr").open("rb") as log:
            log.seek(self._read)
            new = log.read()
        whole = new[: new.rfind(b"\n") + 1]
        self._read += len(whole)
        return [line for line in whole.decode(errors="replace").splitlines() if _is_fault(line)]


def _is_fault(line: str) -> bool:
    try:
        told: dict[str, Any] = json.loads(line)
    except ValueError:
        return True
    return told["level"] in FAULTS or "exception" in told


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
