"""The JSON Schemas beside the specifications: made from the types, and true of all that stands in the vectors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ono_core.log.codec import unpacked
from ono_core.log.file import frames
from tests.vectors.generate_schemas import ROOT, schemas
from tests.vectors.reading import vectors
from tests.vectors.schema import Checker

VECTORS = ROOT / "tests/vectors"
MESSAGES: list[dict[str, str]] = vectors("session.json")["messages"]


def checker(path: str) -> Checker:
    """One of the checked-in schemas."""
    return Checker(json.loads((ROOT / path).read_text("utf-8")))


@pytest.mark.parametrize("path", schemas(), ids=lambda path: path.name)
def test_the_files_are_what_the_types_say(path: Path) -> None:
    """Run ``python -m tests.vectors.generate_schemas`` after a change of a type."""
    assert path.read_text("utf-8") == schemas()[path]


def test_messages() -> None:
    """Every message of the worked session, and every one sealed inside, is of its side's schema, and of no other's."""
    of = {side: checker(f"ono_net/spec/schema/from-{side}.json") for side in ("client", "table")}
    shared = {"ping", "pong", "door", "seen"}
    for message in MESSAGES:
        said = unpacked(bytes.fromhex(message["hex"]), limit=65_536)
        other = "table" if message["from"] == "client" else "client"
        assert of[message["from"]](said)
        assert of[other](said) == (message["kind"] in shared)
        if "inside" in message:
            assert of["table"](unpacked(bytes.fromhex(message["inside"])))


def bodies() -> Iterator[Any]:
    """What stands in the entries of all whole games."""
    for file in sorted((VECTORS / "logs").glob("*.ono")):
        for raw in frames(file.read_bytes()):
            match unpacked(raw, limit=61_600):
                case [bytes(body), bytes()]:
                    yield unpacked(body)
                case _:
                    raise AssertionError("[body, sig] expected")


def test_entries_and_commands() -> None:
    """Every entry of every whole game is of the schema, and every command in one."""
    entry, command = checker("ono_core/spec/schema/entry.json"), checker("ono_core/spec/schema/command.json")
    kinds = set[str]()
    for body in bodies():
        assert entry(body)
        kinds |= {event[0] for event in body[4]}
        if body[3][0] == "player":
            assert command(unpacked(body[3][1]))
    assert len(kinds) >= 45


@pytest.mark.parametrize(
    "wrong",
    [
        ["shout", {}],
        ["ping", {}],
        ["ping", {"n": "1"}],
        ["ping", {"n": True}],
        ["ping", {"n": 2**53}],
        ["ping", {"m": 1, "n": 1}],
        ["ping", {"n": 1}, 1],
        ["prove", {"identity": bytes(31), "proof": bytes(64)}],
        ["enter", {"head": [bytes(32), -1, bytes(32)], "room": "KWPX"}],
        ["door", {"locked": False, "public": False, "watch": "never"}],
        ["create", {"options": {"Preset": 1}}],
    ],
    ids=repr,
)
def test_what_is_no_message(wrong: Any) -> None:
    """An unknown kind or field, another type, size or range is not of the schema."""
    assert not checker("ono_net/spec/schema/from-client.json")(wrong)
