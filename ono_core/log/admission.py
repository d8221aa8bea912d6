"""Whether a signed command may be decided at all: its keys, signature, counter and what it has seen.

The table asks before it decides, the audit asks again of every command in the log (spec/log.md section 4).
"""

from __future__ import annotations

from typing import Protocol

from ono_core.fair.keys import key_ok, verify
from ono_core.game.commands import Cosign, Join
from ono_core.game.events import GameEnded
from ono_core.log.book import Book
from ono_core.log.entries import (
    Signed,
    SignedAct,
    certificate_text,
    command_is_signed,
    final_text,
)  # fmt: skip


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
    if len(keys.x25519) != 32 or len(keys.anchor) != 32 or not (key_ok(keys.identity) and key_ok(keys.session)):
        return "weak-key"
    text = certificate_text(gid, keys.session, keys.x25519, keys.anchor)
    return None if verify(keys.identity, text, keys.cert) else "bad-certificate"


def session_of(book: Book, said: SignedAct) -> bytes | None:
    """The session key that must have signed: the one a join introduces, else that of the seat."""
    if isinstance(said.act, Join):
        return said.act.session if said.seat is None else None
    if said.seat is None or said.seat >= len(book.state.seats):
        return None
    seat = book.state.seats[said.seat]
    return seat.session if seat and seat.is_human else None


def objection(book: Book, command: Signed, said: SignedAct) -> str | None:
    """Why this command may not be decided at the book's end, or None: a code of protocol.md section 4."""
    session = session_of(book, said)
    if session is None:
        return "not-seated"
    if isinstance(said.act, Join):
        objected = key_objection(book.gid, said.act)
        if objected:
            return objected
    if not command_is_signed(session, book.gid, command):
        return "bad-signature"
    if said.counter <= book.counters.get(session, 0):
        return "counter-used"
    if not _has_seen(book, session, said):
        return "unknown-head"
    return _cosign_objection(book, session, said.act) if isinstance(said.act, Cosign) else None


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
