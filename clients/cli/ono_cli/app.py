"""The full screen. From it to trio, where the table lives (``hosting``), goes only the link, whose methods never wait.

No widget has the focus. The card under the cursor is kept here as its slot, so that a burst of keys means exactly the
card that is shown; and once something was asked of the table, nothing more is until the table has moved on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from ono_cli import emotes, lobby, paint, rulesets, screen
from ono_cli.fairness import fairness
from ono_cli.hosting import Came, Heard, Hosting
from ono_cli.layout import CHOOSING, FOOT, HELP, LOBBY_FOOT, SCROLLS, STOP, Events, Regions, key_of
from ono_cli.lines import seconds
from ono_cli.link import Asked, Happened, Notice, OpenTable, Refused, Renewed, TableLink
from ono_cli.offers import CALL_KEY, SWAP, Offer, actions, beside, called, completed, plays, together
from ono_cli.sentences import told_to
from ono_cli.stop import Exit
from ono_cli.verdict import Ending, Shelf, closing
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices
from ono_core.game.refusals import REFUSALS
from ono_core.game.state import Phase
from ono_core.game.view import View
from ono_net.messages import Emoted

LOUD = (
    ev.Skipped, ev.Reversed, ev.Owed, ev.Challenged, ev.Called, ev.Exposed, ev.Caught, ev.HandsMoved, ev.ColourNamed,
    ev.RoundEnded, ev.SeatToBot, ev.SeatRemoved, ev.NotePause,
)  # fmt: skip
"""Events that pop up, with the bell, unless one made them happen oneself."""

POP_UP_SECONDS = 3
TICK_SECONDS = 1
PAGE_MARGIN = 4
"""Lines and columns of the page of options that show none."""
SCROLLBAR = 2
"""Columns that it takes."""
MOST_KNOWN = 4
"""Lines for the cards known of other hands."""
LEAVE = "q"
"""The key that leaves; Ctrl-C does the same."""
FAIRNESS = "F"
LAST_KEYS = f"{FAIRNESS} shows what was checked; a plays again, where you are the host; q leaves."
ONCE = (cmd.Call, cmd.Catch, cmd.NextRound)
"""Acts beside a turn that are not asked for twice before something was heard."""


class TableApp(Hosting, Regions):
    """One game at one table."""

    BEGINS = "Coming to the table."

    def __init__(self, open_table: OpenTable, shelf: Shelf, *, rings: bool = True) -> None:
        """``shelf`` is where the log is to be written; ``rings`` is whether the terminal may be heard."""
        super().__init__(open_table)
        self._rings = rings
        self.ending: Ending | None = None
        self._shelf = shelf
        self._link: TableLink | None = None
        self._cursor: int | None = None
        self._begun: Offer | None = None
        """A play that still needs a colour, or whose hand to take."""
        self._calls = False
        """Whether the next play calls the last card."""
        self._sent: cmd.Act | None = None
        """What was asked beside the turn, until something is heard."""
        self._row: int | None = None
        """The option that is chosen, while they are shown."""
        self._proposed: dict[str, Any] | None = None
        """The options that were asked for, until something is heard."""
        self._deadline: float | None = None
        """When the clock of the seat on turn runs out, by this loop's time."""
        self._asked_step: int | None = None
        self._hint = ""
        self._is_leaving = False
        self._is_emoting = False
        self._is_checking = False
        """Whether the page of fairness is shown."""
        self._paused_by: int | None = None
        """Who lets the table stand still."""
        self._left = 0.0
        """How long the seat on turn had when it stopped, in seconds."""
        self._muting = emotes.Muting()

    def bell(self) -> None:
        """Ring, unless that is not wanted."""
        if self._rings:
            super().bell()

    def on_mount(self) -> None:
        """Let the clock be seen running."""
        self.set_interval(TICK_SECONDS, self.tick)

    @property
    def stays(self) -> bool:
        """The last page stays until it is left."""
        return self.ending is not None

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
        if came.link.room and self._view.phase is Phase.LOBBY:
            self._write_rules()
        self._paint()

    def on_heard(self, heard: Heard) -> None:
        """Write it down, and show what it changed."""
        if not self.query("#log"):
            return  # the screen is being taken down
        match heard.news:
            case Happened():
                self._tell(heard.news)
            case Asked(ms_left):
                self._deadline = None if ms_left is None else self.now() + ms_left / 1000
                self.bell()
            case Refused(words):
                self._asked_step, self._sent, self._proposed = None, None, None
                self._hint = f"The table says no: {words}."
                if self._row is not None:
                    self._show_options()
            case Notice(words):
                self._write(words)
            case Renewed():
                self._begin_again()
            case Emoted():
                if told := self._muting.told(heard.news, self._view):
                    self._write(told)
        self._paint()

    def _begin_again(self) -> None:
        self.ending, self._asked_step, self._cursor, self._deadline = None, None, None, None
        self._paused_by = None
        self._muting.begin_again()
        self._close_page()
        self.query_one("#log", Events).clear()

    def _tell(self, news: Happened) -> None:
        said = self._write_all(news)
        if _is_loud(news, self._table.player.seat):
            self._pop_up(" ".join(said[-2:]))
        self._sent, self._proposed = None, None
        if (news.after.step, news.after.phase) != (news.before.step, news.before.phase):
            self._begun, self._calls, self._hint, self._deadline = None, False, "", None
        ended = any(isinstance(event, ev.RoundEnded) for event in news.events)
        for line in screen.round_lines(self._view) if ended and self._view.phase is Phase.ROUND_OVER else ():
            self._write(f"{line}.")
        if self._row is not None:
            self._show_options()
        if news.after.phase is Phase.SEALED:
            self._end()

    def _write_all(self, news: Happened) -> list[str]:
        player = self._table.player
        said = told_to(player, news)
        for sentence in said:
            self._write(sentence)
        for event in news.events:
            if isinstance(event, ev.NotePause):
                self._stand(event)
        return said

    def _stand(self, event: ev.NotePause) -> None:
        """The table stands still, or goes on with the time that was left."""
        self._paused_by, self._hint = event.seat if event.on else None, ""
        if self._deadline is not None and event.on:
            self._left = self._deadline - self.now()
        elif self._deadline is not None:
            self._deadline = self.now() + self._left

    def _write_rules(self) -> None:
        for line in rulesets.told(self._view.ruleset, whole=False):
            self._write(line)

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
        self._show_ending(self.ending)

    def _show_ending(self, ending: Ending) -> None:
        self._show(paint.ending([*ending.lines, "", LAST_KEYS]))

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
        view, choices = self._view, self._choices()
        if self._begun:
            return completed(self._begun, view, choices)
        faces = {card.slot: card.face for card in view.hand}
        shown = faces.get(self._cursor or 0)
        equal = [offer for offer in together(view, choices) if faces.get(offer.slot or 0) == shown]
        others = [offer for offer in beside(view, choices) if offer.key and offer.act != self._sent]
        first = [offer for at, offer in enumerate(others) if offer.key not in {before.key for before in others[:at]}]
        return [*equal, *actions(view, choices), *first]

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
        self._fill(
            head=paint.head(view, f"room {room}" if room else "", width),
            seats=paint.seats(view, width),
            table=paint.table(view, self._link.invitation),
            known=paint.known(view, width, MOST_KNOWN),
            status=self._status(),
            hand=paint.hand(view, choices, self._cursor, width),
            keys=paint.keys(self._offered(), width),
            foot=LOBBY_FOOT if view.phase is Phase.LOBBY else FOOT,
        )
        if self._is_checking:
            self.query_one("#page", Static).update(self._fairness())

    def _status(self) -> str:
        if self._is_leaving:
            return "Leave the game? q again leaves, any other key stays."
        if self._is_emoting:
            return f"Show the others {emotes.LISTED}; any other key shows nothing."
        if self._begun:
            lacks = "name a colour" if self._begun.needs_colour else "choose whose hand to take"
            return f"{self._begun.label.replace(SWAP, '')}: {lacks}, or Esc."
        words = self._hint or self._standing() or screen.status(self._view, self._table.choices)
        calls = " You call your last card with the next play." if self._calls else ""
        return f"{words}{calls}{self._clock()}"

    def _standing(self) -> str:
        """What to say of a table that stands still: who it was, and how it goes on."""
        view = self._view
        if self._paused_by is None:
            return ""
        who = f"{screen.name(view, self._paused_by)} stopped the table for a while"
        return f"{who}: P lets it go on." if view.seat == view.host else f"{who}, and the host lets it go on."

    def _clock(self) -> str:
        if self._paused_by is not None or self._deadline is None or self._view.turn is None:
            return ""
        return f" {seconds(int(1000 * max(0, self._deadline - self.now())))} left."

    def now(self) -> float:
        """This loop's time, in seconds."""
        return asyncio.get_running_loop().time()

    def tick(self) -> None:
        """Show the time that is left."""
        if self._deadline is not None and self._link and self.query("#status"):
            self.query_one("#status", Static).update(self._status())

    def _show(self, page: Content | str) -> None:
        self._is_checking = False
        super()._show(page)

    def _show_options(self) -> None:
        """The options with the chosen one marked, as long as they can be set."""
        if not self._may_set or self._row is None:
            self._close_page()
            return
        self._row = min(self._row, len(lobby.rows(self._view.ruleset)) - 1)
        width = max(1, self.size.width - PAGE_MARGIN - SCROLLBAR)
        height = max(1, self.size.height - PAGE_MARGIN)
        rows = paint.choosing(self._view, self._row, width, height)
        self._show(Content.assemble(rows, self._hint or CHOOSING))

    def _fairness(self) -> Content:
        return paint.fairness(fairness(self._table.player, self.ending.verdict if self.ending else ""))

    def _show_fairness(self) -> None:
        """The page stays up to date while it is shown."""
        self._show(self._fairness())
        self._is_checking = True

    def _close_page(self) -> None:
        self._row, self._is_checking = None, False
        super()._close_page()

    @property
    def _may_set(self) -> bool:
        view = self._view
        return view.phase is Phase.LOBBY and view.seat is not None and view.seat == view.host

    # What is typed

    def on_key(self, event: Key) -> None:
        """Heed one key; all keys are heeded in the order they came."""
        key = key_of(event)
        key = LEAVE if key == STOP else key
        if self._link is None:
            if key == LEAVE:
                self._scope.cancel()
            return
        event.prevent_default()
        self._heed(key)
        self._paint()

    def _heed(self, key: str) -> None:
        self._hint = ""
        is_paged = self._is_paged
        if is_paged and self._row is None and key in SCROLLS:
            self._scroll(key)
        elif self._is_leaving or self.ending:
            self._confirm(key)
        elif is_paged:
            self._turn(key)
        elif self._is_emoting:
            self._emote(key)
        elif key == "enter" and self._begun is None:
            self._play()
        elif key in self._fixed:
            self._fixed[key]()
        else:
            self._do(key)

    @property
    def _fixed(self) -> dict[str, Callable[[], None]]:
        """The keys that are the screen's own, whatever is offered."""
        return {
            LEAVE: self._ask_to_leave,
            "?": partial(self._show, HELP),
            "v": lambda: self._show("\n".join(rulesets.told(self._view.ruleset, whole=True))),
            "o": self._open_options,
            "E": self._begin_emote,
            "M": self._mute,
            "P": self._pause,
            FAIRNESS: self._show_fairness,
            "escape": self._back_to_hand,
            "left": partial(self._move, -1),
            "right": partial(self._move, 1),
        }

    def _ask_to_leave(self) -> None:
        self._is_leaving = True

    def _begin_emote(self) -> None:
        self._is_emoting = True

    def _emote(self, key: str) -> None:
        """Show the others what this key means, if it means anything."""
        self._is_emoting = False
        if what := emotes.chosen(key):
            self._table.emote(what)

    def _mute(self) -> None:
        self._hint = self._muting.turn("", self._view)

    def _pause(self) -> None:
        """Let the table stand still, or go on; who may not is told so by the table."""
        self._table.act(cmd.SetPause(on=self._paused_by is None))

    def _open_options(self) -> None:
        if self._may_set:
            self._row = 0
            self._show_options()
        else:
            self._hint = "Only the host sets the rules, and only before the game. v shows them."

    def _back_to_hand(self) -> None:
        self._begun, self._calls = None, False

    def _turn(self, key: str) -> None:
        """A key on a page: options are chosen and changed by arrows; every other goes back."""
        if self._row is None or key not in {"up", "down", "left", "right"}:
            self._close_page()
            return
        rows = lobby.rows(self._view.ruleset)
        if key in {"up", "down"}:
            self._row = (self._row + (1 if key == "down" else -1)) % len(rows)
        elif self._proposed is None:
            self._proposed = lobby.turned(
                self._table.player.state.options, rows[self._row], 1 if key == "right" else -1
            )
            self._table.act(cmd.SetOptions(self._proposed))
        self._show_options()

    def _confirm(self, key: str) -> None:
        """The keys of the last page, and of the question whether to leave."""
        self._is_leaving = False
        if key == LEAVE and self.ending:
            self.exit()
        elif key == LEAVE:
            self._table.leave()
        elif key == "a" and self.ending:
            self._table.again()
        elif self.ending:
            self._turn_last(self.ending, key)

    def _turn_last(self, ending: Ending, key: str) -> None:
        """From the last page to that of fairness, and back by any other key."""
        if self._is_checking or key != FAIRNESS:
            self._show_ending(ending)
        else:
            self._show_fairness()

    def _move(self, places: int) -> None:
        slots = [card.slot for card in self._view.hand]
        if slots and self._cursor in slots:
            self._cursor = slots[(slots.index(self._cursor) + places) % len(slots)]
        self._begun = None

    def _play(self) -> None:
        """Play the card under the cursor, or say why not."""
        view, choices = self._view, self._choices()
        offer = next((offer for offer in plays(view, choices) if offer.slot == self._cursor), None)
        if offer:
            self._take(offer)
            return
        general = "wrong-phase" if view.turn == view.seat else "not-your-turn"
        reason = dict(choices.cards).get(self._cursor or 0) or general
        self._hint = f"Not now: {REFUSALS[reason]}."
        self.bell()

    def _do(self, key: str) -> None:
        offer = next((offer for offer in self._offered() if offer.key == key), None)
        if offer:
            self._take(offer)
        elif key == CALL_KEY and "play" in self._choices().acts and self._begun is None:
            self._calls = not self._calls
        else:
            self._hint = f"{key} does nothing now. ? lists the keys."

    def _take(self, offer: Offer) -> None:
        """Ask for what is offered, or first for what it lacks."""
        chosen = called(offer) if self._calls else offer
        if not chosen.is_whole:
            self._begun = chosen
            return
        if isinstance(chosen.act, cmd.TURN_ACTS):
            self._asked_step = self._table.choices.step
        elif isinstance(chosen.act, ONCE):
            self._sent = chosen.act
        self._begun, self._calls = None, False
        self._table.act(chosen.act)


def _is_loud(news: Happened, seat: int | None) -> bool:
    by_oneself = seat is not None and any(getattr(event, "seat", None) == seat for event in news.events[:1])
    return not by_oneself and any(isinstance(event, LOUD) for event in news.events)
