"""The disputed cases of the house rules, alone and together, each with its one answer; numbered as in spec/rules.md."""

from collections.abc import Sequence
from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.game.ruleset import parse
from tests.core.game.scenario import Table, call, catch, draw, given, pass_turn, play

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9 G6 G7 G8 G9"
MANUAL: dict[str, Any] = {"call": "manual"}

# Seven-zero


def seven_zero(hands: Sequence[str], top: str = "R3", **more: Any) -> Table:
    """Hands move with a 7 or a 0, and calls are made by hand."""
    return given(top, hands, pile=PILE, seven_zero=True, **{**MANUAL, **more})


def test_case_54_a_seven_swaps_hands_with_a_seat_that_it_names() -> None:
    """Seat 2 had one card: who receives it counts as having called, and cannot be caught."""
    table = seven_zero(["R7 R5 B2", "G1 G2", "Y5"])
    table.refuses(0, play("R7"), "needs-target")
    for nobody in (0, 3, -1):
        table.refuses(0, play("R7", target=nobody), "needs-target")
    table.refuses(0, play("R5", target=2), "no-target")
    swapped = table.when(0, play("R7", target=2))
    swapped.then(hands=["Y5", "G1 G2", "R5 B2"], turn=1, called=(0,), exposed=())
    swapped.refuses(1, catch(0, swapped.state.step), "nothing-to-catch")


def test_the_prompt_says_whom_a_seven_may_name() -> None:
    """The cards that need a seat, and the seats."""
    table = seven_zero(["R7 B7 B2", "G1 G2", "Y5"])
    assert [table.text(slot) for slot in table.choices(0).swaps] == ["R7"]
    assert table.choices(0).targets == (1, 2)
    assert given("R3", ["R7 B2", "G1"]).choices(0).swaps == ()


@pytest.mark.parametrize(
    ("direction", "hands", "turn"),
    [(1, ["Y5", "B1 B2", "G1 G2"], 1), (-1, ["G1 G2", "Y5", "B1 B2"], 2)],
)
def test_case_55_a_zero_moves_every_hand_one_seat_on(direction: int, hands: list[str], turn: int) -> None:
    """In the direction of play; then the seat after its player is on turn."""
    table = seven_zero(["R0 B1 B2", "G1 G2", "Y5"], direction=direction).when(0, play("R0"))
    table.then(hands=hands, turn=turn, called=(0,) if direction > 0 else (1,), exposed=())


@pytest.mark.parametrize("card", ["R7", "R0"])
def test_case_56_a_last_seven_or_zero_moves_no_hands(card: str) -> None:
    """The hand is empty and the round won, without naming anybody."""
    table = seven_zero([card, "G1 G2", "Y5"])
    assert table.choices(0).swaps == ()
    table.when(0, play(card)).then(winner=0, counts=[0, 2, 1])


def test_with_two_seats_a_seven_and_a_zero_both_swap() -> None:
    """There is one other hand."""
    seven_zero(["R7 B1 B2", "G1"]).when(0, play("R7", target=1)).then(hands=["G1", "B1 B2"], turn=1)
    seven_zero(["R0 B1 B2", "G1"]).when(0, play("R0")).then(hands=["G1", "B1 B2"], turn=1)


def test_a_call_stays_with_nobody_when_hands_move() -> None:
    """Seat 1 had called its last card; now it holds two others, and a call of those is its own affair."""
    table = seven_zero(["R7 B1 B2 B3", "Y5", "G1 G2"]).but(called=(1,)).when(0, play("R7", target=1))
    table.then(hands=["Y5", "B1 B2 B3", "G1 G2"], called=(0,))


def test_who_swaps_away_their_last_card_is_not_caught() -> None:
    """The play left one card, but the swap took it: its new holder received it, which counts as a call."""
    table = seven_zero(["R7 B1", "G1 G2 G3 G4", "Y5 Y6"]).when(0, play("R7", target=1))
    table.then(hands=["G1 G2 G3 G4", "B1", "Y5 Y6"], called=(1,), exposed=())
    for seat in (0, 1):
        table.refuses(2, catch(seat), "window-closed")


def test_a_drawn_seven_needs_a_target_too() -> None:
    """Also where it must be played."""
    table = given("R3", ["B5 B6", "G1"], pile="R7", seven_zero=True, drawn="must").when(0, draw)
    table.refuses(0, play("R7"), "needs-target")
    table.when(0, play("R7", target=1)).then(hands=["G1", "B5 B6"], turn=1)


def test_a_swapped_hand_is_known_to_its_former_holder() -> None:
    """They have seen those cards, and remember them until they are played."""
    table = seven_zero(["R7 B1 B2", "G1 G2", "Y5"])
    given_away = table.state.hands[0][1:]
    swapped = table.when(0, play("R7", target=2))
    seen = swapped.seen_by(0, given_away)
    assert [card.text for card in seen.places[2].hand] == ["B1", "B2"]
    assert swapped.seen_by(1).places[2].hand == ()


def test_a_wild_swap_hands_is_a_wild_that_swaps() -> None:
    """It names a colour and a seat."""
    table = given("R3", ["SW B1 B2", "G1 G2", "Y5"], deck="modern112", hands_card="swap", **MANUAL)
    table.refuses(0, play("SW", "G"), "needs-target")
    table.refuses(0, play("SW", target=1), "needs-colour")
    table.when(0, play("SW", "G", target=2)).then(hands=["Y5", "G1 G2", "B1 B2"], colour="G", turn=1, called=(0,))
    given("R3", ["SW", "G1"], deck="modern112", hands_card="swap").when(0, play("SW", "G")).then(winner=0)


def test_a_wild_shuffle_hands_deals_all_hands_anew() -> None:
    """All are gathered, shuffled, and dealt one at a time from the next seat on; the pile stays as it is."""
    table = given("R3", ["SH B1 B2", "G1", "Y5 Y6"], pile="R1 R2", deck="modern112", **MANUAL).when(0, play("SH", "G"))
    table.then(shuffling=5, counts=[0, 0, 0], pile=2, colour="G", phase="play", winner=None)
    dealt = table.shuffled("Y5 B1 G1 B2 Y6")
    dealt.then(hands=["G1", "Y5 B2", "B1 Y6"], turn=1, pile=2, called=(0,), exposed=(), discards="R3 SH")


def test_hands_are_shuffled_from_the_next_seat_in_the_direction_of_play() -> None:
    """To the right, when play goes that way."""
    table = given("R3", ["SH B1 B2", "G1", "Y5 Y6"], direction=-1, deck="modern112").when(0, play("SH", "G"))
    table.shuffled("Y5 B1 G1 B2 Y6").then(hands=["G1", "B1 Y6", "Y5 B2"], turn=2)


def test_a_last_wild_shuffle_hands_wins() -> None:
    """Nothing is gathered."""
    given("R3", ["SH", "G1"], deck="modern112").when(0, play("SH", "G")).then(winner=0, shuffling=0)


def test_a_customizable_wild_is_a_plain_wild() -> None:
    """Its text is for people to read."""
    table = given("R3", ["CU B1 B2", "G1"], deck="modern112", custom_texts=("sing", "", "")).when(0, play("CU", "G"))
    table.then(colour="G", turn=1, counts=[2, 1])


# Jump-in

JUMPERS = ["R5 B1 B2", "G1 G2", "R5 B3 B4", "Y1 Y2"]


def jumping(hands: Sequence[str], top: str = "R3", **more: Any) -> Table:
    """The very card on top may be played out of turn."""
    return given(top, hands, pile=PILE, jump_in=True, **{**MANUAL, **more})


def test_case_57_who_jumps_in_is_followed_by_the_next_seat() -> None:
    """Seat 2 plays the other red 5 out of turn: seat 3 is next, and seats 1 and 2 have had no turn."""
    table = jumping(JUMPERS).when(0, play("R5")).then(turn=1)
    assert table.choices(2).acts == ("play",)
    assert table.playable(2) == "R5"
    table.when(2, play("R5")).then(turn=3, discards="R3 R5 R5", counts=[2, 2, 2, 2])
    table.refuses(2, play("B3"), "not-your-turn")
    table.refuses(3, play("Y1"), "not-your-turn")


def test_case_57_it_is_too_late_when_the_seat_on_turn_has_drawn() -> None:
    """Its turn has begun; the prompt of the other offers nothing."""
    table = jumping(JUMPERS, draw_when="any").when(0, play("R5")).when(1, draw)
    table.refuses(2, play("R5"), "not-your-turn")
    assert table.choices(2).acts == ()


def test_without_the_rule_nobody_jumps_in() -> None:
    """The identical card is refused out of turn."""
    given("R3", JUMPERS, pile=PILE).when(0, play("R5")).refuses(2, play("R5"), "not-your-turn")


def test_case_58_no_wild_jumps_in_nor_a_draw_two_on_a_debt() -> None:
    """A wild equals nothing; a debt is for the seat that owes it."""
    jumping(["W B1 B2", "G1 G2", "W B3"]).when(0, play("W", "G")).refuses(2, play("W", "G"), "not-your-turn")
    owed = jumping(["RD B1 B2", "G1 G2", "RD B3"], stack="up").when(0, play("RD")).then(phase="respond")
    owed.refuses(2, play("RD"), "not-your-turn")


def test_case_58_a_draw_two_that_was_served_may_be_jumped_on() -> None:
    """Seat 1 has drawn its two; seat 2 jumps in with the other red Draw Two, and the seat after that draws two."""
    table = jumping(["RD B1 B2", "G1 G2", "RD B3 B4"]).when(0, play("RD")).then(counts=[2, 4, 3], turn=2)
    table.when(2, play("RD")).then(counts=[4, 4, 2], turn=1)
    four = jumping(["RD B1 B2", "G1 G2", "G3", "RD B3 B4"]).when(0, play("RD")).then(turn=2)
    four.when(3, play("RD")).then(counts=[4, 4, 1, 2], turn=1)


def test_who_just_played_may_jump_in_on_their_own_card() -> None:
    """The same card twice, when its player is quick enough."""
    jumping(["R5 R5 B1 B2", "G1 G2", "Y1"]).when(0, play("R5")).when(0, play("R5")).then(turn=1, counts=[2, 2, 1])


def test_a_jump_answers_the_same_step_as_the_turn() -> None:
    """Whoever is first is heard; the seat on turn then names a step that is past."""
    table = jumping(["R5 B1 B2", "R6 G2", "R5 B3 B4", "Y1 Y2"]).when(0, play("R5"))
    late = table.when(2, play("R5")).decided(1, play("R6"), table.state.step)
    assert getattr(late, "code", None) == "stale"


def test_a_jump_to_one_card_owes_a_call_and_closes_windows() -> None:
    """It is a play like any other: with it the window of the seat before closes."""
    table = jumping(["R5 B1", "G1 G2", "R5 B3", "Y1 Y2"]).when(0, play("R5")).then(exposed=(0,))
    table.when(2, play("R5")).then(exposed=(2,), turn=3)
    table.when(2, play("R5", call=True)).then(exposed=(), called=(2,))


def test_a_jump_may_be_the_last_card() -> None:
    """The round is over, and scores are counted."""
    table = jumping(["R5 B1", "G1 G2", "R5", "Y1 Y2"]).when(0, play("R5"))
    table.when(2, play("R5")).then(winner=2, why="empty", points=(1, 3, 0, 3))


def test_the_last_card_rule_holds_for_a_jump() -> None:
    """A forbidden last card cannot be jumped in with."""
    table = jumping(["RS B1 B2", "G1 G2", "G3", "RS"], last_card="number_only").when(0, play("RS"))
    table.refuses(3, play("RS"), "not-as-last-card")
    assert table.choices(3).acts == ()


def test_nobody_jumps_in_before_the_first_colour_is_named_or_with_two_cards() -> None:
    """One card only, also where equal cards go down together in turn."""
    table = given("R3", ["R5 B1 B2", "G1 G2", "R5 R5 B4", "Y1"], decks=2, jump_in=True, doubles=True, pile=PILE)
    table = table.when(0, play("R5"))
    table.refuses(2, play("R5 R5"), "not-your-turn")
    table.when(2, play("R5")).then(turn=3)


def test_a_jump_with_a_seven_names_a_seat() -> None:
    """It is resolved as if it were in turn."""
    table = jumping(["R7 B1 B2", "G1 G2", "R7 B3 B4"], seven_zero=True).when(0, play("R7", target=1))
    table.then(hands=["G1 G2", "B1 B2", "R7 B3 B4"], turn=1)
    table.refuses(2, play("R7"), "needs-target")
    table.when(2, play("R7", target=0)).then(hands=["B3 B4", "B1 B2", "G1 G2"], turn=0)


# Doubles


def doubles(hands: Sequence[str], top: str = "R3", **more: Any) -> Table:
    """Equal cards may go down together."""
    return given(top, hands, pile=PILE, doubles=True, **{**MANUAL, **more})


@pytest.mark.parametrize(
    ("pair", "turn", "counts", "direction"),
    [
        ("RS RS", 3, [2, 1, 1, 1], 1),
        ("RD RD", 2, [2, 5, 1, 1], 1),
        ("RR RR", 1, [2, 1, 1, 1], 1),
        ("R5 R5", 1, [2, 1, 1, 1], 1),
    ],
)
def test_case_59_the_effects_of_equal_cards_add_up(pair: str, turn: int, counts: list[int], direction: int) -> None:
    """Two seats are skipped, four cards drawn, two Reverses cancel."""
    table = doubles([f"{pair} B1 B2", "G1", "G2", "G3"]).when(0, play(pair))
    table.then(turn=turn, counts=counts, direction=direction, discards=f"R3 {pair}", phase="play")


def test_case_60_a_pair_that_leaves_one_card_owes_a_call() -> None:
    """Without it the seat is exposed; a pair that leaves none wins."""
    doubles(["R5 R5 B1", "G1 G2"]).when(0, play("R5 R5")).then(exposed=(0,), counts=[1, 2])
    doubles(["R5 R5 B1", "G1 G2"]).when(0, play("R5 R5", call=True)).then(exposed=(), called=(0,))
    doubles(["R5 R5", "G1 G2"]).when(0, play("R5 R5")).then(winner=0)


@pytest.mark.parametrize(
    ("cards", "colour", "code"),
    [
        ("R5 R6", None, "not-equal"),
        ("R5 B5", None, "not-equal"),
        ("W W", "B", "not-equal"),
        ("G5 G5", None, "does-not-fit"),
    ],
)
def test_only_equal_coloured_cards_go_down_together(cards: str, colour: str | None, code: str) -> None:
    """The same number in another colour, two wilds, and what does not fit are refused."""
    doubles(["R5 R6 B5 W W G5 G5 B1", "G1"], top="R3").refuses(0, play(cards, colour), code)


def test_without_the_rule_one_card_is_played() -> None:
    """Two equal ones are refused."""
    given("R3", ["R5 R5 B1", "G1"]).refuses(0, play("R5 R5"), "one-card")


def test_the_prompt_offers_the_sets_that_may_go_down() -> None:
    """Every group of two or more equal cards that fit."""
    table = doubles(["R5 B5 R5 Y5 Y5 R6", "G1"])
    assert [[table.text(slot) for slot in group] for group in table.choices(0).sets] == [["R5", "R5"]]
    assert given("R3", ["R5 R5 B1", "G1"]).choices(0).sets == ()


def test_after_a_draw_one_card_is_played() -> None:
    """The drawn card, and not its equal in hand with it."""
    table = given("R3", ["B5 B6 R5", "G1"], pile="R5", doubles=True, draw_when="any").when(0, draw)
    table.refuses(0, play("R5 R5"), "only-the-drawn-card")
    drawn, equal = table.state.hands[0][-1], table.state.hands[0][2]
    table.refuses(0, cmd.Play((drawn, equal)), "only-the-drawn-card")


def test_a_pair_answers_a_debt() -> None:
    """Two Draw Twos add four to what is owed."""
    table = doubles(["RD B1 B2", "GD GD G1 G2", "G3"], stack="up").when(0, play("RD"))
    table.when(1, play("GD GD")).then(owed=6, turn=2)


@pytest.mark.parametrize(("pair", "turn"), [("RS RS", 0), ("RR RR", 0), ("RD RD", 0)])
def test_with_two_seats_a_pair_gives_one_more_turn(pair: str, turn: int) -> None:
    """Not two."""
    doubles([f"{pair} B1 B2", "G1"]).when(0, play(pair)).then(turn=turn)


def test_a_pair_of_sevens_swaps_once() -> None:
    """And a pair of zeros, in two decks, moves the hands once."""
    table = doubles(["R7 R7 B1 B2", "G1", "Y1 Y2 Y3"], seven_zero=True)
    table.when(0, play("R7 R7", target=2)).then(hands=["Y1 Y2 Y3", "G1", "B1 B2"], turn=1)
    two = doubles(["R0 R0 B1 B2", "G1", "Y1 Y2 Y3"], seven_zero=True, decks=2).when(0, play("R0 R0"))
    two.then(hands=["Y1 Y2 Y3", "B1 B2", "G1"], turn=1)


def test_the_last_card_rule_counts_the_whole_set() -> None:
    """A pair of Skips may not be the last cards where only a number may."""
    table = doubles(["RS RS", "G1"], last_card="number_only")
    table.refuses(0, play("RS RS"), "not-as-last-card")
    table.when(0, play("RS")).then(counts=[1, 1], turn=0)


# All In


def party(hands: Sequence[str], top: str = "R3", **more: Any) -> Table:
    """Table Party's rules."""
    return given(top, hands, pile=PILE, preset="table-party", **more)


def test_case_61_an_all_in_takes_its_colour_along() -> None:
    """The other red cards go down under it and do nothing; wilds and other colours stay."""
    table = party(["RA R5 RD B1 W", "G1 G2", "G3"]).when(0, play("RA"))
    table.then(hands=["B1 W", "G1 G2", "G3"], turn=1, colour="R", owed=None, phase="play")
    discards = str(table.facts()["discards"]).split()
    assert discards[-1] == "RA"
    assert sorted(discards[:-1]) == ["R3", "R5", "RD"]


def test_case_62_an_all_in_answers_no_debt() -> None:
    """Only draw cards do."""
    table = party(["RD B1 B2", "RA R5 G1", "G3"]).when(0, play("RD"))
    table.refuses(1, play("RA"), "cannot-answer")


def test_case_63_an_all_in_may_be_the_end_or_leave_one_card() -> None:
    """The Draw Two was shed, not played, so nobody draws; and with one card left a call is owed."""
    won = party(["RA R5 RD", "G1 G2"]).when(0, play("RA")).then(winner=0, counts=[0, 2])
    assert won.state.pile_left == len(PILE.split())
    party(["RA R5 RD W", "G1 G2"]).when(0, play("RA")).then(exposed=(0,), counts=[1, 2])
    party(["RA R5 RD W", "G1 G2"]).when(0, play("RA", call=True)).then(exposed=(), called=(0,))


def test_an_all_in_to_one_card_can_be_called_in_the_play_only() -> None:
    """A call beside a turn is for two cards in hand."""
    table = party(["RA R5 RD W", "G1 G2"])
    assert table.text(table.choices(0).lasts[0]) == "RA"
    table.refuses(0, call, "nothing-to-call")


def test_case_64_an_all_in_goes_on_another_of_any_colour() -> None:
    """The symbol fits; blue is in force, and the other blue cards go down with it."""
    table = party(["BA B5 G1 G2", "G3"], top="RA").when(0, play("BA"))
    table.then(colour="B", hands=["G1 G2", "G3"], turn=1)


def test_an_all_in_names_only_itself() -> None:
    """The command does not list what is shed, and nothing can be held back."""
    party(["RA R5 B1 B2", "G3"]).refuses(0, play("R5 RA"), "one-card")
    party(["RA R5 B1 B2", "G3"], doubles=True).refuses(0, play("R5 RA"), "not-equal")


def test_a_drawn_all_in_takes_its_colour_along_too() -> None:
    """The rule that only the drawn card is played speaks of the card that acts."""
    table = given("R3", ["R5 R6 B1 B2", "G3"], pile="RA", preset="table-party").when(0, draw).when(0, play("RA"))
    table.then(hands=["B1 B2", "G3"], turn=1)


def test_a_second_all_in_of_the_colour_is_shed() -> None:
    """With two of each colour in the deck."""
    party(["RA RA R5 B1 B2", "G3"], all_in=2, doubles=True).refuses(0, play("RA RA"), "not-equal")
    table = party(["RA RA R5 B1 B2", "G3"], all_in=2).when(0, play("RA")).then(hands=["B1 B2", "G3"], turn=1)
    assert str(table.facts()["discards"]).endswith("RA")


def test_an_all_in_may_not_empty_the_hand_where_only_a_number_may() -> None:
    """It is no number, whatever is shed with it."""
    table = party(["RA R5", "G3"], last_card="number_only")
    table.refuses(0, play("RA"), "not-as-last-card")
    table.when(0, play("R5")).then(counts=[1, 1])


def test_without_all_ins_the_party_deck_is_the_classic_one() -> None:
    """The host may switch them off."""
    assert "RA" not in given("R3", ["R5", "G1"], preset="table-party", all_in=0).state.deck


# Open hands


def test_open_hands_are_seen_by_everybody() -> None:
    """For the youngest: dealt and drawn cards lie open, and every view shows every hand."""
    table = given("R3", ["B5", "G1 G2"], pile="Y1", open_hands=True, wild_draw_four="free").when(0, draw)
    drawn = table.state.hands[0][-1]
    assert table.state.opened[drawn] == table.faces[drawn]
    assert "Y1" in [card.text for card in table.seen_by(None).places[0].hand]
    table.when(0, pass_turn).then(turn=1)


# What cannot stand together


@pytest.mark.parametrize(
    "options",
    [
        {"challenge_stacked": True},
        {"challenge_stacked": True, "stack": "d2"},
        {"challenge_stacked": True, "stack": "up", "wild_draw_four": "free"},
        {"open_hands": True},
        {"false_call": 1},
        {"custom_texts": ("a", "b", "c")},
        {"clock_ms": 100},
        {"seats_max": 10, "deal": 10},
        {"seats_min": 5, "seats_max": 4},
    ],
)
def test_options_that_contradict_each_other_are_refused(options: dict[str, Any]) -> None:
    """With words that say why."""
    with pytest.raises(ValueError, match=r"[a-z]"):
        parse(options)


def test_every_house_rule_can_be_on_at_once() -> None:
    """A table may want them all: the cards still go round."""
    table = given(
        "R3", ["R7 R7 B1 B2", "RD GD G2", "Y1 Y2 Y3"], pile=PILE, preset="table-party",
        seven_zero=True, jump_in=True, doubles=True, draw_count="until", drawn="must", last_card="no_wild",
    )  # fmt: skip
    table = table.when(0, play("R7 R7", target=1)).then(hands=["RD GD G2", "B1 B2", "Y1 Y2 Y3"], turn=1)
    table.when(1, draw).then(phase="drawn", turn=1)
