"""The sample player on `ono_net.client`: a program of its own at a real server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import trio

from ono_core.game.commands import AddBot, Start
from ono_replay.audit import Verdict, audit
from tests.net.serving import person, serving

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "clients" / "cli" / "examples" / "player.py"


async def test_the_sample_player_plays_a_game_that_is_proven(tmp_path: Path) -> None:
    """It comes by the link, gives its seeds, plays, signs the end, and holds a log that proves all of it."""
    log = tmp_path / "robby.ono"
    async with serving(tmp_path / "server") as served, person(served, "Ana", preset="boardflix") as ana:
        await ana.until(lambda ana: ana.guest.room is not None and ana.length > 1)
        await ana.sit()
        link = f"{served.url}/r/{ana.guest.room}"
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run, link, log)
            await ana.until(lambda ana: ana.guest.player is not None and len(ana.guest.player.state.taken) == 2)
            await ana.act(AddBot("easy", None))
            await ana.act(Start())
            await ana.play()
    report = audit(log.read_bytes())
    assert report.verdict is Verdict.PROVEN
    robby = next(player for player in report.players if player.name == "Robby")
    assert robby.cosigned


async def run(link: str, log: Path) -> None:
    """The sample, to its end."""
    where = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(SAMPLE), link, "Robby", str(log)]
    done = await trio.run_process(command, env=where, check=False, capture_stderr=True, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, b"")
