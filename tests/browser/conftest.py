"""A real server as its own process, and visitors whose browser must stay silent."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

expect.set_options(timeout=15_000)  # milliseconds, for a busy machine

USUAL = {"phone": (390, 844), "desktop": (1280, 800), "sideways": (844, 390)}
SHORT = {"short": (390, 664), "shorter": (390, 700), "small": (360, 640), "tiny": (320, 568)}
"""Viewports by name: width and height in CSS pixels; short ones are phones held upright with a browser's bars."""
SIZES = USUAL | SHORT


class Server:
    """``ono serve`` on a free port; it may be ended by force and started again on the same data."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._port = 0
        self.start()

    def start(self) -> None:
        """Start, and wait until it listens."""
        command = [sys.executable, "-m", "ono_cli", "serve", "--data", str(self._data)]
        quick = ["--port", str(self._port), "--pace", "50"]
        self._process = subprocess.Popen([*command, *quick], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[-1]
        self._port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Generator[Server]:
    """A server of this test's own."""
    running = Server(tmp_path)
    yield running
    running.kill()


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Generator[Callable[..., Page]]:
    """Opens a page in a fresh profile (or in ``context``); afterwards no browser may have complained of anything."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def visit(
        path: str = "/",
        size: str = "phone",
        context: BrowserContext | None = None,
        speed: str = "off",
        hints: str = "off",
    ) -> Page:
        if context is None:
            width, height = SIZES[size]
            context = browser.new_context(base_url=server.url, viewport={"width": width, "height": height})
            context.add_init_script(f"localStorage.setItem('ono.speed', '{speed}')")
            context.add_init_script(
                f"localStorage.getItem('ono.hints') ?? localStorage.setItem('ono.hints', '{hints}')"
            )
            contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert [text for text in complaints if "ERR_CONNECTION_REFUSED" not in text] == []
