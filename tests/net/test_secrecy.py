"""What a viewer's bytes give away: nothing that opens a card he may not know."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_core.fair.slots import place_of, shuffle_of, unsealed
from ono_core.game.state import Phase
from ono_core.log.papers import DealerReveal, Openings, Sealings
from ono_net.player import Player
from tests.net.table import Table, secret


def hidden_salts(table: Table) -> dict[int, bytes]:
    """The salt of every slot that lies in the pile or in a hand and that not everybody has seen."""
    state = table.room.state
    slots = {slot for pile in state.piles for slot in pile.slots[pile.taken :]} | {
        s for hand in state.hands for s in hand
    }
    return {slot: table.room.dealer._salt(slot) for slot in slots if slot not in state.opened}


def opened_slots(table: Table) -> set[int]:
    """Every slot that has been opened to everybody so far, a returned starter too."""
    papers = [paper for entry in table.room.book.entries for paper in entry.papers]
    return {slot for paper in papers if isinstance(paper, Openings) for slot, _, _ in paper.cards}


@settings(max_examples=12)
@given(game=st.integers(0, 10_000), bots=st.integers(0, 2))
def test_no_byte_of_the_log_opens_a_hidden_card(game: int, bots: int) -> None:
    """At every entry the salts of all hidden cards are absent from everything that anybody has been sent."""
    table = Table("Ana", "Ben", bots=bots, game=f"game {game}")
    table.enter("Eve")
    table.start()
    sent = b"".join(table.raws)
    while table.room.state.phase is not Phase.OVER:
        assert not [slot for slot, salt in hidden_salts(table).items() if salt in sent]
        length = len(table.raws)
        table.plays_on(until=1)
        sent += b"".join(table.raws[length:])


@settings(max_examples=12)
@given(game=st.integers(0, 10_000))
def test_a_viewer_opens_his_own_cards_and_what_was_shown(game: int) -> None:
    """A player knows the faces of the slots that he held or that were shown, and a spectator only of the latter."""
    table = Table("Ana", "Ben", bots=1, game=f"game {game}")
    table.enter("Eve")
    table.start()
    held: dict[str, set[int]] = {"Ana": set(), "Ben": set(), "Eve": set()}
    while table.room.state.phase is not Phase.OVER:
        shown = opened_slots(table)
        for name, player in table.players.items():
            held[name] |= set(table.room.state.hands[player.seat]) if player.seat is not None else set()
            assert set(player.proofs.faces) == held[name] | shown, name
        table.plays_on(until=1)


def test_every_hidden_card_is_known_after_the_reveal() -> None:
    """Once the round has ended everybody knows, and has checked, the face of every slot of every shuffle."""
    table = Table("Ana", "Ben", bots=1)
    table.enter("Eve")
    table.start()
    table.plays_on()
    assert table.players["Eve"].proofs.faces == table.room.dealer.faces
    last = table.room.book.entries[-1].papers
    assert any(isinstance(paper, DealerReveal) and paper.x25519 for paper in last)


def test_what_is_sealed_to_another_seat_does_not_open() -> None:
    """Ben's key makes of Ana's sealings something that opens no commitment."""
    table = Table("Ana", "Ben")
    table.start()
    key = table.room.dealer.shared_key(1)
    assert key is not None
    for entry in table.room.book.entries:
        for paper in entry.papers:
            if isinstance(paper, Sealings) and paper.seat == 0:
                slot = paper.slots[0]
                _, salt = unsealed(key, shuffle_of(slot), place_of(slot), paper.sealed[:34])
                assert salt != table.room.dealer._salt(slot)


@pytest.mark.parametrize("thief", ["Ben", "Eve"])
def test_anothers_identity_opens_nothing_of_ana(thief: str) -> None:
    """Whoever follows Ana's log with his own secret gets none of her faces."""
    table = Table("Ana", "Ben")
    table.start()
    other = Player(secret(thief), table.room.game)
    for raw in table.raws:
        other.follow(raw)
    assert not set(other.proofs.faces) & (set(table.room.state.hands[0]) - set(table.room.state.opened))
