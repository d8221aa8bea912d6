"""Makes codec.json: byte strings that a reader of the canonical profile must take or refuse, built by hand.

For every length and integer each of its msgpack encodings is listed; one of them is right. Run as
`python -m tests.vectors.generate_codec`.
"""

import json
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).with_name("codec.json")

Row = tuple[str, bytes, str]

INTEGERS = [
    0,
    1,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**32,
    2**53 - 1,
]
NEGATIVES = [-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**53) + 1]
UNSIGNED = [(0xCC, 1), (0xCD, 2), (0xCE, 4), (0xCF, 8)]
SIGNED = [(0xD0, 1), (0xD1, 2), (0xD2, 4), (0xD3, 8)]
OK, LONGER = "ok", "not-canonical"


def rows() -> Iterator[Row]:
    """All cases: what it is, the bytes, `ok` or the code of the refusal."""
    yield from [("nil", b"\xc0", OK), ("false", b"\xc2", OK), ("true", b"\xc3", OK)]
    for integer in INTEGERS + NEGATIVES:
        yield from _right_first(f"integer {integer}", _integer_forms(integer))
    for length in (0, 1, 31, 32, 255, 256):
        yield from _right_first(f"str of {length}", _forms(0xA0, 31, [(0xD9, 1), (0xDA, 2), (0xDB, 4)], length, b"x"))
        yield from _right_first(f"bin of {length}", _forms(0, -1, [(0xC4, 1), (0xC5, 2), (0xC6, 4)], length, b"\xff"))
    for length in (0, 1, 15, 16, 256):
        yield from _right_first(f"array of {length}", _forms(0x90, 15, [(0xDC, 2), (0xDD, 4)], length, b"\xc0"))
        yield from _right_first(f"map of {length}", _map_forms(length))
    yield from _types()
    yield from _texts()
    yield from _keys()
    yield from _sizes()
    yield from _broken()


def _right_first(what: str, forms: list[bytes]) -> Iterator[Row]:
    for place, raw in enumerate(forms):
        yield f"{what}, form {raw[0]:02x}", raw, LONGER if place else OK


def _integer_forms(integer: int) -> list[bytes]:
    """Shortest first; of two equally long forms of a number from 0 up the unsigned one."""
    fixed = [(integer & 0xFF).to_bytes(1, "big")] if -32 <= integer <= 127 else []
    unsigned = [_tagged(tag, integer, size) for tag, size in UNSIGNED if 0 <= integer < 256**size]
    signed = [_tagged(tag, integer, size) for tag, size in SIGNED if -(256**size) // 2 <= integer < 256**size // 2]
    return fixed + unsigned + signed


def _tagged(tag: int, number: int, size: int) -> bytes:
    return bytes([tag]) + number.to_bytes(size, "big", signed=number < 0)


def _forms(fixed: int, most: int, sized: list[tuple[int, int]], length: int, item: bytes) -> list[bytes]:
    short = [bytes([fixed | length])] if length <= most else []
    heads = short + [_tagged(tag, length, size) for tag, size in sized if length < 256**size]
    return [head + length * item for head in heads]


def _map_forms(length: int) -> list[bytes]:
    entries = b"".join(b"\xa3" + f"{index:03}".encode() + b"\xc0" for index in range(length))
    return [head + entries for head in _forms(0x80, 15, [(0xDE, 2), (0xDF, 4)], length, b"")]


def _types() -> Iterator[Row]:
    for what, digits in (
        ("float32 1.0", "ca3f800000"),
        ("float64 0.0", "cb0000000000000000"),
        ("float64 5.0", "cb4014000000000000"),
        ("float64 not a number", "cb7ff8000000000000"),
        ("fixext 1", "d40100"),
        ("ext of 0", "c70001"),
        ("timestamp", "d6ff00000000"),
        ("float inside an array", "91ca3f800000"),
    ):
        yield what, bytes.fromhex(digits), "forbidden-type"
    for integer in (2**53, 2**63, 2**64 - 1):
        yield f"integer {integer}", _tagged(0xCF, integer, 8), "integer-range"
    for integer in (-(2**53), -(2**63)):
        yield f"integer {integer}", _tagged(0xD3, integer, 8), "integer-range"


def _texts() -> Iterator[Row]:
    marked = "\ufeff" + 100 * "ab"
    yield "str of four-byte characters", b"\xa8" + "🂠🂡".encode(), OK
    yield "str that starts with a byte order mark, kept", b"\xa4\xef\xbb\xbfa", OK
    yield "long str that starts with a byte order mark, kept", b"\xd9\xcb" + marked.encode(), OK
    yield "str with a zero character", b"\xa3a\x00b", OK
    for what, digits in (
        ("lone byte ff", "a1ff"),
        ("overlong zero", "a2c080"),
        ("surrogate", "a3eda080"),
        ("cut inside a character", "a2e282"),
        ("beyond U+10FFFF", "a4f4908080"),
    ):
        yield f"str with invalid UTF-8: {what}", bytes.fromhex(digits), "not-msgpack"
    yield "long str with invalid UTF-8", b"\xd9\xff" + 254 * b"a" + b"\xff", "not-msgpack"


def _keys() -> Iterator[Row]:
    for keys in ("a", "0 9 _ a z", "a a0 a_ aa ab b", "10 9"):
        yield f"keys {keys}", _map(*keys.split()), OK
    for keys in ("b a", "a a", "aa a", "aa a_", "9 10", "a b a"):
        yield f"keys {keys}", _map(*keys.split()), LONGER
    for key in ("A", "é", "a-b", "a b", "a\n", "a.b", ""):
        yield f"key {key!r}", _map(key), "forbidden-key"
    for what, digits in (
        ("1", "8101c0"),
        ("nil", "81c0c0"),
        ("bin", "81c40161c0"),
        ("array", "8190c0"),
        ("map", "8180c0"),
    ):
        yield f"key is {what}", bytes.fromhex(digits), "forbidden-key"
    yield "key in a longer form", b"\x81\xd9\x01a\xc0", LONGER


def _map(*keys: str) -> bytes:
    entries = (bytes([0xA0 | len(key.encode())]) + key.encode() + b"\xc0" for key in keys)
    return bytes([0x80 | len(keys)]) + b"".join(entries)


def _sizes() -> Iterator[Row]:
    yield "8 arrays inside each other", 7 * b"\x91" + b"\x90", OK
    yield "8 maps inside each other", 7 * b"\x81\xa1a" + b"\x80", OK
    yield "9 arrays inside each other", 8 * b"\x91" + b"\x90", "too-deep"
    yield "9 levels of arrays and maps", 4 * b"\x91\x81\xa1a" + b"\x80", "too-deep"
    yield "3000 arrays inside each other", 3000 * b"\x91" + b"\xc0", "too-deep"
    yield "array of 4096", b"\xdc\x10\x00" + 4096 * b"\xc0", OK
    yield "array of 4097", b"\xdc\x10\x01" + 4097 * b"\xc0", "too-long"


def _broken() -> Iterator[Row]:
    yield "nothing", b"", "not-msgpack"
    yield "the byte c1, never used", b"\xc1", "not-msgpack"
    for digits in ("cd00", "a261", "c40500", "92c0", "81a161", "dd0000", "c6ffffffff"):
        yield f"cut short: {digits}", bytes.fromhex(digits), "not-msgpack"
    yield "a second value", b"\xc0\xc0", "trailing-bytes"
    yield "a byte after an array", b"\x90\x00", "trailing-bytes"


def text() -> str:
    """The file as it stands in the repository."""
    cases = [json.dumps({"what": what, "hex": raw.hex(), "expect": code}) for what, raw, code in rows()]
    head = {
        "spec": "fairness.md 1.3",
        "comment": "expect: ok = taken and written again as the same bytes; else the code of the refusal; "
        "the profile allows 61440 bytes, 8 levels and 4096 items of an array or map",
    }
    return json.dumps(head)[:-1] + ',\n"cases": [\n' + ",\n".join(cases) + "\n]}\n"


if __name__ == "__main__":
    FILE.write_text(text())
