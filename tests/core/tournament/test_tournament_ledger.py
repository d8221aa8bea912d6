"""The ledger as bytes: what a reader takes, cuts and refuses, and where it says so."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ono_core.fair.keys import sign
from ono_core.fair.transcript import encode, hashed, u64
from ono_core.log.codec import packed, unpacked
from ono_core.log.entries import Signed, pair_bytes
from ono_core.log.faults import LogFault
from ono_core.log.file import NotALog
from ono_core.log.kinds import BadForm, NeedsNewer
from ono_core.tournament import acts
from ono_core.tournament.ledger import (
    ByOrganiser,
    ByPerson,
    Entry,
    Ledger,
    entry_body,
    file_bytes,
    opening,
    read_file,
    sign_request,
)
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.settings import parse
from tests.core.tournament.evening import Evening, key, registered, secret


def signed(ledger: Ledger, body: bytes, by: str = "organiser") -> bytes:
    """A body as the next entry, with a signature."""
    text = encode("ono1/tournament-head", ledger.tid, u64(len(ledger)), hashed("ono1/body", body))
    return pair_bytes(Signed(body, sign(secret(by), text)))


def next_entry(ledger: Ledger, act: acts.Act) -> Entry:
    """The entry that an honest organiser would write."""
    drafted = ledger.draft(secret("organiser"), ledger.time + 5, ByOrganiser(act))
    assert not isinstance(drafted, Refusal)
    return drafted.entry


def test_a_file_is_read_as_it_was_written() -> None:
    """The cold fold is the live state, and the file its bytes again."""
    evening = Evening(4)
    evening.round()
    data = file_bytes(evening.ledger.raws())
    read = read_file(data)
    assert read.whole == len(data)
    assert read.ledger.state == evening.state
    assert read.ledger.head == evening.ledger.head
    assert read_file(data, again=False).ledger.state == evening.state


def test_a_torn_tail_is_cut() -> None:
    """Wherever the last entry breaks off, the whole ones before it stand."""
    evening = Evening(2)
    data = file_bytes(evening.ledger.raws())
    whole = len(file_bytes(evening.ledger.raws()[:-1]))
    for end in range(whole, len(data)):
        read = read_file(data[:end], again=False)
        assert (len(read.ledger), read.whole) == (2, whole)


def test_a_file_of_something_else_is_none() -> None:
    """A game's log is no ledger."""
    with pytest.raises(NotALog, match="ONOT1"):
        read_file(b"ONO1\n")


def test_a_bad_byte_names_its_entry() -> None:
    """A flipped one anywhere shows."""
    evening = Evening(2)
    raws = evening.ledger.raws()
    for at in range(0, len(raws[2]), 7):
        broken = bytearray(raws[2])
        broken[at] ^= 1
        with pytest.raises(LogFault) as fault:
            read_file(file_bytes([*raws[:2], bytes(broken), raws[1]]))
        assert fault.value.index == 2


CHANGES: list[tuple[str, Callable[[Entry], Entry]]] = [
    ("wrong-index", lambda entry: replace(entry, index=9)),
    ("wrong-previous", lambda entry: replace(entry, previous=bytes(32))),
    ("clock-fell", lambda entry: replace(entry, time=entry.time - 6)),
    ("undecided", lambda entry: replace(entry, events=())),
    ("undecided", lambda entry: replace(entry, events=entry.events * 2)),
    ("undecided", lambda entry: replace(entry, cause=ByOrganiser(acts.Withdraw(2, "")))),
    ("bad-request-signature", lambda entry: replace(entry, cause=ByPerson(_request("Anna", 2).body, bytes(64)))),
    ("counter-reused", lambda entry: replace(entry, cause=_request("Anna", 1))),
    ("undecided", lambda entry: replace(entry, cause=_request("Anna", 2, acts.Withdraw(2, "")))),
]


def _request(who: str, counter: int, act: acts.Act | None = None) -> ByPerson:
    return sign_request(secret(who), Evening(2).ledger.tid, counter, act or acts.Withdraw(1, ""))


@pytest.mark.parametrize(("code", "change"), CHANGES, ids=range(len(CHANGES)))
def test_what_the_organiser_signs_is_checked_all_the_same(code: str, change: Callable[[Entry], Entry]) -> None:
    """The chain, the clock, the requests, and what they led to; nothing is changed by what is refused."""
    evening = Evening(2)
    forged = change(next_entry(evening.ledger, acts.Withdraw(1, "gone")))
    with pytest.raises(LogFault) as fault:
        evening.ledger.check(signed(evening.ledger, entry_body(forged)))
    assert (fault.value.code, fault.value.index) == (code, 3)
    assert len(evening.ledger) == 3


def test_only_the_organiser_signs() -> None:
    """An entry that somebody else signed is none, whatever it says."""
    evening = Evening(2)
    body = entry_body(next_entry(evening.ledger, acts.Withdraw(1, "gone")))
    with pytest.raises(LogFault, match="bad-signature"):
        evening.ledger.check(signed(evening.ledger, body, by="Anna"))


def test_forged_events_fold_into_nothing() -> None:
    """Where an organiser's own file is not decided again, what is not there is still not there."""
    evening = Evening(2)
    entry = next_entry(evening.ledger, acts.Withdraw(1, "gone"))
    event = replace(entry.events[0], player=7)
    with pytest.raises(LogFault, match="impossible-event"):
        evening.ledger.check(signed(evening.ledger, entry_body(replace(entry, events=(event,)))), again=False)


def test_a_tournament_is_born_once() -> None:
    """With its opening alone at index 0."""
    evening = Evening(1)
    first, second = evening.ledger.entries
    with pytest.raises(LogFault, match="opened stands alone"):
        evening.ledger.check(signed(evening.ledger, entry_body(_after(evening.ledger, first))))
    empty = Ledger()
    body = entry_body(replace(second, index=0, previous=bytes(32)))
    with pytest.raises(LogFault, match="opened stands alone"):
        empty.check(signed(empty, body))
    assert evening.refuses(opening(secret("organiser"), secret("n"), parse({"name": "B"}))) == "already-opened"


def _after(ledger: Ledger, entry: Entry) -> Entry:
    return replace(entry, index=len(ledger), previous=ledger.head.hash, time=ledger.time)


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("not-canonical", b"\x95\x03\xc4\x00\x00\x90\x90\x90"),
        ("bad-form", packed([3, bytes(32), 0, ["organiser", ["finish", {}]]])),
        ("bad-form", packed([3, bytes(31), 0, ["organiser", ["finish", {}]], []])),
        ("bad-form", packed([-1, bytes(32), 0, ["organiser", ["finish", {}]], []])),
        ("bad-form", packed([3, bytes(32), 0, ["nobody", ["finish", {}]], []])),
        ("bad-form", packed([3, bytes(32), 0, ["organiser", ["withdraw", {"player": 1}]], []])),
        ("bad-form", packed([3, bytes(32), 0, ["organiser", ["draw", {"seed": b""}]], []])),
        ("bad-form", packed([3, bytes(32), 0, ["person", packed([bytes(32), 1]), bytes(64)], []])),
    ],
    ids=range(8),
)
def test_other_forms_are_refused(code: str, body: bytes) -> None:
    """By their names."""
    evening = Evening(2)
    with pytest.raises(LogFault) as fault:
        evening.ledger.check(signed(evening.ledger, body))
    assert (fault.value.code, fault.value.index) == (code, 3)


def test_a_newer_ledger_blames_nobody() -> None:
    """If the organiser signed it; else it is damage."""
    evening = Evening(2)
    body = packed([3, evening.ledger.head.hash, evening.now, ["organiser", ["simultaneous", {}]], []])
    with pytest.raises(NeedsNewer, match="entry 3"):
        evening.ledger.check(signed(evening.ledger, body))
    with pytest.raises(LogFault, match="bad-form"):
        evening.ledger.check(signed(evening.ledger, body, by="Anna"))


def test_a_request_is_applied_once() -> None:
    """Asked again it leads to the same entry; another with an old counter is refused."""
    evening = Evening(2)
    ledger = evening.ledger
    request = sign_request(secret("Chloé"), ledger.tid, 5, registered("Chloé"))
    assert ledger.answered(request.body) is None
    evening.wrote(request)
    assert ledger.answered(request.body) == 3
    assert Ledger.of(ledger.raws()).answered(request.body) == 3
    assert evening.wrote(request) == Refusal("counter-used", "above 5")
    assert evening.wrote(sign_request(secret("Chloé"), ledger.tid, 5, acts.Withdraw(3, ""))) == Refusal(
        "counter-used", "above 5"
    )


def test_a_request_is_of_who_signed_it() -> None:
    """Another's signature, another tournament's, or a key that must not be used."""
    evening = Evening(1)
    good = sign_request(secret("Bo"), evening.ledger.tid, 1, registered("Bo"))
    for bad in (
        replace(good, sig=bytes(64)),
        sign_request(secret("Bo"), bytes(32), 1, registered("Bo")),
        replace(good, body=packed([bytes(32), 1, ["withdraw", {"player": 1, "reason": ""}]])),
    ):
        assert evening.wrote(bad) == Refusal("bad-signature")
    with pytest.raises(BadForm):
        evening.wrote(ByPerson(b"\x90", bytes(64)))
    with pytest.raises(BadForm, match="finish"):
        evening.wrote(ByPerson(packed([key("Bo"), 1, ["finish", {}]]), bytes(64)))


def test_a_clock_that_falls_stands() -> None:
    """As when the laptop's is set right in the evening."""
    evening = Evening(1)
    evening.now -= 60_000
    drafted = evening.ledger.draft(secret("organiser"), evening.now, ByOrganiser(acts.Pause("clock")))
    assert not isinstance(drafted, Refusal)
    assert drafted.entry.time == evening.ledger.time


def test_what_could_not_be_read_again_is_not_written() -> None:
    """A game's id of another length."""
    evening = Evening(4)
    evening.draws()
    with pytest.raises(BadForm):
        evening.wrote(ByOrganiser(acts.OpenTable(1, 1, b"short")))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": 2}, "bad-settings"),
        ({"organiser": bytes(32)}, "weak-key"),
        ({"seeds": (bytes(32),)}, "bad-seeds"),
        ({"settings": {"name": "A"}}, "bad-settings"),
        ({"settings": {}}, "bad-settings"),
    ],
)
def test_an_opening_is_whole(change: dict[str, Any], code: str) -> None:
    """Every setting written out, a seed for each draw, a key that may be used."""
    act = replace(opening(secret("organiser"), secret("n"), parse({"name": "A"})), **change)
    refusal = Ledger().draft(secret("organiser"), 0, ByOrganiser(act))
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    early = Ledger().draft(secret("organiser"), 0, ByOrganiser(acts.Finish()))
    assert early == Refusal("not-open")


def test_every_entry_is_spelt_in_one_way() -> None:
    """Canonical bytes throughout."""
    evening = Evening(8, format="groups")
    evening.round()
    for pair in evening.ledger.pairs:
        assert packed(unpacked(pair.body)) == pair.body
