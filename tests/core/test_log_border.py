"""Entries that no honest table writes are refused at the border, with a fault and nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

from ono_core.log.book import Book
from ono_core.log.codec import packed, unpacked
from ono_core.log.entries import Signed, game_id, pair_bytes, read_command, read_pair, sign_entry
from ono_core.log.faults import LogFault
from ono_core.log.file import frames, written
from ono_core.log.kinds import EVENT_KINDS, BadForm, NeedsNewer
from ono_replay.replay import read
from tests.replay.forging import Game, game

LOG_OPENED, DEALER, JOINED = 0, 1, 3


@pytest.fixture(scope="module")
def played() -> Game:
    """A game whose first join is entry 3."""
    return game(3, 2, 0)


def changed(played: Game, index: int, change: Callable[[Any], None]) -> tuple[Book, bytes]:
    """The book before an entry, and the entry with its plain body changed and signed by the table."""
    plain = unpacked(played.book.pairs[index].body)
    change(plain)
    body = packed(plain)
    gid = played.book.gid if index else game_id(body)
    return Book.of(played.raws[:index]), pair_bytes(sign_entry(played.table_secret, gid, index, body))


def fault(book: Book, raw: bytes) -> tuple[str, int]:
    """Code and index of the fault; the book is as before."""
    before = (len(book), book.state, dict(book.counters))
    with pytest.raises(LogFault) as raised:
        book.check(raw)
    assert (len(book), book.state, dict(book.counters)) == before
    return raised.value.code, raised.value.index


def test_text_is_not_read_as_bytes(played: Game) -> None:
    """A key written as base64 text is another spelling of the same value, and so refused."""

    def spelt(plain: Any) -> None:
        plain[3][1][1]["anchor"] = plain[4][0][1]["anchor"] = "AAAA"

    assert fault(*changed(played, DEALER, spelt)) == ("bad-form", DEALER)


@pytest.mark.parametrize("seat", [64, 10**6, 2**53 - 1, -1])
def test_seat_far_away_is_refused_before_it_takes_memory(played: Game, seat: int) -> None:
    """Seats are numbered 0 to 63."""

    def moved(plain: Any) -> None:
        plain[4][0][1]["seat"] = seat

    assert fault(*changed(played, JOINED, moved)) == ("impossible-event", JOINED)


def test_table_key_of_small_order_is_refused(played: Game) -> None:
    """A log is not opened with a key under which anybody could sign."""

    def weakened(plain: Any) -> None:
        plain[4][0][1]["table"] = b"\x01" + bytes(31)

    assert fault(*changed(played, LOG_OPENED, weakened)) == ("weak-key", LOG_OPENED)


@pytest.mark.parametrize(("field", "value"), [("version", 0), ("nonce", bytes(31))])
def test_log_opened_badly_is_refused(played: Game, field: str, value: object) -> None:
    """The version is from 1, the nonce has 32 bytes."""

    def spoiled(plain: Any) -> None:
        plain[4][0][1][field] = value

    assert fault(*changed(played, LOG_OPENED, spoiled)) == ("bad-form", LOG_OPENED)


def test_newer_version_is_no_fault(played: Game) -> None:
    """A log of a later version is not read, and nobody is blamed."""

    def newer(plain: Any) -> None:
        plain[4][0][1]["version"] = 2

    book, raw = changed(played, LOG_OPENED, newer)
    with pytest.raises(NeedsNewer, match="version 2"):
        book.check(raw)


def test_unknown_field_is_no_fault(played: Game) -> None:
    """A later version may tell more of an event: it is not read, and nobody is blamed."""

    def newer(plain: Any) -> None:
        plain[4][0][1]["team"] = 1

    book, raw = changed(played, JOINED, newer)
    with pytest.raises(NeedsNewer, match="field 'team' of seated"):
        book.check(raw)


@pytest.mark.parametrize(("index", "code"), [(LOG_OPENED, "bad-form"), (JOINED, "bad-form")])
def test_unknown_kind_that_the_table_did_not_sign_is_damage(played: Game, index: int, code: str) -> None:
    """Regression: a flipped bit in a kind was told as a newer version's; only the table's signature makes it that."""
    pair = played.book.pairs[index]
    kind = EVENT_KINDS.name(played.entries[index].events[0]).encode()
    damaged = pair_bytes(Signed(pair.body.replace(kind, bytes([kind[0] ^ 1]) + kind[1:]), pair.sig))
    assert fault(Book.of(played.raws[:index]), damaged) == (code, index)


def test_beginning_that_its_own_key_did_not_sign_is_refused(played: Game) -> None:
    """A log's first entry is signed by the key that it names, so damage to a later version's number shows too."""
    body = played.book.pairs[LOG_OPENED].body
    damaged = pair_bytes(Signed(body.replace(b"version\x01", b"version\x41"), played.book.pairs[LOG_OPENED].sig))
    assert fault(Book(), damaged) == ("bad-signature", LOG_OPENED)


def test_missing_field_is_refused(played: Game) -> None:
    """Every field of an event is written."""

    def shorter(plain: Any) -> None:
        del plain[4][0][1]["cert"]

    assert fault(*changed(played, JOINED, shorter)) == ("bad-form", JOINED)


def test_unknown_act_of_a_player_is_no_fault(played: Game) -> None:
    """A later version may let players do more: its log is not read, and nobody is blamed."""

    def newer(plain: Any) -> None:
        command: Any = unpacked(plain[3][1])
        command[5] = ["juggle", {}]
        plain[3][1] = packed(command)

    book, raw = changed(played, JOINED, newer)
    with pytest.raises(NeedsNewer, match="juggle"):
        book.check(raw)


def test_unknown_note_is_skipped(played: Game) -> None:
    """A kind that begins with note- changes no state, so a reader that does not know it reads on."""

    def noted(plain: Any) -> None:
        plain[4].append(["note-weather", {"sun": True}])

    book, raw = changed(played, JOINED, noted)
    assert book.check(raw).state == played.states[JOINED + 1]


@pytest.mark.parametrize("index", [LOG_OPENED, DEALER, JOINED])
def test_body_of_another_spelling_is_refused(played: Game, index: int) -> None:
    """An array of seven with a longer head is the same value in other bytes."""
    pair = played.book.pairs[index]
    longer = Signed(b"\xdc\x00\x07" + pair.body[1:], pair.sig)
    assert fault(Book.of(played.raws[:index]), pair_bytes(longer)) == ("not-canonical", index)


def test_unreadable_command_is_refused_before_anything_changes(played: Game) -> None:
    """A cause whose command has no form is a fault of the entry, found when it is checked and not when it is added."""

    def garbled(plain: Any) -> None:
        plain[3][1] = b"\xc1"

    assert fault(*changed(played, JOINED, garbled)) == ("not-canonical", JOINED)


def test_signature_of_another_size_is_refused() -> None:
    """A pair's signature has 64 bytes, good or not."""
    with pytest.raises(BadForm, match="64 bytes"):
        read_pair(pair_bytes(Signed(b"\x90", bytes(63))))


def test_command_of_a_turn_names_its_step(played: Game) -> None:
    """An act of a turn without a step, or another act with one, has no form."""
    body = played.book.pairs[JOINED].body
    plain: Any = unpacked(body)
    command: Any = unpacked(plain[3][1])
    command[4] = 1
    with pytest.raises(BadForm, match="step"):
        read_command(packed(command))


def test_file_is_cut_into_the_entries_written(played: Game) -> None:
    """Reading a file gives what was written; a cut one gives the whole entries and the size of the rest."""
    data = written(played.raws)
    assert list(frames(data)) == played.raws
    for cut in range(1, len(played.raws[-1])):
        replay = read(data[:-cut])
        assert (len(replay), replay.torn) == (len(played.raws) - 1, len(played.raws[-1]) - cut)


@pytest.mark.parametrize("tail", [b"\x00", b"\x93", b"\x92\xc6\x00\x00", b"\x92\x01\x00\x00"])
def test_bytes_that_cannot_begin_an_entry_are_a_fault(played: Game, tail: bytes) -> None:
    """A bad byte inside a file is no torn tail."""
    with pytest.raises(LogFault) as raised:
        list(frames(written(played.raws) + tail))
    assert (raised.value.code, raised.value.index) == ("bad-form", len(played.raws))
