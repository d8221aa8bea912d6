"""The authority of a table with clocks, missed calls, rounds and jump-ins: what is due when, and who wins a race."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import face
from ono_core.game.state import TURN_PHASES, Phase, public
from ono_core.log.entries import ByBot, ByTable, Signed
from ono_net.messages import Prompt, pack
from ono_net.player import Player
from ono_net.room import Draft
from ono_replay.audit import audit
from tests.net.positions import (
    CLOCK,
    GRACE,
    OFFICIAL,
    OPEN,
    PARTY,
    SHORT,
    Kept,
    Silent,
    a_play,
    asked_name,
    begun,
    code,
    come_to,
    jumpers,
    kinds,
    loaded,
    missed,
    newest,
)
from tests.net.table import Table, secret
from tests.replay.forging import against

# The clock


def test_the_clock_acts_at_its_deadline_and_not_before() -> None:
    """A seat has 30 s; one ms before nothing is due, then a card is drawn for it and its turn is over."""
    table = begun("Ana", "Ben")
    seat, since = table.room.state.turn, table.room.book.clock
    due = table.now + CLOCK
    assert table.room.next_deadline() == due
    assert table.room.ms_left(table.now + 1_000) == CLOCK - 1_000
    assert table.room.wake(due - 1) is None
    table.now = due
    table.write(table.room.wake(due))
    assert kinds(table) == [ev.TimedOut, ev.Drew, ev.Passed, ev.Asked]
    assert (newest(table).clock, newest(table).cause) == (since + CLOCK, ByTable(cmd.TimeOut(1)))
    assert table.room.state.misses[seat or 0] == 1


def test_a_play_at_the_deadline_wins() -> None:
    """What came in the deadline's ms counts; then the clock has nothing to do."""
    table = begun("Ana", "Ben")
    name, step = asked_name(table), table.room.state.step
    table.now = table.room.next_deadline() or 0
    table.does(name, table.thought(name))
    assert table.room.state.step > step
    assert ev.TimedOut not in kinds(table)
    assert table.room.wake(table.now) is None
    assert table.room.next_deadline() == table.now + CLOCK


def test_a_play_after_the_clock_is_stale() -> None:
    """The command was signed in time but handled after the clock had acted: it answers a step that is over."""
    table = begun("Ana", "Ben")
    name = asked_name(table)
    player = table.players[name]
    late = player.signed(table.thought(name))
    table.wake()
    done = table.room.command(player.keys.identity, late.body, late.sig, table.now)
    assert code(done) == "stale"
    assert sum(isinstance(event, ev.TimedOut) for entry in table.room.book.entries for event in entry.events) == 1


def test_two_misses_shorten_the_clock_and_an_act_restores_it() -> None:
    """After two expiries in a row a seat has 10 s; the others keep 30; its own next act gives it 30 again (S2)."""
    table = begun("Ana", "Ben", "Cleo")
    waits: list[int] = []
    while len(waits) < 4:
        while table.room.asked() != 0:
            table.plays_on(until=1)
        since = table.now
        while ev.TimedOut not in kinds(table):
            table.wake()
        waits.append(table.now - since)
        assert table.room.state.turn != 0
        assert table.room.ms_left(table.now) == CLOCK
    assert waits == [CLOCK, CLOCK, SHORT, SHORT]
    table.turn_of("Ana")
    assert table.room.ms_left(table.now) == SHORT
    table.does("Ana", cmd.Draw())
    assert kinds(table)[0] is ev.ClockRestored
    assert table.room.ms_left(table.now) == CLOCK


def test_a_clock_stands_still_while_the_cards_are_cut() -> None:
    """Who is asked after a shuffle has all the time, however long the reveals took."""
    table = Silent("Ana", "Ben", options=PARTY)
    table.does("Ana", cmd.Start())
    table.now += 2_500
    table.cut()
    assert table.room.next_deadline() == table.now + CLOCK


# Missed calls


def test_a_missed_call_has_a_grace_and_an_end() -> None:
    """For 0.8 s nobody can catch; then anybody can for 5 s; then nobody can any more. Each to the ms."""
    table = missed("Ana", "Ben", "Cleo")
    (one,) = table.room.state.exposed
    culprit = table.name_at(one.seat)
    other = next(name for name in table.players if name != culprit)
    since, catch = table.now, cmd.Catch(one.seat, one.step)
    assert table.room.next_deadline() == since + GRACE
    table.now = since + GRACE - 1
    assert code(table.says(other, catch)) == "too-early"
    assert table.room.wake(table.now) is None
    table.wake()
    assert (table.now, newest(table).events) == (since + GRACE, (ev.CatchOpened(one.seat),))
    assert table.room.next_deadline() == table.now + OPEN
    table.now += OPEN - 1
    assert isinstance(table.says(other, catch), Draft)
    table.wake()
    assert (table.now, newest(table).events) == (since + GRACE + OPEN, (ev.CatchClosed((one.seat,)),))
    assert code(table.says(other, catch)) == "window-closed"


def test_a_catch_in_time_costs_two_cards() -> None:
    """Whoever is first: the second is told that it is over, and the window's end is no longer waited for."""
    table = missed("Ana", "Ben", "Cleo")
    (one,) = table.room.state.exposed
    culprit, turn = table.name_at(one.seat), table.room.state.turn
    quick, slow = [name for name in table.players if name != culprit]
    table.wake()
    catch = cmd.Catch(one.seat, one.step)
    table.does(quick, catch)
    assert kinds(table) == [ev.Caught, ev.Drew]
    assert (len(table.room.state.hands[one.seat]), table.room.state.turn) == (3, turn)
    assert code(table.says(slow, catch)) == "window-closed"
    assert table.room.next_deadline() == table.now - GRACE + CLOCK, "only the turn's clock runs"


@pytest.mark.parametrize("after", [0, GRACE - 1, GRACE])
def test_pc_16_a_hammered_catch_and_the_own_call(after: int) -> None:
    """Fifty catches a second get nowhere in the grace; who calls in time is safe, even at its last ms."""
    table = missed("Ana", "Ben", "Cleo")
    (one,) = table.room.state.exposed
    culprit = table.name_at(one.seat)
    assert culprit is not None
    hammering = next(name for name in table.players if name != culprit)
    since, length = table.now, len(table.room.book)
    for moment in range(0, after, 20):
        table.now = since + moment
        assert code(table.says(hammering, cmd.Catch(one.seat, one.step))) == "too-early"
    assert len(table.room.book) == length
    table.now = since + after
    table.does(culprit, cmd.Call())
    for _ in range(50):
        assert code(table.says(hammering, cmd.Catch(one.seat, one.step))) == "window-closed"
    assert table.room.state.called == (one.seat,)


def test_pc_16_a_call_with_the_play_is_never_caught() -> None:
    """Whatever step the hammering names, before and after the play that carries the call."""
    options = {**PARTY, "catch_grace_ms": 0}
    table = come_to(lambda now: bool(now.room.choices(now.room.asked() or 0).lasts), "Ana", "Ben", options=options)
    name, seat = asked_name(table), table.room.asked() or 0
    other = next(one for one in table.players if one != name)
    before = table.room.state.step
    slot = table.room.choices(seat).lasts[0]
    text = table.room.state.deck[table.room.dealer.faces[slot]]
    colour = None if face(text).colour else face("R1").colour
    hammer = [cmd.Catch(seat, step) for step in range(before - 1, before + 2)]
    assert {code(table.says(other, catch)) for catch in hammer} <= {"nothing-to-catch", "window-closed"}
    table.does(name, cmd.Play((slot,), colour, None, call=True))
    assert {code(table.says(other, catch)) for catch in hammer} <= {"nothing-to-catch", "window-closed"}


def test_a_computer_catches_after_a_moment() -> None:
    """A computer that notices a missed call catches it as a person would: not at once, and not in the grace."""
    caught = come_to(lambda table: ev.Caught in kinds(table), "Ana", bots=3)
    cause = newest(caught).cause
    assert isinstance(cause, ByBot)
    assert isinstance(cause.act, cmd.Catch)
    entries = caught.room.book.entries
    opened = [entry.clock for entry in entries if ev.CatchOpened(cause.act.seat) in entry.events][-1]
    half = caught.settings.pace_ms // 2
    assert half <= newest(caught).clock - opened <= 3 * half


# Rounds


def round_over(*names: str, **asked: Any) -> Silent:
    """An official match after its first round."""
    table = Silent(*names, options=OFFICIAL, **asked)
    table.start()
    while table.room.state.phase is not Phase.ROUND_OVER:
        table.plays_on(until=1)
    return table


def test_the_table_deals_the_next_round_after_a_pause() -> None:
    """20 s after the end of a round, to the ms, unless the host is quicker."""
    table = round_over("Ana", "Ben")
    ended = table.now
    assert table.room.next_deadline() == ended + table.settings.round_ms
    assert table.room.asked() is None
    assert table.room.wake(ended + table.settings.round_ms - 1) is None
    dealt = table.room.state.deal_seat
    table.wake()
    assert (table.now, newest(table).cause) == (ended + table.settings.round_ms, ByTable(cmd.NextRound()))
    table.cut()
    assert (table.room.state.round, table.room.state.deal_seat) == (2, 1 - (dealt or 0))
    assert sum(table.room.state.scores) > 0


def test_the_host_deals_the_next_round_at_once() -> None:
    """Nobody else may; and it is dealt once, however often that is asked."""
    table = round_over("Ana", "Ben")
    assert code(table.says("Ben", cmd.NextRound())) == "not-host"
    table.does("Ana", cmd.NextRound())
    assert code(table.says("Ana", cmd.NextRound())) == "wrong-phase"
    table.cut()
    assert table.room.state.round == 2
    assert table.room.state.phase in TURN_PHASES


def test_pc_14_start_twice() -> None:
    """Two tabs of the host press it within a ms: one shuffle, one clock; the second is told that the game has begun."""
    table = Silent("Ana", "Ben", options=PARTY)
    ana, room = table.players["Ana"], table.room
    first, second = ana.signed(cmd.Start()), ana.signed(cmd.Start())
    done = room.command(ana.keys.identity, first.body, first.sig, table.now)
    assert isinstance(done, Draft)
    answer = table.write(done)
    assert code(room.command(ana.keys.identity, second.body, second.sig, table.now)) == "wrong-phase"
    assert room.command(ana.keys.identity, first.body, first.sig, table.now) == answer
    table.cut()
    happened = [type(event) for entry in room.book.entries for event in entry.events]
    assert [happened.count(kind) for kind in (ev.GameStarted, ev.ShuffleBegun, ev.Dealt)] == [1, 1, 1]
    assert room.next_deadline() == table.now + CLOCK


# Absence


@pytest.mark.parametrize(("clock", "kind", "after"), [(0, ev.SeatToBot, 30_000), (30_000, ev.TimedOut, CLOCK)])
def test_absence_clock_plays_by_clock_where_there_is_one(clock: int, kind: type[ev.Event], after: int) -> None:
    """Who lost the line is played for by the clock; where there is none, by the computer after 30 s."""
    table = begun("Ana", "Ben", options={**OFFICIAL, "clock_ms": clock})
    table.turn_of("Ben")
    table.leave("Ben")
    gone = table.now
    table.wake()
    assert (table.now, kinds(table)[0]) == (gone + after, kind)


def test_absence_clock_keeps_the_seat_for_who_comes_back() -> None:
    """The clock shortens after two turns missed; back again, the player acts at once and has all the time."""
    table = begun("Ana", "Ben", "Cleo")
    table.turn_of("Ben")
    table.leave("Ben")
    while table.room.state.misses[1] < 3:
        table.plays_on(until=1) if table.room.state.turn != 1 else table.wake()
    assert not table.room.state.seat_at(1).away
    assert not any(isinstance(event, ev.SeatToBot) for entry in table.room.book.entries for event in entry.events)
    table.enter("Ben")
    table.turn_of("Ben")
    table.does("Ben", cmd.Draw())
    assert table.room.state.misses[1] == 0


def test_absence_clock_lets_a_leaver_go() -> None:
    """Who leaves on purpose is played for by the computer all the same."""
    table = begun("Ana", "Ben", "Cleo")
    table.turn_of("Ben")
    table.does("Ben", cmd.Leave())
    assert newest(table).events == (ev.SeatToBot(1, "left", "medium", newest_version(table)),)
    table.wake()
    assert isinstance(newest(table).cause, ByBot)


def newest_version(table: Table) -> int:
    """The version of the policy that plays for seat 1."""
    return table.room.state.seat_at(1).version


@pytest.mark.parametrize("clock", [10_000, CLOCK])
def test_absence_remove_holds_beside_a_clock(clock: int) -> None:
    """A clock that ends each turn sooner does not begin the 30 s anew (regression: nobody was ever removed)."""
    table = begun("Ana", "Ben", options={**OFFICIAL, "absence": "remove", "clock_ms": clock})
    table.turn_of("Ben")
    table.leave("Ben")
    gone = table.now
    while table.room.state.phase in TURN_PHASES:
        table.plays_on(until=1) if table.room.state.turn == 0 else table.wake()
    assert table.room.state.seat_at(1).gone
    assert table.now <= gone + table.settings.away_ms + clock


def test_absence_remove_takes_the_seat_out() -> None:
    """30 s after the line was lost in one's turn the hand goes under the discards, and the turn moves on."""
    table = begun("Ana", "Ben", "Cleo", options={**OFFICIAL, "absence": "remove"})
    table.turn_of("Ben")
    hand, discards = table.room.state.hands[1], table.room.state.discards
    table.leave("Ben")
    gone, turn = table.now, table.room.state.neighbour(1)
    table.wake()
    state = table.room.state
    assert (table.now, kinds(table)) == (gone + table.settings.away_ms, [ev.SeatRemoved, ev.Asked])
    assert (state.playing, state.turn, state.discards) == ((0, 2), turn, hand + discards)
    table.enter("Ben")
    assert table.room.state.playing == (0, 2), "who was removed stays out"
    assert code(table.says("Ben", cmd.Draw())) in {"not-your-turn", "stale"}


def test_the_last_one_left_wins() -> None:
    """With two seats the one who stays has won, and the game is over in the same entry."""
    table = begun("Ana", "Ben", options={**OFFICIAL, "absence": "remove"})
    table.turn_of("Ben")
    table.leave("Ben")
    table.wake()
    assert kinds(table) == [ev.SeatRemoved, ev.RoundEnded, ev.GameEnded]
    assert (table.room.state.phase, table.room.state.places) == (Phase.OVER, (1, 2))


# Prompts


def test_a_jump_in_is_offered_to_all_seats_alike() -> None:
    """While a seat may play every player gets a prompt, jump or not, and from outside all look the same."""
    table = begun("Ana", "Ben", "Cleo", "Dan", options={**OFFICIAL, "jump_in": True})
    offered = 0
    while table.room.state.phase in TURN_PHASES and len(table.room.book) < 150:
        state = table.room.state
        if state.phase is Phase.PLAY:
            assert table.room.prompted() == [0, 1, 2, 3]
            offered += sum("play" in table.room.choices(seat).acts for seat in range(4) if seat != state.turn)
            assert len({len(note_of(table, seat)) for seat in range(4)}) == 1
        elif not state.exposed:
            assert table.room.prompted() == [state.turn]
        table.plays_on(until=1)
    assert offered > 0


def note_of(table: Table, seat: int) -> bytes:
    """The prompt of a seat as it goes over the line."""
    prompt = Prompt(**msgspec.structs.asdict(table.room.choices(seat)), ms_left=table.room.ms_left(table.now))
    note = table.room.note(seat, pack(prompt), bytes(12))
    assert note is not None
    return note


def test_a_missed_call_is_offered_to_all_seats() -> None:
    """Everybody gets a prompt while a call is missed: the others may catch, the culprit may call."""
    table = missed("Ana", "Ben", "Cleo")
    (one,) = table.room.state.exposed
    table.wake()
    assert table.room.prompted() == [0, 1, 2]
    for seat in range(3):
        found = table.room.choices(seat)
        assert found.catches == (() if seat == one.seat else ((one.seat, one.step),))
        assert ("call" in found.acts) == (seat == one.seat)


# Races


@pytest.fixture(scope="module")
def race() -> tuple[Table, dict[int, Signed]]:
    """A moment at which the seat on turn and two others can play, and the command of each."""
    options = {**OFFICIAL, "jump_in": True, "decks": 2}
    table = come_to(
        lambda now: now.room.state.phase is Phase.PLAY
        and len(jumpers(now)) == 2
        and any(now.room.choices(now.room.asked() or 0).playable),
        "Ana", "Ben", "Cleo", "Dan", options=options,
    )  # fmt: skip
    commands = {seat: a_play(table, seat) for seat in (table.room.asked() or 0, *jumpers(table))}
    return table, commands


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_pc_13_three_on_one_moment(race: tuple[Table, dict[int, Signed]], order: tuple[int, ...]) -> None:
    """One is taken, two are told that they are late; and everybody folds the same from it."""
    table, commands = race
    room = loaded(table)
    seats = [list(commands)[place] for place in order]
    written_, late = list(table.raws), list[str | None]()
    for seat in seats:
        signed = commands[seat]
        done = room.command(table.room.state.seat_at(seat).identity, signed.body, signed.sig, table.now)
        if isinstance(done, Draft):
            room.commit(done)
            written_.append(done.raw)
        else:
            late.append(done.code)
    assert late in (["stale", "stale"], ["wrong-phase", "wrong-phase"])
    assert len(written_) == len(table.raws) + 1
    played = [event for event in room.book.entries[-1].events if isinstance(event, ev.Played)]
    assert [event.seat for event in played] == [seats[0]]
    for name in table.players:
        follower = Player(secret(name), room.game)
        for raw in written_:
            follower.follow(raw)
        assert public(follower.state) == public(room.state)


# Cold starts


@pytest.mark.parametrize(
    "options",
    [PARTY, {**OFFICIAL, "jump_in": True, "seven_zero": True, "doubles": True, "deck": "modern112"}],
    ids=["table-party", "official"],
)
def test_pc_01_a_cold_start_offers_the_same(options: dict[str, Any]) -> None:
    """At every entry of a round a server started from the log alone knows, offers and answers the same."""
    table = Silent("Ana", "Ben", bots=1, options=options)
    table.start()
    while table.room.state.phase in TURN_PHASES:
        live, cold = table.room, loaded(table)
        assert public(cold.state) == public(live.state)
        assert (cold.prompted(), cold.asked()) == (live.prompted(), live.asked())
        assert [cold.choices(seat) for seat in range(3)] == [live.choices(seat) for seat in range(3)]
        assert vars(cold._log.timing) == vars(live._log.timing)
        seat = live.asked()
        name = table.name_at(seat)
        if seat is None or name is None:
            if seat is not None:
                assert cold._computer_act(seat) == live._computer_act(seat)
            table.plays_on(until=1)
            continue
        player = table.players[name]
        signed = player.signed(table.thought(name))
        there = cold.command(player.keys.identity, signed.body, signed.sig, table.now)
        here = live.command(player.keys.identity, signed.body, signed.sig, table.now)
        assert isinstance(there, Draft)
        assert isinstance(here, Draft)
        assert there.checked.entry.events == here.checked.entry.events
        table.write(here)
    assert table.room.state.result


# A forged clock


@pytest.fixture(scope="module")
def timed() -> Kept:
    """A whole game of table-party in which clocks ran out, and missed calls could be caught until they could not."""
    wanted = {cmd.TimeOut, cmd.OpenCatch, cmd.CloseCatch}
    for number in range(100):
        table = Silent("Ana", "Ben", "Cleo", options=PARTY, game=f"timed {number}")
        table.start()
        while table.room.state.phase not in {Phase.OVER, Phase.SEALED}:
            waits = len(table.raws) % 5 == 0 or table.room.state.exposed
            table.wake() if waits and not table.room.state.shuffle else table.plays_on(until=1)
        causes = {type(entry.cause.act) for entry in table.room.book.entries if isinstance(entry.cause, ByTable)}
        if wanted <= causes:
            for name in table.players:
                table.signs(name)
            table.wake()
            return Kept(table)
    raise AssertionError("no game has all of them")


def test_an_honest_clock_is_fair(timed: Kept) -> None:
    """What the table did at its times is proven."""
    report = audit(timed.data)
    assert report.findings == report.missing == ()


@pytest.mark.parametrize("act", [cmd.TimeOut, cmd.OpenCatch, cmd.CloseCatch])
def test_a_forged_clock_is_found(timed: Kept, act: type[cmd.Act]) -> None:
    """A table that ended a time one ms before it was over, and signed that, is found out, and nothing else is."""
    index = timed.index(lambda entry: isinstance(entry.cause, ByTable) and isinstance(entry.cause.act, act))
    forged = timed.forged({index: lambda entry: replace(entry, clock=entry.clock - 1)})
    assert against(audit(forged)) == ("too-early", index, "table")
