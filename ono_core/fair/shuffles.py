"""A shuffle: the dealer commits to its arrangement, then everybody's seeds cut it (fairness.md 2.2).

After the first reveal nothing that anybody can still vary enters: the order follows from the begin entry's
hash and the revealed links alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ono_core.fair.slots import commitment
from ono_core.fair.transcript import Stream, derived, derived_row, hashed, permutation, u8, u32


@dataclass(frozen=True)
class Arrangement:
    """The dealer's secret side of shuffle `k`, card and salt of each slot, and the public commitments."""

    k: int
    cards: tuple[int, ...] = field(repr=False)
    salts: tuple[bytes, ...] = field(repr=False)
    commitments: bytes = field(repr=False)
    """32 bytes for each slot, in the order of slots."""


def arrange(gid: bytes, k: int, dealer_value: bytes, cards: Sequence[int]) -> Arrangement:
    """Arrange the card ids, given in any order, by the dealer's link for this shuffle."""
    base = sorted(cards)
    laid = permutation(derived(dealer_value, "ono1/dealer-perm", gid, u32(k)), len(base))
    placed = tuple(base[x] for x in laid)
    salts = derived_row(dealer_value, "ono1/salt", gid, u32(k), count=len(base))
    commitments = b"".join(
        commitment(gid, k, s, card, salt) for s, (card, salt) in enumerate(zip(placed, salts, strict=True))
    )
    return Arrangement(k, placed, salts, commitments)


def context(gid: bytes, k: int, begin_hash: bytes) -> bytes:
    """What a reveal answers: this shuffle as begun by this entry, 32 bytes."""
    return hashed("ono1/ctx", gid, u32(k), begin_hash)


def mix(context: bytes, reveals: Sequence[tuple[int, int, bytes]]) -> bytes:
    """The common seed of all reveals (seat, index, value), 32 bytes; seats must rise, else a ValueError."""
    seats = [seat for seat, _, _ in reveals]
    if any(after <= before for before, after in pairwise(seats)):
        msg = f"reveals by rising seats expected, got {seats}"
        raise ValueError(msg)
    return hashed("ono1/mix", context, *(u8(seat) + u32(index) + value for seat, index, value in reveals))


def order(mix: bytes, n: int) -> tuple[int, ...]:
    """The places in which the n cards are drawn: the j-th card drawn is the slot at place order[j]."""
    return permutation(derived(mix, "ono1/perm"), n)


def first(mix: bytes, choices: int) -> int:
    """The public die of a shuffle, below `choices`: who starts."""
    return Stream(derived(mix, "ono1/first")).draw(choices)


def root(gid: bytes, k: int, commitments: bytes) -> bytes:
    """All commitments in one hash, for people to compare."""
    return hashed("ono1/slots", gid, u32(k), commitments)


def bot_seed(dealer_value: bytes, gid: bytes, seat: int, mix: bytes) -> bytes:
    """What a computer player's choices of a round follow from: the dealer's link and the cut of the round's deal."""
    return derived(dealer_value, "ono1/bot", gid, u8(seat), mix)


def bot_stream(seed: bytes, purpose: str, step: int) -> Stream:
    """The numbers for one choice: purpose ``move`` or ``think``, at this step."""
    return Stream(derived(seed, f"ono1/bot-{purpose}", u32(step)))
