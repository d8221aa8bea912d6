"""A whole game in a real browser, against the real server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ono_replay.audit import Verdict, audit
from tests.browser.conftest import Sit
from tests.browser.hands import AGAIN, by_keys, by_taps, deal, next_frame, waiting_for, whole_game

Visitor = Callable[..., Page]


def expect_proven(page: Page) -> None:
    """The last page says what this browser has proven, and no more."""
    expect(page.get_by_role("region", name="Fairness")).to_contain_text("Cards proven")
    expect(page.get_by_role("region", name="Fairness")).to_contain_text("ono audit FILE checks that each was allowed")


def test_taps_alone_lead_to_the_last_page(visitor: Visitor) -> None:
    """A person with a phone plays three computers to the end and sees the cards proven."""
    page = visitor()
    deal(page)
    assert whole_game(page, by_taps) > 0
    expect_proven(page)
    expect(page.get_by_text("1 of 1 player has signed.")).to_be_visible()


def test_keys_alone_lead_to_the_last_page(visitor: Visitor) -> None:
    """The same with a keyboard and no pointer, also to begin with."""
    page = visitor(size="desktop")
    for _ in range(12):
        page.keyboard.press("Tab")
        if "Play against computers" in page.evaluate("document.activeElement.textContent"):
            break
    page.keyboard.press("Enter")
    assert whole_game(page, by_keys) > 0
    expect_proven(page)


def test_the_first_own_card_takes_at_most_four_taps_and_no_sheet(visitor: Visitor) -> None:
    """From an empty profile: one tap deals; then a card fits, or one is drawn first."""
    page = visitor()
    deal(page)
    taps = 1
    while (way := waiting_for(page)) in {"draw", "keep", "challenge", "colour"}:
        by_taps(page, way)
        taps = taps + 1 if way == "draw" else 1  # what others do to us is no part of the way
    assert way in {"card", "drawn"}
    assert taps + 1 <= 4


def test_a_rematch_against_computers_takes_one_tap(sit: Sit) -> None:
    """The same computers sit at the same seats, and the cards are dealt at once."""
    (page,) = sit("Sol", computers=3, deal=3)
    whole_game(page, by_taps)
    page.get_by_role("button", name=AGAIN).click()
    expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()
    expect(page.get_by_role("group", name=re.compile("^(Mira|Kofi|Ada), "))).to_have_count(3)


def test_a_rematch_of_two_people_keeps_its_host_and_computer(sit: Sit) -> None:
    """Whoever comes back first: the host is host again, seats the computer and alone may deal."""
    host, guest = sit("Sol", "Zoë", computers=1, deal=3)
    while not host.get_by_role("button", name=AGAIN).count():
        for page in (host, guest):
            act_if_asked(page)
    host.get_by_role("button", name=AGAIN).click()
    expect(host.get_by_role("button", name="Deal for 3 players")).to_be_enabled()
    expect(guest.get_by_text("Sol deals when all are here.")).to_be_visible()
    for page in (host, guest):
        expect(page.get_by_text("Only the host may do that.")).to_have_count(0)


def test_the_saved_log_passes_the_audit(sit: Sit, tmp_path: Path) -> None:
    """What a player saves at the end is proof for anybody."""
    (page,) = sit("Sol", computers=3, deal=3)
    whole_game(page, by_taps)
    expect_proven(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the log").click()
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    assert re.fullmatch(r"ono-[A-Z]{4,8}-[0-9a-f]{8}\.ono", kept.name)
    report = audit(kept.read_bytes())
    assert report.unreadable == ""
    assert report.verdict in {Verdict.PROVEN, Verdict.REMARKS, Verdict.INCOMPLETE}  # perhaps not sealed yet


def test_two_people_and_a_computer_finish_a_game(sit: Sit) -> None:
    """Two browsers in one room, each with its own hand; both see the same end."""
    host, guest = sit("Sol", "Zoë", computers=1, deal=3)
    while not (host.get_by_role("button", name=AGAIN).count()):
        for page in (host, guest):
            act_if_asked(page)
    expect(guest.get_by_text("The host can start a new game.")).to_be_visible()
    for page in (host, guest):
        expect_proven(page)
        expect(page.get_by_text("2 of 2 players have signed.")).to_be_visible()


@pytest.mark.timeout(180)
def test_a_browser_a_terminal_and_a_computer_finish_a_game(visitor: Visitor, tmp_path: Path) -> None:
    """One room for a person with a phone, one with a terminal's line mode, and a computer: all see the same end."""
    host = visitor()
    host.get_by_role("button", name="New table").click()
    host.wait_for_url(re.compile("/r/"))
    host.get_by_role("button", name="Easy computer at seat 2").click()
    with line_mode(host.url, tmp_path) as terminal:
        expect(host.get_by_text("Ben")).to_be_visible()
        host.get_by_role("button", name="Deal for 3 players").click()
        whole_game(host, by_taps)
        expect_proven(host)
        expect(host.get_by_text("2 of 2 players have signed.")).to_be_visible()
        said, _ = terminal.communicate(timeout=60)
    assert terminal.returncode == 0
    assert "Verdict: proven" in said
    won = re.search(r"^1\. (.+), no card left", said, re.MULTILINE)
    assert won, said[-500:]
    seen = {"You": "Ben wins!", "Mira": "Mira wins!"}.get(won[1], "You win!")
    expect(host.get_by_role("heading", level=1)).to_contain_text(seen)


@contextmanager
def line_mode(link: str, home: Path) -> Generator[subprocess.Popen[str]]:
    """``ono join LINK --plain`` by somebody who always takes the first choice."""
    command = [sys.executable, "-m", "ono_cli", "join", link, "--plain", "--name", "Ben"]
    own = {**os.environ, "XDG_DATA_HOME": str(home), "HOME": str(home)}
    typed = home / "typed"
    typed.write_text("1\n" * 2000)
    with typed.open() as lines:
        terminal = subprocess.Popen(command, stdin=lines, stdout=subprocess.PIPE, text=True, env=own)
    yield terminal
    terminal.kill()
    terminal.communicate()


def act_if_asked(page: Page) -> None:
    """One act of this player, if the table waits for it."""
    if page.title() == "Your turn":
        way = waiting_for(page)
        if way not in {AGAIN, "over"}:
            by_taps(page, way)
    else:
        next_frame(page)
