"""`ono conformance`: whether a server or a client of somebody else's keeps the protocol."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from typing import Final

import msgspec
import trio

from ono_cli.conformance.clauses import Found, Untested
from ono_cli.conformance.ground import Ground
from ono_cli.conformance.judge import judged, picked, server_clauses
from ono_cli.stop import Exit, Stop, ungrouped
from ono_net.client import Target, target_of

SHOWN: Final = {"kept": "kept", "broken": "BROKEN", "untested": "not tested"}


def run(args: Namespace) -> int:
    """Exit 0 if no clause is broken, 1 if some are; 4 where there is no server."""
    try:
        target = target_of(args.url)
    except ValueError as error:
        raise Stop(Exit.UNUSABLE, str(error)) from None
    found = trio.run(_server, target, args)
    return Exit.FINDINGS if any(one.verdict == "broken" for one in found) else Exit.DONE


async def _server(target: Target, args: Namespace) -> list[Found]:
    """Look at a server's clauses, and tell each as it is found."""
    clauses = picked(server_clauses(), args.clauses)
    ground = Ground(target)
    try:
        with ungrouped():
            async with ground.wire():
                pass
    except Untested as untested:
        raise Stop(Exit.NO_TABLE, str(untested)) from None
    found: list[Found] = []
    async for one in judged(ground, clauses):
        found.append(one)
        if not args.json:
            print(_line(one), flush=True)
    print(_as_json(target.url, found) if args.json else _total(found))
    return found


def _line(found: Found) -> str:
    detail = f"\n{' ' * 18}{found.detail}" if found.detail else ""
    return f"{SHOWN[found.verdict]:10}  {found.clause:>4}  {found.words}{detail}"


def _total(found: list[Found]) -> str:
    count = Counter(one.verdict for one in found)
    return f"{count['kept']} clauses kept, {count['broken']} broken, {count['untested']} could not be tested"


def _as_json(url: str, found: list[Found]) -> str:
    return json.dumps({"server": url, "clauses": [msgspec.structs.asdict(one) for one in found]})
