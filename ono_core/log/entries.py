"""Entries and commands as bytes and values: their form, their hashes and their signatures (spec/log.md 3 and 4)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ono_core.fair.keys import SIGNATURE_SIZE, sign, verify
from ono_core.fair.transcript import DIGEST_SIZE, encode, hashed, u64
from ono_core.game.commands import TURN_ACTS, Act
from ono_core.game.events import Event
from ono_core.game.state import State, public
from ono_core.log.codec import LIMIT, CodecFault, packed_own, unpacked
from ono_core.log.kinds import (
    EVENT_KINDS,
    PAPER_KINDS,
    SEAT_ACT_KINDS,
    TABLE_ACT_KINDS,
    BadForm,
    NotCanonical,
    is_array,
)
from ono_core.log.papers import Paper

PAIR_LIMIT = LIMIT + SIGNATURE_SIZE + 16
"""Bytes of an entry on the wire at most."""


class ByPlayer(Struct, frozen=True):
    """A signed command was the cause."""

    body: bytes
    sig: bytes


class ByBot(Struct, frozen=True):
    """A computer player acted for a seat."""

    seat: int
    act: Act


class ByTable(Struct, frozen=True):
    """The table itself acted."""

    act: Act


Cause = ByPlayer | ByBot | ByTable


class Entry(Struct, frozen=True):
    """One line of the log."""

    index: int
    previous: bytes
    clock: int
    cause: Cause
    events: tuple[Event, ...]
    papers: tuple[Paper, ...]
    digest: bytes


class Signed(Struct, frozen=True):
    """A body with its signature, as raw bytes: an entry or a command as it travels."""

    body: bytes
    sig: bytes


class SignedAct(Struct, frozen=True):
    """What a command's body says: who asks what, answering which step, having seen which head."""

    seat: int | None
    counter: int
    seen_index: int
    seen_hash: bytes
    step: int | None
    act: Act


# Hashes and signatures


def game_id(genesis_body: bytes) -> bytes:
    """The id of the game that this index 0 begins."""
    return hashed("ono1/game", genesis_body)


def entry_hash(entry: Signed) -> bytes:
    """The hash that the next entry names as previous; it covers the signature too."""
    return hashed("ono1/entry", entry.body, entry.sig)


def _head_text(gid: bytes, index: int, body: bytes) -> bytes:
    return encode("ono1/head", gid, u64(index), hashed("ono1/body", body))


def sign_entry(secret: bytes, gid: bytes, index: int, body: bytes) -> Signed:
    """The entry with the table's signature."""
    return Signed(body, sign(secret, _head_text(gid, index, body)))


def entry_is_signed(table: bytes, gid: bytes, index: int, entry: Signed) -> bool:
    """Whether the table's key signed this entry at this index."""
    return verify(table, _head_text(gid, index, entry.body), entry.sig)


def command_id(gid: bytes, body: bytes) -> bytes:
    """The id by which a command is applied once."""
    return hashed("ono1/cmd", gid, body)


def sign_command(secret: bytes, gid: bytes, act: SignedAct) -> Signed:
    """The command as a player sends it."""
    body = command_body(act)
    return Signed(body, sign(secret, encode("ono1/cmd", gid, body)))


def command_is_signed(session: bytes, gid: bytes, command: Signed) -> bool:
    """Whether the session key signed this command for this game."""
    return verify(session, encode("ono1/cmd", gid, command.body), command.sig)


def certificate_text(gid: bytes, session: bytes, x25519: bytes, anchor: bytes) -> bytes:
    """What an identity key signs to introduce its keys of one game."""
    return encode("ono1/session", gid, session, x25519, anchor)


def witness_text(gid: bytes, session: bytes, anchor: bytes) -> bytes:
    """What an identity key signs to introduce its keys as a witness of one game."""
    return encode("ono1/witness", gid, session, anchor)


def final_text(gid: bytes, index: int, head: bytes) -> bytes:
    """What a player or a witness signs at the game's end."""
    return encode("ono1/final", gid, u64(index), head)


_state_bytes = msgspec.msgpack.Encoder().encode
"""The same bytes as ``packed_own`` gives, in a third of the time: one is made for every entry."""


def state_digest(state: State) -> bytes:
    """16 bytes over the public state (spec/log.md section 7)."""
    return hashed("ono1/state", _state_bytes(public(state)))[:16]


# Bytes and values


def pair_bytes(pair: Signed) -> bytes:
    """``[body, sig]`` as it stands in files and messages."""
    return packed_own([pair.body, pair.sig])


def read_pair(raw: bytes) -> Signed:
    """The ``[body, sig]`` that these bytes are, or BadForm."""
    value = _plain(raw, PAIR_LIMIT)
    if is_array(value) and len(value) == 2:
        body, sig = value
        if isinstance(body, bytes):
            return Signed(body, _bytes(sig, "signature", SIGNATURE_SIZE))
    raise BadForm("[body, sig] expected")


def _plain(raw: bytes, limit: int = LIMIT) -> Any:
    try:
        return unpacked(raw, limit=limit)
    except CodecFault as fault:
        raise NotCanonical(str(fault)) from None


def _array(raw: bytes, length: int, what: str) -> list[Any]:
    value = _plain(raw)
    if not is_array(value) or len(value) != length:
        raise BadForm(f"an array of {length} expected for {what}")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if not is_array(value):
        raise BadForm(f"{what}: an array expected, got {value!r:.40}")
    return value


def _bytes(value: Any, what: str, size: int = DIGEST_SIZE) -> bytes:
    if not isinstance(value, bytes) or len(value) != size:
        raise BadForm(f"{what}: {size} bytes expected")
    return value


def _natural(value: Any, what: str) -> int:
    if type(value) is not int or value < 0:
        raise BadForm(f"{what}: a whole number from 0 expected, got {value!r:.40}")
    return value


def command_body(act: SignedAct) -> bytes:
    """The canonical body of a command."""
    plain = SEAT_ACT_KINDS.plain(act.act)
    return packed_own([act.seat, act.counter, act.seen_index, act.seen_hash, act.step, plain])


def read_command(body: bytes) -> SignedAct:
    """What a command's body says; BadForm, or NeedsNewer for an act that only a newer version knows."""
    seat, counter, seen_index, seen_hash, step, act = _array(body, 6, "a command")
    typed = SEAT_ACT_KINDS.typed(act)
    if isinstance(typed, TURN_ACTS) == (step is None):
        raise BadForm("an act of a turn names its step, and only such an act does")
    return SignedAct(
        seat=None if seat is None else _natural(seat, "seat"),
        counter=_natural(counter, "counter"),
        seen_index=_natural(seen_index, "seen index"),
        seen_hash=_bytes(seen_hash, "seen hash"),
        step=None if step is None else _natural(step, "step"),
        act=typed,
    )


def entry_body(entry: Entry) -> bytes:
    """The canonical body of an entry."""
    events = [EVENT_KINDS.plain(event) for event in entry.events]
    papers = [PAPER_KINDS.plain(paper) for paper in entry.papers]
    return packed_own(
        [entry.index, entry.previous, entry.clock, _cause_plain(entry.cause), events, papers, entry.digest]
    )


def read_entry(body: bytes) -> Entry:
    """What an entry's body says; BadForm, or NeedsNewer where a newer version wrote it. Unknown notes are left out."""
    index, previous, clock, cause, events, papers, digest = _array(body, 7, "an entry")
    return Entry(
        index=_natural(index, "index"),
        previous=_bytes(previous, "previous"),
        clock=_natural(clock, "clock"),
        cause=_cause(cause),
        events=tuple(EVENT_KINDS.typed(event) for event in _list(events, "events") if not _unknown_note(event)),
        papers=tuple(PAPER_KINDS.typed(paper) for paper in _list(papers, "papers")),
        digest=_bytes(digest, "digest", 16),
    )


def index_of(body: bytes) -> int:
    """Where an entry's body says that it stands, whoever can read the rest; or BadForm."""
    return _natural(_array(body, 7, "an entry")[0], "index")


def _unknown_note(event: Any) -> bool:
    kind = event[0] if is_array(event) and event else None
    return isinstance(kind, str) and kind.startswith("note-") and kind not in EVENT_KINDS


def _cause_plain(cause: Cause) -> list[Any]:
    match cause:
        case ByPlayer(body, sig):
            return ["player", body, sig]
        case ByBot(seat, act):
            return ["bot", seat, SEAT_ACT_KINDS.plain(act)]
        case ByTable(act):
            return ["table", TABLE_ACT_KINDS.plain(act)]


def _cause(plain: Any) -> Cause:
    match plain:
        case ["player", bytes(body), bytes(sig)]:
            return ByPlayer(body, sig)
        case ["bot", int(seat), act]:
            return ByBot(_natural(seat, "seat"), SEAT_ACT_KINDS.typed(act))
        case ["table", act]:
            return ByTable(TABLE_ACT_KINDS.typed(act))
        case _:
            raise BadForm(f"a cause expected, got {plain!r:.80}")
