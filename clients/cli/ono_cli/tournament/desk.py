"""The organiser's desk: the ledger as a file, which only grows, and everything that waits for it to change.

A working folder holds ``tournament.toml``, ``ledger.onot`` and ``logs``: what is published, without what publishing
adds. An entry is on the disk before anybody hears of it, so a program that dies goes on where it was.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import trio

from ono_cli.home import cannot, made_folder, read_file, write_file
from ono_cli.stop import Exit, Stop
from ono_core.fair.keys import public_key
from ono_core.log.faults import LogFault
from ono_core.log.file import NotALog
from ono_core.log.kinds import NeedsNewer
from ono_core.tournament.acts import Act
from ono_core.tournament.ledger import ByOrganiser, ByPerson, Cause, Ledger, Read, file_bytes, opening
from ono_core.tournament.ledger import read_file as read_ledger
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.settings import Settings, parse
from ono_core.tournament.state import State
from ono_net.clock import wall_ms
from ono_replay.tournament.pack import FILE, LEDGER


def settings_of(data: bytes, name: str) -> Settings:
    """What a tournament file says; Stop names the line or the key."""
    try:
        read: dict[str, Any] = tomllib.loads(data.decode())
        return parse(read)
    except (ValueError, UnicodeDecodeError) as error:
        raise Stop(Exit.UNUSABLE, f"{name}: {error}") from None


class Desk:
    """A ledger that is kept in a folder; made by ``opened``."""

    def __init__(self, folder: Path, secret: bytes, ledger: Ledger) -> None:
        self.folder = folder
        self.ledger = ledger
        self.secret = secret
        """The organiser's."""
        self._changed = trio.Event()

    @property
    def state(self) -> State:
        """The tournament now."""
        return self.ledger.state

    def act(self, act: Act) -> Refusal | None:
        """Write what the organiser's program asks for, or say why not."""
        return self._write(ByOrganiser(act))

    def request(self, body: bytes, sig: bytes) -> Refusal | None:
        """Write what a person asks for; asked again, it has been done. BadForm where it is no request."""
        if self.ledger.answered(body) is not None:
            return None
        return self._write(ByPerson(body, sig))

    def _write(self, cause: Cause) -> Refusal | None:
        checked = self.ledger.draft(self.secret, wall_ms(), cause)
        if isinstance(checked, Refusal):
            return checked
        _append(self.folder / LEDGER, checked.raw)
        self.ledger.add(checked)
        self._changed.set()
        self._changed = trio.Event()
        return None

    async def until(self, holds: Callable[[State], bool]) -> None:
        """Wait until that holds of the tournament."""
        while not holds(self.state):
            await self._changed.wait()

    async def changed(self, since: int) -> None:
        """Wait until there are more entries than so many."""
        await self.until(lambda state: state.entries > since)


def opened(folder: Path, secret: bytes, nonce: bytes, file: bytes) -> Desk:
    """The desk in a folder: begun with this tournament file, or as it was left; Stop where it is somebody else's.

    ``nonce`` is 32 fresh bytes, for a new one.
    """
    settings = settings_of(file, FILE)
    path = made_folder(folder) / LEDGER
    if path.exists():
        return _left(folder, secret, settings)
    write_file(folder / FILE, file)
    ledger = Ledger()
    first = ledger.draft(secret, wall_ms(), ByOrganiser(opening(secret, nonce, settings)))
    assert not isinstance(first, Refusal), f"settings that were parsed open a ledger: {first}"
    write_file(path, file_bytes([first.raw]))  # at once: a ledger without its first entry would be nobody's
    ledger.add(first)
    return Desk(folder, secret, ledger)


def _left(folder: Path, secret: bytes, settings: Settings) -> Desk:
    read, path = ledger_in(folder), folder / LEDGER
    check_own(read.ledger, secret, path)
    if read.ledger.state.settings != settings:
        raise Stop(Exit.UNUSABLE, f"{folder / FILE}: the tournament has begun with other settings, which stay")
    if read.whole < path.stat().st_size:  # the program died while it wrote: nobody has heard of that entry
        with path.open("r+b") as file:
            file.truncate(read.whole)
    return Desk(folder, secret, read.ledger)


def ledger_in(folder: Path) -> Read:
    """The ledger of a folder, believed as its organiser signed it; Stop where there is none."""
    path = folder / LEDGER
    try:
        return read_ledger(read_file(path), again=False)
    except (LogFault, NeedsNewer, NotALog) as fault:
        raise Stop(Exit.UNUSABLE, f"{path}: {fault}") from None


def check_own(ledger: Ledger, secret: bytes, path: Path) -> None:
    """Stop where the ledger of this file is not that of the organiser with this secret."""
    if ledger.state.organiser != public_key(secret):
        raise Stop(Exit.UNUSABLE, f"{path}: this is another organiser's tournament; --data names a player's folder")


def _append(path: Path, data: bytes) -> None:
    """Let the bytes be on the disk."""
    try:
        with path.open("ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise cannot("write", path, error) from None
