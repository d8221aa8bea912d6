"""Whether a signed command may be decided at all: its keys, signature, counter and what it has seen.

The table asks before it decides, the audit asks again of every command in the log (spec/log.md section 4).
"""

from __future__ import annotations

from typing import Protocol

from ono_core.fair.keys import KEY_SIZE, exchange, key_ok, verify
from ono_core.game.commands import Cosign, Join
from ono_core.game.events import GameEnded
from ono_core.log.book import Book, session_key
from ono_core.log.entries import (
    Signed,
    SignedAct,
    certificate_text,
    command_is_signed,
    final_text,
)  # fmt: skip

_ANY_SECRET = bytes(range(KEY_SIZE))


class Keys(Protocol):
    """What introduces a player's keys: a join, or the event it led to."""

    @property
    def identity(self) -> bytes:
        """The long-lived Ed25519 key."""
        ...

    @property
    def session(self) -> bytes:
        """The Ed25519 key of this game."""
        ...

    @property
    def x25519(self) -> bytes:
        """The key that openings are sealed to."""
        ...

    @property
    def anchor(self) -> bytes:
        """Link 0 of the seed chain."""
        ...

    @property
    def cert(self) -> bytes:
        """The identity key's signature over the others."""
        ...


def key_objection(gid: bytes, keys: Keys) -> str | None:
    """``weak-key`` or ``bad-certificate`` if these keys may not be used (spec/fairness.md, Keys)."""
    if len(keys.anchor) != KEY_SIZE or not (key_ok(keys.identity) and key_ok(keys.session) and can_agree(keys.x25519)):
        return "weak-key"
    text = certificate_text(gid, keys.session, keys.x25519, keys.anchor)
    return None if verify(keys.identity, text, keys.cert) else "bad-certificate"


def can_agree(x25519: bytes) -> bool:
    """Whether a secret can be shared with the holder of this X25519 key: 32 bytes, not of small order."""
    try:
        exchange(_ANY_SECRET, x25519)
    except ValueError:
        return False
    return True


def objection(book: Book, command: Signed, said: SignedAct) -> str | None:
    """Why this command may not be decided at the book's end, or None: a code of protocol.md section 4."""
    session = session_key(book.state, said)
    if session is None:
        return "not-seated"
    objected = key_objection(book.gid, said.act) if isinstance(said.act, Join) else _size_objection(session)
    if objected:
        return objected
    if not command_is_signed(session, book.gid, command):
        return "bad-signature"
    if said.counter <= book.counters.get(session, 0):
        return "counter-used"
    if not _has_seen(book, session, said):
        return "unknown-head"
    return _cosign_objection(book, session, said.act) if isinstance(said.act, Cosign) else None


def _size_objection(session: bytes) -> str | None:
    """A seat's key was checked when it was introduced; only in a forged log it may be none at all."""
    return None if len(session) == KEY_SIZE else "weak-key"


def _has_seen(book: Book, session: bytes, said: SignedAct) -> bool:
    if not book.seen.get(session, 0) <= said.seen_index < len(book):
        return False
    return book.hashes[said.seen_index] == said.seen_hash


def game_end(book: Book) -> int | None:
    """The index of the entry in which the game ended."""
    for entry in reversed(book.entries):
        if any(isinstance(event, GameEnded) for event in entry.events):
            return entry.index
    return None


def _cosign_objection(book: Book, session: bytes, act: Cosign) -> str | None:
    if act.index != game_end(book) or act.hash != book.hashes[act.index]:
        return "unknown-head"
    signed = verify(session, final_text(book.gid, act.index, act.hash), act.sig)
    return None if signed else "bad-signature"
