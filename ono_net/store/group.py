"""Group commit: many tasks write, each waits for its own outcome, few commits reach the disk.

There is no writer task and no timer. A task that finds nobody committing commits at once; those that come
meanwhile line up, and the first of them then commits for all. So groups form by themselves while the disk is
busy, and a lone writer never waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import trio

from ono_net.store import OutcomeUnknown, StoreUnavailable

MAX_GROUP = 512

W = TypeVar("W")


@dataclass(slots=True, eq=False)
class Item(Generic[W]):
    """One write in line; its error stands at "unknown" until the commit has said otherwise."""

    work: W
    error: Exception | None = field(default_factory=lambda: OutcomeUnknown("the commit did not finish"))
    settled: bool = False
    turn: trio.Event = field(default_factory=trio.Event)


class GroupWriter(Generic[W]):
    """Runs `commit` over groups of at most 512 items, in a thread, one group at a time.

    `commit` makes the group durable and sets each item's error: None, or why this item was not written.
    """

    def __init__(self, commit: Callable[[Sequence[Item[W]]], None]) -> None:
        self._commit = commit
        self._line: deque[Item[W]] = deque()
        self._thread = trio.CapacityLimiter(1)
        self._idle = trio.Event()
        self._idle.set()
        self._closed = False

    async def write(self, work: W) -> None:
        """Return when `work` is durable or raise its error; shielded, so the outcome is always known."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        item = Item(work)
        self._line.append(item)
        with trio.CancelScope(shield=True):
            await self._wait_turn(item)
            if not item.settled:
                await self._commit_group()
        if item.error:
            raise item.error

    async def close(self) -> None:
        """Refuse new writes and wait for those in line."""
        self._closed = True
        with trio.CancelScope(shield=True):
            await self._idle.wait()

    async def _wait_turn(self, item: Item[W]) -> None:
        if self._idle.is_set():
            self._idle = trio.Event()
        else:
            await item.turn.wait()

    async def _commit_group(self) -> None:
        await trio.lowlevel.cancel_shielded_checkpoint()  # whoever is awake now joins the group
        group = [self._line.popleft() for _ in range(min(MAX_GROUP, len(self._line)))]
        try:
            await trio.to_thread.run_sync(self._commit, group, limiter=self._thread)
        finally:
            self._wake(group)
        await trio.lowlevel.cancel_shielded_checkpoint()  # go on beside the others, not ahead of them

    def _wake(self, group: list[Item[W]]) -> None:
        for item in group:
            item.settled = True
            item.turn.set()
        if self._line:
            self._line[0].turn.set()
        else:
            self._idle.set()
