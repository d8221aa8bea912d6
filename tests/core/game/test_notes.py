"""What everybody at the table can tell of the cards in other hands, from how they are played."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from ono_core.bots import LEVELS
from ono_core.bots.contest import winner
from ono_core.bots.policy import Numbers
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices
from ono_core.game.evolve import evolve
from ono_core.game.faces import CLASSIC, face
from ono_core.game.notes import Notes, distinct, forgotten, lacks, noted, noted_all
from ono_core.game.rulebook import compile_rules
from ono_core.game.ruleset import PRESETS
from ono_core.game.state import Debt, Dispute
from ono_core.game.view import View, view
from tests.core.game.scenario import DECK, Putting, Table, accept, challenge, deal, draw, given, pass_turn, play

FACES = distinct(DECK)
SIX = "Y1 Y2 Y3 Y4 Y6 Y7"


def mask(texts: str) -> int:
    """The bits of these faces; a letter alone stands for a colour's cards, a digit for the cards with that number."""
    wanted = texts.split()
    meant = [text in wanted or text[0] in wanted or (text[1:].isdigit() and text[1:] in wanted) for text in FACES]
    return sum(1 << place for place, means in enumerate(meant) if means)


class Noting:
    """A table whose events are noted."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.notes = Notes()

    def when(self, seat: int | None, act: cmd.Act | Putting) -> Noting:
        """A seat acts, and it is noted."""
        after = self.table.when(seat, act)
        self.notes = noted_all(self.notes, self.table.state, after.happened)
        self.table = after
        return self

    def of(self, seat: int) -> list[int]:
        """What is known of a seat's cards, the newest last."""
        return list(lacks(self.notes, seat, len(self.table.state.hands[seat])))


def test_of_a_hand_just_dealt_nothing_is_known() -> None:
    """Seven cards, of which each may be anything."""
    table = deal(3, "R3")
    notes = noted_all(Notes(), table.state, [ev.Dealt(table.state.hands)])
    assert notes.seats == ((0,) * 7,) * 3


def test_who_draws_has_no_card_that_fits() -> None:
    """On a red three: no red card, no three, no wild. The drawn card may be anything."""
    table = Noting(given("R3", ["G1 B2", "G4"], pile="R5 Y1")).when(0, draw)
    stuck = mask("R 3 W W4")
    assert table.of(0) == [stuck, stuck, 0]
    assert table.of(1) == [0]


def test_on_a_wild_only_its_colour_is_told() -> None:
    """Who cannot follow a Wild that named green has no green card and no wild."""
    table = Noting(given("W", ["R1", "R4 B1"], colour="G", pile="G5 Y1")).when(0, draw)
    assert table.of(0) == [mask("G W W4"), 0]


def test_who_keeps_the_drawn_card_could_not_play_it() -> None:
    """A coloured card that fits is hardly ever kept. A wild may be."""
    table = Noting(given("R3", ["G1", "G4"], pile="W Y1")).when(0, draw).when(0, pass_turn)
    assert table.of(0) == [mask("R 3 W W4"), mask("R 3")]


def test_the_drawn_card_is_the_one_that_is_played() -> None:
    """After it only the cards that were known to be stuck are left."""
    table = Noting(given("R3", ["G1", "G4 B1"], pile="R5 Y1")).when(0, draw).when(0, play("R5"))
    assert table.of(0) == [mask("R 3 W W4")]


def test_a_play_takes_the_lack_that_allows_it_and_says_most() -> None:
    """Of the cards that may have been the green one, the one that could be least else is gone."""
    table = given("G3", ["G1 B2 B4 R5"], pile="Y1")
    assert noted(Notes(((mask("G"), mask("R"), mask("R Y"), 0),)), table.state, played(table, "G1")) == Notes(
        ((mask("G"), mask("R"), 0),)
    )


def test_a_play_that_no_lack_allows_takes_the_first() -> None:
    """Then a guess was wrong, and any lack may go."""
    table = given("G3", ["G1 B2"], pile="Y1")
    assert noted(Notes(((mask("G"), mask("G Y")),)), table.state, played(table, "G1")) == Notes(((mask("G Y"),),))


def played(table: Table, text: str, seat: int = 0) -> ev.Played:
    """The event of this card's play."""
    slot = next(slot for slot in table.state.hands[seat] if DECK[table.faces[slot]] == text)
    return ev.Played(seat, (slot,), (table.faces[slot],), face(text).colour or "R")  # type: ignore[arg-type]


def test_cards_owed_are_not_known() -> None:
    """Who takes four cards holds four more of which nothing is known."""
    table = Noting(given("R3", ["W4 B1", "G4", "R1"], pile=SIX)).when(0, play("W4", "B")).when(1, accept)
    assert table.of(1) == [0] * 5


def test_an_honest_wild_draw_four_shows_that_the_colour_was_not_held() -> None:
    """The challenge is lost, and everybody knows that the accused has no red card."""
    table = Noting(given("R3", ["W4 B1 Y5", "G4", "R1"], pile=SIX)).when(0, play("W4", "B")).when(1, challenge)
    assert table.of(0) == [mask("R")] * 2
    assert table.of(1) == [0] * 7


def test_a_bluff_shows_no_single_card() -> None:
    """That one of the cards is red tells of no card what it is not."""
    table = Noting(given("R3", ["W4 R1 Y5", "G4", "R1"], pile=SIX)).when(0, play("W4", "B")).when(1, challenge)
    assert table.of(0) == [0] * 6


def test_the_one_card_under_the_top_is_known() -> None:
    """With the pile empty it goes from the discards to a hand before everybody's eyes."""
    table = Noting(given("R3", ["G1", "G4"], under="B7")).when(0, draw)
    assert table.of(0) == [mask("R 3 W W4"), ((1 << len(FACES)) - 1) ^ mask("B7")]


def test_where_drawing_is_free_it_tells_nothing() -> None:
    """A table that lets everybody draw who likes to makes no lacks."""
    table = given("R3", ["G1", "G4"], pile="Y1 Y2")
    state = replace(table.state, options={**table.state.options, "draw_when": "any"})
    assert noted(Notes(((0,), (0,))), state, drew(table)) == Notes(((0, 0), (0,)))


def drew(table: Table, seat: int = 0) -> ev.Drew:
    """The event of a draw."""
    return ev.Drew(seat, table.state.piles[0].rest[:1], "turn")


class Moved(ev.Event, frozen=True):
    """An event of a house rule to come."""


def test_an_event_nobody_knows_forgets_everything() -> None:
    """It may have moved hands about, so nothing is claimed."""
    table = given("R3", ["G1", "G4"], pile="Y1")
    assert noted(Notes(((1,), (2,))), table.state, Moved()) == Notes()


def test_a_seat_can_be_forgotten() -> None:
    """After its hand went elsewhere nothing is claimed of it, and the others are as they were."""
    notes = forgotten(Notes(((1,), (2,))), 0)
    assert (lacks(notes, 0, 1), lacks(notes, 1, 1)) == ((0,), (2,))


@pytest.mark.parametrize("known", [(), (1,), (1, 2, 3)])
def test_notes_that_do_not_fit_the_hand_claim_nothing(known: tuple[int, ...]) -> None:
    """There is one lack for each card, whatever was noted."""
    table = given("R3", ["G1 B2", "G4"], pile="Y1")
    assert lacks(Notes((known,)), 0, 2) == (0, 0)
    drawn = noted(Notes((known,)), table.state, drew(table))
    assert [len(seat) for seat in drawn.seats] == [3]


@pytest.mark.parametrize(
    "event",
    [
        ev.Passed(0, 1),
        ev.Challenged(0, 9, "honest", ()),
        ev.Challenged(0, -1, "honest", ()),
        ev.Challenged(0, 10**12, "honest", ()),
        ev.Accepted(0),
    ],
)
def test_forged_events_break_nothing(event: ev.Event) -> None:
    """What a state takes in, the notes take in too, and grow by nothing."""
    table = given("R3", ["", "G4"], pile="Y1")
    state = replace(table.state, debt=Debt(4, 0, Dispute(None, ())))
    evolve(state, event)
    assert len(noted(Notes(), state, event).seats) <= len(state.seats)


# Whole games


def watched(rounds: int, level: str = "medium", seats: int = 3) -> list[tuple[View, View]]:
    """Each moment of some rounds with what the seat on turn saw before and then, by the level's play."""
    seen: list[View] = []

    def watching(shown: View, offered: Choices, chance: Numbers) -> cmd.Act:
        seen.append(shown)
        return LEVELS[level](shown, offered, chance)

    rules = compile_rules(PRESETS["boardflix"])
    for seed in range(rounds):
        winner(rules, [watching] * seats, seed)
    return list(pairwise(seen))


def test_there_is_one_lack_for_each_card_in_rising_order() -> None:
    """In whole games no lack is missing, and none tells which slot it speaks of."""
    for before, now in watched(20):
        for place in now.places:
            assert len(place.lacks) == place.cards
            assert list(place.lacks) == sorted(place.lacks)
        assert before.deck == now.deck == CLASSIC


def test_notes_are_hardly_ever_wrong() -> None:
    """Among those who play what they draw, a hand that fits its lacks can nearly always be told from them."""
    checked = wrong = 0
    for _, now in watched(60):
        own = next(place for place in now.places if place.seat == now.seat)
        held = [FACES.index(card.face.text) for card in now.hand if card.face]
        checked += 1
        wrong += not fits(list(own.lacks), held)
    assert checked > 1000
    assert 100 * wrong < checked


def fits(known: list[int], held: list[int]) -> bool:
    """Whether each card can be given a lack of its own that allows it."""
    given_to: dict[int, int] = {}

    def place(card: int, tried: set[int]) -> bool:
        for at, lack in enumerate(known):
            if lack >> held[card] & 1 or at in tried:
                continue
            tried.add(at)
            if at not in given_to or place(given_to[at], tried):
                given_to[at] = card
                return True
        return False

    return all(place(card, set()) for card in range(len(held)))


def test_a_view_has_lacks_only_where_notes_were_kept() -> None:
    """A client that keeps none shows the same table."""
    table = Noting(given("R3", ["G1 B2", "G4"], pile="R5 Y1")).when(0, draw)
    plain, noting = view(table.table.state, {}, 1), view(table.table.state, {}, 1, table.notes)
    assert [place.lacks for place in plain.places] == [(), ()]
    assert noting.places[0].lacks == (0, mask("R 3 W W4"), mask("R 3 W W4"))
    assert replace(noting, places=plain.places) == plain


def test_noting_entry_by_entry_is_noting_event_by_event() -> None:
    """``noted_all`` passes over what moves no card and misses nothing."""
    table, chance = Noting(given("R3", ["G1 B2 Y1", "G4 R1 W4"], pile="R5 Y2 B3 G5 G6 G7 G8 R9 B9")), Random(1)
    for _ in range(6):
        state, seat = table.table.state, table.table.state.turn
        assert seat is not None
        offered = table.table.choices(seat)
        act = LEVELS["easy"](table.table.seen_by(seat), offered, chance.randrange)
        notes = table.notes
        table.when(seat, act)
        for event in table.table.happened:
            notes, state = noted(notes, state, event), evolve(state, event)
        assert notes == table.notes
