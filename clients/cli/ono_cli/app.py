"""The full screen, with trio as a guest in Textual's loop: one thread, two schedulers.

From trio to the screen goes only ``post_message``, from the screen to trio only the link, whose methods never wait.
No widget has the focus. The card under the cursor is kept here as its slot, so that a burst of keys means exactly the
card that is shown; and once something was asked of the table, nothing more is until the table has moved on.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import trio
from textual.app import App, ComposeResult
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Static

from ono_cli import paint, screen
from ono_cli.layout import CSS, FOOT, HELP, LEAST_SIZE, LOW, TOO_SMALL, Events
from ono_cli.link import Asked, Happened, News, Notice, OpenTable, Refused, Renewed, TableLink
from ono_cli.offers import Offer, actions, coloured, plays
from ono_cli.sentences import sentences
from ono_cli.stop import Exit
from ono_cli.verdict import Ending, Shelf, closing
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices
from ono_core.game.refusals import REFUSALS
from ono_core.game.state import Phase
from ono_core.game.view import View

LOUD = (ev.Skipped, ev.Reversed, ev.Owed, ev.Challenged, ev.Called, ev.ColourNamed, ev.RoundEnded, ev.SeatToBot)
"""Events that pop up, with the bell, unless one made them happen oneself."""

POP_UP_SECONDS = 3


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


class TableApp(App[None]):
    """One game at one table."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    REGIONS: ClassVar = ("head", "seats", "table", "status", "hand", "keys")

    def __init__(self, open_table: OpenTable, shelf: Shelf) -> None:
        """``shelf`` is where the log is to be written."""
        super().__init__()
        self.ending: Ending | None = None
        self.failure: BaseException | None = None
        self._open_table = open_table
        self._shelf = shelf
        self._link: TableLink | None = None
        self._done: asyncio.Future[Any]
        self._scope = trio.CancelScope()
        self._cursor: int | None = None
        self._wild: Offer | None = None
        self._asked_step: int | None = None
        self._hint = ""
        self._is_leaving = False

    def compose(self) -> ComposeResult:
        """The regions from top to bottom, and the page that covers them."""
        yield Static(id="head", classes="play")
        yield Static(id="seats", classes="play")
        yield Static(id="table", classes="play")
        yield Events(id="log", classes="play")
        yield Static("Coming to the table.", id="status", classes="play")
        yield Static(id="hand", classes="play")
        yield Static(id="keys", classes="play")
        yield Static(FOOT, id="foot", classes="play")
        yield Static(id="page")
        yield Static(TOO_SMALL, id="small")

    # The guest

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
        if self.failure or self.ending is None:
            self.exit()

    async def on_unmount(self) -> None:
        """End trio before the loop ends; a future that is awaited bare would be cancelled with this task."""
        self._scope.cancel()
        await asyncio.shield(self._done)

    def judged(self) -> Ending:
        """How it ended, also where the game was left before the last page."""
        if self.ending or self._link is None:
            return self.ending or Ending([], Exit.DONE)
        return closing(self._link, self._shelf)

    # What the table tells

    def on_came(self, came: Came) -> None:
        """Show the table."""
        self._link = came.link
        for happened in came.link.past:
            self._write_all(happened)
        self._paint()

    def on_heard(self, heard: Heard) -> None:
        """Write it down, and show what it changed."""
        if not self.query("#log"):
            return  # the screen is being taken down
        match heard.news:
            case Happened():
                self._tell(heard.news)
            case Asked():
                self.bell()
            case Refused(words):
                self._asked_step = None
                self._hint = f"The table says no: {words}."
            case Notice(words):
                self._write(words)
            case Renewed():
                self._begin_again()
        self._paint()

    def _begin_again(self) -> None:
        self.ending, self._asked_step, self._cursor = None, None, None
        self.screen.remove_class("paged")
        self.query_one("#log", Events).clear()

    def _tell(self, news: Happened) -> None:
        said = self._write_all(news)
        if _is_loud(news, self._table.player.seat):
            self._pop_up(" ".join(said[-2:]))
        if news.after.step != news.before.step:
            self._wild, self._hint = None, ""
        if news.after.phase is Phase.SEALED:
            self._end()

    def _write_all(self, news: Happened) -> list[str]:
        player = self._table.player
        said = sentences(news, player.seat, player.proofs.faces)
        for sentence in said:
            self._write(sentence)
        return said

    def _pop_up(self, words: str) -> None:
        """Show it over the table for a moment, in place of the one before."""
        self.clear_notifications()
        self.notify(words, timeout=POP_UP_SECONDS, markup=False)
        self.bell()

    def _write(self, sentence: str) -> None:
        self.query_one("#log", Events).write(sentence)

    def _end(self) -> None:
        self.clear_notifications()
        self.ending = closing(self._table, self._shelf)
        self._show(paint.ending([*self.ending.lines, "", "a plays again, where you are the host; q leaves."]))

    # What is shown

    @property
    def _table(self) -> TableLink:
        assert self._link is not None, "the table is there"
        return self._link

    def _choices(self) -> Choices:
        """What may be done now: nothing while the answer to the last act is awaited."""
        choices = self._table.choices
        return Choices(choices.step, ()) if choices.step == self._asked_step else choices

    def _offered(self) -> list[Offer]:
        """What keys do now, beside moving the cursor and playing the card under it."""
        if self._wild:
            return coloured(self._wild)
        return actions(self._view, self._choices())

    def on_resize(self) -> None:
        """Lay everything out anew, once the new size is known."""
        self.call_next(self._fit)

    def _fit(self) -> None:
        width, height = self.size
        self.screen.set_class(width < LEAST_SIZE[0] or height < LEAST_SIZE[1], "small")
        self.screen.set_class(height < LOW, "low")
        self._paint()

    @property
    def _view(self) -> View:
        return screen.sorted_hand(self._table.player.view())

    def _paint(self) -> None:
        if self._link is None:
            return
        view, choices, room, width = self._view, self._choices(), self._link.room, self.size.width
        slots = [card.slot for card in view.hand]
        if self._cursor not in slots:
            self._cursor = slots[0] if slots else None
        contents: tuple[Content | str, ...] = (
            paint.head(view, room, width),
            paint.seats(view, width),
            paint.table(view, room),
            self._status(),
            paint.hand(view, choices, self._cursor, width),
            paint.keys(self._offered(), width),
        )
        for region, content in zip(self.REGIONS, contents, strict=True):
            self.query_one(f"#{region}", Static).update(content)

    def _status(self) -> str:
        if self._is_leaving:
            return "Leave the game? q again leaves, any other key stays."
        if self._wild:
            return f"{self._wild.label}: name a colour, or Esc."
        return self._hint or screen.status(self._view, self._table.choices)

    def _show(self, page: Content | str) -> None:
        self.query_one("#page", Static).update(page)
        self.screen.add_class("paged")

    # What is typed

    def on_key(self, event: Key) -> None:
        """Heed one key; all keys are heeded in the order they came."""
        key = event.character if event.character and event.character.isprintable() else event.key
        if self._link is None:
            if key == "q":
                self._scope.cancel()
            return
        event.prevent_default()
        self._heed(key)
        self._paint()

    def _heed(self, key: str) -> None:
        self._hint = ""
        if self._is_leaving or self.ending:
            self._confirm(key)
        elif self.screen.has_class("paged"):
            self.screen.remove_class("paged")
        elif key == "q":
            self._is_leaving = True
        elif key == "?":
            self._show(HELP)
        elif key == "escape":
            self._wild = None
        elif key in {"left", "right"}:
            self._move(1 if key == "right" else -1)
        elif key == "enter" and self._wild is None:
            self._play()
        else:
            self._do(key)

    def _confirm(self, key: str) -> None:
        """The keys of the last page, and of the question whether to leave."""
        self._is_leaving = False
        if key == "q" and self.ending:
            self.exit()
        elif key == "q":
            self._table.leave()
        elif key == "a" and self.ending:
            self._table.again()

    def _move(self, places: int) -> None:
        slots = [card.slot for card in self._view.hand]
        if slots and self._cursor in slots:
            self._cursor = slots[(slots.index(self._cursor) + places) % len(slots)]
        self._wild = None

    def _play(self) -> None:
        """Play the card under the cursor, or say why not."""
        view, choices = self._view, self._choices()
        offer = next((offer for offer in plays(view, choices) if offer.slot == self._cursor), None)
        if offer is None:
            general = "wrong-phase" if view.turn == view.seat else "not-your-turn"
            reason = dict(choices.cards).get(self._cursor or 0) or general
            self._hint = f"Not now: {REFUSALS[reason]}."
            self.bell()
        elif offer.needs_colour:
            self._wild = offer
        else:
            self._act(offer)

    def _do(self, key: str) -> None:
        offer = next((offer for offer in self._offered() if offer.key == key), None)
        if offer:
            self._act(offer)
        else:
            self._hint = f"{key} does nothing now. ? lists the keys."

    def _act(self, offer: Offer) -> None:
        if isinstance(offer.act, cmd.TURN_ACTS):
            self._asked_step = self._table.choices.step
        self._wild = None
        self._table.act(offer.act)


def _is_loud(news: Happened, seat: int | None) -> bool:
    by_oneself = seat is not None and any(getattr(event, "seat", None) == seat for event in news.events[:1])
    return not by_oneself and any(isinstance(event, LOUD) for event in news.events)
