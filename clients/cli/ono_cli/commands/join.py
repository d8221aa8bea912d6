"""`ono join`: a table of a server."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from ono_cli.game import check_name, play
from ono_cli.home import Home
from ono_cli.link import TableLink
from ono_cli.remote import remote_table
from ono_cli.stop import Exit, Stop
from ono_net.client import Target, target_of
from ono_net.lobby import code_of


def run(args: Namespace) -> int:
    """Find the table and play one game there, or watch it."""
    home = Home(args.data)
    target = target_named(args.room, args.server or home.last_server())
    name = None if args.watch else check_name(args.name)
    return play(lambda: _table(target, home, name), args)


@asynccontextmanager
async def _table(target: Target, home: Home, name: str | None) -> AsyncGenerator[TableLink]:
    """The table; its server is remembered once it has let us in."""
    async with remote_table(target, home, name) as link:
        home.remember_server(target.url)
        yield link


def target_named(room: str, server: str) -> Target:
    """The room that a code or a link names; a bare code asks this server."""
    code = code_of(room)
    try:
        found = target_of(room if code is None else server)
    except ValueError as error:
        words = f"four to eight letters or a room link expected, got {room!r}" if code is None else f"--server: {error}"
        raise Stop(Exit.UNUSABLE, words) from None
    if code is None and found.room is None:
        raise Stop(Exit.UNUSABLE, f"a link to a room expected, such as {found.url}/r/KWPX, got {room!r}")
    return Target(found.url, code or found.room, found.fingerprint)
