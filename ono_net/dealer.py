"""The dealer of one game: the secrets behind its shuffles, and the papers that prove what comes from them.

All secrets follow from the server's master secret and the game's nonce, so a server that starts cold knows them again;
what was dealt follows from the log.
"""

from __future__ import annotations

from collections.abc import Sequence

from ono_core.fair import slots
from ono_core.fair.chains import DEALER, Chain
from ono_core.fair.keys import exchange_public, own_secret, public_key
from ono_core.fair.shuffles import Arrangement, arrange
from ono_core.game import events as ev
from ono_core.game.evolve import evolve_all
from ono_core.game.state import State
from ono_core.log.papers import Commitments, DealerReveal, Link, Openings, Paper, Reveals, Sealings
from ono_core.log.proofs import hidden


def table_secret(master: bytes) -> bytes:
    """The table's signing secret: one for all games of a server."""
    return own_secret(master, "table")


class Dealer:
    """One game's dealer. ``faces`` maps every slot of every shuffle so far to its card."""

    def __init__(self, master: bytes, nonce: bytes, gid: bytes) -> None:
        """Derive this game's secrets."""
        self.gid = gid
        self._x25519 = own_secret(master, "dealer-x25519", nonce)
        self.x25519 = exchange_public(self._x25519)
        table = public_key(table_secret(master))
        self.chain = Chain(gid, table, DEALER, own_secret(master, "dealer-chain", nonce))
        self.faces: dict[int, int] = {}
        self._arranged: dict[int, Arrangement] = {}
        self._keys: dict[int, bytes] = {}

    def learn(self, happened: Sequence[ev.Event]) -> None:
        """Take in events of the log: lay out what a begun shuffle holds, forget keys of a seat that changed hands."""
        for event in happened:
            if isinstance(event, ev.ShuffleBegun):
                self._arrange(event)
            elif isinstance(event, ev.Seated):
                self._keys[event.seat] = slots.shared_key(
                    self.gid, self._x25519, event.x25519, self.x25519, event.x25519
                )
            elif isinstance(event, ev.Left):
                self._keys.pop(event.seat, None)

    def shared_key(self, seat: int) -> bytes | None:
        """The key shared with the player of a seat, if it has one."""
        return self._keys.get(seat)

    def _arrange(self, event: ev.ShuffleBegun) -> Arrangement:
        if event.k not in self._arranged:
            cards = [*event.cards, *(self.faces[slot] for slot in event.slots)]
            arranged = arrange(self.gid, event.k, self.chain.link(event.k), cards)
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
            case ev.Challenged():
                return self._sealings(event.seat, hidden(before, event.shown))
            case _:
                return self._sealings(event.seat, event.slots) if isinstance(event, ev.Drew) else []

    def _moved(self, after: State, takers: Sequence[int]) -> list[Paper]:
        return [paper for seat in takers for paper in self._sealings(seat, hidden(after, after.hands[seat]))]

    def _openings(self, before: State, shown: Sequence[int]) -> list[Paper]:
        cards = tuple((slot, self.faces[slot], self._salt(slot)) for slot in shown if slot not in before.opened)
        return [Openings(cards)] if cards else []

    def _salt(self, slot: int) -> bytes:
        return self._arranged[slots.shuffle_of(slot)].salts[slots.place_of(slot)]

    def _sealings(self, seat: int, hand: Sequence[int]) -> list[Paper]:
        key = self._keys.get(seat)
        if key is None or not hand:
            return []
        data = b"".join(
            slots.sealed(key, slots.shuffle_of(slot), slots.place_of(slot), self.faces[slot], self._salt(slot))
            for slot in hand
        )
        return [Sealings(seat, tuple(hand), data)]

    def _reveal(self, before: State, happened: Sequence[ev.Event]) -> list[Paper]:
        ended = any(isinstance(event, ev.GameEnded) for event in happened)
        last = max((event.k for event in happened if isinstance(event, ev.ShuffleBegun)), default=before.shuffles)
        return [DealerReveal(last, self.chain.link(last), self._x25519 if ended else None)]


def _first_end(happened: Sequence[ev.Event]) -> ev.Event:
    """The event that ends a round, or else the game: the dealer reveals once."""
    return next(event for event in happened if isinstance(event, (ev.RoundEnded, ev.GameEnded)))
