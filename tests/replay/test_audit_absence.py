"""A player who leaves and comes back, and a server that starts again: the log stays proven and says so."""

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.book import Book
from ono_core.log.entries import ByBot
from ono_replay.audit import Verdict, audit
from ono_replay.report import text
from tests.replay.running import Running


def interrupted(seed: int) -> Running:
    """A simulated game of two players and a computer, stopped after some entries; player 1 is the one who goes."""
    running = Running(seed)
    running.sit()
    running.steps(4)
    return running


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_computer_in_a_players_seat_is_run_again(seed: int) -> None:
    """The computer's moves for an absent player are made again like any computer's, and the seat is named."""
    game = interrupted(seed)
    game.gone_for(8)
    report = audit(game.ended())
    acted = [entry for entry in Book.of(game.raws).entries if isinstance(entry.cause, ByBot)]
    assert any(isinstance(entry.cause, ByBot) and entry.cause.seat == 1 for entry in acted)
    assert report.verdict is Verdict.REMARKS, report.results
    assert report.counts.bots == len(acted)
    assert ("by-computer", "seat 1") in {(found.code, found.who) for found in report.remarks}
    entries = Book.of(game.raws).entries
    gone = next(entry.index for entry in entries if any(isinstance(event, ev.SeatToBot) for event in entry.events))
    back = next(entry.index for entry in entries if any(isinstance(event, ev.SeatBack) for event in entry.events))
    told = next(found for found in report.remarks if found.code == "by-computer")
    assert told.evidence.endswith(f"; from entry {gone} to entry {back}")


def test_player_who_never_comes_back_is_named() -> None:
    """A player who leaves for good did not sign the end; the log is proven all the same."""
    game = interrupted(1)
    leaver = game.players[1]
    game._act(leaver, cmd.Leave())
    game.depart(1)
    report = audit(game.ended())
    assert report.verdict is Verdict.REMARKS, report.results
    assert {"by-computer", "not-cosigned"} == {found.code for found in report.remarks}
    assert {found.who for found in report.remarks} == {"seat 1"}
    assert report.remarks[0].evidence.endswith(" to the end")
    assert f", seat 1 ({report.players[1].name}): The computer played for this player" in text(report, "a.ono")


def test_restart_leaves_the_log_proven() -> None:
    """Nothing of what the audit needs lives in the server's memory only."""
    game = interrupted(2)
    game.restarted()
    game.steps(6)
    game.restarted()
    report = audit(game.ended())
    assert sum(isinstance(event, ev.Resumed) for event in game.events()) == 2
    assert report.verdict is Verdict.PROVEN, report.results
