"""The replay of a log on the full screen: the table as it was after each entry, through the eyes of any seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from textual.events import Key

from ono_cli import paint, screen
from ono_cli.layout import SCROLLS, STOP, Events, Regions, key_of
from ono_cli.lines import clock
from ono_cli.link import Happened
from ono_cli.sentences import sentences
from ono_core.game.choices import Choices
from ono_core.game.events import Dealt, RoundEnded
from ono_core.game.view import View
from ono_core.game.words import name, safe
from ono_replay.replay import Replay, Step

MOST_KNOWN = 10
"""Lines for the hands of others."""
SEATS = "0123456789"
CLOSED = "The dealer's secret for these cards is not in the log: they cannot be shown."


class Viewer(Regions):
    """One log from its first entry to its last."""

    CSS = f"{Regions.CSS}\n#known {{ max-height: {MOST_KNOWN}; }}\n#keys {{ display: none; }}"

    def __init__(self, replay: Replay, title: str) -> None:
        """Begin at the first deal, with the first player's eyes; ValueError for options that no table has."""
        super().__init__()
        self._replay = replay
        self._title = safe(title)
        self._turns = _turns(replay)
        deals = (step.index for step in replay.steps if any(isinstance(event, Dealt) for event in step.entry.events))
        self._at = next(deals, 0)
        self._seat = next(iter(replay.state(self._last).taken), None)
        self._is_open = False
        self._hint = ""
        for step in replay.steps:
            replay.view(step.index, None)

    @property
    def _last(self) -> int:
        return len(self._replay) - 1

    # What is shown

    def _paint(self) -> None:
        view, width = self._view(), self.size.width
        self._fill(
            head=paint.head(view, self._title, width),
            seats=paint.seats(view, width),
            table=paint.table(view, None),
            known=paint.known(view, width, MOST_KNOWN),
            status=self._status(view),
            hand=paint.hand(view, Choices(view.step, ()), None, width),
            foot=FOOT,
        )
        log = self.query_one("#log", Events)
        log.clear()
        for step in self._replay.steps[max(0, self._at + 1 - self.size.height) : self._at + 1]:
            for line in self._told(step, view.seat):
                log.write(line)

    def _view(self) -> View:
        """The table as the chosen seat saw it, if somebody sat there then."""
        seat = self._seat if self._seat in self._replay.state(self._at).taken else None
        view = (self._replay.open_view if self._is_open else self._replay.view)(self._at, seat)
        return screen.sorted_hand(view)

    def _status(self, view: View) -> str:
        step = self._replay.steps[self._at]
        eyes = "as all saw it" if view.seat is None else f"seat {view.seat} ({safe(name(step.after, view.seat))})"
        hands = ", all hands open" if self._is_open else ""
        return f"Entry {step.index} of {self._last}, {clock(step.entry.clock)}, {eyes}{hands}. {self._hint}".rstrip()

    def _told(self, step: Step, seat: int | None) -> list[str]:
        """The entry in sentences, as the seat was told it; where a player needs no sentence, all that happened."""
        happened = Happened(step.entry.events, step.before, step.after)
        own = sentences(happened, seat, self._replay.proofs.faces)
        said = own or [safe(f"{words}.") for _, words in step.told()]
        ended = any(isinstance(event, RoundEnded) for event in step.entry.events)
        places = screen.round_lines(self._replay.view(step.index, seat)) if ended else []
        return [f"{step.index:4}  {' '.join(said)}", *(f"      {line}." for line in places)]

    # What is typed

    def on_key(self, event: Key) -> None:
        """Heed one key; on a page those that scroll it, and every other goes back."""
        event.prevent_default()
        key = key_of(event)
        self._hint = ""
        if self._is_paged and key in SCROLLS:
            self._scroll(key)
        elif self._is_paged:
            self._close_page()
        elif control := next((control for control in CONTROLS if key in control.keys), None):
            control.run(self, control.keys.index(key))
        else:
            self._hint = f"{key} does nothing here. ? lists the keys."
        self._paint()

    def step(self, way: int) -> None:
        """Go one entry on or back."""
        self._at = min(max(0, self._at + way), self._last)

    def turn(self, way: int) -> None:
        """Go to the next turn or the one before; where there is none, to the end or the beginning."""
        places = [at for at in self._turns if (at > self._at if way > 0 else at < self._at)]
        self._at = (places[0] if way > 0 else places[-1]) if places else (self._last if way > 0 else 0)

    def end(self, which: int) -> None:
        """Go to the first entry, or the last."""
        self._at = self._last if which else 0

    def look(self, seat: int) -> None:
        """See with the eyes of this seat."""
        if seat in self._replay.state(self._at).taken:
            self._seat = seat
        else:
            self._hint = f"Nobody sits in seat {seat} then."

    def look_on(self, way: int) -> None:
        """See with the eyes of the next seat, and after the last with those of who holds no seat."""
        eyes = [None, *self._replay.state(self._at).taken]
        at = eyes.index(self._seat) if self._seat in eyes else 0
        self._seat = eyes[(at + way) % len(eyes)]

    def open_hands(self) -> None:
        """Show all hands, or again only what was seen then."""
        self._is_open = not self._is_open
        places = self._view().places if self._is_open else ()
        if any(place.cards > len(place.hand) for place in places):
            self._hint = CLOSED

    def list_keys(self) -> None:
        """Show what each key does."""
        self._show(HELP)


def _turns(replay: Replay) -> Sequence[int]:
    """The entries with which a turn begins."""
    return [
        step.index
        for step in replay.steps
        if step.after.turns and (step.after.turns, step.after.round) != (step.before.turns, step.before.round)
    ]


class Control(Struct, frozen=True):
    """What some keys do: how the list names them, at length and in a word; ``run`` is told which of them it was."""

    keys: Sequence[str]
    name: str
    words: str
    short: str
    run: Callable[[Viewer, int], None]


def _way(which: int) -> int:
    return 1 if which % 2 else -1


CONTROLS = (
    Control(("left", "right"), "← →", "one entry back, or on", "entry", lambda viewer, key: viewer.step(_way(key))),
    Control(
        ("up", "down", "pageup", "pagedown"),
        "↑ ↓",
        "to the turn before, or the next; Page Up and Page Down too",
        "turn",
        lambda viewer, key: viewer.turn(_way(key)),
    ),
    Control(("home", "end"), "Home End", "the first entry, or the last", "", Viewer.end),
    Control(tuple(SEATS), "0 to 9", "what this seat saw", "", Viewer.look),
    Control(
        ("shift+tab", "tab"),
        "Tab",
        "what the next seat saw; after the last seat, what all saw",
        "seat",
        lambda viewer, key: viewer.look_on(_way(key)),
    ),
    Control(("a",), "a", "all hands, or only what was seen", "all hands", lambda viewer, _key: viewer.open_hands()),
    Control(("?",), "?", "this page", "keys", lambda viewer, _key: viewer.list_keys()),
    Control(("q", STOP), "q", "leave", "leave", lambda viewer, _key: viewer.exit()),
)
"""The keys of the replay: the one table for what they do, the foot and the list."""

FOOT = "  ".join(f"{control.name} {control.short}" for control in CONTROLS if control.short)
HELP = "\n".join([*(f"{control.name:9} {control.words}" for control in CONTROLS), "", "Any key goes back."])
