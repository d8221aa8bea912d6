"""What bytes that are no log look like, so that whoever named the wrong file sees which it was."""

from __future__ import annotations

from typing import Final

_BEGINNINGS: Final = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"SQLite format 3": "an SQLite database",
    b"ONO": "a log of another version",
    b"<": "a web page",
    b"{": "a JSON text",
}


def likeness(data: bytes) -> str:
    """What the bytes look like, for people."""
    if not data:
        return "it is empty"
    begin = data[:8]
    known = next((what for sign, what in _BEGINNINGS.items() if data.startswith(sign)), None)
    text = begin.isascii() and begin.decode().isprintable()
    return f"it begins like {known or 'a text'}" if known or text else f"it begins with the bytes {begin.hex(' ')}"
