"""`ono conformance`: whether a server or a client of somebody else's keeps the protocol."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from typing import Final

import msgspec
import trio

from ono_cli.conformance.clauses import Clause, Found, Untested
from ono_cli.conformance.ground import Ground
from ono_cli.conformance.judge import client_clauses, judged, picked, server_clauses
from ono_cli.conformance.stage import Stages
from ono_cli.stop import Exit, Stop, check_range, ungrouped
from ono_net.client import target_of

SHOWN: Final = {"kept": "kept", "broken": "BROKEN", "untested": "not tested"}


def run(args: Namespace) -> int:
    """Exit 0 if no clause is broken, 1 if some are; 4 where there is no server."""
    found = trio.run(_server if args.side == "server" else _client, args)
    return Exit.FINDINGS if any(one.verdict == "broken" for one in found) else Exit.DONE


async def _server(args: Namespace) -> list[Found]:
    """Look at a server's clauses."""
    try:
        target = target_of(args.url)
    except ValueError as error:
        raise Stop(Exit.UNUSABLE, str(error)) from None
    clauses = picked(server_clauses(), args.clauses)
    ground = Ground(target)
    try:
        with ungrouped():
            async with ground.wire():
                pass
    except Untested as untested:
        raise Stop(Exit.NO_TABLE, str(untested)) from None
    return await _told(target.url, ground, clauses, args)


async def _client(args: Namespace) -> list[Found]:
    """Look at the clauses of the clients that come."""
    check_range("--listen", args.listen, 0, 65_535)
    clauses = picked(client_clauses(), args.clauses)
    listeners = await trio.open_tcp_listeners(args.listen, host="127.0.0.1")
    url = f"http://localhost:{listeners[0].socket.getsockname()[1]}"
    print(f"waiting for a client at {url}", file=sys.stderr, flush=True)
    stages = Stages()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(stages.serve, listeners)
        found = await _told(url, stages, clauses, args)
        nursery.cancel_scope.cancel()
    return found


async def _told(url: str, ground: Ground | Stages, clauses: list[Clause], args: Namespace) -> list[Found]:
    """What comes of each clause, told as it is found."""
    found: list[Found] = []
    async for one in judged(ground, clauses):
        found.append(one)
        if not args.json:
            print(_line(one), flush=True)
    print(_as_json(args.side, url, found) if args.json else _total(found))
    return found


def _line(found: Found) -> str:
    detail = f"\n{' ' * 18}{found.detail}" if found.detail else ""
    return f"{SHOWN[found.verdict]:10}  {found.clause:>4}  {found.words}{detail}"


def _total(found: list[Found]) -> str:
    count = Counter(one.verdict for one in found)
    return f"{count['kept']} clauses kept, {count['broken']} broken, {count['untested']} could not be tested"


def _as_json(side: str, url: str, found: list[Found]) -> str:
    return json.dumps({"side": side, "url": url, "clauses": [msgspec.structs.asdict(one) for one in found]})
