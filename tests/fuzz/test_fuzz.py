"""A part of what ``make fuzz`` does."""

from collections import Counter, defaultdict
from pathlib import Path

import pytest
import trio

from ono_net.session import TableSession
from tests.fuzz.live import BadAnswer, last_word, status, ws
from tests.fuzz.run import TURNS, VALUES, Result, fuzz, value_case

CASES = 2000
SEED = 5


@pytest.mark.timeout(120)
def test_mutated_traffic(tmp_path: Path) -> None:
    """2,000 mutated requests, frames and messages: no fault of the server's, and two others play on meanwhile."""
    result = trio.run(fuzz, tmp_path, SEED, range(CASES))
    assert not result.problems, result.table()
    assert sum(sum(ends.values()) for ends in result.ends.values()) == CASES
    assert result.answers > 20, result.table()
    for kind, end in (
        ("http", "200"),
        ("http", "101"),
        ("frames", "closed 1008"),
        ("messages", "closed 1008"),
        ("signed", "accepted"),
        ("signed", "bad-command"),
        ("guest", "followed: entries"),
        ("table_session", "heard"),
    ):
        assert result.ends[kind][end], f"{kind} never ends with {end}: {result.table()}"


# What would be noticed


def test_a_fault_names_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is raised that no peer is to blame for is a problem, with the index by which it can be run again."""

    def fails(_: TableSession, raw: bytes) -> None:
        raise KeyError(raw)

    result = Result(SEED, defaultdict(Counter), [])
    value_case(result, 7)
    assert result.problems == []
    monkeypatch.setattr(TableSession, "receive", fails)
    for index in (n for n in range(200) if TURNS[n % len(TURNS)] == VALUES):
        value_case(result, index)
    assert len(result.problems) == result.ends["table_session"]["FAILED"] > 5
    assert all(problem.startswith("case ") and "KeyError" in problem for problem in result.problems)


def test_a_server_that_blames_itself_is_noticed() -> None:
    """Status 500, close code 1011 and what is no answer at all."""
    assert status(b"HTTP/1.1 404 Not Found\r\n\r\n") == "404"
    for answer in (b"HTTP/1.1 500 Internal Server Error\r\n\r\n", b"Traceback"):
        with pytest.raises(BadAnswer):
            status(answer)
    assert last_word(ws(b"\x03\xf0", 8, mask=None)) == "closed 1008"
    for frame in (ws(b"\x03\xf3", 8, mask=None), ws(b"", 3, mask=None)):
        with pytest.raises(BadAnswer):
            last_word(frame)
