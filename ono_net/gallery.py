"""What those without a seat see of a game, and when, as the room's door says (protocol.md section 9)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import attrgetter

from ono_core.game import events as ev
from ono_core.game.state import ENDED, Phase, contributor_of
from ono_net.messages import Entries, batches
from ono_net.room import Room

_OPEN = ENDED | {Phase.LOBBY}
"""Phases in which there is nothing to hold back."""

STRETCH_MS = 50
"""Between two messages to a follower with much to catch up on, so that no reader's queue overflows (outbox.py)."""


class Gallery:
    """The followers that are kept behind the game, with how many of its entries each has been sent."""

    def __init__(self) -> None:
        self._sent: dict[bytes, int] = {}
        self._more_at: int | None = None

    def __contains__(self, identity: bytes) -> bool:
        return identity in self._sent

    def __bool__(self) -> bool:
        """Whether anybody is kept behind."""
        return bool(self._sent)

    def sent(self, identity: bytes) -> int | None:
        """How many entries somebody who is kept behind has been sent; None for all others."""
        return self._sent.get(identity)

    def hold(self, room: Room, watch: str, identities: Iterable[bytes], sent: int, now: int) -> None:
        """Keep those of these behind, at so many entries, who may not see the whole log yet."""
        for identity in identities:
            if may_see(room, watch, identity, now) < len(room.book):
                self._sent.setdefault(identity, sent)

    def leave(self, identity: bytes) -> None:
        """Forget a follower."""
        self._sent.pop(identity, None)

    def due(self, room: Room, watch: str, now: int) -> Iterator[tuple[bytes, Entries]]:
        """The next message to each whom something is due now; who has been sent everything is kept behind no more."""
        self._more_at = None
        for identity, sent in tuple(self._sent.items()):
            end = may_see(room, watch, identity, now)
            batch = next(batches(room.book.raws(sent)[: max(end - sent, 0)]), Entries(()))
            told = sent + len(batch.entries)
            if told < end:
                self._more_at = now + STRETCH_MS
            if told >= len(room.book):
                del self._sent[identity]
            else:
                self._sent[identity] = told
            if batch.entries:
                yield identity, batch

    def next_at(self, room: Room, watch: str) -> int | None:
        """When something is due next, if that is known; in ms of the caller's steady clock."""
        if self._more_at is not None or watch != "delayed" or room.is_paused:
            return self._more_at
        entries = room.book.entries
        first = min((sent for sent in self._sent.values() if sent < len(entries)), default=None)
        return None if first is None else room.when(entries[first].clock + room.delay_ms)


def may_see(room: Room, watch: str, identity: bytes, now: int) -> int:
    """How many of the entries an identity may see now: players and witnesses all, others too but during a game."""
    state, entries = room.state, room.book.entries
    if watch == "live" or state.phase in _OPEN or contributor_of(state, identity=identity) is not None:
        return len(entries)
    begun = next(entry.index for entry in entries if any(isinstance(event, ev.GameStarted) for event in entry.events))
    if watch == "after":
        return begun + 1
    return max(begun + 1, bisect_right(entries, room.clock(now) - room.delay_ms, key=attrgetter("clock")))
