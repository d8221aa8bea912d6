"""What people do beside the cards: emotes, and whose one does not want; and the host pauses the table."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import to_first_turn, to_my_card
from tests.browser.test_screens import check, check_sizes

Visitor = Callable[..., Page]


def hosting(visitor: Visitor, rules: str = "") -> tuple[Page, Page]:
    """A host and a guest at one table; nothing is dealt."""
    host = visitor()
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("button", name="New table").click()
    expect(host.get_by_role("heading", name=re.compile("^[A-Z]{4,8}$"))).to_be_visible()
    if rules:
        host.get_by_text(rules, exact=True).first.click()
    guest = visitor(host.evaluate("location.pathname + location.hash"))
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Ben", exact=True)).to_be_visible()
    return host, guest


def dealt(visitor: Visitor) -> tuple[Page, Page]:
    """The same with the first hand dealt."""
    host, guest = hosting(visitor)
    host.get_by_role("button", name=re.compile("^Deal for")).click()
    for page in (host, guest):
        to_first_turn(page)
    return host, guest


def emote(page: Page, words: str) -> None:
    """Show the others something, from the table."""
    page.get_by_role("button", name="Emotes").click()
    page.get_by_role("dialog", name="Emotes").get_by_role("button", name=words).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def said(page: Page) -> Locator:
    """Where it is said to a screen reader."""
    return page.locator("p.hidden[aria-live=polite]").last


def test_an_emote_is_seen_at_the_seat_for_a_moment(visitor: Visitor) -> None:
    """By the others and the sender, in the lobby too; it is said once, and then it is gone."""
    host, guest = hosting(visitor)
    guest.get_by_role("button", name="Menu").click()
    check_sizes(guest, "menu")
    guest.get_by_role("button", name="Emotes").click()
    check_sizes(guest, "emotes")
    guest.get_by_role("button", name="Hello!").click()
    for page, words in ((host, "Ben: Hello!"), (guest, "You: Hello!")):
        expect(said(page)).to_have_text(words)
        expect(page.locator(".line .bubble")).to_have_count(1)
    host.get_by_role("button", name=re.compile("^Deal for")).click()
    for page in (host, guest):
        to_first_turn(page)
        expect(page.locator(".bubble")).to_have_count(0)
    emote(host, "Thanks!")
    expect(said(guest)).to_have_text("Ana: Thanks!")
    expect(guest.locator(".seat .bubble")).to_have_count(1)
    expect(host.locator(".bar .bubble")).to_have_count(1)
    check(guest, "an emote")
    expect(guest.locator(".bubble")).to_have_count(0)
    expect(said(guest)).to_have_text("")


def test_emotes_of_one_or_of_all_are_muted_in_this_browser(visitor: Visitor) -> None:
    """The switch is kept over a reload; nobody else is told or misses anything."""
    host, guest = dealt(visitor)
    host.get_by_role("button", name="Emotes").click()
    host.get_by_role("switch", name="Show those of Ben").click()
    host.keyboard.press("Escape")
    emote(guest, "Oops!")
    expect(said(guest)).to_have_text("You: Oops!")
    emote(host, "Thanks!")
    expect(said(guest)).to_have_text("Ana: Thanks!")
    expect(host.locator(".seat .bubble")).to_have_count(0)
    host.reload()
    host.get_by_role("button", name="Emotes").click()
    expect(host.get_by_role("switch", name="Show those of Ben")).not_to_be_checked()
    host.get_by_role("switch", name="Show those of Ben").click()
    host.keyboard.press("Escape")
    emote(guest, "Ha ha!")
    expect(said(host)).to_have_text("Ben: Ha ha!")


def test_after_three_emotes_the_buttons_wait(visitor: Visitor) -> None:
    """The sheet says why, and they come back by themselves."""
    host, _ = dealt(visitor)
    for words in ("Hello!", "Wow!", "Ha ha!"):
        emote(host, words)
    host.get_by_role("button", name="Emotes").click()
    sheet = host.get_by_role("dialog", name="Emotes")
    expect(sheet).to_contain_text("one every 4 seconds")
    expect(sheet.get_by_role("button", name="Hello!")).to_be_disabled()
    expect(sheet.get_by_role("button", name="Hello!")).to_be_enabled()


def test_who_watches_sees_emotes_and_shows_none(visitor: Visitor) -> None:
    """The sheet has the switches alone."""
    host, _ = dealt(visitor)
    watcher = visitor(host.evaluate("location.pathname"))
    to_first_turn(watcher)
    watcher.get_by_role("button", name="Emotes").click()
    sheet = watcher.get_by_role("dialog", name="Emotes")
    expect(sheet.get_by_role("switch")).to_have_count(3)
    expect(sheet.get_by_role("button", name="Hello!")).to_have_count(0)
    watcher.keyboard.press("Escape")
    emote(host, "Hello!")
    expect(said(watcher)).to_have_text("Ana: Hello!")
    expect(watcher.locator(".seat .bubble")).to_have_count(1)


def test_alone_with_computers_there_is_nobody_to_show_anything_to(visitor: Visitor) -> None:
    """No button takes room in the bar, or in the menu."""
    page = visitor()
    page.get_by_role("button", name="Play against computers").click()
    to_my_card(page)
    expect(page.get_by_role("button", name="Emotes")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu").get_by_role("button", name="Emotes")).to_have_count(0)


def test_the_host_pauses_the_table(visitor: Visitor) -> None:
    """Both see who did it, no clock runs, nothing can be played; the host lets it go on, and the clock is back."""
    host, guest = hosting(visitor, rules="Table Party")
    host.get_by_role("button", name=re.compile("^Deal for")).click()
    for page in (host, guest):
        to_first_turn(page)
        expect(page.get_by_role("timer")).to_be_visible()
    guest.get_by_role("button", name="Menu").click()
    expect(guest.get_by_role("button", name=re.compile("^Pause the table"))).to_have_count(0)
    guest.keyboard.press("Escape")
    host.get_by_role("button", name="Menu").click()
    check_sizes(host, "menu of the host")
    host.get_by_role("button", name=re.compile("^Pause the table")).click()
    expect(host.get_by_role("alert")).to_contain_text("You paused the table.")
    expect(guest.get_by_role("alert")).to_contain_text("Ana paused the table.")
    for page in (host, guest):
        expect(page.get_by_role("status").first).to_contain_text("The table stands still")
        expect(page.get_by_role("timer")).to_have_count(0)
        expect(page.get_by_role("button", name=re.compile(", playable$"))).to_have_count(0)
        expect(page.locator(".actions button:enabled", has_text=re.compile("Draw|Take|Keep|Pass"))).to_have_count(0)
        check_sizes(page, "paused")
    expect(guest.get_by_role("button", name="Go on")).to_have_count(0)
    host.get_by_role("button", name="Go on").click()
    for page in (host, guest):
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("timer")).to_be_visible()
        expect(page.get_by_role("status").first).not_to_contain_text("stands still")


def test_a_table_that_stands_still_does_so_after_a_reload(visitor: Visitor) -> None:
    """And where the host has gone, who is left may let it go on."""
    host, guest = dealt(visitor)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name=re.compile("^Pause the table")).click()
    expect(guest.get_by_role("alert")).to_contain_text("Ana paused the table.")
    guest.reload()
    expect(guest.get_by_role("alert")).to_contain_text("Ana paused the table.")
    host.close()
    guest.get_by_role("button", name="Go on").click()
    expect(guest.get_by_role("alert")).to_have_count(0)
