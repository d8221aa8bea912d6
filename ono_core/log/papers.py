"""Papers: what the dealer adds to an entry so that every card in its events has a proof (spec/log.md section 6)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

Link = tuple[int, int, bytes]
"""A contributor's chain value: (seat, index of the link, the 32-byte link)."""


def seats_of(links: Iterable[Link]) -> set[int]:
    """Whose links these are."""
    return {seat for seat, _, _ in links}


class Paper(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that proves a part of its entry. Its kind is the class name in kebab case."""


class Commitments(Paper, frozen=True):
    """Shuffle ``k`` is committed to: 32 bytes a place, and the contributors with the link last known of each."""

    k: int
    slots: bytes
    contributors: tuple[Link, ...] = msgspec.field(name="from")


class Reveals(Paper, frozen=True):
    """The contributors' links that cut shuffle ``k``, seats rising."""

    k: int
    values: tuple[Link, ...]


class Openings(Paper, frozen=True):
    """Cards shown to everybody: (slot, card, 32-byte salt)."""

    cards: tuple[tuple[int, int, bytes], ...]


class Sealings(Paper, frozen=True):
    """Cards shown to one seat: 34 sealed bytes for each slot."""

    seat: int
    slots: tuple[int, ...]
    sealed: bytes


class DealerReveal(Paper, frozen=True):
    """The dealer's link for shuffle ``k``, the round's last, and at the game's end its x25519 secret."""

    k: int
    value: bytes
    x25519: bytes | None


class Escrow(Paper, frozen=True):
    """Shares of the secret behind the dealer's chain with this base: (seat, 32-byte commitment, 64 sealed bytes)."""

    base: int
    shares: tuple[tuple[int, bytes, bytes], ...]


PAPERS: tuple[type[Paper], ...] = (Commitments, Reveals, Openings, Sealings, DealerReveal, Escrow)
