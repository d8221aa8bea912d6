"""Trio as a guest in Textual's loop: one thread, two schedulers; from trio to the screen goes only ``post_message``."""

from __future__ import annotations

import asyncio
from typing import Any

import trio
from textual.app import App
from textual.message import Message

from ono_cli.link import News, OpenTable, TableLink


class Came(Message):
    """The table is there."""

    def __init__(self, link: TableLink) -> None:
        super().__init__()
        self.link = link


class Heard(Message):
    """The table told something."""

    def __init__(self, news: News) -> None:
        super().__init__()
        self.news = news


class Hosting(App[None]):
    """An app whose table lives in trio; ``failure`` is what ended it, if that was no good end."""

    def __init__(self, open_table: OpenTable) -> None:
        super().__init__()
        self.failure: BaseException | None = None
        self._open_table = open_table
        self._done: asyncio.Future[Any]
        self._scope = trio.CancelScope()

    def on_mount(self) -> None:
        """Let trio run in this loop."""
        loop = asyncio.get_running_loop()
        self._done = loop.create_future()
        trio.lowlevel.start_guest_run(
            self._follow,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=loop.call_soon,
            done_callback=self._finished,
            host_uses_signal_set_wakeup_fd=True,
            restrict_keyboard_interrupt_to_checkpoints=True,
        )

    async def _follow(self) -> None:
        """Trio's side: come to the table and pass on what it tells."""
        with self._scope:
            async with self._open_table() as link:
                self.post_message(Came(link))
                async for news in link.news:
                    self.post_message(Heard(news))

    def _finished(self, result: Any) -> None:
        """Trio has ended: because the game has, because we leave, or by a failure."""
        self._done.set_result(None)
        try:
            result.unwrap()
        except BaseException as failure:
            self.failure = failure
        if self.failure or not self.stays:
            self.exit()

    @property
    def stays(self) -> bool:
        """Whether there is something to look at when the table is gone."""
        return False

    async def on_unmount(self) -> None:
        """End trio before the loop ends; a future that is awaited bare would be cancelled with this task."""
        self._scope.cancel()
        await asyncio.shield(self._done)
