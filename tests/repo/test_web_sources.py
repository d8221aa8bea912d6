"""The web client under its Content-Security-Policy, as far as its sources show."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "clients" / "web"


def test_no_markup_carries_a_static_style() -> None:
    """`style-src 'self'` blocks style attributes in Svelte's templates: use classes or `style:prop`."""
    sources = [WEB / "index.html", *sorted((WEB / "src").rglob("*.svelte"))]
    static = re.compile(r"""\sstyle=(?:"[^"{]*"|'[^'{]*')""")
    assert [source.name for source in sources if static.search(source.read_text())] == []


def test_the_page_carries_no_inline_code() -> None:
    """`script-src 'self'` blocks inline scripts and handlers."""
    page = (WEB / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\son[a-z]+=", page) == []
