"""A witness of a browser's table: seen in the lobby and under Fairness, and in every cut."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.hands import to_my_card

Visitor = Callable[..., Page]


def test_players_see_who_witnesses(visitor: Visitor, tmp_path: Path) -> None:
    """`ono witness` beside a browser: its name stands in the lobby, and its seed is in the browser's own proof."""
    page = visitor()
    page.get_by_role("button", name="New table").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{4,8}#k=[a-z2-7]{16}$"))
    command = [sys.executable, "-m", "ono_cli", "witness", page.url, "--name", "Wil", "--data", str(tmp_path / "wil")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as witness:
        expect(page.get_by_role("region", name="Seats")).to_contain_text("Wil")
        expect(page.get_by_text("witness: cuts the deck, holds no cards")).to_be_visible()
        page.get_by_role("button", name="Easy computer at seat 2").click()
        page.get_by_role("button", name="Deal for 2 players").click()
        to_my_card(page)
        page.get_by_role("button", name=re.compile("^Fairness|^Checked so far")).first.click()
        expect(page.get_by_text(re.compile(r"Wil, a witness without cards, cut 1 of 1 shuffle\."))).to_be_visible()
        expect(page.get_by_text(re.compile("Only players cut the deck"))).to_have_count(0)
        witness.terminate()
        assert witness.wait(timeout=30) == 0
