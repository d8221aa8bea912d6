"""Games of earlier versions come to the same end for ever (PC-35)."""

import json
from typing import Any

import pytest

from tests.archive.add import ENDS, HERE, end_of

KEPT: dict[str, Any] = json.loads(ENDS.read_text("utf-8"))


def test_every_game_of_the_archive_has_its_end() -> None:
    """No file without an end, and no end without its file."""
    files = {f"{path.parent.name}/{path.name}" for path in HERE.glob("*/*.ono")}
    assert files == set(KEPT)
    assert len(files) > 10


@pytest.mark.parametrize("name", KEPT)
def test_pc_35_an_old_game_comes_to_the_same_end(name: str) -> None:
    """Its state, its result and its verdict are what they were when it was played."""
    assert end_of((HERE / name).read_bytes()) == KEPT[name]
