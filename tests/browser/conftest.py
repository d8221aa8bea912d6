"""A real server as its own process, and visitors whose browser must stay silent."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator
from fcntl import LOCK_EX, flock
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

expect.set_options(timeout=15_000)  # milliseconds, for a busy machine

USUAL = {"phone": (390, 844), "desktop": (1280, 800), "sideways": (844, 390)}
SHORT = {"short": (390, 664), "shorter": (390, 700), "small": (360, 640), "tiny": (320, 568)}
"""Viewports by name: width and height in CSS pixels; short ones are phones held upright with a browser's bars."""
SIZES = USUAL | SHORT


UNREACHABLE = re.compile(
    "net::ERR_(CONNECTION_|EMPTY_RESPONSE|ABORTED|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED)|"
    "WebSocket .*([Cc]losed before|Data frame received after close)|"
    "Service Worker registration blocked by Playwright"
)
"""What a browser says, whatever the page does, of a server that is not there and of a page not to be installed."""


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


ADDRESSES = map(str, ip_network("10.0.0.0/8").hosts())
"""One for each who comes: a server counts its limits by address, and all tests come from one machine."""
FORWARDED = "X-Forwarded-For"


@pytest.fixture(scope="session")
def usual_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server for all tests that keep to rooms of their own."""
    running = Server(tmp_path_factory.mktemp("server"), "--trusted-proxies", "127.0.0.1")
    yield running
    running.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Generator[Server]:
    """A server of this test's own, to be ended, or where no other room may be."""
    running = Server(tmp_path)
    yield running
    running.kill()


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Server:
    """The server that visitors come to: the usual one, but for tests that use `own_server`."""
    server: Server = request.getfixturevalue("own_server" if "own_server" in request.fixturenames else "usual_server")
    return server


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Generator[Callable[..., Page]]:
    """Opens a page in a fresh profile (or in ``context``); afterwards no browser may have complained of anything.

    ``before`` is a script for ahead of the page's own, ``forgives`` names a complaint that belongs to the test;
    ``worker`` says whether the page may be installed, which costs every fresh profile a fetch of all its files.
    """
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def heard(text: str, forgives: str | None) -> None:
        if not (UNREACHABLE.search(text) or (forgives and forgives in text)):
            complaints.append(text)

    def visit(
        path: str = "/",
        size: str = "phone",
        *,
        context: BrowserContext | None = None,
        speed: str = "off",
        hints: str = "off",
        before: str = "",
        forgives: str | None = None,
        worker: Literal["allow", "block"] = "block",
    ) -> Page:
        if context is None:
            width, height = SIZES[size]
            context = browser.new_context(
                base_url=server.url,
                viewport={"width": width, "height": height},
                service_workers=worker,
                extra_http_headers={FORWARDED: next(ADDRESSES)},
            )
            context.add_init_script(f"localStorage.setItem('ono.speed', '{speed}')")
            context.add_init_script(
                f"localStorage.getItem('ono.hints') ?? localStorage.setItem('ono.hints', '{hints}')"
            )
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


WEB = Path(__file__).parents[2] / "clients/web"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002, the base's own name
        """Says nothing of each file."""


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of the web client's gallery, built once for these tests, whoever of the workers comes first."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    built = shared / "gallery"
    with (shared / "gallery.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (built / "index.html").exists():
            npx = shutil.which("npx", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
            assert npx
            command = [npx, "vite", "build", "gallery", "--outDir", str(built), "--logLevel", "warn"]
            subprocess.run(command, cwd=WEB, check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=built)) as files:
        Thread(target=files.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{files.server_port}/index.html"
        files.shutdown()


@pytest.fixture
def exhibit(browser: Browser, gallery: str) -> Generator[Callable[..., Page]]:
    """Opens the gallery at a size; afterwards it may not have complained of anything."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def show(width: int, height: int, query: str = "", **wanted: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **wanted)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(gallery + query)
        page.wait_for_selector(".board")
        return page

    yield show
    for context in contexts:
        context.close()
    assert complaints == []
