"""A secret as words that people write down and type: BIP-39, English, 24 words with a checksum."""

from __future__ import annotations

from mnemonic import Mnemonic

from ono_core.fair.keys import KEY_SIZE
from ono_core.fair.transcript import hashed

WORDS = 24
COMPARED = 6
"""Words by which two people compare a key."""

_LIST = Mnemonic("english")


def words_of(secret: bytes) -> str:
    """The words of a 32-byte secret."""
    return _LIST.to_mnemonic(secret)


def secret_of(text: str) -> bytes:
    """The secret that these words are; ValueError says what is wrong with them."""
    words = text.lower().split()
    if len(words) != WORDS:
        raise ValueError(f"{WORDS} words expected, got {len(words)}")
    unknown = next((number for number, word in enumerate(words, 1) if word not in _LIST.wordlist), None)
    if unknown:
        raise ValueError(f"word {unknown} is not in the list: {words[unknown - 1][:20]!r}")
    try:
        return bytes(_LIST.to_entropy(words))
    except ValueError:
        raise ValueError("these words do not belong together: one of them is wrong, or in the wrong place") from None


def compared(public: bytes) -> str:
    """A public key as a few words, for comparing aloud; they are no secret."""
    digest = hashed("ono1/fingerprint", public)
    return " ".join(words_of(digest[:KEY_SIZE]).split()[:COMPARED])
