"""boardgame.io beside ours: its server with a game of UNO's size, where Node.js and npm are installed.

It is installed by npm, by its name, into a folder that is thrown away afterwards.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Final

from ono_cli.bench.peers import npm_error
from ono_cli.bench.processes import LOAD_CORE, SERVER_CORE, Child, child

PACKAGES: Final = ("boardgame.io@0.50.2", "ws@8")
"""The server, and the WebSockets of its load."""


@contextmanager
def boardgame_io(rooms: int, errors: Path) -> Generator[Child | str]:
    """The load on a running server, in so many rooms (see load.py); or why it cannot be compared with."""
    node, npm = which("node"), which("npm")
    if node is None or npm is None:
        yield "boardgame.io needs Node.js and npm, and there is none on the path"
        return
    with TemporaryDirectory(prefix="ono-bench-") as folder:
        if error := npm_error(npm, Path(folder), *PACKAGES):
            yield error
            return
        here = Path(__file__)
        serve = [node, str(here.with_name("boardgame_server.cjs")), folder]
        with child(serve, SERVER_CORE, errors) as server:
            port = server.told("port ")
            play = [node, str(here.with_name("boardgame_load.mjs")), folder, port, str(server.pid)]
            with child(play, LOAD_CORE, errors) as load:
                load.ask(do="open", rooms=rooms)
                yield load
