"""What a first game teaches as it is played: one hint at a time, where it covers nothing; and the cards, pictured."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import USUAL
from tests.browser.hands import by_taps, deal, next_frame, to_my_card, waiting_for
from tests.browser.test_screens import check_sizes, covered

Visitor = Callable[..., Page]

_MEETS = """() => {
  const a = document.querySelector(".aside").getBoundingClientRect();
  const parts = ".seat .avatar, .seat .name, .seat .count, .pile, .discard, .hand button, .prompt, .actions button";
  const meets = b => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const inside = a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
  return [...document.querySelectorAll(parts)].filter(part => meets(part.getBoundingClientRect()))
    .map(part => part.className).concat(inside ? [] : ["off the screen"]);
}"""
"""What a hint lies over, or that it does not lie on the screen."""


def meets_nothing(page: Page) -> None:
    """At each of the usual sizes nothing lies under what stands there."""
    before = page.viewport_size
    assert before
    for width, height in USUAL.values():
        page.set_viewport_size({"width": width, "height": height})
        next_frame(page)
        assert page.evaluate(_MEETS) == [], (width, height)
    page.set_viewport_size(before)


def hint(page: Page) -> Locator:
    """The hint that stands there."""
    return page.get_by_role("note", name="Hint")


def test_a_hint_covers_nothing(visitor: Visitor) -> None:
    """On the first own turn there is one, beside cards, piles, players and the turn sign, at all sizes."""
    page = visitor(hints="")
    deal(page)
    to_my_card(page)
    expect(hint(page)).to_have_count(1)
    meets_nothing(page)
    assert covered(page) == []
    check_sizes(page, "hint")


def test_a_hint_is_shown_once(visitor: Visitor) -> None:
    """Hidden by a press it does not come again, nor after a reload; the next one has its own moment."""
    page = visitor(hints="")
    deal(page)
    to_my_card(page)
    seen: list[str] = []
    while hint(page).count():
        seen.append(hint(page).inner_text())
        hint(page).get_by_role("button", name="Hide this hint").click()
    assert any(text.startswith(("Lifted cards fit", "A wild fits")) for text in seen)
    assert len(set(seen)) == len(seen)
    page.reload()
    to_my_card(page)
    expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()
    assert not hint(page).count() or hint(page).inner_text() not in seen


def test_hints_are_turned_off_and_on_in_the_menu(visitor: Visitor) -> None:
    """Off at once and for good; on again, all of them come once more."""
    page = visitor(hints="")
    deal(page)
    to_my_card(page)
    expect(hint(page)).to_have_count(1)
    for shown in (0, 1):
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("switch", name="Hints for a first game").click()
        page.keyboard.press("Escape")
        expect(hint(page)).to_have_count(shown)


def test_after_the_first_game_there_are_no_more(visitor: Visitor) -> None:
    """They go with its end, and the menu says so."""
    page = visitor(hints="")
    deal(page)
    while (way := waiting_for(page)) not in {"Play again", "over"}:
        by_taps(page, way)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("switch", name="Hints for a first game")).not_to_be_checked()


def test_a_card_that_does_not_fit_leads_to_the_rules(visitor: Visitor) -> None:
    """The prompt says why, and one press away each kind of card of this table is pictured with what it does."""
    page = visitor()
    deal(page)
    wrong = page.locator(".hand button[aria-label]:not([aria-label$=', playable'])").first
    while True:
        to_my_card(page)
        if wrong.count():
            break
        by_taps(page, "card")
    wrong.click(position={"x": 12, "y": 12})
    expect(page.get_by_role("status").first).to_contain_text("does not fit")
    why = page.get_by_role("button", name="Why? See the rules")
    expect(why).to_be_visible()
    meets_nothing(page)
    check_sizes(page, "why")
    why.click()
    rules = page.get_by_role("dialog", name="Rules of this table")
    cards = rules.locator(".cards li")
    expect(cards).to_have_count(6)
    expect(cards.filter(has_text="Wild Draw Four")).to_contain_text("the next player draws four")
    expect(cards.locator("svg").first).to_be_visible()
    check_sizes(page, "rules")
