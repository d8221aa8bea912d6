"""The quick reader of entries and commands says nothing that the exact one does not say too."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec import inspect

from ono_core.log import entries
from ono_core.log.codec import ITEMS, LARGEST
from ono_core.log.entries import ByPlayer, read_command, read_entry, read_pair
from ono_core.log.file import frames
from ono_core.log.kinds import EVENT_KINDS, PAPER_KINDS, SEAT_ACT_KINDS, TABLE_ACT_KINDS, BadForm, Kinds, NotCanonical

LOGS: Final = sorted((Path(__file__).parents[1] / "vectors" / "logs").glob("*.ono"))

_written: Callable[[Any], bytes] = msgspec.msgpack.Encoder().encode


def bodies(path: Path) -> list[bytes]:
    """The bodies of a log's entries."""
    return [read_pair(raw).body for raw in frames(path.read_bytes())]


def commands(path: Path) -> Iterator[bytes]:
    """The bodies of its players' commands."""
    causes = (read_entry(body).cause for body in bodies(path))
    return (cause.body for cause in causes if isinstance(cause, ByPlayer))


def outcome(reader: Callable[[bytes], Any], body: bytes) -> object:
    """What a reader makes of a body: its value, or the code and words of its refusal."""
    try:
        return reader(body)
    except BadForm as refused:
        return type(refused), str(refused)


def damages(raw: bytes, at: int, byte: int) -> Iterator[bytes]:
    """The bytes with one changed, lost or doubled there, cut off there, and followed by another."""
    yield raw[:at] + bytes([byte]) + raw[at + 1 :]
    yield raw[:at] + raw[at + 1 :]
    yield raw[:at] + raw[at : at + 1] + raw[at:]
    yield raw[:at]
    yield raw + b"\x00"


def same_of_both(body: bytes) -> bool:
    """Whether the body is proven; asserts that an entry or a command so read is what the exact reader makes of it."""
    entry, command = entries._entry_form.proven(body), entries._command_form.proven(body)
    if entry is not None:
        assert entries._entry_of(entry) == outcome(entries._entry_exactly, body)
    if command is not None:
        assert entries._command_of(command) == outcome(entries._command_exactly, body)
    return entry is not None or command is not None


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_whole_games_are_read_quickly(path: Path) -> None:
    """Every entry and command of a game is proven by its form, and so the exact reader has nothing to do."""
    assert all(map(same_of_both, [*bodies(path), *commands(path)]))


@pytest.mark.parametrize("path", LOGS[::4], ids=lambda path: path.stem)
def test_damage_is_told_as_before(path: Path) -> None:
    """Bytes changed, lost or doubled anywhere: what the quick reader still takes the exact one takes too."""
    chance = Random(path.stem)
    taken = 0
    for body in [*bodies(path), *commands(path)]:
        at = chance.randrange(len(body))
        taken += sum(map(same_of_both, damages(body, at, chance.randrange(256))))
    assert taken, "some damage is still of the form, as in a digest"


@pytest.mark.parametrize("path", LOGS[::4], ids=lambda path: path.stem)
def test_entry_as_it_travels_is_read_as_before(path: Path) -> None:
    """A pair of body and signature, whole or damaged near any of its ends, is taken or refused by the same words."""
    for raw in frames(path.read_bytes()):
        assert entries._pair_form.proven(raw) == read_pair(raw) == entries._pair_exactly(raw)
        for at in (0, 1, 2, 3, len(raw) - 67, len(raw) - 66, len(raw) - 65, len(raw) - 1):
            for damaged in damages(raw, at, raw[at] ^ 1):
                assert outcome(read_pair, damaged) == outcome(entries._pair_exactly, damaged)


def example(kinds: Kinds[Any], kind: type[Any], number: int) -> list[Any]:
    """The plain form of a value of this kind, all of whose integers are ``number``."""
    plain: list[Any] = kinds.plain(_made(inspect.type_info(kind), number))
    return plain


def _made(info: Any, number: int) -> Any:
    made: Any
    match info:
        case inspect.VarTupleType(item_type=kind):
            made = (_made(kind, number),)
        case inspect.TupleType(item_types=kinds):
            made = tuple(_made(kind, number) for kind in kinds)
        case inspect.UnionType(types=kinds):
            made = _made(next(kind for kind in kinds if not isinstance(kind, inspect.NoneType)), number)
        case inspect.StructType(cls=cls, fields=fields):
            made = cls(*(_made(field.type, number) for field in fields))
        case inspect.EnumType(cls=cls):
            made = next(iter(cls))
        case _:
            made = _SCALARS.get(type(info), number)
    return made


_SCALARS: Final[dict[Any, Any]] = {
    inspect.BoolType: True,
    inspect.BytesType: b"\xcf" * 32,
    inspect.DictType: {"a": 1, "b": "text", "c": [2, True, None]},
    inspect.StrType: "text",
}


FAMILIES: Final[dict[str, Kinds[Any]]] = {
    "events": EVENT_KINDS,
    "papers": PAPER_KINDS,
    "seat acts": SEAT_ACT_KINDS,
    "acts": TABLE_ACT_KINDS,
}
ALL: Final = [(name, kind) for name, kinds in FAMILIES.items() for kind in kinds._names]


def entry_with(family: str, plain: list[Any]) -> bytes:
    """The body of an entry that holds one value of a family."""
    cause = {"seat acts": ["bot", 0, plain], "acts": ["table", plain]}.get(family, ["player", b"", b""])
    events, papers = [plain] * (family == "events"), [plain] * (family == "papers")
    return _written([0, bytes(32), 0, cause, events, papers, bytes(16)])


@pytest.mark.parametrize(("family", "kind"), ALL, ids=lambda one: getattr(one, "__name__", one))
def test_integers_are_bounded_in_every_kind(family: str, kind: type[Any]) -> None:
    """Wherever an event, a paper or an act holds a number, what a browser could not hold exactly is refused."""
    for number in (LARGEST, -LARGEST, LARGEST + 1, -LARGEST - 1):
        plain = example(FAMILIES[family], kind, number)
        body = entry_with(family, plain)
        within = abs(number) <= LARGEST or str(number) not in str(plain)
        assert same_of_both(body) == within
        if not within:
            with pytest.raises(NotCanonical, match="integer-range"):
                read_entry(body)


@pytest.mark.parametrize(("family", "kind"), ALL, ids=lambda one: getattr(one, "__name__", one))
def test_every_field_is_written_in_every_kind(family: str, kind: type[Any]) -> None:
    """A field that is left out, unknown, out of its order or a fraction is refused, even one that could be guessed."""
    name, fields = example(FAMILIES[family], kind, 1)
    whole = entry_with(family, [name, dict(sorted(fields.items()))])
    for field in fields:
        fewer = {other: value for other, value in fields.items() if other != field}
        for strange in (fewer, {**fewer, field: fields[field]}, {**fields, "zzz": 1}, {**fields, field: 1.0}):
            body = entry_with(family, [name, strange])
            same_of_both(body)
            if body != whole:
                with pytest.raises(BadForm):
                    read_entry(body)


HOSTILE: Final[dict[str, Any]] = {
    "a large letter": {"A": 1},
    "an empty key": {"": 1},
    "a line's end in a key": {"a\n": 1},
    "a number as key": {1: 1},
    "a fraction": {"a": 1.5},
    "a date": {"a": msgspec.msgpack.Ext(-1, bytes(4))},
    "an extension": {"a": msgspec.msgpack.Ext(5, b"12")},
    "a number too large": {"a": LARGEST + 1},
    "a number too large in a row": {"a": [1, LARGEST + 1]},
    "keys that fall": {"b": 1, "a": 1},
    "too many items": {"a": [1] * (ITEMS + 1)},
    "too many keys": {f"{number:04}": 1 for number in range(ITEMS + 1)},
    "bytes": {"a": b"1"},
    "a map": {"a": {"b": 1}},
    "rows in rows": {"a": [[1]]},
    "rows without end": {"a": 1},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_options_of_any_shape_are_told_as_before(what: str) -> None:
    """Options are open: what stands in them is taken or refused by the same words, whoever reads them."""
    command = _written([0, 1, 0, bytes(32), None, ["set_options", {"options": HOSTILE[what]}]])
    if what == "rows without end":
        command = command[:-1] + b"\x91" * 50_000 + b"\x01"
    same_of_both(command)
    assert outcome(read_command, command) == outcome(entries._command_exactly, command)
    allowed = {"bytes", "a map", "rows in rows"}
    assert isinstance(outcome(read_command, command), entries.SignedAct) == (what in allowed)


def test_longest_body_is_read_and_a_longer_one_is_not() -> None:
    """A body holds 60 KiB, whoever reads it."""
    for size, code in [(61_440, None), (61_441, "too-long")]:
        text = "x" * (size - len(_written([0, 1, 0, bytes(32), None, ["set_options", {"options": {"a": ""}}]])) - 2)
        body = _written([0, 1, 0, bytes(32), None, ["set_options", {"options": {"a": text}}]])
        assert len(body) == size
        assert same_of_both(body) == (code is None)
        if code:
            with pytest.raises(NotCanonical, match=code):
                read_command(body)
