"""`ono witness`: seeds for the shuffles of a room, and signatures under its logs, without a seat."""

from __future__ import annotations

from argparse import Namespace

import trio

from ono_cli.commands.join import target_named
from ono_cli.game import check_name
from ono_cli.home import Home
from ono_cli.stop import Exit, ungrouped
from ono_cli.witnessing import witness


def run(args: Namespace) -> int:
    """Witness in the room until told to stop."""
    home = Home(args.data)
    target = target_named(args.room, args.server or home.last_server())
    with ungrouped():
        trio.run(witness, target, home, check_name(args.name))
    return Exit.DONE
