"""A store with a look-out: counts what is written and knows whether anything can be written at present."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

import trio

from ono_net.metrics import Metrics
from ono_net.store import Conflict, Store, StoreError

log = logging.getLogger(__name__)


class MeasuredStore:
    """A Store in front of another one. While that takes no writes it is read-only, and the log says so once."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self.metrics = metrics
        self.trouble: str | None = None
        """Why nothing can be written at present."""

    async def append(self, game: bytes, index: int, *raws: bytes) -> None:
        """See Store."""
        began = trio.current_time()
        await self._watch(self._store.append(game, index, *raws))
        self.metrics.commit_seconds.observe(trio.current_time() - began)
        self.metrics.entries.inc(len(raws))

    async def read(self, game: bytes, start: int = 0) -> list[bytes]:
        """See Store."""
        return await self._store.read(game, start)

    async def head(self, game: bytes) -> int | None:
        """See Store."""
        return await self._store.head(game)

    async def save_room(self, code: str, record: bytes) -> None:
        """See Store."""
        await self._watch(self._store.save_room(code, record))

    async def retire_room(self, code: str, when: int) -> None:
        """See Store."""
        await self._watch(self._store.retire_room(code, when))

    async def retired(self, since: int) -> set[str]:
        """See Store."""
        return await self._store.retired(since)

    async def rooms(self) -> dict[str, bytes]:
        """See Store."""
        return await self._store.rooms()

    async def probe(self) -> None:
        """See Store."""
        await self._watch(self._store.probe())

    async def _watch(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except StoreError as error:
            self.metrics.store_failures.labels(type(error).__name__).inc()
            if not isinstance(error, Conflict):
                self._is_read_only(str(error))
            raise
        if self.trouble:
            log.warning("store takes writes again")
            self.trouble = None
            self.metrics.store_writable.set(1)

    def _is_read_only(self, trouble: str) -> None:
        if not self.trouble:
            log.error("store is read-only: games wait until it takes writes again", extra={"reason": trouble})
        self.trouble = trouble
        self.metrics.store_writable.set(0)
