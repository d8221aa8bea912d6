"""One player's proof: from the log and the player's own keys, that what it was dealt is what it saw.

Nobody need have revealed anything for it, so it can be asked of a running game: each card that was sealed to the seat
opens, is the one committed to before the cut, and is the next that the cut gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ono_core.fair.slots import place_of, shuffle_of
from ono_core.game.state import State
from ono_core.log.faults import LogFault
from ono_core.log.kinds import NeedsNewer
from ono_core.log.papers import Sealings
from ono_core.log.proofs import Reader
from ono_replay.audit.case import Case
from ono_replay.audit.findings import TABLE, Finding
from ono_replay.audit.form import chain, head
from ono_replay.replay import Replay, read


class NotYours(ValueError):
    """These keys do not hold the seat in this game."""


class OwnCard(Struct, frozen=True):
    """A card that a seat received: in which entry, as which slot, and that it was the nth of its shuffle's cut."""

    index: int
    slot: int
    face: str
    shuffle: int
    nth: int


class OwnCards(Struct, frozen=True):
    """What a log proves to the player of a seat.

    ``cards`` are all that were sealed to it, in the order received; ``hand`` what it holds at the log's end; ``found``
    what speaks against the log, and then nothing from that entry on is proven.
    """

    seat: int
    name: str
    cards: tuple[OwnCard, ...]
    hand: tuple[str, ...]
    found: Finding | None

    @property
    def words(self) -> str:
        """The proof for people, line by line."""
        told = [f"seat {self.seat} ({self.name}): {len(self.cards)} cards were sealed to it"]
        told += [
            f"  entry {card.index}: {card.face}, card {card.nth} of the cut of {card.shuffle}" for card in self.cards
        ]
        if self.found:
            where = "" if self.found.index is None else f"entry {self.found.index}: "
            return "\n".join([*told, f"{where}{self.found.words} ({self.found.code}; {self.found.evidence})"])
        proof = "each opens, was committed to before the cut, and is the one that the cut gave"
        return "\n".join([*told, proof, f"in hand at the log's end: {' '.join(self.hand) or 'nothing'}"])


def own_cards(data: bytes, seat: int, reader: Reader) -> OwnCards:
    """What the file's bytes prove to the player who holds ``seat`` with the keys of ``reader``.

    NotALog or NeedsNewer if they cannot be read, NotYours if the seat is held with other keys.
    """
    replay = read(data, reader)
    if isinstance(replay.fault, NeedsNewer):
        raise replay.fault
    state = replay.book.state
    if _session(state, seat) != reader.session:
        raise NotYours(f"these keys do not hold seat {seat} in this game")
    found = _found(data, replay)
    before = len(replay) if found is None or found.index is None else found.index
    held = state.hands[seat] if seat < len(state.hands) else ()
    hand = () if found else tuple(state.deck[replay.proofs.faces[slot]] for slot in held)
    return OwnCards(seat, state.seat_at(seat).name, tuple(_received(replay, seat, reader.session, before)), hand, found)


def _session(state: State, seat: int) -> bytes | None:
    """The session key of the player who holds a seat."""
    holder = state.seats[seat] if 0 <= seat < len(state.seats) else None
    return holder.session if holder and holder.is_human else None


def _found(data: bytes, replay: Replay) -> Finding | None:
    """The first thing that is wrong with the log's bytes or its papers."""
    case = Case(data, replay, every_signature=True)
    for found in (*chain(case), *head(case)):
        return found
    fault: LogFault | None = replay.paper_fault
    return Finding(fault.code, fault.index, TABLE, fault.evidence) if fault else None


def _received(replay: Replay, seat: int, session: bytes, before: int) -> Iterator[OwnCard]:
    """What was sealed to these keys; what the seat was sent before it took them is for the old ones to prove."""
    for step in replay.steps[:before]:
        for paper in step.entry.papers:
            if isinstance(paper, Sealings) and paper.seat == seat and _session(step.after, seat) == session:
                yield from (_own(replay, step.index, slot) for slot in paper.slots)


def _own(replay: Replay, index: int, slot: int) -> OwnCard:
    k = shuffle_of(slot)
    nth = replay.proofs.shuffles[k].order.index(place_of(slot)) + 1
    return OwnCard(index, slot, replay.steps[index].after.deck[replay.proofs.faces[slot]], k, nth)
