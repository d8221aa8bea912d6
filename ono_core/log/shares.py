"""The shares of the dealer's secret that a log gives its players, so that all of them together can finish its audit.

A fold beside that of proofs.py, over the papers ``escrow``. Which checks belong to them: spec/fairness.md, Escrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from ono_core.fair import chains, escrow
from ono_core.fair.keys import KEY_SIZE, exchange_public
from ono_core.fair.transcript import DIGEST_SIZE
from ono_core.game.state import shareholders
from ono_core.log.desk import Desk
from ono_core.log.papers import Escrow

KeyOf = Callable[[int], bytes | None]
"""The key that the reader shares with the dealer, if it holds this seat now."""


class Share(Struct, frozen=True):
    """A player's share as the log has it: commitment, sealed bytes, and the x25519 key they are sealed to."""

    commitment: bytes
    sealed: bytes
    player: bytes


class Whole(Struct):
    """The secret behind one chain of the dealer's: the chain's anchor, and each seat's share."""

    anchor: bytes
    index: int
    """The entry that split it."""
    shares: dict[int, Share]


class GivenShare(Struct, frozen=True):
    """One player's share of the secret behind the dealer's chain with this base, as its player gives it away."""

    game: bytes
    base: int
    seat: int
    share: bytes


_MAGIC = "ono-share"


def written_shares(shares: Iterable[GivenShare]) -> str:
    """A line for each: ``ono-share``, game id, base, seat, share; bytes in hex."""
    lines = (f"{_MAGIC} {one.game.hex()} {one.base} {one.seat} {one.share.hex()}\n" for one in shares)
    return "".join(lines)


def read_shares(text: str) -> list[GivenShare]:
    """The shares in such lines; BadShare says which line is none."""
    return [_read_share(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _read_share(number: int, line: str) -> GivenShare:
    try:
        magic, game, base, seat, share = line.split()
        read = GivenShare(bytes.fromhex(game), int(base), int(seat), bytes.fromhex(share))
    except ValueError:
        raise BadShare(f"line {number} is no share") from None
    if magic != _MAGIC or len(read.game) != DIGEST_SIZE or len(read.share) != escrow.SECRET_SIZE:
        raise BadShare(f"line {number} is no share")
    return read


class BadShare(ValueError):
    """Shares do not give the dealer's secret; the text says which is wrong or missing."""


class Shares:
    """The shares given so far, by the base of the dealer's chain."""

    def __init__(self) -> None:
        """None yet."""
        self.given: dict[int, Whole] = {}
        self.own: dict[int, tuple[int, bytes]] = {}
        """The reader's, opened: its seat and share."""

    def begin(self, desk: Desk, gid: bytes, base: int, anchor: bytes, key_of: KeyOf) -> None:
        """Where the options want it each player is given a share of the secret behind the chain that begins."""
        holders = shareholders(desk.after)
        if holders:
            self.given[base] = Whole(anchor, desk.index, self._taken(desk, gid, base, holders, key_of))

    def again(self, desk: Desk, gid: bytes, seat: int, key_of: KeyOf) -> None:
        """New keys are given the shares that the old ones had."""
        for base, whole in sorted(self.given.items()):
            if seat in whole.shares:
                shares = self._taken(desk, gid, base, (seat,), key_of)
                if shares[seat].commitment != whole.shares[seat].commitment:
                    raise desk.fault("bad-escrow", f"seat {seat} is given another share than before")
                whole.shares |= shares

    def _taken(self, desk: Desk, gid: bytes, base: int, holders: tuple[int, ...], key_of: KeyOf) -> dict[int, Share]:
        paper = desk.papers.one(Escrow)
        if paper.base != base or tuple(seat for seat, _, _ in paper.shares) != holders:
            raise desk.fault("bad-escrow", f"shares for seats {holders} of the chain from {base} on expected")
        shares = {seat: Share(said, data, desk.after.seat_at(seat).x25519) for seat, said, data in paper.shares}
        for seat, share in shares.items():
            key = key_of(seat)
            if len(share.sealed) != escrow.SECRET_SIZE:
                raise desk.fault("bad-escrow", f"a share of {escrow.SECRET_SIZE} bytes for seat {seat} expected")
            if key:
                self.own[base] = (seat, escrow.sealed(key, base, seat, share.sealed))
                if not self.holds(gid, base, *self.own[base], share.commitment):
                    raise desk.fault("bad-escrow", f"what is sealed to seat {seat} is not the share committed to")
        return shares

    @staticmethod
    def holds(gid: bytes, base: int, seat: int, share: bytes, commitment: bytes) -> bool:
        """Whether this share was committed to."""
        return escrow.commitment(gid, base, seat, share) == commitment

    def wrong(
        self, gid: bytes, table: bytes, secret: bytes, key_of: Callable[[bytes], bytes]
    ) -> tuple[int, str] | None:
        """What the dealer's x25519 secret shows to be no share, or not of its secret: the entry, and in words."""
        for base, whole in self.given.items():
            opened = {
                seat: escrow.sealed(key_of(share.player), base, seat, share.sealed)
                for seat, share in whole.shares.items()
            }
            try:
                self.recovered(gid, table, base, opened, exchange_public(secret))
            except BadShare as bad:
                return whole.index, str(bad)
        return None

    def recovered(
        self, gid: bytes, table: bytes, base: int, shares: Mapping[int, bytes], x25519: bytes
    ) -> tuple[bytes, bytes]:
        """Tip of the chain with this base, and secret of the dealer's x25519 key, from all shares by seat; BadShare."""
        if base not in self.given:
            raise BadShare("the log gives its players no shares")
        whole = self.given[base]
        for seat, share in whole.shares.items():
            if seat not in shares:
                raise BadShare(f"the share of seat {seat} is missing")
            if not self.holds(gid, base, seat, shares[seat], share.commitment):
                raise BadShare(f"the share of seat {seat} is not the one that was committed to")
        secret = escrow.combined(shares[seat] for seat in whole.shares)
        tip, own = secret[:KEY_SIZE], secret[KEY_SIZE:]
        if chains.walked(gid, table, chains.DEALER, chains.LENGTH, tip, 0) != whole.anchor:
            raise BadShare("the shares together do not give the tip of the dealer's chain")
        if exchange_public(own) != x25519:
            raise BadShare("the shares together do not give the dealer's x25519 secret")
        return tip, own
