"""What proofs.py has before it while it checks one entry: the entry's papers, each to be used up by an event."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from ono_core.game.state import State
from ono_core.log.book import Checked
from ono_core.log.entries import Entry
from ono_core.log.faults import LogFault
from ono_core.log.papers import Openings, Paper, Sealings

P = TypeVar("P", bound=Paper)


class Papers:
    """The papers of one entry that no event has used yet."""

    def __init__(self, entry: Entry) -> None:
        """All of them."""
        self._index = entry.index
        self._left: list[Paper] = []
        self._openings: dict[int, tuple[int, bytes]] = {}
        for paper in entry.papers:
            if isinstance(paper, Openings) and paper.cards:
                self._open(paper)
            else:
                self._left.append(paper)

    def _open(self, paper: Openings) -> None:
        for slot, card, salt in paper.cards:
            if slot in self._openings:
                raise LogFault("bad-form", self._index, "a slot is opened twice")
            self._openings[slot] = (card, salt)

    def one(self, kind: type[P]) -> P:
        """The paper of this kind; LogFault where there is none."""
        for paper in self._left:
            if isinstance(paper, kind):
                self._left.remove(paper)
                return paper
        raise LogFault("missing-paper", self._index, f"a paper {kind.__name__} expected")

    def opening(self, slot: int) -> tuple[int, bytes] | None:
        """Card and salt of a slot."""
        return self._openings.pop(slot, None)

    def sealings(self, seat: int) -> Sealings | None:
        """What is sealed to a seat."""
        for paper in self._left:
            if isinstance(paper, Sealings) and paper.seat == seat:
                self._left.remove(paper)
                return paper
        return None

    def none_left(self) -> None:
        """LogFault where a paper proves nothing in its entry."""
        if self._left or self._openings:
            raise LogFault("bad-form", self._index, "a paper belongs to no event of its entry")


class Desk(Struct, frozen=True):
    """The entry being checked, the state before it, and its papers."""

    checked: Checked
    before: State
    papers: Papers

    @property
    def index(self) -> int:
        """The entry's index."""
        return self.checked.entry.index

    @property
    def after(self) -> State:
        """The state after the entry."""
        return self.checked.state

    def fault(self, code: str, evidence: str) -> LogFault:
        """A fault of the table in this entry."""
        return LogFault(code, self.index, evidence)
