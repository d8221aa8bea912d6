"""The connection goes and comes back; the page is loaded anew, or opened twice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.hands import deal, play_a_card, to_my_card

Visitor = Callable[..., Page]
HAND = re.compile("^Your hand")


def hand(page: Page) -> list[str]:
    """The cards of the hand, without what is said about them."""
    names = page.get_by_role("group", name=HAND).get_by_role("button").all()
    return [str(card.get_attribute("aria-label")).partition(",")[0] for card in names]


def test_a_reload_brings_back_the_same_hand(visitor: Visitor) -> None:
    """The seat belongs to this browser."""
    page = visitor()
    deal(page)
    to_my_card(page)
    before = hand(page)
    page.reload()
    expect(page.get_by_role("group", name=HAND)).to_be_visible()
    assert hand(page) == before


@pytest.mark.usefixtures("own_server")
def test_a_move_made_while_the_server_is_away_is_made_once_when_it_is_back(visitor: Visitor, server: Server) -> None:
    """Nothing covers the table; the move is shown as being sent, and never lost or doubled."""
    page = visitor()
    deal(page)
    to_my_card(page)
    server.kill()
    expect(page.get_by_role("alert")).to_contain_text("The connection is gone.")
    name = play_a_card(page)
    expect(page.get_by_role("status")).to_contain_text("Sending")
    server.start()
    expect(page.get_by_role("alert")).to_have_count(0, timeout=20_000)
    log = page.get_by_role("log")
    expect(log).to_contain_text("Reconnected.")
    expect(log).to_contain_text(f"You play {name}")
    assert log.inner_text().count(f"You play {name}") == 1


def test_the_newest_page_of_a_player_wins_and_the_old_one_says_so(visitor: Visitor) -> None:
    """One identity in two tabs."""
    first = visitor()
    deal(first)
    second = visitor(first.evaluate("location.pathname"), context=first.context)
    expect(second.get_by_role("group", name=HAND)).to_be_visible()
    expect(first.get_by_role("alert")).to_contain_text("This table was opened elsewhere")
    first.get_by_role("button", name="Go on here").click()
    expect(second.get_by_role("alert")).to_contain_text("This table was opened elsewhere")
