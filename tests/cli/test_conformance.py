"""`ono conformance`: our own server keeps every clause, and each fault that is put into it is found."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ono_cli.__main__ import main
from ono_cli.conformance.judge import server_clauses
from tests.cli.broken import FAULTS
from tests.cli.commands import ROOT, environment, one_line, ono
from tests.cli.serving import served

PATIENCE = 2
"""Seconds that are waited where it is silence that a fault is found by."""


@contextmanager
def broken(fault: str, folder: Path) -> Generator[str]:
    """A server with this fault, as a process; its URL."""
    command = [sys.executable, "-m", "tests.cli.broken", fault, "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment(folder)
    ) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def test_our_own_server(tmp_path: Path) -> None:
    """Every clause is kept, none is left out: exit 0; each is told in a line."""
    with served(tmp_path, tmp_path / "data") as url:
        done = ono(tmp_path, "conformance", "server", url)
    lines = [line for line in done.stdout.splitlines() if re.match(r"\w+ +\d+\.\d+ ", line)]
    assert len(lines) == len(server_clauses())
    assert all(line.startswith("kept ") for line in lines), done.stdout
    assert done.stdout.endswith(f"{len(lines)} clauses kept, 0 broken, 0 could not be tested\n")
    assert done.returncode == 0


@pytest.mark.parametrize("fault", FAULTS)
def test_a_server_with_a_fault(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clause against which it is, is found broken, with what was expected: exit 1."""
    clause, words, *_ = FAULTS[fault]
    if FAULTS[fault].is_silence:
        monkeypatch.setattr("ono_cli.conformance.wire.PATIENCE", PATIENCE)
    with broken(fault, tmp_path) as url:
        code = main(["conformance", "server", url, "--clause", clause, "--json"])
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    [found] = told["clauses"]
    assert (found["clause"], found["verdict"]) == (clause, "broken"), found
    assert words in found["detail"]
    assert code == 1


def test_the_specification_lists_the_clauses() -> None:
    """protocol.md section 12 has each with the same words, and no other."""
    text = (ROOT / "ono_net/spec/protocol.md").read_text("utf-8")
    section = text.partition("## 12. ")[2]
    listed = dict(re.findall(r"^\| (\d+\.\d+) \| (.+) \|$", section, re.MULTILINE))
    assert listed == {clause.number: clause.words for clause in server_clauses().values()}


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["localhost"], 2, "expected a link that begins with http:// or https://, got 'localhost'"),
        (["http://localhost:9"], 4, "http://localhost:9 cannot be reached"),
    ],
)
def test_no_server(argv: list[str], code: int, words: str, tmp_path: Path) -> None:
    """An address that is none: exit 2; one at which nobody is: exit 4."""
    done = ono(tmp_path, "conformance", "server", *argv)
    assert done.returncode == code
    assert one_line(done.stderr).startswith(words)


def test_an_unknown_clause(tmp_path: Path) -> None:
    """Those that there are, are named: exit 2."""
    done = ono(tmp_path, "conformance", "server", "http://localhost:9", "--clause", "12.1")
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("--clause: one of 1.1, 1.2, ")
