"""What the protocol demands, clause by clause (protocol.md section 12), and how a clause is found kept or broken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

from msgspec import Struct

Verdict: TypeAlias = Literal["kept", "broken", "untested"]


class Broken(Exception):
    """The other side does not keep the clause; the text says what was expected and what came."""


class Untested(Exception):
    """The clause could not be looked at; the text says why."""


class Clause(Struct, frozen=True):
    """One demand: its number, whose first part is the section of the specification, and one sentence."""

    number: str
    words: str
    check: Callable[[Any], Awaitable[None]]
    """Looks whether it is kept, given what the other side is reached by: Broken or Untested if not."""


class Found(Struct, frozen=True):
    """What came of one clause; ``detail`` is empty where it is kept."""

    clause: str
    words: str
    verdict: Verdict
    detail: str


class Clauses:
    """The clauses of one side, in the order in which they are looked at."""

    def __init__(self) -> None:
        self.all: dict[str, Clause] = {}

    def clause(
        self, number: str, words: str
    ) -> Callable[[Callable[[Any], Awaitable[None]]], Callable[[Any], Awaitable[None]]]:
        """Make a function the check of this clause."""

        def kept(check: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
            self.add(number, words, check)
            return check

        return kept

    def add(self, number: str, words: str, check: Callable[[Any], Awaitable[None]]) -> None:
        """Take a clause in."""
        assert number not in self.all, f"clause {number} stands twice"
        self.all[number] = Clause(number, words, check)


@contextmanager
def preparing(what: str) -> Generator[None]:
    """What goes wrong in here is not about the clause that is looked at: it cannot be tested then."""
    try:
        yield
    except Broken as broken:
        raise Untested(f"{what}: {broken}") from None


def expect(holds: object, words: str) -> None:
    """Broken with these words unless it holds."""
    if not holds:
        raise Broken(words)
