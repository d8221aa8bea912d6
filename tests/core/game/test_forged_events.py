"""Events that no rules made: a fold of a forged log stops at what is not there, with one kind of error."""

import pytest

from ono_core.game import events as ev
from ono_core.game.evolve import Misplaced, evolve
from ono_core.game.faces import Colour
from ono_core.game.state import Debt, Phase
from tests.core.game.scenario import challenge, deal, given, lobby, play

PLAYING = given("R3", ["R5 B1", "G1 G2"], pile="Y1 Y2").state
RED, OTHER = PLAYING.hands[0]

FORGED: list[ev.Event] = [
    ev.Played(2, (RED,), (5,), Colour.RED),
    ev.Played(-1, (RED,), (5,), Colour.RED),
    ev.Played(1, (RED,), (5,), Colour.RED),
    ev.Played(0, (RED, RED), (5, 5), Colour.RED),
    ev.Played(0, (RED,), (), Colour.RED),
    ev.Played(0, (RED,), (108,), Colour.RED),
    ev.Played(0, (RED,), (-1,), Colour.RED),
    ev.Played(0, (-1,), (5,), Colour.RED),
    ev.Played(0, (2**40,), (5,), Colour.RED),
    ev.Drew(0, (9999,), "turn"),
    ev.Drew(7, (), "turn"),
    ev.Recycled(0, 9999, "turn"),
    ev.Asked(5, Phase.PLAY, 2, 2),
    ev.ColourNamed(5, Colour.RED),
    ev.Called(5),
    ev.Skipped(5),
    ev.Waived(5, 1),
    ev.Passed(5, 1),
    ev.Accepted(5),
    ev.Challenged(5, 0, "bluff", ()),
    ev.Owed(5, Debt(4, 0, None)),
    ev.Owed(0, Debt(4, 5, None)),
    ev.Cosigned(5, 1, b"", b""),
    ev.HostSet(5),
    ev.RoundBegan(1, 5, (0, 1)),
    ev.RoundBegan(1, 0, (0, 5)),
    ev.Left(5),
    ev.SeatToBot(5, "away", "easy", 1),
    ev.SeatBack(-1),
    ev.BotSeated(64, "Mira", "easy", 1),
    ev.BotSeated(10**12, "Mira", "easy", 1),
    ev.BotSeated(-9, "Mira", "easy", 1),
    ev.ShuffleClosed(2, (0, 1)),
    ev.StarterTurned(9999, 5),
    ev.StarterReturned(RED),
    ev.Dealt(((), (), ())),
    ev.Dealt(((1,), (2,))),
    ev.ShuffleBegun(2, (), (), "table"),
    ev.GameStarted({}, ("R5",), (0, 5)),
    ev.GameStarted({}, ("X5",), (0, 1)),
    ev.DealDrawn((0, 1), (9999, 9998), (1, 2)),
    ev.DealDrawn((0, 1), (), (1, 2)),
    ev.Shown(5, (RED,), (5,)),
    ev.Shown(0, (9999,), (5,)),
    ev.Shown(0, (RED,), (108,)),
    ev.Shown(0, (RED,), ()),
    ev.Exposed(5, 1, open=True),
    ev.Caught(5, 0),
    ev.Caught(0, 5),
    ev.CatchOpened(5),
    ev.CatchClosed((0, 5)),
    ev.Mistaken(5, "call"),
    ev.HandsMoved((0, 1), (1, 5)),
    ev.HandsMoved((0, 5), (5, 0)),
    ev.HandsMoved((0, 1), (1, 1)),
    ev.HandsMoved((0,), (1,)),
    ev.HandsMoved((0, 0), (1, 0)),
    ev.TimedOut(5, 1),
    ev.ClockRestored(-1),
    ev.SeatRemoved(5, "left"),
    ev.RoundEnded(99, "empty", ((5, 4), (60, 61)), (0, 0), (1, 2), (0, 0), (), 0),
    ev.RoundEnded(0, "empty", ((5, 4), (60, 61)), (0,), (1, 2), (0, 0), (), 0),
    ev.RoundEnded(0, "empty", ((5, 4), (60, 61)), (0, 0), (1,), (0, 0), (), 0),
    ev.RoundEnded(0, "empty", ((5, 4), (60, 61)), (0, 0), (1, 2), (), (), 0),
    ev.GameEnded((1,)),
    ev.DealDrawn((0, 5), (), ()),
    ev.Shown(-1, (), ()),
    ev.RoundEnded(0, "empty", ((1,), (1, 2)), (0, 0), (1, 2), (0, 0), (), 0),
    ev.RoundEnded(0, "empty", ((1, 2),), (0, 0), (1, 2), (0, 0), (), 0),
    ev.RoundEnded(0, "empty", ((1, 108), (1, 2)), (0, 0), (1, 2), (0, 0), (), 0),
]


@pytest.mark.parametrize("event", FORGED, ids=repr)
def test_an_event_that_names_what_is_not_there_is_misplaced(event: ev.Event) -> None:
    """A seat, slot, card or shuffle that the state does not have stops the fold."""
    with pytest.raises(Misplaced, match=type(event).__name__):
        evolve(PLAYING, event)


def test_a_misplaced_event_says_what_is_missing() -> None:
    """The text is for the person who reads the finding."""
    with pytest.raises(Misplaced, match="Asked names what is not there: nobody sits in seat 5"):
        evolve(PLAYING, ev.Asked(5, Phase.PLAY, 2, 2))


def test_a_starter_without_its_card_is_misplaced() -> None:
    """The next card of the pile, with a number that no card has."""
    slot = PLAYING.piles[0].slots[PLAYING.piles[0].taken]
    for card in (-1, 108):
        with pytest.raises(Misplaced, match="no card"):
            evolve(PLAYING, ev.StarterTurned(slot, card))


@pytest.mark.parametrize("place", [-1, 256])
def test_a_cut_with_a_place_that_no_shuffle_has_is_misplaced(place: int) -> None:
    """A shuffle has 256 places at most, counted from 0."""
    begun = evolve(PLAYING, ev.ShuffleBegun(2, (), (), "pile"))
    with pytest.raises(Misplaced, match="ShuffleClosed"):
        evolve(begun, ev.ShuffleClosed(2, (0, place)))


def test_a_deck_with_what_is_no_face_is_misplaced() -> None:
    """Every card of a game can be shown."""
    with pytest.raises(Misplaced, match="no deck has a face 'R10'"):
        evolve(lobby(2).state, ev.GameStarted({}, ("R1", "R10"), (0, 1)))


def test_an_evolved_state_leaves_the_one_before_as_it_was() -> None:
    """States are values: folding on from an old one gives the same again."""
    table = given("R3", ["W4 R5", "G1"], pile="Y1 Y2 Y3 Y4")
    before = dict(table.state.opened)
    table.when(0, play("W4", "B")).when(1, challenge)
    assert table.state.opened == before
    assert lobby(2).state == lobby(2).state
    assert deal(3, "R3").state == deal(3, "R3").state
