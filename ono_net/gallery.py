"""What those without a seat see of a game, and when, as the room's door says (protocol.md section 9)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import attrgetter

from ono_core.game import events as ev
from ono_core.game.state import ENDED, Phase, contributor_of
from ono_net.room import Room

_OPEN = ENDED | {Phase.LOBBY}
"""Phases in which there is nothing to hold back."""


class Gallery:
    """The followers that are kept behind the game, with how many of its entries each has been sent."""

    def __init__(self) -> None:
        self._sent: dict[bytes, int] = {}

    def __contains__(self, identity: bytes) -> bool:
        return identity in self._sent

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

    def due(self, room: Room, watch: str, now: int) -> Iterator[tuple[bytes, list[bytes]]]:
        """What is to be sent now, and to whom; who has been sent everything is kept behind no more."""
        for identity, sent in tuple(self._sent.items()):
            end = may_see(room, watch, identity, now)
            if end == len(room.book):
                del self._sent[identity]
            elif end > sent:
                self._sent[identity] = end
            if end > sent:
                yield identity, room.book.raws(sent)[: end - sent]

    def next_at(self, room: Room, watch: str) -> int | None:
        """When something is due next, if that is known; in ms of the caller's steady clock."""
        if watch != "delayed" or room.is_paused:
            return None
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
