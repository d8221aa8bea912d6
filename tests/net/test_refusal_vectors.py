"""What a table accepts and refuses, case by case, as every table must."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from ono_core.game.commands import Command
from ono_core.log.book import Book
from ono_core.log.file import frames
from ono_core.log.kinds import SEAT_ACT_KINDS
from ono_net.room import Room, Settings
from tests.vectors import generate_refusals
from tests.vectors.generate_refusals import outcome, outcome_of
from tests.vectors.reading import vectors

FILE: dict[str, Any] = vectors("refusals.json")
BINARY = {"identity", "session", "x25519", "anchor", "cert"}


def test_refusal_vectors_are_what_their_generator_makes() -> None:
    """The kept generator reproduces refusals.json byte for byte."""
    assert generate_refusals.FILE.read_text() == generate_refusals.text()


@cache
def raws(log: str) -> list[bytes]:
    """The entries of a log."""
    return list(frames(generate_refusals.FILE.parent.joinpath(log).read_bytes()))


RULES = [pytest.param(case, id=f"{n}-{case['act'][0]}-{case['expect']}") for n, case in enumerate(FILE["rules"])]


@pytest.mark.parametrize("case", RULES)
def test_under_the_rules(case: dict[str, Any]) -> None:
    """After those entries, with those hands, the act is decided so."""
    book = Book.of(raws(case["log"])[: case["index"] + 1])
    kind, fields = case["act"]
    typed = {name: bytes.fromhex(value) if name in BINARY else value for name, value in fields.items()}
    command = Command(case["seat"], SEAT_ACT_KINDS.typed([kind, typed]), case["step"])
    assert outcome(book.rules, book.state, dict(case["cards"]), command) == case["expect"]


@pytest.mark.parametrize("case", FILE["signed"], ids=lambda it: it["what"])
def test_signed(case: dict[str, Any]) -> None:
    """A table that was started from the entries alone answers the command so."""
    entries = map(bytes.fromhex, FILE["entries"])
    room = Room.load("TEST", bytes.fromhex(FILE["master"]), entries, 0, 0, Settings())
    identity, body, sig = (bytes.fromhex(case[name]) for name in ("identity", "body", "sig"))
    assert outcome_of(room.command(identity, body, sig, 0)) == case["expect"]
