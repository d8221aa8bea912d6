"""A published tournament as files: what stands in the folder, and under which names (spec/tournament.md, The pack).

``tournament.toml``, ``ledger.onot``, the log of every game, the standings in three forms, and a signed manifest of all
of these with the head of every log.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from ono_core.fair.keys import sign, verify
from ono_core.fair.transcript import encode
from ono_core.tournament.ledger import Ledger
from ono_core.tournament.state import State

FILE: Final = "tournament.toml"
LEDGER: Final = "ledger.onot"
LOGS: Final = "logs"
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "manifest.sig"
STANDINGS: Final = ("standings.json", "standings.csv", "standings.html")


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """Every other file by its path in the folder with its SHA-256, and every log with the hash of its last entry; hex.

    ``head`` is index and hash of the ledger's last entry.
    """

    program: str
    tournament: str
    head: tuple[int, str]
    files: dict[str, str]
    heads: dict[str, str]


def log_path(round: int, table: int, attempt: int = 1) -> str:  # noqa: A002 - the house's word
    """Where the log of a table's game stands: a second attempt is ``b``, and so on."""
    again = "" if attempt == 1 else chr(ord("a") + attempt - 1)
    return f"{LOGS}/R{round:02}-T{table:02}{again}.ono"


def games(state: State) -> Iterator[tuple[str, int, int, int, bytes]]:
    """Every game of a tournament: the path of its log, round, table, attempt, and its id."""
    for drawn, table in state.tables():
        for attempt, game in enumerate(table.games, 1):
            yield log_path(drawn.number, table.number, attempt), drawn.number, table.number, attempt, game


def manifest(program: str, ledger: Ledger, files: Mapping[str, bytes], heads: Mapping[str, bytes]) -> bytes:
    """The manifest of these files, in the one form that is signed."""
    listed = Manifest(
        program,
        ledger.tid.hex(),
        (ledger.head.index, ledger.head.hash.hex()),
        {path: sha256(files[path]).hexdigest() for path in sorted(files)},
        {path: heads[path].hex() for path in sorted(heads)},
    )
    return as_json(listed)


def signature(secret: bytes, tid: bytes, manifest: bytes) -> bytes:
    """The line that ``manifest.sig`` holds."""
    return b64encode(sign(secret, _text(tid, manifest))) + b"\n"


def is_signed(organiser: bytes, tid: bytes, manifest: bytes, line: bytes) -> bool:
    """Whether the organiser of this tournament signed the manifest."""
    try:
        sig = b64decode(line.strip(), validate=True)
    except ValueError:
        return False
    return verify(organiser, _text(tid, manifest), sig)


def _text(tid: bytes, manifest: bytes) -> bytes:
    return encode("ono1/tournament-pack", tid, sha256(manifest).digest())


class BadPack(ValueError):
    """A folder is no pack at all; the text says what is missing."""


class Pack(Struct, frozen=True):
    """A folder as it was read: its files by path, and its manifest, or None where that cannot be read."""

    files: dict[str, bytes]
    manifest: Manifest | None


def read(folder: Path) -> Pack:
    """Everything in the folder; BadPack where there is no ledger in it, OSError where it cannot be read."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
    if LEDGER not in files:
        raise BadPack(f"no {LEDGER} in it")
    return Pack(files, _manifest(files.get(MANIFEST, b"")))


def _manifest(data: bytes) -> Manifest | None:
    try:
        return msgspec.json.decode(data, type=Manifest)
    except msgspec.DecodeError:
        return None


def as_json(value: Any) -> bytes:
    """One form of JSON for everything that is published."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
