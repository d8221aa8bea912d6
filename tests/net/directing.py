"""Directed games: a host who is a witness, and players whose seats it has named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ono_core.fair.keys import public_key
from ono_core.game import commands as cmd
from ono_net.room import Room
from tests.net.positions import CLOCK
from tests.net.table import MASTER, Table, secret

OPTIONS: dict[str, Any] = {"preset": "official", "clock_ms": CLOCK}


def identity(name: str) -> bytes:
    """The identity key of somebody."""
    return public_key(secret(name))


def waiting(options: Mapping[str, Any] = OPTIONS, game: str = "game") -> Table:
    """A room whose log names Dora as its host, with nobody in it."""
    table = Table(game=game, options=options)
    table.room, table.raws = Room.open(
        "TEST", MASTER, options, secret(game), table.now, 0, table.settings, host=identity("Dora")
    )
    return table


def directing(*names: str, options: Mapping[str, Any] = OPTIONS) -> Table:
    """The same with Dora, who has named whose the seats are; these players follow, and nobody sits yet."""
    table = waiting(options)
    table.enter("Dora")
    table.does("Dora", table.players["Dora"].witness("Dora"))
    for name in names:
        table.enter(name)
    table.does("Dora", cmd.Direct(tuple(map(identity, names))))
    return table


def sits(table: Table, name: str) -> None:
    """Somebody takes the seat that is for it."""
    table.does(name, table.players[name].keys.join(name))


def begun(*names: str, options: Mapping[str, Any] = OPTIONS) -> Table:
    """A directed game in which a seat is asked."""
    table = directing(*names, options=options)
    for name in names:
        sits(table, name)
    table.does("Dora", cmd.Start())
    table.cut()
    return table
