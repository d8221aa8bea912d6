"""A server process that is killed and started again, on the same port and folder."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE

import trio

from ono_net.server import STORE
from ono_net.store.sqlite import open_sqlite
from tests.net.gamblers import Logs


class Killed:
    """A server process that can be killed and started again on the same port and folder."""

    def __init__(self, folder: Path, *program: str) -> None:
        """`program` are Python's words before folder and port; it prints its URL first on a line that ends with it."""
        self.folder = folder
        self.url = "http://localhost:0"
        self.process: trio.Process
        self._program = program

    @property
    def port(self) -> int:
        """The port it listens on, 0 before the first start."""
        return int(self.url.rpartition(":")[2])

    @property
    def host(self) -> str:
        """Its Host header."""
        return f"localhost:{self.port}"

    @property
    def words(self) -> tuple[str, ...]:
        """What Python is started with."""
        return (*self._program, str(self.folder), str(self.port))

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        with (self.folder / "stderr").open("ab") as errors:
            self.process = await trio.lowlevel.open_process([sys.executable, *self.words], stdout=PIPE, stderr=errors)
        self.url = (await self._line()).split()[-1]

    async def _line(self) -> str:
        """The first line it says; it must not end before."""
        assert self.process.stdout
        said = b""
        while not said.endswith(b"\n"):
            more = await self.process.stdout.receive_some()
            assert more, f"the server ended: {(self.folder / 'stderr').read_text()[-2000:]}"
            said += more
        return said.splitlines()[0].decode()

    async def kill(self) -> None:
        """SIGKILL, and wait until nothing of it is left."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """SIGTERM; with what it exits."""
        self.process.terminate()
        return await self.process.wait()

    async def stream(self) -> trio.SocketStream:
        """A new connection, on which nothing has been said."""
        return await trio.open_tcp_stream("127.0.0.1", self.port)

    async def logs(self, games: Iterable[bytes]) -> Logs:
        """What is stored, while it does not run."""
        async with open_sqlite(self.folder / STORE) as store:
            return {game: await store.read(game) for game in games}


@asynccontextmanager
async def killed_server(server: Killed) -> AsyncGenerator[Killed]:
    """A running server process, killed at last."""
    await server.start()
    try:
        yield server
    finally:
        with trio.CancelScope(shield=True):
            await server.kill()
