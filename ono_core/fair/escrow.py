"""What lets all players together finish the audit of a dealer that vanished (fairness.md 2.5).

The dealer's secret, a chain's tip and its x25519 secret, is split so that all shares together give it and any fewer
tell nothing. Each share is committed to in the log and sealed to its player.
"""

from collections.abc import Callable, Iterable, Sequence

from ono_core.fair.transcript import derived, hashed, u8, u32

SECRET_SIZE = 64
"""Bytes of the secret and of each share: tip || x25519 secret."""


def split(secret: bytes, seats: Sequence[int], fresh: Callable[[int], bytes]) -> dict[int, bytes]:
    """A share for each seat; ``fresh`` gives 64 secret bytes for every seat but the last."""
    *others, last = seats
    shares = {seat: fresh(seat) for seat in others}
    return {**shares, last: combined((secret, *shares.values()))}


def combined(shares: Iterable[bytes]) -> bytes:
    """The secret that these shares, all of them, give."""
    number = 0
    for share in shares:
        number ^= int.from_bytes(share, "big")
    return number.to_bytes(SECRET_SIZE, "big")


def commitment(gid: bytes, base: int, seat: int, share: bytes) -> bytes:
    """The hash that fixes a seat's share of the secret behind the chain with this base, and hides it."""
    return hashed("ono1/escrow", gid, u32(base), u8(seat), share)


def sealed(key: bytes, base: int, seat: int, share: bytes) -> bytes:
    """The share of the chain with this base for one player's eyes, under the key it has with the dealer; and back."""
    pad = derived(key, "ono1/escrow-seal", u32(base), u8(seat), length=SECRET_SIZE)
    return combined((share, pad))
