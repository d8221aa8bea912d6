"""Where logs and rooms outlive the process: what every store promises.

A store keeps entries as bytes and never looks inside them: the chain of hashes, not the store, proves a log.
A log is written before the room that names it, so a crash between the two leaves a log nobody asks for, never
a room without its log.
"""

from __future__ import annotations

from typing import Protocol

__all__ = ["Conflict", "Corrupt", "OutcomeUnknown", "Store", "StoreError", "StoreUnavailable"]


class StoreError(Exception):
    """Base of what a store may raise."""


class Conflict(StoreError):
    """An entry was offered at another index than the next: someone else appended, or one was left out.

    Nothing was written. It may be one's own earlier append whose outcome was unknown: reload the game first.
    """

    def __init__(self, game: bytes, index: int, wanted: int) -> None:
        super().__init__(f"game {game.hex()[:16]}: expected entry {wanted}, got {index}")
        self.game = game
        self.index = index
        self.wanted = wanted


class OutcomeUnknown(StoreError):
    """The write may or may not be durable: forget the game, reload it from the store, then answer."""


class StoreUnavailable(StoreError):
    """Nothing was written and nothing can be for now: disk full, I/O error, held by another server."""


class Corrupt(StoreError):
    """What is stored cannot be trusted or read: restore a backup."""


class Store(Protocol):
    """Append-only logs by game id (32 bytes), and records of rooms by code.

    Writes return only when durable and are never cancelled half-way: they finish, or raise a StoreError, and
    a cancelled caller notices at its next checkpoint. One server at a time owns a store.
    """

    async def append(self, game: bytes, index: int, *raws: bytes) -> None:
        """Add one or more entries from `index` on, all or none; Conflict unless `index` is the next one."""

    async def read(self, game: bytes, start: int = 0) -> list[bytes]:
        """The entries from index `start` on, in order; none for an unknown game."""
        ...

    async def head(self, game: bytes) -> int | None:
        """The index of the last entry, None for an unknown game."""

    async def save_room(self, code: str, record: bytes) -> None:
        """Keep `record` as what is known of the room, in place of any earlier one."""

    async def retire_room(self, code: str, when: int) -> None:
        """Forget a room, if there is one, but not its code, retired at `when` (Unix time in s); its logs stay."""

    async def retired(self, since: int) -> set[str]:
        """The codes retired at that time or later."""
        ...

    async def rooms(self) -> dict[str, bytes]:
        """The record of every room, by code."""
        ...

    async def probe(self) -> None:
        """Write something of no meaning durably; a StoreError if nothing can be written."""
