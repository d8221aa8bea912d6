"""The terminal's bell: it rings when it is one's turn, on both screens, and never where it is not wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot

from ono_cli.plain import Plain
from tests.cli.commands import ono
from tests.cli.desk import Desk
from tests.cli.screens import Screen, driven, to_the_end
from tests.cli.test_replay_viewer import on_terminal
from tests.core.game.scenario import Table, given, play

BELL = "\a"


@pytest.mark.parametrize("rings", [True, False], ids=["bell", "no-bell"])
def test_the_full_screen_rings_when_it_is_ones_turn(
    *, rings: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And stays silent where that was asked for, with the same on the screen."""
    rung: list[App[None]] = []

    def bell(app: App[None]) -> None:
        rung.append(app)

    monkeypatch.setattr(App, "bell", bell)

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        assert "won!" in app.text("page")

    driven(Screen(tmp_path / "game.ono", rings=rings), (80, 24), drive)
    assert bool(rung) is rings


def table() -> Table:
    """Ana, who is on turn, and Ben."""
    return given("R3", ["R5 B1 B2", "R6 G1 G2"], pile="Y1 Y2 Y3 Y4")


@pytest.mark.parametrize("rings", [True, False], ids=["bell", "no-bell"])
def test_the_line_mode_rings_with_the_question(*, rings: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Once for each, before it is put, and not while another is on turn."""
    desk = Desk(table(), seat=1)
    plain = Plain(desk, rings=rings)
    desk.open()
    hear(desk, plain)
    assert BELL not in capsys.readouterr().out
    desk.when(0, play("R5"))
    hear(desk, plain)
    said = capsys.readouterr().out
    assert said.count(BELL) == rings
    assert said.index("Choose 1 to ") > said.find(BELL)


def hear(desk: Desk, plain: Plain) -> None:
    """Hear all that has happened."""
    for _ in range(desk.news.statistics().current_buffer_used):
        plain._hear(desk.news.receive_nowait())


def test_a_terminal_rings_and_a_pipe_never_does(tmp_path: Path) -> None:
    """In line mode, by what the output is and what is asked for."""
    argv = ("play", "--plain", "--pace", 0, "--bots", 1)
    _, said = on_terminal(tmp_path, b"q\n", *argv, ready=b"Choose ")
    assert BELL.encode() in said
    _, said = on_terminal(tmp_path, b"q\n", *argv, "--no-bell", ready=b"Choose ")
    assert BELL.encode() not in said
    assert BELL not in ono(tmp_path, *argv, typed="1\n").stdout
