"""Directed games at a real table: whose the seats are, who hosts, and what time there is."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import MOST_SEATS, Phase, public
from ono_core.log.entries import Entry
from ono_core.log.file import written
from ono_net.dealer import Dealer
from ono_net.room import Room
from ono_replay.audit import Verdict, audit
from tests.net.directing import OPTIONS, begun, directing, sits, waiting
from tests.net.positions import CLOCK, Kept, asked_name, code, kinds, loaded, newest
from tests.net.seeds import seal
from tests.net.table import MASTER, Table, secret

DIRECTOR = MOST_SEATS
REMOVING = {**OPTIONS, "absence": "remove"}
STOP, GO_ON = cmd.SetPause(on=True), cmd.SetPause(on=False)


def test_a_directed_game_is_played_and_proven() -> None:
    """Its host gives seeds, starts and goes on, and signs the end; each sits where it was meant to."""
    table = directing("Ana", "Ben", "Cleo")
    for name in ("Cleo", "Ben", "Ana"):
        sits(table, name)
    table.start()
    assert [seat and seat.name for seat in table.room.state.seats] == ["Ana", "Ben", "Cleo"]
    seal(table)
    report = audit(written(table.raws))
    assert (report.verdict, report.findings) == (Verdict.PROVEN, ())
    assert DIRECTOR in table.room.state.cosigned


def test_the_director_is_away_as_long_as_it_likes() -> None:
    """It stays host, in a lobby and in a game, and finds all as it was."""
    table = begun("Ana", "Ben")
    table.leave("Dora")
    table.now += 10 * table.settings.away_ms
    while (draft := table.room.wake(table.now)) is not None:
        table.write(draft)
        assert ev.HostSet not in kinds(table)
    assert table.room.state.host == DIRECTOR
    assert code(table.says("Ana", STOP)) == "not-host"
    table.enter("Dora")
    table.does("Dora", STOP)
    table.leave("Dora")
    assert code(table.says("Ana", GO_ON)) == "not-host"
    table.enter("Dora")
    table.does("Dora", GO_ON)


def test_a_server_that_starts_again_knows_it_all_from_the_log() -> None:
    """Who hosts, whose the seats are, the time that was given, and the dealer's secrets."""
    table = begun("Ana", "Ben")
    table.does("Dora", cmd.GiveTime(40_000))
    room = loaded(table)
    assert (public(room.state), room.dealer.faces) == (public(table.room.state), table.room.dealer.faces)
    assert room._log.timing.given_ms == 40_000
    table.room = room
    for name in ("Ana", "Ben", "Dora"):
        table.enter(name)
    table.wake()
    table.plays_on()
    assert not audit(written(table.raws)).findings


# Time


def test_time_that_is_given_is_added_to_the_turn_and_to_no_other() -> None:
    """Twice as well, and in a pause; the next to be asked has its own time."""
    table = begun("Ana", "Ben")
    table.now += 10_000
    table.does("Dora", cmd.GiveTime(30_000))
    assert table.room.ms_left(table.now) == CLOCK + 20_000
    table.does("Dora", STOP)
    table.does("Dora", cmd.GiveTime(5_000))
    table.does("Dora", GO_ON)
    assert table.room.ms_left(table.now) == CLOCK + 25_000
    table.wake()
    assert kinds(table)[0] is ev.TimedOut
    assert newest(table).clock == CLOCK + 35_000
    assert table.room.ms_left(table.now) == CLOCK


def a_ms_earlier(entry: Entry) -> Entry:
    """The same by a clock that is behind."""
    return replace(entry, clock=entry.clock - 1)


def test_a_clock_that_forgets_the_time_given_is_found() -> None:
    """An audit counts it too: a table that ends the turn earlier is named."""
    table = begun("Ana", "Ben")
    table.does("Dora", cmd.GiveTime(30_000))
    table.wake()
    assert kinds(table)[0] is ev.TimedOut
    assert not audit(written(table.raws)).findings
    at = newest(table).index
    found = audit(Kept(table).forged({at: a_ms_earlier})).findings
    assert [(one.code, one.index) for one in found] == [("too-early", at)]


def test_time_that_is_given_keeps_an_absent_player_in_the_game() -> None:
    """Whose computer has gone down is not out while that time runs."""
    table = begun("Ana", "Ben", options={**REMOVING, "clock_ms": 600_000})
    name = asked_name(table)
    table.leave(name)
    gone = table.now
    table.does("Dora", cmd.GiveTime(120_000))
    table.wake()
    assert table.now == gone + table.settings.away_ms + 120_000
    assert ev.SeatRemoved in kinds(table)


# The nonce


def test_games_with_one_nonce_share_no_secret() -> None:
    """Whoever chooses a nonce twice knows of the second game no more than of any other."""
    one, other = waiting(), waiting({**OPTIONS, "target": 100})
    assert one.room.game != other.room.game
    own = Dealer(MASTER, secret("game"), one.room.game)
    keys = [room.dealer.x25519 for room in (one.room, other.room)] + [own.x25519]
    anchors = [room.dealer.chain(0).anchor for room in (one.room, other.room)] + [own.chain(0).anchor]
    assert len({*keys}) == len({*anchors}) == 3


def test_a_rematch_of_an_earlier_server_goes_on() -> None:
    """Where its log names a host, but its secrets follow from the nonce alone."""
    nonce, now = secret("rematch"), 1_000
    table = Table("Ana", game="rematch")
    dealer = Dealer(MASTER, nonce, table.room.game)
    assert table.room.dealer.x25519 == dealer.x25519
    again = Room.load("TEST", MASTER, table.raws, now, 0, table.settings)
    assert again.dealer.x25519 == dealer.x25519
    assert again.state.phase is Phase.LOBBY
