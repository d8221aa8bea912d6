"""Faults that players of other programs reported, and that a log must be immune to; each keeps its number."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.ruleset import PRESETS, Ruleset, plain
from ono_core.log import book
from ono_core.log.book import Book
from ono_core.log.entries import ByTable, Entry, pair_bytes
from ono_core.log.file import written
from ono_core.log.papers import Reveals
from ono_net.room import Settings
from ono_replay.audit import Report, Verdict, audit
from ono_replay.replay import read
from ono_replay.report import text
from tests.replay.forging import game, with_event
from tests.replay.running import Running

# PC-35: old log, new rules


def test_pc_35_the_log_writes_out_every_option_and_the_version_of_the_rules() -> None:
    """Nothing of a game hangs on what a later program takes for granted."""
    played = game(3, 2, 0)
    (started,) = [e for entry in played.entries for e in entry.events if isinstance(e, ev.GameStarted)]
    assert started.ruleset == plain(PRESETS["boardflix"])
    assert started.ruleset["rules"] == 1
    assert set(started.ruleset) == set(Ruleset.__struct_fields__)


def test_pc_35_a_later_default_is_not_an_earlier_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release whose rules are of version 2 plays, shows and proves a log of version 1 by version 1."""
    played = game(3, 2, 0)
    before = audit(played.data)
    monkeypatch.setattr(book, "RULES_VERSION", 2)
    monkeypatch.setattr(book, "KNOWN_RULES", frozenset({1, 2}))
    assert audit(played.data) == before
    replayed = read(played.data)
    assert replayed.state(len(replayed) - 1).result == played.book.state.result
    assert replayed.book.rules.ruleset == PRESETS["boardflix"]


def test_pc_35_a_version_that_the_program_no_longer_has_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is unreadable for it and nobody is accused; what needs no rules can still be shown."""
    played = game(3, 2, 0)
    monkeypatch.setattr(book, "KNOWN_RULES", frozenset({2}))
    report = audit(played.data)
    assert report.verdict is Verdict.UNREADABLE
    assert report.unreadable == "the log is of rules version 1, this program knows 2"
    assert read(played.data).state(len(played.raws) - 1) == played.book.state


def test_pc_35_a_version_to_come_is_named() -> None:
    """A log of a newer program's rules is no forgery."""
    played = game(3, 2, 0)
    newer = {"preset": "boardflix", "rules": 2}

    def opened(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByTable)
        changed = with_event(ev.LogOpened, options=newer)(entry)
        return replace(changed, cause=ByTable(replace(entry.cause.act, options=newer)))

    opening = opened(played.entries[0])
    drafted = Book().draft(played.table_secret, 0, opening.cause, opening.events, ())
    report = audit(written([pair_bytes(drafted.pair)]))
    assert report.unreadable == "the log is of rules version 2, this program knows 1"


def test_pc_35_a_room_that_was_open_goes_on_by_the_rules_it_was_opened_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is upgraded while the players still sit in the lobby."""
    running = Running(1)
    monkeypatch.setattr(book, "RULES_VERSION", 2)
    monkeypatch.setattr(book, "KNOWN_RULES", frozenset({1, 2}))
    running.restarted()
    running.sit()
    data = running.ended()
    (started,) = [event for event in running.events() if isinstance(event, ev.GameStarted)]
    assert started.ruleset["rules"] == 1
    assert audit(data).findings == ()


# PC-47: walking away from the shuffle

LAST = 5
"""The sixth, who has seen the others' seeds."""


def six() -> Running:
    """Six players at a shuffle: all are asked, and five have sent their seeds."""
    running = Running(1, 6, 6)
    running.sit()
    running.silent = {LAST}
    running._revealed()
    return running


def leaves(running: Running) -> None:
    """The line is closed."""
    running.depart(LAST)


def delays(running: Running) -> None:
    """Nothing is sent for now."""
    assert running.room.state.shuffle is not None


def lies(running: Running) -> None:
    """A value comes that is no link."""
    last = running.players[LAST]
    reveal = last.due_reveal()
    assert reveal is not None
    false = replace(reveal, value=bytes(32))
    assert running.room.reveal(last.keys.identity, false, running.now) is None


@pytest.mark.parametrize("walks_away", [leaves, delays, lies])
def test_pc_47_a_begun_shuffle_closes_with_what_came(walks_away: Callable[[Running], None]) -> None:
    """Nobody buys a new shuffle: it waits for the stated time, goes on with five seeds, and the sixth is named."""
    running = six()
    walks_away(running)
    begun = running.room.book.clock
    running.until(lambda room: room.state.shuffle is None)
    closed = running.room.book.entries[-1]
    (paper,) = [paper for paper in closed.papers if isinstance(paper, Reveals)]
    assert [seat for seat, *_ in paper.values] == [0, 1, 2, 3, 4]
    assert closed.clock - begun <= Settings().reveal_ms + 2 * 40
    report = audit(running.ended())
    assert report.findings == (), text(report, "walked away")
    assert report.verdict is Verdict.REMARKS
    assert ("no-reveal", closed.index, f"seat {LAST}") in told(report)
    assert [player.seeds for player in report.players[:LAST]] == [report.players[0].shuffles] * LAST
    assert report.players[LAST].seeds < report.players[LAST].shuffles


def told(report: Report) -> set[tuple[str, int | None, str]]:
    """All results."""
    return {(result.code, result.index, result.who) for result in report.results}


def test_pc_47_a_seed_that_comes_late_changes_nothing() -> None:
    """The order is fixed by the close; its owner knows that the seed cut nothing."""
    running = six()
    last = running.players[LAST]
    reveal = last.due_reveal()
    running.until(lambda room: room.state.shuffle is None)
    assert reveal is not None
    assert running.room.reveal(last.keys.identity, reveal, running.now) is None
    assert last.omitted == [1]


def test_pc_47_who_withheld_is_not_asked_again_before_it_acts() -> None:
    """Who gave no seed and does nothing more is left out of the next shuffle, and the audit says so."""
    for seed in range(60):
        running = Running(seed, 6, 6)
        running.sit()
        running.silent = {LAST}
        running.until(lambda room: room.state.shuffle is None)
        running.depart(LAST)
        report = audit(running.ended())
        assert report.findings == ()
        if report.players[0].shuffles > 1:
            second = running.room.proofs.shuffles[2]
            assert LAST not in {seat for seat, *_ in second.contributors}
            assert ("left-out", f"seat {LAST}") in {(code, who) for code, _, who in told(report)}
            return
    raise AssertionError("no game needs a second shuffle")


def test_pc_47_a_dealer_who_never_reveals_is_never_proven() -> None:
    """Whatever the players sign and however the log ends, it names the table as the one who withholds."""
    played = game(3, 2, 0)
    end = played.with_event(ev.RoundEnded)
    for stop in range(played.with_event(ev.ShuffleClosed), end):
        report = audit(b"ONO1\n" + b"".join(played.raws[: stop + 1]))
        assert report.verdict is Verdict.INCOMPLETE
        assert ("unrevealed", played.with_event(ev.ShuffleClosed), "table") in told(report)


def test_pc_47_a_player_who_disappears_after_the_deal_is_played_for_and_named() -> None:
    """The game goes on, its log is proven, and says from when the computer played and who did not sign."""
    running = Running(1, 3, 3)
    running.sit()
    running.until(lambda room: room.state.shuffle is None)
    running.depart(1)
    report = audit(running.ended())
    assert report.findings == (), text(report, "disappeared")
    assert report.verdict is Verdict.REMARKS
    assert {("by-computer", "seat 1"), ("not-cosigned", "seat 1")} <= {(code, who) for code, _, who in told(report)}
