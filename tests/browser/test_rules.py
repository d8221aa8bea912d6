"""What the rules of a table bring to the screen: stacks, All In, calls and catches, swaps, jump-ins, the clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Sit
from tests.browser.hands import next_frame
from tests.browser.test_screens import check

MANY = 400
"""Acts after which what a test waits for should long have come."""
LAST, CATCH = re.compile("^Last card!"), re.compile("^Catch")
CALLS: dict[str, Any] = {
    "call": "manual",
    "catch_window": "timer",
    "catch_ms": 30_000,
    "deal": 3,
    "draw_when": "any",
    "score": "none",
}
"""Two cards to play until the last one, and all the time of the world to catch."""

OFFERED = """() => {
  const sheet = document.querySelector("[role=dialog]");
  const name = node => node.getAttribute("aria-label") ?? node.textContent.trim().replace(/\\s+/g, " ");
  return [sheet?.querySelector("h2").textContent ?? "",
    [...(sheet ?? document).querySelectorAll("button:enabled")].map(name)];
}"""


def cards(page: Page) -> int:
    """How many cards this person holds."""
    name = page.get_by_role("group", name=re.compile("^Your hand")).get_attribute("aria-label")
    return int(re.findall(r"\d+", name or "")[0])


def log(page: Page) -> Locator:
    """What happened, in lines."""
    return page.get_by_role("log", name="What happened")


def settle(page: Page) -> None:
    """Wait until what was sent is answered."""
    page.wait_for_function("() => !document.querySelector('[role=status]')?.textContent.includes('Sending')")


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Press the first button of this name, at its corner: of a covered card that is what shows."""
    page.get_by_role("button", name=name, exact=isinstance(name, str)).first.click(position={"x": 12, "y": 12})
    settle(page)


def answer(page: Page, title: str) -> None:
    """Answer a sheet in the plainest way."""
    sheet = page.get_by_role("dialog")
    ways = {
        "bluff?": "^Take ",
        "a bluff": "^Play it anyway",
        "colour?": "^Green",
        "many?": " alone$",
        "with …": r", ?\d+ cards?$",
    }
    way = next(words for end, words in ways.items() if title.endswith(end))
    sheet.get_by_role("button", name=re.compile(way)).first.click()
    settle(page)
    green = sheet.get_by_role("button", name=re.compile("^Green"))
    if title.endswith("with …") and green.count():
        green.click()
        settle(page)


def act(page: Page, prefer: str = "", *, hold: str = "$^") -> bool:
    """One act by what the page offers: a card whose name matches ``prefer`` first, none that matches ``hold``.

    False if it offers nothing yet.
    """
    title, names = page.evaluate(OFFERED)
    if title:
        answer(page, title)
        return True
    playable = [name for name in names if name.endswith(", playable") and not re.search(hold, name)]
    wanted = [name for name in playable if prefer and re.search(prefer, name)]
    others = [
        name
        for way in ("^Play ", "^Keep it", "^Draw a card", "^Take ", "^Pass")
        for name in names
        if re.match(way, name)
    ]
    for name in (*wanted, *playable, *others):
        press(page, name)
        return True
    return False


def on_turn(pages: tuple[Page, ...]) -> Page | None:
    """Whose page says that it is their turn."""
    return next((page for page in pages if page.title() == "Your turn"), None)


def play_until(pages: tuple[Page, ...], seen: Callable[[], bool], step: Callable[[Page], bool] = act) -> None:
    """Let whoever is on turn act until it is seen; when the game ends first, once more."""
    acts = 0
    while acts < MANY:
        if seen():
            return
        page = on_turn(pages)
        if page is not None and step(page):
            acts += 1
        elif pages[0].get_by_role("button", name="Play again").is_visible():
            again(pages)
        else:
            next_frame(pages[0])
    raise AssertionError(
        f"not seen in {MANY} acts: {[page.get_by_role('status').all_text_contents() for page in pages]}"
    )


def again(pages: tuple[Page, ...]) -> None:
    """The same people once more."""
    press(pages[0], "Play again")
    start = pages[0].get_by_role("button", name=re.compile("^Deal for"))
    hand = pages[0].get_by_role("group", name=re.compile("^Your hand"))
    expect(start.or_(hand)).to_be_visible()
    if start.is_visible():
        expect(start).to_be_enabled()
        start.click()
    expect(hand).to_be_visible()


# Cards owed


def owed(page: Page) -> int:
    """How many cards are on this person."""
    said = re.match(r"\+(\d+) is on you", page.get_by_role("status").inner_text())
    return int(said[1]) if said else 0


def test_a_stack_is_taken_whole(sit: Sit) -> None:
    """The sum lies large on the pile and stands on the button; who takes it has that many cards more."""
    pages = sit("Sol", "Zoë", deck="party", stack="any", wild_draw_four="free", deal=10, draw_when="any")
    sol, zoe = pages

    def draw_cards(page: Page) -> bool:
        return act(page, "Draw (Two|Four)", hold="All In")

    def summed() -> bool:
        return any(owed(page) > 2 for page in pages)

    play_until(pages, summed, draw_cards)
    page = sol if owed(sol) > 2 else zoe
    total, held = owed(page), cards(page)
    expect(page.get_by_text(f"Cards owed: +{total}")).to_be_visible()
    check(page, "a stack")
    press(page, f"Take {total}")
    expect(page.get_by_role("group", name=f"Your hand, {held + total} cards")).to_be_visible()


def test_a_stack_is_answered_by_a_lifted_card(sit: Sit) -> None:
    """Only cards that answer are lit; one tap sends the sum on to the next."""
    pages = sit("Sol", "Zoë", deck="party", stack="any", wild_draw_four="free", deal=10, draw_when="any")

    def answerable() -> bool:
        return any(owed(page) and page.get_by_role("button", name=re.compile(", playable$")).count() for page in pages)

    def draw_cards(page: Page) -> bool:
        """Draw cards are kept until the other has an answer too."""
        other = pages[1 - pages.index(page)]
        waits = other.get_by_role("button", name=re.compile("Draw (Two|Four)")).count() == 0
        return act(page, "Draw (Two|Four)", hold="All In|Draw (Two|Four)" if waits else "All In")

    play_until(pages, answerable, draw_cards)
    page = next(page for page in pages if owed(page))
    total = owed(page)
    for name in page.get_by_role("button", name=re.compile(", playable$")).all():
        assert re.search("Draw (Two|Four)", name.get_attribute("aria-label") or "")
    act(page)
    if page.get_by_role("dialog").count():
        act(page)
    other = pages[1 - pages.index(page)]
    expect(other.get_by_text(re.compile(rf"Cards owed: \+({total + 2}|{total + 4})"))).to_be_visible()


# All In


def test_an_all_in_takes_its_colour_along(sit: Sit) -> None:
    """One tap plays it, the hand is shorter by all cards of that colour, and the log says which."""
    pages = sit("Sol", "Zoë", deck="party", all_in=2, deal=10, draw_when="any", wild_draw_four="free")
    shed = re.compile("(You play|plays) (Red|Yellow|Green|Blue) All In, and with it ")

    def all_in(page: Page) -> bool:
        return act(page, "All In")

    play_until(pages, lambda: log(pages[0]).get_by_text(shed).count() > 0, all_in)
    line = log(pages[0]).get_by_text(shed).first.inner_text()
    colour = re.findall("(Red|Yellow|Green|Blue) All In", line)[0]
    along = line.partition("and with it ")[2]
    assert all(card.strip().startswith(colour) for card in re.split(", | and ", along.rstrip(".")))


# Calls and catches


def alone_with_one(pages: tuple[Page, ...]) -> Page | None:
    """Who has just gone down to one card without a call."""
    return next((page for page in pages if page.get_by_text("before you are caught").count()), None)


def without_calls(page: Page) -> bool:
    """Play down without ever calling."""
    return act(page, hold="Wild")


def test_who_does_not_call_is_caught(sit: Sit) -> None:
    """Only the others see the catch, at the seat and in a row of its own; the caught one draws two."""
    pages = sit("Sol", "Zoë", **CALLS)
    play_until(pages, lambda: alone_with_one(pages) is not None, without_calls)
    slow = alone_with_one(pages)
    assert slow is not None
    quick = pages[1 - pages.index(slow)]
    expect(slow.get_by_role("button", name=CATCH)).to_have_count(0)
    expect(quick.get_by_role("button", name=CATCH)).to_have_count(2)
    expect(quick.get_by_role("button", name=CATCH).last).to_be_enabled()
    check(quick, "a catch")
    press(quick, CATCH)
    expect(slow.get_by_role("group", name="Your hand, 3 cards")).to_be_visible()
    expect(quick.get_by_role("button", name=CATCH)).to_have_count(0)
    expect(log(quick)).to_contain_text("You catch")


def test_a_call_after_the_play_ends_the_danger(sit: Sit) -> None:
    """Who is quicker than the others is safe: their catch goes away."""
    pages = sit("Sol", "Zoë", **CALLS)
    play_until(pages, lambda: alone_with_one(pages) is not None, without_calls)
    slow = alone_with_one(pages)
    assert slow is not None
    quick = pages[1 - pages.index(slow)]
    expect(quick.get_by_role("button", name=CATCH)).to_have_count(2)
    slow.get_by_role("button", name=LAST).click()
    expect(quick.get_by_role("button", name=CATCH)).to_have_count(0)
    expect(slow.get_by_role("button", name=LAST)).to_have_count(0)
    expect(log(quick)).to_contain_text("Last card: ")


def at_normal_speed(page: Page) -> None:
    """Let this page show its moves."""
    press(page, "Menu")
    page.get_by_role("group", name="Speed of moves").get_by_text("Normal").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_call_goes_with_the_card(sit: Sit) -> None:
    """The call is pressed before the card: nobody can catch, and both see it large."""
    pages = sit("Sol", "Zoë", **CALLS)

    def offers(page: Page) -> bool:
        """Before the play it is a switch; of a call that was missed it is a button like any other."""
        switch = page.get_by_role("button", name=LAST).and_(page.locator("[aria-pressed=false]"))
        return switch.count() > 0

    play_until(pages, lambda: any(map(offers, pages)), without_calls)
    page = next(filter(offers, pages))
    for each in pages:
        at_normal_speed(each)
    check(page, "a call")
    press(page, LAST)
    expect(page.get_by_role("button", name=LAST)).to_have_attribute("aria-pressed", "true")
    act(page, "^(?!Wild)")
    if page.get_by_role("dialog").count():
        act(page)
    for each in pages:
        expect(each.locator(".banner.loud", has_text="Last card: ")).to_be_visible()
        expect(each.get_by_role("button", name=CATCH)).to_have_count(0)


# House rules


def test_a_seven_swaps_hands_with_a_chosen_seat(sit: Sit) -> None:
    """The sheet names each seat with its cards; it can be taken back; then both hold the other's hand."""
    pages = sit("Sol", "Zoë", "Noa", seven_zero=True, deal=5, draw_when="any", decks=2, wild_draw_four="free")
    title = re.compile("^Swap hands with")

    def seven(page: Page) -> bool:
        return act(page, "^(Red|Yellow|Green|Blue) 7")

    def asked() -> bool:
        return any(page.get_by_role("dialog", name=title).count() for page in pages)

    play_until(pages, asked, seven)
    page = next(page for page in pages if page.get_by_role("dialog", name=title).count())
    check(page, "a swap")
    held = cards(page)
    press(page, "Take it back")
    expect(page.get_by_role("group", name=f"Your hand, {held} cards")).to_be_visible()
    press(page, re.compile("^(Red|Yellow|Green|Blue) 7.*, playable$"))
    target = page.get_by_role("dialog", name=title).get_by_role("button", name=re.compile("^(Sol|Zoë|Noa)")).first
    theirs = int(re.findall(r"\d+", target.text_content() or "")[0])
    target.click()
    expect(page.get_by_role("group", name=re.compile(f"^Your hand, {theirs} cards?$"))).to_be_visible()
    expect(log(page)).to_contain_text("swap hands")


def test_an_identical_card_jumps_in(sit: Sit) -> None:
    """Out of turn an identical card is lit and marked; one tap plays it, and play goes on from there."""
    pages = sit("Sol", "Zoë", jump_in=True, decks=2, deal=10, draw_when="any", wild_draw_four="free")
    jump = re.compile(", jump in$")

    def offered() -> bool:
        return any(page.get_by_role("button", name=jump).count() for page in pages)

    play_until(pages, offered)
    page = next(page for page in pages if page.get_by_role("button", name=jump).count())
    expect(page.get_by_role("status")).to_contain_text("You may jump in")
    check(page, "a jump")
    held = cards(page)
    press(page, jump)
    expect(page.get_by_role("group", name=re.compile(f"^Your hand, {held - 1} cards?$"))).to_be_visible()
    expect(log(page)).to_contain_text("You jump in and play")


def test_equal_cards_go_down_together(sit: Sit) -> None:
    """A card with its equal asks how many; two of them leave the hand at once."""
    pages = sit("Sol", "Zoë", doubles=True, decks=2, deal=10, draw_when="any", wild_draw_four="free")

    def asked() -> bool:
        return any(page.get_by_role("dialog", name="How many?").count() for page in pages)

    play_until(pages, asked)
    page = next(page for page in pages if page.get_by_role("dialog", name="How many?").count())
    check(page, "together")
    held = cards(page)
    page.get_by_role("button", name=re.compile("^2 . (Red|Yellow|Green|Blue)")).click()
    expect(page.get_by_role("group", name=re.compile(f"^Your hand, {held - 2} cards?$"))).to_be_visible()
    expect(log(page)).to_contain_text(", 2 of them")


def test_open_hands_are_seen_by_all(sit: Sit) -> None:
    """Other hands lie face up, and can be read in one place at any size."""
    (page,) = sit("Sol", computers=2, open_hands=True, wild_draw_four="free", start_wild="redraw")
    expect(page.get_by_role("group", name=re.compile("^(Mira|Kofi), .*shows "))).to_have_count(2)
    page.get_by_role("button", name="Cards you know").click()
    expect(page.get_by_role("img", name=re.compile("^Cards of (Mira|Kofi): "))).to_have_count(2)
    check(page, "open hands")


# The clock


def test_the_clock_is_seen_by_all_and_acts_in_the_end(sit: Sit) -> None:
    """Seconds for who is on turn, a ring and seconds at the seat for the others; then a card is drawn."""
    pages = sit("Sol", "Zoë", clock_ms=4_000, clock_short_ms=3_000, draw_when="any", start_wild="redraw")
    page = None
    while page is None:
        page = on_turn(pages)
        next_frame(pages[0])
    other = pages[1 - pages.index(page)]
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="Hurry, then a card is drawn for you")).to_have_count(1)
    expect(other.locator(".seat.turn .clock")).to_be_visible()
    expect(other.locator(".seat.turn .tag", has_text=re.compile(r"^\d s$"))).to_be_visible()
    expect(log(page)).to_contain_text("You run out of time.")
    expect(page.get_by_role("group", name="Your hand, 8 cards")).to_be_visible()
