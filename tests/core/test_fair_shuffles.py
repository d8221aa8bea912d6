"""Shuffles: the dealer's arrangement and everybody's cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_core.fair import shuffles
from ono_core.fair.slots import opens

GID, LINK, BEGIN = b"g" * 32, b"l" * 32, b"b" * 32
CONTEXT = shuffles.context(GID, 1, BEGIN)

decks = st.lists(st.integers(0, 65535), unique=True, max_size=224)


@given(decks)
def test_arrangement_depends_on_the_set_of_cards_only(cards: list[int]) -> None:
    """The order in which cards come back from the discards gives the dealer nothing to choose."""
    laid = shuffles.arrange(GID, 1, LINK, cards)
    assert laid == shuffles.arrange(GID, 1, LINK, cards[::-1])
    assert sorted(laid.cards) == sorted(cards)


@given(decks)
def test_every_slot_opens_to_its_card(cards: list[int]) -> None:
    """Commitments, cards and salts of an arrangement belong together, place by place."""
    laid = shuffles.arrange(GID, 3, LINK, cards)
    for place, (card, salt) in enumerate(zip(laid.cards, laid.salts, strict=True)):
        assert opens(laid.commitments, GID, 3, place, card, salt)


def test_each_shuffle_and_game_is_arranged_anew() -> None:
    """One link in another shuffle or game lays the cards otherwise."""
    orders = {shuffles.arrange(gid, k, LINK, range(108)).cards for gid in (GID, BEGIN) for k in (1, 2)}
    assert len(orders) == 4


def test_arrangement_keeps_its_secrets_out_of_its_text_form() -> None:
    """Printing an arrangement shows no card and no salt."""
    assert repr(shuffles.arrange(GID, 1, LINK, range(108))) == "Arrangement(k=1)"


def test_one_revealed_bit_changes_the_order() -> None:
    """Any one honest seed decides the cut."""
    mixes = [shuffles.mix(CONTEXT, [(0, 1, LINK), (1, 1, value)]) for value in (bytes(32), bytes(31) + b"\x01")]
    assert shuffles.order(mixes[0], 108) != shuffles.order(mixes[1], 108)


def test_mix_belongs_to_its_shuffle_and_its_begin() -> None:
    """The same reveals in another shuffle, or after another begin, give another mix."""
    contexts = (CONTEXT, shuffles.context(GID, 2, BEGIN), shuffles.context(GID, 1, LINK))
    assert len({shuffles.mix(context, [(0, 1, LINK)]) for context in contexts}) == 3


@pytest.mark.parametrize("seats", [(1, 0), (0, 0), (0, 2, 1)])
def test_reveals_out_of_seat_order_are_refused(seats: tuple[int, ...]) -> None:
    """There is one order of reveals, so the dealer cannot choose among several."""
    with pytest.raises(ValueError, match="rising seats"):
        shuffles.mix(CONTEXT, [(seat, 1, LINK) for seat in seats])


def test_mix_without_reveals_is_the_contexts_own() -> None:
    """When nobody reveals in time, the shuffle still closes."""
    assert sorted(shuffles.order(shuffles.mix(CONTEXT, []), 108)) == list(range(108))
