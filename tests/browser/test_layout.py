"""Every card, seat and button has its place: at every size, for any number of players and any hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

Exhibit = Callable[..., Page]
FAULTS = (Path(__file__).parent / "layout.js").read_text()
"""What is wrong with what is shown, each fault in a few words."""

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (1920, 1080)]
SEATS = [2, 4, 6, 8, 10]
HANDS = [1, 7, 8, 15, 25, 30, 40]


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
    scenes = ({"seats": seats, "hand": hand, "phase": "mine"} for seats, hand in product(SEATS, HANDS))
    assert faults(page, scenes) == []


PHASES = ["waiting", "drawn", "stack", "last", "catch", "jump", "match"]


def test_whatever_is_asked_leaves_cards_and_seats_in_sight(page: Page) -> None:
    """Out of turn, after a draw, when cards are owed, when a last card is called or caught."""
    scenes = (
        {"seats": seats, "hand": hand, "phase": phase, "look": look}
        for phase, (seats, hand, look) in product(PHASES, [(4, 9, "light"), (10, 24, "dark")])
    )
    assert faults(page, scenes) == []


@pytest.mark.parametrize("phase", ["colour", "starter", "challenge"])
def test_a_sheet_shows_every_card_of_the_hand(page: Page, phase: str) -> None:
    """While a colour is chosen or a bluff is judged each card is there at its corner, with nothing to be scrolled."""
    scenes = ({"seats": seats, "hand": hand, "phase": phase} for seats, hand in [(2, 8), (6, 15), (10, 40)])
    assert faults(page, scenes) == []


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
