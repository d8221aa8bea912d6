"""The forms of a page: every text of others passes ``e``, for a player's name is what an attacker wants it to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from ono_core.game.state import State
from ono_core.game.words import name, safe
from ono_replay.audit.findings import seat_name
from ono_replay.page.style import STYLE

NOTHING: Final = "-"
"""In a cell that has nothing to say."""
_BEGIN: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
"""


def e(text: str) -> str:
    """The text as it may stand anywhere in a page."""
    return escape(safe(text))


def whole(title: str, body: str) -> str:
    """A page that needs nothing else, with this title and these ready parts."""
    head = f"<title>{e(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n"
    return f"{_BEGIN}{head}<body>\n<main>\n{body}</main>\n</body>\n</html>\n"


def section(anchor: str, title: str, *parts: str) -> str:
    """A part of the page under its own title."""
    return f'<section id="{anchor}">\n<h2>{e(title)}</h2>\n{"".join(parts)}</section>\n'


def listed(items: Iterable[str], kind: str = "ul") -> str:
    """A list of ready items, ``ul`` or ``ol``."""
    return f"<{kind}>\n{''.join(f'<li>{item}</li>' for item in items)}\n</{kind}>\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of ready cells, which say on a narrow screen of which column they are."""
    top = "".join(f'<th scope="col">{e(head)}</th>' for head in heads)
    lines = "".join(f"<tr>{''.join(_cells(heads, row))}</tr>\n" for row in rows)
    return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n"


def _cells(heads: Sequence[str], row: Sequence[str]) -> Iterator[str]:
    return (f'<td data-head="{e(head)}"><div>{cell}</div></td>' for head, cell in zip(heads, row, strict=True))


def code(text: str) -> str:
    """Text to be typed or compared."""
    return f"<code>{e(text)}</code>"


def small(text: str) -> str:
    """What matters less."""
    return f"<small>{e(text)}</small>"


def counted(count: int, one: str, many: str = "") -> str:
    """So many of these, in the singular or the plural."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def holder(state: State, seat: int) -> str:
    """Who sits there, with the seat's number; or which witness."""
    return f"{e(name(state, seat))} {small(seat_name(seat))}"
