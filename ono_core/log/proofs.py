"""Whether the papers of a log prove its cards: what a client checks live and the audit checks again.

``Proofs`` is a fold beside the Book's. It holds for each shuffle its commitments and its cut, for each contributor the
link last known, and every face that its reader can open. A paper that does not prove what it should raises LogFault.
Which checks belong to which paper: spec/fairness.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from ono_core.fair import chains, shuffles, slots
from ono_core.fair.keys import exchange_public
from ono_core.game import events as ev
from ono_core.game.commands import Close
from ono_core.game.state import State
from ono_core.log.admission import key_objection
from ono_core.log.book import Checked
from ono_core.log.entries import ByTable, Entry
from ono_core.log.faults import LogFault
from ono_core.log.papers import Commitments, DealerReveal, Link, Openings, Paper, Reveals, Sealings

P = TypeVar("P", bound=Paper)


class Reader(Struct, frozen=True):
    """One seat's means to open what is sealed to it: its session key (public) and its x25519 secret."""

    session: bytes
    x25519: bytes


class ShuffleProof(Struct):
    """What is known of one shuffle."""

    begun: ev.ShuffleBegun
    commitments: bytes
    contributors: tuple[Link, ...]
    context: bytes
    reveals: tuple[Link, ...] = ()
    closed: bool = False

    @property
    def count(self) -> int:
        """How many slots it has."""
        return len(self.commitments) // 32


class Counts(Struct):
    """How much was checked."""

    shuffles: int = 0
    reveals: int = 0
    openings: int = 0
    sealings: int = 0
    dealer_reveals: int = 0


class Proofs:
    """The fold over a log's papers, for everybody or for one reader."""

    def __init__(self, reader: Reader | None = None) -> None:
        """Without a reader only what is public is opened."""
        self.reader = reader
        self.gid = b""
        self.table = b""
        self.dealer_x25519 = b""
        self.dealer_link: tuple[int, bytes] = (0, b"")
        self.links: dict[int, tuple[bytes, int, bytes]] = {}
        self.shuffles: dict[int, ShuffleProof] = {}
        self.sealings: list[tuple[int, Sealings]] = []
        self.seats_x25519: dict[int, bytes] = {}
        self.faces: dict[int, int] = {}
        self.proven_to = 0
        self.counts = Counts()

    def take(self, checked: Checked, before: State, gid: bytes, table: bytes) -> None:
        """Check the papers of the next entry, which the book has checked; ``before`` is the state before it."""
        self.gid, self.table = gid, table
        entry = checked.entry
        papers = _Papers(entry)
        step = _Step(checked, before, papers)
        try:
            for event in entry.events:
                check = _CHECKS.get(type(event))
                if check:
                    check(self, step, event)
        except (ArithmeticError, LookupError, ValueError) as error:
            raise step.fault("bad-form", f"a paper or an event holds what cannot be: {error!r}") from None
        papers.none_left()

    # Keys and chains

    def _dealer_seated(self, _step: _Step, event: ev.DealerSeated) -> None:
        self.dealer_x25519, self.dealer_link = event.x25519, (0, event.anchor)

    def _seated(self, step: _Step, event: ev.Seated) -> None:
        objected = key_objection(self.gid, event)
        if objected:
            raise step.fault(objected, f"the keys of seat {event.seat}")
        self.links[event.seat] = (event.session, 0, event.anchor)
        self.seats_x25519[event.seat] = event.x25519

    def _left(self, _step: _Step, event: ev.Left) -> None:
        self.links.pop(event.seat, None)
        self.seats_x25519.pop(event.seat, None)

    # Shuffles

    def _begun(self, step: _Step, event: ev.ShuffleBegun) -> None:
        paper = step.papers.one(Commitments)
        count = len(event.cards) + len(event.slots)
        if event.k in self.shuffles or paper.k != event.k or len(paper.slots) != 32 * count:
            raise step.fault("bad-commitments", f"shuffle {event.k}: 32 bytes for each of {count} cards expected, once")
        known = [(seat, index, value) for seat, (_, index, value) in sorted(self.links.items())]
        seats = [link[0] for link in paper.contributors]
        if seats != sorted(set(seats)) or not set(paper.contributors) <= set(known):
            raise step.fault("bad-commitments", "the contributors' last links are not those of the log")
        context = shuffles.context(self.gid, event.k, step.checked.hash)
        self.shuffles[event.k] = ShuffleProof(event, paper.slots, paper.contributors, context)

    def _closed(self, step: _Step, event: ev.ShuffleClosed) -> None:
        paper = step.papers.one(Reveals)
        proof = self.shuffles.get(event.k)
        if proof is None or proof.closed or paper.k != event.k:
            raise step.fault("bad-reveal", f"shuffle {event.k} was not begun, or is closed already")
        self._check_reveals(step, proof, paper)
        mix = shuffles.mix(proof.context, paper.values)
        if event.order != shuffles.order(mix, proof.count):
            raise step.fault("wrong-order", f"the cut of shuffle {event.k} gives another order")
        cause = step.checked.entry.cause
        act = cause.act if isinstance(cause, ByTable) else None
        if not isinstance(act, Close) or act.dice != shuffles.first(mix, len(step.before.taken)):
            raise step.fault("wrong-order", f"the cut of shuffle {event.k} gives other dice")
        proof.reveals, proof.closed = paper.values, True
        self.counts.shuffles += 1

    def _check_reveals(self, step: _Step, proof: ShuffleProof, paper: Reveals) -> None:
        seats = [seat for seat, _, _ in paper.values]
        if seats != sorted(set(seats)) or not set(seats) <= {link[0] for link in proof.contributors}:
            raise step.fault("bad-reveal", "reveals come from contributors, seats rising")
        for seat, index, value in paper.values:
            if index != paper.k or not self.link_holds(seat, index, value):
                raise step.fault("bad-reveal", f"the value of seat {seat} is not the next link of its chain")
            self.links[seat] = (self.links[seat][0], index, value)
            self.counts.reveals += 1

    def link_holds(self, seat: int, index: int, value: bytes) -> bool:
        """Whether this link of a seat's chain leads to the one last known."""
        session, known_index, known = self.links[seat]
        return index > known_index and chains.leads_to(
            self.gid, session, chains.PLAYER, index, value, known_index, known
        )

    # Cards

    def _shown(self, step: _Step, event: ev.Played | ev.StarterTurned) -> None:
        pairs = (
            zip(event.slots, event.cards, strict=True) if isinstance(event, ev.Played) else [(event.slot, event.card)]
        )
        for slot, card in pairs:
            known = step.before.opened.get(slot)
            if known is None:
                self._check_opening(step, slot, card)
            elif known != card:
                raise step.fault("bad-opening", f"slot {slot} was shown as card {known}")
            self.faces[slot] = card

    def _check_opening(self, step: _Step, slot: int, card: int) -> None:
        opening = step.papers.opening(slot)
        proof = self.shuffles.get(slots.shuffle_of(slot))
        place = slots.place_of(slot)
        if opening is None:
            raise step.fault("missing-paper", f"slot {slot} is shown without its opening")
        if proof is None or place >= proof.count or opening[0] != card:
            raise step.fault("bad-opening", f"the opening of slot {slot} is not that of card {card}")
        if not slots.opens(proof.commitments, self.gid, proof.begun.k, place, card, opening[1]):
            raise step.fault("bad-opening", f"slot {slot} was not committed to as card {card}")
        self.counts.openings += 1

    def _dealt(self, step: _Step, event: ev.Dealt) -> None:
        for seat, hand in enumerate(event.hands):
            self._received(step, seat, hand)

    def _drew(self, step: _Step, event: ev.Drew) -> None:
        self._received(step, event.seat, event.slots)

    def _received(self, step: _Step, seat: int, hand: tuple[int, ...]) -> None:
        """A human seat gets every hidden slot sealed to it; a computer's cards stay with the dealer."""
        if seat not in self.seats_x25519 or not hand:
            return
        paper = step.papers.sealings(seat)
        if paper is None or paper.slots != hand or len(paper.sealed) != slots.SEALED_SIZE * len(hand):
            raise step.fault("missing-paper", f"slots {hand} are not sealed to seat {seat}")
        self.sealings.append((step.checked.entry.index, paper))
        if self.reader and self.links[seat][0] == self.reader.session:
            self._open(step, paper, self._key(self.reader.x25519, self.dealer_x25519, seat))

    def _key(self, secret: bytes, peer: bytes, seat: int) -> bytes:
        return slots.shared_key(self.gid, secret, peer, self.dealer_x25519, self.seats_x25519[seat])

    def _open(self, step: _Step, paper: Sealings, key: bytes) -> None:
        for place, slot in enumerate(paper.slots):
            data = paper.sealed[slots.SEALED_SIZE * place : slots.SEALED_SIZE * (place + 1)]
            self.faces[slot] = self._unsealed(step, slot, key, data)
            self.counts.sealings += 1

    def _unsealed(self, step: _Step, slot: int, key: bytes, data: bytes) -> int:
        k, place = slots.shuffle_of(slot), slots.place_of(slot)
        card, salt = slots.unsealed(key, k, place, data)
        if not slots.opens(self.shuffles[k].commitments, self.gid, k, place, card, salt):
            raise step.fault("bad-sealing", f"what is sealed for slot {slot} does not open its commitment")
        return card

    # The dealer's reveal

    def _round_ended(self, step: _Step, _event: ev.RoundEnded) -> None:
        paper = step.papers.one(DealerReveal)
        index, known = self.dealer_link
        last = max(self.shuffles, default=0)
        if paper.k != last or not chains.leads_to(self.gid, self.table, chains.DEALER, last, paper.value, index, known):
            raise step.fault("bad-dealer-reveal", f"the value is not link {last} of the dealer's chain")
        for k in range(self.proven_to + 1, last + 1):
            self._check_deck(step, k, self._dealer_value(paper, k))
        self.proven_to, self.dealer_link = last, (last, paper.value)
        self._check_hands(step)
        self._check_x25519(step, paper)
        self.counts.dealer_reveals += 1

    def _dealer_value(self, paper: DealerReveal, k: int) -> bytes:
        value = paper.value
        for index in range(paper.k, k, -1):
            value = chains.link_below(self.gid, self.table, chains.DEALER, index, value)
        return value

    def _check_deck(self, step: _Step, k: int, value: bytes) -> None:
        """The dealer's value must give the commitments of shuffle k over exactly the cards that went in."""
        proof = self.shuffles[k]
        cards = [*proof.begun.cards, *(self.faces[slot] for slot in proof.begun.slots)]
        dealt = shuffles.arrange(self.gid, k, value, cards)
        if dealt.commitments != proof.commitments:
            raise step.fault("bad-deck", f"the dealer's value does not give the commitments of shuffle {k}")
        self.faces.update({slots.slot_of(k, place): card for place, card in enumerate(dealt.cards)})

    def _check_hands(self, step: _Step) -> None:
        for slot, card in step.checked.state.opened.items():
            if self.faces.get(slot) != card:
                raise step.fault("bad-opening", f"slot {slot} is shown as card {card}, which it is not")

    def _check_x25519(self, step: _Step, paper: DealerReveal) -> None:
        ended = any(isinstance(event, ev.GameEnded) for event in step.checked.entry.events)
        if ended != (paper.x25519 is not None):
            raise step.fault("bad-dealer-reveal", "the dealer's x25519 secret stands beside game-ended and only there")
        if paper.x25519 is not None:
            if exchange_public(paper.x25519) != self.dealer_x25519:
                raise step.fault("bad-dealer-reveal", "that is not the dealer's x25519 secret")
            self._check_all_sealings(step, paper.x25519)

    def _check_all_sealings(self, step: _Step, secret: bytes) -> None:
        for _, paper in self.sealings:
            if paper.seat in self.seats_x25519:
                key = self._key(secret, self.seats_x25519[paper.seat], paper.seat)
                self._open(step, paper, key)


class _Papers:
    """The papers of one entry, each to be used up by an event."""

    def __init__(self, entry: Entry) -> None:
        self.index = entry.index
        self.left: list[Paper] = [paper for paper in entry.papers if not isinstance(paper, Openings)]
        self.openings = {
            slot: (card, salt)
            for paper in entry.papers
            if isinstance(paper, Openings)
            for slot, card, salt in paper.cards
        }

    def one(self, kind: type[P]) -> P:
        for paper in self.left:
            if isinstance(paper, kind):
                self.left.remove(paper)
                return paper
        raise LogFault("missing-paper", self.index, f"a paper {kind.__name__} expected")

    def opening(self, slot: int) -> tuple[int, bytes] | None:
        return self.openings.pop(slot, None)

    def sealings(self, seat: int) -> Sealings | None:
        for paper in self.left:
            if isinstance(paper, Sealings) and paper.seat == seat:
                self.left.remove(paper)
                return paper
        return None

    def none_left(self) -> None:
        if self.left or self.openings:
            raise LogFault("bad-form", self.index, "a paper belongs to no event of its entry")


class _Step(Struct, frozen=True):
    """The entry being checked, with the state before it."""

    checked: Checked
    before: State
    papers: _Papers

    def fault(self, code: str, evidence: str) -> LogFault:
        return LogFault(code, self.checked.entry.index, evidence)


_CHECKS: dict[type[ev.Event], Callable[[Proofs, _Step, Any], None]] = {
    ev.DealerSeated: Proofs._dealer_seated,
    ev.Seated: Proofs._seated,
    ev.Left: Proofs._left,
    ev.ShuffleBegun: Proofs._begun,
    ev.ShuffleClosed: Proofs._closed,
    ev.StarterTurned: Proofs._shown,
    ev.Played: Proofs._shown,
    ev.Dealt: Proofs._dealt,
    ev.Drew: Proofs._drew,
    ev.RoundEnded: Proofs._round_ended,
}
