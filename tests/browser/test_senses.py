"""What a person sees, hears and reads: the link as a picture, shapes without colour, the log, sounds, the hand."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import segno
from playwright.sync_api import Browser, Locator, Page, WebSocket, expect

from ono_core.game.events import Drew, Played, Reversed, RoundEnded, Skipped
from ono_replay.replay import read
from tests.browser.hands import by_taps, deal, to_my_card, waiting_for, whole_game

Visitor = Callable[..., Page]

DARK_MODULES = """(picture, size) => {
  const canvas = new OffscreenCanvas(8 * size, 8 * size);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0, 8 * size, 8 * size);
  const pixels = context.getImageData(0, 0, 8 * size, 8 * size).data;
  const dark = (x, y) => pixels[4 * (8 * size * (8 * y + 4) + 8 * x + 4)] < 128 ? 1 : 0;
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => dark(x, y)));
}"""
"""The modules of a QR code on the screen, row by row."""


def test_the_picture_in_the_lobby_is_the_link(visitor: Visitor) -> None:
    """Module for module the QR code of the very link beside it, with its fingerprint."""
    page = visitor()
    page.get_by_role("button", name="New table").click()
    link = page.get_by_label("Link to this table").input_value()
    assert re.fullmatch(r"http://localhost:\d+/r/[A-Z]{4,8}#k=[a-z2-7]{16}", link)
    picture = page.get_by_role("img", name="QR code of the link")
    expect(picture).to_be_visible()
    page.wait_for_function("picture => picture.complete", arg=picture.element_handle())
    expected = [list(row) for row in segno.make_qr(link).matrix_iter(border=2)]
    script = f"picture => ({DARK_MODULES})(picture, {len(expected)})"
    assert picture.evaluate(script) == expected


# Colour is never alone

GREY_SHAPE = """async png => {
  const bytes = Uint8Array.from(atob(png), letter => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(24, 24);
  const context = canvas.getContext("2d");
  context.filter = "grayscale(1)";
  context.drawImage(picture, 0, 0, 24, 24);
  const grey = [...context.getImageData(0, 0, 24, 24).data].filter((_, i) => i % 4 === 0);
  const middle = (Math.min(...grey) + Math.max(...grey)) / 2;
  return grey.map(value => value > middle ? 1 : 0);
}"""
"""A picture as 24 x 24 dark and bright fields."""


def shape(page: Page, part: Locator) -> list[int]:
    """What of a part is left without any colour; as its outline has no sense of bright on dark, so has this."""
    fields: list[int] = page.evaluate(GREY_SHAPE, b64encode(part.screenshot()).decode())
    return fields if fields[0] == 0 else [1 - field for field in fields]


def test_four_shapes_are_left_without_colour(exhibit: Visitor) -> None:
    """In grey each colour still has a shape of its own, with its letter in words, where one is picked."""
    page = exhibit(390, 844, reduced_motion="reduce")
    page.evaluate("window.gallery({seats: 4, hand: 7, phase: 'colour'})")
    tiles = page.get_by_role("dialog").get_by_role("button", name=re.compile("^(Red|Yellow|Green|Blue) · [RYGB]"))
    expect(tiles).to_have_count(4)
    shapes = [shape(page, tile.locator("svg")) for tile in tiles.all()]
    for one, other in combinations(shapes, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > 24 * 24 / 20


# What is told

COLLECT = """() => {
  window.told = [];
  new MutationObserver(() => {
    for (const line of document.querySelectorAll("[role=log] p")) {
      if (!line.seen) window.told.push(line.textContent.trim().replace(/\\s+/g, " "));
      line.seen = true;
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
}"""
VERBS = {
    Played: r"(?:You|\S+) (?:jumps? in and )?plays? ",
    Drew: r"(?:You|\S+) draws? ",
    Skipped: r"(?:You|\S+) miss(?:es)? a turn",
    Reversed: r"Play turns round",
}
CARD = re.compile(r"(Red|Yellow|Green|Blue) |Wild")


def test_every_event_is_told_once_and_in_order(visitor: Visitor, tmp_path: Path) -> None:
    """PC-44: the log region of a whole game against its log; nothing of another hand is ever named."""
    page = visitor(size="desktop")
    page.evaluate(f"({COLLECT})()")
    deal(page)
    hidden = page.locator(".seat")

    def act(page: Page, way: str) -> None:
        assert not any(CARD.search(name or "") for name in hidden.evaluate_all("seats => seats.map(s => s.ariaLabel)"))
        by_taps(page, way)

    whole_game(page, act)
    told: list[str] = page.evaluate("window.told")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the log").click()
    download.value.save_as(tmp_path / "game.ono")
    steps = read((tmp_path / "game.ono").read_bytes()).steps
    end = next(step.index for step in steps if any(isinstance(event, RoundEnded) for event in step.entry.events))
    happened = [type(event) for step in steps[:end] for event in step.entry.events if type(event) in VERBS]
    said = [kind for line in told for kind, words in VERBS.items() if re.match(words, line)]
    assert said[: len(happened)] == happened
    assert len(said) - len(happened) <= 1, "at this speed the last page may come before the line of the last card"
    others = [line for line in told if re.match(r"(?!You)\S+ draws ", line)]
    assert others
    assert not any(CARD.search(line) for line in others)


# What is heard

HEAR = """() => {
  window.heard = [];
  window.shaken = [];
  for (const kind of ["createOscillator", "createBufferSource"]) {
    const made = AudioContext.prototype[kind];
    AudioContext.prototype[kind] = function (...args) { window.heard.push(kind); return made.apply(this, args); };
  }
  navigator.vibrate = ms => { window.shaken.push(ms); return true; };
}"""


def test_nothing_sounds_before_a_touch_and_one_tap_mutes_for_good(browser: Browser, visitor: Visitor) -> None:
    """The mute holds after a reload and in another page of the same browser."""
    page = visitor(speed="fast")
    context = page.context
    context.add_init_script(f"({HEAR})()")
    page.reload()
    expect(page.get_by_role("button", name="New table")).to_be_visible()
    assert page.evaluate("window.heard") == []
    to_my_card_from_home(page)
    page.wait_for_function("() => window.heard.length > 0")
    page.get_by_role("button", name="Mute sounds").click()
    page.evaluate("() => { window.heard = []; window.shaken = []; }")
    by_taps(page, "card")
    to_my_card(page)
    assert page.evaluate("[window.heard, window.shaken]") == [[], []]
    page.reload()
    expect(page.get_by_role("button", name="Sound on")).to_be_visible()
    other = visitor("/", context=context)
    other.get_by_role("button", name="Play against computers").click()
    expect(other.get_by_role("button", name="Sound on")).to_be_visible()


def to_my_card_from_home(page: Page) -> None:
    """A game against computers up to a card that may be played."""
    page.get_by_role("button", name="Play against computers").click()
    to_my_card(page)


# The hand

ORDER = """() => [...document.querySelectorAll(".hand [data-slot]")].map(node => Number(node.dataset.slot))"""
NAMES = """() => [...document.querySelectorAll(".hand [data-slot] [aria-label], .hand [data-slot][aria-label]")]
  .map(node => node.getAttribute("aria-label"))"""


def test_the_hand_lies_as_it_was_asked_for_and_the_table_hears_nothing_of_it(visitor: Visitor) -> None:
    """By colour, by number, as dealt, and again; the choice holds after a reload."""
    page = visitor(size="desktop")
    sent: list[str | bytes] = []

    def note(data: str | bytes) -> None:
        """Whatever the page has to say; the rest tells the table that the line is alive."""
        if not re.match(rb"\x92\xa4(ping|pong|seen)", data if isinstance(data, bytes) else b""):
            sent.append(data)

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", note)

    page.on("websocket", listen)
    to_my_card_from_home(page)
    before = len(sent)
    orders = [page.evaluate(ORDER)]
    for _ in range(3):
        page.get_by_role("button", name="Sort").click()
        orders.append(page.evaluate(ORDER))
    assert orders[0] == orders[3], "three presses lead back"
    assert all(sorted(order) == sorted(orders[0]) for order in orders)
    assert len({tuple(order) for order in orders}) > 1
    page.get_by_role("button", name="Sort").click()
    kept = page.evaluate(ORDER)
    assert len(sent) == before
    page.reload()
    to_my_card(page)
    assert page.evaluate(ORDER) == kept


def test_both_players_read_who_must_act(visitor: Visitor) -> None:
    """Whoever is on turn reads so in the prompt and the title; the other reads that name, and what for."""
    host = visitor()
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("button", name="New table").click()
    expect(host.get_by_label("Link to this table")).to_be_visible()
    guest = visitor(host.evaluate("location.pathname"))
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name="Deal for 2 players").click()
    acted: list[Page] = []
    while not (acted.count(host) > 1 and acted.count(guest) > 1):
        page, other, name = (host, guest, "Ana") if host.title() == "Your turn" else (guest, host, "Ben")
        if page.title() != "Your turn" or over(page):
            assert not over(page), "a game of so few turns"
            continue
        expect(page.locator(".prompt").last).to_contain_text(re.compile("Your turn|is on you|You drew"))
        expect(other.locator(".prompt").last).to_contain_text(re.compile(f"{name}( is playing|: )"))
        by_taps(page, waiting_for(page))
        acted.append(page)


def over(page: Page) -> bool:
    """Whether the game has ended."""
    return page.get_by_role("button", name="Play again").is_visible()


# Tap or drag


def middle(page: Page, part: Locator) -> tuple[float, float]:
    """The middle of what is seen of a part."""
    box = part.bounding_box()
    assert box
    return box["x"] + min(box["width"], 40) / 2, box["y"] + box["height"] / 2


def drag(page: Page, card: Locator, to: tuple[float, float]) -> None:
    """Press, move in steps, and hold."""
    x, y = middle(page, card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30)
    page.mouse.move(*to, steps=4)


def test_a_card_is_dragged_to_the_table_and_back(visitor: Visitor) -> None:
    """Released over the hand, off the screen or after Escape it is not played; released over the table it is."""
    page = visitor()
    to_my_card_from_home(page)
    cards = page.get_by_role("group", name=re.compile("^Your hand"))
    before = cards.get_attribute("aria-label")
    card = page.get_by_role("button", name=re.compile(r"^(Red|Yellow|Green|Blue) .*, playable$|, playable$")).first
    pile = page.locator(".board, .where").first
    target = middle(page, pile)
    drag(page, card, middle(page, page.get_by_role("button", name="Sort")))
    page.mouse.up()
    drag(page, card, target)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert cards.get_attribute("aria-label") == before
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-dragged]")).to_have_count(0)
    drag(page, card, target)
    expect(page.locator("[data-dragged]")).to_have_count(1)
    page.mouse.up()
    expect(page.get_by_role("dialog").or_(page.locator("[role=status]", has_text="Sending"))).to_have_count(0)
    page.wait_for_function(
        "before => document.querySelector('[role=dialog]') ?? document.querySelector('.hand')?.ariaLabel !== before",
        arg=before,
    )


def test_two_taps_play_for_those_who_asked_for_it(visitor: Visitor) -> None:
    """The first only raises the card and says so; a tap on another raises that one; the choice is kept."""
    page = visitor()
    to_my_card_from_home(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Tap twice to play a card").click()
    page.get_by_role("button", name="Close").click()
    page.reload()
    to_my_card(page)
    hand = page.get_by_role("group", name=re.compile("^Your hand"))
    before = hand.get_attribute("aria-label")
    page.get_by_role("button", name=re.compile(", playable$")).first.click(position={"x": 12, "y": 12})
    raised = page.get_by_role("button", name=re.compile(", playable, press again to play$"))
    expect(raised).to_have_count(1)
    assert hand.get_attribute("aria-label") == before
    raised.click(position={"x": 12, "y": 12})
    page.wait_for_function(
        "before => document.querySelector('[role=dialog]') ?? document.querySelector('.hand')?.ariaLabel !== before",
        arg=before,
    )
