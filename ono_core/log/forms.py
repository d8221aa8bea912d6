"""Reading in one step what is written in the one way: a proof that bytes are the canonical spelling of a typed value.

A ``Form`` either proves that or declines. It proves it where the bytes stay within the profile (integers, keys and
sizes: fairness.md 1.3), are of its type, and are what its type spells the value as. Where it declines the exact reader
(codec.py, kinds.py) says what is wrong, or reads what a form does not: a newer version's notes, options of odd shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property, reduce
from types import GenericAlias, UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from ono_core.log.codec import ITEMS, LARGEST, LIMIT

T = TypeVar("T", bound=Struct)

Natural = Annotated[int, Meta(ge=0, le=LARGEST)]
"""A whole number from 0."""

_Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
_Key = Annotated[str, Meta(pattern=r"^[a-z0-9_]+\Z")]
_Scalar = bool | _Whole | str | None
_Options = Annotated[dict[_Key, _Scalar | Annotated[list[_Scalar], Meta(max_length=ITEMS)]], Meta(max_length=ITEMS)]

spelt: Callable[[Struct], bytes] = msgspec.msgpack.Encoder(order="sorted").encode
"""The one spelling of a value made by our own types, as ``packed_own`` gives it of plain values."""


def array_form(name: str, /, tag: str | None = None, **types: Any) -> Any:
    """The type of an array with these items, the tag before them if there is one."""
    return msgspec.defstruct(
        name, types.items(), tag=tag, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False
    )


def one_of(types: Iterable[Any]) -> Any:
    """The type of values of any of these types."""
    return reduce(lambda one, other: one | other, types)


def row_of(kind: Any) -> Any:
    """The type of rows of any length."""
    return GenericAlias(tuple, (kind, ...))


class Form(Generic[T]):
    """The spellings of one type of values. Its decoders are built when bytes are first read."""

    def __init__(self, kind: type[T], *, limit: int = LIMIT) -> None:
        """``kind`` is an array-like Struct; longer bytes than ``limit`` are never proven."""
        self._kind = kind
        self._limit = limit

    def proven(self, raw: bytes) -> T | None:
        """The value whose one spelling these bytes are; None where that is not proven."""
        if len(raw) > self._limit:
            return None
        try:
            if self._within:  # first: what is nested without end goes no further
                self._within(raw)
            value = self._typed(raw)
        except msgspec.DecodeError:
            return None
        return value if spelt(value) == raw else None

    @cached_property
    def _typed(self) -> Callable[[bytes], T]:
        return msgspec.msgpack.Decoder(self._kind).decode

    @cached_property
    def _within(self) -> Callable[[bytes], object] | None:
        """Reads the bytes by bounded types too, where the types that ``_typed`` gives leave room for what is not."""
        bounded = _bounded(self._kind)
        return None if bounded is self._kind else msgspec.msgpack.Decoder(bounded).decode


def _bounded(kind: Any) -> Any:
    """The type whose values are those of ``kind`` within the profile; of open maps only flat ones."""
    if kind is int:
        return _Whole
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _bounded_struct(kind)
    return _bounded_parts(get_origin(kind), kind)


def _bounded_parts(origin: Any, kind: Any) -> Any:
    if origin is dict:
        return _Options
    if origin is tuple:
        parts = tuple(part if part is ... else _bounded(part) for part in get_args(kind))
        row = GenericAlias(tuple, parts)
        return Annotated[row, Meta(max_length=ITEMS)] if ... in parts else row
    if origin in {Union, UnionType}:
        return one_of(map(_bounded, get_args(kind)))
    return kind


@cache
def _bounded_struct(kind: type[Struct]) -> type[Struct]:
    config, own = kind.__struct_config__, fields(kind)
    bounded = [_bounded(field.type) for field in own]
    if bounded == [field.type for field in own]:
        return kind
    return msgspec.defstruct(
        kind.__name__,
        [(field.name, within, _named(field)) for field, within in zip(own, bounded, strict=True)],
        tag=config.tag,
        array_like=config.array_like,
        gc=False,
        forbid_unknown_fields=True,
    )


def _named(field: FieldInfo) -> Any:
    return msgspec.field(name=field.encode_name)
