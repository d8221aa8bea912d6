"""Faults that players of other card games really reported, at the level of the rules: none of them happens here.

Each keeps the number under which it was collected, as ``PC-07``. What needs a server, a client or a clock is tested
beside those.
"""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.decider import evolve_all
from ono_core.game.faces import Colour, face
from ono_core.game.refusals import Refusal
from ono_core.game.state import TURN_PHASES, Phase
from ono_core.log.codec import packed, unpacked
from ono_core.log.kinds import EVENT_KINDS
from tests.core.game.chance import cramped, fresh, played
from tests.core.game.scenario import (
    Putting,
    Table,
    accept,
    call,
    catch,
    challenge,
    deal,
    draw,
    given,
    leave,
    lobby,
    name_colour,
    next_round,
    pass_turn,
    play,
    start,
)

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9 G5 G6 G7 G8"
Step = tuple[int | None, cmd.Act | Putting]

# PC-01: what is pending survives a cold load


def cold(begun: Table, steps: Sequence[Step]) -> tuple[Table, Table]:
    """The table after these acts, and the same folded again from the bytes of its events."""
    live, state = begun, begun.state
    for seat, act in steps:
        live = live.when(seat, act)
        raws = [packed(EVENT_KINDS.plain(event)) for event in live.happened]
        state = evolve_all(state, [EVENT_KINDS.typed(unpacked(raw)) for raw in raws])
    return live, Table(state, live.faces)


PENDING: dict[str, tuple[Table, list[Step], list[Step]]] = {
    "a starter's colour": (deal(3, "W", preset="official"), [], [(1, name_colour("G"))]),
    "a drawn card": (given("R3", ["B5 B6", "G1"], pile="R9"), [(0, draw)], [(0, play("R9")), (0, pass_turn)]),
    "a challenge": (
        given("R3", ["W4 R5 B6", "G1", "G2"], pile=PILE, preset="official"),
        [(0, play("W4", "B"))],
        [(1, challenge), (1, accept)],
    ),
    "a missed call": (
        given("R3", ["R5 B1", "G1 R2", "G3"], pile=PILE, preset="table-party"),
        [(0, play("R5")), (None, cmd.OpenCatch(0)), (1, play("R2", call=True))],
        [(2, catch(0)), (0, call), (None, cmd.CloseCatch(0))],
    ),
    "a stack": (
        given("R3", ["RD B1 B2", "GD G1 G2", "BD G3"], pile=PILE, preset="table-party"),
        [(0, play("RD")), (1, play("GD"))],
        [(2, accept), (2, play("BD")), (None, cmd.TimeOut(3))],
    ),
    "a shuffle in a draw-four": (
        given("R3", ["W4 B5 B6", "G1", "G2"], under="Y1 Y2 Y3 Y4", pile="B9"),
        [(0, play("W4", "B")), (1, accept)],
        [(None, cmd.Close(2, (4, 2, 0, 1, 3), 0))],
    ),
    "a shuffle of all hands": (
        given("R3", ["SH B5 B6", "G1 G2", "Y1"], pile="B9", deck="modern112"),
        [(0, play("SH", "G"))],
        [(None, cmd.Close(2, (4, 2, 0, 1, 3), 0))],
    ),
    "the next round": (
        given("R3", ["R5", "G1"], pile=PILE, preset="official"),
        [(0, play("R5"))],
        [(0, next_round), (None, next_round)],
    ),
}


@pytest.mark.parametrize("name", PENDING)
def test_pc_01_what_is_pending_survives_a_cold_load(name: str) -> None:
    """A table folded from its log's bytes offers the same choices, and the awaited act has the same consequences."""
    begun, steps, awaited = PENDING[name]
    live, loaded = cold(begun, steps)
    assert loaded.state == live.state
    assert [loaded.choices(seat) for seat in live.state.taken] == [live.choices(seat) for seat in live.state.taken]
    for seat, act in awaited:
        faces = {**live.faces, **laid(live)}
        happened = Table(live.state, faces).decided(seat, act)
        assert not isinstance(happened, Refusal), happened
        assert Table(loaded.state, faces).decided(seat, act) == happened


def laid(table: Table) -> dict[int, int]:
    """The cards that a shuffle that waits would lay, in the order in which they went in."""
    shuffle = table.state.shuffle
    if shuffle is None:
        return {}
    cards = [*shuffle.cards, *(table.faces[slot] for slot in shuffle.slots)]
    return {256 * shuffle.k + place: card for place, card in enumerate(cards)}


# PC-02: a press too many


def test_pc_02_a_second_draw_for_the_same_step_is_stale() -> None:
    """One card leaves the pile however often the button is pressed."""
    table = given("R3", ["B5", "G1"], pile=PILE)
    after = table.when(0, draw)
    late = after.decided(0, draw, table.state.step)
    assert isinstance(late, Refusal)
    assert late.code == "stale"
    after.then(counts=[2, 1])


# PC-04: the colour before the Wild Draw Four


@pytest.mark.parametrize("preset", ["boardflix", "official"])
@pytest.mark.parametrize(
    ("rest", "verdict"), [("B5 R1", "bluff"), ("R5 G1", "honest"), ("W4 W", "honest")], ids=["blue", "others", "wilds"]
)
def test_pc_04_a_bluff_is_judged_by_the_colour_of_the_wild_below(rest: str, verdict: str, preset: str) -> None:
    """A Wild named blue lies under the Wild Draw Four: a blue card makes it a bluff, whatever colour it names."""
    for named in Colour:
        table = given("W", [f"W4 {rest}", "G1 G2", "G3"], colour="B", pile=PILE, preset=preset)
        judged = table.when(0, play("W4", named)).when(1, challenge)
        assert [event.verdict for event in judged.happened if isinstance(event, ev.Challenged)] == [verdict]
        judged.then(counts=[6, 2, 1] if verdict == "bluff" else [2, 8, 1], turn=1 if verdict == "bluff" else 2)


def test_pc_04_the_log_says_what_the_verdict_was_judged_by() -> None:
    """The debt names the colour and the slots, so that anybody can judge again once the hands are shown."""
    table = given("W", ["W4 B5 R1", "G1 G2"], colour="B", pile=PILE).when(0, play("W4", "R"))
    owed = next(event for event in table.happened if isinstance(event, ev.Owed))
    assert owed.debt.dispute is not None
    assert owed.debt.dispute.colour is Colour.BLUE
    assert [table.text(slot) for slot in owed.debt.dispute.held] == ["B5", "R1"]


# PC-05: the bluffer leaves


@pytest.mark.parametrize("away", [(0, leave), (None, cmd.SeatToBot(0))], ids=["left", "lost the line"])
def test_pc_05_a_bluffer_who_left_pays_with_the_seat(away: tuple[int | None, cmd.Act]) -> None:
    """The computer holds the hand: four cards come into it, and the challenger plays."""
    table = given("R3", ["W4 R5 B6", "B1 B2", "G3"], pile=PILE).when(0, play("W4", "B")).when(*away).when(1, challenge)
    table.then(counts=[6, 2, 1], turn=1, phase="play", away=(0,))


@pytest.mark.parametrize("away", [(1, leave), (None, cmd.RemoveSeat(1))], ids=["left", "removed"])
def test_pc_05_the_penalty_of_a_removed_bluffer_falls_on_nobody_else(away: tuple[int | None, cmd.Act]) -> None:
    """It is forgiven in an event that names that seat; the challenger's turn goes on as after any won challenge."""
    table = given("R3", ["G5 G6", "W4 R5 B6", "B1 B2", "G3"], turn=1, pile=PILE, absence="remove")
    table = table.when(1, play("W4", "B")).when(*away).when(2, challenge)
    table.then(counts=[2, 0, 2, 1], turn=2, phase="play", gone=(1,))
    assert ev.Challenged(2, 1, "bluff", ()) in table.happened
    assert ev.Waived(1, 4) in table.happened


# PC-07: cards are conserved


@pytest.mark.parametrize("block", range(5))
def test_pc_07_no_card_is_lost_or_doubled_whatever_happens(block: int) -> None:
    """Random games with stacking, leaving, removal and computers: shuffles leave the top and its colour alone."""
    for seed in range(60 * block, 60 * block + 60):
        chance = Random(seed)
        for table in (fresh(chance, 2 + seed % 5), cramped(chance, 2 + seed % 9)):
            for now in played(table, chance):
                check_cards(now)


def check_cards(table: Table) -> None:
    """Every card lies in one place, and a shuffle of the discards has not touched the top."""
    state = table.state
    lying = [*state.discards, *(slot for hand in state.hands for slot in hand)]
    lying += [slot for pile in state.piles for slot in pile.rest]
    waiting = state.shuffle
    cards = [table.faces[slot] for slot in (*lying, *(waiting.slots if waiting else ()))]
    cards += waiting.cards if waiting else ()
    assert len(set(lying)) == len(lying)
    assert len(set(cards)) == len(cards)
    if state.phase in TURN_PHASES:
        shown = face(table.text(state.discards[-1])).colour
        assert shown is None or state.colour is shown
        assert (state.colour is None) == (state.phase is Phase.START_COLOUR)


# PC-08: nothing left to draw


TEN = ["B5", "B6", "B7", "B8", "B9", "G1", "G2", "G4", "G5", "G6"]


@pytest.mark.parametrize("preset", ["official", "table-party"])
def test_pc_08_when_nothing_is_left_everybody_can_still_act(preset: str) -> None:
    """Ten seats, one discard and no pile: each passes, and when the circle is full the round ends by rule."""
    table = given("R3", TEN, preset=preset)
    for seat in range(10):
        assert table.choices(seat).acts == ("pass",)
        table = table.when(seat, pass_turn)
    table.then(why="blocked", winner=None, turn=None)


def test_pc_08_the_clock_ends_such_a_round_as_well() -> None:
    """Nobody is there: each turn is passed by the clock, and the round ends."""
    table = given("R3", TEN, preset="table-party")
    for _ in range(10):
        table = table.timed_out()
    table.then(why="blocked", phase="over")


@pytest.mark.parametrize("by_clock", [False, True])
def test_pc_08_a_penalty_takes_what_there_is(by_clock: bool) -> None:  # noqa: FBT001
    """Six are owed and three can be drawn: those are drawn, three are forgiven, and the turn goes on."""
    table = given("R3", ["RD B1 B2", "W4 G1 G2", "G3", *TEN[3:]], pile="Y1", preset="table-party")
    owed = table.when(0, play("RD")).when(1, play("W4", "B")).then(owed=6, turn=2)
    paid = owed.timed_out() if by_clock else owed.when(2, accept)
    paid = paid.shuffled() if paid.state.shuffle else paid
    counts = paid.facts()["counts"]
    assert isinstance(counts, list)
    assert counts[2] == 4, "the pile's one, and the two discards under the top"
    assert ev.Waived(2, 3) in paid.happened
    paid.then(turn=3, owed=None, phase="play")


# PC-10: going out on a draw card


@pytest.mark.parametrize(
    ("last", "colour", "drawn"), [("RD", None, "Y1 Y2"), ("W4", "B", "Y1 Y2 Y3 Y4"), ("W", "B", "")]
)
def test_pc_10_a_last_draw_card_is_served_and_counted(last: str, colour: str | None, drawn: str) -> None:
    """And the round is over: no colour is asked for, and a Wild Draw Four is not challenged."""
    table = given("R3", [last, "G1", "G2"], pile=PILE, preset="official").when(0, play(last, colour))
    points = 1 + sum(int(text[1]) for text in drawn.split())
    table.then(winner=0, phase="round-over", points=(0, points, 2), scores=(points + 2, 0, 0), owed=None)
    table.refuses(1, challenge, "wrong-phase")
    table.refuses(0, name_colour("R"), "wrong-phase")


@pytest.mark.parametrize("last", ["RS", "RD", "W", "W4"])
def test_pc_10_who_may_not_end_on_an_action_can_still_act(last: str) -> None:
    """The card is as good as one that does not fit: its holder draws, or passes when nothing is left."""
    options: dict[str, Any] = {"preset": "official", "last_card": "number_only"}
    assert given("R3", [last, "G1"], pile=PILE, **options).choices(0).acts == ("draw",)
    assert given("R3", [last, "G1"], preset="boardflix", last_card="number_only", pile=PILE).choices(0).acts == (
        "draw",
    )
    assert given("R3", [last, "G1"], **options).choices(0).acts == ("pass",)


# PC-11: hands move while a call is open


SEVENS: dict[str, Any] = {"preset": "table-party", "seven_zero": True, "catch_grace_ms": 0}


def test_pc_11_a_call_does_not_stay_with_the_person() -> None:
    """Ana swaps her last card for five: she cannot be caught, and Ben, who received one card, has called."""
    table = given("R3", ["R7 B1", "G1 G2 G3 G4 G5", "Y5 Y6"], pile=PILE, **SEVENS)
    for called in (False, True):
        swapped = table.when(0, play("R7", target=1, call=called)).then(counts=[5, 1, 2], called=(1,), exposed=())
        for seat in (0, 1):
            for step in (1, swapped.state.step):
                assert isinstance(swapped.decided(2, catch(seat, step)), Refusal)


def test_pc_11_a_missed_call_goes_when_the_hand_goes() -> None:
    """Ana is exposed; Ben swaps hands with her: neither can be caught for it."""
    table = given("R3", ["R5 B1", "R7 G1 G2", "Y5 Y6"], pile=PILE, **SEVENS).when(0, play("R5")).then(exposed=(0,))
    table = table.when(1, play("R7", target=0)).then(hands=["G1 G2", "B1", "Y5 Y6"], exposed=(), called=(1,))
    table.refuses(2, catch(0), "window-closed")


def test_pc_11_a_zero_moves_single_cards_on_as_called() -> None:
    """Two hands have one card: their new holders cannot be caught."""
    table = given("R3", ["R0 B1 B2", "G1", "Y5", "Y6 G4"], pile=PILE, **SEVENS).when(0, play("R0"))
    table.then(hands=["Y6 G4", "B1 B2", "G1", "Y5"], called=(2, 3), exposed=(), turn=1)


# PC-13: three people act on the same moment


@pytest.mark.parametrize("order", list(permutations((0, 2, 3))))
def test_pc_13_of_three_plays_for_one_step_the_first_counts(order: tuple[int, ...]) -> None:
    """Ana is on turn, Cleo and Dan hold the exact match, for Dan it is the last card: two are told they are late."""
    table = given("R3", ["R5 B6 B1", "G1 G2", "R3 B3 B4", "R3"], pile=PILE, preset="official", jump_in=True, decks=2)
    plays = {0: play("R5"), 2: play("R3"), 3: play("R3")}
    first, *late = order
    after = table.when(first, plays[first])
    for seat in late:
        refused = after.decided(seat, plays[seat], table.state.step)
        assert isinstance(refused, Refusal)
        assert refused.code in {"stale", "wrong-phase"}, "the round may be over"
    if first == 3:
        after.then(winner=3, why="empty", phase="round-over", scores=(0, 0, 0, 12 + 3 + 10))
    else:
        after.then(turn=(first + 1) % 4, winner=None)


# PC-14: start pressed twice


def test_pc_14_a_second_start_changes_nothing() -> None:
    """The game has begun: there is one shuffle, and the second press is refused."""
    table = lobby(3, preset="official").when(0, start)
    table.refuses(0, start, "wrong-phase")
    assert [EVENT_KINDS.name(event) for event in table.happened].count("shuffle-begun") == 1


# PC-16: the catch button is hammered


HAMMER = ["R5 B1", "G1 G2", "G3 G4"]


def test_pc_16_a_call_in_the_play_leaves_nothing_to_catch() -> None:
    """Whatever step the catch names."""
    table = given("R3", HAMMER, pile=PILE, preset="table-party").when(0, play("R5", call=True)).then(called=(0,))
    for step in range(4):
        for seat in (1, 2):
            assert isinstance(table.decided(seat, catch(0, step)), Refusal)


def test_pc_16_within_the_grace_no_catch_succeeds_and_the_call_wins() -> None:
    """Before and during the grace catches are refused without cost; who calls then is safe for good."""
    before = given("R3", HAMMER, pile=PILE, preset="table-party")
    before.refuses(1, catch(0, before.state.step), "nothing-to-catch")
    table = before.when(0, play("R5"))
    for _ in range(50):
        table.refuses(1, catch(0), "too-early")
    safe = table.when(0, call).then(called=(0,), exposed=())
    safe.refuses(None, cmd.OpenCatch(0), "wrong-phase")
    safe.refuses(1, catch(0), "window-closed")


def test_pc_16_a_wild_as_second_to_last_carries_colour_and_call() -> None:
    """No dialog stands between the play and the call."""
    table = given("R3", ["W B1", "G1 G2"], pile=PILE, preset="table-party")
    table.when(0, play("W", "G", call=True)).then(colour="G", called=(0,), exposed=(), turn=1)


def test_pc_16_a_missed_call_is_caught_once() -> None:
    """The second of two catches is late, and the seat draws two cards, not four."""
    table = given("R3", HAMMER, pile=PILE, preset="table-party", catch_grace_ms=0).when(0, play("R5"))
    caught = table.when(1, catch(0)).then(counts=[3, 2, 2])
    caught.refuses(2, catch(0), "window-closed")


# PC-17: a catch after the next player has begun


def test_pc_17_a_late_catch_is_refused_and_the_log_shows_why() -> None:
    """Ben has played: the window closed with that entry, and the late catch leaves no event and costs nothing."""
    table = given("R3", ["R5 B1", "R2 G2 G5", "G3 G4"], pile=PILE, preset="official").when(0, play("R5"))
    after = table.when(1, play("R2"))
    assert after.happened[0] == ev.CatchClosed((0,))
    after.refuses(2, catch(0), "window-closed")
    after.then(counts=[1, 2, 2], turn=2)
