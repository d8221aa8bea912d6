"""The words for a ruleset, one file a language; which of them hold is decided once, in ``explain`` and ``options``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from ono_core.game.wording.english import ENGLISH
from ono_core.game.wording.french import FRENCH
from ono_core.game.wording.shape import Words

Language = Literal["en", "fr"]

WORDS: Final[Mapping[Language, Words]] = {"en": ENGLISH, "fr": FRENCH}
_BY_CODE: Final[Mapping[str, Language]] = {language: language for language in WORDS}


def spoken(asked: str) -> Language:
    """The language asked for, or English where it is not known."""
    return _BY_CODE.get(asked, "en")
