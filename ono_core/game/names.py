"""Names of seats: what may be shown, and when two names look alike."""

from __future__ import annotations

import unicodedata

LONGEST = 24
_LOOKS = str.maketrans("аеорсухікмнтвαοιερ", "aeopcyxikmhtbaoiep")


def shown(name: str) -> str | None:
    """The name as it is kept (NFC, single spaces), or None if it has no letter, is too long, or hides or turns text."""
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    marks = sum(unicodedata.combining(char) > 0 for char in kept)
    if not 0 < len(kept) - marks <= LONGEST or marks > LONGEST:
        return None
    if any(unicodedata.category(char)[0] == "C" for char in kept):
        return None
    return kept if any(char.isalnum() for char in kept) else None


def skeleton(name: str) -> str:
    """What a name looks like at a glance: without case, marks and the best known look-alike letters."""
    flat = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(char for char in flat if not unicodedata.combining(char) and not char.isspace())
    return bare.translate(_LOOKS).replace("0", "o").replace("1", "l").replace("i", "l")
