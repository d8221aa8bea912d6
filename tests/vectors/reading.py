"""Reads the vector files."""

import json
from pathlib import Path
from typing import Any


def vectors(name: str) -> dict[str, Any]:
    """The contents of a vector file beside this one; byte strings stay hex."""
    contents: dict[str, Any] = json.loads(Path(__file__).with_name(name).read_text("utf-8"))
    return contents
