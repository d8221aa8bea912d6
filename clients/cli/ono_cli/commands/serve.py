"""`ono serve`: a server for browsers and terminals."""

from __future__ import annotations

import errno
from argparse import Namespace
from urllib.parse import urlsplit

import trio

from ono_cli.serving import config_or_stop, gathered, tell_mistakes
from ono_cli.stop import Exit, Stop, ungrouped
from ono_net.config import Config
from ono_net.hosts import is_loopback
from ono_net.logs import set_up
from ono_net.parameters import printed
from ono_net.secrets import BadSecret
from ono_net.server import Started, serve
from ono_net.store import StoreError
from ono_net.tls import BadCertificate


def run(args: Namespace) -> int:
    """Serve until told to stop, or only look at what the server would be started with."""
    if args.check_config or args.print_config:
        return _show(args)
    given, config = config_or_stop(args)
    set_up(given.value("log-level"), given.value("log-format"))
    _serve(config)
    return Exit.DONE


def _serve(config: Config) -> None:
    try:
        with ungrouped():
            trio.run(serve, config, _tell)
    except (OSError, StoreError, BadSecret, BadCertificate) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            words = f"port {config.port} is in use: another `ono serve`? choose one with --port"
            if config.admin_port:
                words = f"port {config.port} or {config.admin_port} is in use: choose others"
            raise Stop(Exit.NO_TABLE, words) from None
        raise Stop(Exit.NO_TABLE, f"cannot serve: {error}") from None


def _show(args: Namespace) -> int:
    given, _ = gathered(args)
    if args.print_config:
        print(printed(given))
    tell_mistakes(given)
    if given.mistakes:
        return Exit.UNUSABLE
    if args.check_config:
        print("the configuration can be used")
    return Exit.DONE


def _tell(started: Started) -> None:
    """What a person needs to let others in."""
    lines = [f"ONO is served at {started.url}"]
    if started.lan_url:
        lines += [f"in your network at {started.lan_url} (every device there can reach it)"]
    lines += [f"table key {started.fingerprint}"]
    if started.admin_url:
        lines += [f"metrics at {started.admin_url}/metrics"]
    if started.link:
        lines += [f"room {started.room}: {started.link}", started.qr or ""]
        if is_loopback(urlsplit(started.link).hostname or ""):
            lines += ["only this machine reaches it: --host 0.0.0.0 lets phones in your network in"]
    lines += ["Stop with Ctrl-C."]
    print("\n".join(lines), flush=True)
