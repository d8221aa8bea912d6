"""`ono sim`, `ono audit` and `ono replay`: logs made, proven, shown, and every way in which a file can be no log."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import environment, one_line, ono

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three simulated games."""
    folder = tmp_path_factory.mktemp("games")
    done = ono(folder, "sim", "--seats", 3, "--games", 3, "--seed", 7, "--out", folder / "logs")
    assert done.returncode == 0, done.stderr
    return folder / "logs"


@pytest.fixture
def log(games: Path) -> Path:
    """One of them."""
    return games / "game-0001.ono"


def test_the_same_seed_gives_the_same_bytes(games: Path, tmp_path: Path) -> None:
    """A simulation can be repeated by anybody, byte by byte."""
    ono(tmp_path, "sim", "--seats", 3, "--games", 3, "--seed", 7, "--out", tmp_path / "again")
    names = [path.name for path in sorted(games.iterdir())]
    assert names == ["game-0001.ono", "game-0002.ono", "game-0003.ono"]
    assert all((games / name).read_bytes() == (tmp_path / "again" / name).read_bytes() for name in names)


def test_games_are_simulated_under_any_rules(tmp_path: Path) -> None:
    """A preset and what differs from it; the logs are proven as any other."""
    rules = ("--preset", "official", "--set", "target=100", "--set", "stack=up", "--set", "jump_in=on")
    assert ono(tmp_path, "sim", *rules, "--seats", 3, "--games", 2, "--out", tmp_path / "logs").returncode == 0
    logs = sorted((tmp_path / "logs").iterdir())
    assert ono(tmp_path, "audit", *logs).returncode == 0
    assert '"jump_in": true' in json.dumps(
        json.loads(ono(tmp_path, "replay", "--json", logs[0]).stdout.splitlines()[0])
    )


def test_another_seed_gives_other_games(log: Path, tmp_path: Path) -> None:
    """The seed is what decides."""
    ono(tmp_path, "sim", "--seats", 3, "--seed", 8, "--out", tmp_path)
    assert (tmp_path / "game-0001.ono").read_bytes() != log.read_bytes()


@pytest.mark.parametrize(
    ("option", "value"),
    [("--seats", 7), ("--seats", 1), ("--keyed", 5), ("--keyed", 0), ("--games", 0), ("--seed", -1)],
)
def test_a_simulation_that_cannot_be_is_refused(option: str, value: int, tmp_path: Path) -> None:
    """The error names the option and what it may be."""
    done = ono(tmp_path, "sim", "--out", tmp_path, option, value)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith(f"{option}: ")


def test_simulated_games_are_proven_one_line_each(games: Path, tmp_path: Path) -> None:
    """Many logs give one line each, and 0 if all are proven; that they were simulated is a remark."""
    done = ono(tmp_path, "audit", *sorted(games.iterdir()))
    assert done.returncode == 0, done.stdout
    assert [": proven with remarks" in line for line in done.stdout.splitlines()] == [True] * 3


def test_a_changed_byte_is_a_finding(log: Path, tmp_path: Path) -> None:
    """One flipped byte in the middle: not proven, exit 1."""
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    bad = tmp_path / "bad.ono"
    bad.write_bytes(data)
    done = ono(tmp_path, "audit", bad)
    assert done.returncode == 1
    assert "not proven" in done.stdout


def test_a_torn_log_is_incomplete(log: Path, tmp_path: Path) -> None:
    """A file that ends too early has nothing wrong in it: exit 3, from both tools."""
    torn = tmp_path / "torn.ono"
    torn.write_bytes(log.read_bytes()[:-40])
    assert ono(tmp_path, "audit", torn).returncode == 3
    assert ono(tmp_path, "replay", torn).returncode == 3


def test_the_audit_speaks_json(log: Path, tmp_path: Path) -> None:
    """One object a log, for machines."""
    done = ono(tmp_path, "audit", "--json", log, log)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["verdict"] for report in reports] == ["proven with remarks"] * 2
    assert reports[0]["name"] == str(log)


@pytest.mark.parametrize(("command", "words"), [("audit", "unreadable: no such file"), ("replay", "no such file")])
def test_a_missing_file_gives_one_line(command: str, words: str, tmp_path: Path) -> None:
    """The error names the file; exit 2."""
    done = ono(tmp_path, command, tmp_path / "none.ono")
    assert done.returncode == 2
    assert f"none.ono: {words}" in one_line(done.stderr)


@pytest.mark.parametrize("command", ["audit", "replay"])
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (PNG, "this is not an ONO log: it begins like a PNG picture"),
        (b"", "this is not an ONO log: it is empty"),
        (b"ONO1", "this is not an ONO log: it begins like a log of another version"),
        (b"ONO2\n", "this is not an ONO log: it begins like a log of another version"),
        (b"Dear Ben,\nsee you", "this is not an ONO log: it begins like a text"),
        (bytes(9), "this is not an ONO log: it begins with the bytes 00 00 00 00 00 00 00 00"),
        (b"ONO1\n", "this ONO log holds no whole entry"),
    ],
    ids=["png", "empty", "short", "newer", "text", "zeros", "no entry"],
)
def test_a_file_that_is_no_log_gives_one_line(command: str, data: bytes, words: str, tmp_path: Path) -> None:
    """The error says that the file is no log, and what it looks like; exit 2."""
    path = tmp_path / "picture.png"
    path.write_bytes(data)
    done = ono(tmp_path, command, path)
    assert done.returncode == 2
    assert done.stdout == ""
    told = one_line(done.stderr)
    assert "picture.png: " in told
    assert told.endswith(f": {words}")


def test_every_file_has_its_json_record(log: Path, tmp_path: Path) -> None:
    """A file that is missing or is no log has a record too, on a line of its own; exit 2."""
    picture = tmp_path / "picture.png"
    picture.write_bytes(PNG)
    done = ono(tmp_path, "audit", "--json", tmp_path / "none.ono", log, picture)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["exit"] for report in reports] == [2, 0, 2]
    assert reports[0]["unreadable"] == "no such file or directory"
    assert done.returncode == 2


def test_the_line_of_one_log_among_many_ends_with_the_tables_fingerprint(log: Path, tmp_path: Path) -> None:
    """Whose table it was is told even where nothing else needs to be."""
    table = json.loads(ono(tmp_path, "audit", "--json", log).stdout)["table"]
    lines = ono(tmp_path, "audit", log, log).stdout.splitlines()
    assert [line.endswith(f"; table {table}") for line in lines] == [True, True]


def test_games_are_never_overwritten_unasked(games: Path, tmp_path: Path) -> None:
    """A folder that holds one of the files is refused as a whole, exit 2; --force overwrites."""
    old = tmp_path / "game-0002.ono"
    old.write_bytes(b"mine")
    again = ("sim", "--seats", 3, "--games", 3, "--seed", 7, "--out", tmp_path)
    refused = ono(tmp_path, *again)
    assert refused.returncode == 2
    assert "game-0002.ono is there already" in one_line(refused.stderr)
    assert old.read_bytes() == b"mine"
    assert not (tmp_path / "game-0001.ono").exists()
    assert ono(tmp_path, *again, "--force").returncode == 0
    assert old.read_bytes() == (games / "game-0002.ono").read_bytes()


def test_one_game_is_counted_in_the_singular(tmp_path: Path) -> None:
    """It is said as a person would."""
    assert ono(tmp_path, "sim", "--seats", 2, "--out", tmp_path).stdout.startswith("1 game, ")


def test_one_bad_file_among_many_stops_none_of_them(log: Path, tmp_path: Path) -> None:
    """The others are judged, and the exit code tells of the bad one."""
    done = ono(tmp_path, "audit", tmp_path / "none.ono", log)
    assert done.returncode == 2
    assert "proven with remarks" in done.stdout


def test_a_replay_tells_every_entry(log: Path, tmp_path: Path) -> None:
    """One line an entry, from the first to the seal."""
    lines = ono(tmp_path, "replay", log).stdout.splitlines()
    assert [int(line[:4]) for line in lines] == list(range(len(lines)))
    assert "sealed" in lines[-1]


@pytest.mark.parametrize("place", [-200, -1])
def test_a_replay_says_which_entry_was_altered(place: int, log: Path, tmp_path: Path) -> None:
    """Regression: the altered entry itself was told as good, and the one after it as the first that was not."""
    data = bytearray(log.read_bytes())
    data[place] ^= 1
    altered = tmp_path / "altered.ono"
    altered.write_bytes(data)
    done = ono(tmp_path, "replay", altered)
    assert done.returncode == 1
    assert "was altered: the table's key did not sign it" in done.stderr
    shown = int(done.stdout.splitlines()[-1].split()[0])
    assert f"entry {shown}, the last of these" in done.stderr


def test_a_replay_shows_the_table_at_an_index(log: Path, tmp_path: Path) -> None:
    """--at shows the table with all hands open; --seat only what that seat knew."""
    last = len(ono(tmp_path, "replay", log).stdout.splitlines()) - 1
    everything = ono(tmp_path, "replay", log, "--at", last // 2).stdout
    assert everything.count(" holds ") == 3
    assert [f"\nSeat {seat} (" in everything for seat in range(3)] == [True] * 3
    own = ono(tmp_path, "replay", log, "--at", last // 2, "--seat", 1).stdout
    assert "Your hand" in own
    assert " holds " not in own


def test_a_replay_speaks_json(log: Path, tmp_path: Path) -> None:
    """Each entry as one object, or one entry with the view."""
    entries = [json.loads(line) for line in ono(tmp_path, "replay", log, "--json").stdout.splitlines()]
    assert [entry["index"] for entry in entries] == list(range(len(entries)))
    at = json.loads(ono(tmp_path, "replay", log, "--json", "--at", len(entries) - 1, "--seat", 0).stdout)
    assert at["view"]["seat"] == 0
    assert at["view"]["phase"] == "sealed"


@pytest.mark.parametrize(("option", "value"), [("--at", 100_000), ("--at", -1), ("--seat", 9)])
def test_a_place_that_is_not_in_the_log_is_refused(option: str, value: int, log: Path, tmp_path: Path) -> None:
    """The error names the option and what it may be."""
    done = ono(tmp_path, "replay", log, option, value)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith(f"{option}: ")


def test_an_output_that_takes_nothing_is_told(tmp_path: Path) -> None:
    """As on a full disk: one line, exit 2."""
    command = [sys.executable, "-m", "ono_cli", "rules"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment(tmp_path)
        )
    assert done.returncode == 2
    assert one_line(done.stderr) == "no space left on device"
