"""Many logs: found in folders, audited in their order by any executor, remembered in a file of results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ono_replay.archive import BadResults, Inline, Results, files_in, in_order
from ono_replay.audit import Finding, Report, audit
from ono_replay.report import plain
from tests.replay.forging import Game, game


@pytest.fixture(scope="module")
def played() -> Game:
    """A small game."""
    return game(2, 1, 1, "easy")


# Folders


def test_a_folder_is_searched_with_all_in_it(tmp_path: Path) -> None:
    """Logs are taken by their paths; other files and folders with such a name are none."""
    for name in ("b.ono", "a/z.ono", "a/b/c.ono", "a/notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "d.ono").mkdir()
    assert [str(path.relative_to(tmp_path)) for path in files_in(tmp_path)] == ["a/b/c.ono", "a/z.ono", "b.ono"]


# Executors


class Backwards(Executor):
    """Ends what was given last first, as soon as somebody waits for a result."""

    def __init__(self) -> None:
        self.given: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Takes the work, and does nothing yet."""
        future = Waiting(self)
        self.given.append((future, lambda: fn(*args, **kwargs)))
        self.most = max(self.most, len(self.given))
        return future

    def work(self) -> None:
        """Does all that was given."""
        while self.given:
            future, done = self.given.pop()
            future.set_result(done())


class Waiting(Future[Any]):
    """The future of one of these."""

    def __init__(self, executor: Backwards) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> Any:
        """Waits."""
        self.executor.work()
        return super().result(timeout)


def test_results_come_in_order_however_they_end() -> None:
    """Each beside the item that it is of."""
    assert list(in_order(Backwards(), str, range(10), 4)) == [(n, str(n)) for n in range(10)]


def test_no_more_wait_than_were_asked_for() -> None:
    """An archive of any size needs the room of a few logs."""
    executor, taken = Backwards(), list[int]()

    def items() -> Iterator[int]:
        for n in range(100):
            taken.append(n)
            yield n

    done = in_order(executor, str, items(), 5)
    next(done)
    assert len(taken) == 5
    assert [item for item, _ in done] == [*range(1, 100)]
    assert executor.most == 5


def test_work_in_processes_says_what_work_here_says(played: Game) -> None:
    """A report comes back whole from another process."""
    logs = [played.data, played.data[:-9], b"no log"]
    with ProcessPoolExecutor(2) as pool:
        apart = [report for _, report in in_order(pool, audit, logs, 8)]
    assert apart == [report for _, report in in_order(Inline(), audit, logs, 1)]
    assert [report.verdict for report in apart] == ["proven with remarks", "incomplete", "unreadable"]


# Results


def kept(path: Path, data: bytes, program: str = "1", *, every_signature: bool = True) -> Report:
    """The report of a log, after it was written down."""
    report = audit(data)
    Results(path, program).add("game.ono", data, report, every_signature=every_signature)
    return report


def test_what_was_found_is_known_again(played: Game, tmp_path: Path) -> None:
    """A line of the file has the head, the file's size and hash, the program, and the whole report."""
    path = tmp_path / "results"
    report = kept(path, played.data)
    known = Results(path, "1").known(played.data, every_signature=True)
    assert known
    assert (known.head, known.verdict, known.exit) == (report.head.hex(), "proven with remarks", 0)
    line = json.loads(path.read_text())
    assert (line["size"], line["name"], line["program"]) == (len(played.data), "game.ono", "1")
    assert line.items() >= json.loads(json.dumps(plain(report))).items()
    assert next(iter(line)) == "head"


def test_a_log_that_grew_is_not_known(played: Game, tmp_path: Path) -> None:
    """Nor is one with another byte."""
    path = tmp_path / "results"
    kept(path, played.data[:-400])
    results = Results(path, "1")
    assert results.known(played.data[:-400], every_signature=True)
    assert results.known(played.data, every_signature=True) is None
    assert results.known(played.data[:-401] + b"x", every_signature=True) is None


def test_another_version_looks_again(played: Game, tmp_path: Path) -> None:
    """What an older program found may not be what this one finds."""
    kept(tmp_path / "results", played.data)
    assert Results(tmp_path / "results", "2").known(played.data, every_signature=True) is None


def test_a_quick_audit_does_not_pass_for_a_thorough_one(played: Game, tmp_path: Path) -> None:
    """But the other way round it does."""
    quick, thorough = tmp_path / "quick", tmp_path / "thorough"
    kept(quick, played.data, every_signature=False)
    kept(thorough, played.data, every_signature=True)
    assert Results(quick, "1").known(played.data, every_signature=False)
    assert Results(quick, "1").known(played.data, every_signature=True) is None
    assert Results(thorough, "1").known(played.data, every_signature=False)


def test_a_fault_of_the_audit_is_not_kept(played: Game, tmp_path: Path) -> None:
    """Another try may end better."""
    failed = Report(results=(Finding("audit-failed", None, "unknown", "a bug"),))
    Results(tmp_path / "results", "1").add("game.ono", played.data, failed, every_signature=True)
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("left", [1, 9, 100])
def test_a_torn_line_is_cut_off(left: int, played: Game, tmp_path: Path) -> None:
    """Whoever was ended while writing loses that line only, and the next is whole."""
    path = tmp_path / "results"
    kept(path, played.data)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:left])
    results = Results(path, "1")
    assert path.read_bytes() == whole
    assert results.known(played.data, every_signature=True)
    kept(path, played.data[:-400])
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    "data", [b"\x89PNG", b'{"head":"x"}\n', b"\n", b'{"game":'], ids=["png", "keys", "empty", "other"]
)
def test_another_file_is_refused_and_not_touched(data: bytes, tmp_path: Path) -> None:
    """The wrong name costs nobody a file."""
    path = tmp_path / "picture.png"
    path.write_bytes(data)
    with pytest.raises(BadResults, match="line 1 is no result of an audit"):
        Results(path, "1")
    assert path.read_bytes() == data
