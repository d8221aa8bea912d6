"""What a person does at the table: by taps, or by keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

QUICK = "Play against computers"
AGAIN = "Play again"
NEXT = "Next round"
HAND = re.compile(r"^Your hand, ([7-9]|\d\d) cards")
"""A hand just dealt, whatever the starter and those before did."""
PATIENCE = 90_000
"""Milliseconds for a whole game."""

WAYS = [
    ("dialog", "Did .* bluff"),
    ("dialog", "This is a bluff"),
    ("dialog", "Which colour"),
    ("button", r"^Play (Red|Yellow|Green|Blue|Wild)"),
    ("button", ", playable$"),
    ("button", "^Keep it$"),
    ("button", "^Draw a card$"),
    ("button", "^Pass$"),
    ("button", f"^{NEXT}$"),
    ("button", f"^{AGAIN}$"),
    ("heading", "wins?!$|Nobody wins"),
]


def deal(page: Page) -> None:
    """From the first page to a dealt hand."""
    page.get_by_role("button", name=QUICK).click()
    expect(page.get_by_role("group", name=HAND)).to_be_visible()


def whole_game(page: Page, act: Callable[[Page, str], None]) -> int:
    """Play until the end is shown; how many acts it took."""
    acts = 0
    while (way := waiting_for(page)) not in {AGAIN, "over"}:
        act(page, way)
        acts += 1
    return acts


def waiting_for(page: Page) -> str:
    """What the page offers now: the first of WAYS that is there and enabled."""
    found: int = page.wait_for_function(_OFFERED, arg=[list(way) for way in WAYS], timeout=PATIENCE).json_value()
    names = ["challenge", "bluff", "colour", "drawn", "card", "keep", "draw", "pass", "next", AGAIN, "over"]
    return names[found - 1]


_OFFERED = """ways => {
  const name = node => node.getAttribute("aria-label") ?? node.textContent.trim().replace(/\\s+/g, " ");
  const there = role => role === "dialog"
    ? [...document.querySelectorAll("[role=dialog] h2")]
    : role === "heading" ? [...document.querySelectorAll("h1")] : [...document.querySelectorAll("button:enabled")];
  return ways.findIndex(([role, words]) => there(role).some(node => new RegExp(words).test(name(node)))) + 1;
}"""


def by_taps(page: Page, way: str) -> None:
    """One act with the finger; a challenge is never risked."""
    dialog = page.get_by_role("dialog")
    buttons = {
        "challenge": dialog.get_by_role("button", name=re.compile("^Take 4")),
        "bluff": dialog.get_by_role("button", name=re.compile("^Play it anyway")),
        "colour": dialog.get_by_role("button", name=re.compile("^Green")),
        "drawn": page.get_by_role("button", name=re.compile("^Play ")),
        "card": page.get_by_role("button", name=re.compile(", playable$")).first,
        "keep": page.get_by_role("button", name="Keep it"),
        "draw": page.get_by_role("button", name="Draw a card"),
        "pass": page.get_by_role("button", name="Pass", exact=True),
        "next": page.get_by_role("button", name=NEXT),
    }
    # A press on the very corner: what the hand shows of a covered card.
    buttons[way].click(position={"x": 12, "y": 12} if way == "card" else None)
    settle(page, way)


def by_keys(page: Page, way: str) -> None:
    """One act with the keyboard alone: arrows and Enter in the hand, single keys for the rest."""
    keys = {"challenge": "t", "colour": "4", "drawn": "p", "keep": "k", "draw": "d", "pass": "k"}
    if way == "card":
        walk_to_playable(page)
    elif way == "bluff":
        press_until(page, "Tab", "Play it anyway")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press(keys[way])
    settle(page, way)


def walk_to_playable(page: Page) -> None:
    """Into the hand with an arrow key, along it to a card that fits, and Enter."""
    if not page.evaluate("""document.activeElement.closest("[aria-label^='Your hand']") !== null"""):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    press_until(page, "ArrowRight", ", playable")
    page.keyboard.press("Enter")


def press_until(page: Page, key: str, words: str) -> None:
    """Press a key until what has the focus says these words."""
    for _ in range(40):
        if words in focused(page):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never came to {words!r}, but to {focused(page)!r}")


def focused(page: Page) -> str:
    """The name of what has the focus."""
    return str(page.evaluate("(a => a?.getAttribute('aria-label') ?? a?.textContent ?? '')(document.activeElement)"))


def settle(page: Page, way: str) -> None:
    """Wait until the act is through: sent and answered, or its sheet open or gone."""
    page.wait_for_function(
        "way => !document.querySelector('[role=status]')?.textContent.includes('Sending')", arg=way, timeout=PATIENCE
    )


def play_a_card(page: Page) -> str:
    """Press the first card that may be played, with all that it asks; its name."""
    card = page.get_by_role("button", name=re.compile(", playable$")).first
    name = str(card.get_attribute("aria-label")).partition(",")[0]
    card.click(position={"x": 12, "y": 12})
    if name.startswith("Wild"):
        by_taps(page, "bluff") if page.get_by_role("dialog", name="This is a bluff").count() else None
        page.get_by_role("dialog").get_by_role("button", name=re.compile("^Green")).click()
    return name


def to_my_card(page: Page) -> None:
    """Play until a card of the hand may be played: no sheet lies over the table then, and it waits."""
    while (way := waiting_for(page)) != "card":
        by_taps(page, way)


def to_first_turn(page: Page) -> None:
    """Wait until somebody is on turn, and name the colour where the first card asks for one: no sheet is open then."""
    bar = page.locator(".prompt").last
    expect(bar).to_contain_text(re.compile("is playing|: |Your turn|is on you"))
    if "Name the colour" in bar.inner_text():
        by_taps(page, "colour")


def next_frame(page: Page) -> None:
    """Let the page draw once more before it is looked at again."""
    page.evaluate("() => new Promise(requestAnimationFrame)")


def count_animations(page: Page) -> None:
    """From now on the animations of each frame are counted in ``window.seen``."""
    page.evaluate("""() => {
      window.seen = 0;
      const look = () => { window.seen += document.getAnimations().length; requestAnimationFrame(look); };
      look();
    }""")
