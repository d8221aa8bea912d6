"""Clauses of rooms: their codes, who enters, their doors."""

from __future__ import annotations

import json
from typing import Any

from ono_cli.conformance.clauses import Broken, expect
from ono_cli.conformance.ground import SERVER, Ground
from ono_cli.conformance.wire import Someone, Wire, entered
from ono_core.game.commands import Unseat
from ono_net.lobby import PRIVATE, code_of
from ono_net.messages import Create, Door, Enter, Entered, Explain, Explained, Quick


async def stays(wire: Wire, wish: Any, code: str) -> None:
    """This wish is answered by this error, and the connection stays."""
    await wire.say(wish)
    await wire.error(code)
    await wire.lives()


@SERVER.clause("1.16", "`create` opens a room whose code has 4 to 8 letters A-Z without I and O, and enters it")
async def create(ground: Ground) -> None:
    """The room is there, and its log has begun."""
    room = await ground.room()
    expect(code_of(room) == room, f"a code expected, got {room!r}")
    async with ground.proven() as wire:
        told, raws = await entered(wire, Enter(head=None, room=room))
    expect(told.room == room, f"room {room} expected, got {told.room}")
    expect(told.length == len(raws) > 0, f"{told.length} entries expected, got {len(raws)}")


@SERVER.clause("1.17", "Case and spaces of a room's code do not count")
async def spelling(ground: Ground) -> None:
    """Small letters, with a space."""
    room = await ground.room()
    async with ground.proven() as wire:
        told, _ = await entered(wire, Enter(head=None, room=f" {room[:2].lower()} {room[2:].lower()}"))
    expect(told.room == room, f"room {room} expected, got {told.room}")


@SERVER.clause("1.18", "A code of no room is answered by `no-such-room`, and the connection stays")
async def no_such_room(ground: Ground) -> None:
    """A code that can be none."""
    async with ground.proven() as wire:
        await stays(wire, Enter(head=None, room="IOIO"), "no-such-room")


@SERVER.clause("7.1", "`explain` is answered by `explained` or by `bad-option`, at any time once proven")
async def explain(ground: Ground) -> None:
    """A preset, and an option that there is not."""
    async with ground.proven() as wire:
        await wire.say(Explain({"preset": "boardflix"}))
        explained = await wire.until(Explained)
        expect(explained.rest and explained.presets, "sentences and presets expected")
        await stays(wire, Explain({"preset": "boardflix", "wings": 2}), "bad-option")


@SERVER.clause("7.2", "Options that cannot be open no room: `bad-option`, and the connection stays")
async def bad_options(ground: Ground) -> None:
    """An option that there is not."""
    async with ground.proven() as wire:
        await stays(wire, Create({"preset": "boardflix", "wings": 2}), "bad-option")


@SERVER.clause("9.1", "A room is private at first; `door` of its host is told to all and holds")
async def door(ground: Ground) -> None:
    """Public, and in the list; then private again, and not in it."""
    async with ground.hosting() as host, ground.someone("Wanda", host.room) as guest:
        expect(guest.guest.door == PRIVATE, "a private door expected")
        await _set(host, Door(locked=False, public=True, watch="live"), guest)
        expect(host.room in await _listed(ground), "the room expected in GET /rooms")
        await _set(host, PRIVATE, guest)
        expect(host.room not in await _listed(ground), "the room is in GET /rooms, but private")


@SERVER.clause("9.2", "`door` of somebody else is answered by `not-host`, and nothing changes")
async def others_door(ground: Ground) -> None:
    """A spectator opens the room."""
    async with ground.hosting() as host, ground.someone("Wanda", host.room) as guest:
        await stays(guest.wire, Door(locked=False, public=True, watch="live"), "not-host")
        expect(host.room not in await _listed(ground), "the room became public")


@SERVER.clause("9.3", "Nobody new enters a locked room (`locked`); who is there stays, and comes back")
async def locked(ground: Ground) -> None:
    """A stranger stays out; the host comes back and unlocks."""
    async with ground.hosting() as host:
        room = host.room
        await _set(host, Door(locked=True, public=False, watch="live"))
        async with ground.proven("Lola") as wire:
            await stays(wire, Enter(head=None, room=room), "locked")
    async with ground.hosting() as host:
        await _set(host, PRIVATE)
        async with ground.proven("Lola") as wire:
            await entered(wire, Enter(head=None, room=room))


@SERVER.clause(
    "9.4", "Whom the host sends away is told `kicked` and closed with 1000, and told so when it enters again"
)
async def kicked(ground: Ground) -> None:
    """A seat is taken from its player."""
    async with ground.hosting() as host:
        async with ground.seated("Kim", host.room) as kim:
            seat = kim.player.seat
            assert seat is not None, "who joined is seated"
            await host.until(lambda it: len(it.player.state.seats) > seat and it.player.state.seats[seat])
            await host.act(Unseat(seat))
            await kim.wire.error("kicked")
            code = await kim.wire.closing()
            expect(code == 1000, f"close code 1000 expected, got {code}")
        async with ground.proven("Kim") as wire:
            await stays(wire, Enter(head=None, room=host.room), "kicked")


async def _set(host: Someone, door: Door, *others: Someone) -> None:
    """Set the door, and hear of it."""
    await host.wire.say(door)
    for someone in (host, *others):
        await someone.until(lambda it: it.guest.door == door)


async def _listed(ground: Ground) -> list[str]:
    """The codes of the rooms that the server lists."""
    said = await ground.asked("GET /rooms", f"Host: {ground.host}")
    _, _, body = said.partition("\r\n\r\n")
    try:
        return [room["code"] for room in json.loads(body)]
    except (ValueError, TypeError, KeyError):
        raise Broken(f"a JSON array of rooms expected at GET /rooms, got {body[:60]!r}") from None


@SERVER.clause("1.19", "`create` while in another room leaves that room")
async def leaves(ground: Ground) -> None:
    """The host is missed in the room it left."""
    async with ground.hosting() as host, ground.someone("Wanda", host.room) as guest:
        await guest.until(lambda it: host.player.seat in it.guest.presence.online)
        await host.wire.say(Create({"preset": "boardflix"}))
        await host.wire.until(Entered)
        await guest.until(lambda it: host.player.seat not in it.guest.presence.online)


@SERVER.clause("1.23", "`quick` enters a public room of its preset that waits for players, or opens one that is public")
async def quick(ground: Ground) -> None:
    """Whichever it is, it stands in the list, with its preset."""
    async with ground.hosting() as host:
        await _set(host, Door(locked=False, public=True, watch="live"))
        async with ground.proven() as wire:
            await wire.say(Quick({"preset": "boardflix"}))
            room = (await wire.until(Entered)).room
            expect(room in await _listed(ground), f"room {room} expected in GET /rooms")
        await _set(host, PRIVATE)
