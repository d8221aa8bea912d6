"""The ways into a room, and out of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import deal, to_my_card

Visitor = Callable[..., Page]


def new_table(page: Page) -> str:
    """Open a table; its code."""
    page.get_by_role("button", name="New table").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{4,8}#k=[a-z2-7]{16}$"))
    return page.get_by_role("heading", level=1).inner_text()


def path(page: Page) -> str:
    """The path and fragment of the page's address."""
    return str(page.evaluate("location.pathname + location.hash"))


def test_a_link_seats_a_fresh_browser_with_a_name_and_one_tap(visitor: Visitor) -> None:
    """No account and no other field; the host sees who came."""
    host = visitor()
    new_table(host)
    guest = visitor(path(host))
    guest.get_by_label("Your name").fill("Zoë")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text(re.compile("deals when all are here"))).to_be_visible()
    expect(host.get_by_text("Zoë")).to_be_visible()


def test_a_code_is_taken_in_any_case_with_spaces(visitor: Visitor) -> None:
    """Enter submits it."""
    code = new_table(visitor())
    guest = visitor()
    guest.get_by_label("Or join with a code").fill(f" {code[:2].lower()} {code[2:].lower()} ")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()


def test_a_wrong_code_gets_one_sentence_and_keeps_the_input(visitor: Visitor) -> None:
    """Typed or in a link."""
    typed = visitor()
    typed.get_by_label("Or join with a code").fill("zzzz")
    typed.keyboard.press("Enter")
    expect(typed.get_by_role("alert")).to_have_text("There is no table with that code.")
    expect(typed.get_by_label("Or join with a code")).to_have_value("zzzz")
    linked = visitor("/r/ZZZZ")
    expect(linked.get_by_role("alert")).to_have_text("There is no table with that code.")
    expect(linked.get_by_label("Or join with a code")).to_have_value("ZZZZ")


def test_a_link_to_another_table_is_not_followed(visitor: Visitor) -> None:
    """The fingerprint in a link names the table's key."""
    host = visitor()
    code = new_table(host)
    guest = visitor(f"/r/{code}#k=aaaaaaaaaaaaaaaa")
    expect(guest.get_by_role("alert")).to_contain_text("This is not the table that the link names.")
    guest.get_by_role("button", name="Join", exact=True).click()  # the code stands there, and the link still counts
    expect(guest.get_by_role("alert")).to_contain_text("This is not the table that the link names.")
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)


def test_a_name_that_is_taken_is_refused_in_words(visitor: Visitor) -> None:
    """And another one may be given at once."""
    host = visitor()
    host.get_by_label("Your name").fill("Zoë")
    new_table(host)
    guest = visitor(path(host))
    guest.get_by_label("Your name").fill("zoe")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("alert")).to_have_text("Another seat has that name, or one that looks like it.")
    guest.get_by_label("Your name").fill("Max")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Max")).to_be_visible()


def test_the_host_seats_and_removes_computers(visitor: Visitor) -> None:
    """At the very seat, at three levels; dealing needs two."""
    host = visitor()
    new_table(host)
    expect(host.get_by_role("button", name=re.compile("^Deal"))).to_be_disabled()
    host.get_by_role("button", name="Hard computer at seat 4").click()
    expect(host.get_by_text("computer, hard")).to_be_visible()
    expect(host.get_by_role("button", name="Deal for 2 players")).to_be_enabled()
    host.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(host.get_by_role("button", name=re.compile("^Deal"))).to_be_disabled()


def test_the_lobby_shows_the_link_as_a_picture(visitor: Visitor) -> None:
    """The QR code is there and has a size."""
    host = visitor()
    new_table(host)
    picture = host.get_by_role("img", name="QR code of the link")
    host.wait_for_function("node => node.complete && node.naturalWidth > 0", arg=picture.element_handle())


def test_someone_without_a_seat_watches(visitor: Visitor) -> None:
    """All seats, no hand, nothing to press for a player."""
    player = visitor()
    deal(player)
    watcher = visitor(path(player))
    expect(watcher.get_by_role("heading", level=1)).to_contain_text("Watching")
    expect(watcher.get_by_role("group", name=re.compile("^(Mira|Kofi|Ada), "))).to_have_count(3)
    expect(watcher.get_by_role("group", name=re.compile("^Your hand"))).to_have_count(0)
    assert watcher.title() != "Your turn"


def test_who_comes_to_watch_shows_the_player_that_both_see_the_same_game(visitor: Visitor) -> None:
    """Fairness has nothing to say of it while one is alone with computers."""
    player = visitor()
    deal(player)
    player.get_by_role("button", name=re.compile("^Fairness|^Checked so far")).first.click()
    same = player.get_by_role("listitem").filter(has_text="Everyone saw the same game")
    expect(same).to_contain_text("nobody else has shown one yet")
    watcher = visitor(path(player))
    expect(watcher.get_by_role("heading", level=1)).to_contain_text("Watching")
    expect(same).to_contain_text("Somebody else holds the same log up to entry")


@pytest.mark.parametrize("way", ["link", "button"])
def test_leaving_asks_once_and_two_ways_lead_back(visitor: Visitor, way: str) -> None:
    """The computer plays on until the player is back: by the link, or by the first page, which knows the table."""
    page = visitor()
    deal(page)
    to_my_card(page)
    room = path(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=re.compile("^Leave the table")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Leave")).click()
    expect(page.get_by_role("button", name="New table")).to_be_visible()
    if way == "link":
        page.goto(room)
    else:
        page.get_by_role("button", name=f"Back to table {room[3:7]}").click()
    expect(
        page.get_by_role("group", name=re.compile("^Your hand")).or_(page.get_by_text("Final table"))
    ).to_be_visible()


def test_the_back_button_of_the_browser_gives_no_seat_away(visitor: Visitor) -> None:
    """It opens the menu, where leaving asks once."""
    page = visitor()
    deal(page)
    room = path(page)
    page.go_back()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    assert path(page) == room
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()
