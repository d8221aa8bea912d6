"""Bad networks between a phone and its table: cut, silent, slow; a server that goes and comes; more than one device."""

from __future__ import annotations

import re
import socket
import sqlite3
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server, Sit
from tests.browser.hands import HAND, QUICK, by_taps, deal, next_frame, play_a_card, to_my_card, waiting_for
from tests.browser.network import Network
from tests.browser.test_connection import hand
from tests.browser.test_rules import act, play_until

Visitor = Callable[..., Page]
GONE = "The connection is gone."
ELSEWHERE = "This table was opened elsewhere"
MY_HAND = re.compile("^Your hand")
HEAD = """() =>
  JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith("ono/game/"))[1]).head"""
"""The newest entry that a browser holds: its index and bytes."""
BACK_MS = 2_000
"""A page is usable again within one second; the other is for a busy machine."""


@pytest.fixture
def network() -> Generator[Network]:
    """The only way to the server."""
    network = Network()
    yield network
    network.end()


@pytest.fixture
def server(tmp_path: Path, network: Network) -> Generator[Server]:
    """A server that is known by the network's address."""
    running = Server(tmp_path, "--public-url", network.url, port=free_port())
    network.port = int(running.direct.rpartition(":")[2])
    yield running
    running.kill()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def lines(page: Page, text: str) -> int:
    """How often the log says so."""
    return page.get_by_role("log").inner_text().count(text)


def head(page: Page) -> tuple[int, str]:
    """The newest entry that this browser holds: its index and bytes."""
    index, raw = page.evaluate(HEAD)
    return int(index), str(raw)


def stored(data: Path) -> tuple[int, str]:
    """The newest entry that the server holds."""
    with sqlite3.connect(f"file:{data / 'ono.db'}?mode=ro", uri=True) as store:
        index, raw = store.execute('SELECT "index", raw FROM entries ORDER BY "index" DESC LIMIT 1').fetchone()
    return int(index), bytes(raw).hex()


def show(page: Page, *, hidden: bool) -> None:
    """Bring the page to the background or back, as far as it can tell."""
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def two_players(visitor: Visitor, server: Server) -> tuple[Page, Page]:
    """A host behind the network and a guest beside the server, with two computers; the host has a card to play."""
    host = visitor()
    host.get_by_role("button", name="New table").click()
    for seat in (3, 4):
        host.get_by_role("button", name=f"Easy computer at seat {seat}").click()
    guest = visitor(server.direct + host.evaluate("location.pathname"))
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name="Deal for 4 players").click()
    expect(host.get_by_role("group", name=HAND)).to_be_visible()
    while not (is_on_turn(host) and waiting_for(host) == "card"):
        for page in (host, guest):
            if is_on_turn(page):
                by_taps(page, waiting_for(page))
            next_frame(page)
    return host, guest


def is_on_turn(page: Page) -> bool:
    """Whether this player has to act."""
    return page.title() == "Your turn"


def test_a_cut_line_comes_back_to_the_same_hand_and_log(
    visitor: Visitor, network: Network, server: Server, tmp_path: Path
) -> None:
    """Others play on meanwhile; what was missed is there once, and one line says that the connection is back."""
    host, guest = two_players(visitor, server)
    cards = len(hand(host))
    before = head(guest)[0]
    play_a_card(host)
    expect(host.get_by_role("group", name=MY_HAND).get_by_role("button")).to_have_count(cards - 1)
    network.cut()
    expect(host.get_by_role("alert")).to_contain_text(GONE)
    if is_on_turn(guest):
        by_taps(guest, waiting_for(guest))
    guest.wait_for_function(f"index => ({HEAD})()[0] > index + 1", arg=before)
    mine = hand(host)
    network.mend()
    expect(host.get_by_role("alert")).to_have_count(0, timeout=BACK_MS)
    expect(host.get_by_role("log")).to_contain_text("Reconnected.")
    host.wait_for_function(f"index => ({HEAD})()[0] >= index", arg=stored(tmp_path)[0])
    assert lines(host, "Reconnected.") == 1
    assert set(mine) <= set(hand(host))
    assert head(host)[0] >= before
    assert head(host) == head(guest) == stored(tmp_path)


@pytest.mark.parametrize("line", ["forgotten", "held"])
def test_a_silent_hole_is_shown_and_a_move_made_in_it_is_made_once(
    visitor: Visitor, network: Network, line: str
) -> None:
    """Within three seconds; nothing covers the table; what was held comes twice to the server, and counts once."""
    page = visitor()
    deal(page)
    to_my_card(page)
    network.hold()
    name = play_a_card(page)
    expect(page.get_by_role("status")).to_contain_text("Sending")
    expect(page.get_by_role("alert")).to_contain_text(GONE, timeout=3_500)
    expect(page.get_by_role("alert")).to_contain_text("Your seat is kept")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("group", name=MY_HAND)).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Sending")
    network.resume(forget=line == "forgotten")
    expect(page.get_by_role("alert")).to_have_count(0, timeout=BACK_MS)
    log = page.get_by_role("log")
    expect(log).to_contain_text(f"You play {name}")
    assert lines(page, f"You play {name}") == 1
    assert lines(page, "Reconnected.") == 1


def test_a_page_that_was_away_finds_a_dead_line_though_it_looks_open(visitor: Visitor, network: Network) -> None:
    """The line went silent in the background; shown again, it is replaced within three seconds."""
    page = visitor()
    deal(page)
    to_my_card(page)
    mine = hand(page)
    show(page, hidden=True)
    network.hold()
    network.resume(forget=True)
    sockets = network.sockets
    show(page, hidden=False)
    expect(page.get_by_role("log")).to_contain_text("Reconnected.", timeout=3_500)
    assert network.sockets == sockets + 1
    assert hand(page) == mine


def test_a_hole_in_a_turn_with_a_clock_makes_no_move(visitor: Visitor, network: Network) -> None:
    """Ten of thirty seconds without a word: the hand and the turn are as they were."""
    page = visitor()
    page.get_by_text("Table Party", exact=True).click()
    page.get_by_role("button", name=QUICK).click()
    expect(page.get_by_role("group", name=HAND)).to_be_visible()
    to_my_card(page)
    mine, sockets = hand(page), network.sockets
    network.hold()
    expect(page.locator(".prompt").last).to_contain_text(re.compile(r"\b(19|1[0-8])s"))
    network.resume(forget=True)
    expect(page.get_by_role("alert")).to_have_count(0, timeout=BACK_MS)
    expect(page).to_have_title("Your turn")
    assert hand(page) == mine
    assert lines(page, "time") == 0
    assert network.sockets <= sockets + 2
    play_a_card(page)
    expect(page.get_by_role("log")).to_contain_text("You play")


def test_a_slow_network_is_no_lost_one(visitor: Visitor, network: Network) -> None:
    """Where opening took long, answers may take long too."""
    page = visitor()
    page.wait_for_load_state("networkidle")
    network.delay = 0.7
    page.get_by_role("button", name=QUICK).click()
    expect(page.get_by_role("group", name=HAND)).to_be_visible(timeout=60_000)  # a dozen ways there and back
    to_my_card(page)
    sockets = network.sockets
    play_a_card(page)
    expect(page.get_by_role("log")).to_contain_text("You play")
    assert lines(page, "Reconnected.") == 0
    assert network.sockets == sockets


@pytest.mark.parametrize("device", ["tab", "device"])
def test_the_newest_page_has_the_seat_and_the_old_one_lies_still(visitor: Visitor, device: str) -> None:
    """One identity in two places: the older says so, keeps what it knows, and does not fight."""
    first = visitor()
    deal(first)
    to_my_card(first)
    secret, mine = first.evaluate("localStorage['ono/identity']"), hand(first)
    path, context = first.evaluate("location.pathname"), first.context
    if device == "tab":
        second = visitor(path, context=context)
    else:
        second = visitor(path, size="desktop", before=f"localStorage.setItem('ono/identity', '{secret}')")
    expect(second.get_by_role("group", name=MY_HAND)).to_be_visible()
    assert hand(second) == mine
    expect(first.get_by_role("alert")).to_contain_text(ELSEWHERE)
    assert first.get_by_role("alert").get_by_role("button").all_inner_texts() == ["Go on here"]
    opened: list[str] = []
    first.on("websocket", lambda socket: opened.append(socket.url))
    first.clock.install()
    first.clock.run_for(60_000)
    for event in ("online", "focus", "pageshow"):
        first.evaluate("event => dispatchEvent(new Event(event))", event)
    show(first, hidden=True)
    show(first, hidden=False)
    first.clock.run_for(60_000)
    assert opened == []
    assert first.evaluate("localStorage['ono/identity']") == secret
    expect(second.get_by_role("alert")).to_have_count(0)


def test_a_reload_in_the_colour_choice_keeps_the_card(sit: Sit) -> None:
    """Nothing was sent yet: the card is back in the hand, and may be played anew."""
    pages = sit("Sol", "Zoë", deal=10, draw_when="any", wild_draw_four="free", start_wild="redraw")

    def wild_of(page: Page) -> Locator:
        return page.get_by_role("button", name=re.compile("^Wild.*, playable$")).first

    def draws(page: Page) -> bool:
        return act(page, hold=".")

    play_until(pages, lambda: any(wild_of(page).count() for page in pages), draws)
    page = next(page for page in pages if wild_of(page).count())
    wild = wild_of(page)
    mine = hand(page)
    wild.click(position={"x": 12, "y": 12})
    expect(page.get_by_role("dialog", name="Which colour")).to_be_visible()
    page.reload()
    expect(page.get_by_role("group", name=MY_HAND)).to_be_visible()
    assert hand(page) == mine
    expect(page).to_have_title("Your turn")
    wild.click(position={"x": 12, "y": 12})
    by_taps(page, "colour")
    expect(page.get_by_role("log")).to_contain_text("You play Wild")


@pytest.mark.parametrize("way", ["drain", "kill"])
def test_a_server_that_comes_back_goes_on_with_the_game(visitor: Visitor, server: Server, way: str) -> None:
    """Told to stop or ended by force: the same hand, the same turn, and one line says so."""
    page = visitor()
    deal(page)
    to_my_card(page)
    mine = hand(page)
    getattr(server, way)()
    expect(page.get_by_role("alert")).to_contain_text(GONE)
    server.start()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("Reconnected.")
    expect(page).to_have_title("Your turn")
    assert hand(page) == mine
    assert lines(page, "Reconnected.") == 1
    play_a_card(page)
    expect(page.get_by_role("log")).to_contain_text("You play")


def test_a_tunnel_in_which_my_turn_ran_out(visitor: Visitor, network: Network, tmp_path: Path) -> None:
    """What was played without a connection is told as refused; then the page holds what the server holds."""
    rules = ("--play", "--preset", "table-party", "--set", "clock_ms=3000")
    limited = Server(tmp_path / "limited", "--public-url", network.url, *rules, port=free_port())
    network.port = int(limited.direct.rpartition(":")[2])
    try:
        with sqlite3.connect(f"file:{tmp_path / 'limited/ono.db'}?mode=ro", uri=True) as store:
            path = f"/r/{store.execute('SELECT code FROM rooms').fetchone()[0]}"
        page, guest = visitor(path), visitor(limited.direct + path)
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_text("At least two seats")).to_be_visible()
        guest.get_by_role("button", name="Sit down").click()
        page.get_by_role("button", name="Deal for 2 players").click()
        expect(page).to_have_title("Your turn")
        expect(page.get_by_role("button", name=re.compile(", playable$|^Draw a card$")).first).to_be_enabled()
        network.hold()
        passed = head(guest)[0]
        page.get_by_role("button", name=re.compile("^Draw")).first.click()
        expect(page.get_by_role("status")).to_contain_text("Sending")
        gone = page.get_by_text(GONE)
        expect(gone).to_contain_text("the clock of your turns runs on")
        guest.wait_for_function(f"index => ({HEAD})()[0] > index", arg=passed)
        expect(guest.get_by_role("log")).to_contain_text("time")
        network.resume(forget=True)
        expect(page.get_by_role("log")).to_contain_text("Reconnected.")
        expect(gone).to_have_count(0)
        expect(page.get_by_role("status")).not_to_contain_text("Sending")
        page.wait_for_function(f"index => ({HEAD})()[0] >= index", arg=passed + 1)
        assert lines(page, "Reconnected.") == 1
    finally:
        limited.kill()
