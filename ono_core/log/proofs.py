"""Whether the papers of a log prove its cards: what a client checks live and the audit checks again.

``Proofs`` is a fold beside the Book's. It holds for each shuffle its commitments and its cut, for each contributor the
link last known, and every face that its reader can open. A paper that does not prove what it should raises LogFault.
Which checks belong to which paper: spec/fairness.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any, ClassVar, Final

from msgspec import Struct

from ono_core.fair import chains, shuffles, slots
from ono_core.fair.keys import KEY_SIZE, can_agree, exchange_public
from ono_core.fair.transcript import DIGEST_SIZE
from ono_core.game import events as ev
from ono_core.game.commands import Close, Join, ReAnchor, Witness
from ono_core.game.state import MOST_SEATS, Phase, State, from_seat, present_witnesses
from ono_core.log.admission import key_objection, witness_objection
from ono_core.log.book import Checked
from ono_core.log.desk import Desk, Papers
from ono_core.log.entries import ByPlayer, ByTable, Signed, command_is_signed
from ono_core.log.faults import LogFault
from ono_core.log.papers import Commitments, DealerReveal, Link, Reveals, Sealings, seats_of
from ono_core.log.shares import BadShare, GivenShare, Shares

MOST_CARDS: Final = 256
"""Cards of a shuffle at most."""

MOST_MISSES: Final = 3
"""Reveals that a witness may miss in a game: then no shuffle waits for it any more."""


class Reader(Struct, frozen=True):
    """One seat's means to open what is sealed to it: its session key (public) and its x25519 secret."""

    session: bytes
    x25519: bytes


class Known(Struct, frozen=True):
    """A seed chain as far as the log shows it: its link ``index`` is ``value``. Link k - ``base`` is for shuffle k."""

    owner: bytes
    base: int
    index: int
    value: bytes

    def leads(self, gid: bytes, role: int, k: int, index: int, value: bytes) -> bool:
        """Whether this is the chain's link for shuffle k, and leads to the one last known."""
        if index != k - self.base or index <= self.index:
            return False
        return chains.leads_to(gid, self.owner, role, index, value, self.index, self.value)


class ShuffleProof(Struct):
    """What is known of one shuffle; ``dealer_value`` is empty until the dealer reveals."""

    begun: ev.ShuffleBegun
    commitments: bytes
    contributors: tuple[Link, ...]
    chains: dict[int, Known]
    """The contributors' chains as they were when it began."""
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
        self.dealer_chains: list[Known] = []
        """The dealer's chains that have shuffles still to be revealed, or to come."""
        self.revealed = DealerReveal(0, b"", None)
        """The dealer's last reveal."""
        self.chains: dict[int, Known] = {}
        """The chain of each player's seat, and of each witness by number."""
        self.shuffles: dict[int, ShuffleProof] = {}
        self.asleep: set[int] = set()
        """Seats and witnesses that missed a reveal and have not acted, nor revealed, nor taken new keys since."""
        self.misses: dict[int, int] = {}
        """How many reveals each witness has missed."""
        self.sealings: list[tuple[int, Sealings, bytes]] = []
        """Index of the entry, what was sealed, and the x25519 key it was sealed to."""
        self.shares = Shares()
        self.faces: dict[int, int] = {}
        self.counts = Counts()
        self._deal_is_drawn = False

    def take(self, checked: Checked, before: State, gid: bytes, table: bytes) -> None:
        """Check the papers of the next entry, which the book has checked; ``before`` is the state before it."""
        self.gid, self.table, self.deck_size = gid, table, len(checked.state.deck)
        desk = Desk(checked, before, Papers(checked.entry))
        if checked.said and checked.said.seat is not None:
            self.asleep.discard(checked.said.seat)
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
        self.dealer_x25519, self.dealer_chains = event.x25519, [Known(self.table, 0, 0, event.anchor)]

    def _seated(self, desk: Desk, event: ev.Seated) -> None:
        """In the lobby or between two rounds, and then a vacant seat."""
        if desk.before.phase is not Phase.ROUND_OVER or event.seat in desk.before.taken:
            self._check_lobby(desk)
        objected = key_objection(self.gid, event.identity, event)
        if objected:
            raise desk.fault(objected, f"the keys of seat {event.seat}")
        self.chains[event.seat] = Known(event.session, 0, 0, event.anchor)

    def _rekeyed(self, desk: Desk, event: ev.Rekeyed) -> None:
        """Its player asked for it with these keys, its identity vouches for them, and its hand is sealed to them."""
        act, base = desk.checked.said.act if desk.checked.said else None, len(self.shuffles)
        if not isinstance(act, Join) or act.session != event.session or event.base != base:
            raise desk.fault("undecided", f"the player of seat {event.seat} did not ask for these keys from {base} on")
        objected = key_objection(self.gid, desk.before.seat_at(event.seat).identity, event)
        if objected:
            raise desk.fault(objected, f"the new keys of seat {event.seat}")
        self.chains[event.seat] = Known(event.session, base, 0, event.anchor)
        self.asleep.discard(event.seat)
        if desk.after.hands:
            self._received(desk, event.seat, hidden(desk.after, desk.after.hands[event.seat]))
        self.shares.again(desk, self.gid, event.seat, partial(self._own_key, desk))

    def _witness_came(self, desk: Desk, event: ev.WitnessCame) -> None:
        """It asked for it with these keys, its identity vouches for them, and a number stays one identity's."""
        act, base = desk.checked.said.act if desk.checked.said else None, len(self.shuffles)
        asked = isinstance(act, Witness) and (act.identity, act.session) == (event.identity, event.session)
        if not asked or event.base != base:
            raise desk.fault("undecided", f"witness {event.witness} did not ask for these keys from {base} on")
        held = desk.before.witnesses.get(event.witness)
        if held and held.identity != event.identity:
            raise desk.fault("undecided", f"the number of witness {event.witness} is another's")
        objected = witness_objection(self.gid, event)
        if objected:
            raise desk.fault(objected, f"the keys of witness {event.witness}")
        self.chains[event.witness] = Known(event.session, base, 0, event.anchor)
        self.asleep.discard(event.witness)

    def _witness_left(self, _desk: Desk, event: ev.WitnessLeft) -> None:
        self.chains.pop(event.witness, None)

    def _re_anchored(self, desk: Desk, event: ev.ReAnchored) -> None:
        """Whose chain it is said so: the dealer's is the table's own word, a seat's needs its player's signature."""
        if len(event.anchor) != KEY_SIZE:
            raise desk.fault("weak-key", "the anchor of a new chain")
        if event.seat is None:
            if not isinstance(desk.checked.entry.cause, ByTable) or event.base != len(self.shuffles):
                raise desk.fault("undecided", f"a new chain of the dealer's from {len(self.shuffles)} on expected")
            self.dealer_chains.append(Known(self.table, event.base, 0, event.anchor))
            self._share_out(desk, self.dealer_chains[-1])
            return
        chain = self.chains[event.seat]
        self._check_asked(desk, event, chain)
        self.chains[event.seat] = Known(chain.owner, event.base, 0, event.anchor)

    def _check_asked(self, desk: Desk, event: ev.ReAnchored, chain: Known) -> None:
        cause, said = desk.checked.entry.cause, desk.checked.said
        asked = said is not None and said.seat == event.seat and said.act == ReAnchor(event.anchor, event.base)
        if not asked or not chain.base < event.base <= len(self.shuffles):
            raise desk.fault("undecided", f"the player of seat {event.seat} did not ask for this chain")
        if not isinstance(cause, ByPlayer) or not command_is_signed(
            chain.owner, self.gid, Signed(cause.body, cause.sig)
        ):
            raise desk.fault("bad-command-signature", f"the player of seat {event.seat} did not sign for this chain")

    def _left(self, desk: Desk, event: ev.Left) -> None:
        self._check_lobby(desk)
        self.chains.pop(event.seat, None)
        self.asleep.discard(event.seat)

    def _check_lobby(self, desk: Desk) -> None:
        """From the first shuffle on a seat's player may take new keys, but nobody else the seat."""
        if self.shuffles:
            raise desk.fault("impossible-event", "seats change hands before the first shuffle only")

    # Escrow

    def _game_started(self, desk: Desk, _event: ev.GameStarted) -> None:
        self._share_out(desk, self.dealer_chains[-1])

    def _share_out(self, desk: Desk, chain: Known) -> None:
        self.shares.begin(desk, self.gid, chain.base, chain.value, partial(self._own_key, desk))

    def _own_key(self, desk: Desk, seat: int) -> bytes | None:
        """The key that the reader shares with the dealer, if it holds this seat now."""
        player = desk.after.seat_at(seat)
        if self.reader is None or player.session != self.reader.session:
            return None
        return self._key(self.reader.x25519, self.dealer_x25519, player.x25519)

    def finish(self, given: Iterable[GivenShare], state: State, index: int) -> None:
        """Do what the dealer's last reveal would, from all players' shares, at the log's last entry and its state.

        BadShare where they do not give its secret, LogFault where that does not give the cards.
        """
        shares: dict[int, dict[int, bytes]] = {}
        for one in given:
            if one.game != self.gid:
                raise BadShare(f"the share of seat {one.seat} is of another game")
            shares.setdefault(one.base, {})[one.seat] = one.share
        if not self.shares.given:
            raise BadShare("the log gives its players no shares")
        secret = b""
        for chain, last in self._due_reveals() or [(self.dealer_chains[-1], len(self.shuffles))]:
            base = chain.base
            tip, secret = self.shares.recovered(self.gid, self.table, base, shares.get(base, {}), self.dealer_x25519)
            for k in range(self.revealed.k + 1, last + 1):
                value = chains.walked(self.gid, self.table, chains.DEALER, chains.LENGTH, tip, k - base)
                self._check_deck(index, k, value)
                self.revealed = DealerReveal(k, value, None)
        self._check_cards(index, state)
        self._check_all_sealings(secret)

    def _check_shares(self, secret: bytes) -> None:
        wrong = self.shares.wrong(self.gid, self.table, secret, lambda player: self._key(secret, player, player))
        if wrong:
            index, evidence = wrong
            raise LogFault("bad-escrow", index, evidence)

    # Shuffles

    def _begun(self, desk: Desk, event: ev.ShuffleBegun) -> None:
        paper = desk.papers.one(Commitments)
        count = len(event.cards) + len(event.slots)
        if not self.dealer_x25519 or event.k != len(self.shuffles) + 1 or paper.k != event.k:
            raise desk.fault("bad-commitments", f"shuffle {len(self.shuffles) + 1} of a seated dealer expected")
        if not 0 < count <= MOST_CARDS or len(paper.slots) != DIGEST_SIZE * count:
            raise desk.fault("bad-commitments", f"shuffle {event.k}: a commitment for each of {count} cards expected")
        known = {(seat, chain.index, chain.value) for seat, chain in self.chains.items()}
        seats = [seat for seat, _, _ in paper.contributors]
        if seats != sorted(set(seats)) or not known.issuperset(paper.contributors):
            raise desk.fault("bad-commitments", "the contributors' last links are not those of the log")
        left_out = self.to_be_asked(desk.before, event, self.asleep).difference(seats)
        if left_out:
            raise desk.fault("bad-commitments", f"seats {sorted(left_out)} are there, and were not asked for a seed")
        context = shuffles.context(self.gid, event.k, desk.checked.hash)
        fed = {seat: self.chains[seat] for seat in seats}
        self.shuffles[event.k] = ShuffleProof(event, paper.slots, paper.contributors, fed, context)

    def to_be_asked(self, before: State, begun: ev.ShuffleBegun, asleep: AbstractSet[int]) -> set[int]:
        """The players and witnesses that a shuffle must ask for seeds: all there and not ``asleep`` (fairness.md 2.2).

        For the deal of a round that only contributors are dealt into, sleeping players too. ``before``: as it was when
        the entry was written.
        """
        players = (seat for seat in self.chains if seat < MOST_SEATS)
        there = {seat for seat in players if not (before.seat_at(seat).away or before.seat_at(seat).gone)}
        witnesses = {number for number in present_witnesses(before) if self.misses.get(number, 0) < MOST_MISSES}
        asks_all = begun.into == "deck" and before.options.get("missing_reveal") == "sit_out"
        return (there if asks_all else there - asleep) | (witnesses - asleep)

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
        self._check_missing(desk, proof)

    def _check_missing(self, desk: Desk, proof: ShuffleProof) -> None:
        """The close names the contributors whose seeds are missing, and nobody else sits the round out for it."""
        missing = seats_of(proof.contributors) - seats_of(proof.reveals)
        self.asleep = (self.asleep | missing) - seats_of(proof.reveals)
        for number in missing & desk.before.witnesses.keys():
            self.misses[number] = self.misses.get(number, 0) + 1
        said = _close(desk)
        if said is None or said.missing != tuple(sorted(missing)):
            raise desk.fault("bad-reveal", f"seeds of seats {sorted(missing)} are missing, the close says otherwise")
        for event in desk.checked.entry.events:
            if isinstance(event, ev.SatOut) and not missing.issuperset(event.seats):
                raise desk.fault("bad-reveal", f"seats {event.seats} sit out, seeds are missing of {sorted(missing)}")

    def _check_reveals(self, desk: Desk, proof: ShuffleProof, paper: Reveals) -> None:
        seats = [seat for seat, _, _ in paper.values]
        if seats != sorted(set(seats)) or not set(seats) <= seats_of(proof.contributors):
            raise desk.fault("bad-reveal", "reveals come from contributors, seats rising")
        for seat, index, value in paper.values:
            if not self.link_holds(paper.k, seat, index, value):
                raise desk.fault("bad-reveal", f"the value of seat {seat} is not the next link of its chain")
            chain = proof.chains[seat]
            if self.chains.get(seat) == chain:
                self.chains[seat] = Known(chain.owner, chain.base, index, value)
            self.counts.reveals += 1

    def link_holds(self, k: int, seat: int, index: int, value: bytes) -> bool:
        """Whether this is the link for shuffle k of the chain that the seat had when it began."""
        return self.shuffles[k].chains[seat].leads(self.gid, chains.PLAYER, k, index, value)

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
        if seat not in self.chains or not hand:
            return
        paper = desk.papers.sealings(seat)
        if paper is None or paper.slots != hand or len(paper.sealed) != slots.SEALED_SIZE * len(hand):
            raise desk.fault("missing-paper", f"slots {hand} are not sealed to seat {seat}")
        self.sealings.append((desk.index, paper, desk.after.seat_at(seat).x25519))
        key = self._own_key(desk, seat)
        if key:
            self._open(desk.index, paper, key)

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
        present = self.dealer_chains[-1]
        *earlier, last = self._due_reveals()
        for chain, k in earlier:
            if self._check_reveal(desk, chain, k).x25519 is not None:
                raise desk.fault("bad-dealer-reveal", "the dealer's x25519 secret stands in its last reveal only")
        chain, k = last
        paper = self._check_reveal(desk, chain, k)
        if chain is present:
            present = Known(chain.owner, chain.base, k - chain.base, paper.value)
        self.dealer_chains = [present]
        self._check_cards(desk.index, desk.after)
        self._check_x25519(desk, paper)

    def _due_reveals(self) -> list[tuple[Known, int]]:
        """The dealer's chains that fed shuffles not revealed yet, each with its last; LookupError if there is none."""
        ends = [*(chain.base for chain in self.dealer_chains[1:]), len(self.shuffles)]
        spans = zip(self.dealer_chains, ends, strict=True)
        return [(chain, last) for chain, last in spans if last > max(chain.base, self.revealed.k)]

    def _check_reveal(self, desk: Desk, chain: Known, last: int) -> DealerReveal:
        """The dealer's link for the last shuffle that a chain fed gives all that it fed since the reveal before."""
        paper = desk.papers.one(DealerReveal)
        if paper.k != last or not chain.leads(self.gid, chains.DEALER, last, last - chain.base, paper.value):
            raise desk.fault("bad-dealer-reveal", f"the value is not the link for shuffle {last} of the dealer's chain")
        for k in range(self.revealed.k + 1, last + 1):
            index, target = last - chain.base, k - chain.base
            value = chains.walked(self.gid, self.table, chains.DEALER, index, paper.value, target)
            self._check_deck(desk.index, k, value)
        self.revealed = paper
        return paper

    def _game_ended(self, desk: Desk, _event: ev.GameEnded) -> None:
        """A game that ends between two rounds has its dealer's reveal here."""
        if not any(isinstance(event, ev.RoundEnded) for event in desk.checked.entry.events):
            paper = desk.papers.one(DealerReveal)
            if (paper.k, paper.value) != (self.revealed.k, self.revealed.value):
                raise desk.fault("bad-dealer-reveal", "the value is not the one last revealed")
            self._check_x25519(desk, paper)

    def _check_deck(self, index: int, k: int, value: bytes) -> None:
        """The dealer's value must give the commitments of shuffle k over exactly the cards that went in."""
        proof = self.shuffles[k]
        cards = [*proof.begun.cards, *(self.faces[slot] for slot in proof.begun.slots)]
        dealt = shuffles.arrange(self.gid, k, value, cards)
        if dealt.commitments != proof.commitments:
            raise LogFault("bad-deck", index, f"the dealer's value does not give the commitments of shuffle {k}")
        proof.dealer_value = value
        self.faces.update({slots.slot_of(k, place): card for place, card in enumerate(dealt.cards)})

    def _check_cards(self, index: int, state: State) -> None:
        """What is shown is what was committed to, and each card of the deck is in play once."""
        for slot, card in state.opened.items():
            if self.faces.get(slot) != card:
                raise LogFault("bad-opening", index, f"slot {slot} is shown as card {card}, which it is not")
        shuffling = state.shuffle
        in_shuffle = (slots.slot_of(shuffling.k, place) for place in range(shuffling.count)) if shuffling else ()
        undrawn = (slot for pile in state.piles for slot in pile.rest)
        in_hands = (slot for hand in state.hands for slot in hand)
        cards = sorted(self.faces[slot] for slot in (*in_hands, *undrawn, *state.discards, *in_shuffle))
        if cards != list(range(len(state.deck))):
            raise LogFault("bad-deck", index, "hands, pile and discards together are not the deck, each card once")

    def _check_x25519(self, desk: Desk, paper: DealerReveal) -> None:
        ended = any(isinstance(event, ev.GameEnded) for event in desk.checked.entry.events)
        if ended != (paper.x25519 is not None):
            raise desk.fault("bad-dealer-reveal", "the dealer's x25519 secret stands beside game-ended and only there")
        if paper.x25519 is not None:
            if exchange_public(paper.x25519) != self.dealer_x25519:
                raise desk.fault("bad-dealer-reveal", "that is not the dealer's x25519 secret")
            self._check_all_sealings(paper.x25519)
            self._check_shares(paper.x25519)

    def _check_all_sealings(self, secret: bytes) -> None:
        keys = {player: self._key(secret, player, player) for player in {player for *_, player in self.sealings}}
        for index, paper, player in self.sealings:
            self._open(index, paper, keys[player])

    _CHECKS: ClassVar[dict[type[ev.Event], Callable[[Proofs, Desk, Any], None]]] = {
        ev.DealerSeated: _dealer_seated,
        ev.Seated: _seated,
        ev.GameStarted: _game_started,
        ev.Rekeyed: _rekeyed,
        ev.ReAnchored: _re_anchored,
        ev.Left: _left,
        ev.WitnessCame: _witness_came,
        ev.WitnessLeft: _witness_left,
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


def _close(desk: Desk) -> Close | None:
    """The act that this entry closes a shuffle with."""
    cause = desk.checked.entry.cause
    return cause.act if isinstance(cause, ByTable) and isinstance(cause.act, Close) else None


def _dice(desk: Desk) -> int | None:
    """The die of the cut that this entry closes a shuffle with."""
    close = _close(desk)
    return close.dice if close else None
