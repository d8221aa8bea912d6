"""Damaged logs: no byte of a log can be changed unseen, and nothing makes the audit stumble."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from ono_core.game.evolve import Misplaced
from ono_core.log.book import Book
from ono_core.log.codec import CodecFault, packed, unpacked
from ono_core.log.entries import Entry, Signed, entry_body, pair_bytes, read_entry, sign_entry
from ono_core.log.faults import LogFault
from ono_core.log.file import written
from ono_core.log.kinds import BadForm, NeedsNewer, is_array, is_map
from ono_replay.audit import Verdict, audit
from ono_replay.report import as_json, line, text
from tests.replay.forging import Game, game

RANGES = 16
FUZZED = 12
PASSING = {Verdict.PROVEN, Verdict.REMARKS}


@pytest.fixture(scope="module")
def short() -> Game:
    """A short game of a player with keys against a computer."""
    return game(2, 1, 33, "medium")


def flipped(data: bytes, at: int) -> bytes:
    """The data with one bit changed, another one from byte to byte."""
    return data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


def never_passes(data: bytes, what: str) -> None:
    """The audit says that this is not proven, and does not fail itself."""
    report = audit(data)
    assert report.verdict not in PASSING, what
    assert all(result.code != "audit-failed" for result in report.results), line(report, what)


@pytest.mark.parametrize("part", range(RANGES))
def test_every_byte_counts(short: Game, part: int) -> None:
    """A log with one byte changed, whichever it is, never passes."""
    for at in range(part, len(short.data), RANGES):
        never_passes(flipped(short.data, at), f"byte {at}")


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_sampled_bytes_of_longer_logs_count(seats: int) -> None:
    """The same for bytes here and there of larger games."""
    data = game(seats, seats // 2, 7).data
    for at in range(seats, len(data), 499):
        never_passes(flipped(data, at), f"byte {at}")


def test_every_truncation_is_seen(short: Game) -> None:
    """A log that is cut anywhere is incomplete or unreadable, and accuses nobody."""
    for size in range(0, len(short.data), 17):
        assert audit(short.data[:size]).verdict in {Verdict.INCOMPLETE, Verdict.UNREADABLE}, size


def test_every_pair_of_neighbours_is_bound_to_its_order(short: Game) -> None:
    """Two entries that change places are seen where the first stood."""
    for at in range(len(short.raws) - 1):
        raws = list(short.raws)
        raws[at], raws[at + 1] = raws[at + 1], raws[at]
        (finding,) = audit(written(raws)).findings
        assert (finding.code in {"wrong-index", "bad-form"}, finding.index) == (True, at)


def test_bytes_after_the_end_are_seen(short: Game) -> None:
    """What stands behind the last entry is no part of a proven log."""
    for tail in (b"\x00", b"\x92", b"\x92\xc4", short.raws[-1], b"ONO1\n"):
        never_passes(short.data + tail, tail.hex())


def test_random_bytes_never_stumble() -> None:
    """Noise behind the magic line is refused like any other bad form."""
    numbers = random.Random(7)
    for size in range(1, 300, 3):
        never_passes(b"ONO1\n" + numbers.randbytes(size), str(size))
        never_passes(b"ONO1\n\x92\xc4" + bytes([size % 256]) + numbers.randbytes(size + 66), str(size))


@pytest.mark.parametrize("part", range(FUZZED))
def test_forged_values_never_stumble(part: int) -> None:
    """Any value of any entry is changed to any other and signed anew by the table: the audit gives a report."""
    played = game(3, 2, 33, "medium")
    numbers = random.Random(part)
    for index in range(part, len(played.entries), FUZZED):
        for _ in range(25):
            report = audit(_mutated(played, index, numbers))
            assert all(result.code != "audit-failed" for result in report.results), text(report, f"entry {index}")
            assert as_json(report, "x")


ODD: list[Any] = [
    None, True, -1, 0, 1, 2, 5, 63, 64, 255, 256, 300, 2**16, 2**32, 2**53 - 1, -(2**53 - 1),
    "", "W", "R5", "human", "play", "pile", "boardflix",
    b"", bytes(32), b"\x01" + bytes(31), b"\xff" * 32, bytes(64), [], {}, [[]], ["play", {}],
]  # fmt: skip


def _mutated(played: Game, index: int, numbers: random.Random) -> bytes:
    """The log with one value of an entry changed, and all that can follow signed anew."""
    plain: Any = unpacked(played.book.pairs[index].body)
    for _ in range(numbers.choice([1, 1, 1, 2, 4])):
        _mutate(plain, numbers)
    try:
        body = packed(plain)
    except CodecFault:
        return played.data
    book = Book.of(played.raws[:index])
    raws = [*book.raws(), _with_digest(played, book, index, body)]
    try:
        book.add(book.check(raws[-1]))
        for old in played.entries[index + 1 :]:
            checked = book.draft(
                played.table_secret, old.clock, played.resigned(old.cause, book), old.events, old.papers
            )
            book.add(checked)
    except (LogFault, NeedsNewer, Misplaced, ArithmeticError):
        pass
    return written(raws[: index + 1] + book.raws(index + 1))


def _mutate(plain: Any, numbers: random.Random) -> None:
    """Change one value somewhere inside; index and previous stay, for they only break the chain."""
    holder, key = plain, numbers.choice([3, 4, 4, 4, 5, 5])
    while numbers.random() < 0.93 and (keys := _keys(holder[key])):
        holder, key = holder[key], numbers.choice(keys)
    holder[key] = _other(holder[key], numbers)


def _keys(plain: Any) -> list[Any]:
    if is_map(plain):
        return list(plain)
    return list(range(len(plain))) if is_array(plain) else []


def _other(value: Any, numbers: random.Random) -> Any:
    choices = [numbers.choice(ODD)]
    if isinstance(value, bool):
        choices += [not value]
    elif isinstance(value, int):
        choices += [value + 1, value - 1, numbers.randrange(600)]
    elif isinstance(value, bytes):
        choices += [value[:-1], value + b"\x00", bytes(len(value)), numbers.randbytes(len(value))]
    elif is_array(value):
        choices += [value[1:], value[::-1], value + value[:1]]
    elif isinstance(value, str):
        choices += [numbers.choice(["R", "G", "away", "start-colour", "sealed", "owed", "draw", "score", "x" * 500])]
    return numbers.choice(choices)


def _with_digest(played: Game, book: Book, index: int, body: bytes) -> bytes:
    """The entry's pair, its digest made to fit if its events can be folded at all."""
    try:
        entry: Entry = read_entry(body)
        digest = book.draft(played.table_secret, entry.clock, entry.cause, entry.events, entry.papers).entry.digest
        body = entry_body(replace(entry, digest=digest))
    except (BadForm, NeedsNewer, Misplaced, ArithmeticError, LookupError, MemoryError, TypeError):
        pass
    pair: Signed = sign_entry(played.table_secret, played.book.gid, index, body)
    return pair_bytes(pair)
