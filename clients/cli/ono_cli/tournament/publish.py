"""A working folder made into a pack: the standings, and a signed manifest of everything in it."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from ono_cli.home import read_file, write_file
from ono_cli.tournament.desk import check_own, ledger_in
from ono_replay.replay import read
from ono_replay.tournament.pack import FILE, LEDGER, MANIFEST, SIGNATURE, games, manifest, signature
from ono_replay.tournament.published import published


def publish(folder: Path, secret: bytes) -> list[str]:
    """Write what is missing of a pack; the paths of all that was signed for."""
    ledger = ledger_in(folder).ledger
    check_own(ledger, secret, folder / LEDGER)
    logs = {path: read_file(folder / path) for path, *_ in games(ledger.state) if (folder / path).exists()}
    heads = {path: read(data).book.head.hash for path, data in logs.items()}
    standings = published(ledger)
    files = {name: read_file(folder / name) for name in (FILE, LEDGER)} | logs | standings
    listed = manifest(f"ono {version('ono')}", ledger, files, heads)
    for name, data in standings.items():
        write_file(folder / name, data)
    write_file(folder / MANIFEST, listed)
    write_file(folder / SIGNATURE, signature(secret, ledger.tid, listed))
    return sorted(files)
