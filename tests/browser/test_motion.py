"""What moves when something happens: only what is composited, each at its event, and never in the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import by_taps, deal, waiting_for

Exhibit = Callable[..., Page]
Visitor = Callable[..., Page]

COMPOSITED = {"transform", "translate", "scale", "rotate", "opacity"}
OF_A_KEYFRAME = {"offset", "computedOffset", "easing", "composite"}

WATCH = """() => {
  window.moved = {};
  const look = () => {
    for (const { effect } of document.getAnimations()) {
      const at = effect.target.closest("[class]")?.classList[0] ?? "";
      for (const name of effect.getKeyframes().flatMap(Object.keys)) (window.moved[name] ??= {})[at] = true;
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes from now on, frame by frame, which properties are animated, and of what."""

MOVES = [
    ("swaps", "dealt", {"flying", "turned"}),
    ("swaps", "played", {"flying", "k-R"}),
    ("swaps", "drew@0", {"flying", "turned"}),
    ("swaps", "skipped", {"body", "banner"}),
    ("swaps", "reversed", {"turning", "banner"}),
    ("swaps", "hands-moved", {"flying", "banner"}),
    ("party", "owed", {"owed", "banner"}),
    ("party", "shuffle-closed", {"k-W", "banner"}),
    ("boardflix-6-6-hard", "challenged", {"card", "banner"}),
    ("boardflix-6-6-hard", "round-ended", {"card", "banner"}),
    ("draw-until", "shuffle-begun", {"flying", "banner"}),
]
"""Logs, an event of theirs, and what it moves at least."""


def moved(page: Page, log: str, event: str) -> dict[str, set[str]]:
    """What is animated while this event of this log is played: by property, of what."""
    page.evaluate("wanted => { window.moved = {}; window.gallery(wanted); }", {"log": log, "event": event})
    page.wait_for_selector("[data-played=true]", state="attached")
    page.wait_for_function("document.getAnimations().length === 0")
    seen: dict[str, dict[str, bool]] = page.evaluate("window.moved")
    return {name: set(parts) for name, parts in seen.items() if name not in OF_A_KEYFRAME}


def test_each_event_moves_what_it_is_about(exhibit: Exhibit) -> None:
    """Out of a real game; nothing but transform and opacity is ever animated."""
    page = exhibit(390, 844)
    page.evaluate(WATCH)
    for log, event, parts in MOVES:
        seen = moved(page, log, event)
        assert set(seen) <= COMPOSITED, event
        assert parts <= {part for moving in seen.values() for part in moving}, event


def test_with_reduced_motion_the_same_events_move_nothing(exhibit: Exhibit) -> None:
    """The table is as it is after them at once, and what the banner says is still there to be read."""
    page = exhibit(390, 844, reduced_motion="reduce")
    page.evaluate(WATCH)
    for log, event, _ in MOVES:
        assert moved(page, log, event) == {}, event


def test_a_tap_ends_whatever_moves(exhibit: Exhibit) -> None:
    """A deal is cut short: no card is in the air any more, and the table is as it is."""
    page = exhibit(390, 844)
    page.evaluate("window.gallery({log: 'boardflix-6-6-hard', event: 'dealt'})")
    page.wait_for_selector(".flying", state="attached")
    page.locator(".title").click()
    page.wait_for_selector("[data-played=true]", state="attached")
    expect(page.locator(".flying")).to_have_count(0)
    expect(page.locator(".hand button")).to_have_count(7)


def test_the_speed_setting_scales_what_moves(exhibit: Exhibit) -> None:
    """Half the time when fast, nothing at all when off."""
    longest = """() => new Promise(resolve => {
      const look = () => {
        const cards = [...document.querySelectorAll(".flying")].flatMap(card => card.getAnimations());
        if (cards.length < 12) requestAnimationFrame(look);
        else resolve(Math.max(...cards.map(({ effect }) => effect.getComputedTiming().duration)));
      };
      look();
    })"""
    spans: dict[str, float] = {}
    for speed in ("slow", "normal", "fast"):
        page = exhibit(390, 844)
        page.evaluate("speed => localStorage.setItem('ono.speed', speed)", speed)
        page.reload()
        page.wait_for_selector(".board")
        page.evaluate("window.gallery({log: 'swaps', event: 'dealt'})")
        spans[speed] = page.evaluate(longest)
    assert spans["fast"] == spans["normal"] / 2
    assert spans["slow"] == pytest.approx(1.7 * spans["normal"])


def test_in_a_game_only_transform_and_opacity_are_animated(visitor: Visitor) -> None:
    """From the first page through some turns against computers, with all that moves."""
    page = visitor(speed="normal")
    page.evaluate(WATCH)
    deal(page)
    for _ in range(3):
        if (way := waiting_for(page)) in {"Play again", "over"}:
            break
        by_taps(page, way)
    names = set(page.evaluate("Object.keys(window.moved)")) - OF_A_KEYFRAME
    assert names <= COMPOSITED
    assert "transform" in names
