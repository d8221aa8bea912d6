"""The full screen: whole games by keys alone, in Textual's own test driver with trio as its guest."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ono_cli.home import Home
from ono_cli.layout import TOO_SMALL, Events
from ono_cli.offers import plays
from ono_cli.remote import remote_table
from ono_core.game.events import Played
from ono_core.game.state import Phase
from ono_net.client import Target, target_of
from tests.cli.commands import environment
from tests.cli.screens import Screen, answer, asked, driven, heard, rows, to_the_end


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_whole_game_is_played_by_keys_to_the_verdict(size: tuple[int, int], tmp_path: Path) -> None:
    """Somebody plays to the end, sees who won and that it is proven, and q leaves with the log saved."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        page = app.text("page")
        assert "won!" in page
        assert "Verdict: proven" in page
        await pilot.press("q")

    app = Screen(tmp_path / "game.ono")
    driven(app, size, drive)
    assert app.ending is not None
    assert app.ending.code == 0
    assert (tmp_path / "game.ono").read_bytes().startswith(b"ONO1\n")


def test_a_burst_of_keys_means_the_card_that_is_shown(tmp_path: Path) -> None:
    """Moving and Enter without a pause play the card that was moved to; more Enters play nothing else in its place."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        while (place := far_card(app)) is None and app.ending is None:
            await answer(app, pilot)
            await asked(app, pilot)
        assert place, "a game in which only the first card ever fitted"
        slot = app._view.hand[place].slot
        start = [card.slot for card in app._view.hand].index(app._cursor or 0)
        played = own_plays(app)
        await pilot.press(*["right"] * ((place - start) % len(app._view.hand)), "enter", "enter")
        await asked(app, pilot)
        assert own_plays(app)[len(played)] == slot

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)


def far_card(app: Screen) -> int | None:
    """Where in the hand a playable card lies that is neither the first nor a wild."""
    view, choices = app._view, app._choices()
    playable = {offer.slot for offer in plays(view, choices) if not offer.needs_colour}
    return next((place for place, card in enumerate(view.hand) if place and card.slot in playable), None)


def own_plays(app: Screen) -> list[int]:
    """The slots that the player has played, in order."""
    events = [event for entry in app._table.player.book.entries for event in entry.events]
    return [event.slots[0] for event in events if isinstance(event, Played) and event.seat == app._table.player.seat]


def test_the_table_shows_all_there_is_to_know(tmp_path: Path) -> None:
    """Seats with counts and whose turn, the colour by word and shape, the playable cards marked."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        view = app._table.player.view()
        assert "▶ You ◀" in app.text("seats")
        assert all(f"{place.cards} card" in app.text("seats") for place in view.places)
        assert view.colour
        assert f"{view.colour.word.capitalize()} · {view.colour}" in app.text("table")
        playable = plays(view, app._choices())
        assert app.text("hand").count("*") == len(playable)
        assert app.text("hand").count("[") == 1

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)


def test_a_resized_window_shows_the_table_at_once(tmp_path: Path) -> None:
    """Each size has its own layout, without an event in between: nothing is cut, the newest event stands lowest."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        for width, height in ((100, 32), (80, 24), (60, 20), (60, 18), (120, 40)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            shown = rows(app)
            assert len(shown) == height
            for region in ("seats", "table", "status", "hand", "keys"):
                assert all(any(line.rstrip() in row for row in shown) for line in app.text(region).splitlines()), region
            log = app.query_one("#log").region
            told = [row.strip() for row in shown[log.y : log.bottom] if row.strip()]
            assert told[-1] == app.query_one("#log", Events)._lines[-1]
            assert len(told) == min(log.height, len(app.query_one("#log", Events)._lines))
            assert not app.screen.show_vertical_scrollbar
            assert not app.screen.show_horizontal_scrollbar

    driven(Screen(tmp_path / "game.ono"), (100, 32), drive)


@pytest.mark.parametrize("size", [(59, 24), (80, 17), (40, 14), (30, 8)])
def test_a_window_that_is_too_small_is_told_so(size: tuple[int, int], tmp_path: Path) -> None:
    """Nothing else is shown, and the table is back once there is room."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert " ".join(" ".join(rows(app)).split()) == TOO_SMALL
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "▶ You ◀" in "\n".join(rows(app))

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)


def test_a_wrong_key_is_answered_and_the_answer_does_not_stay(tmp_path: Path) -> None:
    """A key that does nothing is told so; the next key takes the words away."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        while app.text("status") != "z does nothing now. ? lists the keys.":
            await pilot.press("z")  # what is still told of the moves before takes the words away
        await pilot.press("right")
        assert app.text("status").startswith("Your turn: ")

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)


def test_the_hand_lies_sorted(tmp_path: Path) -> None:
    """The screen shows the cards by colour, the wilds last."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        shapes = [card[0] for card in app.text("hand").splitlines()[0].replace("[", " ").replace("]", " ").split()]
        assert shapes == sorted(shapes, key="▲●♣◆✱".index)

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)


def test_a_log_that_cannot_be_saved_takes_nothing_from_the_verdict(tmp_path: Path) -> None:
    """The ranking and the verdict are told all the same; the exit code says that something is missing."""
    (tmp_path / "file").touch()
    app = Screen(tmp_path / "file" / "game.ono")
    driven(app, (80, 24), to_the_end)
    assert app.ending
    assert app.ending.code == 2
    assert app.ending.lines[-2] == "Verdict: proven"
    assert app.ending.lines[-1].startswith("The log is not saved: cannot ")


def test_the_keys_are_listed_and_any_key_goes_back(tmp_path: Path) -> None:
    """? lists all keys; the key that closes the list does nothing else."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        await pilot.press("?")
        assert "draw a card" in app.text("page")
        assert app.screen.has_class("paged")
        await pilot.press("q")
        assert not app.screen.has_class("paged")
        assert not app._is_leaving

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_leaving_asks_once_and_restores_the_terminal(key: str, tmp_path: Path) -> None:
    """Q asks, another key stays, q twice leaves with no verdict; Ctrl-C does the same."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        await pilot.press(key, "n")
        assert app._table.player.state.phase is not Phase.SEALED
        await pilot.press(key, key, "d", "enter", "p")

    app = Screen(tmp_path / "game.ono")
    driven(app, (80, 24), drive)
    assert app.ending is None


def test_another_game_is_played_at_the_same_table(tmp_path: Path) -> None:
    """A on the last page sets up a new game, with a log of its own."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        first = app._table.player.book.gid
        await pilot.press("a")
        await asked(app, pilot, unless_over=False)
        assert app._table.player.book.gid != first
        assert not app.screen.has_class("paged")
        await to_the_end(app, pilot)
        assert "Verdict: proven" in app.text("page")
        await pilot.press("q")

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)


def test_a_game_at_a_server_is_set_up_and_played_by_keys(tmp_path: Path) -> None:
    """The host adds computers with m and starts with s; it ends with the verdict as a game alone does."""
    with served(tmp_path) as target:
        app = Screen(tmp_path / "game.ono", lambda: remote_table(target, Home(tmp_path / "ana"), "Ana"))

        async def drive(app: Screen, pilot: Pilot[None]) -> None:
            while "host" not in app.text("status"):
                await heard(app, pilot)
            assert f"room {target.room}" in app.text("head")
            assert f"{target.url}/r/{target.room}#k={target.fingerprint}" in app.text("table")
            await pilot.press("m", "m")
            while app.text("seats").count("computer") < 2:
                await heard(app, pilot)
            await pilot.press("s")
            await to_the_end(app, pilot)
            assert "Verdict: proven" in app.text("page")
            await pilot.press("q")

        driven(app, (80, 24), drive)
    assert app.ending


def test_who_comes_back_sees_what_happened(tmp_path: Path) -> None:
    """A second screen of the same player has the events of the log so far; leaving tells how to come back."""
    with served(tmp_path) as target:

        def screen() -> Screen:
            return Screen(tmp_path / "game.ono", lambda: remote_table(target, Home(tmp_path / "ana"), "Ana"))

        async def begin(app: Screen, pilot: Pilot[None]) -> None:
            while "host" not in app.text("status"):
                await heard(app, pilot)
            await pilot.press("m")
            while app.text("seats").count("computer") < 1:
                await heard(app, pilot)
            await pilot.press("s")
            await asked(app, pilot)
            await pilot.press("q", "q")

        async def come_back(app: Screen, pilot: Pilot[None]) -> None:
            while app._link is None:
                await heard(app, pilot)
            lines = app.query_one("#log", Events)._lines
            assert lines[0] == "Ana sat down."
            assert any("were dealt to each" in line for line in lines)
            await pilot.press("q", "q")

        first, second = screen(), screen()
        driven(first, (80, 24), begin)
        driven(second, (80, 24), come_back)
    assert f"To come back: ono join {target.room} --server {target.url}" in first.judged().lines


@contextmanager
def served(home: Path) -> Generator[Target]:
    """A server of its own process with a room open."""
    command = [sys.executable, "-m", "ono_cli", "serve", "--port", "0", "--play", "--pace", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(home)) as process:
        assert process.stdout
        try:
            yield target_of(next(line.split(": ")[1].strip() for line in process.stdout if line.startswith("room ")))
        finally:
            process.terminate()
