"""Crafted keys and signatures: one verdict here, in plain arithmetic, and in the browser (the same file)."""

from operator import itemgetter
from typing import Any

import pytest

from ono_core.fair.keys import key_ok, verify
from tests.vectors.generate_signatures import made
from tests.vectors.reading import vectors

VECTORS = vectors("signatures.json")


def test_vectors_are_what_their_generator_makes() -> None:
    """Run ``python -m tests.vectors.generate_signatures`` to write them anew."""
    assert made() == VECTORS


@pytest.mark.parametrize("case", VECTORS["cases"], ids=itemgetter("what"))
def test_verdict(case: dict[str, Any]) -> None:
    """A signature counts if its key may be used and it is good; the key is asked first, as when a player joins."""
    key, message, signature = (bytes.fromhex(case[name]) for name in ("key", "message", "signature"))
    assert key_ok(key) == case["key_ok"]
    assert (key_ok(key) and verify(key, message, signature)) == case["good"]


def test_vectors_have_both_verdicts_of_each_kind() -> None:
    """Good signatures, bad ones under good keys, and equations that hold under keys that may not be used."""
    kinds = {(case["key_ok"], case["good"]) for case in VECTORS["cases"]}
    assert kinds == {(True, True), (True, False), (False, False)}
