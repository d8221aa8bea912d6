"""`ono serve`: a server for browsers and terminals."""

from __future__ import annotations

import errno
from argparse import Namespace

import trio

from ono_cli.home import server_folder
from ono_cli.rulesets import chosen
from ono_cli.stop import Exit, Stop, check_pace, ungrouped
from ono_net.room import Settings
from ono_net.secrets import BadSecret
from ono_net.server import Config, Started, serve
from ono_net.store import StoreError

HIGHEST_PORT = 65_535


def run(args: Namespace) -> int:
    """Serve until interrupted."""
    check_pace(args.pace)
    if not 0 <= args.port <= HIGHEST_PORT:
        raise Stop(Exit.UNUSABLE, f"--port: 0 to {HIGHEST_PORT} expected, got {args.port}")
    if (args.preset or args.changes) and not args.play:
        raise Stop(Exit.UNUSABLE, "--preset and --set are the rules of the room that --play opens: give --play too")
    config = Config(
        data=args.data or server_folder(),
        host=args.host,
        port=args.port,
        public_url=args.public_url,
        settings=Settings(pace_ms=args.pace),
        play=chosen(args.preset, args.changes) if args.play else None,
    )
    try:
        with ungrouped():
            trio.run(serve, config, _tell)
    except (OSError, StoreError, BadSecret) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            words = f"port {args.port} is in use: another `ono serve`? choose one with --port"
            raise Stop(Exit.NO_TABLE, words) from None
        raise Stop(Exit.NO_TABLE, f"cannot serve: {error}") from None
    return Exit.DONE


def _tell(started: Started) -> None:
    """What a person needs to let others in."""
    lines = [f"ONO is served at {started.url}"]
    if started.lan_url:
        lines += [f"in your network at {started.lan_url} (every device there can reach it)"]
    lines += [f"table key {started.fingerprint}"]
    if started.room:
        lines += [f"room {started.room}: {started.link}", started.qr or ""]
    lines += ["Stop with Ctrl-C."]
    print("\n".join(lines), flush=True)
