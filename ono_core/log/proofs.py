"""Whether the papers of a log prove its cards: what a client checks live and the audit checks again.

``Proofs`` is a fold beside the Book's. It holds for each shuffle its commitments and its cut, for each contributor the
link last known, and every face that its reader can open. A paper that does not prove what it should raises LogFault.
Which checks belong to which paper: spec/fairness.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from msgspec import Struct

from ono_core.fair import chains, shuffles, slots
from ono_core.fair.keys import KEY_SIZE, exchange_public
from ono_core.fair.transcript import DIGEST_SIZE
from ono_core.game import events as ev
from ono_core.game.commands import Close
from ono_core.game.state import State, from_seat
from ono_core.log.admission import can_agree, key_objection
from ono_core.log.book import Checked
from ono_core.log.desk import Desk, Papers
from ono_core.log.entries import ByTable
from ono_core.log.faults import LogFault
from ono_core.log.papers import Commitments, DealerReveal, Link, Reveals, Sealings, seats_of

MOST_CARDS: Final = 256
"""Cards of a shuffle at most."""


class Reader(Struct, frozen=True):
    """One seat's means to open what is sealed to it: its session key (public) and its x25519 secret."""

    session: bytes
    x25519: bytes


class ShuffleProof(Struct):
    """What is known of one shuffle; ``dealer_value`` is empty until the dealer reveals."""

    begun: ev.ShuffleBegun
    commitments: bytes
    contributors: tuple[Link, ...]
    context: bytes
    reveals: tuple[Link, ...] = ()
    mix: bytes = b""
    order: tuple[int, ...] = ()
    dealer_value: bytes = b""

    @property
    def count(self) -> int:
        """How many slots it has."""
        return len(self.commitments) // DIGEST_SIZE

    @property
    def closed(self) -> bool:
        """Whether it is cut."""
        return bool(self.mix)


class Counts(Struct):
    """How much was checked."""

    shuffles: int = 0
    reveals: int = 0
    openings: int = 0
    sealings: int = 0


class Proofs:
    """The fold over a log's papers, for everybody or for one reader."""

    def __init__(self, reader: Reader | None = None) -> None:
        """Without a reader only what is public is opened."""
        self.reader = reader
        self.gid = b""
        self.table = b""
        self.deck_size = 0
        self.dealer_x25519 = b""
        self.dealer_link: tuple[int, bytes] = (0, b"")
        self.links: dict[int, tuple[bytes, int, bytes]] = {}
        self.shuffles: dict[int, ShuffleProof] = {}
        self.sealings: list[tuple[int, Sealings]] = []
        self.faces: dict[int, int] = {}
        self.counts = Counts()
        self._deal_is_drawn = False

    def take(self, checked: Checked, before: State, gid: bytes, table: bytes) -> None:
        """Check the papers of the next entry, which the book has checked; ``before`` is the state before it."""
        self.gid, self.table, self.deck_size = gid, table, len(checked.state.deck)
        desk = Desk(checked, before, Papers(checked.entry))
        try:
            for event in checked.entry.events:
                check = self._CHECKS.get(type(event))
                if check:
                    check(self, desk, event)
        except (ArithmeticError, LookupError, ValueError) as error:
            raise desk.fault("bad-form", f"a paper or an event holds what cannot be: {error!r:.200}") from None
        desk.papers.none_left()

    # Keys and chains

    def _dealer_seated(self, desk: Desk, event: ev.DealerSeated) -> None:
        if desk.index != 1 or self.dealer_x25519:
            raise desk.fault("bad-form", "the dealer is seated once, at index 1")
        if len(event.anchor) != KEY_SIZE or not can_agree(event.x25519):
            raise desk.fault("weak-key", "the dealer's keys")
        self.dealer_x25519, self.dealer_link = event.x25519, (0, event.anchor)

    def _seated(self, desk: Desk, event: ev.Seated) -> None:
        self._check_lobby(desk)
        objected = key_objection(self.gid, event)
        if objected:
            raise desk.fault(objected, f"the keys of seat {event.seat}")
        self.links[event.seat] = (event.session, 0, event.anchor)

    def _left(self, desk: Desk, event: ev.Left) -> None:
        self._check_lobby(desk)
        self.links.pop(event.seat, None)

    def _check_lobby(self, desk: Desk) -> None:
        """Keys and chains stand fast from the first shuffle on."""
        if self.shuffles:
            raise desk.fault("impossible-event", "seats change hands before the first shuffle only")

    # Shuffles

    def _begun(self, desk: Desk, event: ev.ShuffleBegun) -> None:
        paper = desk.papers.one(Commitments)
        count = len(event.cards) + len(event.slots)
        if not self.dealer_x25519 or event.k != len(self.shuffles) + 1 or paper.k != event.k:
            raise desk.fault("bad-commitments", f"shuffle {len(self.shuffles) + 1} of a seated dealer expected")
        if not 0 < count <= MOST_CARDS or len(paper.slots) != DIGEST_SIZE * count:
            raise desk.fault("bad-commitments", f"shuffle {event.k}: a commitment for each of {count} cards expected")
        known = {(seat, index, value) for seat, (_, index, value) in self.links.items()}
        seats = [seat for seat, _, _ in paper.contributors]
        if seats != sorted(set(seats)) or not known.issuperset(paper.contributors):
            raise desk.fault("bad-commitments", "the contributors' last links are not those of the log")
        context = shuffles.context(self.gid, event.k, desk.checked.hash)
        self.shuffles[event.k] = ShuffleProof(event, paper.slots, paper.contributors, context)

    def _closed(self, desk: Desk, event: ev.ShuffleClosed) -> None:
        paper = desk.papers.one(Reveals)
        proof = self.shuffles.get(event.k)
        if proof is None or proof.closed or paper.k != event.k:
            raise desk.fault("bad-reveal", f"shuffle {event.k} was not begun, or is closed already")
        self._check_reveals(desk, proof, paper)
        mix = shuffles.mix(proof.context, paper.values)
        if event.order != shuffles.order(mix, proof.count):
            raise desk.fault("wrong-order", f"the cut of shuffle {event.k} gives another order")
        taken = desk.before.taken
        if not taken or _dice(desk) != shuffles.first(mix, len(taken)):
            raise desk.fault("wrong-order", f"the cut of shuffle {event.k} gives other dice")
        proof.reveals, proof.mix, proof.order = paper.values, mix, event.order
        self.counts.shuffles += 1

    def _check_reveals(self, desk: Desk, proof: ShuffleProof, paper: Reveals) -> None:
        seats = [seat for seat, _, _ in paper.values]
        if seats != sorted(set(seats)) or not set(seats) <= seats_of(proof.contributors):
            raise desk.fault("bad-reveal", "reveals come from contributors, seats rising")
        for seat, index, value in paper.values:
            if index != paper.k or not self.link_holds(seat, index, value):
                raise desk.fault("bad-reveal", f"the value of seat {seat} is not the next link of its chain")
            self.links[seat] = (self.links[seat][0], index, value)
            self.counts.reveals += 1

    def link_holds(self, seat: int, index: int, value: bytes) -> bool:
        """Whether this link of a seat's chain leads to the one last known."""
        session, known_index, known = self.links[seat]
        return index > known_index and chains.leads_to(
            self.gid, session, chains.PLAYER, index, value, known_index, known
        )

    # Cards

    def _deal_drawn(self, desk: Desk, event: ev.DealDrawn) -> None:
        self._deal_is_drawn = True
        self._all_shown(desk, event)

    def _round_began(self, desk: Desk, event: ev.RoundBegan) -> None:
        """The cut's dice name the dealing seat of the first round, unless cards were drawn for it."""
        dice = _dice(desk)
        if event.round != 1 or self._deal_is_drawn:
            return
        if dice is None or event.deal_seat != from_seat(event.seats, desk.before.taken[dice]):
            raise desk.fault("wrong-draw", f"the dice do not name seat {event.deal_seat} to deal")

    def _dealt(self, desk: Desk, event: ev.Dealt) -> None:
        """One card at a time, in the order of the cut: a new deal from the dealing seat's left."""
        k = len(self.shuffles)
        proof, seats = self.shuffles[k], _dealing_order(desk, self.shuffles[k].begun.into)
        count = sum(map(len, event.hands))
        for place, seat in enumerate(seats):
            expected = tuple(slots.slot_of(k, s) for s in proof.order[place : count : len(seats)])
            if event.hands[seat] != expected:
                raise desk.fault("wrong-draw", f"seat {seat} was dealt slots {event.hands[seat]}, not {expected}")
            self._received(desk, seat, event.hands[seat])

    def _drew(self, desk: Desk, event: ev.Drew) -> None:
        self._received(desk, event.seat, event.slots)

    def _hands_moved(self, desk: Desk, event: ev.HandsMoved) -> None:
        """A hand that changes seats is sealed to its new one, but for the cards that everybody knows."""
        for seat in event.takers:
            self._received(desk, seat, hidden(desk.after, desk.after.hands[seat]))

    def _challenged(self, desk: Desk, event: ev.Challenged) -> None:
        self._received(desk, event.seat, hidden(desk.before, event.shown))

    def _all_shown(self, desk: Desk, event: ev.Played | ev.Shown | ev.DealDrawn) -> None:
        for slot, card in zip(event.slots, event.cards, strict=True):
            self._shown(desk, slot, card)

    def _starter_turned(self, desk: Desk, event: ev.StarterTurned) -> None:
        self._shown(desk, event.slot, event.card)

    def _shown(self, desk: Desk, slot: int, card: int) -> None:
        opened = desk.before.opened
        if slot not in opened:
            if card in opened.values():
                raise desk.fault("bad-deck", f"card {card} is shown twice, now in slot {slot}")
            self._check_opening(desk, slot, card)
        elif opened[slot] != card:
            raise desk.fault("bad-opening", f"slot {slot} was shown as card {opened[slot]}")
        self.faces[slot] = card

    def _check_opening(self, desk: Desk, slot: int, card: int) -> None:
        opening = desk.papers.opening(slot)
        if opening is None:
            raise desk.fault("missing-paper", f"slot {slot} is shown without its opening")
        if opening[0] != card:
            raise desk.fault("bad-opening", f"slot {slot} is shown as card {card}, its opening says card {opening[0]}")
        if not self._opens(slot, card, opening[1]):
            raise desk.fault("bad-opening", f"slot {slot} was not committed to as card {card}")
        self.counts.openings += 1

    def _opens(self, slot: int, card: int, salt: bytes) -> bool:
        proof = self.shuffles.get(slots.shuffle_of(slot))
        if proof is None or card >= self.deck_size:
            return False
        return slots.opens(proof.commitments, self.gid, proof.begun.k, slots.place_of(slot), card, salt)

    def _received(self, desk: Desk, seat: int, hand: tuple[int, ...]) -> None:
        """A human seat gets every hidden slot sealed to it; a computer's cards stay with the dealer."""
        if seat not in self.links or not hand:
            return
        paper = desk.papers.sealings(seat)
        if paper is None or paper.slots != hand or len(paper.sealed) != slots.SEALED_SIZE * len(hand):
            raise desk.fault("missing-paper", f"slots {hand} are not sealed to seat {seat}")
        self.sealings.append((desk.index, paper))
        if self.reader and self.links[seat][0] == self.reader.session:
            self._open(desk.index, paper, self._key(self.reader.x25519, self.dealer_x25519, _x25519(desk, seat)))

    def _key(self, secret: bytes, peer: bytes, player: bytes) -> bytes:
        return slots.shared_key(self.gid, secret, peer, self.dealer_x25519, player)

    def _open(self, index: int, paper: Sealings, key: bytes) -> None:
        """Learn the sealed faces; ``index`` is the entry that holds them."""
        for place, slot in enumerate(paper.slots):
            data = paper.sealed[slots.SEALED_SIZE * place : slots.SEALED_SIZE * (place + 1)]
            card, salt = slots.unsealed(key, slots.shuffle_of(slot), slots.place_of(slot), data)
            if not self._opens(slot, card, salt):
                raise LogFault("bad-sealing", index, f"what is sealed to seat {paper.seat} does not open slot {slot}")
            self.faces[slot] = card
            self.counts.sealings += 1

    # The dealer's reveal

    def _round_ended(self, desk: Desk, _event: ev.RoundEnded) -> None:
        paper = desk.papers.one(DealerReveal)
        index, known = self.dealer_link
        last = len(self.shuffles)
        if paper.k != last or not chains.leads_to(self.gid, self.table, chains.DEALER, last, paper.value, index, known):
            raise desk.fault("bad-dealer-reveal", f"the value is not link {last} of the dealer's chain")
        for k in range(index + 1, last + 1):
            self._check_deck(desk, k, self._dealer_value(paper, k))
        self.dealer_link = (last, paper.value)
        self._check_cards(desk)
        self._check_x25519(desk, paper)

    def _game_ended(self, desk: Desk, _event: ev.GameEnded) -> None:
        """A game that ends between two rounds has its dealer's reveal here."""
        if not any(isinstance(event, ev.RoundEnded) for event in desk.checked.entry.events):
            paper = desk.papers.one(DealerReveal)
            if (paper.k, paper.value) != self.dealer_link:
                raise desk.fault("bad-dealer-reveal", "the value is not the one last revealed")
            self._check_x25519(desk, paper)

    def _dealer_value(self, paper: DealerReveal, k: int) -> bytes:
        value = paper.value
        for index in range(paper.k, k, -1):
            value = chains.link_below(self.gid, self.table, chains.DEALER, index, value)
        return value

    def _check_deck(self, desk: Desk, k: int, value: bytes) -> None:
        """The dealer's value must give the commitments of shuffle k over exactly the cards that went in."""
        proof = self.shuffles[k]
        cards = [*proof.begun.cards, *(self.faces[slot] for slot in proof.begun.slots)]
        dealt = shuffles.arrange(self.gid, k, value, cards)
        if dealt.commitments != proof.commitments:
            raise desk.fault("bad-deck", f"the dealer's value does not give the commitments of shuffle {k}")
        proof.dealer_value = value
        self.faces.update({slots.slot_of(k, place): card for place, card in enumerate(dealt.cards)})

    def _check_cards(self, desk: Desk) -> None:
        """What is shown is what was committed to, and each card of the deck is in play once."""
        state = desk.after
        for slot, card in state.opened.items():
            if self.faces.get(slot) != card:
                raise desk.fault("bad-opening", f"slot {slot} is shown as card {card}, which it is not")
        undrawn = (slot for pile in state.piles for slot in pile.rest)
        in_hands = (slot for hand in state.hands for slot in hand)
        cards = sorted(self.faces[slot] for slot in (*in_hands, *undrawn, *state.discards))
        if cards != list(range(len(state.deck))):
            raise desk.fault("bad-deck", "hands, pile and discards together are not the deck, each card once")

    def _check_x25519(self, desk: Desk, paper: DealerReveal) -> None:
        ended = any(isinstance(event, ev.GameEnded) for event in desk.checked.entry.events)
        if ended != (paper.x25519 is not None):
            raise desk.fault("bad-dealer-reveal", "the dealer's x25519 secret stands beside game-ended and only there")
        if paper.x25519 is not None:
            if exchange_public(paper.x25519) != self.dealer_x25519:
                raise desk.fault("bad-dealer-reveal", "that is not the dealer's x25519 secret")
            self._check_all_sealings(desk, paper.x25519)

    def _check_all_sealings(self, desk: Desk, secret: bytes) -> None:
        players = {seat: _x25519(desk, seat) for seat in self.links}
        keys = {seat: self._key(secret, player, player) for seat, player in players.items()}
        for index, paper in self.sealings:
            self._open(index, paper, keys[paper.seat])

    _CHECKS: ClassVar[dict[type[ev.Event], Callable[[Proofs, Desk, Any], None]]] = {
        ev.DealerSeated: _dealer_seated,
        ev.Seated: _seated,
        ev.Left: _left,
        ev.ShuffleBegun: _begun,
        ev.ShuffleClosed: _closed,
        ev.RoundBegan: _round_began,
        ev.Dealt: _dealt,
        ev.Drew: _drew,
        ev.HandsMoved: _hands_moved,
        ev.Challenged: _challenged,
        ev.DealDrawn: _deal_drawn,
        ev.Shown: _all_shown,
        ev.Played: _all_shown,
        ev.StarterTurned: _starter_turned,
        ev.RoundEnded: _round_ended,
        ev.GameEnded: _game_ended,
    }


def hidden(state: State, held: tuple[int, ...]) -> tuple[int, ...]:
    """The slots among these that not everybody knows: what a seat that sees them needs sealed to it."""
    return tuple(slot for slot in held if slot not in state.opened)


def _dealing_order(desk: Desk, into: str) -> list[int]:
    """The seats that a deal goes round: from the dealing seat's left, or on from the seat whose card shuffled hands."""
    state, todo = desk.after, desk.before.todo
    if into == "deck":
        playing, first = state.playing, state.deal_seat
        left = [seat for seat in playing if first is not None and seat > first]
        return left + [seat for seat in playing if seat not in left]
    if not todo or todo[0].seat is None:
        raise ValueError("nobody's hands wait to be dealt")
    return [desk.before.neighbour(todo[0].seat, place + 1) for place in range(len(desk.before.playing))]


def _x25519(desk: Desk, seat: int) -> bytes:
    """The key that a player's cards are sealed to."""
    return desk.before.seat_at(seat).x25519


def _dice(desk: Desk) -> int | None:
    """The die of the cut that this entry closes a shuffle with."""
    cause = desk.checked.entry.cause
    return cause.act.dice if isinstance(cause, ByTable) and isinstance(cause.act, Close) else None
