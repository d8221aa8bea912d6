"""The guide's pictures, made of the real thing: a server, its page in Chromium, and the terminal's screen.

`python -m tests.guide.pictures FOLDER`. Whose cards are shown is chance, as in any game.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from textual.pilot import Pilot

from tests.browser.conftest import Server
from tests.browser.hands import by_taps, deal, to_my_card, whole_game
from tests.cli.screens import Screen, asked, driven
from tests.conftest import CHROMIUM_FLAGS, NO_CHROMIUM, chromium

PHONE = (390, 844)


def main(folder: Path) -> None:
    """Write every picture."""
    path = chromium()
    if path is None:
        raise SystemExit(NO_CHROMIUM)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        drawing = _of_a_terminal(Path(data))
        _photographed(path, drawing, Path(data), folder)


def _photographed(path: str, drawing: str, data: Path, folder: Path) -> None:
    with sync_playwright() as playwright:
        server = Server(data)
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        try:
            _on_a_phone(browser, server.url, folder)
            _drawn(browser, drawing, folder)
        finally:
            browser.close()
            server.kill()


def _on_a_phone(browser: Browser, url: str, folder: Path) -> None:
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, device_scale_factor=2)
    page.goto(url)
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="New table").click()
    page.get_by_role("button", name="Easy computer at seat 2").click()
    page.get_by_role("button", name="Easy computer at seat 3").click()
    page.get_by_role("button", name=re.compile("^Deal for")).wait_for()
    _taken(page, folder, "lobby-phone")
    page.goto(url)
    deal(page)
    to_my_card(page)
    _taken(page, folder, "table-phone")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rules").click()
    _taken(page, folder, "rules-phone")
    page.keyboard.press("Escape")
    whole_game(page, by_taps)
    page.get_by_role("region", name="Fairness").get_by_text("Cards proven").wait_for()
    _taken(page, folder, "fairness-phone")


def _of_a_terminal(data: Path) -> str:
    """The full screen on one's first turn, as SVG."""
    drawings: list[str] = []

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        drawings.append(app.export_screenshot(title="ONO"))

    driven(Screen(data / "game.ono"), (100, 30), drive)
    return drawings[0]


def _drawn(browser: Browser, drawing: str, folder: Path) -> None:
    page = browser.new_page(device_scale_factor=2)
    page.route(re.compile("^https?:"), lambda route: route.abort())  # a drawing asks for a font from elsewhere
    page.set_content(drawing)
    page.locator("svg").first.screenshot(path=folder / "table-terminal.png")


def _taken(page: Page, folder: Path, name: str) -> None:
    page.screenshot(path=folder / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
