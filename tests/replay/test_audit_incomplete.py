"""A log that is not at its end: what it proves is proven, and what is missing is said, with who withholds it."""

from __future__ import annotations

import pytest

from ono_core.game import events as ev
from ono_core.log.file import written
from ono_replay.audit import Report, Verdict, audit, exit_code
from ono_replay.report import text
from tests.replay.attacks.table import honest
from tests.replay.forging import Game


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer."""
    return honest()


def up_to(played: Game, index: int) -> Report:
    """The audit of the log as it was after this entry: incomplete, and nothing speaks against it."""
    report = audit(written(played.raws[: index + 1]))
    assert report.findings == (), text(report, "running")
    assert (report.verdict, exit_code(report)) == (Verdict.INCOMPLETE, 3)
    return report


def missing(report: Report) -> set[tuple[str, int | None, str]]:
    """What cannot be proven yet: code, entry, who withholds it."""
    return {(result.code, result.index, result.who) for result in report.missing}


def test_lobby_lacks_its_end_only(played: Game) -> None:
    """Before anything is shuffled there is nothing to withhold."""
    assert missing(up_to(played, played.with_event(ev.Seated))) == {("unsealed", None, "table")}


def test_open_shuffle_names_whose_seeds_it_waits_for(played: Game) -> None:
    """A table that begins a shuffle and never closes it is asked for the order, and says whom it asked."""
    at = played.with_event(ev.ShuffleBegun)
    report = up_to(played, at)
    assert missing(report) == {
        ("unsealed", None, "table"),
        ("unclosed", at, "table"),
        ("unrevealed", None, "table"),
    }
    (waiting,) = [result for result in report.missing if result.code == "unclosed"]
    assert waiting.evidence == "shuffle 1: seeds asked of seat 0, seat 1"


def test_running_round_lacks_what_the_dealer_holds(played: Game) -> None:
    """Order, openings and signatures are proven; deck, sealings, computers' moves and hidden grounds are not yet."""
    closed, end = played.with_event(ev.ShuffleClosed), played.with_event(ev.RoundEnded)
    told = missing(up_to(played, end - 1))
    assert ("unrevealed", closed, "table") in told
    assert ("sealings-unchecked", None, "table") in told
    assert {code for code, *_ in told} >= {"bot-unchecked", "undecidable", "unsealed"}
    assert {who for *_, who in told} == {"table"}


def test_every_running_log_says_that_something_is_missing(played: Game) -> None:
    """Wherever a log stops before its seal, it is never called proven."""
    for index in range(len(played.raws) - 1):
        assert "unsealed" in {code for code, *_ in missing(up_to(played, index))}, index


def test_unsealed_end_names_who_has_not_signed(played: Game) -> None:
    """All is revealed; the seal waits for the players' signatures."""
    ended, first = played.with_event(ev.GameEnded), played.with_event(ev.Cosigned)
    last = played.with_event(ev.Cosigned, 1)
    for index, words in (
        (ended, "; the end is not signed by seat 0, seat 1"),
        (first, "; the end is not signed by seat 1"),
        (last, "; all have signed"),
    ):
        report = up_to(played, index)
        (found,) = report.missing
        assert (found.code, found.who) == ("unsealed", "table")
        assert found.evidence == f"the last entry is {index}{words}"


def test_torn_file_accuses_nobody(played: Game) -> None:
    """Whoever copied the file may have cut it."""
    report = audit(played.data[:-10])
    assert ("torn", len(played.raws) - 1, "unknown") in missing(report)


def test_shuffles_of_earlier_rounds_are_proven_while_the_next_runs() -> None:
    """The dealer reveals at each round's end, so only the running round is open."""
    match = Game(2, 1, 3, "easy", score="to_target", target=200)
    first, second = (match.with_event(ev.RoundBegan, nth) for nth in (0, 1))
    assert second > match.with_event(ev.RoundEnded) > first
    told = [result for result in up_to(match, second).missing if result.code == "unrevealed"]
    assert [result.index for result in told] == [second]
