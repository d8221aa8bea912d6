"""Canonical msgpack: values there and back, and bytes that nobody vetted."""

from enum import IntEnum
from typing import cast

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_core.log.codec import DEPTH, ITEMS, LARGEST, LIMIT, CodecFault, Packable, Plain, packed, unpacked

scalars = st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.binary(max_size=300) | st.text(max_size=300)
keys = st.text("abz09_", min_size=1, max_size=6)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(keys, inner, max_size=20),
    max_leaves=30,
)


def depth(value: Plain) -> int:
    """Levels of arrays and maps."""
    if not isinstance(value, (list, dict)):
        return 0
    return 1 + max(map(depth, value.values() if isinstance(value, dict) else value), default=0)


flat = values.filter(lambda value: depth(value) <= DEPTH)


@given(flat)
def test_value_comes_back(value: Plain) -> None:
    """Writing and reading gives an equal value of equal types, and the same bytes again."""
    raw = packed(value)
    back = unpacked(raw)
    assert repr(sorted_throughout(value)) == repr(back)
    assert packed(back) == raw


def sorted_throughout(value: Plain) -> Plain:
    """The value with the keys of its maps in order."""
    if isinstance(value, dict):
        return {key: sorted_throughout(value[key]) for key in sorted(value)}
    return [sorted_throughout(item) for item in value] if isinstance(value, list) else value


@given(st.dictionaries(keys, st.integers(0, 9), min_size=2))
def test_order_of_insertion_does_not_show(value: dict[str, int]) -> None:
    """Two maps with equal entries are written alike."""
    assert packed(value) == packed(dict(reversed(value.items())))


def test_tuples_are_written_as_arrays() -> None:
    """Frozen values need no copying into lists."""
    assert packed((1, (2, 3))) == packed([1, [2, 3]])


class Number(IntEnum):
    """A number with a name."""

    ONE = 1


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (1.0, "forbidden-type"),
        ([{"a": 0.5}], "forbidden-type"),
        (bytearray(b"x"), "forbidden-type"),
        ({1, 2}, "forbidden-type"),
        (Number.ONE, "forbidden-type"),
        (LARGEST + 1, "integer-range"),
        (-LARGEST - 1, "integer-range"),
        (2**70, "integer-range"),
        ({"A": 1}, "forbidden-key"),
        ({"": 1}, "forbidden-key"),
        ([[[[[[[[[1]]]]]]]]], "too-deep"),
        ([None] * (ITEMS + 1), "too-long"),
        ({f"k{index}": None for index in range(ITEMS + 1)}, "too-long"),
    ],
)
def test_value_outside_the_profile_is_not_written(value: object, code: str) -> None:
    """What no reader would take is never written."""
    with pytest.raises(CodecFault) as caught:
        packed(cast("Packable", value))
    assert caught.value.code == code


def test_bytes_over_the_limit_are_refused_unread() -> None:
    """A body has at most 60 KiB, unless the reader says otherwise."""
    raw = packed(bytes(LIMIT))
    with pytest.raises(CodecFault, match="too-long: at most 61440 bytes expected, got 61443"):
        unpacked(raw)
    assert unpacked(raw, limit=LIMIT + 3) == bytes(LIMIT)


def canonical_or_refused(raw: bytes) -> None:
    """Either the bytes are the one spelling of a value, or a CodecFault says why not."""
    try:
        value = unpacked(raw)
    except CodecFault:
        return
    assert packed(value) == raw


@given(st.binary(max_size=200))
def test_random_bytes_are_canonical_or_refused(raw: bytes) -> None:
    """No input makes the reader fail in another way."""
    canonical_or_refused(raw)


@given(st.lists(st.sampled_from(range(0x80, 0x100)) | st.integers(0, 3), max_size=40))
def test_heads_of_all_types_are_canonical_or_refused(heads: list[int]) -> None:
    """Nor do rows of type bytes with small lengths, which random bytes seldom hit."""
    canonical_or_refused(bytes(heads))


@given(flat, st.data())
def test_mutated_bytes_are_canonical_or_refused(value: Packable, data: st.DataObject) -> None:
    """Nor do good bytes with one changed, dropped or put in."""
    raw = packed(value)
    place = data.draw(st.integers(0, len(raw) - 1))
    put = data.draw(st.binary(max_size=2))
    canonical_or_refused(raw[:place] + put + raw[place + 1 :])


@given(
    st.recursive(scalars | st.floats(), lambda inner: st.lists(inner) | st.dictionaries(scalars, inner), max_leaves=9)
)
def test_any_msgpack_is_canonical_or_refused(value: object) -> None:
    """Nor does msgpack of other kinds: floats, keys of any type, keys out of order."""
    raw = cast("bytes", msgpack.packb(value))  # pyright: ignore[reportUnknownMemberType]
    canonical_or_refused(raw)
