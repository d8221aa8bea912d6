"""An auditor of ONO logs, written from fairness.md and log.md alone: none of the product's code is in it.

It leaves out what takes the rules: whether they give these events (`undecided`, but for keys and chains that nobody
asked for), when the table may end a time (`too-early`), and whether a computer's act is its policy's (`bot-differs`).
"""

from dataclasses import dataclass, field
from typing import Any

from tests.outsider import papers
from tests.outsider.book import PLAYER, Book, Chain, Player, Signed, keys_fault, witness_fault
from tests.outsider.fold import WITNESSES, State
from tests.outsider.plain import (
    Command,
    Entry,
    Fault,
    Fields,
    NeedsNewer,
    Pair,
    Unreadable,
    decoded,
    entry_of,
    head_signed,
    listed,
    msgpack,
    pairs_of,
)
from tests.outsider.proofs import derived, exchange_ok, hashed, key_ok, labelled, signed, u64, x25519_public

BIRTH = {"log-opened", "dealer-seated"}


@dataclass(frozen=True, order=True)
class Finding:
    """A fault, where it is and who is to blame."""

    code: str
    index: int
    who: str = "table"


@dataclass
class Result:
    """What was found; remarks leave a log good."""

    findings: list[Finding] = field(default_factory=list[Finding])
    remarks: list[Finding] = field(default_factory=list[Finding])
    torn: bool = False
    entries: int = 0


def audit(data: bytes, identity: bytes | None = None) -> Result:
    """Audit an .ono file; with a player's identity secret also what is sealed to that player."""
    result = Result()
    try:
        pairs, result.torn = pairs_of(data)
    except Fault as fault:
        result.findings.append(Finding(fault.args[0], fault.args[1], "unknown"))
        return result
    if not pairs:
        raise Unreadable("no whole entry")
    entries = _read(pairs, result)
    if not result.findings:
        _Walk(entries, result, identity).walk()
    return result


# ---------------------------------------------------------------- form, chain, clock, fold, digest; the head


def _read(pairs: list[Pair], result: Result) -> list[Entry]:
    """The entries as far as they are whole; what is found ends it."""
    reader = _Reader()
    for index, (raw, sig) in enumerate(pairs):
        try:
            reader.read(index, raw, sig)
        except (Fault, NeedsNewer) as fault:
            newer = isinstance(fault, NeedsNewer)
            if newer and reader.is_tables(index, raw, sig):
                raise  # the reader is too old, and nobody is to blame
            who = "table" if reader.signed(pairs, index) else "unknown"
            result.findings.append(Finding("bad-form" if newer else fault.args[0], index, who))
            return reader.entries
    result.entries = len(pairs)
    last = len(pairs) - 1
    if not head_signed(reader.table, reader.gid, last, *pairs[last]):
        result.findings.append(Finding("bad-signature", last, "unknown"))
    return reader.entries


class _Reader:
    """Reads entry by entry, and folds."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.state = State()
        self.table = self.gid = b""

    def read(self, index: int, raw: bytes, sig: bytes) -> None:
        """One entry; a Fault if it is not as it must be."""
        entry = entry_of(raw, sig)
        before = self.entries[-1] if self.entries else None
        self._check_chain(index, entry, before)
        if before is None:
            self._open(raw, entry)
        self._check_kinds(entry)
        for event in entry.events:
            self.state.apply(event)
        if self.state.digest() != entry.digest:
            raise Fault("wrong-digest")
        self.entries.append(entry)

    def is_tables(self, index: int, raw: bytes, sig: bytes) -> bool:
        """Whether the table's key signed an entry that cannot be read; index 0 names the key itself."""
        table, gid = self.table, self.gid
        if index == 0:
            try:
                table, gid = decoded(raw)[3][1][1]["table"], hashed("ono1/game", raw)
            except (TypeError, KeyError, IndexError):
                return False
        return head_signed(table, gid, index, raw, sig)

    def signed(self, pairs: list[Pair], index: int) -> bool:
        """Whether the table signed the bytes on either side of a break."""
        places = [at for at in (index - 1, index) if at >= 0]
        return bool(self.table) and all(head_signed(self.table, self.gid, at, *pairs[at]) for at in places)

    def _check_chain(self, index: int, entry: Entry, before: Entry | None) -> None:
        if entry.index != index:
            raise Fault("wrong-index")
        if entry.previous != (before.hash if before else bytes(32)):
            raise Fault("wrong-previous")
        if before and entry.clock < before.clock:
            raise Fault("clock-fell")

    def _open(self, raw: bytes, entry: Entry) -> None:
        """Index 0 names its own table key, and is signed by it."""
        if [kind for kind, _ in entry.events] != ["log-opened"]:
            raise Fault("bad-form")
        self.table, self.gid = entry.events[0][1]["table"], hashed("ono1/game", raw)
        if not key_ok(self.table):
            raise Fault("weak-key")
        if not head_signed(self.table, self.gid, 0, raw, entry.sig):
            raise Fault("bad-signature")

    def _check_kinds(self, entry: Entry) -> None:
        """Which kinds may stand here (section 8)."""
        kinds = [kind for kind, _ in entry.events]
        born = ["log-opened"] * (entry.index == 0) + ["dealer-seated"] * (entry.index == 1)
        if [kind for kind in kinds if kind in BIRTH] != born or (entry.index == 0 and kinds != born):
            raise Fault("bad-form")


# ---------------------------------------------------------------- commands, keys, papers


class _Walk:
    """Goes through a log that is whole, and checks who signed what and every proof."""

    def __init__(self, entries: list[Entry], result: Result, identity: bytes | None) -> None:
        self.entries, self.result, self.identity = entries, result, identity
        opened = entries[0]
        self.book = Book(hashed("ono1/game", opened.raw), opened.events[0][1]["table"])
        self.state = State()
        self.end: Entry | None = None  # the entry that ends the game
        self.witnesses: dict[int, bytes] = {}  # whose number it is or was
        self.paper_faults: set[int] = set()
        self.command_faults: set[int] = set()

    def report(self, code: str, index: int) -> None:
        """A finding in the papers: of one entry the first. To blame is the table, which logged it."""
        self._first(code, index, self.paper_faults)

    def report_command(self, code: str, index: int) -> None:
        """A finding in a command: of one entry the first."""
        self._first(code, index, self.command_faults)

    def _first(self, code: str, index: int, faults: set[int]) -> None:
        if index not in faults:
            faults.add(index)
            self.result.findings.append(Finding(code, index))

    def walk(self) -> None:
        """Every entry, then what the reader's own secret opens."""
        for entry in self.entries:
            self._check_cause(entry)
            try:
                self._check_events(entry)
            except (TypeError, ValueError, KeyError, IndexError, OverflowError):
                self.report("bad-form", entry.index)  # a paper's inside is not as written
                return
        if self.identity is not None:
            secret = derived(self.identity, "ono1/own", b"x25519", self.book.gid)
            mine = [seat for seat, player in self.book.players.items() if player.x25519 == x25519_public(secret)]
            for seat in mine:
                papers.check_sealed(self.book, secret, self.report, seat)

    # ------------------------------------------------------------ causes

    def _check_cause(self, entry: Entry) -> None:
        """A command's signature and place, or a computer's seat."""
        if entry.by == "bot":
            there = self._there(entry.seat)
            if there is None or there[0] == "witness" or (there[0] == "human" and not there[1]) or there[2]:
                self.result.findings.append(Finding("wrong-cause", entry.index))
        elif entry.command is not None and entry.command.act[0] in {"join", "witness"}:
            self._check_join(entry, entry.command)
        elif entry.command is not None:
            self._check_command(entry, entry.command)

    def _there(self, seat: int | None) -> list[Any] | None:
        if seat is not None and seat in WITNESSES:
            return None if self.state.witnesses.get(seat, True) else ["witness", False, False]
        return self.state.seats[seat] if seat is not None and seat < len(self.state.seats) else None

    def _check_join(self, entry: Entry, command: Command) -> None:
        """A join, or a witness's, is signed by the key that it introduces, which is certified and new."""
        kind, fields = command.act
        fault = keys_fault(self.book.gid, fields, fields["identity"]) if kind == "join" else self._witness_fault(fields)
        if fault:
            self.report_command(fault, entry.index)
            return
        if fields["session"] in self.book.replaced:
            self.report_command("bad-command-signature", entry.index)
        self._check_signed(entry, command, fields["session"])

    def _witness_fault(self, fields: Fields) -> str | None:
        return witness_fault(self.book.gid, fields)

    def _check_command(self, entry: Entry, command: Command) -> None:
        """Any other command: of a seat's session key."""
        there = self._there(command.seat)
        player = self.book.players.get(command.seat) if command.seat is not None else None
        if player is None or there is None or there[2]:
            self.report_command("not-seated", entry.index)
            if there is not None:
                self.result.findings.append(Finding("wrong-cause", entry.index))
            return
        self._check_signed(entry, command, player.session)
        self.book.asleep.discard(command.seat or 0)
        if command.act[0] == "cosign":
            self._check_cosign(entry, command.act[1], player)

    def _check_signed(self, entry: Entry, command: Command, session: bytes) -> None:
        """Signature, counter and the head seen."""
        last = self.book.sessions.setdefault(session, Signed())
        if not signed(session, labelled("ono1/cmd", self.book.gid, command.body), command.sig):
            self.report_command("bad-command-signature", entry.index)
        if command.counter <= last.counter:
            self.report_command("counter-reused", entry.index)
        at, head = command.seen
        if not last.seen <= at < entry.index or self.entries[at].hash != head:
            self.report_command("seen-unknown", entry.index)
        last.counter, last.seen = max(command.counter, last.counter), max(at, last.seen)

    def _check_cosign(self, entry: Entry, fields: Fields, player: Player) -> None:
        """A signature of the entry that ended the game, as it stands in this log."""
        end = self.end
        if end is None or (fields["index"], fields["hash"]) != (end.index, end.hash):
            self.report_command("seen-unknown", entry.index)
            return
        message = labelled("ono1/final", self.book.gid, u64(fields["index"]), fields["hash"])
        if not signed(player.session, message, fields["sig"]):
            self.report_command("bad-command-signature", entry.index)

    # ------------------------------------------------------------ events and their papers

    def _check_events(self, entry: Entry) -> None:
        """Fold the entry, and check each event's papers on the way."""
        openings = papers.Openings(self.book, entry, self.report)
        sealings: list[tuple[int, list[int]]] = []
        escrow: tuple[str, Fields] = ("", {})
        kinds = [kind for kind, _ in entry.events]
        for kind, fields in entry.events:
            openings.check(self.state, kind, fields)
            self._check_keys(entry, kind, fields)
            self.state.apply((kind, fields))
            self._check_event(entry, kind, fields)
            sealings += papers.wanted_sealings(self.state, kind, fields)
            if kind in {"game-started", "rekeyed", "re-anchored"}:
                escrow = kind, fields
        openings.check_rest()
        papers.check_belong(entry, self.report)
        papers.check_sealings(self.book, entry, sealings, self.report)
        papers.check_escrow(self.book, self.state, entry, *escrow, self.report)
        if "round-ended" in kinds or "game-ended" in kinds:
            over = "game-ended" in kinds
            papers.check_dealer_reveal(self.book, self.state, entry, over=over, report=self.report)

    def _check_event(self, entry: Entry, kind: str, fields: Fields) -> None:
        """What one event needs; the state is that after it."""
        book, state = self.book, self.state
        match kind:
            case "game-started":
                book.options = fields["ruleset"]
            case "shuffle-begun":
                papers.check_begin(book, state, entry, fields, self.report)
            case "shuffle-closed":
                papers.check_close(book, state, entry, fields, self.report)
                missing = book.shuffles[fields["k"]].missing
                self.result.remarks += [Finding("no-reveal", entry.index, f"seat {seat}") for seat in missing]
            case "sat-out":
                papers.check_sat_out(book, entry, fields, self.report)
            case "round-began":
                papers.check_first_dealer(book, state, entry, self.report)
            case "dealt":
                papers.check_deal(book, state, entry, fields, self.report)
            case "game-ended":
                self.end = entry
            case _:
                pass

    # ------------------------------------------------------------ keys and chains

    def _check_keys(self, entry: Entry, kind: str, fields: Fields) -> None:
        """Keys and chains that an event brings in, and who asked for them."""
        may_sit = kind == "seated" and self.state.phase == "round-over"
        if kind in {"seated", "left"} and self.book.begun and not may_sit:
            self.report("impossible-event", entry.index)  # seats change hands before the first shuffle only
        match kind:
            case "dealer-seated":
                self._seat_dealer(entry, fields)
            case "seated":
                self._seat(entry, fields)
            case "left":
                self.book.players.pop(fields["seat"], None)
            case "witness-came":
                self._witness(entry, fields)
            case "witness-left":
                self._unwitness(fields["witness"])
            case "rekeyed":
                self._rekey(entry, fields)
            case "re-anchored":
                self._re_anchor(entry, fields)
            case _:
                pass

    def _seat_dealer(self, entry: Entry, fields: Fields) -> None:
        if not exchange_ok(fields["x25519"]) or len(fields["anchor"]) != 32:
            self.report("weak-key", entry.index)
        self.book.x25519 = fields["x25519"]
        self.book.dealer_goes_on(fields["anchor"], 0)

    def _seat(self, entry: Entry, fields: Fields) -> None:
        self._introduce(entry, fields, fields["identity"], 0)
        if not self._asked_for(entry, fields, "identity name session x25519 anchor cert"):
            self.report("undecided", entry.index)

    def _witness(self, entry: Entry, fields: Fields) -> None:
        """A witness who asked for it with these keys, under no other's number."""
        number, begun, kind = fields["witness"], self.book.begun, entry.act[0]
        names = ("identity", "session", "anchor", "cert")
        asked = kind == "witness" and all(entry.act[1][name] == fields[name] for name in names)
        owner = self.witnesses.get(number) if number in self.state.witnesses else None
        asked = asked and fields["base"] == begun and owner in {None, fields["identity"]}
        fault = self._witness_fault(fields)
        if fault or not asked:
            self.report(fault if asked and fault else "undecided", entry.index)
        if number in self.book.players:
            self.book.replaced.add(self.book.players[number].session)
        chain = Chain(fields["session"], PLAYER, fields["anchor"], begun)
        self.book.players[number] = Player(fields["identity"], fields["session"], b"", chain)
        self.book.asleep.discard(number)
        self.witnesses[number] = fields["identity"]

    def _unwitness(self, number: int) -> None:
        player = self.book.players.pop(number, None)
        if player and self.book.begun:
            self.book.replaced.add(player.session)

    def _rekey(self, entry: Entry, fields: Fields) -> None:
        player = self.book.players.get(fields["seat"])
        if player is None:
            self.report("undecided", entry.index)
            return
        asked = self._asked_for(entry, fields, "session x25519 anchor cert")
        asked = asked and entry.act[1]["identity"] == player.identity and fields["base"] == self.book.begun
        self.book.replaced.add(player.session)
        self._introduce(entry, fields, player.identity, fields["base"])
        if not asked:
            self.report("undecided", entry.index)

    def _asked_for(self, entry: Entry, fields: Fields, names: str) -> bool:
        """Whether a join asked for just these keys."""
        kind, asked = entry.act
        return kind == "join" and all(asked[name] == fields[name] for name in names.split())

    def _introduce(self, entry: Entry, fields: Fields, identity: bytes, base: int) -> None:
        """A seat has these keys from now on."""
        fault = keys_fault(self.book.gid, fields, identity)
        if fault:
            self.report(fault, entry.index)
        chain = Chain(fields["session"], PLAYER, fields["anchor"], base)
        self.book.players[fields["seat"]] = Player(identity, fields["session"], fields["x25519"], chain)

    def _re_anchor(self, entry: Entry, fields: Fields) -> None:
        """A chain that its owner asked for, from a base that is allowed."""
        seat, anchor, base, begun = fields["seat"], fields["anchor"], fields["base"], self.book.begun
        if len(anchor) != 32:
            self.report("weak-key", entry.index)
        by = "table" if seat is None else "player"
        asked = entry.act == ("re_anchor", {"anchor": anchor, "base": base}) and (entry.by, entry.seat) == (by, seat)
        if seat is None:
            asked = asked and base == begun
            self.book.dealer_goes_on(anchor, base)
        elif seat in self.book.players:
            player = self.book.players[seat]
            asked = asked and player.chain.base < base <= begun
            player.chain = Chain(player.session, PLAYER, anchor, base)
        if not asked:
            self.report("undecided", entry.index)


# ---------------------------------------------------------------- forks (log.md section 12)


def fork_index(data: bytes) -> int:
    """The index that a .fork file proves to be signed twice; a Fault or Unreadable for one that proves nothing."""
    if not data.startswith(b"ONOFORK1\n"):
        raise Unreadable("no proof of a fork")
    game, table, index, one, other = listed(decoded(data[9:], 2 * len(data)), 5)
    if not (key_ok(table) and index > 0 and [*one] < [*other]):
        raise Fault("bad-form")
    for raw, sig in (one, other):
        if decoded(raw)[0] != index or not head_signed(table, game, index, raw, sig):
            raise Fault("bad-signature")
    return int(index)


def fork_of(one: bytes, other: bytes) -> bytes | None:
    """The .fork file that two logs of one game make, if they differ somewhere."""
    pairs, others = pairs_of(one)[0], pairs_of(other)[0]
    if pairs[0] != others[0]:
        return None
    game, table = hashed("ono1/game", pairs[0][0]), entry_of(*pairs[0]).events[0][1]["table"]
    for index, (mine, theirs) in enumerate(zip(pairs, others, strict=False)):
        if mine != theirs:
            lesser, greater = sorted([mine, theirs])
            return b"ONOFORK1\n" + bytes(msgpack.packb([game, table, index, list(lesser), list(greater)]))
    return None
