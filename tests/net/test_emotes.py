"""Emotes: what players show for a moment to all who are there, a few at once, but to no client of version 1."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
import trio
import trio.testing

from ono_core.game.commands import Leave, Start
from ono_net.limits import EMOTES_AT_ONCE, EMOTES_PER_SECOND
from ono_net.messages import (
    Door,
    Emote,
    Emoted,
    Enter,
    Error,
    FromTable,
    Hello,
    Ping,
    Pong,
    Presence,
    Welcome,
    pack,
)
from ono_net.session import VERSIONS, ClientSession, TableSession
from ono_net.store.memory import MemoryStore
from tests.net.peers import error, fault, log_of, proven
from tests.net.readers import Reader, connected, entered, served_table, settled
from tests.net.serving import Person, Wire, person, secret_of, serving, wire
from tests.net.test_limits import wait_in


async def emoted(someone: Person) -> Emoted:
    """The next emote that somebody hears of."""
    while True:
        news = await someone.hear()
        assert news.error is None
        if news.emoted:
            return news.emoted


def shown(reader: Reader) -> list[str]:
    """What a reader was sent."""
    return [message.what for write in reader.writes for message in write if isinstance(message, Emoted)]


async def until(guest: Wire, kind: type[FromTable]) -> FromTable:
    """Listen until a message of this kind comes."""
    while not isinstance(heard := await guest.hear(), kind):
        pass
    return heard


async def old_friend(guest: Wire, room: str) -> None:
    """Enter a room as a client that speaks the first version only."""
    nonce = bytes(32)
    await guest.say(Hello(client="ono 0.1", nonce=nonce, versions=(1,)))
    welcome = await guest.hear()
    assert isinstance(welcome, Welcome)
    assert welcome.version == 1
    [prove], _ = guest.session.receive(pack(welcome))
    await guest.say(prove)
    await guest.say(Enter(head=None, room=room))
    await until(guest, Presence)


async def test_all_who_are_there_see_an_emote_in_the_order_they_came(tmp_path: Path) -> None:
    """Players and those who watch, the sender too; in the lobby and in the game; and the log knows nothing of it."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.sit()
        async with person(served, "Ben", ana.guest.room) as ben, person(served, "Wes", ana.guest.room) as watcher:
            await ben.sit()
            await ana.until(lambda p: len(log_of(p).state.taken) == 2)
            await ana.link.send(Emote("hello"))
            for someone in (ana, ben, watcher):
                assert await emoted(someone) == Emoted(0, "hello")
            await ana.act(Start())
            await ben.link.send(Emote("well-played"))
            await ben.link.send(Emote("thanks"))
            for someone in (ana, ben, watcher):
                assert [await emoted(someone) for _ in range(2)] == [Emoted(1, "well-played"), Emoted(1, "thanks")]
            length = log_of(ana).book.head.index
            assert not any(b"thanks" in raw for raw in log_of(ana).book.raws(0))
            assert length == ana.length - 1


async def test_one_frame_is_shared_by_all() -> None:
    """Whoever is there gets the very same bytes in a write of their own."""
    async with served_table(MemoryStore()) as table:
        noted: list[bytes] = []

        class Noting(Reader):
            def push(self, frames: bytes) -> None:
                if b"emoted" in frames:
                    noted.append(frames)
                super().push(frames)

        readers = [Noting(name, table) for name in ("Ana", "Ben", "Cleo")]
        for reader in readers:
            await table.admit(reader.identity, reader, None)
        await readers[0].sit()
        await table.ask(readers[0].identity, Emote("wow"))
        await trio.testing.wait_all_tasks_blocked()
        assert len(noted) == 3
        assert len({id(one) for one in noted}) == 1


async def test_only_players_send_emotes(tmp_path: Path) -> None:
    """Who watches, or has left the table, is told so, stays connected, and nobody hears of it."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        await ana.sit()
        await ben.sit()
        await ben.act(Leave())
        async with person(served, "Wes", ana.guest.room) as watcher:
            for someone in (watcher, ben):
                await someone.link.send(Emote("cry"))
                assert (await someone.answer()).error == Error("not-seated", "only players send emotes")
            await ana.link.send(Emote("oops"))
            for someone in (ana, ben, watcher):
                assert await emoted(someone) == Emoted(0, "oops")


async def test_a_few_at_once_and_then_one_in_a_while(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """Beyond that the sender alone is told the limit and how long to wait, each time, and stays connected."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        await ana.sit()
        for _ in range(EMOTES_AT_ONCE + 2):
            await ana.link.send(Emote("laugh"))
        for _ in range(2):
            told = (await ana.answer()).error
            assert told is not None
            assert told.code == "too-many"
            assert told.detail.startswith("3 emotes at once and one in 4 s expected: wait ")
            assert wait_in(told.detail) <= 5
        await trio.testing.wait_all_tasks_blocked(0.02)
        mock_clock.jump(1 / EMOTES_PER_SECOND)
        await ana.link.send(Emote("hurry"))
        assert [await emoted(ben) for _ in range(EMOTES_AT_ONCE + 1)] == [
            *[Emoted(0, "laugh")] * EMOTES_AT_ONCE,
            Emoted(0, "hurry"),
        ]
        assert ana.lost == ben.lost == []


async def test_the_limit_is_that_of_one_connection(tmp_path: Path) -> None:
    """What one player used up does not count for another."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        for someone in (ana, ben):
            await someone.sit()
            for _ in range(EMOTES_AT_ONCE):
                await someone.link.send(Emote("wow"))
        heard = [await emoted(ana) for _ in range(2 * EMOTES_AT_ONCE)]
        assert sorted(one.seat for one in heard) == [0] * EMOTES_AT_ONCE + [1] * EMOTES_AT_ONCE


async def test_a_client_of_version_1_is_never_sent_an_emote(tmp_path: Path) -> None:
    """It would take that for a fault, for its readers are strict; what comes after it does come."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.sit()
        async with wire(served, "Ole") as ole:
            await old_friend(ole, str(ana.guest.room))
            await ana.link.send(Emote("hello"))
            assert await emoted(ana) == Emoted(0, "hello")
            await ana.link.send(Door(locked=True, public=False, watch="live"))
            kinds = [type(await ole.hear())]
            while kinds[-1] is not Door:
                kinds.append(type(await ole.hear()))
            assert Emoted not in kinds


async def test_version_1_knows_no_emote(tmp_path: Path) -> None:
    """A client that speaks the first version and sends one breaks the protocol."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, wire(served, "Ole") as ole:
        await old_friend(ole, str(ana.guest.room))
        told = await fault(ole, Emote("hello"))
        assert told == Error("bad-message", "this emote is of version 2, and 1 is spoken")


async def test_an_emote_needs_a_room(tmp_path: Path) -> None:
    """Before one has entered, it is as with all that is asked of a room."""
    async with serving(tmp_path) as served, proven(served) as guest:
        assert (await error(guest, Emote("hello"))).code == "not-entered"
        await guest.say(Ping(7))
        assert await guest.hear() == Pong(7)


def test_both_sides_know_the_version_they_speak() -> None:
    """The best that both know, from the welcome on."""
    table, client = TableSession(bytes([1]) * 32, "host", bytes(32)), ClientSession(secret_of("Ana"), "host", bytes(32))
    assert (table.version, client.version) == (0, 0)
    [welcome] = table.receive(pack(client.hello("test"))).replies
    client.receive(pack(welcome))
    assert (table.version, client.version) == (VERSIONS[0], VERSIONS[0])


@pytest.mark.parametrize("watch", ["delayed", "after"])
async def test_who_sees_the_game_later_sees_no_emotes_of_now(watch: Literal["delayed", "after"]) -> None:
    """An emote is about a card they have not seen yet."""
    async with served_table(MemoryStore()) as table:
        ana, ben, wes = [await entered(table, name) for name in ("Ana", "Ben", "Wes")]
        await ana.sit()
        await ben.sit()
        await table.ask(ana.identity, Door(locked=False, public=False, watch=watch))
        await table.ask(ana.identity, Emote("hello"))
        await ana.act(Start())
        await settled({one.name: one for one in (ana, ben, wes)})
        await table.ask(ana.identity, Emote("wow"))
        await trio.testing.wait_all_tasks_blocked()
        assert (shown(ben), shown(wes)) == (["hello", "wow"], ["hello"])


async def test_over_a_socket_the_reader_has_the_version_of_its_session() -> None:
    """What the table asks of a reader, a connection answers from its handshake."""
    async with served_table(MemoryStore()) as table, trio.open_nursery() as nursery:
        line = await connected(nursery, table, secret_of("Ana"))
        await line.catch_up()
        assert line.connection.version == VERSIONS[0]
        nursery.cancel_scope.cancel()
