"""`ono play`: alone against the computer, in this process."""

from __future__ import annotations

from argparse import Namespace

from ono_cli.game import check_name, play
from ono_cli.home import Home
from ono_cli.local import local_table
from ono_cli.rulesets import chosen
from ono_cli.stop import check_pace, check_range
from ono_core.game.ruleset import parse


def run(args: Namespace) -> int:
    """Open a table and play one game at it."""
    options = chosen(args.preset, args.changes)
    ruleset = parse(options)
    check_range("--bots", args.bots, max(1, ruleset.seats_min - 1), ruleset.seats_max - 1)
    check_pace(args.pace)
    name, secret = check_name(args.name), Home(args.data).identity()
    return play(lambda: local_table(secret, name, [args.level] * args.bots, args.pace, options), args)
