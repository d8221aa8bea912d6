"""Every hash of a tournament but those of its ledger's entries: one label for each use (spec/tournament.md, Hashes)."""

from __future__ import annotations

from collections.abc import Iterable

from ono_core.fair.keys import own_secret
from ono_core.fair.transcript import hashed, u8, u16


def tournament_id(genesis_body: bytes) -> bytes:
    """The id of the tournament that this index 0 begins."""
    return hashed("ono1/tournament", genesis_body)


def request_id(tid: bytes, body: bytes) -> bytes:
    """The id by which a request is known, applied once, and answered."""
    return hashed("ono1/tournament-request", tid, body)


def draw_seed(secret: bytes, nonce: bytes, draw: int) -> bytes:
    """The organiser's seed of a draw, counted from 1; it follows from the secret, so nothing else need be stored."""
    return own_secret(secret, "tournament-seed", nonce, u16(draw))


def seed_commitment(nonce: bytes, draw: int, seed: bytes) -> bytes:
    """What binds the organiser to a seed before anybody has registered."""
    return hashed("ono1/tournament-seed", nonce, u16(draw), seed)


def draw_mix(tid: bytes, draw: int, seed: bytes, nonces: Iterable[bytes]) -> bytes:
    """What a draw is made from: the seed, and the nonces of who is drawn by rising number. At most 252 nonces."""
    return hashed("ono1/tournament-mix", tid, u16(draw), seed, *nonces)


def lot(mix: bytes, player: int) -> bytes:
    """A player's lot between equals, from the mix of the first draw; the smaller one is before."""
    return hashed("ono1/tournament-lot", mix, u16(player))


def room_nonce(tid: bytes, number: int, table: int, attempt: int) -> bytes:
    """The nonce of a table's room: it can be foretold, so a table that is opened twice is opened once."""
    return hashed("ono1/tournament-room", tid, u16(number), u16(table), u8(attempt))
