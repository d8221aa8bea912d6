"""Seed chains: one secret tip, one published anchor, one link revealed for each shuffle (fairness.md 2.1).

Link i-1 is the hash of link i, so whoever knows the anchor (link 0) can check every later link, and a link
tells nothing about the ones above it. Game, owner, role and index are hashed in: a link fits one place only.
"""

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from ono_core.fair.transcript import DIGEST_SIZE, encode, u8

LENGTH = 4096
"""Links above the anchor; no index in a game is higher."""

FEW_LINKS = 64
"""With fewer left the owner goes on with a new chain."""

DEALER = 0
PLAYER = 1

_STRIDE = 64


def leads_to(
    gid: bytes, owner: bytes, role: int, index: int, value: bytes, known_index: int, known_value: bytes
) -> bool:
    """Whether `value` as link `index` walks down to the link known; never more than LENGTH steps.

    A link leads to itself: that it is not an old one shown again is for the caller to see.
    """
    if not known_index <= index <= LENGTH or len(value) != DIGEST_SIZE:
        return False
    return walked(gid, owner, role, index, value, known_index) == known_value


def walked(gid: bytes, owner: bytes, role: int, index: int, value: bytes, target: int) -> bytes:
    """The link at `target`, at or below link `index`, which is `value`; `owner` is a public key."""
    pattern = encode("ono1/chain", gid, owner, u8(role), bytes(4), bytes(DIGEST_SIZE))
    before, between = pattern[:-40], pattern[-36:-32]  # of a step only the number and the link above are its own
    for below in range(index - 1, target - 1, -1):
        value = sha256(before + below.to_bytes(4, "big") + between + value).digest()
    return value


@dataclass(frozen=True)
class Chain:
    """The owner's side of a chain; the tip is 32 secret bytes.

    Built when a link is first asked for. Then every 64th link is kept, and the rest walked to again.
    """

    gid: bytes
    owner: bytes
    role: int
    tip: bytes = field(repr=False)
    length: int = LENGTH

    @property
    def anchor(self) -> bytes:
        """Link 0, which is published."""
        return self.link(0)

    def link(self, index: int) -> bytes:
        """The link from 0, the anchor, up to `length`, the tip."""
        assert 0 <= index <= self.length, f"a link from 0 to {self.length}, got {index}"
        above = min(-(-index // _STRIDE) * _STRIDE, self.length)
        return walked(self.gid, self.owner, self.role, above, self._marks[above], index)

    @cached_property
    def _marks(self) -> dict[int, bytes]:
        marks = {self.length: self.tip}
        above = self.length
        for index in range((above - 1) // _STRIDE * _STRIDE, -1, -_STRIDE):
            marks[index] = walked(self.gid, self.owner, self.role, above, marks[above], index)
            above = index
        return marks
