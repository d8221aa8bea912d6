"""A real server as its own process, and visitors whose browser must stay silent."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from fcntl import LOCK_EX, flock
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import Any, Literal
from unittest.mock import patch

import pytest
import trio
from playwright.sync_api import Browser, BrowserContext, Page, expect
from trio_websocket import wrap_client_stream

from ono_net.client import connect
from ono_net.messages import Create, Entered

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


Sit = Callable[..., tuple[Page, ...]]


def open_room(url: str, options: Mapping[str, Any]) -> str:
    """A fresh room with these options, opened by somebody who does not stay; its path."""

    async def opened() -> str:
        def opening() -> list[Create]:
            return [Create(dict(options))]

        own = partial(wrap_client_stream, extra_headers=[(FORWARDED.encode(), next(ADDRESSES).encode())])
        with patch("ono_net.client.wrap_client_stream", own):
            async with connect(url, secrets.token_bytes(32), opening=opening) as link:
                while not isinstance(message := await link.receive(), Entered):
                    pass
                return message.room

    return f"/r/{trio.run(opened)}"


@pytest.fixture
def sit(server: Server, visitor: Callable[..., Page]) -> Sit:
    """Seats people, and computers beside them, at a table with these options, and deals; the host's page is first."""

    def seated(*names: str, computers: int = 0, size: str = "phone", **options: Any) -> tuple[Page, ...]:
        path = open_room(server.url, {"preset": "boardflix", **options})
        pages = tuple(visitor(path, size=size) for _ in names)
        for page, name in zip(pages, names, strict=True):
            page.get_by_label("Your name").fill(name)
            page.get_by_role("button", name="Sit down").click()
            expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
        for seat in range(len(names) + 1, len(names) + computers + 1):
            pages[0].get_by_role("button", name=f"Easy computer at seat {seat}").click()
        pages[0].get_by_role("button", name=re.compile("^Deal for")).click()
        for page in pages:
            expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()
        return pages

    return seated


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
