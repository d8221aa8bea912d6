"""A player written from the specification alone, for Node, plays at a real table and takes nothing on trust."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.cli.commands import environment, ono

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors"
LONG = 120  # seconds, for a machine that has much else to do


@pytest.fixture(scope="module")
def node() -> str:
    """Node.js; where there is none the tests are skipped, or fail in CI."""
    path = shutil.which("node")
    if path is None and not os.environ.get("CI"):
        pytest.skip("there is no node on the path")
    assert path, "CI has Node.js"
    return path


class Table:
    """A server with a room open."""

    def __init__(self, link: str) -> None:
        self.link = link

    @property
    def url(self) -> str:
        """Where the server is."""
        return self.link.partition("/r/")[0]


@contextmanager
def table(folder: Path, *argv: str) -> Generator[Table]:
    """`ono serve --play`, stopped when left."""
    data = folder / "server"
    command = [sys.executable, "-m", "ono_cli", "serve", "--play", "--port", "0", "--data", str(data), *argv]
    errors = folder / "server.txt"
    with (
        errors.open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment(folder)) as process,
    ):
        assert process.stdout
        try:
            link = next((line.split()[-1] for line in process.stdout if line.startswith("room ")), None)
            assert link, errors.read_text()
            yield Table(link)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=LONG)
    assert process.returncode == 0


class Player:
    """The player's process."""

    def __init__(self, node: str, *argv: str) -> None:
        command = [node, str(HERE / "player.mjs"), *argv]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self) -> tuple[int, list[str], str]:
        """Its exit code, lines and complaints once it has ended."""
        try:
            out, errors = self.process.communicate(timeout=LONG)
        finally:
            self.process.kill()
        return self.process.returncode, out.splitlines(), errors


def audited(folder: Path, served: Table, game: str) -> dict[str, Any]:
    """What `ono audit` says of the log that the server gives."""
    file = folder / f"{game}.ono"
    with urlopen(f"{served.url}/logs/{file.name}") as answer:
        file.write_bytes(answer.read())
    done = ono(folder, "audit", file, "--every-signature", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    return next(report for report in reports if "name" in report)


def game_in(lines: list[str]) -> str:
    """The id of the game that a player's last line tells of."""
    told = re.match(r"game ([0-9a-f]{64}): places .*, signed by ", lines[-1])
    assert told, lines
    return told[1]


def test_vectors(node: str) -> None:
    """Codec, hashes, shuffles, signatures, folds, logs, faults, attacks and a session: as the vectors have them."""
    done = subprocess.run(
        [node, str(HERE / "player/vectors.mjs"), str(VECTORS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=LONG,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    counts = {name: int(count) for name, count in re.findall(r"^(\w+): (\d+) compared$", done.stdout, re.MULTILINE)}
    assert len(counts) == 10
    assert counts["logs"] == len(list((VECTORS / "logs").glob("*.ono")))
    assert counts["tampered"] == len(list((VECTORS / "tampered").glob("*.ono")))
    assert min(counts.values()) > 3


def test_whole_game_against_a_computer(node: str, tmp_path: Path) -> None:
    """From the room's link to the seal; the server's log is the one that the player checked, and is proven."""
    with table(tmp_path, "--pace", "0") as served:
        code, lines, errors = Player(
            node, served.link, "--name", "Nora", "--bots", "easy", "--keep", str(tmp_path)
        ).end()
        assert (code, errors) == (0, "")
        assert lines[0] == f"table {served.link[-16:]}, as the link says"
        assert re.match(r"round 1: .* won \(\w+\); .*; cards proven", lines[1])
        game = game_in(lines)
        kept = (tmp_path / f"{game}.ono").read_bytes()
        report = audited(tmp_path, served, game)
    assert report["verdict"] == "proven"
    assert (tmp_path / f"{game}.ono").read_bytes() == kept


# Every house rule at once, and the dealer's secret shared out.
PARTY = (
    "all_in=2 seven_zero=true jump_in=true doubles=true draw_count=until catch_grace_ms=0 escrow=n_of_n "
    "wild_draw_four=challenge challenge_reveal=hand_to_challenger score=to_target target=60"
)


@pytest.mark.parametrize(
    ("preset", "options"), [("official", "target=100"), ("table-party", PARTY)], ids=["official", "party"]
)
def test_two_players_and_a_computer(node: str, tmp_path: Path, preset: str, options: str) -> None:
    """Rounds to a target, with calls, catches and challenges: both see the same game, and sign it."""
    settings = [word for option in options.split() for word in ("--set", option)]
    with table(tmp_path, "--pace", "0", "--preset", preset, *settings) as served:
        argv = (served.link, "--players", "2", "--bots", "medium", "--name")
        players = [Player(node, *argv, name) for name in ("Nora", "Olaf")]
        ends = [player.end() for player in players]
        assert [(code, errors) for code, _, errors in ends] == [(0, ""), (0, "")]
        (_, one, _), (_, other, _) = ends
        assert one == other
        assert {"Nora", "Olaf"} == set(one[-1].partition("signed by ")[2].split(", "))
        report = audited(tmp_path, served, game_in(one))
    assert report["verdict"] == "proven"


def test_another_table_than_the_links(node: str, tmp_path: Path) -> None:
    """The link names the key that the table must prove."""
    with table(tmp_path) as served:
        code, lines, errors = Player(node, served.link[:-16] + 16 * "a").end()
    assert (code, lines) == (2, [])
    assert errors.startswith("wrong-table: ")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("flipped-byte", "bad-signature"),
        ("swapped-card", "wrong-digest"),
        ("swapped-card-and-digest", "bad-signature"),
    ],
)
def test_an_entry_changed_on_its_way(node: str, tmp_path: Path, fault: str, code: str) -> None:
    """The player names the entry, and plays no further."""
    public, port = free_port(), free_port()
    relay_command = [node, str(HERE / "player/relay.mjs"), fault, str(public), str(port)]
    with subprocess.Popen(relay_command, stdout=subprocess.PIPE, text=True) as relay:
        try:
            assert relay.stdout
            assert relay.stdout.readline() == "listening\n"
            argv = ("--port", str(port), "--public-url", f"http://localhost:{public}", "--pace", "300")
            with table(tmp_path, *argv) as served:
                end, lines, errors = Player(node, served.link, "--bots", "easy").end()
            place = relay.stdout.readline().strip()
        finally:
            relay.kill()
    assert re.fullmatch(r"entry \d+", place)
    assert end == 1
    assert errors.startswith(f"{place}: {code}: "), errors
    assert len(lines) == 1  # who the table is, and no round


def test_every_clause_of_a_client_is_kept(node: str, tmp_path: Path) -> None:
    """`ono conformance client`, of which each connection is one clause."""
    command = [sys.executable, "-m", "ono_cli", "conformance", "client", "--listen", str(free_port())]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment(tmp_path)) as judge:
        try:
            assert judge.stderr
            url = judge.stderr.readline().split()[-1]
            while judge.poll() is None:
                assert Player(node, url, "KWPX").end()[0] in {1, 2}  # each clause ends badly, for somebody
            said, _ = judge.communicate(timeout=LONG)
        finally:
            judge.kill()
    assert judge.returncode == 0, said
    assert re.search(r"^\d\d clauses kept, 0 broken, 0 could not be tested$", said, re.MULTILINE)
