"""`ono play`: alone against the computer, in this process."""

from __future__ import annotations

from argparse import Namespace

from ono_cli.game import check_name, play
from ono_cli.home import Home
from ono_cli.local import local_table
from ono_cli.stop import check_pace, check_range

MOST_BOTS = 5


def run(args: Namespace) -> int:
    """Open a table and play one game at it."""
    check_range("--bots", args.bots, 1, MOST_BOTS)
    check_pace(args.pace)
    name, secret = check_name(args.name), Home(args.data).identity()
    return play(lambda: local_table(secret, name, [args.level] * args.bots, args.pace), args)
