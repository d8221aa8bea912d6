"""What every screen keeps to, at every size."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import USUAL, Sit
from tests.browser.hands import by_taps, count_animations, deal, next_frame, to_first_turn, to_my_card, waiting_for

Visitor = Callable[..., Page]
WEB = Path(__file__).parents[2] / "clients/web"
AXE = WEB / "node_modules/axe-core/axe.min.js"
BUILT = WEB / "dist"

_SMALL = """() => [...document.querySelectorAll("button, input:not(.hidden), a[href], select")]
  .map(node => [node.getBoundingClientRect(), node])
  .filter(([box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
  .map(([box, node]) => `${node.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`)"""

_COVERED = """() => [...document.querySelectorAll(".hand button")].filter(card => {
  const box = card.getBoundingClientRect();
  return !card.contains(document.elementFromPoint(box.x + 8, box.y + 24));
}).map(card => card.ariaLabel)"""


UNREADABLE = """() => [...document.querySelectorAll(".seat")].flatMap((seat, i, seats) => {
  const box = node => node.getBoundingClientRect();
  const [face, name, count] = [".avatar", ".name .text", ".count"].map(part => seat.querySelector(part));
  const inside = ({ left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const hit = node => seat.contains(document.elementFromPoint(
    box(node).x + box(node).width / 2, box(node).y + box(node).height / 2));
  const letters = name.clientWidth / name.scrollWidth * name.textContent.length;
  const meets = other => [face, name, count].some(one => [".avatar", ".name .text", ".count"].some(part => {
    const [a, b] = [box(one), box(other.querySelector(part))];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }));
  return [
    ...[face, name, count].filter(part => !inside(box(part)) || !hit(part)).map(part => `${part.className} hidden`),
    ...(letters < Math.min(5.5, name.textContent.length) ? [`${letters} letters of ${name.textContent}`] : []),
    ...seats.slice(i + 1).filter(meets).map(() => "seats overlap"),
  ].map(what => `${seat.ariaLabel}: ${what}`);
})"""


def covered(page: Page) -> list[str]:
    """The cards of the hand, once it lies still, that something else covers at their corner."""
    page.wait_for_function("() => document.querySelector('.hand').getAnimations({ subtree: true }).length === 0")
    return list(page.evaluate(_COVERED))


def check(page: Page, name: str) -> None:
    """No accessibility violation, no small target, no sideways scroll."""
    page.wait_for_selector("h1", state="attached")  # the page is there
    if page.evaluate("!('axe' in window)"):
        page.evaluate(AXE.read_text())
    violations = page.evaluate("axe.run().then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))")
    assert violations == [], name
    has_room(page, name)


def has_room(page: Page, name: str) -> None:
    """No small target, no sideways scroll."""
    assert page.evaluate(_SMALL) == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def check_sizes(page: Page, name: str) -> None:
    """The same at the usual sizes; a phone held sideways shows nothing to axe that one held upright does not."""
    before = page.viewport_size
    assert before
    for size, (width, height) in USUAL.items():
        page.set_viewport_size({"width": width, "height": height})
        next_frame(page)
        (has_room if size == "sideways" else check)(page, f"{name}, {size}")
    page.set_viewport_size(before)


@pytest.mark.usefixtures("own_server")
def test_every_screen_is_accessible(visitor: Visitor) -> None:
    """First page, lobby, door, menu, keys, table, fairness."""
    page = visitor()
    expect(page.get_by_role("button", name="New table")).to_be_visible()
    check_sizes(page, "home")
    page.get_by_role("button", name="Public tables").click()
    expect(page.get_by_role("status")).to_contain_text("No table is public now")
    check_sizes(page, "no public tables")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="New table").click()
    page.get_by_role("button", name="Medium computer at seat 3").click()
    expect(page.get_by_text("computer, medium")).to_be_visible()
    check_sizes(page, "lobby")
    guest = visitor(page.evaluate("location.pathname"))
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    check_sizes(guest, "join")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    check_sizes(page, "menu")
    page.get_by_role("button", name="Keyboard").click()
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    check_sizes(page, "keys")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Deal for")).click()
    to_my_card(page)
    check_sizes(page, "table")
    page.get_by_role("button", name=re.compile("^Fairness|^Checked so far")).first.click()
    expect(page.get_by_role("heading", name="What this cannot show")).to_be_visible()
    check_sizes(page, "fairness")


@pytest.mark.usefixtures("own_server")
def test_the_door_is_accessible(visitor: Visitor) -> None:
    """Who may come in, the list of public tables, and the question before somebody is put out, in lobby and game."""
    page = visitor()
    page.get_by_role("button", name="New table").click()
    page.get_by_role("switch", name=re.compile("^Public")).click()
    expect(page.get_by_role("switch", checked=True)).to_have_count(1)
    guest = visitor()
    guest.get_by_role("button", name="Public tables").click()
    expect(guest.get_by_role("listitem")).to_have_count(1)
    check_sizes(guest, "public tables")
    guest.get_by_role("button", name=re.compile("^Quick play")).click()
    page.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(page.get_by_role("button", name=re.compile("^Put .* out"))).to_be_visible()
    check_sizes(page, "who may come in")
    check_sizes(guest, "lobby of a guest")
    page.get_by_role("button", name="Deal for 2 players").click()
    to_first_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Put a player out").click()
    page.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(page.get_by_role("button", name=re.compile("^Put .* out"))).to_be_visible()
    check_sizes(page, "put out")


STATES = ["mine", "waiting", "drawn", "stack", "challenge", "colour", "starter", "last", "catch", "jump", "match"]


@pytest.mark.parametrize(("look", "size"), [("dark", "phone"), ("light", "desktop")])
def test_each_state_of_the_table_is_accessible(exhibit: Callable[..., Page], look: str, size: str) -> None:
    """Whatever a table asks or offers, with its sheets."""
    page = exhibit(*USUAL[size], reduced_motion="reduce")
    for phase in STATES:
        page.evaluate("wanted => window.gallery(wanted)", {"phase": phase, "look": look, "hand": 9})
        next_frame(page)
        check(page, phase)


def test_each_sheet_and_the_end_are_accessible(sit: Sit) -> None:
    """Whatever sheets a game brings, and its last page."""
    (page,) = sit("Sol", computers=3, deal=3)
    seen = set[str]()
    while (way := waiting_for(page)) not in {"Play again", "over"}:
        if way not in seen:
            check_sizes(page, way)
        seen.add(way)
        by_taps(page, way)
    check_sizes(page, "winner")


def test_no_card_of_the_hand_is_covered(visitor: Visitor) -> None:
    """At each card's corner lies that card, in every state of a game's first acts."""
    page = visitor()
    deal(page)
    for _ in range(6):
        way = waiting_for(page)
        if way in {"Play again", "over"}:
            break
        if way in {"card", "draw", "keep", "drawn"}:
            assert covered(page) == []
        by_taps(page, way)


def test_nothing_moves_for_those_who_asked_for_less(visitor: Visitor) -> None:
    """With reduced motion no animation ever runs."""
    page = visitor(speed="fast")
    page.emulate_media(reduced_motion="reduce")
    count_animations(page)
    deal(page)
    for _ in range(4):
        if (way := waiting_for(page)) in {"Play again", "over"}:
            break
        by_taps(page, way)
    assert page.evaluate("window.seen") == 0


def cost(page: Page) -> int:
    """Bytes of script and style that the page has loaded, as gzip would send them."""
    loaded: list[str] = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    files = {found[0] for name in loaded if (found := re.search(r"assets/[^/]+\.(js|css)$", name))}
    assert files
    return sum(len(gzip.compress((BUILT / name).read_bytes())) for name in files)


def test_the_first_table_costs_at_most_77_kb(visitor: Visitor) -> None:
    """From the first page to a dealt hand, while everything that is only wanted later is kept back."""
    page = visitor()
    held: list[str] = []

    def hold(route: Route) -> None:
        held.append(route.request.url)

    page.route("**/assets/later-*", hold)
    deal(page)
    assert held
    assert cost(page) <= 77_000


def test_the_first_page_costs_at_most_28_kb() -> None:
    """What the first page itself names; the rest is on its way while it is read."""
    html = (BUILT / "index.html").read_text()
    files = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', html)
    assert files
    assert sum(len(gzip.compress((BUILT / name).read_bytes())) for name in files) <= 28_000
