"""The replay on the full screen: every place of a log by keys, through the eyes of each seat."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from ono_cli.layout import Events
from ono_cli.viewer import CLOSED, CONTROLS, Viewer
from ono_core.game.events import Dealt
from ono_replay.replay import Replay, read
from tests.cli.commands import environment, ono

ARCHIVE = Path(__file__).parents[1] / "archive" / "0.1.0"
MATCH, GAME = ARCHIVE / "official-match.ono", ARCHIVE / "boardflix-4-2-hard.ono"
SIZES = [(60, 18), (80, 24), (200, 50)]
LINES = 24

Drive = Callable[["Watched", Pilot[None]], Awaitable[None]]


class Watched(Viewer):
    """The viewer of a log, as a test sees it."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay, "game.ono")
        self.replay = replay

    def text(self, region: str) -> str:
        """What a region shows."""
        return str(self.query_one(f"#{region}", Static).render())

    @property
    def told(self) -> list[str]:
        """The lines of what happened, the newest last."""
        return self.query_one("#log", Events)._lines

    @property
    def at(self) -> int:
        """The entry that the status names."""
        return int(self.text("status").split()[1])


def watched(replay: Replay, drive: Drive, size: tuple[int, int] = (80, LINES)) -> None:
    """Let a test drive the viewer of this log, from the moment that it is shown."""

    async def whole() -> None:
        app = Watched(replay)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await drive(app, pilot)

    asyncio.run(whole())


def log(path: Path, size: int | None = None) -> Replay:
    """A log, or the beginning of it."""
    return read(path.read_bytes()[:size])


def test_it_opens_at_the_first_deal_with_the_eyes_of_the_first_seat() -> None:
    """The hand is there, the others' are not, and the sentences speak to who sits there."""
    replay = log(GAME)

    async def drive(app: Watched, _pilot: Pilot[None]) -> None:
        deal = next(step.index for step in replay.steps if any(isinstance(event, Dealt) for event in step.entry.events))
        assert app.text("status") == f"Entry {deal} of {len(replay) - 1}, 0:00.0, seat 0 (Ana)."
        assert app.text("head").startswith("ONO  game.ono")
        assert "You" in app.text("seats")
        assert len(app.text("hand").split()) == len(replay.hand(deal, 0))
        assert app.text("known") == ""
        assert app.told[-1].startswith(f"{deal:4}  7 cards were dealt to each.")

    watched(replay, drive)


def test_arrows_step_and_home_and_end_lead_to_the_ends() -> None:
    """Each entry has its sentences, and there is no way beyond the first and the last."""
    replay = log(GAME)

    async def drive(app: Watched, pilot: Pilot[None]) -> None:
        await pilot.press("home", "left")
        assert (app.at, app.told) == (0, ["   0  The room opened."])
        for index in range(1, len(replay)):
            await pilot.press("right")
            assert app.at == index
            assert any(line.startswith(f"{index:4}  ") for line in app.told)
        await pilot.press("right")
        assert app.at == len(replay) - 1
        await pilot.press("home", "end", "left")
        assert app.at == len(replay) - 2

    watched(replay, drive)


def test_up_and_down_go_by_turns() -> None:
    """Each stop has another turn than the one before; beyond the last lies the log's end; and back the same way."""
    replay = log(MATCH)

    async def drive(app: Watched, pilot: Pilot[None]) -> None:
        await pilot.press("home")
        stops = [app.at]
        while app.at != len(replay) - 1:
            await pilot.press("down")
            stops.append(app.at)
        turns = [(replay.state(at).round, replay.state(at).turns) for at in stops[1:-1]]
        assert turns == sorted(set(turns))
        back = [app.at]
        while app.at:
            await pilot.press("pageup")
            back.append(app.at)
        assert back == stops[::-1]

    watched(replay, drive)


def test_each_seat_has_its_eyes() -> None:
    """Digits and Tab choose whose hand is shown; after the last seat nobody's; who is not there is told so."""
    replay = log(GAME)

    async def drive(app: Watched, pilot: Pilot[None]) -> None:
        await pilot.press("2")
        assert "seat 2 (Mira)" in app.text("status")
        assert len(app.text("hand").split()) == len(replay.hand(app.at, 2))
        await pilot.press("tab", "tab")
        assert "as all saw it" in app.text("status")
        assert app.text("hand") == ""
        await pilot.press("shift+tab")
        assert "seat 3 (Kofi)" in app.text("status")
        await pilot.press("9")
        assert "Nobody sits in seat 9 then." in app.text("status")
        await pilot.press("z")
        assert "z does nothing here." in app.text("status")
        await pilot.press("home")
        assert app.text("status").startswith(f"Entry 0 of {len(replay) - 1}, 0:00.0, as all saw it.")

    watched(replay, drive)


def test_a_opens_all_hands_and_closes_them() -> None:
    """Each other's cards are those that the log proves."""
    replay = log(GAME)

    async def drive(app: Watched, pilot: Pilot[None]) -> None:
        await pilot.press("down", "down", "a")
        assert "all hands open" in app.text("status")
        shown = " ".join(app.text("known").split())
        for place in replay.open_view(app.at, 0).places[1:]:
            assert f"{place.name}: " in shown
            assert all(face.text in shown for face in place.hand)
        await pilot.press("a")
        assert app.text("known") == ""

    watched(replay, drive)


def test_hands_that_no_secret_opens_stay_closed() -> None:
    """Of a game that broke off before its reveal it is said why."""
    data = GAME.read_bytes()
    replay = log(GAME, len(data) // 2)

    async def drive(app: Watched, pilot: Pilot[None]) -> None:
        await pilot.press("end", "a")
        assert CLOSED in " ".join(app.text("status").split())

    watched(replay, drive)


def test_the_end_of_a_round_tells_every_place() -> None:
    """The ranking stands behind the entry that ended the round."""
    replay = log(MATCH)

    async def drive(app: Watched, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        assert [line.split()[0] for line in app.told if line.startswith("      ")] == ["1.", "2.", "3."]

    watched(replay, drive)


def test_the_list_has_every_key_and_any_key_goes_back() -> None:
    """? shows them, and the key that goes back does nothing else."""

    async def drive(app: Watched, pilot: Pilot[None]) -> None:
        await pilot.press("?")
        assert all(control.words in app.text("page") for control in CONTROLS)
        at = app._at
        await pilot.press("right")
        assert not app.screen.has_class("paged")
        assert app.at == at

    watched(log(GAME), drive)


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
@pytest.mark.parametrize("name", ["boardflix-6-6-hard", "party", "swaps", "young-children", "sat-out"])
def test_every_log_fits_every_size(name: str, size: tuple[int, int]) -> None:
    """With all hands open the newest event, the status and the hand stand on the screen."""
    replay = log(ARCHIVE / f"{name}.ono")

    async def drive(app: Watched, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        for _ in range(6):
            await pilot.press("down")
            await pilot.pause()
            rows = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
            assert len(rows) == size[1]
            for region in ("seats", "table", "known", "hand", "foot"):
                assert all(any(line.rstrip() in row for row in rows) for line in app.text(region).splitlines()), region
            assert app.text("status") in " ".join(" ".join(rows).split())
            assert app.query_one("#log").region.height > 0

    watched(replay, drive, size)


def on_terminal(home: Path, keys: bytes, *argv: object, ready: bytes = b"leave") -> tuple[int, bytes]:
    """Run `ono` on a terminal, type these keys once it has said ``ready``; its exit code and what it wrote."""
    mine, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, 80, 0, 0))
    command = [sys.executable, "-m", "ono_cli", *map(str, argv)]
    terminal = {**environment(home), "TERM": "xterm-256color"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=terminal) as process:
        os.close(theirs)
        said = b""
        while more := _read(mine):
            said += more
            if ready in said and keys:
                os.write(mine, keys)
                keys = b""
        code = process.wait()
    os.close(mine)
    return code, said


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""


def test_on_a_terminal_it_opens_on_the_full_screen(tmp_path: Path) -> None:
    """Q leaves, and a log that is whole gives 0; what ends a torn one is told below the screen that was left."""
    code, said = on_terminal(tmp_path, b"q", "replay", GAME)
    assert code == 0
    assert b"Entry" in said
    torn = tmp_path / "torn.ono"
    torn.write_bytes(GAME.read_bytes()[:-40])
    code, said = on_terminal(tmp_path, b"q", "replay", torn)
    assert code == 3
    assert b"ono: the file ends inside an entry" in said


@pytest.mark.parametrize("option", [("--plain",), ("--at", "9"), ("--json",), ("--seat", "1"), ("--notation",)])
def test_with_an_option_it_prints_on_a_terminal_too(option: tuple[str, ...], tmp_path: Path) -> None:
    """The same as into a pipe."""
    code, said = on_terminal(tmp_path, b"", "replay", GAME, *option)
    piped = ono(tmp_path, "replay", GAME, *option)
    assert code == piped.returncode == 0
    assert said.decode().replace("\r\n", "\n") == piped.stdout
