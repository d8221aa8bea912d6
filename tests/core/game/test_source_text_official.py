"""What the article on the official rules says of them, sentence by sentence, played with the preset ``official``.

It is S1; sources.py says how its sentences are counted. Those that state no rule of play have no test here.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import CLASSIC, Colour, Kind, face, modern
from ono_core.game.ruleset import PRESETS, deck_of, parse
from tests.core.game.scenario import (
    Table,
    accept,
    call,
    catch,
    challenge,
    deal,
    draw,
    given,
    lobby,
    name_colour,
    next_round,
    pass_turn,
    play,
    start,
)
from tests.core.game.sources import cited, numbers

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9"


def official(top: str, hands: Sequence[str], **more: Any) -> Table:
    """A position in a game by the official rules."""
    chosen: dict[str, Any] = {"preset": "official", "pile": PILE, **more}
    return given(top, hands, **chosen)


# Who plays, and to what end


def test_two_to_ten_may_play() -> None:
    """S1.9, S1.18, S1.283: one is too few to start, and there is no eleventh seat."""
    lobby(1, preset="official").refuses(0, start, "too-few-seats")
    for seats in (2, 10):
        lobby(seats, preset="official").when(0, start).then(phase="deal")
    lobby(10, preset="official").refuses(0, cmd.AddBot("easy", None), "room-full")


def test_the_first_to_have_no_card_wins_the_round() -> None:
    """S1.2, S1.8, S1.28, S1.132, S1.269: the round is over with that card."""
    official("R3", ["R5", "G1 G2"]).when(0, play("R5")).then(winner=0, why="empty", phase="round-over", turn=None)


def test_rounds_are_played_until_somebody_has_500_points() -> None:
    """S1.10, S1.29, S1.134, S1.269: points add up over the rounds, and the first to reach the target wins the game."""
    table = official("R3", ["R5", "W W4"]).but(scores=(399, 480)).when(0, play("R5"))
    table.then(scores=(499, 480), phase="round-over")
    table.when(0, next_round).dealt("R3", 0, {}).then(scores=(499, 480), round=2, phase="play")
    over = official("R3", ["R5", "G1"]).but(scores=(499, 480)).when(0, play("R5"))
    over.then(scores=(500, 480), phase="over", final=(1, 2))


# The deck


def test_the_deck_has_108_cards_of_four_colours_and_wilds_without_one() -> None:
    """S1.9, S1.20, S1.32, S1.271: numbers, actions, and wilds that belong to no colour."""
    assert deck_of(PRESETS["official"]) == CLASSIC
    colours = Counter(face(text).colour for text in CLASSIC)
    assert [colours[colour] for colour in (*Colour, None)] == [25, 25, 25, 25, 8]


def test_there_are_76_number_cards_with_one_zero_a_colour() -> None:
    """S1.35, S1.36, S1.37, S1.50: nineteen a colour, a single 0 and two of each other number."""
    numbered = [text for text in CLASSIC if face(text).kind is Kind.NUMBER]
    assert len(numbered) == 76
    for colour in Colour:
        assert Counter(text[1:] for text in numbered if text[0] == colour) == {"0": 1, **dict.fromkeys("123456789", 2)}


def test_there_are_24_action_cards() -> None:
    """S1.39, S1.51: two Skips, two Reverses and two Draw Twos a colour."""
    actions = Counter(text for text in CLASSIC if face(text).kind in {Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO})
    assert actions == dict.fromkeys((colour + symbol for colour in Colour for symbol in "SRD"), 2)


def test_there_are_eight_wilds() -> None:
    """S1.43, S1.52, S1.53: four Wilds and four Wild Draw Fours."""
    assert Counter(text for text in CLASSIC if face(text).is_wild) == {"W": 4, "W4": 4}


@pytest.mark.parametrize(("hands_card", "text"), [("shuffle", "SH"), ("swap", "SW")])
def test_the_newer_deck_has_four_cards_more(hands_card: str, text: str) -> None:
    """S1.46, S1.47, S1.48, S1.54, S1.55, S1.56, S1.271: one that moves hands, three customizable wilds, 112 in all."""
    deck = deck_of(parse({"preset": "official", "deck": "modern112", "hands_card": hands_card}))
    assert len(deck) == 112
    assert Counter(deck) - Counter(CLASSIC) == {text: 1, "CU": 3}


def test_a_customizable_wild_has_the_text_that_the_host_wrote() -> None:
    """S1.47: it is played as a Wild, and the rule on it is for the people at the table."""
    options = {"preset": "official", "deck": "modern112", "custom_texts": ("sing", "swap seats", "")}
    table = lobby(2).when(0, cmd.SetOptions(options)).when(0, start)
    assert tuple(table.state.options["custom_texts"]) == ("sing", "swap seats", "")
    official("R3", ["CU B1 B2", "G1"], deck="modern112").when(0, play("CU", "B")).then(colour="B", turn=1)


def test_the_newer_deck_is_an_option() -> None:
    """S1.48, S1.49: without a choice the 108 cards are played, by the same rules."""
    assert PRESETS["official"].deck == "classic108"
    for deck in ("classic108", "modern112"):
        official("R3", ["R5 B1 B2", "G1"], deck=deck).when(0, play("R5")).then(turn=1, colour="R")
    assert modern(Kind.SHUFFLE_HANDS)[:108] == CLASSIC


# Setting up


def test_each_player_draws_a_card_and_the_highest_number_deals() -> None:
    """S1.59, S1.60, S1.61: symbols count as nothing."""
    table = lobby(3, preset="official").when(0, start).drawn_for_deal("RS R4 W4")
    drawn = next(event for event in table.happened if isinstance(event, ev.DealDrawn))
    assert [table.state.deck[card] for card in drawn.cards] == ["RS", "R4", "W4"]
    table.dealt("R3", 1, {}).then(deal_seat=1)


def test_the_whole_deck_is_shuffled_and_seven_are_dealt_one_at_a_time() -> None:
    """S1.21, S1.62, S1.63, S1.70, S1.265, S1.270: however many play; every second card goes to the other seat."""
    table = lobby(2, preset="official").when(0, start).drawn_for_deal("R1 R9").then(shuffling=108)
    dealt = table.shuffled("G1 B1 G2 B2 G3 B3 G4 B4 G5 B5 G6 B6 G7 B7 R3")
    dealt.then(deal_seat=1, hands=["G1 G2 G3 G4 G5 G6 G7", "B1 B2 B3 B4 B5 B6 B7"], discards="R3")
    for seats in (3, 8, 10):
        deal(seats, "R3", preset="official").then(counts=[7] * seats)


def test_hands_are_dealt_face_down() -> None:
    """S1.63: everybody knows their own cards, and no others."""
    table = deal(3, "R3", preset="official")
    assert [place.seat for place in table.seen_by(1).places if place.hand] == [1]
    assert [place.cards for place in table.seen_by(None).places] == [7, 7, 7]


def test_the_rest_is_the_pile_and_its_top_card_starts_the_discards() -> None:
    """S1.64, S1.65, S1.66, S1.67: one card is turned up, the others stay hidden."""
    table = deal(3, "R3", preset="official").then(pile=108 - 21 - 1, discards="R3", colour="R")
    assert set(table.state.opened) == set(table.state.discards)


def test_the_dealing_seats_left_neighbour_begins_and_play_goes_to_the_left() -> None:
    """S1.22, S1.23, S1.68, S1.69: clockwise, from seat to seat."""
    table = deal(3, "R3", dealing=1, holding={2: "R5", 0: "R6"}, preset="official").then(turn=2, direction=1)
    table.when(2, play("R5")).then(turn=0).when(0, play("R6")).then(turn=1)


def test_a_skip_as_starter_skips_the_first_seat() -> None:
    """S1.72, S1.74: the dealing seat's left neighbour misses the opening turn."""
    deal(4, "RS", preset="official").then(turn=2, counts=[7, 7, 7, 7])


def test_a_reverse_as_starter_sends_play_to_the_right() -> None:
    """S1.72, S1.75: the dealing seat's right neighbour begins."""
    deal(4, "RR", preset="official").then(turn=3, direction=-1)


def test_a_draw_two_as_starter_hits_the_first_seat() -> None:
    """S1.72, S1.76: it draws two and loses its turn."""
    deal(4, "RD", preset="official").then(turn=2, counts=[7, 9, 7, 7])


def test_a_wild_as_starter_lets_the_first_seat_name_the_colour() -> None:
    """S1.72, S1.77: and then play."""
    table = deal(3, "W", holding={1: "G1"}, preset="official").then(turn=1, phase="start-colour")
    table.when(1, name_colour("G")).then(turn=1, phase="play", colour="G").when(1, play("G1")).then(turn=2)


def test_a_wild_draw_four_as_starter_goes_back() -> None:
    """S1.78: all is shuffled again, and another card is turned up."""
    table = deal(3, "W4", preset="official").then(discards="", phase="deal", shuffling=108 - 21)
    table.shuffled("G7").then(discards="G7", phase="play", turn=1)


# A turn


@pytest.mark.parametrize(
    ("top", "fitting", "other"),
    [
        ("R3", "R5", "B5"),
        ("R3", "B3", "B5"),
        ("B6", "B1", "G5"),
        ("B6", "G6", "G5"),
        ("B6", "W", "G5"),
        ("RS", "R1", "B1"),
        ("RS", "GS", "GR"),
        ("G1", "GS", "RS"),
        ("BS", "GS", "GR"),
    ],
)
def test_a_card_matches_by_colour_number_or_symbol(top: str, fitting: str, other: str) -> None:
    """S1.2, S1.24, S1.40, S1.80, S1.81, S1.82, S1.83, S1.103, S1.266: or it is a wild; nothing else fits."""
    table = official(top, [f"{fitting} {other} Y1", "G1", "G2"])
    table.when(0, play(fitting, "R" if fitting == "W" else None)).then(discards=f"{top} {fitting}")
    table.refuses(0, play(other), "does-not-fit")


def test_one_card_is_played_in_a_turn() -> None:
    """S1.84, S1.85: two equal ones are refused too; the card lies face up."""
    table = official("R3", ["R5 R5 B1", "G1"])
    table.refuses(0, play("R5 R5"), "one-card")
    played = table.when(0, play("R5")).then(turn=1, hands=["R5 B1", "G1"])
    assert played.seen_by(None).top == face("R5")
    played.refuses(0, play("R5"), "not-your-turn")


def test_equal_cards_may_go_down_together_where_the_table_wants_it() -> None:
    """S1.86, S1.182: two identical cards at once."""
    official("R3", ["R5 R5 B1 B2", "G1"], doubles=True).when(0, play("R5 R5")).then(hands=["B1 B2", "G1"], turn=1)


def test_without_a_card_that_fits_one_is_drawn() -> None:
    """S1.25, S1.80, S1.87, S1.267: exactly one, from the pile."""
    official("R3", ["B5", "G1"]).when(0, draw).then(hands=["B5 Y1", "G1"], pile=7, turn=0, phase="drawn")


def test_a_drawn_card_that_fits_may_be_played_at_once() -> None:
    """S1.25, S1.88: in the same turn."""
    official("R3", ["B5 B6", "G1"], pile="R9").when(0, draw).when(0, play("R9")).then(turn=1, discards="R3 R9")


def test_a_drawn_card_that_does_not_fit_ends_the_turn() -> None:
    """S1.89, S1.156: the next seat is on turn; there is no second draw."""
    table = official("R3", ["B5 B6", "G1"]).when(0, draw)
    table.refuses(0, play("Y1"), "does-not-fit")
    table.refuses(0, draw, "wrong-phase")
    table.when(0, pass_turn).then(turn=1, counts=[3, 1])


def test_drawing_does_not_go_on_until_a_card_fits() -> None:
    """S1.91, S1.154, S1.155, S1.181: unless the table plays it so."""
    hands = ["B5 B6", "G1"]
    official("R3", hands, pile="Y1 Y2 R9").when(0, draw).then(counts=[3, 1], phase="drawn")
    until = official("R3", hands, pile="Y1 Y2 R9", draw_count="until").when(0, draw).then(counts=[5, 1], drawn="R9")
    until.when(0, play("R9")).then(turn=1)


def test_who_could_play_may_draw_instead() -> None:
    """S1.93, S1.94: one card, and only that one may still be played."""
    table = official("R3", ["R5 B6", "G1"], pile="R9 Y1").when(0, draw).then(counts=[3, 1])
    table.refuses(0, play("R5"), "only-the-drawn-card")
    table.refuses(0, draw, "wrong-phase")
    table.when(0, play("R9")).then(turn=1)


def test_the_discards_under_the_top_are_the_new_pile() -> None:
    """S1.95, S1.96, S1.97: they are shuffled when the pile is empty, and play goes on."""
    table = official("R3", ["B5", "G1"], pile="", under="Y1 Y2 Y9").when(0, draw).then(shuffling=3, discards="R3")
    after = table.shuffled().then(pile=2, discards="R3", counts=[2, 1], turn=0, phase="drawn", colour="R")
    after.when(0, pass_turn).then(turn=1)


# What cards do


def test_a_skip_makes_the_next_player_miss_a_turn() -> None:
    """S1.101, S1.102: the seat after it is on turn."""
    official("R3", ["RS B1 B2", "G1", "G2"]).when(0, play("RS")).then(turn=2)


@pytest.mark.parametrize(("before", "turn"), [(1, 2), (-1, 1)])
def test_a_reverse_changes_the_direction_and_who_is_next(before: int, turn: int) -> None:
    """S1.104, S1.105: from one way to the other, and back."""
    table = official("R3", ["RR B1 B2", "G1", "G2"], direction=before).when(0, play("RR"))
    table.then(direction=-before, turn=turn)


def test_with_two_players_a_reverse_is_a_skip() -> None:
    """S1.106, S1.165, S1.166, S1.189, S1.284: its player has another turn."""
    official("R3", ["RR B1 B2", "G1"]).when(0, play("RR")).then(turn=0, phase="play")


def test_with_two_players_a_skip_and_a_draw_two_give_another_turn() -> None:
    """S1.189, S1.284: the other misses theirs, after drawing; the deal is the same."""
    official("R3", ["RS B1 B2", "G1"]).when(0, play("RS")).then(turn=0)
    official("R3", ["RD B1 B2", "G1"]).when(0, play("RD")).then(turn=0, counts=[2, 3])
    deal(2, "R3", preset="official").then(counts=[7, 7])


def test_a_draw_two_makes_the_next_player_draw_and_miss_a_turn() -> None:
    """S1.108, S1.110, S1.152, S1.273: two cards, and the seat after it is on turn."""
    official("R3", ["RD B1 B2", "G1", "G2"]).when(0, play("RD")).then(hands=["B1 B2", "G1 Y1 Y2", "G2"], turn=2)


def test_draw_cards_are_not_stacked() -> None:
    """S1.27, S1.109, S1.149, S1.150, S1.151, S1.272, S1.274: neither draw card is passed along."""
    two = official("R3", ["RD B1 B2", "GD Y5", "G2"]).when(0, play("RD")).then(turn=2, counts=[2, 4, 1])
    two.refuses(1, play("GD"), "not-your-turn")
    four = official("R3", ["W4 B1 B2", "W4 GD", "G2"]).when(0, play("W4", "G"))
    four.refuses(1, play("W4", "B"), "cannot-answer")
    four.refuses(1, play("GD"), "cannot-answer")


@pytest.mark.parametrize("top", ["R3", "GD", "W"])
@pytest.mark.parametrize("named", Colour)
def test_a_wild_goes_on_any_card_and_names_the_colour(top: str, named: Colour) -> None:
    """S1.44, S1.111, S1.112, S1.113: also the colour in force, and also beside a card that fits."""
    table = official(top, ["W R5 G5", "G1"], colour="R").when(0, play("W", named))
    table.then(colour=str(named), turn=1)


def test_a_wild_draw_four_names_the_colour_and_makes_the_next_player_draw_four() -> None:
    """S1.45, S1.116: who draws them loses the turn."""
    table = official("R3", ["W4 B1 B2", "G1", "G2"]).when(0, play("W4", "B")).when(1, accept)
    table.then(colour="B", counts=[2, 5, 1], turn=2)


@pytest.mark.parametrize(
    ("hand", "is_bluff"), [("W4 R5 B1", True), ("W4 B3 B1", False), ("W4 W B1", False), ("W4 B5 Y1", False)]
)
def test_a_wild_draw_four_is_meant_for_hands_without_the_colour(hand: str, is_bluff: bool) -> None:  # noqa: FBT001
    """S1.45, S1.117, S1.118, S1.160, S1.161, S1.277: the same number is no matter; with the colour it is a risk."""
    table = official("R3", [hand, "G1"])
    assert [table.text(slot) for slot in table.choices(0).bluffs] == ["W4"] * is_bluff
    table.when(0, play("W4", "B")).then(phase="respond", turn=1)


def test_who_must_draw_may_challenge() -> None:
    """S1.119, S1.120, S1.278: that seat, and no other."""
    table = official("R3", ["W4 R5 B1", "G1", "G2"]).when(0, play("W4", "B"))
    assert "challenge" in table.choices(1).acts
    assert "challenge" not in table.choices(2).acts
    table.refuses(2, challenge, "not-your-turn")


def test_the_hand_is_shown_to_the_challenger() -> None:
    """S1.121: to nobody else."""
    table = official("R3", ["W4 R5 B1", "G1", "G2"]).when(0, play("W4", "B"))
    held = table.state.hands[0]
    judged = table.when(1, challenge)
    told = next(event for event in judged.happened if isinstance(event, ev.Challenged))
    assert (told.seat, told.shown) == (1, held)
    assert [card.text for card in judged.seen_by(1, told.shown).places[0].hand] == ["B1", "R5"]
    assert judged.seen_by(2).places[0].hand == ()


def test_a_bluffer_draws_the_four_cards() -> None:
    """S1.122, S1.232, S1.279: instead of the challenger, who then plays."""
    table = official("R3", ["W4 R5 B1", "G1", "G2"]).when(0, play("W4", "B")).when(1, challenge)
    table.then(counts=[6, 1, 1], turn=1, phase="play")


def test_a_wrong_challenge_costs_six() -> None:
    """S1.123, S1.279: four and two more."""
    table = official("R3", ["W4 B5 B1", "G1", "G2"]).when(0, play("W4", "B")).when(1, challenge)
    table.then(counts=[2, 7, 1], turn=2)


# The last card


def test_a_last_card_is_called_with_the_second_to_last() -> None:
    """S1.13, S1.26, S1.126, S1.127, S1.163, S1.164, S1.268: with that play; everybody hears it."""
    table = official("R3", ["R5 B1", "G1 G2"]).when(0, play("R5", call=True)).then(called=(0,), exposed=())
    assert [place.called for place in table.seen_by(None).places] == [True, False]
    official("R3", ["R5 B1 B2", "G1 G2"]).refuses(0, play("R5", call=True), "nothing-to-call")


def test_it_need_not_be_called_before_the_play() -> None:
    """S1.162, S1.164: right after it is in time, as long as nobody has caught it; before it counts as well."""
    official("R3", ["R5 B1", "G1 G2"]).when(0, play("R5")).when(0, call).then(called=(0,), exposed=())
    official("R3", ["R5 B1", "G1 G2"]).when(0, call).when(0, play("R5")).then(called=(0,), exposed=())


def test_who_is_caught_without_a_call_draws_two() -> None:
    """S1.26, S1.128, S1.164, S1.275: before the next player's turn begins."""
    table = official("R3", ["R5 B1", "G1 G2", "G3 G4"]).when(0, play("R5"))
    for other in (1, 2):
        table.when(other, catch(0)).then(counts=[3, 2, 2], turn=1)


@pytest.mark.parametrize("begins", [draw, play("R2")])
def test_it_is_too_late_when_the_next_player_has_begun(begins: Any) -> None:
    """S1.129, S1.164, S1.276: nothing happens then, and the game goes on."""
    table = official("R3", ["R5 B1", "R2 G2 G5", "G3 G4"]).when(0, play("R5")).when(1, begins)
    table.refuses(2, catch(0), "window-closed")


@pytest.mark.parametrize("last", ["R5", "RS", "RR", "RD", "W", "W4"])
def test_any_card_may_be_the_last(last: str) -> None:
    """S1.140, S1.157, S1.158, S1.159, S1.280, S1.281: action cards and both wilds too."""
    table = official("R3", [last, "G1 G2", "G3"]).when(0, play(last, "B" if last.startswith("W") else None))
    table.then(winner=0, why="empty")


@pytest.mark.parametrize(("last", "colour", "drawn"), [("RD", None, 2), ("W4", "B", 4)])
def test_cards_for_a_last_draw_card_are_drawn_and_counted(last: str, colour: str | None, drawn: int) -> None:
    """S1.141, S1.282: by the next player, before the points are added up."""
    table = official("R3", [last, "G1", "G2"], pile="B9 B9 B8 B8").when(0, play(last, colour))
    points = 1 + [0, 9, 18, 26, 34][drawn]
    table.then(counts=[0, 1 + drawn, 1], points=(0, points, 2), scores=(points + 2, 0, 0))


# Points


def test_the_winner_scores_what_the_others_hold() -> None:
    """S1.133, S1.226: numbers their face value, twenty for actions, fifty for wilds."""
    table = official("R3", ["R5", "B7 GS", "W Y0 RD"]).when(0, play("R5"))
    table.then(points=(0, 27, 70), scores=(97, 0, 0))


@pytest.mark.parametrize(
    ("text", "points"),
    [
        *((f"R{number}", number) for number in range(10)),
        *((card, 20) for card in ("RS", "RR", "RD")),
        *((card, 50) for card in ("W", "W4")),
        *((card, 40) for card in ("SH", "SW", "CU")),
    ],
)
def test_each_card_has_its_points(text: str, points: int) -> None:
    """S1.135, S1.136, S1.137, S1.138, S1.139, S1.226: the newer wilds count forty."""
    assert face(text).points == points


def test_points_may_be_kept_against_their_holders() -> None:
    """S1.143, S1.144: everybody adds what they hold, and when somebody has passed 500 the lowest total wins."""
    table = official("R3", ["R5", "G9 G1", "G2"], score="lowest_total").but(scores=(100, 480, 90))
    table.when(0, play("R5")).then(scores=(100, 490, 92), phase="round-over")
    over = official("R3", ["R5", "W", "G2"], score="lowest_total").but(scores=(100, 480, 90))
    over.when(0, play("R5")).then(scores=(100, 530, 92), phase="over", final=(2, 3, 1))


def test_rounds_may_be_played_without_points() -> None:
    """S1.145, S1.183, S1.197: one round is the game."""
    table = official("R3", ["R5", "G9 G1"], score="none").when(0, play("R5"))
    table.then(scores=(0, 0), phase="over", final=(1, 2))


# House rules


def test_rules_are_agreed_on_before_the_deal() -> None:
    """S1.169, S1.274: the host sets them in the lobby; once the game has begun they stand."""
    lobby(2).when(0, cmd.SetOptions({"preset": "official", "stack": "d2"}))
    official("R3", ["R5", "G1"]).refuses(0, cmd.SetOptions({"preset": "official", "stack": "d2"}), "wrong-phase")
    assert not any((PRESETS["official"].seven_zero, PRESETS["official"].jump_in, PRESETS["official"].doubles))


def test_a_seven_swaps_hands_with_a_player_of_ones_choice() -> None:
    """S1.171: whoever is named."""
    table = official("R3", ["R7 B1 B2", "G1 G2", "G3"], seven_zero=True)
    table.when(0, play("R7", target=1)).then(hands=["G1 G2", "B1 B2", "G3"], turn=1)
    table.when(0, play("R7", target=2)).then(hands=["G3", "G1 G2", "B1 B2"], turn=1)


@pytest.mark.parametrize(("direction", "hands"), [(1, ["G3", "B1 B2", "G1 G2"]), (-1, ["G1 G2", "G3", "B1 B2"])])
def test_a_zero_passes_every_hand_on(direction: int, hands: list[str]) -> None:
    """S1.171: to the next player in the direction of play."""
    table = official("R3", ["R0 B1 B2", "G1 G2", "G3"], seven_zero=True, direction=direction)
    table.when(0, play("R0")).then(hands=hands)


def test_an_exact_match_may_be_played_out_of_turn() -> None:
    """S1.174, S1.175: the same colour and number or symbol; play goes on from who jumped in."""
    table = official("R3", ["R5 B1 B2", "G1 G2", "R5 B5 B3", "G4 G5"], jump_in=True).when(0, play("R5")).then(turn=1)
    table.refuses(2, play("B5"), "not-your-turn")
    table.when(2, play("R5")).then(turn=3)
    skip = official("R3", ["RS B1 B2", "G1 G2", "G3", "RS B3 B4"], jump_in=True).when(0, play("RS")).then(turn=2)
    skip.when(3, play("RS")).then(turn=1)


def test_draw_twos_may_be_stacked_where_the_table_wants_it() -> None:
    """S1.178: the penalty grows and goes on to the next player."""
    table = official("R3", ["RD B1 B2", "GD G1 G2", "G3 G4"], stack="d2").when(0, play("RD")).then(owed=2, turn=1)
    table.when(1, play("GD")).then(owed=4, turn=2).when(2, accept).then(counts=[2, 2, 6], turn=0)


def test_wild_draw_fours_may_be_stacked_or_all_draw_cards_mixed() -> None:
    """S1.179: by two more options."""
    hands = ["W4 B1 B2", "W4 GD G1", "G3 G4"]
    same = official("R3", hands, stack="same").when(0, play("W4", "G"))
    same.refuses(1, play("GD"), "cannot-answer")
    same.when(1, play("W4", "B")).then(owed=8, turn=2)
    official("R3", hands, stack="any").when(0, play("W4", "G")).when(1, play("GD")).then(owed=6, turn=2)


def test_nine_or_ten_players_shuffle_two_decks_together() -> None:
    """S1.193, S1.285: by themselves; a host may take two decks for fewer, and more than ten seats there are not."""
    for seats, cards in ((8, 108), (9, 216), (10, 216)):
        lobby(seats, preset="official").when(0, start).then(shuffling=cards)
    lobby(4, preset="official", decks=2).when(0, start).then(shuffling=216)
    lobby(2).refuses(0, cmd.SetOptions({"preset": "official", "seats_max": 11}), "bad-option")


def test_a_table_of_young_children_may_play_an_easier_game() -> None:
    """S1.197: no points, no challenge, and open hands."""
    options: dict[str, Any] = {"score": "none", "wild_draw_four": "free", "open_hands": True}
    table = official("R3", ["W4 R5 B1", "G1", "G2"], **options).when(0, play("W4", "B"))
    table.then(counts=[2, 5, 1], turn=2, phase="play")
    dealt = deal(2, "R3", preset="official", holding={1: "G1 G2 G3 G4 G5 G6 G7"}, **options)
    assert [card.text for card in dealt.seen_by(None).places[1].hand] == ["G1", "G2", "G3", "G4", "G5", "G6", "G7"]


STATES_A_RULE = numbers(
    "2, 8-10, 13, 18, 20-29, 32, 35-37, 39-40, 43-56, 59-70, 72, 74-78, 80-89, 91, 93-97, 101-106, 108-113, 116-123,"
    "126-129, 132-141, 143-145, 149-152, 154-166, 169, 171, 174-175, 178-179, 181-183, 189, 193, 197, 226, 232, 265-285"
)


def test_every_sentence_that_states_a_rule_is_cited() -> None:
    """And no other, so that the list stays true."""
    assert cited(globals(), "S1") == STATES_A_RULE
