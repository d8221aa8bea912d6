"""Makes the JSON Schemas of everything that travels and stands in logs, beside the specifications, from the types.

Run it as ``python -m tests.vectors.generate_schemas`` after a change of a message, an act, an event or a paper. JSON
has no byte strings: where msgpack has one, the schemas want its bytes as digits of base 16, in lower case.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct, inspect

from ono_core.log.codec import ITEMS, LARGEST
from ono_core.log.entries import STATE_DIGEST_SIZE
from ono_core.log.kinds import EVENT_KINDS, PAPER_KINDS, SEAT_ACT_KINDS, TABLE_ACT_KINDS, Kinds
from ono_net import messages

ROOT = Path(__file__).parents[2]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
BYTES = "what msgpack has as bin is written here as text: two digits of base 16, 0-9 and a-f, for each byte"

Schema = dict[str, Any]


def hexed(least: int | None = None, most: int | None = None) -> Schema:
    """A byte string of such a size."""
    size = f"{{{least}}}" if least is not None and least == most else "*"
    return {"type": "string", "contentEncoding": "base16", "pattern": f"^([0-9a-f]{{2}}){size}$"}


def integer(least: int | None = None) -> Schema:
    """A whole number of the profile (fairness.md 1.3)."""
    return {"type": "integer", "minimum": -LARGEST if least is None else least, "maximum": LARGEST}


def array(items: Iterable[Schema]) -> Schema:
    """An array of exactly these."""
    listed = list(items)
    return {
        "type": "array",
        "prefixItems": listed,
        "items": False,
        "minItems": len(listed),
        "maxItems": len(listed),
    }


def rows(item: Schema) -> Schema:
    """An array of any length."""
    return {"type": "array", "items": item, "maxItems": ITEMS}


def record(fields: Iterable[inspect.Field]) -> Schema:
    """A map with exactly these fields."""
    properties = {one.encode_name: schema_of(one.type) for one in sorted(fields, key=lambda one: one.encode_name)}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def schema_of(kind: inspect.Type) -> Schema:  # noqa: C901, PLR0911, PLR0912  # one case for each kind of type
    """The schema of one type of values."""
    match kind:
        case inspect.BoolType():
            return {"type": "boolean"}
        case inspect.IntType(ge=least):
            return integer(least)
        case inspect.StrType(max_length=most):
            return {"type": "string"} if most is None else {"type": "string", "maxLength": most}
        case inspect.BytesType(min_length=least, max_length=most):
            return hexed(least, most)
        case inspect.NoneType():
            return {"type": "null"}
        case inspect.LiteralType(values=values):
            return {"enum": list(values)}
        case inspect.EnumType(cls=cls):
            return {"enum": [one.value for one in cls]}
        case inspect.DictType():
            return {"type": "object", "propertyNames": {"pattern": "^[a-z0-9_]+$"}}
        case inspect.TupleType(item_types=items):
            return array(map(schema_of, items))
        case inspect.VarTupleType(item_type=item, max_length=most):
            return rows(schema_of(item)) | ({} if most is None else {"maxItems": most})
        case inspect.UnionType(types=types):
            return {"anyOf": [schema_of(one) for one in types]}
        case inspect.StructType(fields=fields, array_like=True):
            return array(schema_of(one.type) for one in fields)
        case inspect.StructType(fields=fields):
            return record(fields)
        case _:
            raise AssertionError(f"no schema for {kind}")


def tagged(kind: str, of: type[Struct]) -> Schema:
    """``[kind, {fields}]``."""
    shape = inspect.type_info(of)
    assert isinstance(shape, inspect.StructType), "kinds are Structs"
    return {"description": cleandoc(of.__doc__ or ""), **array([{"const": kind}, record(shape.fields)])}


def family(kinds: dict[str, type[Struct]]) -> Schema:
    """One of these kinds."""
    return {"oneOf": [tagged(kind, of) for kind, of in sorted(kinds.items())]}


def types(kinds: Kinds[Any]) -> dict[str, type[Struct]]:
    """Kind -> its type."""
    return dict(kinds._types)


def whole(title: str, spec: str, schema: Schema, defs: dict[str, Schema] | None = None) -> Schema:
    """A schema that stands alone."""
    beside = {"$defs": defs} if defs else {}
    return {"$schema": DRAFT, "title": title, "$comment": f"{spec}; {BYTES}", **schema, **beside}


def message_schema(title: str, union: Any) -> Schema:
    """What one side may send."""
    return whole(title, "protocol.md section 1", family({kind.__name__.lower(): kind for kind in get_args(union)}))


def command_schema() -> Schema:
    """The body of a signed command."""
    parts = [optional(integer(0)), integer(0), integer(0), hexed(32, 32), optional(integer(0)), {"$ref": "#/$defs/act"}]
    words = "[seat, counter, index seen, hash seen, step, act]"
    body = {"description": words, **array(parts)}
    return whole("The body of a command", "log.md section 4", body, {"act": family(types(SEAT_ACT_KINDS))})


def entry_schema() -> Schema:
    """The body of an entry."""
    cause = {
        "oneOf": [
            array([{"const": "player"}, hexed(), hexed(64, 64)]),
            array([{"const": "bot"}, integer(0), {"$ref": "#/$defs/seat_act"}]),
            array([{"const": "table"}, {"$ref": "#/$defs/table_act"}]),
        ]
    }
    lists = [rows({"$ref": f"#/$defs/{kind}"}) for kind in ("event", "paper")]
    parts = [integer(0), hexed(32, 32), integer(0), cause, *lists, hexed(STATE_DIGEST_SIZE, STATE_DIGEST_SIZE)]
    words = (
        "[index, previous, clock, cause, events, papers, digest]; events of unknown kinds note-… may stand there too"
    )
    defs = {
        "seat_act": family(types(SEAT_ACT_KINDS)),
        "table_act": family(types(TABLE_ACT_KINDS)),
        "event": family(types(EVENT_KINDS)),
        "paper": family(types(PAPER_KINDS)),
    }
    return whole("The body of an entry", "log.md sections 3 to 6", {"description": words, **array(parts)}, defs)


def optional(schema: Schema) -> Schema:
    """This or nil."""
    return {"anyOf": [schema, {"type": "null"}]}


def schemas() -> dict[Path, str]:
    """The files as they stand in the repository."""
    net, core = ROOT / "ono_net/spec/schema", ROOT / "ono_core/spec/schema"
    found = {
        net / "from-client.json": message_schema("A message of a client", messages.FromClient),
        net / "from-table.json": message_schema("A message of a table", messages.FromTable),
        core / "command.json": command_schema(),
        core / "entry.json": entry_schema(),
    }
    return {path: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for path, schema in found.items()}


if __name__ == "__main__":
    for path, text in schemas().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
