"""An identity that comes from a terminal: the page asks, and is somebody else only if told so."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ono_core.fair.keys import fingerprint, public_key
from tests.browser.conftest import Server
from tests.cli.commands import ono

Visitor = Callable[..., Page]


def held(page: Page) -> str:
    """The secret that this browser holds."""
    secret: str = page.evaluate("localStorage.getItem('ono/identity')")
    return secret


@pytest.fixture
def link(server: Server, tmp_path: Path) -> str:
    """What `ono profile export` shows for this server."""
    done = ono(tmp_path, "profile", "export", "--server", server.url)
    return done.stdout.splitlines()[0].removeprefix(server.url)


@pytest.mark.parametrize("size", ["phone", "sideways", "desktop"])
def test_an_identity_is_taken_over_from_the_terminal(size: str, visitor: Visitor, link: str) -> None:
    """The link's page names both identities, has the secret in its address no more, and then is the other one."""
    page = visitor(link, size)
    secret = bytes.fromhex(link.rpartition("=")[2])
    theirs = fingerprint(public_key(secret))
    sheet = page.get_by_role("dialog", name=f"Take over the identity {theirs} from your terminal?")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text(fingerprint(public_key(bytes.fromhex(held(page)))))
    expect(page).to_have_url(re.compile(r"/$"))
    with page.expect_navigation():
        sheet.get_by_role("button", name="Take it over").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert held(page) == secret.hex()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(link)
    expect(page.get_by_role("dialog", name=f"You are {theirs} here already")).to_be_visible()


def test_who_does_not_want_it_stays_who_they_are(visitor: Visitor, link: str) -> None:
    """The sheet is gone, and neither a reload nor the way back asks again."""
    page = visitor(link)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    before = held(page)
    sheet.get_by_role("button", name="Stay who you are").click()
    expect(sheet).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(sheet).to_have_count(0)
    assert held(page) == before
