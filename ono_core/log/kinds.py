"""The one place where plain values and typed ones meet: ``[kind, {fields}]`` on the wire, Structs inside.

Kinds of acts are snake_case, kinds of events and papers kebab-case; both follow from the class name. A ``line`` is a
value in its place, for the forms that are read and written in one step (forms.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeGuard, TypeVar

import msgspec
from msgspec import Struct

from ono_core.game.commands import SEAT_ACTS, TABLE_ACTS, Act
from ono_core.game.events import EVENTS, Event
from ono_core.log.forms import array_form, one_of
from ono_core.log.papers import PAPERS, Paper

T = TypeVar("T", bound=Struct)


class BadForm(ValueError):
    """A value is not of the form that the specification gives; the text says which and why. ``code`` is a fault's."""

    code: ClassVar = "bad-form"


class NotCanonical(BadForm):
    """Bytes that are not the one spelling of a value (spec/log.md section 2)."""

    code: ClassVar = "not-canonical"


class NeedsNewer(BadForm):
    """A kind, a field or a version that this program does not know: in a log nobody is to blame, and it stops there."""


class Kinds(Generic[T]):
    """The kinds of one family of Structs: plain forms of typed values, and back."""

    def __init__(self, types: Iterable[type[T]], joint: str) -> None:
        """``joint`` stands between the words of a kind."""
        self._types = {_kind(kind.__name__, joint): kind for kind in types}
        self._names = {kind: name for name, kind in self._types.items()}
        self._fields = {name: frozenset(kind.__struct_encode_fields__) for name, kind in self._types.items()}
        self._lines = {
            kind: array_form(f"{kind.__name__}Line", tag=name, value=kind) for name, kind in self._types.items()
        }
        self.line_type: Any = one_of(self._lines.values())
        """What ``line`` makes, as a type for a form (forms.py)."""

    def __contains__(self, kind: str) -> bool:
        """Whether the family has this kind."""
        return kind in self._types

    def name(self, value: T) -> str:
        """The kind of a typed value."""
        return self._names[type(value)]

    def plain(self, value: T) -> list[Any]:
        """``[kind, {fields}]``, every field written, keys in rising order."""
        return [self.name(value), msgspec.to_builtins(value, builtin_types=(bytes,), order="sorted")]

    def line(self, value: T) -> Any:
        """The typed value in its place: it is written as ``[kind, {fields}]``, and ``.value`` gives it back."""
        return self._lines[type(value)](value)

    def typed(self, plain: Any) -> T:
        """The typed value of a plain ``[kind, {fields}]``; NeedsNewer for an unknown kind or field, else BadForm."""
        kind, fields = _pair(plain)
        known = self._types.get(kind)
        if known is None:
            raise NeedsNewer(f"kind {kind!r:.40} is not known to this version")
        expected = self._fields[kind]
        if fields.keys() != expected:
            for field in fields:
                if field not in expected:
                    raise NeedsNewer(f"field {field!r:.40} of {kind} is not known to this version")
            raise BadForm(f"{kind} has fields {sorted(fields)}, expected {sorted(expected)}")
        try:
            return msgspec.convert(fields, known, builtin_types=(bytes,))
        except msgspec.ValidationError as error:
            raise BadForm(f"{kind}: {error}") from None


def is_array(plain: object) -> TypeGuard[list[Any]]:
    """Whether a plain value is an array."""
    return isinstance(plain, list)


def is_map(plain: object) -> TypeGuard[dict[str, Any]]:
    """Whether a plain value is a map."""
    return isinstance(plain, dict)


def _kind(name: str, joint: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", joint, name).lower()


def _pair(plain: Any) -> tuple[str, dict[str, Any]]:
    if is_array(plain) and len(plain) == 2:
        kind, fields = plain
        if isinstance(kind, str) and is_map(fields):
            return kind, fields
    raise BadForm(f"[kind, {{fields}}] expected, got {plain!r:.80}")


SEAT_ACT_KINDS: Kinds[Act] = Kinds(SEAT_ACTS, "_")
TABLE_ACT_KINDS: Kinds[Act] = Kinds(TABLE_ACTS, "_")
EVENT_KINDS: Kinds[Event] = Kinds(EVENTS, "-")
PAPER_KINDS: Kinds[Paper] = Kinds(PAPERS, "-")
