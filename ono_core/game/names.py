"""Names of seats: what may be shown, and when two names look alike."""

from __future__ import annotations

import unicodedata

LONGEST = 24
"""Letters, digits and signs of a name; the marks on them are not counted."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
"""Letters, marks and signs that show nothing, though their category does not say so."""

_LOOKS = str.maketrans(
    "аеорсухікмнтвѕјһԁӏԛԝ" + "αοιερνκτυβ" + "\u0131i10|",
    "aeopcyxlkmhtbsjhdlqw" + "aolepvktub" + "lllol",
)


def shown(name: str) -> str | None:
    """The name as it is kept (NFC, single spaces), or None if it has no letter, is too long, or hides or turns text.

    Three marks on a letter are as many as scripts need.
    """
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    kinds = "".join(unicodedata.category(char)[0] for char in kept)
    if not 0 < len(kinds) - kinds.count("M") <= LONGEST or kinds.startswith("M") or "MMMM" in kinds:
        return None
    if "C" in kinds or not _BLANK.isdisjoint(kept):
        return None
    return kept if "L" in kinds or "N" in kinds else None


def skeleton(name: str) -> str:
    """What a name looks like at a glance: without case, spaces, marks, and the best known look-alike letters."""
    flat = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    bare = "".join(char for char in flat if unicodedata.category(char)[0] in "LNPS")
    return bare.translate(_LOOKS)
