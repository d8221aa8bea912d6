"""Whether a value is of a JSON Schema: as much of the standard as our schemas use, and no more."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]
TYPES: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
WORDS = {"$schema", "$comment", "$defs", "title", "description", "contentEncoding"}
"""What says nothing about a value."""


def hexed(plain: Any) -> Any:
    """A plain value as JSON has it: bytes as digits."""
    match plain:
        case bytes():
            return plain.hex()
        case list():
            return [hexed(one) for one in plain]  # pyright: ignore[reportUnknownVariableType]
        case dict():
            return {key: hexed(one) for key, one in plain.items()}  # pyright: ignore[reportUnknownVariableType]
        case _:
            return plain


class Checker:
    """One schema that stands alone."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._rules: dict[str, Callable[[Any, Any, Schema], bool]] = {
            "type": lambda rule, value, _: TYPES[rule](value),
            "const": lambda rule, value, _: value == rule and type(value) is type(rule),
            "enum": lambda rule, value, _: value in rule,
            "minimum": lambda rule, value, _: value >= rule,
            "maximum": lambda rule, value, _: value <= rule,
            "maxLength": lambda rule, value, _: len(value) <= rule,
            "pattern": lambda rule, value, _: re.search(rule, value) is not None,
            "minItems": lambda rule, value, _: len(value) >= rule,
            "maxItems": lambda rule, value, _: len(value) <= rule,
            "prefixItems": lambda rule, value, _: all(map(self.holds, rule, value)),
            "items": self._items,
            "required": lambda rule, value, _: all(key in value for key in rule),
            "properties": lambda rule, value, _: all(self.holds(rule[key], value[key]) for key in rule if key in value),
            "propertyNames": lambda rule, value, _: all(self.holds(rule, key) for key in value),
            "additionalProperties": lambda rule, value, schema: rule or value.keys() <= schema["properties"].keys(),
            "anyOf": lambda rule, value, _: any(self.holds(one, value) for one in rule),
            "oneOf": lambda rule, value, _: sum(self.holds(one, value) for one in rule) == 1,
            "$ref": lambda rule, value, _: self.holds(self._root["$defs"][rule.removeprefix("#/$defs/")], value),
        }

    def holds(self, schema: Schema, value: Any) -> bool:
        """Whether the value is of this part of the schema."""
        return all(self._rules[word](rule, value, schema) for word, rule in schema.items() if word not in WORDS)

    def _items(self, rule: Any, value: Any, schema: Schema) -> bool:
        rest = value[len(schema.get("prefixItems", [])) :]
        return not rest if rule is False else all(self.holds(rule, one) for one in rest)

    def __call__(self, plain: Any) -> bool:
        """Whether a plain value, its bytes as they are, is of the schema."""
        return self.holds(self._root, hexed(plain))
