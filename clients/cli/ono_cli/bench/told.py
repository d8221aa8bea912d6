"""How figures are shown: as a small table, or as one line of JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ono_cli.stop import Exit


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows as lines, each column as wide as it needs to be."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return (line(row, widths) for row in rows)


def line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """One row, figures of a column under each other."""
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def figures(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """A line for each figure: its value, its target if it has one, and what it is."""
    return (f"{value:>8}  {target:<7}  {words}" for value, target, words in rows)


def json_line(record: dict[str, Any]) -> str:
    """The record as one JSON object on one line."""
    return msgspec.json.encode(record).decode()


def tell(record: dict[str, Any], lines: Callable[[dict[str, Any]], Iterable[str]], *, as_json: bool) -> int:
    """Show a record, as one line of JSON or in these lines."""
    print(json_line(record) if as_json else "\n".join(lines(record)))
    return Exit.DONE
