"""A real server as its own process, and visitors whose browser must stay silent."""

from __future__ import annotations

import re
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


UNREACHABLE = re.compile(
    "net::ERR_(CONNECTION_|EMPTY_RESPONSE|ABORTED|SOCKET_NOT_CONNECTED)|WebSocket .*[Cc]losed before"
)
"""What a browser says of a server that is not there, whatever the page does."""


class Server:
    """``ono serve`` on a free port; it may be ended by force and started again on the same data."""

    def __init__(self, data: Path, *flags: str, port: int = 0, path: Path | None = None) -> None:
        """Serve at this port; `path` is the folder to start in, where Python looks for modules first."""
        self._data = data
        self._flags = flags
        self._port = port
        self._path = path
        self.start()

    @property
    def direct(self) -> str:
        """Its URL for this machine, whatever its public one is."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start, and wait until it listens."""
        command = [sys.executable, "-m", "ono_cli", "serve", "--data", str(self._data)]
        command += ["--port", str(self._port), "--pace", "50", *self._flags]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self._path)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[-1]
        self._port = self._port or int(self.url.rpartition(":")[2])

    def drain(self) -> None:
        """Tell it to stop, as an upgrade does, and wait until it has."""
        self._process.terminate()
        self._process.communicate()

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
    """Opens a page in a fresh profile (or in ``context``); afterwards no browser may have complained of anything.

    ``before`` is a script for ahead of the page's own, ``forgives`` names a complaint that belongs to the test.
    """
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def heard(text: str, forgives: str | None) -> None:
        if not (UNREACHABLE.search(text) or (forgives and forgives in text)):
            complaints.append(text)

    def visit(
        path: str = "/",
        size: str = "phone",
        context: BrowserContext | None = None,
        speed: str = "off",
        before: str = "",
        forgives: str | None = None,
    ) -> Page:
        if context is None:
            width, height = SIZES[size]
            context = browser.new_context(base_url=server.url, viewport={"width": width, "height": height})
            context.add_init_script(f"localStorage.setItem('ono.speed', '{speed}')")
            context.add_init_script(before)
            contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: heard(message.text, forgives))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
