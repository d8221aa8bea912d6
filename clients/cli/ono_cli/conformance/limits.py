"""Clauses of limits; the last that are looked at, for they make the server wary."""

from __future__ import annotations

from ono_cli.conformance.clauses import Broken, expect
from ono_cli.conformance.ground import SERVER, Ground
from ono_net.limits import GUESSES_AT_ONCE, MESSAGES_AT_ONCE
from ono_net.messages import Enter, Error, Ping, Pong

MANY = MESSAGES_AT_ONCE + 20


@SERVER.clause("5.2", "Who sends more than 100 messages at once is told `too-many`, read more slowly, and not cut off")
async def flood(ground: Ground) -> None:
    """Every ping is answered in the end."""
    async with ground.proven() as wire:
        for n in range(MANY):
            await wire.say(Ping(n))
        codes, pongs = list[str](), 0
        while pongs < MANY:
            match await wire.hear():
                case Error(code=code):
                    codes.append(code)
                case Pong():
                    pongs += 1
                case other:
                    raise Broken(f"pong expected, got {type(other).__name__.lower()}")
        expect(codes == ["too-many"], f"one error too-many expected, got {codes}")


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
