"""Who sits where: joining, the host, computer players, starting, leaving and coming back, and the end of the log."""

from typing import Any

import pytest
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.computers import NAMES, TAKE_OVER_LEVEL
from ono_core.game.decider import decide, is_over
from ono_core.game.refusals import Refusal
from ono_core.game.ruleset import PRESETS, plain
from ono_core.game.state import Phase, seat_of
from tests.core.game.scenario import Table, deal, given, leave, lobby, nobody, play, start


def join(name: str, key: int, wanted: int | None = None) -> cmd.Join:
    """To take a seat with keys made of this byte."""
    made = bytes([100 + key]) * 32
    return cmd.Join(made, made, made, made, made * 2, name, wanted)


def opened(**options: Any) -> cmd.OpenLog:
    """To open a log."""
    return cmd.OpenLog(1, b"t" * 32, b"n" * 32, options, 0, None)


# Joining


def test_the_first_player_is_host() -> None:
    """Who sits down first may change the options and start; who comes later may not."""
    table = nobody().when(None, opened()).when(None, join("Ana", 1)).then(seats=["Ana"], host=0)
    table.when(None, join("Ben", 2)).then(seats=["Ana", "Ben"], host=0, happened="seated")


def test_a_wanted_seat_is_given_if_it_is_vacant() -> None:
    """Seats may stay vacant between those taken."""
    table = lobby(1).when(None, join("Gil", 1, 3)).then(seats=["Ana", None, None, "Gil"])
    table.refuses(None, join("Hal", 2, 3), "seat-taken")
    table.when(None, join("Hal", 2)).then(seats=["Ana", "Hal", None, "Gil"])


@pytest.mark.parametrize("wanted", [-1, 6, 10**9])
def test_a_seat_outside_the_table_is_refused(wanted: int) -> None:
    """There are seats 0 to 5."""
    lobby(1).refuses(None, join("Gil", 1, wanted), "no-such-seat")


def test_a_full_table_takes_nobody() -> None:
    """There is no seventh seat, nor more than the options allow."""
    lobby(6).refuses(None, join("Gil", 1), "room-full")
    lobby(2, seats_max=2).refuses(None, join("Gil", 1), "room-full")


def test_a_player_holds_one_seat() -> None:
    """Neither a session key nor an identity key is seated twice: who has a seat holds it with other keys."""
    table = lobby(1).when(None, join("Gil", 1))
    table.refuses(None, join("Hal", 1), "already-seated")
    other_person = replace(join("Hal", 1), identity=b"i" * 32)
    table.refuses(None, other_person, "already-seated")
    same_person = replace(join("Hal", 1), session=b"s" * 32)
    again = table.when(None, same_person)
    assert [type(event) for event in again.happened] == [ev.Rekeyed]
    assert seat_of(again.state, session=b"s" * 32) == 1
    assert seat_of(again.state, session=join("", 1).session) is None
    assert seat_of(table.state, identity=join("", 1).identity) == 1
    assert seat_of(table.state, session=b"s" * 32) is None


def test_nobody_joins_a_game_that_has_begun() -> None:
    """From the start on the seats are fixed."""
    given("R3", ["R5", "G1"]).refuses(None, join("Gil", 1), "wrong-phase")


@pytest.mark.parametrize("name", ["Ana", "  ana ", "\u0410N\u0410", "\u0410n\u0430", "Àna"])
def test_a_name_that_looks_like_anothers_is_refused(name: str) -> None:
    """Case, spaces, accents and Cyrillic letters do not make another name at a glance."""
    lobby(1).refuses(None, join(name, 1), "name-taken")


@pytest.mark.parametrize("name", ["", "   ", "A\u202eB", "A\u200bB", "A" + "\u0301" * 20, "A" * 25])
def test_a_name_that_hides_or_turns_text_is_refused(name: str) -> None:
    """Nor is one that is blank or too long."""
    lobby(1).refuses(None, join(name, 1), "bad-name")


# The host


def test_the_next_player_clockwise_hosts_when_the_host_leaves() -> None:
    """Not a computer player, and round the table from the last seat."""
    table = lobby(1).when(0, cmd.AddBot("easy", 1)).when(None, join("Gil", 1, 2)).when(None, join("Hal", 2, 4))
    table = table.when(0, leave).then(host=2, seats=[None, NAMES[0], "Gil", None, "Hal"])
    table = table.when(None, join("Ida", 3, 0)).when(2, leave).then(host=4)
    table.when(4, leave).then(host=0, seats=["Ida", NAMES[0], None, None, None])


def test_a_table_that_all_players_left_has_no_host_until_one_comes() -> None:
    """The next to sit down is host."""
    table = lobby(1).when(0, leave).then(host=None, seats=[None])
    table.when(None, join("Gil", 1)).then(host=0)


@pytest.mark.parametrize("act", [start, cmd.AddBot("easy", None), cmd.SetOptions({})])
def test_only_the_host_prepares_the_game(act: cmd.Act) -> None:
    """Another seat, or nobody's, is refused; once the game has begun the host is too."""
    lobby(2).refuses(1, act, "not-host")
    lobby(2).refuses(None, act, "not-host")
    given("R3", ["R5", "G1"]).refuses(0, act, "wrong-phase")


def test_the_host_puts_a_player_out_of_a_game() -> None:
    """As if it had left: the computer plays on, or the seat is out; nobody else may, and no computer is put out."""
    table = given("R3", ["R5 R6", "G1 G2", "B1 B2"])
    table.refuses(1, cmd.Unseat(2), "not-host")
    put_out = table.when(0, cmd.Unseat(1))
    assert put_out.happened == (ev.SeatToBot(1, "unseated", "medium", put_out.state.seat_at(1).version),)
    removing = given("R3", ["R5 R6", "G1 G2", "B1 B2"], absence="remove")
    removed = removing.when(0, cmd.Unseat(1)).then(playing=(0, 2))
    assert removed.happened[0] == ev.SeatRemoved(1, "unseated")
    removed.refuses(0, cmd.Unseat(1), "no-such-seat")


def test_a_host_who_stays_away_hosts_no_more() -> None:
    """The table says who does: a player who is there, in the lobby and in a game; not the host itself, no computer."""
    lobby(2).when(None, cmd.PassHost(1)).then(host=1).refuses(None, cmd.PassHost(1), "wrong-phase")
    table = given("R3", ["R5 R6", "G1 G2", "B1 B2"]).when(None, cmd.SeatToBot(2))
    table.refuses(None, cmd.PassHost(0), "wrong-phase")
    table.refuses(None, cmd.PassHost(2), "no-such-seat")
    table.refuses(None, cmd.PassHost(9), "no-such-seat")
    table.when(None, cmd.PassHost(1)).then(host=1, happened="host-set")
    over = given("R3", ["R5", "G1"]).when(0, play("R5")).then(phase="over")
    over.refuses(None, cmd.PassHost(1), "wrong-phase")


def test_the_host_may_let_a_game_stand_still() -> None:
    """A note, for the rules do not look at it; that it goes on anybody with a seat may ask of the table."""
    stop, go_on = cmd.SetPause(on=True), cmd.SetPause(on=False)
    lobby(2).refuses(0, stop, "wrong-phase")
    table = given("R3", ["R5 R6", "G1 G2"])
    table.refuses(1, stop, "not-host")
    table.refuses(None, stop, "not-host")
    stopped = table.when(0, stop).then(happened="note-pause")
    assert stopped.state == table.state
    assert stopped.when(1, go_on).happened == (ev.NotePause(1, on=False),)


def test_the_host_may_empty_any_seat() -> None:
    """A player's, a computer's, and its own."""
    table = lobby(2).when(0, cmd.AddBot("hard", None))
    table.when(0, cmd.Unseat(1)).then(seats=["Ana", None, NAMES[0]], host=0)
    table.when(0, cmd.Unseat(2)).then(seats=["Ana", "Ben", None], host=0)
    table.when(0, cmd.Unseat(0)).then(seats=[None, "Ben", NAMES[0]], host=1)
    table.refuses(0, cmd.Unseat(3), "no-such-seat")


def test_options_are_set_before_the_start() -> None:
    """They are kept as the host gave them; the start writes every one out."""
    table = lobby(2).when(0, cmd.SetOptions({"turn_cap": 100}))
    assert table.state.options == {"turn_cap": 100}
    begun = table.when(0, start)
    assert begun.state.options == {**plain(PRESETS["boardflix"]), "turn_cap": 100}


@pytest.mark.parametrize("options", [{"stack": "down"}, {"cards": 7}, {"seats_max": 2}])
def test_options_that_cannot_be_played_are_refused(options: dict[str, Any]) -> None:
    """An unknown value or option, or fewer seats than are taken."""
    lobby(3).refuses(0, cmd.SetOptions(options), "bad-option")


# Computer players and the start


def test_a_computer_player_has_a_name_of_its_own() -> None:
    """No two of them share one, and none looks like a player's."""
    table = lobby(1).when(None, join(NAMES[0].upper(), 1))
    for _ in range(4):
        table = table.when(0, cmd.AddBot("medium", None))
    table.then(seats=["Ana", NAMES[0].upper(), *NAMES[1:5]])


def test_computer_players_have_three_levels() -> None:
    """There is no other."""
    lobby(1).refuses(0, cmd.AddBot("perfect", None), "bad-option")
    lobby(1).refuses(0, cmd.AddBot("easy", 0), "seat-taken")


def test_a_game_needs_two() -> None:
    """One player alone is too few; a computer player makes two."""
    lobby(1).refuses(0, start, "too-few-seats")
    lobby(1).when(0, cmd.AddBot("easy", 5)).when(0, start).then(shuffling=108, phase="deal")


def test_the_start_deals_to_taken_seats_only() -> None:
    """A vacant seat has no cards, is never on turn and has no place."""
    table = lobby(1).when(None, join("Gil", 1, 3)).when(0, start).dealt("R3", 0, {}, "")
    table.then(counts=[7, 0, 0, 7], turn=3)
    ended = given("R3", ["R5", "", "G1"])
    vacant = ended.but(seats=(ended.state.seats[0], None, ended.state.seats[2]), playing=(0, 2))
    vacant.when(0, play("R5")).then(places=(1, 0, 2))


def test_the_cut_says_who_deals() -> None:
    """The dice name a place among the taken seats."""
    for dealing in range(3):
        assert deal(3, "R3", dealing=dealing).then(turn=(dealing + 1) % 3).state.deal_seat == dealing


# Leaving a game and coming back


def test_a_leaver_is_played_by_the_computer_and_hands_on_the_host() -> None:
    """The next player who is there hosts; the level is stated."""
    table = given("R3", ["R5", "G1", "G2"]).when(0, leave).then(away=(0,), host=1, happened="seat-to-bot host-set")
    seat = table.state.seat_at(0)
    assert (seat.level, seat.is_human, seat.by_computer) == (TAKE_OVER_LEVEL, True, True)
    table.refuses(0, leave, "wrong-phase")


def test_an_absent_player_is_played_by_the_computer_and_stays_host() -> None:
    """The table sees it; nobody left."""
    table = given("R3", ["R5", "G1"]).when(None, cmd.SeatToBot(0)).then(away=(0,), host=0)
    table.refuses(None, cmd.SeatToBot(0), "wrong-phase")
    table.when(None, cmd.SeatBack(0)).then(away=(), host=0, happened="seat-back")


def test_whoever_comes_back_first_hosts_a_table_that_all_left() -> None:
    """With nobody there is no host."""
    table = given("R3", ["R5", "G1"]).when(0, leave).when(1, leave).then(away=(0, 1), host=None)
    table.when(None, cmd.SeatBack(1)).then(away=(0,), host=1)


@pytest.mark.parametrize(
    "act", [cmd.SeatToBot(2), cmd.SeatToBot(9), cmd.SeatBack(0), cmd.SeatBack(2), cmd.SeatBack(-1)]
)
def test_only_a_players_seat_changes_hands(act: cmd.Act) -> None:
    """A computer player's, a vacant one and one whose player is there do not."""
    table = lobby(2).when(0, cmd.AddBot("easy", None)).when(0, start)
    table.refuses(None, act, "wrong-phase")


def test_a_stranger_cannot_leave() -> None:
    """Neither can a computer player."""
    table = lobby(1).when(0, cmd.AddBot("easy", None))
    table.refuses(None, leave, "no-such-seat")
    table.refuses(1, leave, "no-such-seat")


# What a command answers


def test_a_command_for_an_earlier_step_is_stale() -> None:
    """A second draw of the same turn, sent twice, changes nothing and says the step in force."""
    table = given("R3", ["B5", "G1"], pile="Y1 Y2")
    late = cmd.Command(0, cmd.Draw(), table.state.step)
    drawn = table.when(0, cmd.Draw())
    assert decide_on(drawn, late) == (
        "stale",
        f"step {table.state.step} is answered, the table is at {drawn.state.step}",
    )


def test_a_command_without_a_step_is_stale() -> None:
    """What answers a turn names it."""
    assert decide_on(given("R3", ["R5", "G1"]), cmd.Command(0, cmd.Pass()))[0] == "stale"


def test_a_card_that_is_not_there_is_refused() -> None:
    """Another's slot, one that never was, none and two."""
    table = given("R3", ["R5 R6", "R7"])
    own, other = table.state.hands
    table.refuses(0, cmd.Play(other), "no-such-card")
    table.refuses(0, cmd.Play((9999,)), "no-such-card")
    table.refuses(0, cmd.Play(()), "one-card")
    table.refuses(0, cmd.Play(own), "one-card")


def test_a_play_says_nothing_that_the_card_does_not_ask() -> None:
    """No colour for a coloured card, and no other seat."""
    table = given("R3", ["R5 W", "R7"])
    table.refuses(0, play("R5", "R"), "colour-fixed")
    table.refuses(0, play("R5", target=1), "no-target")
    table.refuses(0, play("W", "R", target=1), "no-target")


def test_nobody_passes_who_may_draw() -> None:
    """Nor who may play."""
    given("R3", ["B5", "G1"], pile="Y1").refuses(0, cmd.Pass(), "may-draw")
    given("R3", ["R5", "G1"], pile="Y1").refuses(0, cmd.Pass(), "could-play")


# The log's beginning and end


def test_a_log_is_opened_once() -> None:
    """And with options that can be played."""
    nobody().refuses(None, opened(stack="down"), "bad-option")
    table = nobody().when(None, opened(turn_cap=100)).when(None, cmd.SeatDealer(b"a" * 32, b"x" * 32))
    table.refuses(None, opened(), "wrong-phase")
    given("R3", ["R5", "G1"]).refuses(None, cmd.SeatDealer(b"a" * 32, b"x" * 32), "wrong-phase")


def test_players_sign_the_end_once() -> None:
    """Not during the game, and a computer player not at all."""
    sign = cmd.Cosign(9, b"h" * 32, b"s" * 64)
    table = given("R3", ["R5", "G1"])
    table.refuses(0, sign, "wrong-phase")
    table.refuses(None, cmd.Seal(), "wrong-phase")
    signed = table.when(0, play("R5")).when(0, sign).then(happened="cosigned")
    signed.refuses(0, sign, "already-cosigned")
    sealed = signed.when(None, cmd.Seal()).then(happened="sealed", phase="sealed")
    assert is_over(sealed.state)


@pytest.mark.parametrize(
    "act",
    [
        cmd.Cosign(9, b"", b""),
        leave,
        start,
        cmd.Draw(),
        cmd.Call(),
        cmd.Seal(),
        cmd.SeatBack(0),
        cmd.Resume(1),
        join("Gil", 1),
    ],
)
def test_a_sealed_log_takes_nothing_more(act: cmd.Act) -> None:
    """Whatever is asked, by whomever."""
    table = given("R3", ["R5", "G1"]).when(0, play("R5")).when(None, cmd.Seal())
    table.refuses(0, act, "sealed")


def test_a_restart_and_a_simulation_are_noted_and_change_nothing() -> None:
    """They stand in the log for its readers."""
    table = given("R3", ["R5", "G1"])
    for act, kind in ((cmd.Resume(5), "resumed"), (cmd.Simulated(5), "note-simulated")):
        assert table.when(None, act).then(happened=kind).state == table.state


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.OVER])
def test_outside_a_game_there_is_no_turn(phase: Phase) -> None:
    """Turns, calls and catches belong to a round."""
    table = given("R3", ["R5", "G1"])
    outside = replace(table, state=replace(table.state, phase=phase, turn=None))
    for act in (cmd.Draw(), cmd.Call(), cmd.Catch(1, 5)):
        outside.refuses(0, act, "wrong-phase")


def decide_on(table: Table, command: cmd.Command) -> tuple[str, str]:
    """The refusal's code and detail for a command with a step of its own."""
    outcome = decide(table.rules, table.state, table.faces, command)
    assert isinstance(outcome, Refusal)
    return outcome.code, outcome.detail
