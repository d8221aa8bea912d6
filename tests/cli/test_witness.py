"""`ono witness`: a process that gives seeds and signs, at a real server."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from ono_cli.home import Home
from ono_cli.link import Happened, Renewed
from ono_cli.remote import remote_table
from ono_cli.stop import Exit, Stop, ungrouped
from ono_cli.witnessing import WitnessTable
from ono_core.game import commands as cmd
from ono_net.client import Target, target_of
from ono_replay.audit import Verdict, audit
from tests.cli.commands import environment, one_line, ono
from tests.cli.serving import server
from tests.cli.test_join import ADD_TWO_AND_START, ALWAYS_THE_FIRST, come, heard, type_in
from tests.cli.test_remote_table import play, until


async def witness(home: Path, *argv: str) -> trio.Process:
    """`ono witness` as a process that goes on."""
    command = [sys.executable, "-m", "ono_cli", "witness", *argv]
    return await trio.lowlevel.open_process(command, stdout=subprocess.PIPE, env=environment(home))


async def left(process: trio.Process) -> str:
    """Interrupt it, and hear the rest of what it says."""
    process.send_signal(signal.SIGINT)
    assert process.stdout
    said = b""
    while more := await process.stdout.receive_some():
        said += more
    assert await process.wait() == 0
    return said.decode()


def logs(home: Path) -> list[Path]:
    """The logs that were saved."""
    return sorted((home / "ono" / "games").glob("*.ono"))


async def test_a_witness_gives_seeds_signs_the_end_and_keeps_the_log(tmp_path: Path) -> None:
    """Each thing that it did is a line; the log that it keeps names it and is proven."""
    async with server(tmp_path) as table:
        assert table.link
        wil = await witness(tmp_path / "wil", table.link, "--name", "Wil")
        await heard(wil, b"you are witness 64, Wil\n")
        ana = await come(tmp_path / "ana", table.link, "--name", "Ana")
        await heard(ana, b"You are the host")
        await type_in(ana, ADD_TWO_AND_START + ALWAYS_THE_FIRST)
        await heard(wil, b"shuffle 1: your seed is in the cut\n")
        await heard(ana, b"Verdict: proven\n")
        await heard(wil, b"log saved: ono audit ")
        assert await ana.wait() == 0
        assert "left; log saved" in await left(wil)
    (log,) = logs(tmp_path / "wil")
    report = audit(log.read_bytes())
    assert report.verdict is Verdict.PROVEN
    assert (report.witnessed, report.players[-1].cosigned) == (report.counts.shuffles, True)


async def test_a_witness_leaves_a_running_game_and_comes_again(tmp_path: Path) -> None:
    """Ctrl-C gives the place up at once; who comes again has the same number."""
    async with server(tmp_path) as table:
        assert table.link
        ana = await come(tmp_path / "ana", table.link, "--name", "Ana")
        assert ana.stdin
        await ana.stdin.send_all(ADD_TWO_AND_START.encode())
        await heard(ana, b"were dealt")
        for _ in range(2):
            wil = await witness(tmp_path / "wil", table.link, "--name", "Wil")
            await heard(wil, b"you are witness 64, Wil\n")
            assert "you witness this game no more\n" in await left(wil)
        await type_in(ana, "q\n")
        await ana.wait()
    (log,) = logs(tmp_path / "wil")
    assert audit(log.read_bytes()).findings == ()


async def test_a_witness_follows_a_rematch(tmp_path: Path) -> None:
    """In the next game of the room it witnesses again by itself; both logs are kept and proven."""
    async with server(tmp_path) as table:
        assert table.link
        wil = await witness(tmp_path / "wil", table.link, "--name", "Wil")
        await heard(wil, b"you are witness 64, Wil\n")
        async with remote_table(target_of(table.link), Home(tmp_path / "ana"), "Ana") as ana:
            ana.act(cmd.AddBot("easy", None))
            ana.act(cmd.Start())
            await play(ana)
            ana.again()
            await heard(wil, b"a rematch begins\nyou are witness 64, Wil\n")
            await until(ana, Renewed)
            while ana.player.seat is None:
                await until(ana, Happened)
            ana.act(cmd.AddBot("easy", None))
            ana.act(cmd.Start())
            await play(ana)
        await heard(wil, b"log saved: ono audit ")
        await left(wil)
    first, second = (audit(log.read_bytes()) for log in logs(tmp_path / "wil"))
    assert first.game != second.game
    assert {report.verdict for report in (first, second)} == {Verdict.PROVEN}


async def test_the_host_sends_a_witness_away(tmp_path: Path) -> None:
    """It is told so, keeps the log and goes."""
    async with server(tmp_path) as table:
        assert table.link
        wil = await witness(tmp_path / "wil", table.link, "--name", "Wil")
        await heard(wil, b"you are witness 64, Wil\n")
        async with remote_table(target_of(table.link), Home(tmp_path / "ana"), "Ana") as ana:
            ana.act(cmd.Unseat(64))
            await heard(wil, b"you witness this game no more\nleft; log saved: ono audit ")
            assert await wil.wait() == 0
            assert ana.player.state.witnesses == {}


async def test_a_player_is_no_witness(tmp_path: Path) -> None:
    """Who has a seat is told so: exit 4."""
    async with server(tmp_path) as table:
        assert table.link
        ana = await come(tmp_path / "ana", table.link, "--name", "Ana")
        await heard(ana, b"You are the host")
        process = await witness(tmp_path / "eve", table.link, "--name", "Ana")
        assert await process.wait() == 4
        await type_in(ana, "q\n")
        await ana.wait()


async def test_a_player_does_not_witness_from_the_same_folder(tmp_path: Path) -> None:
    """The folder holds one player, who is told to use another for the witness."""
    home = tmp_path / "ana"
    async with server(tmp_path) as table:
        target = target_of(table.link or "")
        async with remote_table(target, Home(home), "Ana"):
            pass
        with pytest.raises(Stop, match="witness from another data folder") as stopped:
            await come_to_witness(target, Home(home))
        assert stopped.value.code == Exit.NO_TABLE


async def come_to_witness(target: Target, home: Home) -> None:
    """Come to witness, and stay."""
    with ungrouped():
        async with remote_table(target, home, "Wil", WitnessTable):
            await trio.sleep_forever()


def test_a_witness_needs_a_server(tmp_path: Path) -> None:
    """Nobody answers: exit 4, and one line."""
    done = ono(tmp_path, "witness", "KWPX", "--server", "http://127.0.0.1:9", "--name", "Wil")
    assert done.returncode == 4
    assert "no server answers at http://127.0.0.1:9" in one_line(done.stderr)
