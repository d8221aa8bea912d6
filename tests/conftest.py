"""What every test stands on: hypothesis profiles, and a Chromium for the tests that drive a browser."""

import os
import shutil
from typing import Any

import pytest
from hypothesis import settings

IN_CI = os.environ.get("CI") == "true"

# `ci` draws the same examples every time; `dev` explores; `deep` explores for long.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if IN_CI else "dev"))

BROWSER_FIXTURES = {"browser", "context", "page", "new_context"}
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
UNWANTED = (
    "AimEnabled",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
)
CHROMIUM_FLAGS = (
    "--no-sandbox",  # it may run as root, and opens only our own pages
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Without these it looks up its maker's hosts at every start.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without the last three it starts a process for the suggestions of an address bar with every page. This takes the
    # place of Playwright's own list, of which the others are what matters here.
    f"--disable-features={','.join(UNWANTED)}",
)


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark browser tests and put them last: Playwright, once started, keeps a loop on the main thread."""
    for item in items:
        if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say it loudly when browser tests were skipped for want of a browser."""
    if any(NO_CHROMIUM in str(report.longrepr) for report in terminalreporter.getreports("skipped")):
        terminalreporter.write_line(f"BROWSER TESTS SKIPPED: {NO_CHROMIUM}", yellow=True, bold=True)


NO_CHROMIUM = "no Chromium found; install it, or name one in CHROMIUM"


def chromium() -> str | None:
    """The Chromium to drive: the one named in CHROMIUM, else the first on PATH."""
    names = (os.environ.get("CHROMIUM", ""), *CHROMIUM_NAMES)
    return next((path for name in names if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How pytest-playwright starts the browser; without one, skips, or fails where CI=true."""
    path = chromium()
    if path is None:
        (pytest.fail if IN_CI else pytest.skip)(NO_CHROMIUM)
    return {"executable_path": path, "args": list(CHROMIUM_FLAGS)}
