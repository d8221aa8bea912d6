"""The page of a tournament: taking part, the way to one's table, the lists, and what stands in the way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ono_cli.home import Home
from ono_core.fair.keys import fingerprint, public_key
from tests.browser.conftest import USUAL, Server
from tests.browser.hands import HAND
from tests.browser.test_screens import check

Visitor = Callable[..., Page]
FILE = """
name = "Club evening"
rounds = 2
[table]
size = 3
[rules]
preset = "boardflix"
[time]
start_s = 120
"""


@pytest.fixture
def server(tmp_path: Path) -> Generator[Server]:
    """A server that knows the organiser."""
    organiser = public_key(Home(tmp_path / "organiser").identity())
    running = Server(tmp_path / "server", "--organiser", fingerprint(organiser))
    yield running
    running.kill()


@contextmanager
def organiser(server: Server, folder: Path) -> Generator[str]:
    """The organiser's program, which draws as soon as three take part; the path of the tournament's page."""
    file = folder / "club.toml"
    file.write_text(FILE)
    command = [sys.executable, "-m", "ono_cli", "tournament", "run", str(file), "--data", str(folder / "organiser")]
    command += ["--server", server.direct, "--players", "3", "--pause", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        try:
            yield f"/t/{program.stdout.readline().split()[1]}"
        finally:
            program.kill()


def take_part(page: Page, name: str) -> None:
    """Give a name and press the button."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take part").click()


def test_three_take_part_and_each_comes_to_the_seat_by_one_button(
    visitor: Visitor, server: Server, tmp_path: Path
) -> None:
    """The draw opens a table, every page shows it, a projector without any button too, and the game begins."""
    with organiser(server, tmp_path) as path:
        pages = {name: visitor(path, size) for name, size in zip(("Ada", "Bo", "Cy"), USUAL, strict=True)}
        for name, page in pages.items():
            expect(page.get_by_role("heading", name="Club evening")).to_be_visible()
            take_part(page, name)
            expect(page.get_by_text(f"You take part as {name}.")).to_be_visible()
        for name, page in pages.items():
            expect(page.get_by_role("link", name="To my table")).to_be_visible()
            table = page.get_by_role("article", name="Table 1")
            expect(table).to_contain_text("playing")
            assert sorted(table.get_by_role("listitem").all_inner_texts()) == ["Ada", "Bo", "Cy"]
            expect(page.get_by_role("row").filter(has_text="you")).to_contain_text(name)
            check(page, f"tournament of {name}")
        projector = visitor(f"{path}#projector", "desktop")
        expect(projector.get_by_role("article", name="Table 1")).to_be_visible()
        check(projector, "projector")
        assert projector.get_by_role("button").count() == 0
        for page in pages.values():
            page.get_by_role("link", name="To my table").click()
            page.get_by_role("button", name="Sit down").click()
        for page in pages.values():
            expect(page.get_by_role("group", name=HAND)).to_be_visible()
        pages["Ada"].go_back()
        expect(pages["Ada"].get_by_role("heading", name="Club evening")).to_be_visible()


def test_a_name_that_is_taken_and_a_change_of_mind_are_told_in_words(
    visitor: Visitor, server: Server, tmp_path: Path
) -> None:
    """Who withdraws is asked once; while the organiser's program is away nothing is decided, and that is said."""
    with organiser(server, tmp_path) as path:
        first, second = visitor(path), visitor(path, "desktop")
        take_part(first, "Ada")
        expect(first.get_by_text("You take part as Ada.")).to_be_visible()
        take_part(second, "ada")
        expect(second.get_by_role("alert")).to_contain_text("Another player has that name")
        second.evaluate("document.documentElement.dataset.table = 'light'")
        check(second, "name taken, in the light")
        first.get_by_role("button", name="Withdraw").click()
        expect(first.get_by_text("only the organiser lets you come back")).to_be_visible()
        check(first, "withdraw, sure")
        first.get_by_role("button", name="Withdraw? Press again").click()
        expect(first.get_by_role("status").filter(has_text="drawn no more")).to_be_visible()
        expect(second.get_by_role("row").filter(has_text="Ada")).to_contain_text("withdrawn")
        expect(first.get_by_role("button", name="Withdraw")).to_have_count(0)
    take_part(second, "Bo")
    expect(second.get_by_role("alert")).to_contain_text("The organiser is not there at the moment")


def test_a_page_that_is_there_before_its_tournament_shows_it_once_it_is(
    visitor: Visitor, server: Server, tmp_path: Path
) -> None:
    """After a restart of the server nothing is announced, until the organiser's program is back."""
    with organiser(server, tmp_path) as path:
        page = visitor(path)
        expect(page.get_by_role("heading", name="Club evening")).to_be_visible()
    server.kill()
    server.start()
    expect(page.get_by_role("alert")).to_contain_text(f"No tournament {path[3:]} is announced at this server.")
    check(page, "nothing announced")
    with organiser(server, tmp_path):
        take_part(page, "Ada")
        expect(page.get_by_text("You take part as Ada.")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
