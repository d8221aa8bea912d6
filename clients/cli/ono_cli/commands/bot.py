"""`ono bot`: a program of one's own plays a seat."""

from __future__ import annotations

from argparse import Namespace

import trio

from ono_cli.commands.join import target_named
from ono_cli.engine.playing import Wish, play
from ono_cli.game import check_name
from ono_cli.home import Home
from ono_cli.stop import check_limit, check_range, ungrouped


def run(args: Namespace) -> int:
    """Take a seat and let the program play."""
    home = Home(args.data)
    target = target_named(args.room, args.server or home.last_server())
    check_limit(args.time_limit)
    check_range("--games", args.games, 1, 9999)
    if args.start is not None:
        check_range("--start", args.start, 2, 10)
    wish = Wish(check_name(args.name), args.engine, args.time_limit, args.games, args.start)
    with ungrouped():
        return trio.run(play, target, home, wish)
