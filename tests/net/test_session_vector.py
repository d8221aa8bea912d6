"""The worked session: its generator makes the file and the document's example, and our client says what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ono_net.messages import from_client, pack
from tests.vectors import generate_session
from tests.vectors.reading import vectors

SPEC = Path(__file__).parents[2] / "ono_net/spec/protocol.md"


def test_file_and_example_are_what_the_generator_makes() -> None:
    """Run ``python -m tests.vectors.generate_session`` after a change of a message."""
    assert generate_session.FILE.read_text() == generate_session.text()
    messages: list[dict[str, Any]] = vectors("session.json")["messages"]
    assert f"\n```\n{generate_session.example(messages)}```\n" in SPEC.read_text("utf-8")


def test_every_message_of_the_client_is_read() -> None:
    """Each is taken, and written again as the same bytes."""
    said = [bytes.fromhex(one["hex"]) for one in vectors("session.json")["messages"] if one["from"] == "client"]
    assert len(said) > 10
    for raw in said:
        assert pack(from_client(raw)) == raw
