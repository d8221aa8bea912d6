"""Other engines for the same game, played at random in the same run, where they are installed.

rlcard is used if it can be imported. The npm package uno-engine is installed by npm, by its name, into a folder that
is thrown away afterwards.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, Final

from ono_cli.bench.clock import Slice, repeated, timed

RLCARD_MISSING: Final = "rlcard is not installed; to compare with it: pip install rlcard"
_ENDLESS: Final = 5000
"""More moves than any game of theirs takes; one that gets stuck is ended here."""
_INSTALL_SECONDS: Final = 120

Peer = Callable[[int], Slice]
"""How a peer plays at a table with so many seats."""


def rlcard() -> Peer | str:
    """Its game layer, without the environment around it; or why it cannot be compared with."""
    try:
        game: Any = import_module("rlcard.games.uno").Game
    except ImportError:
        return RLCARD_MISSING
    random = Random(1)

    def played(seats: int) -> int:
        table = game(num_players=seats)
        state, _ = table.init_game()
        moves = 0
        while not table.is_over() and moves < _ENDLESS:
            legal = state["legal_actions"]
            state, _ = table.step(legal[int(random.random() * len(legal))])
            moves += 1
        return moves

    return lambda seats: repeated(timed(lambda: played(seats)))


@contextmanager
def uno_engine() -> Generator[Peer | str]:
    """The npm package, played by Node.js; or why it cannot be compared with."""
    node, npm = which("node"), which("npm")
    if node is None or npm is None:
        yield "uno-engine needs Node.js and npm, and there is none on the path"
        return
    with TemporaryDirectory(prefix="ono-bench-") as folder:
        error = npm_error(npm, Path(folder), "uno-engine")
        yield error or (lambda seats: lambda seconds: _by_node(node, folder, seats, seconds))


def npm_error(npm: str, folder: Path, *packages: str) -> str | None:
    """Install packages into a folder; why that cannot be done, if it cannot."""
    names = " ".join(packages)
    (folder / "package.json").write_text("{}", encoding="utf-8")
    command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", *packages]
    try:
        done = subprocess.run(  # noqa: S603  # npm as found on the path, with fixed words
            command, cwd=folder, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"npm could not install {names} in {_INSTALL_SECONDS} seconds"
    return f"npm could not install {names}: {done.stderr.strip()[:200]}" if done.returncode else None


def _by_node(node: str, folder: str, seats: int, seconds: float) -> float:
    script = Path(__file__).with_name("uno_engine.mjs")
    command = [node, str(script), folder, str(seats), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  # our own script
    told: dict[str, float] = json.loads(done.stdout)
    return told["seconds"] / told["moves"]
