"""Room codes, what the store keeps of a room, and who follows it."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from ono_core.log.codec import packed, unpacked

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No O and no I: read aloud or written by hand they are taken for digits."""

LENGTH = 4
CODES = len(ALPHABET) ** LENGTH

F = TypeVar("F")


def code_of(text: str) -> str | None:
    """The room code a person meant: case and spaces do not count; None if it can be none."""
    code = "".join(text.split()).upper()
    return code if len(code) == LENGTH and all(letter in ALPHABET for letter in code) else None


def free_code(taken: Container[str], entropy: bytes) -> str:
    """A code that is not taken; `entropy` is 8 random bytes or more."""
    start = int.from_bytes(entropy)
    for number in range(start, start + CODES):
        if (code := _spelled(number % CODES)) not in taken:
            return code
    raise AssertionError(f"all {CODES} room codes are taken")


def _spelled(number: int) -> str:
    letters: list[str] = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


class Record(Struct, frozen=True):
    """What the store keeps of a room: its present game, and whether the server opened it for its own players."""

    game: bytes
    is_house: bool


def record(value: Record) -> bytes:
    """A room's record as the store keeps it."""
    return packed(msgspec.structs.asdict(value))


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
