"""Entries and commands as bytes and values: their form, their hashes and their signatures (spec/log.md 3 and 4).

What a log is made of holds no way back to itself, so the collector of cycles is not asked to look through it (``gc``).
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ono_core.fair.keys import SIGNATURE_SIZE, sign, verify
from ono_core.fair.transcript import DIGEST_SIZE, encode, hashed, u64
from ono_core.game.commands import TURN_ACTS, Act
from ono_core.game.events import Event
from ono_core.game.state import State, public
from ono_core.log.codec import LIMIT, CodecFault, unpacked
from ono_core.log.forms import Form, Natural, array_form, row_of, spelt
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

STATE_DIGEST_SIZE = 16


class ByPlayer(Struct, frozen=True, gc=False, array_like=True, tag="player"):
    """A signed command was the cause."""

    body: bytes
    sig: bytes


class ByBot(Struct, frozen=True, gc=False):
    """A computer player acted for a seat."""

    seat: int
    act: Act


class ByTable(Struct, frozen=True, gc=False):
    """The table itself acted."""

    act: Act


Cause = ByPlayer | ByBot | ByTable


class Entry(Struct, frozen=True, gc=False):
    """One line of the log."""

    index: int
    previous: bytes
    clock: int
    cause: Cause
    events: tuple[Event, ...]
    papers: tuple[Paper, ...]
    digest: bytes


class Signed(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A body with its signature, as raw bytes: an entry or a command as it travels."""

    body: bytes
    sig: Annotated[bytes, Meta(min_length=SIGNATURE_SIZE, max_length=SIGNATURE_SIZE)]


class SignedAct(Struct, frozen=True, gc=False):
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
    return hashed("ono1/state", _state_bytes(public(state)))[:STATE_DIGEST_SIZE]


# Forms

_Digest = Annotated[bytes, Meta(min_length=DIGEST_SIZE, max_length=DIGEST_SIZE)]
_StateDigest = Annotated[bytes, Meta(min_length=STATE_DIGEST_SIZE, max_length=STATE_DIGEST_SIZE)]

_BotForm: Any = array_form("BotForm", seat=Natural, act=SEAT_ACT_KINDS.line_type, tag="bot")
_TableForm: Any = array_form("TableForm", act=TABLE_ACT_KINDS.line_type, tag="table")
_EntryForm: Any = array_form(
    "EntryForm",
    index=Natural,
    previous=_Digest,
    clock=Natural,
    cause=ByPlayer | _BotForm | _TableForm,
    events=row_of(EVENT_KINDS.line_type),
    papers=row_of(PAPER_KINDS.line_type),
    digest=_StateDigest,
)
_CommandForm: Any = array_form(
    "CommandForm",
    seat=Natural | None,
    counter=Natural,
    seen_index=Natural,
    seen_hash=_Digest,
    step=Natural | None,
    act=SEAT_ACT_KINDS.line_type,
)
_pair_form = Form(Signed, limit=PAIR_LIMIT)
_entry_form: Form[Any] = Form(_EntryForm)
_command_form: Form[Any] = Form(_CommandForm)


# Bytes and values


def pair_bytes(pair: Signed) -> bytes:
    """``[body, sig]`` as it stands in files and messages."""
    return spelt(pair)


def read_pair(raw: bytes) -> Signed:
    """The ``[body, sig]`` that these bytes are, or BadForm."""
    return _pair_form.proven(raw) or _pair_exactly(raw)


def _pair_exactly(raw: bytes) -> Signed:
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
    line = SEAT_ACT_KINDS.line(act.act)
    return spelt(_CommandForm(act.seat, act.counter, act.seen_index, act.seen_hash, act.step, line))


def read_command(body: bytes) -> SignedAct:
    """What a command's body says; BadForm, or NeedsNewer for an act that only a newer version knows."""
    form = _command_form.proven(body)
    said = _command_exactly(body) if form is None else _command_of(form)
    if isinstance(said.act, TURN_ACTS) == (said.step is None):
        raise BadForm("an act of a turn names its step, and only such an act does")
    return said


def _command_of(form: Any) -> SignedAct:
    return SignedAct(form.seat, form.counter, form.seen_index, form.seen_hash, form.step, form.act.value)


def _command_exactly(body: bytes) -> SignedAct:
    seat, counter, seen_index, seen_hash, step, act = _array(body, 6, "a command")
    typed = SEAT_ACT_KINDS.typed(act)
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
    cause = _cause_form(entry.cause)
    events = tuple(map(EVENT_KINDS.line, entry.events))
    papers = tuple(map(PAPER_KINDS.line, entry.papers))
    return spelt(_EntryForm(entry.index, entry.previous, entry.clock, cause, events, papers, entry.digest))


def read_entry(body: bytes) -> Entry:
    """What an entry's body says; BadForm, or NeedsNewer where a newer version wrote it. Unknown notes are left out."""
    form = _entry_form.proven(body)
    return _entry_exactly(body) if form is None else _entry_of(form)


def _entry_of(form: Any) -> Entry:
    return Entry(
        form.index,
        form.previous,
        form.clock,
        _cause_of(form.cause),
        tuple([line.value for line in form.events]),
        tuple([line.value for line in form.papers]),
        form.digest,
    )


def _entry_exactly(body: bytes) -> Entry:
    index, previous, clock, cause, events, papers, digest = _array(body, 7, "an entry")
    return Entry(
        index=_natural(index, "index"),
        previous=_bytes(previous, "previous"),
        clock=_natural(clock, "clock"),
        cause=_cause(cause),
        events=tuple(EVENT_KINDS.typed(event) for event in _list(events, "events") if not _unknown_note(event)),
        papers=tuple(PAPER_KINDS.typed(paper) for paper in _list(papers, "papers")),
        digest=_bytes(digest, "digest", STATE_DIGEST_SIZE),
    )


def index_of(body: bytes) -> int:
    """Where an entry's body says that it stands, whoever can read the rest; or BadForm."""
    return _natural(_array(body, 7, "an entry")[0], "index")


def _unknown_note(event: Any) -> bool:
    kind = event[0] if is_array(event) and event else None
    return isinstance(kind, str) and kind.startswith("note-") and kind not in EVENT_KINDS


def _cause_form(cause: Cause) -> Any:
    match cause:
        case ByPlayer():
            return cause
        case ByBot(seat, act):
            return _BotForm(seat, SEAT_ACT_KINDS.line(act))
        case ByTable(act):
            return _TableForm(TABLE_ACT_KINDS.line(act))


def _cause_of(form: Any) -> Cause:
    if isinstance(form, ByPlayer):
        return form
    act = form.act.value
    return ByBot(form.seat, act) if isinstance(form, _BotForm) else ByTable(act)


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
