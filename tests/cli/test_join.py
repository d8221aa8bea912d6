"""`ono join` and `ono serve`: games at a real server, by the line mode of a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from tests.cli.commands import ROOT, environment, one_line, ono, ono_process
from tests.cli.serving import server

ADD_TWO_AND_START = "2\n3\n4\n"
START = "4\n"
ALWAYS_THE_FIRST = "1\n" * 2000


async def join(home: Path, *argv: str, typed: str) -> subprocess.CompletedProcess[bytes]:
    """`ono join` with this input, to its end."""
    command = [sys.executable, "-m", "ono_cli", "join", *argv]
    return await trio.run_process(
        command, stdin=typed.encode(), capture_stdout=True, capture_stderr=True, check=False, env=environment(home)
    )


async def come(home: Path, *argv: str) -> trio.Process:
    """`ono join` as a process that goes on."""
    command = [sys.executable, "-m", "ono_cli", "join", *argv]
    pipe = subprocess.PIPE
    return await trio.lowlevel.open_process(command, stdin=pipe, stdout=pipe, env=environment(home))


async def type_in(process: trio.Process, text: str) -> None:
    """Type to a process, and close its input."""
    assert process.stdin
    await process.stdin.send_all(text.encode())
    await process.stdin.aclose()


async def heard(process: trio.Process, words: bytes, times: int = 1) -> None:
    """Read what a process says until these words came, so many times."""
    assert process.stdout
    said = b""
    while said.count(words) < times:
        more = await process.stdout.receive_some()
        assert more, f"{words!r} expected, heard {said[-500:]!r}"
        said += more


async def test_a_whole_game_at_a_server_ends_with_the_verdict(tmp_path: Path) -> None:
    """The host adds computers, starts, plays to the end, and holds a log that is proven."""
    async with server(tmp_path) as table:
        assert table.link
        typed = ADD_TWO_AND_START + ALWAYS_THE_FIRST
        done = await join(tmp_path / "ana", table.link, "--name", "Ana", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Verdict: proven\n" in done.stdout.decode()


def test_the_rules_of_the_room_are_those_it_was_opened_with(tmp_path: Path) -> None:
    """`ono serve --play` takes them; who joins hears them, and the host changes them by a word."""
    rules = ("--preset", "official", "--set", "stack=up")
    command = [sys.executable, "-m", "ono_cli", "serve", "--port", "0", "--play", *rules]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(tmp_path)) as process:
        assert process.stdout
        link = next(line.split(": ")[1].strip() for line in process.stdout if line.startswith("room "))
        done = ono(tmp_path, "join", link, "--name", "Ana", typed="set jump_in on\nrules\nq\n")
        process.terminate()
    lines = done.stdout.splitlines()
    assert lines[0] == f"Others come by this link, in a browser or with `ono join`: {link}"
    assert lines[1:3] == ["The rules: Official, changed.", "What differs from official:"]
    assert "Draw Two" in lines[3]
    assert "The rest:" in lines


async def test_a_second_player_and_a_spectator_see_the_same_game(tmp_path: Path) -> None:
    """Three processes at one table: each ends with the same winner and a proven log."""
    async with server(tmp_path) as table:
        assert table.link
        eve = await come(tmp_path / "eve", table.link, "--watch")
        ana = await come(tmp_path / "ana", table.link, "--name", "Ana")
        await heard(ana, b"You are the host")
        ben = await come(tmp_path / "ben", table.link, "--name", "Ben")
        await heard(ana, b"Ben sat down")
        await type_in(ana, START + ALWAYS_THE_FIRST)
        await type_in(ben, ALWAYS_THE_FIRST)
        for player in (ana, ben, eve):
            await heard(player, b"Verdict: proven\n")
            assert await player.wait() == 0


async def test_at_a_terminal_a_line_that_answers_nothing_is_told_so(tmp_path: Path) -> None:
    """A person's line never waits for a question; the end of the input leaves at once."""
    ours, theirs = os.openpty()
    async with server(tmp_path) as table:
        command = [sys.executable, "-m", "ono_cli", "join", table.link or "", "--watch"]
        eve = await trio.lowlevel.open_process(
            command, stdin=theirs, stdout=subprocess.PIPE, env=environment(tmp_path / "eve")
        )
        os.write(ours, b"1\n")
        await heard(eve, b"There is no question now: wait for the next.\n")
        os.write(ours, b"\x04")
        await heard(eve, b"you leave the game.\n")
        assert await eve.wait() == 0
    os.close(ours)
    os.close(theirs)


async def test_a_bare_code_asks_the_server_that_was_joined_last(tmp_path: Path) -> None:
    """Case and spaces of the code do not count; the server is remembered."""
    async with server(tmp_path) as table:
        assert table.room
        await join(tmp_path / "ana", table.room, "--server", table.url, typed="q\n")
        code = f" {table.room.lower()[:2]} {table.room.lower()[2:]}"
        done = await join(tmp_path / "ana", code, "--name", "Ana", typed="q\n")
    assert done.returncode == 0, done.stderr
    assert "Ana sat down" in done.stdout.decode()


async def test_who_types_nothing_more_does_not_wait_at_a_game_that_is_over(tmp_path: Path) -> None:
    """Regression: the end of the input waited for a question that could not come, for players and watchers alike."""
    async with server(tmp_path) as table:
        assert table.link
        await join(tmp_path / "ana", table.link, "--name", "Ana", typed=ADD_TWO_AND_START + ALWAYS_THE_FIRST)
        for way in ((), ("--watch",)):
            done = await join(tmp_path / "ana", table.link, *way, typed="")
            assert done.returncode == 0, done.stderr
            assert "you leave the game" in done.stdout.decode()


async def test_a_wrong_code_gives_one_line(tmp_path: Path) -> None:
    """There is no such room: exit 4."""
    async with server(tmp_path) as table:
        done = await join(tmp_path, "AAAA" if table.room != "AAAA" else "BBBB", "--server", table.url, typed="")
    assert done.returncode == 4
    told = one_line(done.stderr.decode())
    assert told.startswith("no such room at ")
    assert told.count("room") == 1


async def test_a_seat_that_one_holds_already_is_told_of(tmp_path: Path) -> None:
    """The same player from a second window has the same seat under the first name; --data makes another player."""
    async with server(tmp_path) as table:
        assert table.link
        ana = await come(tmp_path / "home", table.link, "--name", "Ana")
        await heard(ana, b"You are the host")
        again = await come(tmp_path / "home", table.link, "--name", "Ben")
        await heard(again, b"You sit here already as 'Ana'; another player needs another data folder")
        data = str(tmp_path / "ben")
        other = await join(tmp_path / "home", table.link, "--name", "Ben", "--data", data, typed="q\n")
        await type_in(again, "q\n")
        await again.wait()
        assert await ana.wait() == 4
    assert b"Ben sat down.\n" in other.stdout
    assert f"To come back: ono join {table.room} --server {table.url}\n" in other.stdout.decode()


async def test_who_comes_while_a_game_is_on_is_told_to_wait_or_to_watch(tmp_path: Path) -> None:
    """There is no seat now: exit 4, and what to do."""
    async with server(tmp_path) as table:
        assert table.link
        host = await come(tmp_path / "ana", table.link, "--name", "Ana")
        assert host.stdin
        await host.stdin.send_all(ADD_TWO_AND_START.encode())
        await heard(host, b"were dealt")
        done = await join(tmp_path / "ben", table.link, "--name", "Ben", typed="")
        await type_in(host, "q\n")
        assert await host.wait() == 0
    assert done.returncode == 4
    assert one_line(done.stderr.decode()).endswith("; come again after this round or game, or --watch")


async def test_another_table_than_the_links_is_refused(tmp_path: Path) -> None:
    """The fingerprint in the link pins the table's key: exit 4."""
    async with server(tmp_path) as table:
        assert table.link
        other = table.link[:-1] + ("a" if table.link[-1] != "a" else "b")
        done = await join(tmp_path, other, typed="")
    assert done.returncode == 4
    assert table.fingerprint in one_line(done.stderr.decode())


async def test_a_full_table_gives_one_line(tmp_path: Path) -> None:
    """Five computers and the host leave no seat: exit 4, and the reason."""
    async with server(tmp_path) as table:
        assert table.link
        host = await come(tmp_path / "ana", table.link, "--name", "Ana")
        assert host.stdin
        await host.stdin.send_all(b"2\n" * 5)
        await heard(host, b" sat down.", times=6)
        done = await join(tmp_path / "ben", table.link, "--name", "Ben", typed="")
        await type_in(host, "q\n")
        assert await host.wait() == 0
    assert done.returncode == 4
    assert "every seat is taken" in one_line(done.stderr.decode())


def test_a_server_that_is_down_gives_one_line(tmp_path: Path) -> None:
    """Nobody answers: exit 4."""
    done = ono(tmp_path, "join", "KWPX", "--server", "http://127.0.0.1:9", "--name", "Ana")
    assert done.returncode == 4
    assert "no server answers at http://127.0.0.1:9" in one_line(done.stderr)


@pytest.mark.parametrize(
    "argv",
    [
        ("ABC",),
        ("KWPX1",),
        ("ftp://host/r/KWPX",),
        ("http://host/",),
        ("KWPX", "--server", "host"),
        ("KWPX", "--name", ""),
    ],
)
def test_what_is_no_code_no_link_and_no_name_is_refused(argv: tuple[str, ...], tmp_path: Path) -> None:
    """The error says what is expected: exit 2."""
    done = ono(tmp_path, "join", *argv)
    assert done.returncode == 2
    assert "expected" in one_line(done.stderr)


def test_serve_shows_the_way_in_and_stops_on_a_signal(tmp_path: Path) -> None:
    """`ono serve --play` prints URL, room, link with fingerprint and QR code; SIGTERM ends it with 0."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ono_cli", "serve", "--port", "0", "--play", "--data", str(tmp_path / "server")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(tmp_path), cwd=ROOT,
    )  # fmt: skip
    with process:
        assert process.stdout
        assert process.stderr
        lines: list[str] = []
        while not lines or not lines[-1].startswith("Stop with"):
            lines.append(process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0, process.stderr.read()
    told = "".join(lines)
    assert lines[0].startswith("ONO is served at http://localhost:")
    assert "/r/" in told
    assert "#k=" in told
    assert "█" in told


def test_a_port_in_use_gives_one_line(tmp_path: Path) -> None:
    """The error says so: exit 4."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = ono_process(tmp_path, "serve", "--port", port, "--data", tmp_path / "server")
    assert done.returncode == 4
    assert one_line(done.stderr) == f"port {port} is in use: another `ono serve`? choose one with --port"
