"""The page for people: all of the report and the game, in one file that needs nothing else and obeys no player."""

from __future__ import annotations

import re
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ono_core.fair.keys import fingerprint
from ono_net import sim
from ono_replay.audit import audit
from ono_replay.page import page
from ono_replay.report import named
from tests.replay.forging import Game, game, with_paper

LOGS = Path(__file__).parents[1] / "vectors"
NASTY = "<script>x</script>\"'&"
VOID = {"meta", "br"}


class Outline(HTMLParser):
    """What a browser would make of a page: its elements, in order, and its words; unclosed elements are a fault."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.append(tag)
        self.attributes += attrs
        self.open += [] if tag in VOID else [tag]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that holds nothing."""
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        """The innermost element ends."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Words."""
        self.words += data


def page_of(data: bytes, name: str = "logs/game.ono") -> str:
    """The page of a log."""
    return page(data, audit(data), name)


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer."""
    return game(3, 2, 1)


@pytest.fixture(scope="module")
def shown(played: Game) -> str:
    """Its page."""
    return page_of(played.data)


def test_the_page_needs_nothing_else(shown: str) -> None:
    """No address, no script, no picture of elsewhere, and a policy that would forbid them."""
    outline = Outline(shown)
    assert {"script", "link", "img", "iframe", "object", "form", "a"}.isdisjoint(outline.tags)
    assert {name for name, _ in outline.attributes}.isdisjoint({"src", "href", "style", "onload", "onclick"})
    assert "default-src 'none'" in shown
    assert re.search(r"https?:|url\(|@import|//", shown) is None


def test_the_page_says_what_the_report_says(played: Game, shown: str) -> None:
    """Verdict, players with their keys, and every remark with its evidence."""
    report, words = audit(played.data), Outline(shown).words
    assert "Proven with remarks" in words
    for player in report.players:
        assert player.name in words
        assert player.fingerprint in words
    for result in report.results:
        assert f"{result.words}." in words
        assert named(report, result.evidence) in words
    assert report.head.hex() in words
    assert fingerprint(played.book.table) in words


def test_the_page_says_who_contributed_what(played: Game, shown: str) -> None:
    """Beside each player the first bytes of its link, then the dealer's and the cut."""
    words = Outline(shown).words
    for player in played.players:
        assert player.keys.chain.link(1)[:8].hex() in words
    assert played.dealer.link(1)[:8].hex() in words
    assert "Shuffle 1 108 cards, begun in entry" in words


def test_the_page_tells_every_entry(played: Game, shown: str) -> None:
    """From the first to the seal, each as a point of one list that counts from 0."""
    moves = shown.split('<ol class="moves" start="0">')[1].partition("</ol>")[0]
    assert moves.count("<li>") == len(played.raws)
    assert "The room opened." in moves
    assert "The log was sealed" in moves


def test_what_was_drawn_is_told_when_it_is_revealed(shown: str) -> None:
    """The words at the table say how many cards; the page says which."""
    assert re.search(r"drew \d+ \((?:(?:red|yellow|green|blue) [\w ]+|Wild)", shown)


def test_the_page_says_how_to_check(played: Game, shown: str) -> None:
    """The file's size and hash, the commands for its name without the folder, the pages of the specification."""
    words = Outline(shown).words
    assert f"{len(played.data)} bytes" in words
    assert sha256(played.data).hexdigest() in words
    assert "ono audit game.ono --every-signature" in words
    assert "logs/" not in words
    for path in re.findall(r"ono_core/spec/\w+\.md", words):
        assert (LOGS.parents[1] / path).is_file()


def test_a_name_is_never_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player calls itself stands in the page as text, everywhere."""
    monkeypatch.setattr(sim, "NAMES", (NASTY, "Ben"))
    text = page_of(Game(2, 2, 3, "easy").data, f"{NASTY}.ono")
    outline = Outline(text)
    assert "script" not in outline.tags
    assert outline.words.count(NASTY) > 10
    assert NASTY not in text.replace("&#x27;", "'")
    assert unescape(text).count(NASTY) == text.count("&lt;script&gt;")


def test_findings_stand_first(played: Game) -> None:
    """A forged log's page says in its first part what, where and who."""
    at = played.index(lambda entry: bool(entry.papers), 2)
    data = played.forged({at: lambda entry: with_paper(type(entry.papers[0]), lambda _: None)(entry)})
    report = audit(data)
    outline = Outline(page(data, report, "x.ono"))
    assert report.findings
    assert "Not proven" in outline.words
    assert outline.words.index("Findings") < outline.words.index("Players")


def test_an_unfinished_log_says_what_is_missing(played: Game) -> None:
    """A page can be made of a running game too."""
    words = Outline(page_of(b"".join([played.data[:5], *played.raws[:-6]]))).words
    assert "Incomplete" in words
    assert "1 of the deals are not revealed yet and not counted." in words
    assert "not revealed" in words


@pytest.mark.parametrize("path", sorted(LOGS.glob("tampered/*.ono")), ids=lambda path: path.stem)
def test_any_log_has_its_page(path: Path) -> None:
    """Whatever a forger wrote, the page says what the audit found."""
    data = path.read_bytes()
    report = audit(data)
    words = Outline(page(data, report, path.name)).words
    assert all(named(report, finding.evidence) in words for finding in report.findings)
