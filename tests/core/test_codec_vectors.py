"""The canonical profile, case by case, as every implementation must judge it."""

from operator import itemgetter
from typing import Any

import pytest

from ono_core.log.codec import CodecFault, packed, unpacked
from tests.vectors import generate_codec
from tests.vectors.reading import vectors

CASES: list[dict[str, Any]] = vectors("codec.json")["cases"]


def test_codec_vectors_are_what_their_generator_makes() -> None:
    """The kept generator reproduces codec.json byte for byte."""
    assert generate_codec.FILE.read_text() == generate_codec.text()


@pytest.mark.parametrize("case", CASES, ids=itemgetter("what"))
def test_case(case: dict[str, Any]) -> None:
    """Right bytes are read and written again the same; others are refused for the stated reason."""
    raw = bytes.fromhex(case["hex"])
    if case["expect"] == "ok":
        assert packed(unpacked(raw)) == raw
    else:
        with pytest.raises(CodecFault) as caught:
            unpacked(raw)
        assert caught.value.code == case["expect"]
