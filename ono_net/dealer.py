"""The dealer of one game: the secrets behind its shuffles, and the papers that prove what comes from them.

All secrets follow from the server's master secret and the game's nonce, so a server that starts cold knows them again;
what was dealt follows from the log. Where the log names its host, who may have chosen the nonce, and the same twice,
they follow from the game's id too: what one game reveals at its end must not be another's secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ono_core.fair import escrow, slots
from ono_core.fair.chains import DEALER, LENGTH, Chain
from ono_core.fair.keys import exchange_public, own_secret, public_key
from ono_core.fair.shuffles import Arrangement, arrange
from ono_core.fair.transcript import u8, u32
from ono_core.game import events as ev
from ono_core.game.evolve import evolve_all
from ono_core.game.state import State, shareholders
from ono_core.log.papers import Commitments, DealerReveal, Escrow, Link, Openings, Paper, Reveals, Sealings
from ono_core.log.proofs import hidden


def table_secret(master: bytes) -> bytes:
    """The table's signing secret: one for all games of a server."""
    return own_secret(master, "table")


class Dealer:
    """One game's dealer. ``faces`` maps every slot of every shuffle so far to its card."""

    LINKS: ClassVar = LENGTH
    """Links of each of its chains."""

    def __init__(self, master: bytes, nonce: bytes, gid: bytes, *, by_game: bool = False) -> None:
        """Derive this game's secrets, from its id too if that is asked for."""
        self.gid = gid
        self._master = master
        self._nonce = nonce
        self._own = (nonce, gid) if by_game else (nonce,)
        self._x25519 = own_secret(master, "dealer-x25519", *self._own)
        self.x25519 = exchange_public(self._x25519)
        self._table = public_key(table_secret(master))
        self._chains: dict[int, Chain] = {}
        self._chains[0] = self.chain(0)
        """By their bases, rising: the chain with the highest base below k feeds shuffle k."""
        self._shares: dict[int, dict[int, bytes]] = {}
        """By base and seat."""
        self._revealed = 0
        self.faces: dict[int, int] = {}
        self._arranged: dict[int, Arrangement] = {}
        self._keys: dict[int, bytes] = {}

    def by_game(self) -> Dealer:
        """The dealer of this game whose secrets follow from its id too."""
        return Dealer(self._master, self._nonce, self.gid, by_game=True)

    def chain(self, base: int) -> Chain:
        """The chain whose link k - ``base`` is for shuffle k."""
        if base in self._chains:
            return self._chains[base]
        parts = (*self._own, u32(base)) if base else self._own
        return Chain(self.gid, self._table, DEALER, own_secret(self._master, "dealer-chain", *parts), self.LINKS)

    def link(self, k: int) -> bytes:
        """Its link for shuffle k."""
        base = max(base for base in self._chains if base < k)
        return self._chains[base].link(k - base)

    def links_left(self, shuffles: int) -> int:
        """How many of its links are left after so many shuffles."""
        return self.LINKS + max(self._chains) - shuffles

    def learn(self, happened: Sequence[ev.Event], after: State) -> None:
        """Take in events of the log: lay out what a begun shuffle holds, forget keys of a seat that changed hands."""
        for event in happened:
            if isinstance(event, ev.ShuffleBegun):
                self._arrange(event)
            elif isinstance(event, ev.Seated | ev.Rekeyed):
                self._keys[event.seat] = self._shared(event.x25519)
            elif isinstance(event, ev.GameStarted):
                self._shares[0] = self._split(0, shareholders(after))
            elif isinstance(event, ev.ReAnchored) and event.seat is None:
                self._chains[event.base] = self.chain(event.base)
                self._shares[event.base] = self._split(event.base, shareholders(after))
            elif isinstance(event, ev.RoundEnded):
                self._revealed = max(self._arranged)
            elif isinstance(event, ev.Left):
                self._keys.pop(event.seat, None)

    def shared_key(self, seat: int) -> bytes | None:
        """The key shared with the player of a seat, if it has one."""
        return self._keys.get(seat)

    def _shared(self, player: bytes) -> bytes:
        return slots.shared_key(self.gid, self._x25519, player, self.x25519, player)

    def _arrange(self, event: ev.ShuffleBegun) -> Arrangement:
        if event.k not in self._arranged:
            cards = [*event.cards, *(self.faces[slot] for slot in event.slots)]
            arranged = arrange(self.gid, event.k, self.link(event.k), cards)
            self._arranged[event.k] = arranged
            self.faces.update({slots.slot_of(event.k, place): card for place, card in enumerate(arranged.cards)})
        return self._arranged[event.k]

    def papers(
        self, before: State, happened: Sequence[ev.Event], contributors: Sequence[Link], reveals: Sequence[Link]
    ) -> tuple[Paper, ...]:
        """The papers of an entry with these events; ``before`` is the state before it."""
        papers: list[Paper] = []
        for event in happened:
            match event:
                case ev.ShuffleBegun():
                    papers.append(Commitments(event.k, self._arrange(event).commitments, tuple(contributors)))
                case ev.ShuffleClosed():
                    papers.append(Reveals(event.k, tuple(reveals)))
                case ev.RoundEnded() | ev.GameEnded():
                    papers += self._reveal(before, happened) if event is _first_end(happened) else []
                case ev.Rekeyed():
                    papers += self._sealed_anew(before, event)
                case ev.GameStarted():
                    papers += self._escrow(0, shareholders(evolve_all(before, (event,))))
                case ev.ReAnchored(seat=None):
                    papers += self._escrow(event.base, shareholders(before))
                case _:
                    papers += self._card_papers(before, happened, event)
        return tuple(papers)

    def _card_papers(self, before: State, happened: Sequence[ev.Event], event: ev.Event) -> list[Paper]:
        """What proves the cards of one event: openings to all, or sealings to one seat."""
        match event:
            case ev.StarterTurned():
                return self._openings(before, (event.slot,))
            case ev.Played() | ev.DealDrawn() | ev.Shown():
                return self._openings(before, event.slots)
            case ev.Dealt():
                return [paper for seat, hand in enumerate(event.hands) for paper in self._sealings(seat, hand)]
            case ev.HandsMoved():
                return self._moved(evolve_all(before, happened), event.takers)
            case ev.Challenged() | ev.Drew():
                slots_seen = hidden(before, event.shown) if isinstance(event, ev.Challenged) else event.slots
                return self._sealings(event.seat, slots_seen)
            case _:
                return []

    def _sealed_anew(self, before: State, event: ev.Rekeyed) -> list[Paper]:
        """The hand that a seat holds, and its shares, for its new keys."""
        held, key = before.hands[event.seat] if before.hands else (), self._shared(event.x25519)
        shares = [
            Escrow(base, (self._share(base, event.seat, by_seat[event.seat], key),))
            for base, by_seat in sorted(self._shares.items())
            if event.seat in by_seat
        ]
        return [*self._sealed(event.seat, hidden(before, held), key), *shares]

    def _escrow(self, base: int, seats: Sequence[int]) -> list[Paper]:
        """The secret behind a chain, split among these players."""
        shares = self._split(base, seats)
        given = tuple(self._share(base, seat, share, self._keys[seat]) for seat, share in sorted(shares.items()))
        return [Escrow(base, given)] if given else []

    def _split(self, base: int, seats: Sequence[int]) -> dict[int, bytes]:
        if not seats:
            return {}
        secret = self.chain(base).tip + self._x25519
        return escrow.split(secret, seats, lambda seat: self._fresh("tip", base, seat) + self._fresh("key", base, seat))

    def _fresh(self, part: str, base: int, seat: int) -> bytes:
        return own_secret(self._master, f"escrow-{part}", *self._own, u32(base), u8(seat))

    def _share(self, base: int, seat: int, share: bytes, key: bytes) -> tuple[int, bytes, bytes]:
        return seat, escrow.commitment(self.gid, base, seat, share), escrow.sealed(key, base, seat, share)

    def _moved(self, after: State, takers: Sequence[int]) -> list[Paper]:
        return [paper for seat in takers for paper in self._sealings(seat, hidden(after, after.hands[seat]))]

    def _openings(self, before: State, shown: Sequence[int]) -> list[Paper]:
        cards = tuple((slot, self.faces[slot], self._salt(slot)) for slot in shown if slot not in before.opened)
        return [Openings(cards)] if cards else []

    def _salt(self, slot: int) -> bytes:
        return self._arranged[slots.shuffle_of(slot)].salts[slots.place_of(slot)]

    def _sealings(self, seat: int, hand: Sequence[int]) -> list[Paper]:
        key = self._keys.get(seat)
        return [] if key is None else self._sealed(seat, hand, key)

    def _sealed(self, seat: int, hand: Sequence[int], key: bytes) -> list[Paper]:
        if not hand:
            return []
        data = b"".join(
            slots.sealed(key, slots.shuffle_of(slot), slots.place_of(slot), self.faces[slot], self._salt(slot))
            for slot in hand
        )
        return [Sealings(seat, tuple(hand), data)]

    def _reveal(self, before: State, happened: Sequence[ev.Event]) -> list[Paper]:
        ended = any(isinstance(event, ev.GameEnded) for event in happened)
        last = max((event.k for event in happened if isinstance(event, ev.ShuffleBegun)), default=before.shuffles)
        secret = self._x25519 if ended else None
        earlier = [DealerReveal(k, self.link(k), None) for k in sorted(self._chains) if self._revealed < k < last]
        return [*earlier, DealerReveal(last, self.link(last), secret)]


def _first_end(happened: Sequence[ev.Event]) -> ev.Event:
    """The event that ends a round, or else the game: the dealer reveals once."""
    return next(event for event in happened if isinstance(event, (ev.RoundEnded, ev.GameEnded)))
