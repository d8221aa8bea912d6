"""`ono audit` of files that a table should not both have signed: logs that part, and proofs of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ono_cli.home import read_file, reason
from ono_cli.stop import Exit
from ono_core.log.entries import PAIR_LIMIT
from ono_core.log.file import MAGIC as LOG
from ono_core.log.forks import SUFFIX, Fork, NotAProof, read_proof
from ono_replay.forks import forks_among, game_of


def is_proof(path: Path) -> bool:
    """Whether the file is to be a proof of a fork, by its name."""
    return path.suffix == SUFFIX


def tell_proof(path: Path, *, as_json: bool) -> int:
    """What the proof says; a fork is a finding."""
    try:
        fork = read_proof(path.read_bytes())
    except (NotAProof, OSError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        if as_json:
            print(json.dumps({"name": str(path), "exit": int(Exit.UNUSABLE), "unreadable": why}))
        else:
            print(f"ono: {path}: {why}", file=sys.stderr)
        return Exit.UNUSABLE
    return _tell(fork, [path], as_json=as_json)


def tell_forks(paths: Sequence[Path], *, as_json: bool) -> list[int]:
    """Look at the logs of one game side by side; an exit code for each fork between them."""
    games: dict[bytes, list[Path]] = {}
    for path in paths:
        game = _game(path)
        if game:
            games.setdefault(game, []).append(path)
    copies = [files for files in games.values() if len(files) > 1]
    return [_tell(fork, files, as_json=as_json) for files in copies for fork in forks_among(map(read_file, files))]


def _game(path: Path) -> bytes:
    """The game of a log, from the beginning of its file; empty for everything else."""
    try:
        with path.open("rb") as file:
            return game_of(file.read(len(LOG) + PAIR_LIMIT))
    except OSError:
        return b""  # the audit has said so


def _tell(fork: Fork, paths: Sequence[Path], *, as_json: bool) -> int:
    names = [str(path) for path in paths]
    if as_json:
        signatures = [fork.one.sig.hex(), fork.other.sig.hex()]
        told = {"fork": fork.index, "exit": int(Exit.FINDINGS), "names": names, "game": fork.game.hex()}
        print(json.dumps({**told, "table": fork.table.hex(), "signatures": signatures}))
    else:
        print(f"{', '.join(names)}: {fork.words}")
    return Exit.FINDINGS
