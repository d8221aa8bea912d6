"""Where the system forces its few colours upon the page, or all is twice as large, things can be told apart and hit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import next_frame

Exhibit = Callable[..., Page]

OUTLINE = """node => {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(node);
  return outlineStyle === "solid" && outlineColor !== "rgba(0, 0, 0, 0)" ? parseFloat(outlineWidth) : 0;
}"""
LITTLE = "nodes => nodes.filter(node => node.checkVisibility({ visibilityProperty: true })).map(" + OUTLINE + ")"
"""The widths of the outlines that are seen."""


def outlines(page: Page, selector: str) -> set[float]:
    """The widths of the outlines that are seen around these."""
    return set(page.locator(selector).evaluate_all(LITTLE))


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_buttons_and_playable_cards_have_outlines_in_forced_colours(exhibit: Exhibit, scheme: str) -> None:
    """What may be played, what has the focus and what is the one thing to do do not hang on a ground or a shadow."""
    page = exhibit(390, 844, reduced_motion="reduce", forced_colors="active", color_scheme=scheme)
    page.evaluate("look => window.gallery({hand: 12, phase: 'mine', look})", scheme)
    expect(page.locator(".hand .card")).to_have_count(12)
    assert min(outlines(page, ".actions button, .bar button, .prompt > .prompt")) >= 1
    assert outlines(page, ".hand .lit") == {4}
    assert outlines(page, ".hand .dim") == {0}
    page.keyboard.press("ArrowRight")
    dark = page.locator(".hand .dim").first
    dark.locator("xpath=ancestor::button").focus()
    assert dark.evaluate(OUTLINE) == 4
    page.evaluate("window.gallery({phase: 'challenge'})")
    assert outlines(page, "[role=dialog] .primary") == {4}


def test_colours_to_choose_keep_their_own_in_forced_colours(exhibit: Exhibit) -> None:
    """The four tiles and the sign of the colour in play are the only grounds that stay."""
    page = exhibit(390, 844, reduced_motion="reduce", forced_colors="active")
    page.evaluate("window.gallery({hand: 7, phase: 'colour'})")
    ground = "nodes => nodes.map(node => getComputedStyle(node).backgroundColor)"
    assert len(set(page.locator(".tiles button").evaluate_all(ground))) == 4
    assert page.locator(".board .sign").evaluate_all(ground) == ["rgb(22, 54, 189)"]


LOST = """() => [...document.querySelectorAll(".hand button, .actions button")].filter(button => {
  button.scrollIntoView({ block: "center" });
  const { x, y } = button.getBoundingClientRect();
  return !button.contains(document.elementFromPoint(x + 12, y + 12));
}).map(button => button.ariaLabel ?? button.textContent)"""


@pytest.mark.parametrize(
    ("text", "sizes"),
    [("100%", [(195, 422), (640, 360), (320, 568)]), ("200%", [(390, 844), (1280, 720)])],
    ids=["zoomed", "large text"],
)
def test_a_table_twice_as_large_can_be_played(exhibit: Exhibit, text: str, sizes: list[tuple[int, int]]) -> None:
    """By zooming the page or by larger text alone: no sideways scroll, and each card and button is reached."""
    page = exhibit(390, 844, reduced_motion="reduce")
    page.add_style_tag(content=f":root {{ font-size: {text} }}")
    for (width, height), phase in product(sizes, ("mine", "drawn", "last")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("phase => window.gallery({seats: 4, hand: 9, phase})", phase)
        next_frame(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height, phase)
        assert page.evaluate(LOST) == [], (width, height, phase)
