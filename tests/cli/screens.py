"""The full screen under the hands of a test: Textual's own driver, with trio as its guest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from ono_cli import app as full_screen
from ono_cli.hosting import Came, Heard
from ono_cli.link import OpenTable, TableLink
from ono_cli.local import local_table
from ono_cli.offers import plays
from ono_cli.verdict import Shelf

SECRET = bytes(range(32))


def alone() -> AbstractAsyncContextManager[TableLink]:
    """A table with three computer players that do not wait."""
    return local_table(SECRET, "Ana", ["easy"] * 3, 0)


class Screen(full_screen.TableApp):
    """The app with an event for each thing that it heard, for tests to wait on."""

    def __init__(self, save: Path, open_table: OpenTable = alone, *, rings: bool = True) -> None:
        super().__init__(open_table, Shelf(save, lambda _game: save), rings=rings)
        self.stirred = asyncio.Event()

    # The driver calls a message's handler in each class, this one and then the app's own.

    def on_came(self, came: Came) -> None:  # noqa: ARG002
        """Note that the table is there."""
        self.stirred.set()

    def on_heard(self, heard: Heard) -> None:  # noqa: ARG002
        """Note that something was heard."""
        self.stirred.set()

    def text(self, region: str) -> str:
        """What a region shows."""
        return str(self.query_one(f"#{region}", Static).render())

    @property
    def is_asked(self) -> bool:
        """Whether the screen shows that a key of the player is waited for."""
        if self._link is None or self.ending:
            return self.ending is not None
        return bool(self._choices().acts) and "▶ You ◀" in self.text("seats")


def driven(app: Screen, size: tuple[int, int], drive: Callable[[Screen, Pilot[None]], Awaitable[None]]) -> None:
    """Run the app on a terminal of this size under a test's hands."""

    async def whole() -> None:
        async with app.run_test(size=size) as pilot:
            await drive(app, pilot)

    asyncio.run(whole())
    assert app.failure is None


async def asked(app: Screen, pilot: Pilot[None], *, unless_over: bool = True) -> None:
    """Wait until the player is asked, or the game is over."""
    while not app.is_asked or (app.ending and not unless_over):
        await heard(app, pilot)


async def heard(app: Screen, pilot: Pilot[None]) -> None:
    """Wait for the next thing that the app hears."""
    app.stirred.clear()
    await app.stirred.wait()
    await pilot.pause()


async def answer(app: Screen, pilot: Pilot[None]) -> None:
    """Do something that is allowed, by keys: the first playable card, else the first action."""
    view, choices = app._view, app._choices()
    playable = plays(view, choices)
    if not playable:
        await pilot.press(app._offered()[0].key)
        return
    await choose(app, pilot, playable[0].slot)
    await pilot.press("enter")
    if playable[0].needs_colour:
        await pilot.press("b")
    if playable[0].needs_target:
        await pilot.press("1")


async def choose(app: Screen, pilot: Pilot[None], slot: int | None) -> None:
    """Move to a card."""
    while app._cursor != slot:
        await pilot.press("right")


async def to_the_end(app: Screen, pilot: Pilot[None]) -> None:
    """Play the game to its end."""
    await asked(app, pilot)
    while app.ending is None:
        await answer(app, pilot)
        await asked(app, pilot)


def rows(app: Screen) -> list[str]:
    """What stands on the screen, row by row."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
