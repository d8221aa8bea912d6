"""What the player is told: sentences, prompts and cards, as pure values."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ono_cli import paint, screen
from ono_cli.link import Happened
from ono_cli.offers import ACTIONS, actions, coloured, offers, plays
from ono_cli.sentences import sentences
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices
from ono_core.game.evolve import evolve_all
from ono_core.game.faces import CLASSIC, Colour, face
from ono_core.game.ruleset import Ruleset
from ono_core.game.state import MOST_SEATS, Debt, Dispute, Phase, Pile, Result, Seat, State
from ono_core.game.view import Card, Place, View

DECK = CLASSIC
SEATS = (Seat("human", "Ana"), Seat("human", "Ben"), Seat("bot", "Mira", level="easy"))
TABLE = State(
    phase=Phase.PLAY, turn=0, colour=Colour.RED, seats=SEATS, deck=DECK,
    hands=((256, 257), (258, 259), (260, 261)), opened={256: 0, 258: 1},
)  # fmt: skip


def place(seat: int, name: str, kind: str, cards: int, **others: Any) -> Place:
    """A seat in a round."""
    usual = Place(
        seat, name, kind, "", away=False, cards=cards, called=False, exposed=None, catchable=False,
        playing=True, gone=False, out=False, score=0, misses=0,
    )  # fmt: skip
    return replace(usual, **others)


VIEW = View(
    seat=0, phase=Phase.PLAY, step=4, round=1, turn=0, direction=1, colour=Colour.RED, top=face("R5"), under=(),
    hand=(Card(256, face("R3")), Card(257, face("W4")), Card(258, face("B9"))), drawn=None, debt=None,
    places=(
        place(0, "Ana", "human", 3),
        place(1, "Ben", "human", 1, away=True, called=True),
        place(2, "Mira", "bot", 7, level="easy"),
    ),
    next_seat=1, pile=40, discards=3, shuffling=False, host=0, result=None, final=(),
    ruleset=Ruleset(), deck=DECK,
)  # fmt: skip
MAY_PLAY = Choices(4, ("play", "draw"), ((256, None), (257, None), (258, "does-not-fit")), (257,))


def told(seat: int | None, *events: ev.Event) -> list[str]:
    """What a seat is told of these events."""
    return sentences(Happened(events, TABLE, evolve_all(TABLE, events)), seat, {256: 0, 257: 1})


@pytest.mark.parametrize(
    ("event", "own", "other"),
    [
        (ev.Skipped(0), "You were skipped.", "Ana was skipped."),
        (ev.SeatBack(0), "You are back.", "Ana is back."),
        (ev.HostSet(0), "You are the host.", "Ana is the host."),
        (
            ev.Exposed(0, 4, open=True),
            "You have one card left and have not called it.",
            "Ana has one card left and has not called it.",
        ),
        (ev.Called(0), "You called the last card ahead of the play.", "Ana called the last card ahead of the play."),
        (ev.SeatRemoved(0, "left"), "You left and are out of the game.", "Ana left and is out of the game."),
        (ev.HandsMoved((0, 1), (1, 0)), "You and Ben swapped hands.", "Ana and Ben swapped hands."),
        (
            ev.HandsMoved((0, 1, 2), (1, 2, 0)),
            "All hands went on, yours to Ben.",
            "All hands went on, that of Ana to Ben.",
        ),
        (ev.Owed(0, Debt(4, 1, None)), "You owe 4 cards.", "Ana owes 4 cards."),
        (ev.Challenged(1, 0, "honest", ()), "Ben challenged you: honest.", "Ben challenged Ana: honest."),
    ],
)
def test_one_is_told_of_oneself_in_the_second_person(event: ev.Event, own: str, other: str) -> None:
    """The player's own name is never read out to them."""
    assert told(0, event) == [own]
    assert told(None, event) == [other]


def test_only_the_player_hears_which_cards_they_drew() -> None:
    """Others hear the number; a spectator too."""
    drew = (ev.Drew(0, (262, 263), "turn"),)
    pile = replace(TABLE, piles=(Pile(1, (262, 263, 264)),))
    news = Happened(drew, pile, evolve_all(pile, drew))
    assert sentences(news, 0, {262: 0, 263: 25}) == [f"You drew {face(DECK[0]).words}, {face(DECK[25]).words}."]
    assert sentences(news, 1, {}) == ["Ana drew 2."]
    assert sentences(news, None, {}) == ["Ana drew 2."]


def test_a_name_that_would_move_the_cursor_is_written_out() -> None:
    """Whatever stands in a log, a terminal only ever shows it."""
    bad = replace(TABLE, seats=(SEATS[0], Seat("human", "\x1b[2JBen"), SEATS[2]))
    assert sentences(Happened((ev.Skipped(1),), bad, bad), 0, {}) == ["\\x1b[2JBen was skipped."]
    shown = replace(VIEW, places=(replace(VIEW.places[1], name="\x1b[2JBen"),))
    assert all(line.isprintable() for line in screen.table_lines(shown))
    assert "\x1b" not in paint.seats(shown, 80).plain


def test_that_a_person_is_on_turn_is_told_and_that_a_computer_is_not() -> None:
    """One waits for people only."""
    assert told(0, ev.Asked(1, Phase.PLAY, 5, 5)) == ["Ben is on turn."]
    assert told(0, ev.Asked(2, Phase.PLAY, 5, 5)) == []
    assert told(0, ev.Asked(0, Phase.PLAY, 5, 5)) == []


def test_cards_are_known_by_shape_and_letter() -> None:
    """Each colour has a shape of its own, and so has a wild."""
    signs = [screen.sign(face(text)) for text in ("R5", "Y5", "G5", "B5", "W")]
    assert signs == ["▲R5", "●Y5", "♣G5", "◆B5", "✱W"]
    assert len({sign[0] for sign in signs}) == 5


def test_the_hand_marks_what_may_be_played_and_what_is_chosen() -> None:
    """Marks stand below the cards, brackets around the chosen one; nothing by colour alone."""
    shown = paint.hand(VIEW, MAY_PLAY, 256, 80).plain.splitlines()
    assert shown[0].split() == ["[▲R3]", "✱W4", "◆B9"]
    assert [shown[1][at + 2 : at + 4] for at in (0, 6, 12)] == ["*^", "* ", "  "]


def test_a_long_hand_goes_on_in_a_second_row() -> None:
    """Every card is shown, however many there are."""
    hand = tuple(Card(300 + number, face("G7")) for number in range(30))
    assert paint.hand(replace(VIEW, hand=hand), MAY_PLAY, None, 80).plain.count("♣G7") == 30


def test_a_bluff_is_warned_of_before_it_is_played() -> None:
    """The label of the card says it."""
    labels = [offer.label for offer in plays(VIEW, MAY_PLAY)]
    assert labels[0] == "Play red 3"
    assert labels[1].startswith("Play Wild Draw Four (a bluff")


def test_a_wild_is_played_with_a_colour() -> None:
    """Four offers, one a colour, each with its letter as key."""
    wild = plays(VIEW, MAY_PLAY)[1]
    assert wild.needs_colour
    assert [(offer.key, offer.act) for offer in coloured(wild)] == [
        (colour.lower(), cmd.Play((257,), colour)) for colour in Colour
    ]


def test_a_challenge_says_what_it_costs_whom() -> None:
    """Both outcomes are in the words of the choice."""
    debt = Debt(4, 2, Dispute(Colour.RED, (260,)))
    asked = replace(VIEW, phase=Phase.RESPOND, debt=debt)
    choices = Choices(4, ("accept", "challenge"), stakes=(4, 6))
    assert [offer.label for offer in actions(asked, choices)] == [
        "Take 4 cards and lose the turn",
        "Challenge: if Mira bluffed, Mira draws 4; if honest, you draw 6",
    ]
    assert screen.status(asked, choices) == "Your turn: take 4 cards, or challenge."


def test_a_drawn_card_that_does_not_fit_can_only_be_kept() -> None:
    """The sentence says so, and there is one choice."""
    drawn, choices = replace(VIEW, phase=Phase.DRAWN, drawn=258), Choices(4, ("pass",), ((258, "does-not-fit"),))
    assert screen.status(drawn, choices) == "The drawn card does not fit: keep it."
    assert [offer.label for offer in offers(drawn, choices)] == ["Keep the drawn card"]


def test_the_hand_is_shown_by_colour_then_number() -> None:
    """Red, yellow, green, blue, each from low to high with its action cards behind, then the wilds."""
    faces = ["W4", "B9", "RS", "G1", "W", "R3", "Y0", "R0"]
    hand = tuple(Card(300 + place, face(text)) for place, text in enumerate(faces))
    shown = screen.sorted_hand(replace(VIEW, hand=(Card(299, None), *hand)))
    assert [card.face.text for card in shown.hand if card.face] == ["R0", "R3", "RS", "Y0", "G1", "B9", "W", "W4"]
    assert shown.hand[-1].face is None


def test_the_newest_events_stand_lowest_whatever_room_there_is() -> None:
    """Older lines give way, a long line goes on in the next row, and no room shows nothing."""
    lines = ["One thing happened.", "Another one.", "The last."]
    assert paint.last(lines, 40, 2).plain.splitlines() == ["Another one.", "The last."]
    assert paint.last(lines, 10, 3).plain.splitlines() == ["Another", "one.", "The last."]
    assert paint.last(lines, 40, 0).plain == ""


def test_every_action_has_a_key_of_its_own() -> None:
    """No key means two things, and none of the screen's own."""
    keys = [action.key for action in ACTIONS]
    assert len(set(keys)) == len(keys)
    assert not {"q", "a", "?", "left", "right", "enter", "escape"} & set(keys)


def test_nothing_is_offered_to_who_is_not_asked() -> None:
    """Without acts there are no offers, in the lobby only the host has some."""
    assert plays(VIEW, Choices(4, ())) == []
    assert actions(VIEW, Choices(4, ())) == []
    lobby = replace(VIEW, phase=Phase.LOBBY, seat=1)
    assert actions(lobby, Choices(0, ())) == []
    assert [offer.key for offer in actions(replace(lobby, seat=0), Choices(0, ()))] == ["e", "m", "h", "s"]
    between = replace(VIEW, phase=Phase.ROUND_OVER)
    assert [offer.key for offer in actions(between, Choices(0, ()))] == ["n"]
    assert actions(replace(between, seat=1), Choices(0, ())) == []


def test_a_seat_is_told_in_one_line() -> None:
    """Who, how many cards, and what matters."""
    assert [screen.place_line(VIEW, place) for place in VIEW.places] == [
        "You, 3 cards, on turn",
        "Ben, 1 card, away: the computer plays, last card",
        "Mira, 7 cards, computer, easy",
    ]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"exposed": 3, "cards": 1}, "Ben, 1 card, last card, not called"),
        ({"called": True, "cards": 2}, "Ben, 2 cards, has called the last card"),
        ({"score": 1, "cards": 2}, "Ben, 2 cards, 1 point"),
        ({"gone": True, "playing": False, "cards": 0}, "Ben, out of the game"),
        ({"out": True, "playing": False, "cards": 0, "score": 520}, "Ben, out of the game, 520 points"),
    ],
)
def test_what_a_seat_has_called_scored_or_lost_is_told(fields: dict[str, Any], line: str) -> None:
    """The one line says what matters for the turn and for the match."""
    ben = replace(place(1, "Ben", "human", 3), **fields)
    assert screen.place_line(replace(VIEW, places=(VIEW.places[0], ben)), ben) == line


def test_the_cards_one_knows_of_another_hand_are_told() -> None:
    """All of them, or as many as were seen; nothing of a hand that nobody showed."""
    ben = replace(VIEW.places[1], cards=2, hand=(face("R5"), face("W")))
    cleo = replace(VIEW.places[2], hand=(face("GS"),))
    shown = replace(VIEW, places=(VIEW.places[0], ben, cleo))
    assert screen.known(shown) == ["Ben holds red 5, Wild.", "Mira holds green Skip and 6 others."]
    assert paint.known(shown, 80, 4).plain == "Ben: ▲R5 ✱W   Mira: ♣GS"
    assert screen.known(VIEW) == []
    assert paint.known(VIEW, 80, 4).plain == ""


def test_ten_seats_stand_in_two_rows_that_fit_a_small_window() -> None:
    """Each has its name, and its cards or what matters more."""
    many = tuple(place(seat, f"Player {seat}", "human", 5 if seat else 1, exposed=None) for seat in range(10))
    late = replace(many[9], cards=1, exposed=4, catchable=True)
    shown = paint.seats(replace(VIEW, places=(*many[:9], late)), 60).plain.splitlines()
    assert len(shown) == 4
    assert all(len(line) == 60 for line in shown)
    assert "LAST CARD!" in shown[1]
    assert shown[1].count("5 cards") == 4
    assert shown[3].rstrip().endswith("NOT CALLED!")


@pytest.mark.parametrize(
    ("acts", "words"),
    [
        (("accept",), "take 4 cards"),
        (("accept", "challenge"), "take 4 cards, or challenge"),
        (("play", "accept"), "take 4 cards, or answer with a card"),
        (("play", "accept", "challenge"), "take 4 cards, answer with a card, or challenge"),
    ],
)
def test_the_ways_to_answer_owed_cards_are_told(acts: tuple[str, ...], words: str) -> None:
    """As many as there are, in one sentence."""
    asked = replace(VIEW, phase=Phase.RESPOND, debt=Debt(4, 2, None))
    assert screen.status(asked, Choices(4, acts)) == f"Your turn: {words}."


def test_a_drawn_card_that_must_be_played_cannot_be_kept() -> None:
    """Nothing is offered that would be refused."""
    drawn, choices = replace(VIEW, phase=Phase.DRAWN, drawn=256), Choices(4, ("play",), ((256, None),))
    assert screen.status(drawn, choices) == "Your turn: play the drawn card."
    assert [offer.label for offer in offers(drawn, choices)] == ["Play red 3"]


def test_a_match_ends_with_its_points() -> None:
    """Who won, then each place with points, cards left, and who was put out or has left."""
    result = Result(0, "empty", (0, 12, 0), (1, 2, 0))
    places = (
        place(0, "Ana", "human", 0, score=512),
        place(1, "Ben", "human", 1, score=90, hand=(face("B9"),)),
        place(2, "Mira", "bot", 0, score=40, playing=False, gone=True),
    )
    over = replace(VIEW, phase=Phase.OVER, places=places, result=result, final=(1, 2, 3))
    assert screen.ranking(over) == [
        "You won!",
        "1. You, 512 points, no card left",
        "2. Ben, 90 points, 1 card left, 12 points in hand: blue 9",
        "3. Mira, 40 points, left the game",
    ]
    assert screen.round_lines(over)[:1] == ["1. You, 512 points, no card left"]
    shared = replace(over, final=(1, 1, 3))
    assert screen.status(shared, Choices(4, ())) == "You and Ben share the first place."
    blocked = replace(over, result=Result(None, "blocked", (0, 12, 0), (1, 2, 0)), places=VIEW.places)
    assert screen.status(blocked, Choices(4, ())) == "Nobody won."


def test_what_a_change_of_the_rules_changed_is_told_in_sentences() -> None:
    """Not the option's name: what it means, and only what differs from before."""
    lobby = replace(TABLE, phase=Phase.LOBBY, options={"preset": "boardflix"})
    events = (ev.OptionsSet({"preset": "boardflix", "jump_in": True}),)
    said = sentences(Happened(events, lobby, evolve_all(lobby, events)), 1, {})
    assert len(said) == 1
    assert said[0].startswith("The rules were changed. ")
    assert "out of turn" in said[0] or "jump" in said[0]
    assert said[0].count(".") == 2


def test_a_directed_table_is_told_by_its_organiser() -> None:
    """Who starts it has no seat, and nobody who plays is offered what a host does."""
    directed = replace(VIEW, phase=Phase.LOBBY, host=MOST_SEATS)
    assert screen.status(directed, Choices(0, ())) == "The organiser starts the game."
    assert screen.name(directed, MOST_SEATS) == "The organiser"
    assert actions(directed, Choices(0, ())) == []
    over = replace(directed, phase=Phase.ROUND_OVER)
    assert screen.status(over, Choices(0, ())) == "The round is over, and the next one begins soon."
