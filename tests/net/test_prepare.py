"""Rooms that an organiser prepares, on a real server: one for each nonce, whatever happens."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec.structs import replace

from ono_core.fair.keys import fingerprint, public_key
from ono_core.game import commands as cmd
from ono_core.game.events import LogOpened
from ono_net.guest import Guest
from ono_net.limits import ROOMS_AT_ONCE, Doorman, Limits, TooMany
from ono_net.messages import Again, Create, Door, Enter, Entered, Error, Prepare, pack
from ono_net.server import STORE
from ono_net.store.sqlite import open_sqlite
from tests.net.peers import error, proven
from tests.net.serving import Person, Served, Wire, person, secret_of, serving, wire

ORGANISERS = frozenset({fingerprint(public_key(secret_of("Dora")))})
ROOM = Prepare(nonce=b"n" * 32, options={"preset": "boardflix"}, watch="delayed", delay_ms=5_000)


def key(name: str) -> bytes:
    """Somebody's identity key."""
    return public_key(secret_of(name))


@asynccontextmanager
async def evening(folder: Path, **config: Any) -> AsyncGenerator[Served]:
    """A server that knows Dora as an organiser."""
    async with serving(folder, organisers=ORGANISERS, **config) as served:
        yield served


async def entered(guest: Wire) -> Entered:
    """The next room that is entered."""
    while not isinstance(heard := await guest.hear(), Entered):
        assert not isinstance(heard, Error), heard
    return heard


async def prepared(served: Served, asked: Prepare = ROOM, name: str = "Dora") -> Entered:
    """The room that somebody's connection enters by this."""
    async with proven(served, name) as guest:
        await guest.say(asked)
        return await entered(guest)


async def test_a_prepared_room_names_its_nonce_and_its_host(tmp_path: Path) -> None:
    """And its door is as the organiser wants it."""
    async with evening(tmp_path) as served, proven(served, "Dora") as guest:
        await guest.say(ROOM)
        follower = Guest(secret_of("Dora"), None)
        while follower.presence.spectators == 0:
            follower.receive(await guest.hear())
        assert follower.player
        opened = follower.player.book.entries[0].events[0]
        assert isinstance(opened, LogOpened)
        assert (opened.nonce, opened.host, opened.options) == (ROOM.nonce, key("Dora"), ROOM.options)
        assert follower.door == Door(locked=False, public=False, watch="delayed")


async def test_preparing_twice_opens_one_room(tmp_path: Path) -> None:
    """One after the other, at once, with other options, and after a restart; another nonce is another room."""
    async with evening(tmp_path) as served:
        first = await prepared(served)
        assert (await prepared(served)).room == first.room
        assert (await prepared(served, replace(ROOM, options={}))).room == first.room
        heard: list[Entered] = []

        async def another() -> None:
            heard.append(await prepared(served, replace(ROOM, nonce=b"o" * 32)))

        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(another)
        assert len({one.room for one in heard} | {first.room}) == 2
    async with evening(tmp_path) as served:
        again = await prepared(served)
        assert (again.room, again.game) == (first.room, first.game)
    async with open_sqlite(tmp_path / STORE) as store:
        assert len(await store.rooms()) == 2


async def test_rooms_of_one_nonce_belong_to_their_organisers(tmp_path: Path) -> None:
    """Nobody gets into a room by knowing the nonce of another."""
    both = ORGANISERS | {fingerprint(key("Otto"))}
    async with serving(tmp_path, organisers=both) as served:
        rooms = {(await prepared(served, name=name)).room for name in ("Dora", "Otto")}
        assert len(rooms) == 2


async def test_only_organisers_prepare_rooms(tmp_path: Path) -> None:
    """Who is none is told its fingerprint, and the connection stays; a client of version 2 does not know of it."""
    async with evening(tmp_path) as served:
        async with proven(served, "Eve") as guest:
            told = await error(guest, ROOM)
            assert told.code == "not-organiser"
            assert fingerprint(key("Eve")) in told.detail
            await guest.say(Create({}))
            assert (await entered(guest)).length == 2
        async with wire(served, "Dora") as guest:
            await guest.say(replace(guest.session.hello("test"), versions=(2, 1)))
            [prove], _ = guest.session.receive(pack(await guest.hear()))
            await guest.say(prove)
            assert (await error(guest, ROOM)).code == "bad-message"


async def test_many_rooms_are_prepared_at_once(tmp_path: Path) -> None:
    """They do not count against the rooms of an address."""
    async with evening(tmp_path) as served, proven(served, "Dora") as guest:
        for number in range(2 * ROOMS_AT_ONCE):
            await guest.say(replace(ROOM, nonce=bytes([number]) * 32))
        rooms = {(await entered(guest)).room for _ in range(2 * ROOMS_AT_ONCE)}
        assert len(rooms) == 2 * ROOMS_AT_ONCE
        assert (await error(guest, replace(ROOM, options={"no": "such"}, nonce=b"x" * 32))).code == "bad-option"


def test_an_organiser_takes_no_room_from_the_players_of_its_address() -> None:
    """Its connections do not count while they last, nor do its handshakes."""
    doorman = Doorman(Limits(per_address=2))
    visitor = doorman.visitor(ip_address("192.0.2.7"), 0.0)
    visitor.shake_hands(0.0)
    with doorman.holding(visitor), visitor.excusing(0.0), ExitStack() as stack:
        assert visitor.handshakes.is_full(0.0)
        stack.enter_context(doorman.holding(visitor))
        stack.enter_context(doorman.holding(visitor))
        with pytest.raises(TooMany):
            stack.enter_context(doorman.holding(visitor))
    assert (visitor.connections, visitor.excused) == (0, 0)


@asynccontextmanager
async def directing(served: Served, *names: str) -> AsyncGenerator[Person]:
    """Dora in a room that she has prepared and directs, for these players."""
    room = (await prepared(served)).room
    async with person(served, "Dora", room) as dora:
        assert dora.guest.player
        await dora.act(dora.guest.player.witness("Dora"))
        answer = (await dora.act(cmd.Direct(tuple(map(key, names))))).answer
        assert answer
        assert answer.refusal is None
        yield dora


async def refused(someone: Person, act: cmd.Act) -> str:
    """The code with which an act is refused."""
    answer = (await someone.act(act)).answer
    assert answer
    assert answer.refusal
    return answer.refusal.code


async def test_nobody_sits_before_the_seats_are_named(tmp_path: Path) -> None:
    """Who finds the room first is neither its host nor in a seat of somebody else."""
    async with evening(tmp_path) as served:
        room = (await prepared(served)).room
        async with person(served, "Eve", room) as eve:
            assert eve.guest.player
            assert await refused(eve, eve.guest.player.keys.join("Eve")) == "locked"
            async with directing(served, "Ana", "Ben"):
                assert await refused(eve, eve.guest.player.keys.join("Eve")) == "not-invited"
                async with person(served, "Ana", room) as ana:
                    assert (await ana.sit()).answer
                    assert ana.guest.player
                    assert ana.guest.player.seat == 0


async def test_who_is_invited_comes_through_a_locked_door(tmp_path: Path) -> None:
    """The organiser opens and locks it, and nobody else; strangers stay out."""
    async with evening(tmp_path) as served, directing(served, "Ana", "Ben") as dora:
        room = str(dora.guest.room)
        locked = Door(locked=True, public=False, watch="live")
        await dora.link.send(locked)
        await dora.until(lambda p: p.guest.door == locked)
        async with person(served, "Ben", room) as ben:
            assert (await ben.sit()).answer
            await ben.link.send(replace(locked, locked=False))
            told = (await ben.answer()).error
            assert told
            assert told.code == "not-host"
        async with proven(served, "Eve") as eve:
            assert (await error(eve, Enter(head=None, room=room))).code == "locked"


async def test_a_directed_game_has_no_rematch(tmp_path: Path) -> None:
    """Neither for its host nor for a player, once it is over."""
    async with evening(tmp_path) as served, directing(served, "Ana", "Ben") as dora:
        room = str(dora.guest.room)
        async with person(served, "Ana", room) as ana, person(served, "Ben", room) as ben, trio.open_nursery() as tasks:
            for someone in (ana, ben):
                await someone.sit()
            tasks.start_soon(ana.play)
            tasks.start_soon(ben.play)
            await dora.link.send(dora.guest.act(cmd.Start()))
            await dora.play()
        assert dora.phase == "sealed"
        await dora.link.send(Again())
        told = (await dora.answer()).error
        assert told
        assert told.code == "directed"
