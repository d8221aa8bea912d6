"""`ono audit` of archives: folders and the standard input, several processes, results that are kept, pages."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ono_cli.progress import AFTER_S, Progress
from tests.cli.commands import TIMEOUT, environment, one_line, ono, ono_process


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with five simulated games."""
    folder = tmp_path_factory.mktemp("games")
    done = ono(folder, "sim", "--seats", 2, "--games", 5, "--seed", 7, "--out", folder / "logs")
    assert done.returncode == 0, done.stderr
    return folder / "logs"


@pytest.fixture
def archive(games: Path, tmp_path: Path) -> Path:
    """A folder of folders: a good log, a forged one, one that is none, and two more good ones."""
    folder = tmp_path / "archive"
    for place, path in enumerate(sorted(games.iterdir())):
        (folder / f"day {place % 2}").mkdir(parents=True, exist_ok=True)
        (folder / f"day {place % 2}" / path.name).write_bytes(path.read_bytes())
    forged = folder / "day 0" / "game-0003.ono"
    data = bytearray(forged.read_bytes())
    data[len(data) // 2] ^= 1
    forged.write_bytes(data)
    (folder / "day 1" / "game-0002.ono").write_bytes(b"no log")
    return folder


def reports(folder: Path, *argv: object) -> list[dict[str, object]]:
    """What `ono audit --json` says, a log each."""
    return [json.loads(line) for line in ono(folder, "audit", "--json", *argv).stdout.splitlines()]


# What is audited


def test_a_folder_is_audited_with_all_in_it(archive: Path, tmp_path: Path) -> None:
    """Log by log, by their paths; the exit code tells of the worst."""
    done = ono(tmp_path, "audit", "--json", archive)
    found = [(Path(report["name"]).name, report["exit"]) for report in map(json.loads, done.stdout.splitlines())]
    assert found == [
        ("game-0001.ono", 0), ("game-0003.ono", 1), ("game-0005.ono", 0), ("game-0002.ono", 2), ("game-0004.ono", 0),
    ]  # fmt: skip
    assert done.returncode == 1


def test_a_folder_without_logs_is_an_error(tmp_path: Path) -> None:
    """Nothing to prove is not proven: exit 2."""
    (tmp_path / "empty").mkdir()
    done = ono(tmp_path, "audit", tmp_path / "empty")
    assert done.returncode == 2
    assert one_line(done.stderr) == f"{tmp_path / 'empty'}: no .ono file in this folder"


def test_a_log_may_come_from_the_standard_input(games: Path, tmp_path: Path) -> None:
    """As from a pipe, with the same report."""
    path = games / "game-0001.ono"
    command = [sys.executable, "-m", "ono_cli", "audit", "--json", "-"]
    with path.open("rb") as log:
        done = subprocess.run(
            command, stdin=log, capture_output=True, text=True, check=True, timeout=TIMEOUT, env=environment(tmp_path)
        )
    (named,) = reports(tmp_path, path)
    assert json.loads(done.stdout) == {**named, "name": "-"}


def test_every_signature_is_checked_on_demand(games: Path, tmp_path: Path) -> None:
    """Else those of players who signed the end are covered."""
    path = games / "game-0001.ono"
    quick, thorough = (reports(tmp_path, path, *more)[0]["counts"] for more in ((), ("--every-signature",)))
    assert isinstance(quick, dict)
    assert isinstance(thorough, dict)
    assert quick["signatures"] + quick["covered"] == quick["commands"] == thorough["signatures"]
    assert (quick["covered"] > 0, thorough["covered"]) == (True, 0)


# Many at once


def test_two_processes_say_the_same_in_the_same_order(archive: Path, tmp_path: Path) -> None:
    """However long each log takes."""
    alone, pair = (ono_process(tmp_path, "audit", archive, "--jobs", jobs) for jobs in (1, 2))
    assert (pair.stdout, pair.stderr, pair.returncode) == (alone.stdout, alone.stderr, alone.returncode)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--jobs", 0), "--jobs: 1 to 256 expected, got 0"),
        (("--dask", "tcp://127.0.0.1:1", "--jobs", 2), "--jobs: how many work is the cluster's to say"),
        (("--html", "page.html"), "--html: one log expected, got 5"),
        (("--html", "page.html", "--json"), "--html and --json do not go together"),
        (("--shares", "some", "--results", "kept"), "--shares and --results do not go together"),
    ],
)
def test_what_cannot_be_done_is_refused(argv: tuple[object, ...], words: str, archive: Path, tmp_path: Path) -> None:
    """One line says what is expected: exit 2."""
    done = ono(tmp_path, "audit", archive, *argv)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith(words)


def test_a_page_is_written_over_nothing_but_a_page(games: Path, tmp_path: Path) -> None:
    """Neither over the log itself, nor over anything else that is there; an older page gives way."""
    log, target = tmp_path / "game.ono", tmp_path / "page.html"
    data = (games / "game-0001.ono").read_bytes()
    log.write_bytes(data)
    for path, words in ((log, "is there already, and no page"), (tmp_path, "a file expected")):
        done = ono(tmp_path, "audit", log, "--html", path)
        assert done.returncode == 2
        assert words in one_line(done.stderr)
    assert log.read_bytes() == data
    assert [ono(tmp_path, "audit", log, "--html", target).returncode for _ in range(2)] == [0, 0]


def test_a_proof_in_a_folder_is_told(archive: Path, tmp_path: Path) -> None:
    """It is looked for as logs are; one that proves nothing is told, and the others are audited all the same."""
    (archive / "day 0" / "none.fork").write_bytes(b"no proof")
    done = ono(tmp_path, "audit", archive)
    assert done.returncode == 1
    assert "none.fork: a file that begins with the line ONOFORK1 expected" in done.stderr
    assert "game-0001.ono" in done.stdout


def test_a_name_that_is_no_text_is_told_in_json(games: Path, tmp_path: Path) -> None:
    """A file's name may be any bytes: what cannot be written is replaced."""
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / os.fsdecode(b"bad\xff.ono")).write_bytes((games / "game-0001.ono").read_bytes())
    kept = tmp_path / "results"
    [report] = reports(tmp_path, folder, "--results", kept)
    assert report["exit"] == 0
    assert str(report["name"]).endswith("bad\ufffd.ono")
    assert kept.exists()


@pytest.fixture
def no_dask(tmp_path: Path) -> Path:
    """A folder, first on the path, in which the package says that it is missing."""
    folder = tmp_path / "packages"
    folder.mkdir()
    (folder / "distributed.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    return folder


def test_without_dask_it_is_said_what_to_install(no_dask: Path, archive: Path, tmp_path: Path) -> None:
    """The cluster is an extra of the package: exit 2."""
    env = environment(tmp_path)
    env["PYTHONPATH"] = os.pathsep.join([str(no_dask), env["PYTHONPATH"]])
    command = [sys.executable, "-m", "ono_cli", "audit", str(archive), "--dask", "tcp://127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT, env=env)
    assert done.returncode == 2
    assert one_line(done.stderr) == "--dask needs a package that is missing: pip install 'ono[dask]'"


# Results that are kept


def test_a_second_run_skips_what_is_done(archive: Path, tmp_path: Path) -> None:
    """It says how many; what was not proven then is not proven now, and the exit code is the same."""
    kept = tmp_path / "results"
    first = ono_process(tmp_path, "audit", archive, "--results", kept, "--jobs", 2)
    lines = kept.read_bytes()
    again = ono(tmp_path, "audit", archive, "--results", kept)
    assert (first.returncode, again.returncode, again.stdout) == (1, 1, "")
    told = again.stderr.splitlines()
    assert told[0].endswith("game-0003.ono: not proven, as found before")
    assert told[1].endswith("game-0002.ono: unreadable, as found before")
    assert told[2:] == [f"ono: 5 of 5 skipped, audited before: {kept}"]
    assert kept.read_bytes() == lines
    assert [json.loads(line)["exit"] for line in lines.splitlines()] == [0, 1, 0, 2, 0]


def test_a_log_that_grew_is_audited_anew(games: Path, tmp_path: Path) -> None:
    """The others are skipped."""
    kept, grows, whole = tmp_path / "results", tmp_path / "grows.ono", games / "game-0001.ono"
    grows.write_bytes(whole.read_bytes()[:-400])
    argv = (games / "game-0002.ono", grows, "--results", kept)
    assert ono(tmp_path, "audit", *argv).returncode == 3
    grows.write_bytes(whole.read_bytes())
    again = ono(tmp_path, "audit", *argv)
    assert (again.returncode, again.stdout.count("proven with remarks")) == (0, 1)
    assert again.stderr == f"ono: 1 of 2 skipped, audited before: {kept}\n"
    assert len(kept.read_bytes().splitlines()) == 3


def test_a_wrong_file_of_results_is_refused(games: Path, tmp_path: Path) -> None:
    """A log in its place is not written into: exit 2."""
    log = tmp_path / "mine.ono"
    log.write_bytes((games / "game-0001.ono").read_bytes())
    done = ono(tmp_path, "audit", games, "--results", log)
    assert done.returncode == 2
    assert one_line(done.stderr) == f"--results: {log}: line 1 is no result of an audit"
    assert log.read_bytes() == (games / "game-0001.ono").read_bytes()


def test_results_that_cannot_be_written_are_an_error(games: Path, tmp_path: Path) -> None:
    """They are kept log by log, so it shows at the first: exit 2."""
    done = ono(tmp_path, "audit", games, "--results", tmp_path / "none" / "results")
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("cannot write ")


# Pages


def test_a_page_is_written_beside_the_verdict(games: Path, tmp_path: Path) -> None:
    """The exit code is the audit's."""
    page = tmp_path / "new" / "page.html"
    done = ono(tmp_path, "audit", games / "game-0001.ono", "--html", page)
    assert done.returncode == 0
    assert done.stdout.endswith(f"; the page is {page}\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    written = ono(tmp_path, "audit", games / "game-0001.ono", "--html", "-")
    assert written.stdout == page.read_text(encoding="utf-8") + "\n"


def test_the_page_of_a_log_that_is_not_proven_says_so(archive: Path, tmp_path: Path) -> None:
    """Exit 1, and the page is there."""
    done = ono(tmp_path, "audit", archive / "day 0" / "game-0003.ono", "--html", tmp_path / "page.html")
    assert done.returncode == 1
    assert "<h1>Not proven</h1>" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_there_is_no_page_of_what_is_no_log(archive: Path, tmp_path: Path) -> None:
    """The error is that of the audit: exit 2."""
    done = ono(tmp_path, "audit", archive / "day 1" / "game-0002.ono", "--html", tmp_path / "page.html")
    assert done.returncode == 2
    assert "unreadable: this is not an ONO log" in one_line(done.stderr)
    assert not (tmp_path / "page.html").exists()


# The line that shows how far it is


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_long_work_shows_how_far_it_is() -> None:
    """From the first second on, and makes room for what is printed."""
    screen, clock = Screen(), Clock()
    progress = Progress(200, screen, clock)
    progress.show(1)
    assert screen.getvalue() == ""
    clock.now += AFTER_S
    progress.show(50)
    progress.show(51)
    assert screen.getvalue() == "\r\x1b[K[#######.......................] 50/200"
    progress.clear()
    progress.clear()
    assert screen.getvalue().endswith("50/200\r\x1b[K")


def test_nothing_is_shown_where_nobody_watches() -> None:
    """A pipe gets errors only."""
    pipe, clock = io.StringIO(), Clock()
    progress = Progress(200, pipe, clock)
    clock.now += 10 * AFTER_S
    progress.show(100)
    progress.clear()
    assert pipe.getvalue() == ""
