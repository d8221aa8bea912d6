"""The page as an installed one: without its server, beside a newer one, and what a device does beside the game."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, Worker, expect

from ono_net.messages import Error, Ping, pack
from tests.browser.conftest import Server
from tests.browser.hands import by_taps, deal, next_frame, to_my_card
from tests.browser.test_network import MY_HAND, show

Visitor = Callable[..., Page]


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """Opens pages that may be installed."""
    return partial(visitor, worker="allow")


ROOT = Path(__file__).parents[2]
ALONE = "playing a table need the server"
BROKEN = "A part of this page did not come."
INSECURE = """
  Object.defineProperty(window, "isSecureContext", { value: false });
  for (const name of ["serviceWorker", "wakeLock", "clipboard"]) delete Navigator.prototype[name];
"""
LOCKS = """
  window.locks = [];
  Navigator.prototype.__defineGetter__("wakeLock", () => ({ request: async kind => {
    window.locks.push(kind);
    const lock = { released: false, release: async () => { lock.released = true; window.locks.push("released"); } };
    return lock;
  } }));
"""
PATIENCE_FRAMES = 900
BUZZES = """
  window.buzzes = 0;
  Navigator.prototype.vibrate = () => ++window.buzzes;
"""


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A copy of the built page that a server of this test serves."""
    for package in ("ono_net", "ono_core"):
        (tmp_path / package).symlink_to(ROOT / package)
    return Path(shutil.copytree(ROOT / "clients/web/dist", tmp_path / "clients/web/dist"))


@pytest.fixture
def server(dist: Path, tmp_path: Path) -> Generator[Server]:
    """A server of that copy."""
    running = Server(tmp_path / "data", path=tmp_path)
    yield running
    running.kill()


def installed(page: Page) -> None:
    """Wait until the worker has all it needs."""
    until(page, "navigator.serviceWorker.ready.then(({ active }) => active.state)", "activated")


def until(page: Page, asked: str, wanted: object, worker: Worker | None = None) -> None:
    """Wait until the page, or a worker, answers so."""
    answer: object = None
    for _ in range(PATIENCE_FRAMES):
        if (answer := (worker or page).evaluate(asked)) == wanted:
            return
        next_frame(page)
    raise AssertionError(f"expected {wanted!r} of {asked!r}, got {answer!r}")


def listening(visitor: Visitor) -> tuple[Page, Callable[[bytes], None]]:
    """A page with a card to play, and what makes its table say something that no table says."""
    page = visitor()
    lines: list[WebSocketRoute] = []

    def relay(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/ws", relay)
    page.reload()
    deal(page)
    to_my_card(page)
    return page, lines[-1].send


def test_without_its_server_the_page_is_there_and_says_what_needs_it(visitor: Visitor, server: Server) -> None:
    """At its start and by a deep link; when the server is back it plays, without another load."""
    page = visitor()
    installed(page)
    server.kill()
    page.reload()
    expect(page.get_by_text(ALONE)).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page.keyboard.press("Escape")
    page.goto("/r/ABCD")
    expect(page.get_by_text(ALONE)).to_be_visible()
    page.goto("/")
    expect(page.get_by_text(ALONE)).to_be_visible()
    server.start()
    expect(page.get_by_text(ALONE)).to_have_count(0)
    deal(page)


def test_a_page_of_a_room_that_lost_its_server_comes_back_to_the_hand(visitor: Visitor, server: Server) -> None:
    """Reloaded while the server is away: the first page waits, and then there is the table again."""
    page = visitor()
    deal(page)
    to_my_card(page)
    installed(page)
    server.kill()
    page.reload()
    expect(page.get_by_text(ALONE)).to_be_visible()
    server.start()
    expect(page.get_by_role("group", name=MY_HAND)).to_be_visible()


def test_after_an_upgrade_the_new_page_is_shown_at_once_and_the_old_one_forgotten(
    visitor: Visitor, server: Server, dist: Path
) -> None:
    """A new build does not wait for its worker; that takes over when no page of the old one is left."""
    page = visitor()
    installed(page)
    names = page.evaluate("caches.keys()")
    server.kill()
    index, worker = dist / "index.html", dist / "sw.js"
    index.write_text(index.read_text().replace("<title>", '<meta name="build" content="2"><title>'))
    worker.write_text(re.sub('BUILD="[^"]*"', 'BUILD="ono-2"', worker.read_text()))
    server.start()
    page.reload()
    expect(page.locator("meta[name=build]")).to_have_count(1)
    until(page, "navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state)", "installed")
    assert page.evaluate("caches.keys()") == [*names, "ono-2"]
    blank, newer = page.context.new_page(), page.context.service_workers[-1]
    page.close()
    until(blank, "caches.keys()", ["ono-2"], newer)
    page = visitor(context=page.context)
    deal(page)


def test_the_worker_keeps_the_page_and_nothing_else(visitor: Visitor) -> None:
    """Rooms, logs and pictures of links are asked of the server each time."""
    page = visitor()
    installed(page)
    page.reload()
    page.get_by_role("button", name="Public tables").click()
    expect(page.get_by_role("status")).to_contain_text("No table is public now")
    kept = page.evaluate("""async () => {
      const caches_ = await Promise.all((await caches.keys()).map(name => caches.open(name)));
      const requests = (await Promise.all(caches_.map(cache => cache.keys()))).flat();
      return requests.map(({ url }) => new URL(url).pathname);
    }""")
    assert "/" in kept
    assert [path for path in kept if re.match("/(rooms|logs|qr|ws|sw)", path)] == []


def test_the_manifest_and_its_icons_are_there(visitor: Visitor) -> None:
    """What a browser asks for before it offers to install: a name, a start, icons of the sizes that they claim."""
    page = visitor()
    manifest = page.evaluate("""async () => {
      const answer = await fetch(document.querySelector("link[rel=manifest]").href);
      const { icons, ...rest } = await answer.json();
      const sizes = await Promise.all(icons.map(async ({ src, sizes }) => {
        const image = Object.assign(new Image(), { src });
        await image.decode();
        return [sizes, `${image.naturalWidth}x${image.naturalHeight}`];
      }));
      return { ...rest, type: answer.headers.get("content-type"), sizes };
    }""")
    assert manifest["type"] == "application/manifest+json"
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("ONO", "/", "standalone")
    assert [real for claimed, real in manifest["sizes"] if claimed not in {"any", real}] == []


def test_a_missing_part_is_told_with_a_way_on(visitor: Visitor) -> None:
    """What the table needs later is gone, as after an upgrade: the page says so and offers to be loaded again."""
    page = visitor(forgives="404")
    page.route("**/assets/later-*.js", lambda route: route.fulfill(status=404))
    page.get_by_role("button", name="Play against computers").click()
    expect(page.get_by_role("alert")).to_contain_text(BROKEN)
    expect(page.get_by_role("group", name=MY_HAND)).to_be_visible()
    page.unroute("**/assets/later-*.js")
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("group", name=MY_HAND)).to_be_visible()


def test_a_first_page_without_the_rest_says_so(visitor: Visitor, dist: Path, server: Server) -> None:
    """What comes behind the first page is gone."""
    server.kill()
    for part in dist.glob("assets/room-*.js"):
        part.unlink()
    server.start()
    page = visitor(forgives="404")
    expect(page.get_by_role("alert")).to_contain_text(BROKEN)
    expect(page.get_by_role("button", name="Load again")).to_be_visible()


def test_a_table_that_speaks_of_newer_things_asks_for_a_newer_page(visitor: Visitor) -> None:
    """An unknown kind stops the page, in words, with a button that loads it again."""
    page, say = listening(visitor)
    say(pack(Ping(1)).replace(b"ping", b"pong"))
    say(pack(Ping(1)).replace(b"ping", b"hail"))
    expect(page.get_by_role("alert")).to_contain_text("needs a newer version")
    expect(page.get_by_role("group", name=MY_HAND)).to_be_visible()
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("group", name=MY_HAND)).to_be_visible()


def test_a_table_that_lost_a_part_of_the_game_leaves_two_ways_on(visitor: Visitor) -> None:
    """The log is saved as the proof, or the table left."""
    page, say = listening(visitor)
    say(pack(Error("log-rolled-back", "")))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The server lost a part of this game")
    with page.expect_download() as saved:
        alert.get_by_role("button", name="Save the log").click()
    assert saved.value.suggested_filename.endswith(".ono")
    alert.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="New table")).to_be_visible()


def test_the_screen_stays_on_while_my_game_is_looked_at(visitor: Visitor) -> None:
    """Asked for at the table, let go with the page or the table, asked for again when it is shown."""
    page = visitor(before=LOCKS)
    deal(page)
    page.wait_for_function("() => window.locks.join() === 'screen'")
    show(page, hidden=True)
    page.wait_for_function("() => window.locks.join() === 'screen,released'")
    show(page, hidden=False)
    page.wait_for_function("() => window.locks.join() === 'screen,released,screen'")
    to_my_card(page)
    page.get_by_role("button", name="Menu").click()
    leave = page.get_by_role("button", name=re.compile("^Leave"))
    leave.click()
    leave.click()
    page.wait_for_function("() => window.locks.join() === 'screen,released,screen,released'")


def test_who_asked_for_it_is_called_when_it_is_their_turn(visitor: Visitor) -> None:
    """One notification, only while the page is in the background; it goes when the page is shown."""
    page = visitor()
    page.context.grant_permissions(["notifications"])
    installed(page)
    deal(page)
    to_my_card(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Call me when it is my turn").click()
    expect(page.get_by_role("switch", name="Call me when it is my turn")).to_be_checked()
    page.keyboard.press("Escape")
    show(page, hidden=True)
    by_taps(page, "card")
    shown = "navigator.serviceWorker.ready.then(it => it.getNotifications()).then(all => all.map(it => it.title))"
    until(page, shown, ["Your turn"])
    show(page, hidden=False)
    until(page, shown, [])


def test_an_origin_that_allows_less_is_told_in_words(visitor: Visitor) -> None:
    """Over plain http there is no switch that would not work, and the game goes as ever."""
    page = visitor(before=INSECURE)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_contain_text("that needs https")
    expect(page.get_by_role("switch", name="Call me when it is my turn")).to_have_count(0)
    page.keyboard.press("Escape")
    deal(page)
    to_my_card(page)
    by_taps(page, "card")


def test_each_turn_of_mine_is_felt_once(visitor: Visitor) -> None:
    """The title says it, and the phone buzzes once each time that it begins to."""
    page = visitor(before=BUZZES, speed="fast")
    page.evaluate("""() => {
      window.turns = 0;
      let was = false;
      new MutationObserver(() => {
        const now = document.title === "Your turn";
        if (now && !was) window.turns++;
        was = now;
      }).observe(document.head, { subtree: true, childList: true, characterData: true });
    }""")
    deal(page)
    for _ in range(2):
        to_my_card(page)
        assert page.evaluate("[window.turns, window.buzzes]") == [page.evaluate("window.turns")] * 2
        by_taps(page, "card")
    to_my_card(page)
    assert page.evaluate("window.turns") >= 2
    assert page.evaluate("window.buzzes === window.turns")
