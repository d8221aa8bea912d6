"""The bulletin board: what organisers publish of their tournaments, and what is asked of them (protocol.md 15).

Nothing of it is kept over a restart: an organiser's program announces again when it comes back.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from typing import Final, Protocol

from ono_core.tournament.hashes import request_id
from ono_net.limits import TooMany
from ono_net.messages import Announce, Applied, Apply, Board, Decided, Message, pack
from ono_net.outbox import frame

MOST_TOURNAMENTS: Final = 32
MOST_FOLLOWERS: Final = 1000
"""Of one tournament."""

MOST_WAITING: Final = 256
"""Requests of one tournament that are not decided; with more the oldest is answered to nobody."""

CODE_SIZE: Final = 5
"""Bytes of a tournament's id that its code spells."""


class Caller(Protocol):
    """A connection, as the board knows it."""

    def push(self, frames: bytes) -> None:
        """Send frames, without waiting."""


class Missing(Exception):
    """What was asked for is not there; `code` is that of the error (protocol.md 5)."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


def code_of(tournament: bytes) -> str:
    """What people call it: the first 40 bits of its id, 8 letters A-Z and digits 2-7 (base32)."""
    return b32encode(tournament[:CODE_SIZE]).decode("ascii")


def spelled(code: str) -> bytes:
    """What a code spells of an id; case and spaces do not count. ValueError if it is none."""
    letters = "".join(code.split()).upper()
    if not re.fullmatch("[A-Z2-7]{8}", letters):
        raise ValueError(f"a code of 8 letters A-Z and digits 2-7 expected, got {code!r:.40}")
    return b32decode(letters)


class Published:
    """One tournament: its board, whose it is, who follows it, and who waits for an answer."""

    def __init__(self, tournament: bytes, organiser: bytes) -> None:
        """Nothing has been published yet."""
        self.tournament = tournament
        self.organiser = organiser
        self.by: Caller | None = None
        """The connection that announced it last; None while the organiser is away."""
        self.board = b""
        """The frame of its board."""
        self.followers: dict[Caller, None] = {}
        self.waiting: dict[bytes, Caller] = {}


class Tournaments:
    """All that are announced on a server, the one announced longest ago first."""

    def __init__(self) -> None:
        self._known: dict[bytes, Published] = {}

    def announce(self, caller: Caller, organiser: bytes, said: Announce) -> None:
        """Publish a board and tell its followers; Missing where it is another organiser's, TooMany without room."""
        known = self._known.get(said.tournament) or self._begun(said.tournament, organiser)
        if known.organiser != organiser:
            raise Missing("not-organiser", "another organiser announces this tournament")
        known.by, known.board = caller, _frame(Board(said.tournament, said.board))
        for follower in known.followers:
            follower.push(known.board)

    def _begun(self, tournament: bytes, organiser: bytes) -> Published:
        if len(self._known) >= MOST_TOURNAMENTS:
            left = next((known for known in self._known.values() if known.by is None), None)
            if left is None:
                raise TooMany("tournaments", f"{MOST_TOURNAMENTS} tournaments expected at most")
            del self._known[left.tournament]
        self._known[tournament] = Published(tournament, organiser)
        return self._known[tournament]

    def attend(self, caller: Caller, begin: bytes) -> None:
        """Follow the tournament whose id begins so, in place of another: its board comes now and at each change."""
        known = self._found(begin)
        if caller not in known.followers and len(known.followers) >= MOST_FOLLOWERS:
            raise TooMany("followers", f"{MOST_FOLLOWERS} expected at most who follow one tournament")
        for other in self._known.values():
            other.followers.pop(caller, None)
        known.followers[caller] = None
        caller.push(known.board)

    def _found(self, begin: bytes) -> Published:
        known = next((one for one in self._known.values() if one.tournament.startswith(begin)), None)
        if known is None:
            raise Missing("no-such-tournament", "no tournament of this id or code is announced here")
        return known

    def apply(self, caller: Caller, identity: bytes, said: Apply) -> None:
        """Pass a signed request on to the organiser."""
        known = self._found(said.tournament)
        if known.by is None:
            raise Missing("organiser-away", "the organiser's program is not connected: try again later")
        id_ = request_id(said.tournament, said.body)
        known.waiting.pop(id_, None)
        known.waiting[id_] = caller
        if len(known.waiting) > MOST_WAITING:
            del known.waiting[next(iter(known.waiting))]
        known.by.push(_frame(Applied(said.tournament, identity, said.body, said.sig)))

    def decided(self, caller: Caller, said: Decided) -> None:
        """Pass an answer of the organiser's on to who asked, if it is still there."""
        for known in self._known.values():
            asked = known.waiting.pop(said.id, None) if known.by is caller else None
            if asked:
                asked.push(_frame(said))

    def leave(self, caller: Caller) -> None:
        """A connection is gone; what it published stays to be read, as long as there is room."""
        for known in self._known.values():
            known.followers.pop(caller, None)
            known.waiting = {id_: other for id_, other in known.waiting.items() if other is not caller}
            if known.by is caller:
                known.by = None


def _frame(message: Message) -> bytes:
    return frame(pack(message))
