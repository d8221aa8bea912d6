"""Seed chains: what a revealed link proves, and to whom."""

import pytest

from ono_core.fair.chains import DEALER, LENGTH, PLAYER, Chain, leads_to
from ono_core.fair.transcript import hashed, u8, u32

GID, OWNER, TIP = b"g" * 32, b"o" * 32, b"t" * 32
CHAIN = Chain(GID, OWNER, PLAYER, TIP)


def below(index: int, value: bytes) -> bytes:
    """The link below link `index`, as fairness.md 2.1 has it."""
    return hashed("ono1/chain", GID, OWNER, u8(PLAYER), u32(index - 1), value)


def test_tip_and_anchor_are_the_ends() -> None:
    """The last link is the tip, the first the anchor."""
    assert CHAIN.link(LENGTH) == TIP
    assert CHAIN.link(0) == CHAIN.anchor


@pytest.mark.parametrize("length", [1, 63, 64, 65, 100, 128])
def test_every_link_gives_the_one_below(length: int) -> None:
    """Chains of any length are whole, wherever their kept links lie."""
    chain = Chain(GID, OWNER, PLAYER, TIP, length)
    for index in range(1, length + 1):
        assert chain.link(index - 1) == below(index, chain.link(index))


@pytest.mark.parametrize("index", [-1, LENGTH + 1])
def test_link_outside_the_chain_is_a_bug(index: int) -> None:
    """There is no link below the anchor or above the tip."""
    with pytest.raises(AssertionError, match="a link from 0"):
        CHAIN.link(index)


@pytest.mark.parametrize(("index", "known"), [(1, 0), (5, 0), (5, 4), (5, 5), (LENGTH, LENGTH - 3)])
def test_link_leads_to_every_earlier_one(index: int, known: int) -> None:
    """A missed shuffle does no harm: the walk is as long as needed."""
    assert leads_to(GID, OWNER, PLAYER, index, CHAIN.link(index), known, CHAIN.link(known))


def test_link_does_not_lead_to_a_later_one() -> None:
    """What was revealed before cannot be revealed as new."""
    assert not leads_to(GID, OWNER, PLAYER, 3, CHAIN.link(3), 4, CHAIN.link(4))


@pytest.mark.parametrize(
    ("gid", "owner", "role", "index"),
    [
        (b"h" * 32, OWNER, PLAYER, 5),
        (GID, b"p" * 32, PLAYER, 5),
        (GID, OWNER, DEALER, 5),
        (GID, OWNER, PLAYER, 6),
        (GID, OWNER, PLAYER, 4),
    ],
    ids=["another game", "another owner", "another role", "an index above", "an index below"],
)
def test_link_fits_one_place_only(gid: bytes, owner: bytes, role: int, index: int) -> None:
    """A link is of no use in another game, to another owner, in another role or at another index."""
    assert not leads_to(gid, owner, role, index, CHAIN.link(5), 0, CHAIN.anchor)


def test_index_beyond_every_chain_is_refused_without_a_walk() -> None:
    """A peer that names a huge index costs nothing."""
    assert not leads_to(GID, OWNER, PLAYER, 2**32, TIP, 0, CHAIN.anchor)


def test_link_of_wrong_size_is_refused() -> None:
    """A link has 32 bytes, even where its owner hashed something longer."""
    long = TIP + b"!"
    assert not leads_to(GID, OWNER, PLAYER, 1, long, 0, below(1, long))


def test_tip_stays_out_of_the_text_form() -> None:
    """Printing a chain gives its secret to nobody."""
    assert repr(TIP) not in repr(CHAIN)
