"""Other languages: a whole game in each, nothing cut, and what is longer or runs from right to left still fits."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from ono_core.game.explain import explained
from ono_core.game.options import lobby_options, preset_words
from ono_core.game.ruleset import PRESETS, parse
from tests.browser.conftest import USUAL
from tests.browser.hands import HAND, PATIENCE, deal, next_frame, to_my_card
from tests.browser.test_screens import check_sizes

Visitor = Callable[..., Page]

_STRETCH = """
const longer = text => text.length < 2 ? text : `${text} ${text.slice(0, Math.ceil(text.length * 0.6))}`;
const stretch = words =>
  typeof words === "string" ? longer(words)
  : typeof words === "function" ? (...given) => stretch(words(...given))
  : words?.constructor === Object
    ? Object.fromEntries(Object.entries(words).map(([key, word]) => [key, stretch(word)])) : words;
"""

_CUT = """() => [...document.querySelectorAll(
  "button, label, legend, h1, h2, h3, small, b, span, p, dt, dd"
)].filter(node => {
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  const meant = style.textOverflow === "ellipsis" || node.closest(".hidden, [aria-hidden=true], .hand, .strip, .pile");
  return !meant && node.clientWidth > 0 && box.width > 1
    && (node.scrollWidth > node.clientWidth + 1 || box.left < -1 || box.right > innerWidth + 1);
}).map(node => `${node.outerHTML.slice(0, 90)} ${node.scrollWidth} > ${node.clientWidth}`)"""

_NEXT = """() => {
  const there = selector => document.querySelector(selector) !== null;
  if (there(".sheet .tiles")) return "colour";
  if (there(".sheet .strip")) return there(".sheet .head .card") ? "challenge" : "bluff";
  if (there("ol.panel")) return "over";
  if (there(".hand button.lifted")) return "card";
  return there(".actions button:last-child:enabled") ? "act" : null;
}"""

TAPS = {
    "colour": ".sheet .tiles button >> nth=3",
    "challenge": ".sheet .btn.primary",
    "bluff": ".sheet .btn.two:not(.primary)",
    "card": ".hand button.lifted >> nth=0",
    "act": ".actions button:last-child",
}


def stretched(route: Route) -> None:
    """The words of the language with each text more than half as long again."""
    source = route.fetch().text()
    found = re.search(r"export\{(.*)\};?\s*$", source)
    assert found
    names = [pair.split(" as ") for pair in found[1].split(",")]
    longer = "".join(f"const $${i}=stretch({name[0]});" for i, name in enumerate(names))
    exports = ",".join(f"$${i} as {name[-1]}" for i, name in enumerate(names))
    body = f"{source[: found.start()]}{_STRETCH}{longer}export{{{exports}}}"
    route.fulfill(body=body, content_type="text/javascript")


def in_language(context: BrowserContext, way: str) -> None:
    """French; French stretched; or, with the words of English, everything from right to left."""
    if way == "rtl":
        context.add_init_script("addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl'))")
        return
    context.add_init_script("localStorage.getItem('ono.language') ?? localStorage.setItem('ono.language', 'fr')")
    if way == "long":
        context.route("**/assets/all-*.js", stretched)


def fits(page: Page, name: str) -> None:
    """Accessible, nothing beyond the edge, nothing cut."""
    check_sizes(page, name)
    whole(page, name)


def whole(page: Page, name: str) -> None:
    """Nothing beyond the edge and nothing cut, which is all that can be asked of stretched words."""
    before = page.viewport_size
    assert before
    for size, (width, height) in USUAL.items():
        page.set_viewport_size({"width": width, "height": height})
        next_frame(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, size)
        assert page.evaluate(_CUT) == [], (name, size)
    page.set_viewport_size(before)


def play_to_the_end(page: Page, seen: Callable[[Page, str], None]) -> None:
    """A whole game by taps, whatever its buttons say; each kind of sheet is looked at once."""
    met: set[str] = set()
    while (way := page.wait_for_function(_NEXT, timeout=PATIENCE).json_value()) != "over":
        if way not in met:
            seen(page, way)
            met.add(way)
        page.locator(TAPS[way]).click(position={"x": 12, "y": 12} if way == "card" else None)
        page.wait_for_function(
            "() => document.querySelector('.hand button, .sheet, ol.panel') !== null", timeout=PATIENCE
        )


@pytest.mark.parametrize("way", ["fr", "long", "rtl"])
def test_every_screen_fits_in_every_language(visitor: Visitor, way: str) -> None:
    """Home, lobby, menu, the table with its sheets, the last page and what was checked."""
    look = whole if way == "long" else fits
    page = visitor()
    in_language(page.context, way)
    page.reload()
    expect(page.locator(".words .btn.primary")).to_be_visible()
    look(page, "home")
    page.locator(".words .btn.primary").click()
    expect(page.locator(".levels").first).to_be_visible()
    look(page, "lobby")
    page.locator(".bar .icon").last.click()
    expect(page.locator(".sheet")).to_be_visible()
    look(page, "menu")
    page.keyboard.press("Escape")
    for seat in range(3):
        page.locator(".levels").first.locator("button").nth(1).click()
        expect(page.locator(".seats .line .icon")).to_have_count(seat + 1)
    page.locator("footer .btn.primary").click()
    play_to_the_end(page, look)
    look(page, "winner")
    page.locator("footer .row .btn").last.click()
    expect(page.locator(".limits")).to_be_visible()
    look(page, "fairness")


def test_the_browser_says_which_language(visitor: Visitor) -> None:
    """What the browser asks for is spoken, until another is chosen."""
    page = visitor()
    page.add_init_script("Object.defineProperty(navigator, 'languages', { value: ['de-DE', 'fr-CH', 'en'] })")
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^Jouer contre"))).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "fr"


def test_another_language_in_the_middle_of_a_game_keeps_seat_and_hand(visitor: Visitor) -> None:
    """The page begins anew in it, at the same table, with the same cards."""
    page = visitor()
    deal(page)
    to_my_card(page)
    slots = "[...document.querySelectorAll('.hand button')].map(card => card.dataset.slot)"
    room, held = page.locator("h1").inner_text()[:4], page.evaluate(slots)
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Français", exact=True).click()
    expect(page.get_by_role("group", name=re.compile("^Votre main, "))).to_be_visible()
    assert page.locator("h1").inner_text()[:4] == room
    assert set(held) <= set(page.evaluate(slots))
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_role("group", name=HAND)).to_be_visible()


def test_the_rules_are_told_and_set_in_french(visitor: Visitor) -> None:
    """The presets of the first page, then each option of the lobby with its values, what differs, and all the rules."""
    page = visitor()
    in_language(page.context, "fr")
    page.reload()
    for words in preset_words("fr"):
        page.get_by_text(words.label, exact=True).click()
        expect(page.get_by_text(words.line)).to_be_visible()
    page.get_by_role("button", name="Nouvelle table").click()
    rules = page.get_by_role("region", name="Règles de cette table")
    table_party = PRESETS["table-party"]
    expect(rules.locator("li")).to_have_text([*explained(table_party, language="fr").differences])
    for words in preset_words("fr"):
        expect(page.get_by_role("radio", name=re.compile(f"^{words.label}"))).to_be_visible()

    options = page.get_by_role("group", name="Options")
    offers = lobby_options(table_party, "fr")
    groups = [f"{group[:1].upper()}{group[1:]}" for group in dict.fromkeys(offer.group for offer in offers)]
    expect(options.locator("summary")).to_have_text(groups)
    for group in options.locator("summary").all():
        group.click()
    assert not {*options.inner_text().splitlines()} & {offer.label for offer in lobby_options(table_party)}
    for offer in offers:
        if offer.values[0][0] is False:
            expect(options.get_by_role("switch", name=offer.label, exact=True)).to_be_visible()
        else:
            shown = options.get_by_label(offer.label, exact=True)
            expect(shown.locator("option")).to_have_text([label for _, label in offer.values])
    fits(page, "options in French")

    options.get_by_label("Cartes distribuées").select_option(label="5")
    expect(rules.get_by_text("Tout le monde reçoit cinq cartes.", exact=True)).to_be_visible()
    options.get_by_label("Paquet", exact=True).select_option(label="avec nouveaux jokers, 112 cartes")
    expect(options.get_by_label("Joker personnalisable 1")).to_be_visible()
    page.get_by_role("button", name="Toutes les règles").click()
    sheet = page.get_by_role("dialog")
    told = explained(parse({"preset": "table-party", "deal": 5, "deck": "modern112"}), language="fr")
    for sentence in (*told.differences, *told.rest):
        expect(sheet.get_by_text(sentence, exact=True)).to_be_visible()
    fits(page, "rules in French")
