"""A table that its host lets stand still: no clock runs and nothing is played until it goes on."""

from __future__ import annotations

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import TURN_PHASES, Phase, public
from ono_core.log.entries import Entry
from ono_core.log.file import written
from ono_net.player import Player
from ono_net.room import Answer
from ono_replay.audit import audit
from tests.net.positions import CLOCK, GRACE, PARTY, Kept, asked_name, begun, code, kinds, loaded, missed, newest
from tests.net.readers import going_on
from tests.net.table import Table, secret

STOP, GO_ON = cmd.SetPause(on=True), cmd.SetPause(on=False)


def stopped() -> Table:
    """A game in which Ana, who hosts, has stopped the table 10 s into the turn of somebody."""
    table = begun("Ana", "Ben", "Cleo", options=PARTY)
    table.now += 10_000
    table.does("Ana", STOP)
    return table


def test_the_clock_stands_still_and_then_goes_on_where_it_was() -> None:
    """However long it takes, whoever is asked has the 20 s that were left."""
    table = stopped()
    clock, state = table.room.book.clock, public(table.room.state)
    assert newest(table).events == (ev.NotePause(0, on=True),)
    assert table.room.next_deadline() is None
    table.now += 3_600_000
    assert table.room.wake(table.now) is None
    assert table.room.ms_left(table.now) is None, "no clock runs"
    table.does("Ana", GO_ON)
    assert table.room.ms_left(table.now) == CLOCK - 10_000
    assert newest(table).clock == clock
    assert public(table.room.state) == state
    assert table.room.next_deadline() == table.now + CLOCK - 10_000
    table.wake()
    assert kinds(table)[0] is ev.TimedOut
    assert newest(table).clock == clock + CLOCK - 10_000
    assert not audit(written(table.raws)).findings


def test_nothing_is_played_meanwhile() -> None:
    """A play, a draw, a call and a catch are refused; going away and coming back are not."""
    table = stopped()
    name = asked_name(table)
    for act in (table.thought(name), cmd.Draw(), cmd.Call(), cmd.Catch(1, 1), cmd.NextRound()):
        assert code(table.says(name, act)) == "paused"
    table.does("Cleo", cmd.Leave())
    table.leave("Cleo")
    table.enter("Cleo")
    assert newest(table).events == (ev.SeatBack(2),)
    table.does("Ana", GO_ON)
    table.does(name, table.thought(name))


def test_a_missed_call_waits_too() -> None:
    """Neither its grace nor the time to catch it runs."""
    table = missed("Ana", "Ben", "Cleo")
    table.does("Ana", STOP)
    table.now += 60_000
    table.does("Ana", GO_ON)
    assert table.room.next_deadline() == table.now + GRACE


def test_computers_wait_as_well() -> None:
    """A computer on turn does not act, and thinks on afterwards."""
    table = Table("Ana", bots=2)
    table.start()
    while table.room.asked() == 0:
        table.moves()
    due = table.room.next_deadline()
    assert due is not None
    left = due - table.now
    table.does("Ana", STOP)
    table.now += 60_000
    assert table.room.next_deadline() is None
    table.does("Ana", GO_ON)
    assert table.room.next_deadline() == table.now + left


def test_only_the_host_stops_the_table_and_only_a_game() -> None:
    """Not in a lobby, by nobody else, and not twice."""
    table = Table("Ana", "Ben", options=PARTY)
    assert code(table.says("Ana", STOP)) == "wrong-phase"
    table.start()
    assert code(table.says("Ben", STOP)) == "not-host"
    assert code(table.says("Ana", GO_ON)) == "wrong-phase"
    table.does("Ana", STOP)
    assert code(table.says("Ana", STOP)) == "wrong-phase"
    assert code(table.says("Ben", GO_ON)) == "not-host"


def test_a_host_who_has_gone_holds_nobody_up() -> None:
    """While the host is not there, any player lets the table go on."""
    table = stopped()
    table.leave("Ana")
    table.does("Ben", GO_ON)
    assert newest(table).events == (ev.NotePause(1, on=False),)
    assert table.room.next_deadline() is not None


def test_a_restart_changes_nothing() -> None:
    """A server that starts from the log alone knows that the table stands still, and since when."""
    table = stopped()
    table.now += 45_000
    table.room = loaded(table)
    for name in ("Ana", "Ben", "Cleo"):
        table.enter(name)
    table.wake()
    assert kinds(table) == [ev.Resumed]
    assert table.room.next_deadline() is None
    assert code(table.says(asked_name(table), cmd.Draw())) == "paused"
    table.now += 5_000
    table.does("Ana", GO_ON)
    assert table.room.ms_left(table.now) == CLOCK, "the time begins anew with a restart"


def test_a_shuffle_that_waits_is_closed_meanwhile_by_its_seeds_alone() -> None:
    """Who gives a seed late is not left out for it while the table stands still."""
    table = Table("Ana", "Ben", options=PARTY)
    table.does("Ana", cmd.Start())
    table.does("Ana", STOP)
    table.now += 60_000
    assert table.room.next_deadline() is None
    table.cut()
    assert table.room.state.phase in TURN_PHASES
    assert table.room.next_deadline() is None


def test_who_is_left_alone_has_won_all_the_same() -> None:
    """A game that ends while the table stands still is over, and is signed and sealed as ever."""
    table = begun("Ana", "Ben", options={**PARTY, "absence": "remove"})
    table.does("Ana", STOP)
    table.does("Ben", cmd.Leave())
    assert table.room.state.phase is Phase.OVER
    table.signs("Ana")
    while ev.Sealed not in kinds(table):
        table.wake()
    assert not audit(written(table.raws)).findings


def a_ms_later(entry: Entry) -> Entry:
    """The same by a clock that is ahead."""
    return replace(entry, clock=entry.clock + 1)


def test_a_clock_that_runs_meanwhile_is_found() -> None:
    """A table that lets its own clock run on while it should stand is named by the audit, with each such entry."""
    table = begun("Ana", "Ben", "Cleo", options=PARTY)
    table.does("Ana", STOP)
    stop = len(table.raws) - 1
    table.does("Cleo", cmd.Leave())
    table.does("Ana", GO_ON)
    table.plays_on()
    for name in ("Ana", "Ben"):
        table.signs(name)
    while ev.Sealed not in kinds(table):
        table.wake()
    assert not audit(written(table.raws)).findings
    later = dict.fromkeys(range(stop + 1, len(table.raws)), a_ms_later)
    found = audit(Kept(table).forged(later)).findings
    assert [(one.code, one.index) for one in found] == [("too-early", stop + 1), ("too-early", stop + 2)]


async def test_everybody_hears_of_it(autojump_clock: trio.testing.MockClock) -> None:
    """The others are told by an entry, and who comes back later finds the table as it is."""
    played = begun("Ana", "Ben", options=PARTY)
    async with going_on(played) as (table, readers):
        answer = (await readers["Ana"].act(STOP)).answer
        assert answer
        assert answer.index is not None
        await trio.sleep(3_600)
        assert len(table.room.book) == answer.index + 1
        for reader in readers.values():
            assert reader.guest.player
            assert reader.guest.player.book.entries[-1].events == (ev.NotePause(0, on=True),)
        assert (await readers["Ana"].act(GO_ON)).answer
        await trio.sleep(CLOCK / 1000 + 1)
        assert isinstance(table.room.book.entries[answer.index + 2].events[0], ev.TimedOut)


@pytest.mark.parametrize("name", ["Ana", "Eve"])
def test_a_log_with_a_pause_reads_the_same_from_the_start(name: str) -> None:
    """For a player and for who looks on; the computer of the table decides the same again."""
    table = stopped()
    table.does("Ana", GO_ON)
    table.plays_on(until=5)
    follower = Player(secret(name), table.room.game)
    for raw in table.raws:
        follower.follow(raw)
    assert public(follower.state) == public(table.room.state)
    assert not isinstance(table.says(asked_name(table), table.thought(asked_name(table))), Answer)
