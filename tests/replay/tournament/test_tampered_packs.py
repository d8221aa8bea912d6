"""Published tournaments that somebody has tampered with, the organiser's key in hand or not: each is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import trio
from msgspec.structs import replace

from ono_cli.tournament.demo import demonstrate, own, tournament_file
from ono_cli.tournament.desk import opened
from ono_cli.tournament.publish import publish
from ono_core.fair.keys import sign
from ono_core.fair.transcript import encode, hashed, u64
from ono_core.log.entries import Signed, pair_bytes
from ono_core.tournament.acts import Act, Report
from ono_core.tournament.events import RoundDrawn
from ono_core.tournament.ledger import ByOrganiser, Entry, Ledger, entry_body, entry_hash, file_bytes, read_file
from ono_core.tournament.refusals import Refusal
from ono_replay.archive import Inline
from ono_replay.audit import Verdict
from ono_replay.replay import read as read_log
from ono_replay.tournament.audit import Report as Found
from ono_replay.tournament.audit import audit
from ono_replay.tournament.pack import (
    FILE,
    LEDGER,
    MANIFEST,
    SIGNATURE,
    Manifest,
    Pack,
    games,
    manifest,
    read,
    signature,
)
from ono_replay.tournament.published import published

SEED = 5
SECRET = own(SEED, "organiser")
FIRST = "logs/R01-T01.ono"

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """What a real tournament of eight players, two rounds and a final, has published."""
    folder: Path = tmp_path_factory.mktemp("pack")
    desk = opened(folder, SECRET, own(SEED, "nonce"), tournament_file(8, 2, "boardflix"))
    trio.run(demonstrate, desk, 8, SEED, silent)
    publish(folder, SECRET)
    return read(folder).files


def silent(_line: str) -> None:
    """Says nothing."""


def judged(files: Files) -> Found:
    """The audit of these files."""
    try:
        listed: Manifest | None = msgspec.json.decode(files.get(MANIFEST, b""), type=Manifest)
    except msgspec.DecodeError:
        listed = None
    return audit(Pack(files, listed), Inline())


def signed_again(files: Files, secret: bytes = SECRET) -> Files:
    """The same files with a manifest that fits them, signed by this key."""
    ledger = read_file(files[LEDGER], again=False).ledger
    others = {path: data for path, data in files.items() if path not in {MANIFEST, SIGNATURE}}
    heads = {path: b"" for path, *_ in games(ledger.state) if path in others}
    listed = manifest("ono", ledger, others, heads)
    return others | {MANIFEST: listed, SIGNATURE: signature(secret, ledger.tid, listed)}


def codes(found: Found) -> set[str]:
    """What was found, and where."""
    return {f"{one.code} {one.where}" for one in found.results}


def test_an_honest_pack_is_proven(files: Files) -> None:
    """Every game, draw, result and standing follows from the files."""
    found = judged(files)
    assert found.results == ()
    assert found.verdict is Verdict.PROVEN
    assert (found.players, found.rounds, found.games) == (8, 3, 5)


def test_a_pack_is_the_same_signed_again(files: Files) -> None:
    """What the tests below change is all that they change."""
    assert judged(signed_again(files)).verdict is Verdict.PROVEN


def flipped(data: bytes, at: int) -> bytes:
    """The bytes with one of them changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def _other_ledger(files: Files, change: Callable[[Act], Act]) -> Files:
    """A ledger that the organiser has written anew, with acts of its own changed, and what follows from it."""
    old = read_file(files[LEDGER], again=False).ledger
    ledger = Ledger()
    for entry in old.entries:
        cause = ByOrganiser(change(entry.cause.act)) if isinstance(entry.cause, ByOrganiser) else entry.cause
        checked = ledger.draft(SECRET, entry.time, cause)
        assert not isinstance(checked, Refusal), checked
        ledger.add(checked)
    return signed_again(files | published(ledger) | {LEDGER: file_bytes(ledger.raws())})


def falsified(act: Act) -> Act:
    """The last of the first table wins."""
    if isinstance(act, Report) and (act.round, act.table) == (1, 1):
        return replace(act, places=act.places[::-1])
    return act


def _drawn_otherwise(files: Files) -> Files:
    """A ledger in which two players have changed tables in the first round; every entry after it is signed anew."""
    old = read_file(files[LEDGER], again=False).ledger
    previous, raws = bytes(32), list[bytes]()
    for entry in old.entries:
        events = tuple(_swapped(event) if isinstance(event, RoundDrawn) else event for event in entry.events)
        body = entry_body(Entry(entry.index, previous, entry.time, entry.cause, events))
        text = encode("ono1/tournament-head", old.tid, u64(entry.index), hashed("ono1/body", body))
        pair = Signed(body, sign(SECRET, text))
        previous = entry_hash(pair)
        raws.append(pair_bytes(pair))
    return files | {LEDGER: file_bytes(raws)}


def _swapped(drawn: RoundDrawn) -> RoundDrawn:
    if drawn.round != 1:
        return drawn
    first, second = drawn.tables
    return replace(drawn, tables=((second[0], *first[1:]), (first[0], *second[1:])))


def _cut(log: bytes) -> bytes:
    """A log without its last entry."""
    raws = read_log(log).book.raws()
    return log[: -len(raws[-1])]


TAMPERED: dict[str, tuple[Callable[[Files], Files], set[str]]] = {
    "a byte of a log": (lambda files: files | {FIRST: flipped(files[FIRST], 5000)}, {f"changed-file {FIRST}"}),
    "a byte of a log, signed for": (
        lambda files: signed_again(files | {FIRST: flipped(files[FIRST], 5000)}),
        {f"bad-log {FIRST}"},
    ),
    "a log is missing": (
        lambda files: {path: data for path, data in files.items() if path != FIRST},
        {f"missing-file {FIRST}", f"missing-log {FIRST}"},
    ),
    "a log was left out": (
        lambda files: signed_again({path: data for path, data in files.items() if path != FIRST}),
        {f"missing-log {FIRST}"},
    ),
    "a log of another table": (
        lambda files: signed_again(files | {FIRST: files["logs/R01-T02.ono"]}),
        {f"other-game {FIRST}"},
    ),
    "a log without its end": (
        lambda files: signed_again(files | {FIRST: _cut(files[FIRST])}),
        {f"log-incomplete {FIRST}", "other-head round 1, table 1"},
    ),
    "a file too many": (lambda files: files | {"notes.txt": b"hello"}, {"stray-file notes.txt"}),
    "a log too many": (
        lambda files: signed_again(files | {"logs/R09-T09.ono": files[FIRST]}),
        {"stray-file logs/R09-T09.ono"},
    ),
    "another key": (lambda files: signed_again(files, own(6, "organiser")), {f"not-signed {SIGNATURE}"}),
    "no signature": (lambda files: files | {SIGNATURE: b""}, {f"not-signed {SIGNATURE}"}),
    "no manifest": (lambda files: files | {MANIFEST: b"{}"}, {f"bad-manifest {MANIFEST}"}),
    "other standings": (
        lambda files: signed_again(files | {"standings.csv": files["standings.csv"].replace(b"\n1,", b"\n9,", 1)}),
        {"wrong-standings standings.csv"},
    ),
    "another tournament file": (
        lambda files: signed_again(files | {FILE: files[FILE].replace(b"seats = 4", b"seats = 3")}),
        {f"other-settings {FILE}"},
    ),
    "a byte of the ledger": (lambda files: files | {LEDGER: flipped(files[LEDGER], 900)}, {f"bad-ledger {LEDGER}"}),
    "half an entry": (lambda files: files | {LEDGER: files[LEDGER][:-9]}, {f"torn-ledger {LEDGER}"}),
    "an entry too few": (
        lambda files: files | {LEDGER: file_bytes(read_file(files[LEDGER]).ledger.raws()[:-1])},
        {f"other-tournament {MANIFEST}", f"changed-file {LEDGER}", f"not-finished {LEDGER}"},
    ),
    "players who changed tables": (_drawn_otherwise, {f"bad-ledger {LEDGER}"}),
    "a result that is not the log's": (
        lambda files: _other_ledger(files, falsified),
        {"wrong-result round 1, table 1"},
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_tampered_with_is_found_and_named(files: Files, name: str) -> None:
    """Its verdict is never proven, and every one of these is said."""
    tamper, expected = TAMPERED[name]
    found = judged(tamper(files))
    assert found.verdict in {Verdict.NOT_PROVEN, Verdict.INCOMPLETE}
    assert expected <= codes(found)
