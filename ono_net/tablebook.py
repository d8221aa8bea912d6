"""What a table knows from its log alone, so that a room started cold knows as much as one that never stopped."""

from __future__ import annotations

from ono_core.fair import shuffles
from ono_core.fair.slots import shuffle_of
from ono_core.fair.transcript import Stream
from ono_core.game import events as ev
from ono_core.game.commands import Join, Witness
from ono_core.game.notes import Notes, noted_all
from ono_core.game.state import MOST_SEATS, contributor_of
from ono_core.log.admission import objection
from ono_core.log.book import Book, Checked
from ono_core.log.entries import Signed, SignedAct
from ono_core.log.proofs import Proofs
from ono_core.log.timing import Timing
from ono_net.dealer import Dealer


class TableBook:
    """One game's book with its proofs and its dealer, and since when the table waits."""

    def __init__(self, master: bytes) -> None:
        """An empty log of a server with this master secret; the dealer comes with the first entry."""
        self.book = Book()
        self.proofs = Proofs()
        self.notes = Notes()
        self.dealer: Dealer
        self.timing = Timing()
        self.closed: dict[int, int] = {}
        """Seat with a missed call that can no more be made or caught -> the newest entry that ended such a time."""
        self._master = master
        self._deal: tuple[bytes, bytes] | None = None

    def add(self, checked: Checked) -> None:
        """Take the next entry in."""
        before, entry = self.book.state, checked.entry
        self.book.add(checked)
        self.proofs.take(checked, before, self.book.gid, self.book.table)
        self.timing.take(before, checked)
        for missed in before.exposed:
            if checked.state.exposure(missed.seat) is None:
                self.closed[missed.seat] = entry.index
        self.notes = noted_all(self.notes, before, entry.events)
        for event in entry.events:
            self._notice(event)
        self.dealer.learn(entry.events, checked.state)

    def _notice(self, event: ev.Event) -> None:
        match event:
            case ev.LogOpened():
                self.dealer = Dealer(self._master, event.nonce, self.book.gid)
            case ev.DealerSeated() if event.x25519 != self.dealer.x25519:
                self.dealer = self.dealer.by_game()
            case ev.Dealt():
                k = shuffle_of(next(slot for hand in event.hands for slot in hand))
                self._deal = (self.dealer.link(k), self.proofs.shuffles[k].mix)
            case _:
                pass

    @property
    def is_paused(self) -> bool:
        """Whether the host lets the table stand still."""
        return self.timing.stands_at is not None

    def objection(self, identity: bytes, command: Signed, said: SignedAct) -> str | None:
        """Why a command that came from this identity may not be decided: a code of protocol.md section 4, or None."""
        state = self.book.state
        if isinstance(said.act, (Join, Witness)):
            if said.act.identity != identity:
                return "bad-certificate"
        elif said.seat is None or contributor_of(state, identity=identity) != said.seat:
            return "not-seated"
        elif said.seat < MOST_SEATS and state.seat_at(said.seat).away:
            return "away"
        return objection(self.book, command, said)

    def next_counter(self, identity: bytes) -> int:
        """The lowest counter that this identity's next command may have."""
        number = contributor_of(self.book.state, identity=identity)
        session = self.book.state.contributor_at(number).session if number is not None else b""
        return self.book.counters.get(session, 0) + 1

    def stream(self, seat: int, purpose: str, step: int) -> Stream:
        """The numbers of a computer for a step (fairness.md section 4)."""
        assert self._deal is not None, "a computer plays after a deal"
        value, mix = self._deal
        return shuffles.bot_stream(shuffles.bot_seed(value, self.book.gid, seat, mix), purpose, step)
