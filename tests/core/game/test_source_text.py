"""What the page of the game that the preset ``boardflix`` is named after says of the rules, sentence by sentence.

It is S0; sources.py says how its sentences are counted. Those that state no rule of play have no test here.
"""

from collections import Counter

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.computers import LEVELS
from ono_core.game.faces import CLASSIC, Colour, face
from ono_core.game.ruleset import PRESETS
from ono_core.game.view import view
from tests.core.game.scenario import accept, challenge, deal, draw, given, leave, lobby, pass_turn, play, start
from tests.core.game.sources import cited, numbers

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9"

# The cards


def test_the_deck_has_108_cards() -> None:
    """S0.1: so many cards."""
    assert len(CLASSIC) == 108


@pytest.mark.parametrize("colour", Colour)
def test_each_colour_has_one_zero_and_two_of_the_rest(colour: Colour) -> None:
    """S0.2: 25 cards of a colour: a zero, two each of 1 to 9, of Skip, Reverse and Draw Two."""
    symbols = Counter(text[1:] for text in CLASSIC if text[0] == colour)
    assert symbols == {"0": 1, **dict.fromkeys("123456789SRD", 2)}


def test_eight_cards_are_wild() -> None:
    """S0.3: four Wilds and four Wild Draw Fours have no colour."""
    wilds = Counter(text for text in CLASSIC if face(text).colour is None)
    assert wilds == {"W": 4, "W4": 4}


# Setting up


def test_each_player_is_dealt_seven_cards_face_down() -> None:
    """S0.4: seven cards in each hand, and everybody sees only their own."""
    table = deal(3, "R3", holding={1: "G1 G2 G3 G4 G5 G6 G7"}).then(counts=[7, 7, 7])
    own = [card.face.text for card in table.seen_by(1).hand if card.face]
    assert " ".join(own) == "G1 G2 G3 G4 G5 G6 G7"
    assert [place.seat for place in table.seen_by(0).places if place.hand] == [0]


def test_the_rest_is_the_pile_and_its_top_card_is_turned_over() -> None:
    """S0.5: what was not dealt is the draw pile, and its top card starts the discards."""
    deal(3, "R3").then(pile=108 - 21 - 1, discards="R3", colour="R")


def test_the_starter_is_never_a_wild_draw_four() -> None:
    """S0.6: when one is turned over, it goes back and another starts."""
    deal(3, "W4").then(discards="", phase="deal").shuffled("G7").then(discards="G7", phase="play")


@pytest.mark.parametrize(
    ("starter", "turn", "direction", "counts"),
    [("RS", 2, 1, [7, 7, 7, 7]), ("RD", 2, 1, [7, 9, 7, 7]), ("RR", 3, -1, [7, 7, 7, 7])],
)
def test_an_action_card_as_starter_applies_to_the_first_player(
    starter: str, turn: int, direction: int, counts: list[int]
) -> None:
    """S0.7: it skips them, makes them draw two, or starts play in the other direction."""
    deal(4, starter, dealing=0).then(turn=turn, direction=direction, counts=counts, phase="play", owed=None)


# How a turn works


def test_the_top_card_and_the_colour_in_force_are_there_to_see() -> None:
    """S0.8: everybody sees the top of the discards and the colour, which after a wild is the named one."""
    seen = given("W", ["R5", "G1"], colour="G").seen_by(None)
    assert (seen.top, seen.colour) == (face("W"), Colour.GREEN)


@pytest.mark.parametrize(
    ("top", "fitting", "other"), [("R3", "R5", "B5"), ("R3", "B3", "B5"), ("RS", "BS", "B5"), ("R3", "RD", "BD")]
)
def test_a_card_matches_by_colour_number_or_symbol(top: str, fitting: str, other: str) -> None:
    """S0.9, S0.57: the same colour, number or symbol fits; nothing else does."""
    table = given(top, [f"{fitting} {other} Y1", "G1"], pile=PILE)
    table.when(0, play(fitting)).then(discards=f"{top} {fitting}")
    table.refuses(0, play(other), "does-not-fit")


@pytest.mark.parametrize("top", ["R3", "GD", "W"])
@pytest.mark.parametrize("wild", ["W", "W4"])
def test_a_wild_goes_on_anything(top: str, wild: str) -> None:
    """S0.10, S0.58: both wilds fit on every card, and their player chooses the colour."""
    given(top, [f"{wild} B1", "G1"], colour="R", pile=PILE).when(0, play(wild, "B")).then(colour="B")


def test_without_a_card_that_fits_one_card_is_drawn() -> None:
    """S0.11, S0.59: exactly one card comes from the pile."""
    given("R3", ["B5", "G1"], pile="Y1 Y2").when(0, draw).then(hands=["B5 Y1", "G1"], pile=1, turn=0, phase="drawn")


def test_drawing_is_only_for_who_has_nothing_to_play() -> None:
    """S0.12, S0.65, S0.66: with a card that fits, drawing is refused."""
    given("R3", ["R5", "G1"], pile="Y1").refuses(0, draw, "could-play")


def test_a_drawn_card_that_fits_may_be_played_at_once() -> None:
    """S0.13, S0.60: that card, and no other of the hand."""
    table = given("R3", ["B5 B6", "G1"], pile="R9").when(0, draw)
    assert table.playable(0) == "R9"
    table.refuses(0, play("B5"), "only-the-drawn-card")
    table.when(0, play("R9")).then(turn=1, discards="R3 R9")


@pytest.mark.parametrize("drawn", ["R9", "Y1"])
def test_a_drawn_card_may_be_kept(drawn: str) -> None:
    """S0.14, S0.60: whether it fits or not, a pass ends the turn; there is no second draw."""
    table = given("R3", ["B5", "G1"], pile=f"{drawn} Y2").when(0, draw)
    table.refuses(0, draw, "wrong-phase")
    table.when(0, pass_turn).then(turn=1, hands=[f"B5 {drawn}", "G1"], stuck=0)


@pytest.mark.parametrize(("direction", "turn"), [(1, 1), (-1, 2)])
def test_play_moves_on_in_the_direction_of_play(direction: int, turn: int) -> None:
    """S0.15: to the next seat, whichever way play goes."""
    given("R3", ["R5 B1", "G1", "G2"], direction=direction).when(0, play("R5")).then(turn=turn)


def test_a_player_is_told_which_cards_fit() -> None:
    """S0.16: the prompt names the cards that can be played, and why each other cannot."""
    table = given("R3", ["R5 B1 W", "G1"])
    assert table.playable(0) == "R5 W"
    assert [reason for _, reason in table.choices(0).cards] == [None, "does-not-fit", None]


# What the action cards do


def test_a_skip_makes_the_next_player_miss_a_turn() -> None:
    """S0.17: the seat after the next is on turn."""
    given("R3", ["RS B1", "G1", "G2"]).when(0, play("RS")).then(turn=2, happened="played called skipped asked")


@pytest.mark.parametrize(("before", "after", "turn"), [(1, -1, 2), (-1, 1, 1)])
def test_a_reverse_changes_the_direction(before: int, after: int, turn: int) -> None:
    """S0.18: from one way to the other, and back."""
    table = given("R3", ["RR B1", "G1", "G2"], direction=before).when(0, play("RR"))
    table.then(direction=after, turn=turn)


def test_with_two_players_a_reverse_gives_another_turn() -> None:
    """S0.19, S0.67: the direction changes, and the same seat is on turn."""
    given("R3", ["RR B1", "G1"]).when(0, play("RR")).then(direction=-1, turn=0)


def test_a_draw_two_makes_the_next_player_draw_and_miss_a_turn() -> None:
    """S0.20, S0.71: two cards at once, and the seat after it is on turn."""
    given("R3", ["RD B1", "G1", "G2"], pile="Y1 Y2").when(0, play("RD")).then(hands=["B1", "G1 Y1 Y2", "G2"], turn=2)


@pytest.mark.parametrize("colour", Colour)
def test_a_wild_names_the_colour(colour: Colour) -> None:
    """S0.21: any of the four, that in force too; then play goes on with it."""
    given("R3", ["W R5", "G1"]).when(0, play("W", colour)).then(colour=colour, turn=1)


def test_a_wild_draw_four_makes_the_next_player_draw_four_and_miss_a_turn() -> None:
    """S0.22: on the colour named, when the next seat takes them."""
    table = given("R3", ["W4 B1", "G1", "G2"], pile=PILE).when(0, play("W4", "B")).when(1, accept)
    table.then(hands=["B1", "G1 Y1 Y2 Y3 Y4", "G2"], turn=2, colour="B")


@pytest.mark.parametrize(("hand", "bluffs"), [("W4 R5", "W4"), ("W4 B3", ""), ("W4 B5", ""), ("W4 W", "")])
def test_a_wild_draw_four_is_meant_for_hands_without_the_colour(hand: str, bluffs: str) -> None:
    """S0.23, S0.47, S0.61: a card of the colour in force makes it a bluff; the same number or a wild does not."""
    table = given("R3", [hand, "G1"], pile=PILE)
    assert [table.state.deck[table.faces[slot]] for slot in table.choices(0).bluffs] == bluffs.split()


def test_the_next_player_may_challenge_a_wild_draw_four() -> None:
    """S0.24: the next seat, and no other."""
    table = given("R3", ["W4 R5", "G1", "G2"], pile=PILE).when(0, play("W4", "B"))
    assert table.choices(1).acts == ("accept", "challenge")
    assert table.choices(2).acts == ()


@pytest.mark.parametrize(("card", "answer"), [("RD", "GD"), ("W4", "W4")])
def test_cards_are_not_stacked(card: str, answer: str) -> None:
    """S0.25, S0.70: who must draw cannot answer with another draw card."""
    table = given("R3", [f"{card} B5", f"{answer} Y5", "G2"], pile=PILE)
    table = table.when(0, play(card, "B" if card == "W4" else None))
    table.refuses(1, play(answer), "not-your-turn" if card == "RD" else "cannot-answer")


# Challenging a Wild Draw Four


def test_who_must_draw_four_takes_them_or_challenges() -> None:
    """S0.27: those two, and neither drawing, passing nor playing."""
    table = given("R3", ["W4 R5", "B1", "G2"], pile=PILE).when(0, play("W4", "B"))
    for act in (draw, pass_turn):
        table.refuses(1, act, "wrong-phase")
    table.refuses(1, play("B1"), "cannot-answer")
    table.when(1, accept).then(turn=2, counts=[1, 5, 1])


@pytest.mark.parametrize(("hand", "verdict"), [("W4 R5", "bluff"), ("W4 B5", "honest")])
def test_a_challenge_asks_for_the_colour_that_was_in_play(hand: str, verdict: str) -> None:
    """S0.28: red was in play, whatever colour the Wild Draw Four has named."""
    for named in Colour:
        table = given("R3", [hand, "G1"], pile=PILE).when(0, play("W4", named)).when(1, challenge)
        assert table.happened[0] == ev.Challenged(1, 0, verdict, ())


def test_the_hand_is_checked_in_secret_and_all_hear_the_result() -> None:
    """S0.29: the verdict is an event for everybody; the hand stays closed."""
    table = given("R3", ["W4 R5", "G1", "G2"], pile=PILE).when(0, play("W4", "B")).when(1, challenge)
    assert ev.Challenged(1, 0, "bluff", ()) in table.happened
    assert set(table.state.hands[0]).isdisjoint(table.state.opened)


def test_a_bluffer_draws_four_and_the_challenger_plays() -> None:
    """S0.30, S0.48, S0.63: four cards for the accused, a normal turn for the challenger."""
    table = given("R3", ["W4 R5", "B1 Y5", "G2"], pile=PILE).when(0, play("W4", "B")).when(1, challenge)
    table.then(counts=[5, 2, 1], turn=1, phase="play").when(1, play("B1")).then(turn=2)


def test_a_wrong_challenge_costs_six_and_the_turn() -> None:
    """S0.31, S0.50, S0.64: four and two more for the challenger, and the next seat is on turn."""
    table = given("R3", ["W4 B5", "B1", "G2"], pile=PILE).when(0, play("W4", "B"))
    assert table.choices(1).stakes == (4, 6)
    table.when(1, challenge).then(counts=[1, 7, 1], turn=2)


def test_a_bluff_is_allowed() -> None:
    """S0.32, S0.62: a Wild Draw Four may be played with the colour in hand, and may then be challenged."""
    table = given("R3", ["W4 R5", "G1"], pile=PILE).when(0, play("W4", "B")).then(turn=1, phase="respond")
    table.when(1, challenge).then(counts=[5, 1])


def test_a_player_is_warned_of_a_bluff() -> None:
    """S0.33: the prompt offers the card and says that it would be a bluff; unchallenged, it pays off."""
    table = given("R3", ["W4 R5", "G1"], pile=PILE)
    assert table.choices(0).bluffs == (table.state.hands[0][0],)
    table.when(0, play("W4", "B")).when(1, accept).then(counts=[1, 5], turn=0)


# The last card


def test_everybody_hears_of_a_last_card() -> None:
    """S0.34: the call is an event, and every view shows it, until the hand grows again."""
    table = given("R3", ["R5 B1", "G1"], pile="Y1 Y2 Y3").when(0, play("R5")).then(called=(0,))
    assert [place.called for place in table.seen_by(None).places] == [True, False]
    again = table.when(1, draw).when(1, pass_turn).when(0, draw)
    again.then(called=())


def test_nobody_calls_or_is_caught() -> None:
    """S0.35, S0.68: the call by hand, and the penalty for a missed one, belong to the paper game."""
    table = given("R3", ["R5 B1", "G1"])
    table.refuses(0, play("R5", call=True), "call-is-automatic")
    table.refuses(0, cmd.Call(), "call-is-automatic")
    table.when(0, play("R5")).refuses(1, cmd.Catch(0, 1), "nothing-to-catch")


def test_the_game_calls_by_itself() -> None:
    """S0.36, S0.69: in the same breath as the second-to-last card comes down."""
    given("R3", ["R5 B1 B2", "G1"]).when(0, play("R5")).then(happened="played asked", called=())
    given("R3", ["R5 B1", "G1"]).when(0, play("R5")).then(happened="played called asked")


# Winning the round


def test_who_plays_the_last_card_first_wins() -> None:
    """S0.37: the round is over with that card, and all hands are shown."""
    table = given("R3", ["R5", "G1 G2"]).when(0, play("R5")).then(winner=0, why="empty", phase="over", turn=None)
    shown = view(table.state, {}, None).places[1].hand
    assert [card.text for card in shown] == ["G1", "G2"]
    table.refuses(1, draw, "wrong-phase")


def test_one_round_is_the_game_and_no_points_are_counted() -> None:
    """S0.38: the game ends with the round; scores stay at nothing."""
    table = given("R3", ["R5", "G1 G2"]).when(0, play("R5")).then(happened="played round-ended game-ended")
    assert table.state.scores == (0, 0)


def test_the_discards_but_the_top_are_the_new_pile() -> None:
    """S0.39: they are shuffled when a card is needed and the pile is empty."""
    table = given("R3", ["B5", "G1"], under="Y1 Y2 Y9").when(0, draw).then(shuffling=3, discards="R3")
    table.shuffled().then(pile=2, discards="R3", counts=[2, 1])


@pytest.mark.parametrize("wild", ["W", "W4"])
def test_a_wild_may_be_the_last_card(wild: str) -> None:
    """S0.43: it can always be played, and wins."""
    given("R3", [wild, "G1"], pile=PILE).when(0, play(wild, "B")).then(winner=0)


# Who plays


def test_one_to_five_computer_players_of_three_levels() -> None:
    """S0.53: the host seats up to five of them, each easy, medium or hard."""
    assert LEVELS == ("easy", "medium", "hard")
    table = lobby(1)
    for seat, level in enumerate([*LEVELS, "easy", "medium"], 1):
        table.when(0, start) if seat > 1 else table.refuses(0, start, "too-few-seats")
        table = table.when(0, cmd.AddBot(level, None))
    table.refuses(0, cmd.AddBot("hard", None), "room-full")
    table.when(0, start).then(shuffling=108)


def test_no_player_can_see_anothers_cards() -> None:
    """S0.55: a seat's view is the same whatever the other hands hold."""
    mine, other = given("R3", ["R5 B1", "G1 G2"]), given("R3", ["R5 B1", "W4 Y9"])
    assert mine.seen_by(0) == other.seen_by(0)


def test_two_to_six_may_play() -> None:
    """S0.56, S0.72: one is too few to start, and there is no seventh seat."""
    lobby(1).refuses(0, start, "too-few-seats")
    for seats in range(2, 7):
        lobby(seats).when(0, start).then(shuffling=108)
    assert (PRESETS["boardflix"].seats_min, PRESETS["boardflix"].seats_max) == (2, 6)
    lobby(6).refuses(0, cmd.AddBot("easy", None), "room-full")


def test_the_computer_plays_for_who_leaves() -> None:
    """S0.56, S0.73: the hand stays in play, and the seat is marked as the computer's."""
    table = given("R3", ["R5 B1", "G1"]).when(0, leave).then(away=(0,), hands=["R5 B1", "G1"])
    assert table.state.seat_at(0).by_computer
    table.when(0, play("R5")).then(turn=1)


STATES_A_RULE = numbers("1-25, 27-39, 43, 47-48, 50, 53, 55-73")


def test_every_sentence_that_states_a_rule_is_cited() -> None:
    """And no other, so that the list stays true."""
    assert cited(globals(), "S0") == STATES_A_RULE
