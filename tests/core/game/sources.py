"""How the sentences of the source texts are counted, and which of them the tests cite.

S0 is the page of the game that the preset ``boardflix`` is named after, S1 the article on the official rules, S2 the
page of Table Party. A text is counted from its first line of prose on. Lines of prose and items of lists count by their
sentences, also where a sentence is a question or a call; a row of a table counts as one. Not counted are headings,
heads of tables, and lines that are nothing but the question which the next line answers. So S0 has 73 sentences, S1
285 and S2 39.

A test cites a sentence in its docstring, as ``S1.37``. A sentence that states no rule of play (history, strategy, other
games, links, how a page looks and sounds) has no test; one that repeats another stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


def cited(tests: Mapping[str, Any], text: str) -> set[int]:
    """The sentences of this text that the docstrings of a module's tests cite."""
    docs = [test.__doc__ or "" for name, test in tests.items() if name.startswith("test_")]
    return {int(number) for doc in docs for number in re.findall(rf"\b{text}\.(\d+)\b", doc)}


def numbers(ranges: str) -> set[int]:
    """The numbers of a list such as ``2, 8-10``."""
    ends = [part.strip().split("-") for part in ranges.split(",")]
    return {number for first, *last in ends for number in range(int(first), int(last[0] if last else first) + 1)}
