"""How the full screen is laid out: its regions, its standing texts, and the list of what happened."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from ono_cli import paint

HELP = """\
← →      choose a card              Enter    play it
2 to 9   play so many equal cards   d        draw a card
p        keep the drawn card, or pass
t        take the cards owed        x        challenge
c        call your last card        k        catch who has not called
r y g b  name a colour              1 to 9   choose whose hand to take
Esc      back to the hand           n        deal the next round
v        the rules in sentences     o        set the rules (host)
s        start the game             e, m, h  add a computer player:
?        this page                           easy, medium or hard
E        show the others something  M        hide what the others show
P        let the table stand still, or go on (host)
F        the fairness of the cards: what was checked so far
q        leave

▲ red   ● yellow   ♣ green   ◆ blue   ✱ wild     * playable   [ ] chosen

Any key goes back."""

CHOOSING = "↑ ↓ choose an option, ← → change it. Any other key goes back."

FOOT = "← → choose  Enter play  * playable  v rules  ? keys  q leave  F fairness"
"""A narrow window shows the beginning of it."""
LOBBY_FOOT = "o set the rules (host)  v read the rules  ? keys  q leave"

LEAST_SIZE = (60, 18)
"""Columns and lines without which a table cannot be shown."""

LOW = 22
"""With fewer lines than this the regions stand close together."""

TOO_SMALL = "The window is too small: {} columns and {} lines are needed.".format(*LEAST_SIZE)

STOP = "ctrl+c"
SCROLLS = frozenset({"up", "down", "pageup", "pagedown"})
"""Keys that scroll a page."""

CSS = """
Screen { layout: vertical; overflow: hidden; }
#head { height: 1; background: $panel; }
#seats { height: auto; min-height: 3; margin-top: 1; }
#table { height: 3; margin: 1 0; }
#known { height: auto; max-height: 4; }
#log { height: 1fr; min-height: 0; background: $surface; }
#status { height: auto; text-style: bold; margin-top: 1; }
#hand { height: auto; max-height: 8; }
#keys { height: auto; min-height: 2; }
#foot { height: 1; background: $panel; }
ToastRack { dock: top; align: right top; margin-top: 5; max-height: 6; overflow: hidden; }
#pages { display: none; height: 1fr; scrollbar-color: $foreground 40%; scrollbar-background: $surface; }
#page { height: auto; padding: 1 2; }
.paged #pages { display: block; }
.paged .play { display: none; }
.low #seats, .low #table, .low #status { margin: 0; }
#small { display: none; }
.small #small { display: block; }
.small .play, .small #pages { display: none; }
"""


class Events(Widget):
    """The newest of what happened, laid out anew for whatever room there is."""

    def __init__(self, *, id: str, classes: str) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._lines: list[str] = []

    def write(self, line: str) -> None:
        """Add a line."""
        self._lines.append(line)
        self.refresh()

    def clear(self) -> None:
        """Forget all lines."""
        self._lines.clear()
        self.refresh()

    def render(self) -> Content:
        """The lines that there is room for."""
        return paint.last(self._lines, self.size.width, self.size.height)


class Regions(App[None]):
    """An app with the regions of a table from top to bottom, and a page that covers them."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BEGINS: ClassVar = ""
    """What stands there before there is a table."""

    def compose(self) -> ComposeResult:
        """The regions, empty."""
        yield Static(id="head", classes="play", markup=False)
        yield Static(id="seats", classes="play", markup=False)
        yield Static(id="table", classes="play", markup=False)
        yield Static(id="known", classes="play", markup=False)
        yield Events(id="log", classes="play")
        yield Static(self.BEGINS, id="status", classes="play", markup=False)
        yield Static(id="hand", classes="play", markup=False)
        yield Static(id="keys", classes="play", markup=False)
        yield Static(id="foot", classes="play", markup=False)
        with VerticalScroll(id="pages", can_focus=False):
            yield Static(id="page", markup=False)
        yield Static(TOO_SMALL, id="small")

    def on_resize(self) -> None:
        """Lay everything out anew, once the new size is known."""
        self.call_next(self._fit)

    def _fit(self) -> None:
        width, height = self.size
        self.screen.set_class(width < LEAST_SIZE[0] or height < LEAST_SIZE[1], "small")
        self.screen.set_class(height < LOW, "low")
        self._paint()

    @abstractmethod
    def _paint(self) -> None:
        """Show what there is now."""

    def _fill(self, **contents: Content | str) -> None:
        """Let the regions of these names show this."""
        for region, content in contents.items():
            self.query_one(f"#{region}", Static).update(content)

    @property
    def _is_paged(self) -> bool:
        return self.screen.has_class("paged")

    def _show(self, page: Content | str) -> None:
        self._fill(page=page)
        self.query_one("#pages").scroll_home(animate=False)
        self.screen.add_class("paged")

    def _close_page(self) -> None:
        self.screen.remove_class("paged")

    def _scroll(self, key: str) -> None:
        pages = self.query_one("#pages")
        scroll: dict[str, Any] = {
            "up": pages.scroll_up,
            "down": pages.scroll_down,
            "pageup": pages.scroll_page_up,
            "pagedown": pages.scroll_page_down,
        }
        scroll[key](animate=False)


def key_of(event: Key) -> str:
    """A key by the letter that it types, else by its name."""
    return event.character if event.character and event.character.isprintable() else event.key
