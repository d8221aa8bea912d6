"""Clauses of limits; the last that are looked at, for they make the server wary."""

from __future__ import annotations

import trio

from ono_cli.conformance.clauses import Broken, Untested, expect
from ono_cli.conformance.ground import SERVER, Ground
from ono_cli.conformance.wire import Wire
from ono_net.limits import GUESSES_AT_ONCE, MESSAGES_AT_ONCE, MESSAGES_PER_SECOND
from ono_net.messages import Enter, Error, Ping, Pong

MANY = 10 * MESSAGES_AT_ONCE
"""Pings after which a server that has not complained will not."""


@SERVER.clause("5.2", "Who sends more than 100 messages at once is told `too-many`, read more slowly, and not cut off")
async def flood(ground: Ground) -> None:
    """Pings until it is told; every one is answered in the end."""
    async with ground.proven() as wire:
        told, sent = trio.Event(), list[int]()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_pings, wire, told, sent)
            pongs = 0
            began = trio.current_time()
            while pongs < len(sent) or not (told.is_set() or len(sent) == MANY):
                match await wire.hear():
                    case Error(code="too-many"):
                        told.set()
                    case Pong():
                        pongs += 1
                    case other:
                        raise Broken(f"pong expected, got {other}")
        if not told.is_set() and trio.current_time() - began > MANY / MESSAGES_PER_SECOND / 2:
            raise Untested("messages could not be sent fast enough")
        expect(told.is_set(), f"error too-many expected, but {pongs} messages were answered")


async def _pings(wire: Wire, told: trio.Event, sent: list[int]) -> None:
    """One after the other, until it is told that they are too many."""
    while not told.is_set() and len(sent) < MANY:
        sent.append(len(sent))
        await wire.say(Ping(len(sent)))


@SERVER.clause("5.3", "Who names more than 10 wrong rooms at once gets no answer but `too-many`, for right ones either")
async def guesses(ground: Ground) -> None:
    """Ten and one, then a room that is there."""
    room = await ground.room()
    async with ground.proven() as wire:
        for _ in range(GUESSES_AT_ONCE + 1):
            await wire.say(Enter(head=None, room="IOIO"))
            error = await wire.until(Error)
            expect(error.code in {"no-such-room", "too-many"}, f"no-such-room or too-many expected, got {error.code}")
        await wire.say(Enter(head=None, room=room))
        await wire.error("too-many")
        await wire.lives()
