"""A game as it went over the wire, the same at each run: what everybody said and what everybody was told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec import Struct

from ono_core.game.state import Phase
from ono_core.log.entries import ByPlayer, entry_hash, read_entry, read_pair
from ono_net.dealer import table_secret
from ono_net.messages import (
    Again,
    Answer,
    Command,
    Create,
    Enter,
    Entered,
    Entries,
    Error,
    Explain,
    Hello,
    Message,
    Note,
    Ping,
    Pong,
    Presence,
    Prompt,
    Prove,
    Refused,
    Replaced,
    Restart,
    Seen,
    Welcome,
    pack,
)
from ono_net.player import Player
from ono_net.room import Room, Settings
from ono_net.session import ClientSession, TableSession
from tests.net.table import MASTER, OPTIONS, Table, secret

NAMES = ("Ana", "Ben")
HOST = "localhost:8765"
CODE = "KWPX"
NOW, WALL = 1_000, 0
SETTINGS = Settings()
MANY = {"preset": "official", "stack": "up", "seven_zero": True, "turn_cap": 80, "jump_in": True, "absence": "remove"}
"""Options of many kinds."""


class Traffic(Struct, frozen=True):
    """What was said: by clients in the handshake and after it, by the table in it and after it; and the log."""

    hello: bytes
    prove: bytes
    said: tuple[bytes, ...]
    welcome: bytes
    heard: tuple[bytes, ...]
    raws: tuple[bytes, ...]
    commands: tuple[Command, ...]


@cache
def traffic() -> Traffic:
    """A game of two players and a computer, from the first word to the seal."""
    table = Table(*NAMES, bots=1, game="fuzz")
    prompts = [_prompt(table, 0)]
    table.start()
    while table.room.state.phase is not Phase.OVER:
        table.plays_on(until=12)
        prompts += [_prompt(table, seat) for seat in table.room.prompted()]
    for name in NAMES:
        table.signs(name)
    table.wake()
    hello, welcome, prove = handshake()
    commands = tuple(_commands(table.raws))
    return Traffic(
        hello=pack(hello),
        prove=pack(prove),
        said=tuple(map(pack, _said(table, commands))),
        welcome=pack(welcome),
        heard=tuple(map(pack, _heard(table, prompts))),
        raws=tuple(table.raws),
        commands=commands,
    )


def handshake() -> tuple[Hello, Welcome, Prove]:
    """What is said between Ana and a table before all else."""
    client, server = client_session(), TableSession(table_secret(MASTER), HOST, bytes(32))
    hello = client.hello("ono-web 0.1")
    [welcome] = server.receive(pack(hello)).replies
    [prove], _ = client.receive(pack(welcome))
    assert isinstance(welcome, Welcome)
    assert isinstance(prove, Prove)
    return hello, welcome, prove


def client_session() -> ClientSession:
    """Ana's side of a connection, before the first word."""
    return ClientSession(secret("Ana"), HOST, bytes(32))


def _prompt(table: Table, seat: int) -> Prompt:
    return Prompt(**msgspec.structs.asdict(table.room.choices(seat)), ms_left=20_000)


def _commands(raws: list[bytes]) -> Iterator[Command]:
    for raw in raws:
        cause = read_entry(read_pair(raw).body).cause
        if isinstance(cause, ByPlayer):
            yield Command(cause.body, cause.sig)


def _said(table: Table, commands: tuple[Command, ...]) -> list[Message]:
    reveals = [reveal for player in table.players.values() for reveal in player._revealed.values()]
    head = (table.room.game, 4, table.room.book.hashes[4])
    seen = [Seen(raw) for raw in table.raws[::9]]
    options = [*(Create(OPTIONS), Create(MANY), Explain(OPTIONS), Explain(MANY)), *(Create(MANY), Explain(MANY)) * 2]
    other = [*options, Enter(None, CODE), Enter(head, CODE), Again(), Ping(3), Pong(3)]
    return [*other, *reveals, *seen, *commands]


def _heard(table: Table, prompts: list[Prompt]) -> list[Message]:
    game = table.room.game
    refusal = Refused("stale", None, "the choices have changed", 7)
    notes = [Note(table.room.note(0, pack(prompt), bytes(12)) or b"") for prompt in prompts]
    entries = [Entries((raw,)) for raw in table.raws]
    other = [
        Entered(game, len(table.raws), CODE),
        Entries(tuple(table.raws[:9])),
        Answer(bytes(32), 5, None),
        Answer(bytes(32), None, refusal),
        Presence((0, 1), 2),
        Seen(table.raws[-1]),
        Error("no-such-room", "there is no room 'KWPX'"),
        Error("log-rolled-back", "the log of room KWPX does not hold entry 5 as you know it"),
        Restart(2000),
        Replaced(),
        Ping(1),
        Pong(1),
    ]
    return [*other, *prompts, *notes, *entries]


class Moment(Struct, frozen=True):
    """A moment of that game: the room, and who plays in it, each having followed the log so far."""

    length: int
    room: Room
    players: dict[str, Player]

    @property
    def head(self) -> tuple[int, bytes]:
        """The newest entry."""
        return self.length - 1, entry_hash(read_pair(traffic().raws[self.length - 1]))


def moment(length: int) -> Moment:
    """That game after so many entries, made anew."""
    raws = list(traffic().raws[:length])
    room = Room.load(CODE, MASTER, raws, NOW, WALL, SETTINGS)
    players = {name: Player(secret(name), room.game) for name in NAMES}
    for player in players.values():
        for raw in raws:
            player.follow(raw)
        player.check_head()
        room.arrived(player.keys.identity, NOW)
    return Moment(length, room, players)
