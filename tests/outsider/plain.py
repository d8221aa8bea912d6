"""Canonical msgpack, the kinds and their fields, entries and files (log.md sections 2 to 6, 9 and 12)."""

import re
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tests.outsider.proofs import hashed, labelled, signed, u64

msgpack: Any = import_module("msgpack")  # it has no types
LIST: Any = list  # as a value of no type it narrows nothing to a list of unknowns
MAP: Any = dict
Fields = dict[str, Any]
Said = tuple[str, Fields]  # an act, an event or a paper

LIMIT = 61_440
PAIR_LIMIT = 61_520
ITEMS = 4096
DEPTH = 8
LARGEST = 2**53 - 1
KEY = re.compile(r"[a-z0-9_]+")

PLAYER_ACTS = {
    "join": "identity session x25519 anchor cert name wanted",
    "witness": "identity session anchor cert name",
    "direct": "seats",
    "leave": "",
    "set_options": "options",
    "add_bot": "level wanted",
    "unseat": "seat",
    "start": "",
    "next_round": "",
    "name_colour": "colour",
    "play": "slots colour target call",
    "draw": "",
    "pass": "",
    "accept": "",
    "challenge": "",
    "call": "",
    "catch": "seat exposed",
    "set_pause": "on",
    "give_time": "ms",
    "cosign": "index hash sig",
    "re_anchor": "anchor base",
}
TURN_ACTS = {"name_colour", "play", "draw", "pass", "accept", "challenge"}  # they name their step
TABLE_ACTS = {
    "next_round": "",
    "re_anchor": "anchor base",
    "open_log": "version table nonce options time host",
    "seat_dealer": "anchor x25519",
    "close": "k order dice missing",
    "time_out": "step",
    "open_catch": "seat",
    "close_catch": "seat",
    "seat_to_bot": "seat",
    "seat_back": "seat",
    "pass_host": "seat",
    "remove_seat": "seat",
    "seal": "",
    "resume": "time",
    "simulated": "seed",
}
EVENTS = {
    "log-opened": "version table nonce options time host",
    "dealer-seated": "anchor x25519",
    "seated": "seat name identity session x25519 anchor cert",
    "bot-seated": "seat name level version",
    "left": "seat",
    "witness-came": "witness name identity session anchor cert base",
    "witness-left": "witness",
    "directed": "witness seats",
    "host-set": "seat",
    "options-set": "options",
    "game-started": "ruleset deck seats",
    "to-do": "tasks",
    "shuffle-begun": "k cards slots into",
    "shuffle-closed": "k order",
    "sat-out": "seats",
    "deal-drawn": "seats slots cards",
    "round-began": "round deal_seat seats",
    "dealt": "hands",
    "starter-turned": "slot card",
    "starter-returned": "slot",
    "asked": "seat phase step turns drawn",
    "colour-named": "seat colour",
    "shown": "seat slots cards",
    "played": "seat slots cards colour",
    "called": "seat",
    "exposed": "seat step open",
    "catch-opened": "seat",
    "catch-closed": "seats",
    "caught": "seat by",
    "mistaken": "seat what",
    "hands-moved": "givers takers",
    "reversed": "direction",
    "skipped": "seat",
    "owed": "seat debt",
    "accepted": "seat",
    "challenged": "seat accused verdict shown",
    "drew": "seat slots why",
    "recycled": "seat slot why",
    "waived": "seat count",
    "passed": "seat stuck",
    "timed-out": "seat misses",
    "clock-restored": "seat",
    "round-ended": "winner why hands points places scores out unfinished",
    "game-ended": "places",
    "cosigned": "seat index hash sig",
    "sealed": "by missing",
    "seat-removed": "seat why",
    "seat-to-bot": "seat why level version",
    "seat-back": "seat",
    "rekeyed": "seat session x25519 anchor cert base",
    "re-anchored": "seat anchor base",
    "resumed": "time",
    "note-simulated": "seed",
    "note-pause": "seat on",
    "note-time-given": "by ms",
}
PAPERS = {
    "commitments": "k slots from",
    "reveals": "k values",
    "openings": "cards",
    "sealings": "seat slots sealed",
    "dealer-reveal": "k value x25519",
    "escrow": "base shares",
}
PHASES = {"play", "drawn", "respond", "start-colour"}  # in which a seat is asked
COLOURS = {"R", "Y", "G", "B"}
TEXTS = {"name", "level", "verdict", "why", "into", "what"}
BINS = {"identity", "session", "x25519", "anchor", "cert", "table", "nonce", "host", "hash", "sig", "value", "sealed"}
LISTS = {"slots", "cards", "seats", "hands", "order", "missing", "tasks", "givers", "takers", "out", "values", "shares"}
FIGURES = {"places", "points", "scores", "deck", "shown", "from"}
BOOLS = {"on", "open", "call"}
LOOSE = {"options", "ruleset", "seed", "debt"}  # looked at where they are used
SPECIAL: dict[tuple[str, str], type] = {("sealed", "by"): list, ("commitments", "slots"): bytes}
NIL = {
    ("join", "wanted"),
    ("add_bot", "wanted"),
    ("play", "colour"),
    ("play", "target"),
    ("open_log", "host"),
    ("log-opened", "host"),
    ("host-set", "seat"),
    ("asked", "drawn"),
    ("round-ended", "winner"),
    ("re-anchored", "seat"),
    ("dealer-reveal", "x25519"),
}


Pair = tuple[bytes, bytes]  # [body, sig]


class Fault(Exception):
    """What is wrong with bytes, an entry or a step of the fold: a code of log.md section 11."""


class NeedsNewer(Exception):
    """The table signed a kind or field that this version of the log does not have."""


class Unreadable(Exception):
    """No log, or no proof of a fork."""


# ---------------------------------------------------------------- canonical bytes


def decoded(raw: bytes, limit: int = LIMIT) -> Any:
    """The value of canonical bytes; `not-canonical` for all others."""
    if len(raw) > limit:
        raise Fault("not-canonical")
    try:
        value = msgpack.unpackb(raw, raw=False, strict_map_key=False, object_pairs_hook=_mapped, max_ext_len=0)
        _check_plain(value, DEPTH)
        again: bytes = msgpack.packb(value, use_bin_type=True)
    except Fault:
        raise
    except (ValueError, TypeError, OverflowError, msgpack.UnpackException, RecursionError):
        raise Fault("not-canonical") from None
    if again != raw:
        raise Fault("not-canonical")
    return value


def _mapped(pairs: list[tuple[Any, Any]]) -> Fields:
    """A map whose keys rise strictly, so none stands twice."""
    keys = [key for key, _ in pairs]
    if not all(isinstance(key, str) and KEY.fullmatch(key) for key in keys):
        raise Fault("not-canonical")
    if keys != sorted(set(keys)):
        raise Fault("not-canonical")
    return dict(pairs)


def _check_plain(value: Any, depth: int) -> None:
    """No floats or other types, no large integers, not too deep, not too many items."""
    if isinstance(value, (LIST, MAP)):
        items: list[Any] = list(value.values() if isinstance(value, MAP) else value)
        if depth == 0 or len(items) > ITEMS:
            raise Fault("not-canonical")
        for item in items:
            _check_plain(item, depth - 1)
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            raise Fault("not-canonical")
    elif not (value is None or isinstance(value, (bytes, str))):
        raise Fault("not-canonical")


# ---------------------------------------------------------------- form


@dataclass(frozen=True)
class Command:
    """A signed command (section 4)."""

    body: bytes
    sig: bytes
    seat: int | None
    counter: int
    seen: tuple[int, bytes]
    step: int | None
    act: Said


@dataclass(frozen=True)
class Entry:
    """One entry (section 3); of a player's cause `command` is there, of the others `act`."""

    index: int
    previous: bytes
    clock: int
    by: str
    seat: int | None
    command: Command | None
    act: Said
    events: list[Said]
    papers: list[Said]
    digest: bytes
    raw: bytes
    sig: bytes
    hash: bytes


def demand(condition: object) -> None:
    """The form is as written, or `bad-form`."""
    if not condition:
        raise Fault("bad-form")


def listed(value: Any, length: int | None = None) -> list[Any]:
    """An array, of this length if one is given."""
    demand(isinstance(value, LIST) and (length is None or len(value) == length))
    items: list[Any] = value
    return items


def is_count(value: object) -> bool:
    """An integer that is not negative; a bool is none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def entry_of(raw: bytes, sig: bytes) -> Entry:
    """An entry of its bytes, with its form checked."""
    index, previous, clock, cause, events, papers, digest = listed(decoded(raw), 7)
    demand(is_count(index) and is_count(clock))
    demand(isinstance(previous, bytes) and len(previous) == 32 and isinstance(digest, bytes) and len(digest) == 16)
    by, seat, command, act = _cause_of(listed(cause))
    told = [_said(event, EVENTS, "note-") for event in listed(events)]
    shown = [_said(paper, PAPERS) for paper in listed(papers)]
    return Entry(index, previous, clock, by, seat, command, act, told, shown, digest, raw, sig, entry_hash(raw, sig))


def entry_hash(raw: bytes, sig: bytes) -> bytes:
    """h_n."""
    return hashed("ono1/entry", raw, sig)


def head_signed(table: bytes, gid: bytes, index: int, raw: bytes, sig: bytes) -> bool:
    """Whether the table's key signed this body for this place."""
    return signed(table, labelled("ono1/head", gid, u64(index), hashed("ono1/body", raw)), sig)


def _cause_of(cause: list[Any]) -> tuple[str, int | None, Command | None, Said]:
    """Who caused an entry, by what."""
    demand(cause)
    if cause[0] == "player":
        demand(len(cause) == 3 and isinstance(cause[1], bytes) and isinstance(cause[2], bytes))
        command = _command_of(cause[1], cause[2])
        return "player", command.seat, command, command.act
    if cause[0] == "bot":
        demand(len(cause) == 3 and is_count(cause[1]))
        return "bot", cause[1], None, _said(cause[2], PLAYER_ACTS)
    demand(cause[0] == "table" and len(cause) == 2)
    return "table", None, None, _said(cause[1], TABLE_ACTS)


def _command_of(body: bytes, sig: bytes) -> Command:
    """A command of its bytes."""
    seat, counter, at, hash_, step, act = listed(decoded(body), 6)
    demand((seat is None or is_count(seat)) and is_count(counter) and is_count(at) and (step is None or is_count(step)))
    demand(isinstance(hash_, bytes) and len(hash_) == 32)
    said = _said(act, PLAYER_ACTS)
    demand((step is not None) == (said[0] in TURN_ACTS))
    return Command(body, sig, seat, counter, (at, hash_), step, said)


def _said(value: Any, kinds: dict[str, str], skipped: str = "\0") -> Said:
    """[kind, {fields}] with every field of its kind and no other."""
    kind, fields = listed(value, 2)
    demand(isinstance(kind, str) and isinstance(fields, MAP))
    wanted = kinds.get(kind)
    if wanted is None:
        if kind.startswith(skipped):
            return kind, fields
        raise NeedsNewer(kind)
    names = set(wanted.split())
    demand(names <= set(fields))
    if set(fields) - names:
        raise NeedsNewer(kind)
    for name, field in fields.items():
        demand(_typed(kind, name, field))
    return kind, fields


def _typed(kind: str, name: str, value: Any) -> bool:
    """Whether a field has the type that its name tells; what stands inside is looked at where it is used."""
    if name in LOOSE or (value is None and (kind, name) in NIL):
        return True
    if name in {"phase", "colour"}:
        return value in (PHASES if name == "phase" else COLOURS)
    wanted = SPECIAL.get((kind, name)) or _type_of(name)
    return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))


def _type_of(name: str) -> type:
    """The type that a field's name tells."""
    types: list[tuple[set[str], type]]
    types = [(TEXTS, str), (BINS, bytes), (LISTS | FIGURES, list), (BOOLS, bool)]
    return next((type_ for names, type_ in types if name in names), int)


# ---------------------------------------------------------------- files


def pairs_of(data: bytes) -> tuple[list[Pair], bool]:
    """The pairs [body, sig] of an .ono file, and whether it is torn; a Fault has the index with it."""
    if not data.startswith(b"ONO1\n"):
        raise Unreadable("no log")
    reader = msgpack.Unpacker(raw=False, max_buffer_size=len(data) + 1)
    reader.feed(data[5:])
    pairs: list[Pair] = []
    end = 0
    while end < len(data) - 5:
        try:
            pair = reader.unpack()
        except msgpack.OutOfData:
            return pairs, True
        except (ValueError, msgpack.UnpackException):
            raise Fault("bad-form", len(pairs)) from None
        start, end = end, reader.tell()
        if not (isinstance(pair, LIST) and len(pair) == 2 and all(isinstance(part, bytes) for part in pair)):
            raise Fault("bad-form", len(pairs))
        if msgpack.packb(pair) != data[5 + start : 5 + end] or end - start > PAIR_LIMIT:
            raise Fault("not-canonical", len(pairs))
        pairs.append((pair[0], pair[1]))
    return pairs, False
