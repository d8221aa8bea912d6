"""`ono play`: alone against the computer, in this process."""

from __future__ import annotations

from argparse import Namespace

from ono_cli.game import check_name, play
from ono_cli.home import identity
from ono_cli.local import local_table
from ono_cli.stop import Exit, Stop

MOST_BOTS = 5


def run(args: Namespace) -> int:
    """Open a table and play one game at it."""
    if not 1 <= args.bots <= MOST_BOTS:
        raise Stop(Exit.UNUSABLE, f"--bots: 1 to {MOST_BOTS} expected, got {args.bots}")
    if args.pace < 0:
        raise Stop(Exit.UNUSABLE, f"--pace: 0 or more expected, got {args.pace}")
    name, secret = check_name(args.name), identity()
    return play(lambda: local_table(secret, name, [args.level] * args.bots, args.pace), args)
