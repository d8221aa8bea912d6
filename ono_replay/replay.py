"""A log read back: the state at any index, and what any seat knew then.

It reads as far as the log is good and says what broke there, so a damaged log can still be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from ono_core.game.decider import initial
from ono_core.game.events import Event
from ono_core.game.notes import Notes, noted_all
from ono_core.game.state import State
from ono_core.game.view import Card, Place, View, view
from ono_core.game.words import told
from ono_core.log.book import Book, Checked
from ono_core.log.entries import Entry
from ono_core.log.faults import LogFault
from ono_core.log.file import MAGIC, NotALog, frames
from ono_core.log.kinds import NeedsNewer
from ono_core.log.proofs import Proofs, Reader
from ono_replay.likeness import likeness


class Step(Struct, frozen=True, gc=False):
    """One entry with the states around it."""

    checked: Checked
    before: State

    @property
    def index(self) -> int:
        """The entry's index."""
        return self.checked.entry.index

    @property
    def entry(self) -> Entry:
        """The entry."""
        return self.checked.entry

    @property
    def after(self) -> State:
        """The state after it."""
        return self.checked.state

    def told(self) -> list[tuple[Event, str]]:
        """Each of its events with one sentence."""
        return list(told(self.before, self.entry.events))


class Replay:
    """A log as far as it is good.

    ``book`` holds its good entries and ``steps`` the same with the states around them; ``torn`` counts the bytes after
    the last whole entry; ``fault`` says what ended the reading before the file's end.
    """

    def __init__(
        self,
        book: Book,
        steps: tuple[Step, ...],
        torn: int,
        fault: LogFault | NeedsNewer | None,
        reader: Reader | None,
    ) -> None:
        """Use ``read``. ``reader`` opens what was sealed to one seat."""
        self.book = book
        self.steps = steps
        self.torn = torn
        self.fault = fault
        self._reader = reader

    @property
    def proofs(self) -> Proofs:
        """What the papers prove; every face that could be opened is in its ``faces``."""
        return self._proven[0]

    @property
    def paper_fault(self) -> LogFault | None:
        """The first paper that does not prove what it should; nothing after it is proven."""
        return self._proven[1]

    @cached_property
    def _proven(self) -> tuple[Proofs, LogFault | None]:
        proofs = Proofs(self._reader)
        try:
            for step in self.steps:
                proofs.take(step.checked, step.before, self.book.gid, self.book.table)
        except LogFault as fault:
            return proofs, fault
        return proofs, None

    def __len__(self) -> int:
        """How many good entries it has."""
        return len(self.steps)

    def state(self, index: int) -> State:
        """The public state after the entry with this index, from -1 (before the first) to the last; else IndexError."""
        if not -1 <= index < len(self.steps):
            raise IndexError(f"an index from -1 to {len(self.steps) - 1} expected, got {index}")
        return self.steps[index].after if index >= 0 else initial()

    def view(self, index: int, seat: int | None) -> View:
        """What this seat could show then: its own hand and what lay open. A face not yet proven to us is None."""
        state = self.state(index)
        return view(state, self._faces(state, seat), seat)

    def open_view(self, index: int, seat: int | None) -> View:
        """The same with the hands of all seats open, as far as the dealer has revealed them."""
        shown = self.view(index, seat)
        return replace(shown, places=tuple(self._opened(index, place) for place in shown.places))

    def hand(self, index: int, seat: int) -> tuple[Card, ...]:
        """The cards that a seat held then, in the order received; a face not yet proven is None."""
        return self.view(index, seat).hand

    def walk(self) -> Iterator[tuple[Book, Step]]:
        """Each step with the book as it was before it."""
        book = Book()
        for step in self.steps:
            yield book, step
            book.add(step.checked)

    def notes(self, index: int) -> Notes:
        """What everybody could tell of the hands then, from the play so far."""
        self.state(index)
        return self._notes[index + 1]

    @cached_property
    def _notes(self) -> list[Notes]:
        notes = [Notes()]
        for step in self.steps:
            notes.append(noted_all(notes[-1], step.before, step.entry.events))
        return notes

    def _faces(self, state: State, seat: int | None) -> dict[int, int]:
        held = state.hands[seat] if seat is not None and 0 <= seat < len(state.hands) else ()
        return {slot: self.proofs.faces[slot] for slot in held if slot in self.proofs.faces}

    def _opened(self, index: int, place: Place) -> Place:
        cards = self.hand(index, place.seat)
        return replace(place, hand=tuple(card.face for card in cards if card.face))


def read(data: bytes, reader: Reader | None = None) -> Replay:
    """The replay of a file's bytes; NotALog if they are no log, or hold no whole entry of one."""
    book, steps, size = Book(), list[Step](), len(MAGIC)
    try:
        for raw in frames(data):
            step = Step(book.check(raw), book.state)
            book.add(step.checked)
            steps.append(step)
            size += len(raw)
    except NotALog:
        raise NotALog(f"this is not an ONO log: {likeness(data)}") from None
    except (LogFault, NeedsNewer) as fault:
        return Replay(book, tuple(steps), 0, fault, reader)
    if not steps:
        raise NotALog("this ONO log holds no whole entry")
    return Replay(book, tuple(steps), len(data) - size, None, reader)
