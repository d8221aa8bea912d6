"""`ono escrow`: give out one's share of the secret of a table that vanished."""

from __future__ import annotations

import sys
from argparse import Namespace

from ono_cli.home import Home, read_file, write_file
from ono_cli.stop import Exit, Stop
from ono_core.log.entries import pair_bytes
from ono_core.log.faults import LogFault
from ono_core.log.file import NotALog
from ono_core.log.kinds import NeedsNewer
from ono_core.log.shares import written_shares
from ono_net.player import Player
from ono_replay.replay import Replay, read


def run(args: Namespace) -> int:
    """Write the share of this identity, or print it."""
    replay = _read(args)
    player = Player(Home(args.data).identity(), replay.book.gid)
    for pair in replay.book.pairs:
        _follow(player, pair_bytes(pair), args)
    shares = player.shares()
    if not shares:
        raise Stop(Exit.UNUSABLE, f"{args.file}: this log gives your identity no share (the option is escrow=n_of_n)")
    text = written_shares(shares)
    if args.out:
        write_file(args.out, text.encode())
    else:
        print(text, end="")
    words = "All shares together tell every card of this game: give yours away only if the table is gone for good"
    print(f"ono: {words}.", file=sys.stderr)
    return Exit.DONE


def _read(args: Namespace) -> Replay:
    try:
        return read(read_file(args.file))
    except NotALog as error:
        raise Stop(Exit.UNUSABLE, f"{args.file}: {error}") from None


def _follow(player: Player, raw: bytes, args: Namespace) -> None:
    try:
        player.follow(raw)
    except (LogFault, NeedsNewer) as fault:
        raise Stop(Exit.UNUSABLE, f"{args.file}: {fault}") from None
