"""Two who play a game in good faith, and what others do beside it on the same server."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import pytest
import trio
from msgspec.structs import replace
from trio_websocket import ConnectionClosed

from ono_core.game.commands import Act, Start
from ono_core.game.events import Event
from ono_core.game.state import TURN_PHASES, Phase
from ono_core.log.entries import SignedAct, sign_command
from ono_net.messages import (
    Command,
    Enter,
    Entered,
    Error,
    Message,
    Refused,
    pack,
)
from ono_net.player import Player
from tests.net.serving import Person, Served, Wire, person, serving, wire


@asynccontextmanager
async def beside_a_game(folder: Path) -> AsyncGenerator[tuple[Served, str]]:
    """A server and the code of a room in which two play; they must get to the end of their game."""
    async with serving(folder) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        for someone in (ana, ben):
            await someone.sit()
        async with trio.open_nursery() as nursery:
            await ana.act(Start())
            nursery.start_soon(ana.play)
            nursery.start_soon(ben.play)
            yield served, str(ana.guest.room)
        assert log_of(ana).book.hashes == log_of(ben).book.hashes
        assert ana.lost == ben.lost == []


@asynccontextmanager
async def lobby(folder: Path) -> AsyncGenerator[tuple[Served, Person]]:
    """A server and somebody who hosts a room in which nothing has begun, beside a game in another room."""
    async with beside_a_game(folder) as (served, _), person(served, "Hana") as hana:
        await hana.sit()
        yield served, hana


Duel = tuple[Person, Person]


@asynccontextmanager
async def duel(folder: Path, condition: Callable[[Person], bool]) -> AsyncGenerator[Duel]:
    """Two whose game has come to a turn of which the condition holds, who is asked first; beside the game of others."""
    async with beside_a_game(folder) as (served, _):
        while True:
            async with person(served, "Cleo") as cleo, person(served, "Dora", cleo.guest.room) as dora:
                if asked := await dealt_until((cleo, dora), condition):
                    yield asked, dora if asked is cleo else cleo
                    return


async def dealt_until(pair: Duel, condition: Callable[[Person], bool]) -> Person | None:
    """Who is asked when the condition holds of them, in the first game of the pair; None if that never happened."""
    for someone in pair:
        await someone.sit()
    await pair[0].link.send(pair[0].guest.act(Start()))
    step = 0
    while True:
        await both(pair, partial(is_past, step))
        state = log_of(pair[0]).state
        if state.turn is None:
            return None
        asked, step = pair[state.turn], state.step
        await asked.until(lambda p: p.guest.prompt is not None)
        if condition(asked):
            return asked
        await asked.move()
        await asked.answer()


async def both(pair: Duel, condition: Callable[[Person], bool]) -> None:
    """Listen until the condition holds for both."""
    async with trio.open_nursery() as nursery:
        for someone in pair:
            nursery.start_soon(someone.until, condition)


def is_past(step: int, someone: Person) -> bool:
    """Whether a later step than this is asked, or the game is over."""
    return someone.phase is Phase.OVER or (is_asking(someone) and log_of(someone).state.step > step)


def is_asking(someone: Person) -> bool:
    """Whether somebody is asked, as far as this person knows."""
    return someone.phase in TURN_PHASES and log_of(someone).state.shuffle is None


def log_of(someone: Person) -> Player:
    """The game as this person follows it."""
    assert someone.guest.player
    return someone.guest.player


E = TypeVar("E", bound=Event)


def events_of(someone: Person, kind: type[E]) -> list[E]:
    """What happened of this kind, as this person knows it."""
    return [event for entry in log_of(someone).book.entries for event in entry.events if isinstance(event, kind)]


async def refusal(someone: Person, asked: Act | Command) -> Refused:
    """Why the table refuses it; no entry may stand for it."""
    command = asked if isinstance(asked, Command) else someone.guest.act(asked)
    await someone.link.send(command)
    answer = (await someone.answer()).answer
    assert answer
    assert answer.index is None
    assert answer.refusal
    return answer.refusal


def forged(someone: Person, act: Act, **other: Any) -> Command:
    """A command that is signed well, but says something else than this person's program would say."""
    player = log_of(someone)
    head = player.book.head
    counter = player.book.counters.get(player.keys.session, 0) + 1
    said = replace(SignedAct(player.seat, counter, head.index, head.hash, None, act), **other)
    signed = sign_command(player.keys.session_secret, player.keys.gid, said)
    return Command(signed.body, signed.sig)


@asynccontextmanager
async def proven(served: Served, name: str = "Wes", room: str | None = None) -> AsyncGenerator[Wire]:
    """A WebSocket after the handshake, and in this room if one is named."""
    async with wire(served, name) as guest:
        await guest.shake()
        if room:
            await guest.say(Enter(head=None, room=room))
            assert isinstance(await guest.hear(), Entered)
        yield guest


async def error(guest: Wire, said: Message | bytes | str | None = None) -> Error:
    """What is said is answered by an error, after whatever else was under way."""
    if said is not None:
        await guest.socket.send_message(pack(said) if isinstance(said, Message) else said)
    while True:
        heard = await guest.hear()
        if isinstance(heard, Error):
            return heard


async def fault(guest: Wire, said: Message | bytes | str) -> Error:
    """What is said is answered by an error, and the connection is closed as being at fault."""
    heard = await error(guest, said)
    assert await closing(guest) == 1008
    return heard


async def closing(guest: Wire) -> int:
    """The code with which the server closes the connection."""
    with pytest.raises(ConnectionClosed) as closed:
        await hear_all(guest)
    assert closed.value.reason
    return int(closed.value.reason.code)


async def hear_all(guest: Wire) -> NoReturn:
    """Listen until the connection ends."""
    while True:
        await guest.hear()
