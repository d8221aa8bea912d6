"""Makes folds.json: what the state is after each entry of each whole game, by its digest, and twice in full.

Run it as ``python -m tests.vectors.generate_folds`` after ``generate_logs``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ono_core.game.state import State, public
from ono_core.log.book import Book
from ono_core.log.codec import packed_own
from ono_core.log.entries import state_digest
from ono_core.log.file import frames

FILE = Path(__file__).with_name("folds.json")
LOGS = FILE.with_name("logs")


def states(data: bytes) -> Iterator[tuple[Book, State]]:
    """The book of a file after each entry, and the state."""
    book = Book()
    for raw in frames(data):
        book.add(book.check(raw))
        yield book, book.state


def fold(path: Path) -> dict[str, Any]:
    """What one file folds to."""
    folded = [state for _, state in states(path.read_bytes())]
    book = Book.of(frames(path.read_bytes()))
    last = len(folded) - 1
    return {
        "log": f"logs/{path.name}",
        "entries": len(folded),
        "game": book.gid.hex(),
        "table": book.table.hex(),
        "head": book.head.hash.hex(),
        "states": {str(index): packed_own(public(folded[index])).hex() for index in (last // 2, last)},
        "digests": "".join(state_digest(state).hex() for state in folded),
    }


def text() -> str:
    """The file as it stands in the repository, a log a line."""
    head = {
        "spec": "log.md sections 3, 5 and 7",
        "comment": "digests: 16 bytes for each entry, one after another, of the state after it; states: the packed "
        "state after some, of which the digest is made; head: the hash of the last entry",
    }
    folds = ",\n".join(json.dumps(fold(path)) for path in sorted(LOGS.glob("*.ono")))
    return json.dumps(head)[:-1] + ',\n"folds": [\n' + folds + "\n]}\n"


if __name__ == "__main__":
    FILE.write_text(text())
