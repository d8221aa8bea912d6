"""Whole games, entry by entry: the state that each leaves behind, by its digest."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import pytest

from ono_core.fair.transcript import hashed
from ono_core.game.evolve import evolve_all
from ono_core.game.state import State, public
from ono_core.log.codec import packed_own
from ono_core.log.entries import entry_hash, read_entry, read_pair
from ono_core.log.file import frames
from tests.vectors import generate_folds
from tests.vectors.reading import vectors

FOLDS: list[dict[str, Any]] = vectors("folds.json")["folds"]


def test_fold_vectors_are_what_their_generator_makes() -> None:
    """The kept generator reproduces folds.json byte for byte, from every log there is."""
    assert generate_folds.FILE.read_text() == generate_folds.text()


@pytest.mark.parametrize("fold", FOLDS, ids=itemgetter("log"))
def test_fold(fold: dict[str, Any]) -> None:
    """The events alone give the digest at each index, and the packed state at some."""
    state, digests, head = State(), "", b""
    raws = list(frames(generate_folds.FILE.with_name("logs").parent.joinpath(fold["log"]).read_bytes()))
    for index, raw in enumerate(raws):
        pair = read_pair(raw)
        state, head = evolve_all(state, read_entry(pair.body).events), entry_hash(pair)
        packed = packed_own(public(state))
        digests += hashed("ono1/state", packed)[:16].hex()
        assert fold["states"].get(str(index), packed.hex()) == packed.hex()
    assert (digests, head.hex(), len(raws)) == (fold["digests"], fold["head"], fold["entries"])
