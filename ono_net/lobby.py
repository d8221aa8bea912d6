"""Room codes, what the store keeps of a room, and who follows it."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from ono_core.log.codec import packed, unpacked
from ono_net.messages import Door

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No O and no I: read aloud or written by hand they are taken for digits."""

SHORTEST = 4
LONGEST = 8
"""Letters of a code: as many as ODDS asks for."""

ODDS = 50_000
"""At most one of so many codes is in use, so that guessing does not pay (limits.py says how often one may)."""

F = TypeVar("F")


def code_of(text: str) -> str | None:
    """The room code a person meant: case and spaces do not count; None if it can be none."""
    letters = "".join(text.split())
    code = letters.upper() if letters.isascii() else ""
    return code if SHORTEST <= len(code) <= LONGEST and all(letter in ALPHABET for letter in code) else None


def free_code(taken: Collection[str], entropy: bytes) -> str:
    """A code that is not taken, the longer the more there are; `entropy` is 8 random bytes or more."""
    length = next(n for n in range(SHORTEST, LONGEST + 1) if len(ALPHABET) ** n >= ODDS * (len(taken) + 1))
    start, codes = int.from_bytes(entropy), len(ALPHABET) ** length
    return next(code for number in itertools.count(start) if (code := _spelled(number % codes, length)) not in taken)


def _spelled(number: int, length: int) -> str:
    letters: list[str] = []
    for _ in range(length):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


PRIVATE = Door(locked=False, public=False, watch="live")
"""The door of a room at first."""

PUBLIC = Door(locked=False, public=True, watch="live")
"""The door of a room that quick play opened."""


class Prepared(Struct, frozen=True):
    """What an organiser asked of a room: by which nonce, and how much later those see it who see it later."""

    organiser: bytes
    nonce: bytes
    delay_ms: int


class Record(Struct, frozen=True):
    """What the store keeps of a room beside its logs.

    Its present game; whether the server opened it for its own players; its door; the identities that its host put out,
    the newest last; those for whom it is not locked; and who prepared it, if somebody did.
    """

    game: bytes
    is_house: bool = False
    door: Door = PRIVATE
    banned: tuple[bytes, ...] = ()
    members: tuple[bytes, ...] = ()
    prepared: Prepared | None = None


def record(value: Record) -> bytes:
    """A room's record as the store keeps it."""
    return packed(msgspec.to_builtins(value, builtin_types=(bytes,)))


def read_record(raw: bytes) -> Record:
    """The record of a room; ValueError if it is none."""
    return msgspec.convert(unpacked(raw), Record, builtin_types=(bytes,))


class Followers(Generic[F]):
    """Who follows one room: for each identity one connection, the newest."""

    def __init__(self) -> None:
        self._by_identity: dict[bytes, F] = {}

    def __len__(self) -> int:
        return len(self._by_identity)

    def __iter__(self) -> Iterator[tuple[bytes, F]]:
        return iter(tuple(self._by_identity.items()))

    def get(self, identity: bytes) -> F | None:
        """The connection of this identity, if it follows."""
        return self._by_identity.get(identity)

    def join(self, identity: bytes, follower: F) -> F | None:
        """Let a connection follow; the older one of the same identity, which it replaces, is returned."""
        older = self._by_identity.get(identity)
        self._by_identity[identity] = follower
        return None if older is follower else older

    def leave(self, identity: bytes, follower: F) -> bool:
        """Take a connection off; False if it did not follow any more, as after being replaced."""
        if self._by_identity.get(identity) is not follower:
            return False
        del self._by_identity[identity]
        return True
