"""The ledger of a tournament: bytes and values, hashes and signatures, the ``.onot`` file (spec/tournament.md).

A ``Ledger`` is a value that grows as a game's ``Book`` does: each entry is checked whole before it is added, so a
failed one changes nothing. The organiser's program drafts an entry, stores its bytes, then adds it; a reader checks
form, chain, clock, signature and request, decides again, and folds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from ono_core.fair.keys import key_ok, public_key, sign, verify
from ono_core.fair.transcript import DIGEST_SIZE, encode, hashed, u64
from ono_core.log.codec import CodecFault, packed, unpacked
from ono_core.log.entries import Signed, pair_bytes, read_pair
from ono_core.log.faults import LogFault
from ono_core.log.file import frames, written
from ono_core.log.kinds import BadForm, Kinds, NeedsNewer, NotCanonical
from ono_core.tournament.acts import ACTS, REQUESTS, Act, Asked, Open
from ono_core.tournament.decider import Decision, Misplaced, decide, entered, initial
from ono_core.tournament.events import EVENTS, Event, Opened
from ono_core.tournament.forms import Bytes32
from ono_core.tournament.hashes import draw_seed, request_id, seed_commitment, tournament_id
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.settings import Settings, draws, plain
from ono_core.tournament.state import State

MAGIC = b"ONOT1\n"
ACT_KINDS: Kinds[Act] = Kinds(ACTS, "_")
REQUEST_KINDS: Kinds[Act] = Kinds(REQUESTS, "_")
EVENT_KINDS: Kinds[Event] = Kinds(EVENTS, "-")

_Natural = Annotated[int, Meta(ge=0)]


class ByOrganiser(Struct, frozen=True):
    """The organiser's own program asked."""

    act: Act


class ByPerson(Struct, frozen=True):
    """A signed request was the cause."""

    body: bytes
    sig: bytes


Cause = ByOrganiser | ByPerson


class Entry(Struct, frozen=True):
    """One line of the ledger; ``time`` is Unix milliseconds by the organiser's clock."""

    index: int
    previous: bytes
    time: int
    cause: Cause
    events: tuple[Event, ...]


class Request(Struct, frozen=True):
    """What a request's body says: who asks what; the counter is the identity's own and rises."""

    identity: bytes
    counter: int
    act: Act


class Head(Struct, frozen=True):
    """The last entry of a ledger: its index and hash."""

    index: int
    hash: bytes


class Checked(Struct, frozen=True):
    """An entry that fits a ledger's end, with the state after it; ``raw`` is what is stored and sent."""

    pair: Signed
    entry: Entry
    hash: bytes
    state: State

    @property
    def raw(self) -> bytes:
        """The bytes of ``[body, sig]``."""
        return pair_bytes(self.pair)


class Ledger:
    """One tournament: raw entries, their hashes, and the state after the last."""

    def __init__(self) -> None:
        """An empty ledger."""
        self.pairs: list[Signed] = []
        self.entries: list[Entry] = []
        self.hashes: list[bytes] = []
        self.state: State = initial()
        self._counters: dict[bytes, int] = {}
        self._answered: dict[bytes, int] = {}

    @classmethod
    def of(cls, raws: Iterable[bytes], *, again: bool = True) -> Ledger:
        """The ledger of these raw entries; LogFault or NeedsNewer at the first that does not fit.

        ``again``: requests are verified and everything is decided again, which takes as long as the draws took. Without
        it only the organiser is believed, who signed every entry: for what the same program wrote.
        """
        ledger = cls()
        for raw in raws:
            ledger.add(ledger.check(raw, again=again))
        return ledger

    def __len__(self) -> int:
        """How many entries it holds."""
        return len(self.pairs)

    @property
    def tid(self) -> bytes:
        """The id of the tournament; empty while there is no entry."""
        return self.state.tid

    @property
    def head(self) -> Head:
        """Index and hash of the last entry."""
        return Head(len(self.hashes) - 1, self.hashes[-1])

    @property
    def time(self) -> int:
        """When the last entry was written."""
        return self.entries[-1].time if self.entries else 0

    def raws(self, start: int = 0) -> list[bytes]:
        """The entries from an index on, as bytes of ``[body, sig]``."""
        return [pair_bytes(pair) for pair in self.pairs[start:]]

    def answered(self, body: bytes) -> int | None:
        """The entry that a request with this body led to, if it was asked before."""
        return self._answered.get(request_id(self.tid, body))

    @property
    def _previous(self) -> bytes:
        return self.hashes[-1] if self.hashes else bytes(DIGEST_SIZE)

    # Writing

    def draft(self, secret: bytes, now: int, cause: Cause) -> Checked | Refusal:
        """The next entry as the organiser's program writes it, signed and not yet added, or why there is none.

        ``secret`` is the organiser's, ``now`` Unix ms; where that clock has fallen, the time of the last entry stands.
        BadForm where the cause is malformed.
        """
        events = self._decided(cause)
        if isinstance(events, Refusal):
            return events
        index = len(self.pairs)
        entry = Entry(index, self._previous, max(now, self.time), cause, events)
        body = entry_body(entry)
        read_entry(body)  # what could not be read again is not written
        tid = self.tid or tournament_id(body)
        pair = Signed(body, sign(secret, _head_text(tid, index, body)))
        state = self._after(events, tid)
        assert public_key(secret) == state.organiser, "the organiser's own secret"
        return Checked(pair, entry, entry_hash(pair), state)

    def _decided(self, cause: Cause) -> Decision:
        if isinstance(cause, ByOrganiser):
            return decide(self.state, Asked(None, cause.act))
        request = read_request(cause.body)
        return self._request_refusal(cause, request) or decide(self.state, Asked(request.identity, request.act))

    def _request_refusal(self, cause: ByPerson, request: Request) -> Refusal | None:
        if not request_is_signed(self.tid, cause, request):
            return Refusal("bad-signature")
        last = self._counters.get(request.identity, 0)
        return Refusal("counter-used", f"above {last}") if request.counter <= last else None

    def _after(self, events: Iterable[Event], tid: bytes) -> State:
        return replace(entered(self.state, events), tid=tid)

    # Following

    def check(self, raw: bytes, *, again: bool = True) -> Checked:
        """The next entry, if it is one; nothing is changed. LogFault, or NeedsNewer where a newer version wrote it."""
        index = len(self.pairs)
        pair = None
        try:
            pair = read_pair(raw)
            entry = read_entry(pair.body)
            if isinstance(entry.cause, ByPerson):
                read_request(entry.cause.body)
        except BadForm as error:
            if isinstance(error, NeedsNewer) and pair and self._is_signed(pair, index):
                raise NeedsNewer(f"entry {index}: {error}") from None  # what was not signed is damage
            raise LogFault(error.code, index, str(error)) from None
        self._check_chain(entry, index)
        self._check_birth(entry, index)
        if not self._is_signed(pair, index):
            raise LogFault("bad-signature", index, "the organiser's key did not sign this entry")
        if again:
            self._check_decision(entry, index)
        try:
            state = self._after(entry.events, self.tid or tournament_id(pair.body))
        except Misplaced as error:
            raise LogFault("impossible-event", index, str(error)) from None
        return Checked(pair, entry, entry_hash(pair), state)

    def add(self, checked: Checked) -> None:
        """Take a checked entry in."""
        assert checked.entry.index == len(self.pairs), "entries are added in order"
        self.pairs.append(checked.pair)
        self.entries.append(checked.entry)
        self.hashes.append(checked.hash)
        self.state = checked.state
        cause = checked.entry.cause
        if isinstance(cause, ByPerson):
            request = read_request(cause.body)
            self._counters[request.identity] = request.counter
            self._answered[request_id(self.tid, cause.body)] = checked.entry.index

    def _is_signed(self, pair: Signed, index: int) -> bool:
        """Whether the organiser signed these bytes; until index 0 is added, it must name the organiser itself."""
        if self.pairs:
            return verify(self.state.organiser, _head_text(self.tid, index, pair.body), pair.sig)
        organiser = _named_organiser(pair.body)
        return key_ok(organiser) and verify(organiser, _head_text(tournament_id(pair.body), 0, pair.body), pair.sig)

    def _check_chain(self, entry: Entry, index: int) -> None:
        if entry.index != index:
            raise LogFault("wrong-index", index, f"index {index} expected, got {entry.index}")
        if entry.previous != self._previous:
            raise LogFault("wrong-previous", index, "previous is not the hash of the entry before")
        if entry.time < self.time:
            raise LogFault("clock-fell", index, f"at least {self.time} expected, got {entry.time}")

    def _check_birth(self, entry: Entry, index: int) -> None:
        opened = sum(isinstance(event, Opened) for event in entry.events)
        if opened != (index == 0) or (index == 0 and len(entry.events) != 1):
            raise LogFault("bad-form", index, "opened stands alone at index 0 and nowhere else")

    def _check_decision(self, entry: Entry, index: int) -> None:
        decided = self._decided(entry.cause)
        if isinstance(decided, Refusal):
            code = _REQUEST_FAULTS.get(decided.code, "undecided")
            raise LogFault(code, index, f"this is refused: {decided.words}")
        if decided != entry.events:
            raise LogFault("undecided", index, "decided again, the cause gives other events")


_REQUEST_FAULTS = {"bad-signature": "bad-request-signature", "counter-used": "counter-reused"}
"""Why a request is refused -> what it is called once it stands in the ledger; all else is ``undecided``."""


class Read(Struct, frozen=True):
    """A file as read: its ledger, and how many of its bytes are whole entries; the rest is a torn tail."""

    ledger: Ledger
    whole: int


def read_file(data: bytes, *, again: bool = True) -> Read:
    """The ledger in the bytes of a ``.onot`` file; NotALog if it is none, else as ``Ledger.of``."""
    raws = [*frames(data, MAGIC)]
    return Read(Ledger.of(raws, again=again), len(file_bytes(raws)))


def file_bytes(raws: Iterable[bytes]) -> bytes:
    """The bytes of a file with these raw entries."""
    return written(raws, MAGIC)


def opening(secret: bytes, nonce: bytes, settings: Settings, version: int = 1) -> Open:
    """The act that begins a ledger: every setting, and a commitment to each seed that follows from the secret."""
    seeds = tuple(
        seed_commitment(nonce, draw, draw_seed(secret, nonce, draw)) for draw in range(1, draws(settings) + 1)
    )
    return Open(version, public_key(secret), nonce, plain(settings), seeds)


# Hashes and signatures


def _head_text(tid: bytes, index: int, body: bytes) -> bytes:
    return encode("ono1/tournament-head", tid, u64(index), hashed("ono1/body", body))


def entry_hash(entry: Signed) -> bytes:
    """The hash that the next entry names as previous; it covers the signature too."""
    return hashed("ono1/tournament-entry", entry.body, entry.sig)


def sign_request(secret: bytes, tid: bytes, counter: int, act: Act) -> ByPerson:
    """A request as a person sends it, with an identity's secret."""
    body = packed([public_key(secret), counter, REQUEST_KINDS.plain(act)])
    return ByPerson(body, sign(secret, encode("ono1/tournament-request", tid, body)))


def request_is_signed(tid: bytes, cause: ByPerson, request: Request) -> bool:
    """Whether the identity that the request names signed it for this tournament."""
    return key_ok(request.identity) and verify(
        request.identity, encode("ono1/tournament-request", tid, cause.body), cause.sig
    )


# Forms


class _RequestForm(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    identity: Bytes32
    counter: _Natural
    act: Any


class _EntryForm(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    index: _Natural
    previous: Bytes32
    time: _Natural
    cause: list[Any]
    events: list[Any]


def read_request(body: bytes) -> Request:
    """What a request's body says; BadForm, or NeedsNewer for an act that only a newer version knows."""
    form = _formed(body, _RequestForm)
    return Request(form.identity, form.counter, REQUEST_KINDS.typed(form.act))


def entry_body(entry: Entry) -> bytes:
    """The canonical body of an entry."""
    events = [EVENT_KINDS.plain(event) for event in entry.events]
    return packed([entry.index, entry.previous, entry.time, _cause_plain(entry.cause), events])


def read_entry(body: bytes) -> Entry:
    """What an entry's body says; BadForm, or NeedsNewer where a newer version wrote it."""
    form = _formed(body, _EntryForm)
    events = tuple(map(EVENT_KINDS.typed, form.events))
    return Entry(form.index, form.previous, form.time, _cause(form.cause), events)


def _formed(body: bytes, form: type[Any]) -> Any:
    try:
        return msgspec.convert(unpacked(body), form, builtin_types=(bytes,))
    except CodecFault as fault:
        raise NotCanonical(str(fault)) from None
    except msgspec.ValidationError as error:
        raise BadForm(str(error)) from None


def _cause_plain(cause: Cause) -> list[Any]:
    match cause:
        case ByOrganiser(act=act):
            return ["organiser", ACT_KINDS.plain(act)]
        case ByPerson(body=body, sig=sig):
            return ["person", body, sig]


def _cause(plainly: list[Any]) -> Cause:
    match plainly:
        case ["organiser", act]:
            return ByOrganiser(ACT_KINDS.typed(act))
        case ["person", bytes(body), bytes(sig)]:
            return ByPerson(body, sig)
        case _:
            raise BadForm(f"a cause expected, got {plainly!r:.80}")


def _named_organiser(body: bytes) -> bytes:
    """The organiser that a body of index 0 names, of whatever version; empty where it names none."""
    match unpacked(body):
        case [_, _, _, _, [[_, {"organiser": bytes(organiser)}], *_], *_]:
            return organiser
        case _:
            return b""
