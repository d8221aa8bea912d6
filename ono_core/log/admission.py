"""Whether a signed command may be decided at all: its keys, signature, counter and what it has seen.

The table asks before it decides, the audit asks again of every command in the log (spec/log.md section 4).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Protocol

from ono_core.fair.keys import KEY_SIZE, can_agree, key_ok, verify
from ono_core.game.commands import Cosign, Join, ReAnchor, Witness
from ono_core.game.events import GameEnded
from ono_core.log.book import Book, session_key
from ono_core.log.entries import (
    Signed,
    SignedAct,
    certificate_text,
    command_is_signed,
    final_text,
    witness_text,
)  # fmt: skip

LOGGED: Final = {
    "bad-signature": "bad-command-signature",
    "counter-used": "counter-reused",
    "rekeyed": "bad-command-signature",
    "unknown-head": "seen-unknown",
}
"""What the table calls it to the sender -> what it is called once it stands in the log."""


class Vouched(Protocol):
    """What introduces keys for which an identity vouches: a command, or the event it led to."""

    @property
    def session(self) -> bytes:
        """The Ed25519 key of this game."""
        ...

    @property
    def anchor(self) -> bytes:
        """Link 0 of the seed chain."""
        ...

    @property
    def cert(self) -> bytes:
        """The identity key's signature over the others."""
        ...


class Keys(Vouched, Protocol):
    """What introduces a player's keys."""

    @property
    def x25519(self) -> bytes:
        """The key that openings are sealed to."""
        ...


class WitnessKeys(Vouched, Protocol):
    """What introduces a witness's keys."""

    @property
    def identity(self) -> bytes:
        """The key that vouches for the others."""
        ...


def key_objection(gid: bytes, identity: bytes, keys: Keys) -> str | None:
    """``weak-key`` or ``bad-certificate`` if this identity may not use these keys (spec/fairness.md, Keys)."""
    if not can_agree(keys.x25519):
        return "weak-key"
    text = certificate_text(gid, keys.session, keys.x25519, keys.anchor)
    return _vouched_objection(identity, keys.session, keys.anchor, text, keys.cert)


def witness_objection(gid: bytes, keys: WitnessKeys) -> str | None:
    """``weak-key`` or ``bad-certificate`` if these are no keys of a witness (spec/fairness.md, Keys)."""
    text = witness_text(gid, keys.session, keys.anchor)
    return _vouched_objection(keys.identity, keys.session, keys.anchor, text, keys.cert)


@lru_cache(maxsize=16)
def _vouched_objection(identity: bytes, session: bytes, anchor: bytes, text: bytes, cert: bytes) -> str | None:
    """Asked twice of each newcomer: of the command that introduces the keys, and of the event that it leads to."""
    if len(anchor) != KEY_SIZE or not (key_ok(identity) and key_ok(session)):
        return "weak-key"
    return None if verify(identity, text, cert) else "bad-certificate"


def objection(book: Book, command: Signed, said: SignedAct, *, vouched: bool = False) -> str | None:
    """Why this command may not be decided at the book's end, or None: a code of protocol.md section 4.

    ``vouched``: its signature is not asked about here: its key may have vouched for it by signing the end, or it is
    checked with those that came beside it.
    """
    session = session_key(book.state, said)
    if session is None:
        return "not-seated"
    objected = _keys_objection(book, said) or _size_objection(session)
    if not objected and not vouched:
        objected = signature_objection(book, session, command, said)
    if objected:
        return objected
    if said.counter <= book.counters.get(session, 0):
        return "counter-used"
    if not _has_seen(book, session, said):
        return "unknown-head"
    return _cosign_objection(book, session, said.act) if isinstance(said.act, Cosign) else None


def signature_objection(book: Book, session: bytes, command: Signed, said: SignedAct) -> str | None:
    """``bad-signature`` where this key did not sign the command, ``rekeyed`` if one did that held the seat before."""
    if command_is_signed(session, book.gid, command):
        return None
    return "rekeyed" if _is_of_old_keys(book, command, said) else "bad-signature"


def _keys_objection(book: Book, said: SignedAct) -> str | None:
    """Keys that a command introduces."""
    act = said.act
    if isinstance(act, ReAnchor):
        return None if len(act.anchor) == KEY_SIZE else "weak-key"
    if not isinstance(act, (Join, Witness)):
        return None
    if act.session in book.retired:
        return "rekeyed"
    return key_objection(book.gid, act.identity, act) if isinstance(act, Join) else witness_objection(book.gid, act)


def _is_of_old_keys(book: Book, command: Signed, said: SignedAct) -> bool:
    """Whether a key signed it that held this seat before other keys took its place."""
    olds = (session for session, seat in book.retired.items() if seat == said.seat)
    return any(command_is_signed(session, book.gid, command) for session in olds)


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
