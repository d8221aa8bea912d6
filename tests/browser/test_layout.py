"""Every card, seat and button has its place: at every size, for any number of players and any hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SHORT
from tests.browser.test_screens import UNREADABLE, covered

Exhibit = Callable[..., Page]
FAULTS = (Path(__file__).parent / "layout.js").read_text()
"""What is wrong with what is shown, each fault in a few words."""

_CUT = """() => [...document.querySelectorAll(".hand button, .actions button, .prompt")].filter(part => {
  const { left, right, bottom } = part.getBoundingClientRect();
  return left < 0 || right > innerWidth || bottom + scrollY > document.documentElement.scrollHeight;
}).map(part => part.ariaLabel ?? part.textContent)"""

_UNDER_FANS = """() => [...document.querySelectorAll(".seat .fan")].flatMap(fan => {
  const a = fan.getBoundingClientRect();
  return [...document.querySelectorAll(".seat .avatar, .seat .name .text")].filter(part => {
    const b = part.getBoundingClientRect();
    return a.left < b.right - 4 && b.left < a.right - 4 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
  }).map(part => part.textContent);
})"""

_COVERED_BY_BUBBLES = """() => [...document.querySelectorAll(".bubble")].flatMap(bubble => {
  const a = bubble.getBoundingClientRect();
  const seat = bubble.closest(".seat");
  const others = [...document.querySelectorAll(
    ".seat .count, .seat .name .text, .seat .tag, .pile, .discard, .hand button, .prompt, .actions button")];
  const meets = b => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const below = node => meets(node.getBoundingClientRect()) && !(seat?.contains(node) && over(node, bubble));
  const inside = a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
  return [...others.filter(below).map(node => node.className), ...(inside ? [] : ["off the screen"])];
})"""
"""What a bubble lies over, and that it leaves the screen; a count or a tag of its own seat is drawn above it."""

_OVER = """() => { window.over = (node, bubble) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  bubble.style.pointerEvents = node.style.pointerEvents = "auto";
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [[left + 4, y], [right - 4, y], [x, top + 4], [x, bottom - 4]].every(([x, y]) =>
    !bubble.contains(document.elementFromPoint(x, y)));
}; }"""

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (1920, 1080)]
SEATS = [2, 4, 6, 8, 10]
HANDS = [7, 8, 15, 25, 30]


def shown(page: Page, **wanted: Any) -> list[str]:
    """Show this, and say what is wrong with it once it is drawn."""
    page.evaluate("wanted => window.gallery(wanted)", wanted)
    return list(page.evaluate(FAULTS))


def faults(page: Page, scenes: Iterator[dict[str, Any]]) -> list[str]:
    """What is wrong in any of these scenes."""
    return [f"{scene}: {fault}" for scene in scenes for fault in shown(page, **scene)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def page(request: pytest.FixtureRequest, exhibit: Exhibit) -> Page:
    """The gallery at one of the sizes, where nothing moves."""
    return exhibit(*request.param, reduced_motion="reduce")


def test_every_card_and_every_seat_can_be_seen_and_hit(page: Page) -> None:
    """Each card shows a target of its own, each player a face, a name and a count; nothing floats over them."""
    scenes = (
        {"seats": seats, "hand": hand, "phase": "mine"}
        for seats, hand in [*product(SEATS, (1, 40)), *product((4, 10), HANDS)]
    )
    assert faults(page, scenes) == []


PHASES = ["waiting", "drawn", "stack", "last", "catch", "jump", "match"]


def test_whatever_is_asked_leaves_cards_and_seats_in_sight(page: Page) -> None:
    """Out of turn, after a draw, when cards are owed, when a last card is called or caught."""
    scenes = (
        {"seats": seats, "hand": hand, "phase": phase, "look": look}
        for phase, (seats, hand, look) in product(PHASES, [(4, 9, "light"), (10, 24, "dark")])
    )
    assert faults(page, scenes) == []


def test_a_sheet_shows_every_card_of_the_hand(page: Page) -> None:
    """While a colour is chosen or a bluff is judged each card is there at its corner, with nothing to be scrolled."""
    scenes = (
        {"seats": seats, "hand": hand, "phase": phase}
        for phase, (seats, hand) in product(["colour", "starter", "challenge"], [(2, 8), (6, 15), (10, 40)])
    )
    assert faults(page, scenes) == []


def test_a_short_phone_shows_every_opponent_whole(exhibit: Exhibit) -> None:
    """Held upright with a browser's bars; the hand and what is pressed can be reached."""
    page = exhibit(390, 844, reduced_motion="reduce")
    for size, seats in [*product(SHORT, [10]), ("small", 4), ("tiny", 6)]:
        width, height = SHORT[size]
        page.set_viewport_size({"width": width, "height": height})
        shown(page, seats=seats, hand=7, phase="mine")
        assert page.evaluate(UNREADABLE) == [], (size, seats)
        assert covered(page) == [], (size, seats)
        assert page.evaluate(_CUT) == [], (size, seats)


def test_the_backs_of_nine_opponents_cover_nobody(page: Page) -> None:
    """As many as the rules allow."""
    assert shown(page, seats=10, hand=7, phase="mine") == []
    assert page.evaluate(_UNDER_FANS) == []


def test_a_bubble_covers_nothing(page: Page) -> None:
    """No count, name or tag, no pile, no card and no button, and it stays on the screen."""
    page.evaluate(_OVER)
    for seats in SEATS:
        shown(page, seats=seats, hand=7, phase="mine", emotes=True)
        assert page.locator(".seat .bubble").count() == seats - 1
        assert page.evaluate(_COVERED_BY_BUBBLES) == [], seats


def test_the_last_card_is_called_by_a_high_button_at_a_place_of_its_own(page: Page) -> None:
    """What lay at that place before was no button, so no finger is surprised; nothing else moves when it comes."""
    measure = """() => Object.fromEntries([".hand", ".prompt", ".acts", ".call", ".board"].map(part => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      return [part, box && [box.x, box.y, box.width, box.height].map(Math.round)];
    }))"""
    for hand in (2, 9):
        page.evaluate("hand => window.gallery({seats: 4, hand, phase: 'last'})", hand)
        called = page.evaluate(measure)
        assert called[".call"][3] >= 64
        page.evaluate("hand => window.gallery({seats: 4, hand, phase: 'manual'})", hand)
        assert page.evaluate(measure) == {**called, ".call": None}
