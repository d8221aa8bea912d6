"""A log is read back: states, views, sentences."""

import pytest

from ono_core.game import events as ev
from ono_core.game.view import view
from ono_core.log.file import NotALog
from ono_core.log.proofs import Reader
from ono_replay.replay import Replay, read
from tests.replay.forging import Game, game


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer."""
    return game(3, 2, 1)


@pytest.fixture(scope="module")
def replay(played: Game) -> Replay:
    """Its replay."""
    return read(played.data)


def test_state_at_every_index_is_what_the_table_had(played: Game, replay: Replay) -> None:
    """The state after entry n is the table's before entry n + 1, from the empty table on."""
    assert [replay.state(index - 1) for index in range(len(replay))] == played.states
    assert replay.state(len(replay) - 1) == played.book.state


def test_index_outside_the_log_is_an_index_error(replay: Replay) -> None:
    """There is no state before the empty table, nor after the last entry."""
    for index in (-2, len(replay)):
        with pytest.raises(IndexError):
            replay.state(index)


def test_view_is_what_the_player_could_show_then(played: Game, replay: Replay) -> None:
    """A seat's view in the replay is the one its own client had at that time."""
    for seat in (0, 1):
        own = played.players[seat].proofs.faces
        for index in range(len(replay)):
            state = replay.state(index)
            held = set(state.hands[seat]) if seat < len(state.hands) else set[int]()
            live = {slot: card for slot, card in own.items() if slot in held}
            assert replay.view(index, seat) == view(state, live, seat)


def test_view_of_another_seat_holds_no_hidden_face(replay: Replay, played: Game) -> None:
    """Before the end no view but a seat's own has faces of its hand."""
    shown = replay.view(played.with_event(ev.Drew), 0)
    assert all(card.face for card in shown.hand)
    assert [len(place.hand) for place in shown.places] == [len(shown.hand), 0, 0, 0][: len(shown.places)]


def test_open_view_shows_all_hands(replay: Replay, played: Game) -> None:
    """With the dealer's reveal every hand at any time can be shown."""
    at = played.with_event(ev.Drew)
    shown = replay.open_view(at, None)
    assert [len(place.hand) for place in shown.places] == [place.cards for place in shown.places]
    assert [card.face for card in replay.hand(at, 2)] == list(shown.places[2].hand)


def test_hand_of_nobody_is_empty(replay: Replay) -> None:
    """A seat that is not there holds nothing."""
    assert replay.hand(len(replay) - 1, 9) == ()


def test_running_game_shows_faces_to_their_owner_only(played: Game) -> None:
    """Before the dealer reveals, a hand can be shown with the owner's secret and not without."""
    keys = played.players[0].keys
    cut = played.data[: -len(b"".join(played.raws[-6:]))]
    at = played.with_event(ev.Dealt)
    assert {card.face for card in read(cut).hand(at, 0)} - {None} != set()
    public, own = read(cut), read(cut, Reader(keys.session, keys.x25519_secret))
    assert any(card.face is None for card in public.hand(at, 0))
    assert all(card.face for card in own.hand(at, 0))


def test_every_event_has_one_sentence(replay: Replay) -> None:
    """Each event is told in one line of printable text without a full stop."""
    for step in replay.steps:
        for event, words in step.told():
            assert words.isprintable(), event
            assert words.rstrip(".") == words != "", event


def test_play_is_told_with_the_card_below(replay: Replay) -> None:
    """A play names player, card and what it lies on."""
    told = [words for step in replay.steps for event, words in step.told() if isinstance(event, ev.Played)]
    assert all(" played " in words and " on " in words for words in told)


def test_torn_log_is_read_to_its_last_whole_entry(played: Game) -> None:
    """The bytes of a torn tail are counted, the entries before it are good."""
    replay = read(played.data[:-1])
    assert len(replay) == len(played.raws) - 1
    assert replay.torn == len(played.raws[-1]) - 1
    assert replay.fault is None


def test_damaged_log_is_read_up_to_the_damage(played: Game) -> None:
    """What broke is kept beside what is good."""
    at = len(b"ONO1\n") + len(b"".join(played.raws[:20])) + 30
    replay = read(played.data[:at] + bytes([played.data[at] ^ 1]) + played.data[at + 1 :])
    assert len(replay) in {20, 21}
    assert replay.fault is not None


def test_picture_is_not_a_log() -> None:
    """Other files are refused with what they begin with."""
    with pytest.raises(NotALog, match="PNG"):
        read(b"\x89PNG\r\n\x1a\n" + bytes(100))
