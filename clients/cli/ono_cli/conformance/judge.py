"""Looks at one clause after the other, and says what came of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from importlib import import_module
from typing import Any

from ono_cli.conformance.clauses import Broken, Clause, Found, Untested
from ono_cli.conformance.ground import SERVER
from ono_cli.conformance.stage import CLIENT
from ono_cli.conformance.wire import BadLog
from ono_cli.stop import Exit, Stop, ungrouped

THEMES = ("handshake", "strict", "rooms", "log", "commands", "story", "limits")
"""The modules that hold the clauses of a server, in the order in which they are looked at."""


def server_clauses() -> dict[str, Clause]:
    """All clauses of a server."""
    for theme in THEMES:
        import_module(f"ono_cli.conformance.{theme}")
    return SERVER.all


def client_clauses() -> dict[str, Clause]:
    """All clauses of a client."""
    import_module("ono_cli.conformance.scenes")
    return CLIENT.all


def picked(clauses: dict[str, Clause], numbers: Sequence[str] | None) -> list[Clause]:
    """Those with these numbers, or all; Stop for a number that there is not."""
    unknown = [number for number in numbers or () if number not in clauses]
    if unknown:
        raise Stop(Exit.UNUSABLE, f"--clause: one of {', '.join(clauses)} expected, got {unknown[0]!r}")
    return [clause for number, clause in clauses.items() if not numbers or number in numbers]


async def judged(ground: Any, clauses: Sequence[Clause]) -> AsyncGenerator[Found]:
    """What comes of each."""
    for clause in clauses:
        yield await _looked_at(ground, clause)


async def _looked_at(ground: Any, clause: Clause) -> Found:
    try:
        with ungrouped():
            await clause.check(ground)
    except Broken as broken:
        return Found(clause.number, clause.words, "broken", str(broken))
    except Untested as untested:
        return Found(clause.number, clause.words, "untested", str(untested))
    except BadLog as bad:
        return Found(clause.number, clause.words, "untested", f"the log is not valid: {bad}")
    return Found(clause.number, clause.words, "kept", "")
