"""A directed game: who hosts it without a seat, whose the seats are, and what happens in it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.decider import initial
from ono_core.game.evolve import Misplaced, evolve
from ono_core.game.state import MOST_SEATS, Phase, State, public
from ono_core.game.words import sentence
from tests.core.game.scenario import Table, given, leave, lobby, next_round, nobody, start

DIRECTOR = MOST_SEATS
"""The number of the first witness."""


def identity(key: int) -> bytes:
    """The identity that ``join`` makes of this byte."""
    return bytes([100 + key]) * 32


def join(name: str, key: int, wanted: int | None = None) -> cmd.Join:
    """To take a seat with keys made of this byte."""
    made = identity(key)
    return cmd.Join(made, made, made, made, made * 2, name, wanted)


def witness(name: str, key: int) -> cmd.Witness:
    """To witness with keys made of this byte."""
    made = identity(key)
    return cmd.Witness(made, made, made, made * 2, name)


INVITED = (identity(1), identity(2), identity(3))


def prepared(**options: Any) -> Table:
    """A lobby that names Dora as its host, who has come to direct it."""
    opened = cmd.OpenLog(1, b"t" * 32, b"n" * 32, {"preset": "official", **options}, 0, identity(9))
    return nobody().when(None, opened).when(None, witness("Dora", 9))


def directed(**options: Any) -> Table:
    """The same, where three are invited and nobody sits."""
    return prepared(**options).when(DIRECTOR, cmd.Direct(INVITED))


def seated(**options: Any) -> Table:
    """The same with all three in their seats."""
    table = directed(**options)
    for key, name in enumerate(("Ana", "Ben", "Cleo"), 1):
        table = table.when(None, join(name, key))
    return table


def started(**options: Any) -> Table:
    """A directed game in its first turn, of the seat after the one that deals."""
    table = seated(**options).when(DIRECTOR, start)
    if table.rules.ruleset.first_deal == "draw":
        table = table.drawn_for_deal("R9 R1 Y1")
    return table.dealt("B5", 0, {})


# Whose the seats are


def test_the_host_that_the_log_names_directs_it_without_a_seat() -> None:
    """From then on its number hosts, and the seats are named."""
    table = directed().then(host=DIRECTOR, seats=[], happened="directed")
    assert table.state.invited == INVITED
    assert sentence(prepared().state, table.happened[0]) == "Dora directs the game: 3 seats, each for one player"


def test_each_gets_the_seat_that_is_meant_for_it() -> None:
    """Whatever it asks for, and in whatever order they come."""
    table = directed().when(None, join("Cleo", 3, 0)).then(seats=[None, None, "Cleo"], host=DIRECTOR)
    table.when(None, join("Ana", 1)).then(seats=["Ana", None, "Cleo"], host=DIRECTOR, happened="seated")


def test_nobody_else_sits() -> None:
    """No stranger, and no computer."""
    table = directed()
    table.refuses(None, join("Eve", 4), "not-invited")
    table.refuses(DIRECTOR, cmd.AddBot("easy", None), "not-invited")


def test_whom_the_host_sent_away_may_have_its_seat_again() -> None:
    """Its seat is kept for it, and the host is the host."""
    table = seated().when(1, leave).then(seats=["Ana", None, "Cleo"], host=DIRECTOR)
    table = table.when(DIRECTOR, cmd.Unseat(0)).then(seats=[None, None, "Cleo"], host=DIRECTOR)
    table.when(None, join("Ben", 2)).then(seats=[None, "Ben", "Cleo"])


def test_the_seats_may_be_named_anew_until_somebody_sits() -> None:
    """So a mistake can be mended; then no more."""
    table = directed().when(DIRECTOR, cmd.Direct(INVITED[:2]))
    assert table.state.invited == INVITED[:2]
    table.when(None, join("Ana", 1)).refuses(DIRECTOR, cmd.Direct(INVITED), "seat-taken")


def test_who_is_not_the_named_host_directs_nothing() -> None:
    """No other witness, no seat, nobody; and none where the log names no host."""
    table = prepared().when(None, witness("Wil", 8))
    for number in (DIRECTOR + 1, 0, None):
        table.refuses(number, cmd.Direct(INVITED), "not-host")
    opened = cmd.OpenLog(1, b"t" * 32, b"n" * 32, {}, 0, None)
    unnamed = nobody().when(None, opened).when(None, witness("Dora", 9))
    unnamed.refuses(DIRECTOR, cmd.Direct(INVITED), "not-host")


def test_a_lobby_where_somebody_sits_and_a_game_are_not_directed() -> None:
    """The seats are named first."""
    table = prepared().when(None, join("Ana", 1))
    table.refuses(DIRECTOR, cmd.Direct(INVITED), "seat-taken")
    started().refuses(DIRECTOR, cmd.Direct(INVITED), "wrong-phase")


@pytest.mark.parametrize(
    "seats",
    [
        INVITED[:1],
        tuple(identity(key) for key in range(1, 12)),
        (identity(1), identity(1)),
        (identity(1), b"short"),
        (identity(1), identity(9)),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: tuple[bytes, ...]) -> None:
    """Too few or too many, one person twice, no key, a witness."""
    prepared().refuses(DIRECTOR, cmd.Direct(seats), "bad-option")


def test_the_options_leave_room_for_all_who_are_invited() -> None:
    """Fewer seats than are named are refused."""
    table = directed()
    table.refuses(DIRECTOR, cmd.SetOptions({"preset": "official", "seats_max": 2}), "bad-option")
    table.when(DIRECTOR, cmd.SetOptions({"preset": "official", "seats_max": 3}))


# What its host does


def test_it_starts_and_goes_on_as_the_director_says() -> None:
    """No player starts, deals, puts out, or changes the rules."""
    table = seated()
    for act in (start, cmd.SetOptions({}), cmd.Unseat(1)):
        table.refuses(0, act, "not-host")
    playing = started()
    assert playing.state.phase is Phase.PLAY
    over = playing.but(phase=Phase.ROUND_OVER, turn=None)
    over.refuses(0, next_round, "not-host")
    assert over.when(DIRECTOR, next_round).state.shuffle


def test_the_host_stays() -> None:
    """It does not leave, is not passed on, and keeps its number with new keys."""
    table = seated()
    table.refuses(DIRECTOR, leave, "wrong-phase")
    table.refuses(DIRECTOR, cmd.Unseat(DIRECTOR), "wrong-phase")
    table.refuses(None, cmd.PassHost(0), "wrong-phase")
    again = replace(witness("Dora", 9), session=b"s" * 32)
    table.when(None, again).then(host=DIRECTOR)
    started().when(0, leave).then(host=DIRECTOR)


def test_only_the_director_stops_the_table_and_lets_it_go_on() -> None:
    """A player neither, for there is nobody to whom the host passes on."""
    table = started()
    for on in (True, False):
        table.refuses(0, cmd.SetPause(on), "not-host")
        table.when(DIRECTOR, cmd.SetPause(on)).then(happened="note-pause")


# Time


def test_the_director_gives_time() -> None:
    """Where a clock runs for a seat."""
    table = started(clock_ms=20_000)
    given_time = table.when(DIRECTOR, cmd.GiveTime(30_500)).then(happened="note-time-given")
    assert public(given_time.state) == public(table.state)
    assert sentence(table.state, given_time.happened[0]) == "Dora gave Ben 31 s more"
    table.refuses(0, cmd.GiveTime(30_000), "not-host")
    for ms in (0, -1, 600_001):
        table.refuses(DIRECTOR, cmd.GiveTime(ms), "bad-option")


def test_no_time_is_given_where_none_runs() -> None:
    """Not in the lobby, nor without a clock, nor while cards are shuffled; nor by a host who plays."""
    seated(clock_ms=20_000).refuses(DIRECTOR, cmd.GiveTime(1), "wrong-phase")
    started(clock_ms=0).refuses(DIRECTOR, cmd.GiveTime(1), "wrong-phase")
    table = started(clock_ms=20_000)
    waiting = seated(clock_ms=20_000).when(DIRECTOR, start).state.shuffle
    table.but(shuffle=waiting).refuses(DIRECTOR, cmd.GiveTime(1), "shuffling")
    given("R3", ["R5", "G1"], clock_ms=20_000).refuses(0, cmd.GiveTime(1), "not-host")


# State


def test_the_digest_names_the_seats_only_where_there_are_any() -> None:
    """As its last item, so that no older digest is another."""
    assert public(directed().state)[:-1] == public(replace(directed().state, invited=()))
    assert public(directed().state)[-1] == INVITED
    assert len(public(lobby(2).state)) == len(public(initial()))


@pytest.mark.parametrize(
    ("number", "seats"), [(0, INVITED), (DIRECTOR + 1, INVITED), (DIRECTOR, ()), (DIRECTOR, (b"",) * 65)]
)
def test_a_forged_director_is_found(number: int, seats: tuple[bytes, ...]) -> None:
    """A seat's number, one that nobody has, and no seats or too many."""
    state: State = prepared().when(None, join("Ana", 1)).state
    with pytest.raises(Misplaced):
        evolve(state, ev.Directed(number, seats))
