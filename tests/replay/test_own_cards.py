"""A player proves for itself that what it was dealt is what it saw, without anybody's help, while the game goes on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.log.file import written
from ono_core.log.papers import Sealings
from ono_core.log.proofs import Reader
from ono_net.player import GameKeys
from ono_replay.audit import audit
from ono_replay.audit.own_cards import NotYours, own_cards
from ono_replay.replay import read
from tests.replay.attacks.table import honest
from tests.replay.forging import Game, game, with_event, with_paper
from tests.replay.running import Running


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer."""
    return honest()


def reader(played: Game, seat: int) -> Reader:
    """The keys of a player."""
    keys = played.players[seat].keys
    return Reader(keys.session, keys.x25519_secret)


@pytest.mark.parametrize("seat", [0, 1])
def test_every_card_of_a_running_game_is_proven_to_its_player(played: Game, seat: int) -> None:
    """Seven were dealt, some drawn; each is the one that the player's own client showed."""
    end = played.with_event(ev.RoundEnded)
    own = own_cards(written(played.raws[:end]), seat, reader(played, seat))
    state, client = played.before(end), played.players[seat]
    assert own.found is None
    assert own.hand == tuple(state.deck[client.proofs.faces[slot]] for slot in state.hands[seat])
    assert {card.slot: card.face for card in own.cards}.items() <= {
        slot: state.deck[card] for slot, card in client.proofs.faces.items()
    }.items()
    dealt = played.with_event(ev.Dealt)
    assert [card.index for card in own.cards[:7]] == [dealt] * 7
    assert set(state.hands[seat]) <= {card.slot for card in own.cards}
    assert f"in hand at the log's end: {' '.join(own.hand)}" in own.words


def test_cards_come_in_the_order_of_the_cut(played: Game) -> None:
    """A player of three gets every third card from the top."""
    first, *others = own_cards(played.data, 0, reader(played, 0)).cards[:7]
    assert [card.nth for card in others] == [first.nth + 3 * n for n in range(1, 7)]


def test_wrong_bytes_are_shown_to_their_player_alone_before_the_reveal(played: Game) -> None:
    """What opens nothing is found by its player at once; without that key the running log shows nothing."""
    at = played.index(lambda entry: any(isinstance(paper, Sealings) for paper in entry.papers), 1)
    spoil = with_paper(Sealings, lambda paper: replace(paper, sealed=bytes([paper.sealed[0] ^ 1]) + paper.sealed[1:]))
    forged = played.forged({at: spoil}, end=at + 1)
    (paper,) = [paper for paper in played.entries[at].papers if isinstance(paper, Sealings)]
    own = own_cards(forged, paper.seat, reader(played, paper.seat))
    assert own.found is not None
    assert (own.found.code, own.found.index, own.found.who) == ("bad-sealing", at, "table")
    assert "bad-sealing" in own.words
    assert audit(forged).findings == ()
    assert own_cards(forged, 1 - paper.seat, reader(played, 1 - paper.seat)).found is None


def test_hand_that_was_not_dealt_by_the_cut_is_found(played: Game) -> None:
    """A hand that another seat should have had is nobody's."""
    at = played.with_event(ev.Dealt)
    (dealt,) = [event for event in played.entries[at].events if isinstance(event, ev.Dealt)]
    hands: tuple[Any, ...] = (*dealt.hands[1:], dealt.hands[0])
    own = own_cards(played.ending_with(with_event(ev.Dealt, hands=hands)(played.entries[at])), 0, reader(played, 0))
    assert own.found is not None
    assert (own.found.code, own.found.index) == ("wrong-draw", at)
    assert own.cards == ()


def test_keys_of_another_seat_or_game_prove_nothing(played: Game) -> None:
    """A key that does not hold the seat is told so, and no card is shown."""
    for seat, other in ((0, reader(played, 1)), (2, reader(played, 0)), (9, reader(played, 0))):
        with pytest.raises(NotYours, match=f"seat {seat}"):
            own_cards(played.data, seat, other)
    with pytest.raises(NotYours):
        own_cards(played.data, 0, reader(game(3, 2, 1), 0))


def test_damaged_log_is_proven_up_to_the_damage(played: Game) -> None:
    """A changed byte after the deal leaves what was dealt before it."""
    at = len(b"ONO1\n") + len(b"".join(played.raws[:20])) + 30
    data = played.data[:at] + bytes([played.data[at] ^ 1]) + played.data[at + 1 :]
    own = own_cards(data, 0, reader(played, 0))
    assert own.found is not None
    assert own.found.who == "unknown"
    assert len(own.cards) >= 7
    assert all(card.index < len(read(data)) for card in own.cards)


def test_new_keys_prove_what_was_sealed_to_them() -> None:
    """A player who takes the seat with new keys gets the hand again under them, and proves that."""
    running = Running(1)
    running.sit()
    running.steps(4)
    player = running.players[0]
    player.renew()
    running._act(player, player.keys.join("Ana"))
    taken = len(running.raws) - 1
    running.steps(4)
    keys, old = player.keys, GameKeys(player._secret, player.keys.gid)
    assert keys.session != old.session
    own = own_cards(running.data, 0, Reader(keys.session, keys.x25519_secret))
    assert own.found is None
    assert {card.index for card in own.cards} >= {taken}
    assert min(card.index for card in own.cards) == taken
    assert len(own.hand) == len(running.room.state.hands[0])
    with pytest.raises(NotYours):
        own_cards(running.data, 0, Reader(old.session, old.x25519_secret))
