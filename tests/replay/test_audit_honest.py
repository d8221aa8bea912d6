"""Honest logs: what the audit says of sealed, running and torn ones."""

import json
import re
from pathlib import Path

import pytest

from ono_core.game import computers
from ono_core.game import events as ev
from ono_core.game.decider import is_over
from ono_replay.audit import CODES, Report, Verdict, audit, exit_code
from ono_replay.report import as_json, line, plain, text
from tests.replay.forging import Game, game

GAMES = [(seats, keyed, level) for seats, keyed in [(2, 1), (3, 2), (4, 2), (6, 6)] for level in ("easy", "hard")]
KEYS = {
    "verdict", "exit", "unreadable", "game", "head", "table", "players", "counts", "findings", "remarks", "missing",
    "witnessed",
}  # fmt: skip


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer."""
    return game(3, 2, 1)


def codes(report: Report) -> set[str]:
    """The codes of all results."""
    return {result.code for result in report.results}


@pytest.mark.parametrize(("seats", "keyed", "level"), GAMES)
def test_sealed_log_is_proven(seats: int, keyed: int, level: str) -> None:
    """A whole game is proven; that it was simulated is the only remark."""
    report = audit(game(seats, keyed, 2, level).data)
    assert (report.verdict, codes(report), exit_code(report)) == (Verdict.REMARKS, {"simulated"}, 0)


def test_many_games_are_proven() -> None:
    """Games of many seeds have no finding."""
    for seed in range(100, 120):
        report = audit(Game(4, 2, seed, "easy").data)
        assert report.findings == (), line(report, str(seed))


def test_exhausted_pile_is_proven() -> None:
    """A game whose discards were shuffled again is proven, with both players' seeds in both shuffles."""
    games = (Game(6, 3, seed, "easy") for seed in range(303, 400))
    played = next(game for game in games if game.shuffles_after_play())
    report = audit(played.data)
    assert report.findings == ()
    assert report.counts.shuffles == report.players[0].seeds > 1


def test_returned_starter_is_proven() -> None:
    """A Wild Draw Four that starts a round is shuffled in again; computers draw their numbers from the deal's cut."""
    for first in (357, 398):  # such games, unless the dealing has changed
        games = (Game(3, 2, seed, "easy") for seed in range(first, first + 200))
        played = next(filter(returned_starter, games))
        report = audit(played.data)
        assert report.findings == (), line(report, "a returned starter")


def returned_starter(played: Game) -> bool:
    """Whether the first card turned up had to go back."""
    return any(isinstance(event, ev.StarterReturned) for entry in played.entries for event in entry.events)


def test_everything_is_counted(played: Game) -> None:
    """Every entry is decided again and every computer's choice made again."""
    counts = audit(played.data).counts
    assert counts.entries == counts.decided == len(played.raws)
    assert counts.bots == sum(type(entry.cause).__name__ == "ByBot" for entry in played.entries)
    assert counts.reveals == 2
    assert min(counts.commands, counts.openings, counts.sealings) > 0


def test_report_names_keys_and_seeds(played: Game) -> None:
    """Each player's line has the fingerprint of the key, and in how many shuffles the seed was."""
    report = audit(played.data)
    assert [(p.kind, p.seeds, p.shuffles, p.cosigned) for p in report.players[:2]] == [("human", 1, 1, True)] * 2
    assert len(report.table) == len(report.players[0].fingerprint) == 16
    assert report.players[2].fingerprint == ""
    assert report.game == played.book.gid
    assert report.head == played.book.head.hash


@pytest.mark.parametrize("kept", [2, 5, 8, 20, -8, -2, -1])
def test_log_that_stops_is_incomplete(played: Game, kept: int) -> None:
    """A running game has no finding, and the audit says what is not yet provable."""
    report = audit(b"ONO1\n" + b"".join(played.raws[:kept]))
    assert (report.verdict, exit_code(report)) == (Verdict.INCOMPLETE, 3)
    assert "unsealed" in codes(report)


def test_running_game_names_what_the_dealer_withholds(played: Game) -> None:
    """Until the reveal deck, draws and computers' choices are open, and it is the table that can end it."""
    at = played.index(lambda entry: type(entry.cause).__name__ == "ByBot", 2)
    report = audit(b"ONO1\n" + b"".join(played.raws[: at + 1]))
    assert {"unrevealed", "sealings-unchecked", "bot-unchecked", "unsealed"} <= codes(report)
    assert {result.who for result in report.missing} == {"table"}


def test_torn_log_is_incomplete(played: Game) -> None:
    """A file that ends inside an entry is said to, and the rest is audited."""
    report = audit(played.data[:-10])
    assert report.verdict is Verdict.INCOMPLETE
    assert "torn" in codes(report)
    assert not is_over(played.before(len(played.raws) - 1))


def test_missing_cosigner_is_a_remark(played: Game) -> None:
    """A player who did not sign the end is named; the log stays proven."""
    sealed = played.with_event(ev.Sealed)
    cosigned = [n for n, entry in enumerate(played.entries) if any(isinstance(e, ev.Cosigned) for e in entry.events)]
    report = audit(played.sealed_without(cosigned[-1], sealed))
    remarks = {(remark.code, remark.who) for remark in report.remarks}
    assert report.verdict is Verdict.REMARKS
    assert ("not-cosigned", "seat 1") in remarks


@pytest.mark.parametrize(
    "data", [b"", b"ONO1", b"ONO1\n", b"ONO1\n\x92", b"\x89PNG\r\n\x1a\n" + bytes(999), b"\x00" * 99]
)
def test_other_files_are_unreadable(data: bytes) -> None:
    """What is no log, or holds no entry, is unreadable and not accused of anything."""
    report = audit(data)
    assert (report.verdict, exit_code(report), report.results) == (Verdict.UNREADABLE, 2, ())


def test_json_has_the_documented_keys(played: Game) -> None:
    """The JSON of any report has all keys, and every finding its words."""
    for data in (played.data, played.data[:-10], b"", played.data[:2000] + b"x" + played.data[2001:]):
        report = audit(data)
        assert set(plain(report)) == KEYS
        decoded = json.loads(as_json(report, "a.ono"))
        assert decoded["name"] == "a.ono"
        assert decoded["exit"] == exit_code(report)


def test_text_names_every_result(played: Game) -> None:
    """The page of text holds the code of each result, and no line that a terminal would obey."""
    report = audit(played.data[:-10])
    page = text(report, "a\x1b[2J.ono")
    assert all(result.code in page and result.words in page for result in report.results)
    assert "\x1b" not in page
    assert "\n" not in line(report, "a.ono")


def test_text_tells_gaps_in_the_order_of_the_entries(played: Game) -> None:
    """What is about the whole log comes last."""
    report = audit(b"ONO1\n" + b"".join(played.raws[:20]) + b"\x92")
    page = text(report, "a.ono").partition("Not provable yet:\n")[2]
    places = [int(number) for number in re.findall(r"^    entry (\d+), ", page, re.MULTILINE)]
    assert len(places) > 1
    assert places == sorted(places)


def test_broken_log_is_told_with_the_keys_that_are_known(played: Game) -> None:
    """The table's and the players' fingerprints are those up to the break; whose fault it is nobody knows."""
    at = len(b"ONO1\n") + sum(map(len, played.raws[:20])) + 30
    report, whole = audit(played.data[:at] + bytes([played.data[at] ^ 1]) + played.data[at + 1 :]), audit(played.data)
    page = text(report, "a.ono")
    assert report.table == whole.table
    assert all(player.fingerprint in page for player in whole.players)
    assert ", whose fault is not known: " in page
    assert "checked" not in page
    assert "sign the end" not in page


def test_every_code_has_a_sentence() -> None:
    """Codes are kebab-case and have words without a full stop."""
    for code, (_, words) in CODES.items():
        assert code.islower()
        assert words
        assert not words.endswith(".")


def test_vector_logs_are_proven() -> None:
    """The logs kept as vectors pass."""
    for path in sorted((Path(__file__).parents[1] / "vectors" / "logs").glob("*.ono")):
        report = audit(path.read_bytes())
        assert report.verdict in {Verdict.PROVEN, Verdict.REMARKS}, line(report, path.name)


def test_computers_of_an_older_policy_are_not_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log from before a policy changed stays proven; that its computers were not asked again is a remark."""
    with monkeypatch.context() as before:
        before.setattr(computers, "VERSION", computers.VERSION - 1)
        old = Game(3, 2, 7, "medium").data
    report = audit(old)
    assert (report.verdict, codes(report)) == (Verdict.REMARKS, {"simulated", "bot-version"})
    assert report.counts.bots == 0


def test_a_policy_that_does_not_exist_yet_is_an_accusation(monkeypatch: pytest.MonkeyPatch) -> None:
    """No computer plays by a version to come: the table made it up."""
    with monkeypatch.context() as before:
        before.setattr(computers, "VERSION", computers.VERSION + 1)
        forged = Game(3, 2, 7, "medium").data
    assert "undecided" in codes(audit(forged))
