"""A log as a value that grows: each entry is checked whole before it is added, so a failed one changes nothing.

The table writes its own log through a Book, clients follow the table's through one, replay and audit read a file's.
What a Book checks is form, chain, clock, fold and digest. Whether papers prove their cards is asked in proofs.py,
whether the rules allow what happened in the audit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ono_core.fair.keys import key_ok
from ono_core.fair.transcript import DIGEST_SIZE
from ono_core.game.commands import Join, Witness
from ono_core.game.decider import initial, is_over
from ono_core.game.events import Event, LogOpened, Rekeyed, WitnessCame, WitnessLeft
from ono_core.game.evolve import Misplaced, evolve_all
from ono_core.game.rulebook import compile_rules
from ono_core.game.rules import Rules
from ono_core.game.ruleset import RULES_VERSION, parse
from ono_core.game.state import MOST_SEATS, State
from ono_core.log.codec import unpacked
from ono_core.log.entries import (
    ByPlayer,
    Cause,
    Entry,
    Signed,
    SignedAct,
    command_id,
    entry_body,
    entry_hash,
    entry_is_signed,
    game_id,
    pair_bytes,
    read_command,
    read_entry,
    read_pair,
    sign_entry,
    state_digest,
)  # fmt: skip
from ono_core.log.faults import LogFault
from ono_core.log.kinds import BadForm, NeedsNewer
from ono_core.log.papers import Paper

LOG_VERSION = 1
"""The version of the log's format and meaning, stated at index 0."""

FIRST_RULES = 1
"""The rules version of options that name none: a later program's default is never an earlier log's."""

KNOWN_RULES = frozenset({RULES_VERSION})
"""The versions of the rules that this program plays by."""


class Head(Struct, frozen=True):
    """The last entry of a log: its index and hash."""

    index: int
    hash: bytes


class Checked(Struct, frozen=True, gc=False):
    """An entry that fits a book's end, with the state after it; ``said`` is the command of its player, if one acted."""

    pair: Signed
    entry: Entry
    hash: bytes
    state: State
    said: SignedAct | None = None


class Book:
    """One game's log: raw entries, their hashes, and the state after the last."""

    def __init__(self) -> None:
        """An empty log."""
        self.pairs: list[Signed] = []
        self.entries: list[Entry] = []
        self.hashes: list[bytes] = []
        self.state: State = initial()
        self.gid = b""
        self.table = b""
        self.counters: dict[bytes, int] = {}
        self.retired: dict[bytes, int] = {}
        """Session keys in whose place others came, or whose witness left -> the number they had."""
        self.seen: dict[bytes, int] = {}
        self._command_index: dict[bytes, int] = {}
        self._indexed = 0
        self._rules: tuple[object, Rules] | None = None

    @classmethod
    def of(cls, raws: Iterable[bytes]) -> Book:
        """The book of these raw entries from index 0; LogFault or NeedsNewer at the first that does not fit."""
        book = cls()
        for raw in raws:
            book.add(book.check(raw))
        return book

    def __len__(self) -> int:
        """How many entries it holds."""
        return len(self.pairs)

    @property
    def head(self) -> Head:
        """Index and hash of the last entry."""
        return Head(len(self.hashes) - 1, self.hashes[-1])

    @property
    def _previous(self) -> bytes:
        """What the next entry names as previous."""
        return self.hashes[-1] if self.hashes else bytes(DIGEST_SIZE)

    @property
    def command_index(self) -> dict[bytes, int]:
        """Id of each player's command -> its entry."""
        for entry in self.entries[self._indexed :]:
            if isinstance(entry.cause, ByPlayer):
                self._command_index[command_id(self.gid, entry.cause.body)] = entry.index
        self._indexed = len(self.entries)
        return self._command_index

    @property
    def clock(self) -> int:
        """Table time of the last entry, in ms."""
        return self.entries[-1].clock if self.entries else 0

    @property
    def rules(self) -> Rules:
        """The rules of the options in force."""
        options = self.state.options
        if self._rules is None or self._rules[0] is not options:
            self._rules = (options, rules_of(options))
        return self._rules[1]

    def raws(self, start: int = 0) -> list[bytes]:
        """The entries from an index on, as bytes of ``[body, sig]``."""
        return [pair_bytes(pair) for pair in self.pairs[start:]]

    # Following

    def check(self, raw: bytes) -> Checked:
        """The next entry, if it is one; nothing is changed. LogFault, or NeedsNewer where a newer version wrote it."""
        index = len(self.pairs)
        pair = None
        try:
            pair = read_pair(raw)
            entry = read_entry(pair.body)
            said = _said(entry.cause)
        except BadForm as error:
            if isinstance(error, NeedsNewer) and pair and self._is_signed(pair, index):
                raise NeedsNewer(f"entry {index}: {error}") from None  # what the table did not sign is damage
            raise LogFault(error.code, index, str(error)) from None
        self._check_chain(entry, index)
        self._check_birth(entry, index, pair)
        return Checked(pair, entry, entry_hash(pair), self._folded(entry, index), said)

    def add(self, checked: Checked) -> None:
        """Take a checked entry in."""
        assert checked.entry.index == len(self.pairs), "entries are added in order"
        if checked.entry.index == 0:
            self._born(checked)
        self._note_command(checked)
        self._note_retired(checked)
        self.pairs.append(checked.pair)
        self.entries.append(checked.entry)
        self.hashes.append(checked.hash)
        self.state = checked.state

    def head_is_signed(self) -> bool:
        """Whether the table's key signed the last entry, and with it all before."""
        return self._is_signed(self.pairs[-1], len(self.pairs) - 1)

    def _is_signed(self, pair: Signed, index: int) -> bool:
        """Whether the log's table signed these bytes; until index 0 is added, it must name a table itself."""
        if self.table:
            return entry_is_signed(self.table, self.gid, index, pair)
        table = named_table(pair.body)
        return key_ok(table) and entry_is_signed(table, game_id(pair.body), index, pair)

    def _check_chain(self, entry: Entry, index: int) -> None:
        if entry.index != index:
            raise LogFault("wrong-index", index, f"index {index} expected, got {entry.index}")
        if entry.previous != self._previous:
            raise LogFault("wrong-previous", index, "previous is not the hash of the entry before")
        if entry.clock < self.clock:
            raise LogFault("clock-fell", index, f"at least {self.clock} expected, got {entry.clock}")
        if is_over(self.state):
            raise LogFault("impossible-event", index, "nothing follows the seal")

    def _check_birth(self, entry: Entry, index: int, pair: Signed) -> None:
        opened = [event for event in entry.events if type(event) is LogOpened]
        if len(opened) != (index == 0) or (index == 0 and len(entry.events) != 1):
            raise LogFault("bad-form", index, "log-opened stands alone at index 0 and nowhere else")
        for event in opened:
            if not key_ok(event.table):
                raise LogFault("weak-key", index, "the table's key is one that must not be used")
            if not entry_is_signed(event.table, game_id(pair.body), index, pair):
                raise LogFault("bad-signature", index, "the key that the log names did not sign its beginning")
            if event.version > LOG_VERSION:
                raise NeedsNewer(f"the log has version {event.version}, this program reads up to {LOG_VERSION}")
            if event.version < 1 or len(event.nonce) != DIGEST_SIZE:
                raise LogFault("bad-form", index, "a version from 1 and a nonce of 32 bytes expected")

    def _folded(self, entry: Entry, index: int) -> State:
        try:
            state = evolve_all(self.state, entry.events)
        except (Misplaced, ArithmeticError) as error:
            raise LogFault("impossible-event", index, str(error)) from None
        if state_digest(state) != entry.digest:
            raise LogFault("wrong-digest", index, "the events give another state than the entry says")
        return state

    def _born(self, checked: Checked) -> None:
        opened = checked.entry.events[0]
        assert isinstance(opened, LogOpened), "index 0 was checked"
        self.gid, self.table = game_id(checked.pair.body), opened.table

    def _note_command(self, checked: Checked) -> None:
        said = checked.said
        if said:
            session = session_key(self.state, said) or b""
            self.counters[session], self.seen[session] = said.counter, said.seen_index

    def _note_retired(self, checked: Checked) -> None:
        for event in checked.entry.events:
            match event:
                case Rekeyed(seat=seat):
                    self.retired[self.state.seat_at(seat).session] = seat
                case WitnessCame(witness=number) if number in self.state.witnesses:
                    self.retired[self.state.witnesses[number].session] = number
                case WitnessLeft(witness=number) if number in checked.state.witnesses:
                    self.retired[self.state.witnesses[number].session] = number
                case _:
                    pass

    # Writing

    def draft(
        self,
        secret: bytes,
        clock: int,
        cause: Cause,
        events: Sequence[Event],
        papers: Sequence[Paper],
        after: State | None = None,
        said: SignedAct | None = None,
    ) -> Checked:
        """The next entry as the table writes it, signed; not yet added. ``after``: the state, if the rules gave it."""
        index = len(self.pairs)
        state = after or evolve_all(self.state, events)
        entry = Entry(index, self._previous, clock, cause, tuple(events), tuple(papers), state_digest(state))
        body = entry_body(entry)
        pair = sign_entry(secret, self.gid or game_id(body), index, body)
        return Checked(pair, entry, entry_hash(pair), state, said or _said(cause))


def rules_of(options: Mapping[str, Any]) -> Rules:
    """The rules that a log's options name; NeedsNewer if another program set them, ValueError if none could have."""
    version = options.get("rules", FIRST_RULES)
    if isinstance(version, int) and version >= FIRST_RULES and version not in KNOWN_RULES:
        known = " ".join(map(str, sorted(KNOWN_RULES)))
        raise NeedsNewer(f"the log is of rules version {version}, this program knows {known}")
    return compile_rules(parse(options))


def session_key(state: State, said: SignedAct) -> bytes | None:
    """The key that must have signed a command: the one that it introduces, else that of its player or witness."""
    if isinstance(said.act, (Join, Witness)):
        return said.act.session if said.seat is None else None
    if said.seat is not None and said.seat >= MOST_SEATS:
        witness = state.witnesses.get(said.seat)
        return witness.session if witness and not witness.gone else None
    seat = state.seats[said.seat] if said.seat is not None and said.seat < len(state.seats) else None
    return seat.session if seat and seat.is_human else None


def _said(cause: Cause) -> SignedAct | None:
    return read_command(cause.body) if isinstance(cause, ByPlayer) else None


def named_table(body: bytes) -> bytes:
    """The table key that a body of index 0 names, of whatever version; empty where it names none."""
    match unpacked(body):
        case [_, _, _, _, [[_, {"table": bytes(table)}], *_], *_]:
            return table
        case _:
            return b""
