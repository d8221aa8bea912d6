"""Reported faults, section D: lost lines, sleep, restart. Each case keeps its number.

Some of PC-26 is in test_bad_input, some of PC-31 in test_room.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import Phase, public
from ono_core.log.entries import ByBot, ByPlayer, ByTable, Signed, command_id, command_is_signed
from ono_core.log.file import written
from ono_net import client
from ono_net.client import Ended, connect
from ono_net.guest import Guest
from ono_net.messages import Answer, Command, Enter, Entered, Entries, pack
from ono_net.player import Player
from ono_net.room import Settings
from ono_net.table import Asked
from ono_net.table import Table as Served
from ono_replay.audit import audit
from ono_replay.replay import read
from tests.core.game.scenario import given, leave, play
from tests.net.peers import both, is_asking, log_of
from tests.net.positions import CLOCK, OFFICIAL, PARTY, asked_name, begun, come_to, kinds, loaded, newest
from tests.net.readers import Reader, back, going_on, plays_on
from tests.net.serving import Person, person, secret_of, serving, wire
from tests.net.table import Table

# PC-23: forty seconds in a tunnel

HASTY = {**PARTY, "clock_ms": 3_000, "clock_short_ms": 3_000}


async def test_pc_23_forty_seconds_in_a_tunnel(autojump_clock: trio.testing.MockClock) -> None:
    """Back from a tunnel Cleo has every event once and in order, and is told that her play from there was refused."""
    played = come_to(lambda now: asked_name(now) == "Cleo", "Ana", "Ben", "Cleo", options=HASTY)
    thought = played.thought("Cleo")
    async with going_on(played) as (table, readers):
        cleo = readers["Cleo"]
        entered, head = trio.current_time(), len(table.room.book)
        table.dismiss(cleo.identity, cleo)
        made = cleo.guest.act(thought)
        async with trio.open_nursery() as nursery:
            for name in ("Ana", "Ben"):
                nursery.start_soon(plays_on, readers[name])
            await trio.sleep_until(entered + 39)
            nursery.cancel_scope.cancel()
        assert happened(table, head) >= 35
        await trio.sleep_until(entered + 40)
        assert ev.TimedOut(2, 1) in [event for entry in table.room.book.entries[head:] for event in entry.events]
        heard = len(cleo.writes)
        await back(cleo)
        answer = await answer_to(cleo, made)
        assert (answer.index, answer.refusal and answer.refusal.code) == (None, "stale")
        assert command_id(table.room.game, made.body) not in table.room.book.command_index
        missed = [
            raw for write in cleo.writes[heard:] for told in write if isinstance(told, Entries) for raw in told.entries
        ]
        assert missed == table.room.book.raws(head)
        assert followed(cleo).book.hashes == table.room.book.hashes
        assert public(followed(cleo).state) == public(table.room.state)


def happened(table: Served, head: int) -> int:
    """How many events there have been since the log was so long."""
    return sum(len(entry.events) for entry in table.room.book.entries[head:])


async def answer_to(reader: Reader, command: Command) -> Answer:
    """The answer to this command."""
    wanted = command_id(reader.table.room.game, command.body)
    while True:
        answer = (await reader.answer()).answer
        if answer and answer.id == wanted:
            return answer


def followed(reader: Reader) -> Player:
    """The game as a reader follows it."""
    assert reader.guest.player
    return reader.guest.player


async def test_pc_23_back_in_two_round_trips(tmp_path: Path) -> None:
    """Who comes back says who he is and what he holds, and the second answer is all he missed, once and in order."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        for someone in (ana, ben):
            await someone.sit()
        head = log_of(ben).book.head
        gid, room = log_of(ben).keys.gid, str(ben.guest.room)
        for _ in range(35):
            await ana.act(cmd.AddBot("easy", None))
            await ana.act(cmd.Unseat(2))
        async with wire(served, "Ben") as again:
            await again.say(again.session.hello("test"))
            [prove], _ = again.session.receive(pack(await again.hear()))
            await again.say(prove)
            await again.say(Enter(head=(gid, head.index, head.hash), room=room))
            entered, raws = await again.hear(), list[bytes]()
            assert isinstance(entered, Entered)
            while head.index + 1 + len(raws) < entered.length:
                batch = await again.hear()
                assert isinstance(batch, Entries)
                raws += batch.entries
        assert raws == log_of(ana).book.raws(head.index + 1)
        assert len(raws) == 70


class Tunnel:
    """A way to a server: in the dark no connection is to be had, and on those there are nothing comes through."""

    def __init__(self, server_port: int) -> None:
        self.port = 0
        self.server_port = server_port
        self._light: trio.CancelScope | None = None

    async def lit(self, nursery: trio.Nursery) -> None:
        """Let everything through from here on; connections that there were stay dead."""
        listeners = await trio.open_tcp_listeners(self.port, host="127.0.0.1")
        self.port = int(listeners[0].socket.getsockname()[1])
        nursery.start_soon(self._serve, listeners, nursery)

    def darken(self) -> None:
        """Let nothing through."""
        assert self._light
        self._light.cancel()

    async def _serve(self, listeners: list[trio.SocketListener], nursery: trio.Nursery) -> None:
        with trio.CancelScope() as self._light:
            await trio.serve_listeners(self._carry, listeners, handler_nursery=nursery)

    async def _carry(self, near: trio.SocketStream) -> None:
        light = self._light
        assert light
        far = await trio.open_tcp_stream("127.0.0.1", self.server_port)
        async with near, far, trio.open_nursery() as nursery:
            for source, sink in ((near, far), (far, near)):
                nursery.start_soon(self._pump, source, sink, light, nursery.cancel_scope)

    async def _pump(
        self, source: trio.SocketStream, sink: trio.SocketStream, light: trio.CancelScope, over: trio.CancelScope
    ) -> None:
        with suppress(trio.BrokenResourceError):
            async for data in source:
                if not light.cancel_called:
                    await sink.send_all(data)
        over.cancel()


async def seconds(clock: trio.testing.MockClock, count: int) -> None:
    """So many seconds pass, and in each everybody does what is to be done."""
    for _ in range(2 * count):
        await trio.testing.wait_all_tasks_blocked(0.01)
        clock.jump(0.5)
    await trio.testing.wait_all_tasks_blocked(0.01)


async def test_pc_23_a_line_that_is_dead_but_open_is_left_and_back_within_two_seconds(
    tmp_path: Path, mock_clock: trio.testing.MockClock
) -> None:
    """A line on which nothing comes and nothing says so is given up; out of the tunnel Cleo is back by herself."""
    tunnel = Tunnel(await a_free_port())
    async with trio.open_nursery() as nursery:
        await tunnel.lit(nursery)
        outside, inside = f"http://localhost:{tunnel.server_port}", f"http://localhost:{tunnel.port}"
        async with (
            serving(tmp_path, port=tunnel.server_port, public_url=inside),
            by(outside, "Ana", None) as ana,
            by(inside, "Cleo", ana.guest.room) as cleo,
            trio.open_nursery() as listening,
        ):
            listening.start_soon(cleo.until, never)
            tunnel.darken()
            await ana.sit()
            await seconds(mock_clock, 40)
            assert len(cleo.lost) > 10
            assert cleo.length < ana.length
            await tunnel.lit(nursery)
            await seconds(mock_clock, 2)
            assert log_of(cleo).book.hashes == log_of(ana).book.hashes
            listening.cancel_scope.cancel()
        nursery.cancel_scope.cancel()


def never(_: Person) -> bool:
    """Listen on."""
    return False


async def a_free_port() -> int:
    """A port on which nobody listens."""
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        return int(listener.socket.getsockname()[1])


@asynccontextmanager
async def by(url: str, name: str, room: str | None) -> AsyncGenerator[Person]:
    """Somebody who has come by this way, and has the whole log."""
    guest = Guest(secret_of(name), room)
    async with connect(url, secret_of(name), opening=guest.opening) as link:
        someone = Person(name, guest, link)
        await someone.until(lambda p: p.length >= 2)
        yield someone


# PC-25: two tabs


async def test_pc_25_two_tabs_and_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: trio.testing.MockClock
) -> None:
    """The newest has the seat with the same hand; the others are told so once, and try nothing for a minute."""
    attempts = counted(monkeypatch)
    async with serving(tmp_path) as served, person(served, "Ana") as tab, person(served, "Ben", tab.guest.room) as ben:
        for someone in (tab, ben):
            await someone.sit()
        await tab.link.send(tab.guest.act(cmd.Start()))
        await both((tab, ben), is_asking)
        hand = log_of(tab).view().hand
        async with person(served, "Ana", tab.guest.room) as second:
            await is_replaced(tab)
            async with person(served, "Ana", tab.guest.room) as phone:
                await is_replaced(second)
                await trio.testing.wait_all_tasks_blocked(0.02)
                mock_clock.jump(15)
                for _ in range(3):
                    await trio.testing.wait_all_tasks_blocked(0.02)
                    mock_clock.jump(15)
                await trio.testing.wait_all_tasks_blocked(0.02)
                assert len(attempts) == 4
                assert log_of(phone).view().hand == hand
                assert log_of(phone).seat == 0
                assert phone.guest.presence.online == (0, 1)
        async with person(served, "Ana", tab.guest.room) as tab_again:
            assert log_of(tab_again).view().hand == hand
            assert len(attempts) == 5


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every attempt of a client to connect."""
    attempts, stream = list[str](), client.stream_to

    async def counting(url: str) -> Any:
        attempts.append(url)
        return await stream(url)

    monkeypatch.setattr(client, "stream_to", counting)
    return attempts


async def is_replaced(someone: Person) -> None:
    """Somebody is told that the seat was opened elsewhere, and stays told so."""
    for _ in range(2):
        with pytest.raises(Ended) as ended:
            await someone.until(lambda _: False)
        assert ended.value.code == "replaced"


# PC-26: taking somebody's seat


async def test_pc_26_taking_somebodys_seat(tmp_path: Path) -> None:
    """Under Ana's name, with her keys' public parts or with what she sent before, Eve gets no seat."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        room = str(ana.guest.room)
        recorded = [ana.guest.act(log_of(ana).keys.join("Ana"))]
        await ana.link.send(recorded[0])
        await ana.answer()
        await ben.sit()
        async with person(served, "Eve", room) as eve:
            for name in ("Ana", "\u0410na", "ana "):
                refused = (await eve.act(log_of(eve).keys.join(name))).answer
                assert refused
                assert refused.refusal
                assert refused.refusal.code == "name-taken"
            stolen = (await eve.act(log_of(ana).keys.join("Eve"))).answer
            assert stolen
            assert stolen.refusal
            assert stolen.refusal.code == "bad-certificate"
            await eve.link.send(recorded[0])
            again = (await eve.answer()).answer
            assert again
            assert again.index is not None, "it was said before, and is told where it stands"
            assert log_of(eve).seat is None
            assert eve.length == ben.length, "no entry was written"
        assert [seat.name for seat in log_of(ben).state.seats if seat] == ["Ana", "Ben"]


def test_pc_26_who_leaves_and_comes_back_has_the_old_hand_and_score() -> None:
    """Neither leaving nor joining anew, with the same keys or others, deals a new hand."""
    table = Table("Ana", "Ben", options=OFFICIAL)
    table.start()
    while table.room.state.round < 2 or table.room.state.phase is not Phase.PLAY:
        table.wake() if table.room.state.phase is Phase.ROUND_OVER else table.plays_on(until=1)
    hands, scores = table.room.state.hands, table.room.state.scores
    assert any(scores)
    table.turn_of("Ben")
    hands = table.room.state.hands
    table.does("Ana", cmd.Leave())
    table.leave("Ana")
    joining = table.says("Ana", table.players["Ana"].keys.join("Ana"))
    assert (getattr(joining, "code", None), table.room.state.seat_at(0).away) == ("already-seated", True)
    table.enter("Ana")
    assert newest(table).events == (ev.SeatBack(0),)
    table.players["Ana"].renew()
    table.does("Ana", table.players["Ana"].keys.join("Ana"))
    assert kinds(table) == [ev.Rekeyed]
    assert (table.room.state.hands, table.room.state.scores) == (hands, scores)
    assert table.room.state.taken == (0, 1)


# PC-28: a restart on an absent player's turn


def restarted(table: Table, down_ms: int) -> None:
    """The server stops and starts again after so long."""
    table.now += down_ms
    table.room = loaded(table)
    assert table.room.online() == []
    table.wake()
    assert kinds(table) == [ev.Resumed]


def test_pc_28_restart_on_an_absent_players_turn() -> None:
    """Ben's time begins anew once anybody is there, the down time is nobody's, and the table moves on by itself."""
    table = begun("Ana", "Ben", "Cleo")
    table.turn_of("Ben")
    table.leave("Ben")
    table.now += 10_000
    assert table.room.ms_left(table.now) == CLOCK - 10_000
    before = table.room.book.clock
    restarted(table, 45_000)
    assert table.room.book.clock == before
    assert table.room.next_deadline() is None, "nobody is there"
    table.now += 60_000
    table.enter("Eve")
    assert (table.room.online(), table.room.spectators()) == ([], 1)
    assert table.room.ms_left(table.now) == CLOCK
    began = table.now
    table.wake()
    assert (table.now, kinds(table)[0]) == (began + CLOCK, ev.TimedOut)
    assert table.room.book.clock == before + CLOCK
    table.now += 5_000
    table.enter("Cleo")
    assert table.room.online() == [2]
    while table.room.asked() != 2:
        table.wake()
    table.does("Cleo", table.thought("Cleo"))
    while table.room.state.host != 2 or ev.TimedOut not in kinds(table):
        table.wake()
    assert table.room.online() == [2], "Ana and Ben are played for by the clock, and Cleo hosts in Ana's place"
    assert not audit(written(table.raws)).findings


def test_pc_28_without_a_clock_the_computer_plays_for_who_does_not_come_back() -> None:
    """It waits 30 s from the restart; who comes back meanwhile loses nothing."""
    table = begun("Ana", "Ben", "Cleo", options={"preset": "boardflix"})
    table.turn_of("Ben")
    table.leave("Ben")
    table.now += 10_000
    restarted(table, 45_000)
    table.enter("Eve")
    table.enter("Cleo")
    began = table.now
    table.wake()
    assert (table.now - began, kinds(table)) == (table.settings.away_ms, [ev.SeatToBot])
    while table.room.asked() != 2:
        table.wake()
    assert {type(entry.cause) for entry in table.room.book.entries[-2:]} <= {ByBot, ByTable}
    table.does("Cleo", table.thought("Cleo"))
    table.enter("Ben")
    assert newest(table).events == (ev.SeatBack(1),)


# PC-29: the play and the deadline in the same instant


@pytest.mark.parametrize("order", ["read first", "timer first", "busy"])
@pytest.mark.parametrize("after", [-1, 0, 1])
async def test_pc_29_the_play_and_the_deadline_in_the_same_instant(
    after: int, order: str, mock_clock: trio.testing.MockClock
) -> None:
    """The time of receipt alone decides: up to the deadline's ms the play counts, and after it the clock has acted."""
    played = begun("Ana", "Ben", "Cleo")
    name, step, seat = asked_name(played), played.room.state.step, played.room.state.turn
    signed = played.players[name].signed(cmd.Draw())
    mock_clock.jump(played.now / 1000)
    async with going_on(played) as (table, readers):
        length, due = len(table.room.book), table.room.next_deadline()
        assert due is not None
        asked = Asked(readers[name].identity, Command(signed.body, signed.sig), due + after)
        jump_to(mock_clock, due + after + (500 if order == "busy" else 0))
        if order == "timer first":
            await trio.testing.wait_all_tasks_blocked()
        table._asks.send_nowait(asked)
        await trio.testing.wait_all_tasks_blocked()
        answer = await answer_to(readers[name], Command(signed.body, signed.sig))
        first = table.room.book.entries[length]
        if after <= 0:
            assert answer.index == length
            assert isinstance(first.cause, ByPlayer)
        else:
            assert (answer.index, answer.refusal and answer.refusal.code) == (None, "stale")
            assert first.cause == ByTable(cmd.TimeOut(step))
        assert len(table.room.book) == length + 1
        assert (table.room.state.turn == seat) == (table.room.state.phase is Phase.DRAWN)
        again = read(written(table.room.book.raws()))
        assert public(again.state(length)) == public(table.room.state)
        assert not audit(written(table.room.book.raws())).findings
        assert all(followed(reader).book.hashes == table.room.book.hashes for reader in readers.values())


def jump_to(clock: trio.testing.MockClock, ms: int) -> None:
    """Go on to the middle of a ms of the steady clock."""
    clock.jump((ms + 0.5) / 1000 - trio.current_time())


# PC-31: a human comes back while the bot thinks


def test_pc_31_human_comes_back_while_the_bot_thinks() -> None:
    """The seat is given back before anything else, with the time that is left, and each acts with its own key."""
    table = begun("Ana", "Ben", options={"preset": "boardflix", "clock_ms": CLOCK}, settings=Settings(pace_ms=4_000))
    table.turn_of("Ben")
    table.does("Ana", cmd.Leave())
    table.leave("Ana")
    while table.room.asked() != 0:
        table.plays_on(until=1)
    asked = table.now
    thinks_until = table.room.next_deadline()
    assert thinks_until is not None
    assert thinks_until - asked >= 2_000
    table.now += 1_000
    length = len(table.raws)
    table.enter("Ana")
    assert newest(table).events == (ev.SeatBack(0),)
    assert len(table.raws) == length + 1
    assert table.room.ms_left(table.now) == CLOCK - 1_000
    assert table.room.next_deadline() == asked + CLOCK
    assert table.room.wake(thinks_until) is None
    table.now = thinks_until + 1_000
    table.does("Ana", table.thought("Ana"))
    cause = newest(table).cause
    assert isinstance(cause, ByPlayer)
    session = table.room.state.seat_at(0).session
    assert command_is_signed(session, table.room.game, Signed(cause.body, cause.sig))
    assert not any(isinstance(entry.cause, ByBot) for entry in table.room.book.entries[length:])


# PC-32: leaving in the middle of a reversed round


REMOVED: dict[str, Any] = {"preset": "official", "absence": "remove", "seven_zero": True}
FIVE = ["R1 R2 B3", "G1 G2 G3", "R0 RS RD RR R5 B1", "R7 RS RD RR B2 R6", "Y4 Y5 Y6"]
PILE = "Y1 Y2 Y3 Y7 Y8 Y9 G5 G6 G7 G8"


def test_pc_32_leaving_in_the_middle_of_a_reversed_round() -> None:
    """The turn goes on to who is left, against the clock; nothing hits an empty seat; with two a Reverse skips."""
    table = given("R3", FIVE, pile=PILE, turn=1, direction=-1, **REMOVED)
    table = table.when(1, leave).then(turn=0, playing=(0, 2, 3, 4), phase="play", direction=-1)
    table = table.when(0, leave).then(turn=4, playing=(2, 3, 4), round=1, scores=(0,) * 5)
    skipped = table.but(turn=2).when(2, play("RS")).then(turn=3)
    skipped.then(playing=(2, 3, 4))
    drawing = table.but(turn=2).when(2, play("RD")).then(turn=3)
    assert drawing.state.hands[:2] == ((), ())
    assert len(drawing.state.hands[4]) == 5
    rotated = table.but(turn=2).when(2, play("R0"))
    assert [len(hand) for hand in rotated.state.hands] == [0, 0, 6, 3, 5]
    table = table.when(4, leave).then(turn=3, playing=(2, 3), direction=-1)
    table.when(3, play("RR")).then(turn=3, phase="play")
    table.when(3, play("RS")).then(turn=3)
    table.when(3, play("R6")).then(turn=2, round=1, winner=None)


def test_pc_32_who_comes_back_does_not_shift_the_order() -> None:
    """A seat that the computer has played stands where it stood when its player is back, and keeps its turn."""
    table = given("R3", FIVE, pile=PILE, turn=1, direction=-1, preset="boardflix")
    gone = table.when(1, leave).then(turn=1, playing=(0, 1, 2, 3, 4), away=(1,))
    back_again = gone.when(None, cmd.SeatBack(1)).then(turn=1, playing=(0, 1, 2, 3, 4), away=(), direction=-1)
    assert back_again.state.hands == table.state.hands
    assert (back_again.state.neighbour(1), back_again.state.neighbour(0)) == (0, 4)


def test_pc_32_a_table_of_five_plays_on_as_they_leave() -> None:
    """Whoever goes, on purpose or with the line, passes the turn on; the game is not begun anew."""
    options = {**OFFICIAL, "absence": "remove"}
    table = come_to(lambda now: now.room.state.direction < 0, "Ana", "Ben", "Cleo", "Dan", "Eva", options=options)
    for left in (4, 3, 2):
        state, seat = table.room.state, table.room.asked()
        assert seat is not None
        following = next(other for other in around(state.playing, seat, state.direction))
        name = asked_name(table)
        if left == 3:
            table.leave(name)
            while not table.room.state.seat_at(seat).gone:
                table.wake()
        else:
            table.does(name, cmd.Leave())
        table.cut()
        after = table.room.state
        assert (after.round, after.turn, len(after.playing)) == (state.round, following, left)
        assert after.direction == state.direction
        assert not after.hands[seat]
    table.does(asked_name(table), table.thought(asked_name(table)))
    assert not audit(written(table.raws)).findings


def around(playing: tuple[int, ...], seat: int, direction: int) -> list[int]:
    """The others in the order in which they come after a seat."""
    at = playing.index(seat)
    return [playing[(at + direction * step) % len(playing)] for step in range(1, len(playing))]
