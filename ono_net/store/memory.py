"""The store that forgets, for tests and for whoever keeps nothing."""

from __future__ import annotations

from collections import defaultdict

import trio

from ono_net.store import Conflict


class MemoryStore:
    """A Store in two dictionaries."""

    def __init__(self) -> None:
        self._logs: defaultdict[bytes, list[bytes]] = defaultdict(list)
        self._rooms: dict[str, bytes] = {}
        self._retired: dict[str, int] = {}

    async def append(self, game: bytes, index: int, *raws: bytes) -> None:
        """See Store."""
        await trio.lowlevel.cancel_shielded_checkpoint()
        log = self._logs[game]
        if index != len(log):
            raise Conflict(game, index, len(log))
        log.extend(raws)

    async def read(self, game: bytes, start: int = 0) -> list[bytes]:
        """See Store."""
        await trio.lowlevel.checkpoint()
        return self._logs.get(game, [])[start:]

    async def head(self, game: bytes) -> int | None:
        """See Store."""
        await trio.lowlevel.checkpoint()
        log = self._logs.get(game)
        return len(log) - 1 if log else None

    async def save_room(self, code: str, record: bytes) -> None:
        """See Store."""
        await trio.lowlevel.cancel_shielded_checkpoint()
        self._rooms[code] = record

    async def retire_room(self, code: str, when: int) -> None:
        """See Store."""
        await trio.lowlevel.cancel_shielded_checkpoint()
        self._rooms.pop(code, None)
        self._retired[code] = when

    async def retired(self, since: int) -> set[str]:
        """See Store."""
        await trio.lowlevel.checkpoint()
        return {code for code, when in self._retired.items() if when >= since}

    async def rooms(self) -> dict[str, bytes]:
        """See Store."""
        await trio.lowlevel.checkpoint()
        return dict(self._rooms)

    async def probe(self) -> None:
        """See Store."""
        await trio.lowlevel.cancel_shielded_checkpoint()
