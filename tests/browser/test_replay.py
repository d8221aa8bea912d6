"""Finished games, looked at again: by link, from this browser's own games, or as a file, with and without a server."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES, USUAL, Server, Sit
from tests.browser.hands import by_taps, count_animations, deal, focused, next_frame, to_first_turn, whole_game
from tests.browser.test_screens import UNREADABLE, check, check_sizes

Visitor = Callable[..., Page]
VECTORS = Path(__file__).parents[1] / "vectors"
FOUR = VECTORS / "logs/boardflix-4-2-easy.ono"
FAULTS = json.loads((VECTORS / "tampered.json").read_text())["faults"]

_DROP = """([name, data]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([Uint8Array.from(atob(data), byte => byte.charCodeAt(0))], name));
  for (const type of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }
}"""


def drop(page: Page, file: Path) -> None:
    """Drop a file somewhere on the page."""
    page.evaluate(_DROP, [file.name, base64.b64encode(file.read_bytes()).decode()])


def opened(page: Page, file: Path) -> None:
    """Open a file by the button for it, and wait until its checks are done."""
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".sign").get_by_text(re.compile("^(Cards proven|Not verified)$"))).to_be_visible()


def at(page: Page) -> int:
    """The entry that is shown."""
    return int(page.get_by_role("slider").input_value())


def last(page: Page) -> int:
    """The last entry that can be shown."""
    return int(page.get_by_role("slider").get_attribute("max") or "")


def hands(page: Page) -> list[str]:
    """Whose hands lie open."""
    names = page.get_by_role("group", name=re.compile("^Hand of ")).evaluate_all("all => all.map(one => one.ariaLabel)")
    return [str(name).removeprefix("Hand of ") for name in names]


def audited(file: Path) -> subprocess.CompletedProcess[str]:
    """What ``ono audit`` says of a file."""
    command = [sys.executable, "-m", "ono_cli", "audit", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@contextmanager
def refused(browser: Browser, server: Server, *grounds: str) -> Generator[Page]:
    """A page in a fresh profile whose browser has to complain of these answers, and of nothing else."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert all(any(ground in text for text in complaints) for ground in grounds), complaints
    assert all(any(ground in text for ground in grounds) for text in complaints), complaints


def test_a_link_shows_a_finished_game_to_anybody_at_an_entry(visitor: Visitor, tmp_path: Path) -> None:
    """Someone without a seat opens it at entry 37, steps, plays and jumps by keys; the saved file passes the audit."""
    player = visitor()
    deal(player)
    whole_game(player, by_taps)
    expect(player.get_by_role("region", name="Fairness")).to_contain_text("Cards proven")
    link = player.get_by_label("Link to this game").input_value()
    assert re.fullmatch(r"http://[^/]+/g/[0-9a-f]{64}", link)

    page = visitor(f"{link}#n=37", size="desktop")
    expect(page.locator(".sign").get_by_text("Cards proven")).to_be_visible()
    end = last(page)
    assert at(page) == min(37, end)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert at(page) == 1
    page.keyboard.press("PageDown")
    turn = at(page)
    assert turn > 1
    page.keyboard.press("Shift+ArrowRight")
    assert at(page) > turn
    page.keyboard.press("Shift+ArrowLeft")
    assert at(page) == turn
    page.wait_for_function("turn => location.hash === `#n=${turn}`", arg=turn)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("turn => document.querySelector('input[type=range]').valueAsNumber > turn", arg=turn)
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert at(page) == end

    page.get_by_role("button", name="Link and file").click()
    assert page.get_by_label(f"Link to entry {end}").input_value() == f"{link}#n={end}"
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the log").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert audited(file).returncode == 0

    player.get_by_role("button", name="Watch it again").click()
    expect(player.get_by_role("slider")).to_be_visible()
    player.go_back()
    expect(player.get_by_role("button", name="Watch it again")).to_be_visible()


def test_a_game_played_here_is_kept_and_shown_without_a_connection(sit: Sit, tmp_path: Path) -> None:
    """It is listed with its players and its verdict; it can be watched offline, saved and removed."""
    (page,) = sit("Sol", computers=3, deal=3)
    whole_game(page, by_taps)
    expect(page.get_by_role("region", name="Fairness")).to_contain_text("Cards proven")
    expect(page.get_by_text("1 of 1 player has signed.")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Your games").click()
    game = page.get_by_role("listitem")
    expect(game).to_have_count(1)
    expect(game).to_contain_text("Cards proven")
    check(page, "your games")
    page.context.set_offline(True)
    game.get_by_role("button", name=re.compile("^Watch the game")).click()
    expect(page.locator(".sign").get_by_text("Cards proven")).to_be_visible()
    page.go_back()
    with page.expect_download() as saving:
        page.get_by_role("button", name=re.compile("^Save the log")).click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert audited(file).returncode == 0
    page.get_by_role("button", name=re.compile("^Remove the game")).click()
    expect(page.get_by_text("No game has ended here yet.")).to_be_visible()


def test_a_tampered_log_names_its_first_bad_entry(visitor: Visitor) -> None:
    """The browser names the entry that the audit names; what stands before it can still be looked at, nothing after."""
    page = visitor()
    for name in ("card-twice", "counter-reused", "clock-fell"):
        file = VECTORS / f"tampered/{name}.ono"
        bad = FAULTS[name]["index"]
        page.goto("/")
        expect(page.get_by_role("button", name="Your games")).to_be_visible()
        drop(page, file)
        sign = page.get_by_role("button", name=re.compile("Not verified"))
        expect(sign).to_contain_text(f"Entry {bad}:")
        expect(sign.locator(".failed")).to_have_count(1)
        assert audited(file).returncode == 1
        page.keyboard.press("End")
        assert bad - 2 <= at(page) < bad
        page.keyboard.press("Home")
        assert at(page) == 0
    check(page, "tampered")


def test_a_file_is_shown_without_any_connection(visitor: Visitor) -> None:
    """From the first page on, once the rest of the page has come by itself; nothing is asked of the server."""
    page = visitor()
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => /worker-/.test(name))")
    page.context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    drop(page, FOUR)
    expect(page.locator(".sign").get_by_text("Cards proven")).to_be_visible()
    assert [url for url in asked if not (url.startswith("blob:") or url.endswith("/icon.svg"))] == []
    page.get_by_role("button", name="Link and file").click()
    expect(page.get_by_text("there is no link to it")).to_be_visible()
    page.keyboard.press("Escape")
    page.go_back()
    expect(page.get_by_role("button", name="New table")).to_be_visible()


def test_each_view_opens_the_hands_that_belong_to_it(visitor: Visitor) -> None:
    """None for a spectator, one for a seat, all with the eye."""
    page = visitor("/g/", size="desktop")
    opened(page, FOUR)
    assert hands(page) == []
    names = page.get_by_label("Seen by").locator("option").all_inner_texts()[1:-1]
    assert len(names) == 4
    for name in names:
        page.get_by_label("Seen by").select_option(label=name)
        assert hands(page) == [name.removeprefix("As ")]
    page.get_by_role("button", name="All hands open").click()
    assert len(hands(page)) == 4
    page.get_by_role("button", name="All hands open").click()
    assert hands(page) == []


def test_keys_alone_lead_through_a_replay(visitor: Visitor) -> None:
    """Space is a control's own where one has the focus; the list of keys opens and closes."""
    page = visitor("/g/", size="desktop")
    opened(page, FOUR)
    page.keyboard.press("End")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_contain_text("Turn before, next turn")
    page.keyboard.press("Home")
    assert at(page) == last(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    assert at(page) == 0
    for _ in range(30):
        if "Next turn" in focused(page):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert at(page) > 0
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("h")
    assert len(hands(page)) == 4
    entry = at(page)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("."))
    page.keyboard.press("ArrowRight")
    assert at(page) == entry + 1


def test_a_press_on_an_entry_goes_there(visitor: Visitor) -> None:
    """On a wide screen the entries stand beside the table."""
    page = visitor("/g/", size="desktop")
    opened(page, FOUR)
    line = page.get_by_role("list", name="Entries").get_by_role("button").nth(20)
    line.click()
    expect(line).to_have_attribute("aria-current", "step")
    assert line.inner_text().split()[-1] == str(at(page))


@pytest.fixture(scope="session")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a game of ten."""
    folder = tmp_path_factory.mktemp("ten")
    options = ["--preset", "official", "--set", "seats_max=10", "--set", "score=none", "--seats", "10", "--seed", "7"]
    subprocess.run([sys.executable, "-m", "ono_cli", "sim", *options, "--out", str(folder)], check=True)
    return next(folder.glob("*.ono"))


_OUTSIDE = """() => [".controls button", ".place > *", ".told", "select", ".bar button"].flatMap(parts => {
  return [...document.querySelectorAll(parts)].filter(part => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  });
}).map(part => part.ariaLabel ?? part.textContent)"""


def at_each_size(page: Page) -> Iterator[str]:
    """Let the page have one size after another; its name."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        next_frame(page)
        yield size


def test_a_replay_is_accessible_at_every_size(visitor: Visitor, ten: Path) -> None:
    """With ten seats and all hands open as well as with four and none; its sheets, too."""
    page = visitor("/g/")
    check_sizes(page, "no games")
    opened(page, FOUR)
    check_sizes(page, "four")
    for size in at_each_size(page):
        if size in {*USUAL, "small"}:
            assert page.evaluate(_OUTSIDE) == [], size
        board = page.get_by_role("region", name="Seats and piles").bounding_box()
        assert board
        assert board["height"] >= 200, size
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Link and file").click()
    check_sizes(page, "link and file")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    check_sizes(page, "keys")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("Cards proven")).click()
    check_sizes(page, "checks")
    page.keyboard.press("Escape")
    page.go_back()
    opened(page, ten)
    page.get_by_role("button", name="All hands open").click()
    page.keyboard.press("PageDown")
    check_sizes(page, "ten")
    assert len(hands(page)) == 10
    for size in at_each_size(page):
        if size in USUAL:  # on a smaller phone six seats in a row touch
            assert page.evaluate(UNREADABLE) == [], size
        if size in {*USUAL, "small"}:
            assert page.evaluate(_OUTSIDE) == [], size


def test_nothing_moves_in_a_replay_for_those_who_asked_for_less(visitor: Visitor) -> None:
    """With reduced motion no animation ever runs while it plays."""
    page = visitor("/g/")
    page.emulate_media(reduced_motion="reduce")
    count_animations(page)
    opened(page, FOUR)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert at(page) == last(page)
    assert page.evaluate("window.seen") == 0


def test_a_game_that_nobody_knows_is_said_to_be_unknown(browser: Browser, server: Server) -> None:
    """With ways on from there."""
    with refused(browser, server, "404", "404") as page:
        page.goto(f"/g/{'ab' * 32}")
        expect(page.get_by_role("alert")).to_have_text("This server knows no such game.")
        check(page, "unknown")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("alert")).to_have_text("This server knows no such game.")
        page.get_by_role("button", name="Your games").click()
        expect(page.get_by_role("heading", name="Your games")).to_be_visible()


def test_a_game_that_runs_is_shown_to_nobody(browser: Browser, server: Server, visitor: Visitor) -> None:
    """Its log holds nothing secret but its end, yet it opens to all only then."""
    player = visitor()
    deal(player)
    to_first_turn(player)
    game = player.evaluate(
        "Object.keys(localStorage).map(key => /^ono.game.([0-9a-f]{64})$/.exec(key)?.[1]).find(Boolean)"
    )
    with refused(browser, server, "403") as page:
        page.goto(f"/g/{game}#n=3")
        expect(page.get_by_role("alert")).to_contain_text("This game has not ended.")


def test_without_a_connection_a_link_says_so(browser: Browser, server: Server) -> None:
    """And offers another try, which then succeeds or says why not."""
    with refused(browser, server, "ERR_INTERNET_DISCONNECTED", "404") as page:
        page.goto("/g/")
        expect(page.get_by_text("No game has ended here yet.")).to_be_visible()
        page.context.set_offline(True)
        page.evaluate(
            "id => { history.pushState(null, '', `/g/${id}`); dispatchEvent(new PopStateEvent('popstate')) }", "ab" * 32
        )
        expect(page.get_by_role("alert")).to_have_text("There is no connection to the server.")
        page.context.set_offline(False)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("alert")).to_have_text("This server knows no such game.")


def test_a_file_that_is_no_log_is_refused_in_words(visitor: Visitor, tmp_path: Path) -> None:
    """Another file, and a log that is broken from its first entry on."""
    other = tmp_path / "notes.txt"
    other.write_text("ONO is fun")
    page = visitor("/g/")
    page.locator("input[type=file]").set_input_files(other)
    expect(page.get_by_role("alert")).to_have_text("This file is no log of a game.")
    broken = tmp_path / "broken.ono"
    data = bytearray(FOUR.read_bytes())
    data[40] ^= 1
    broken.write_bytes(data)
    drop(page, broken)
    expect(page.get_by_role("alert")).to_contain_text("damaged from its first entry on")


def test_a_browser_that_keeps_nothing_says_so(visitor: Visitor) -> None:
    """A log can still be opened there."""
    page = visitor()
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page.goto("/g/")
    expect(page.get_by_role("status")).to_contain_text("This browser keeps nothing for this page")
    opened(page, FOUR)
