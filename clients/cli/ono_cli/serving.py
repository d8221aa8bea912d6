"""A server's parameters as the command line and its surroundings give them."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from ono_cli.home import server_folder
from ono_cli.rulesets import chosen
from ono_cli.stop import Exit, Stop
from ono_net.config import Config
from ono_net.parameters import PARAMETERS, Gathered, Mistake, config_of, gather
from ono_net.tls import BadCertificate, server_context


def gathered(args: Namespace) -> tuple[Gathered, Config]:
    """Every parameter with its place, and the config that follows; the mistakes are noted, not raised."""
    flags = {one.name: getattr(args, one.name) for one in PARAMETERS}
    given = gather(
        {name: raw for name, raw in flags.items() if raw is not None and raw is not False}, os.environ, args.config
    )
    config = config_of(given, server_folder(), _rules(given))
    if config.tls:
        try:
            server_context(config.tls)
        except BadCertificate as error:
            given.mistake("tls-cert", str(error))
    return given, config


def config_or_stop(args: Namespace) -> tuple[Gathered, Config]:
    """The same; Stop with the first mistake, and how to see the others."""
    given, config = gathered(args)
    if given.mistakes:
        rest = len(given.mistakes) - 1
        more = f" (and {rest} more: `ono serve --check-config` lists them)" if rest else ""
        raise Stop(Exit.UNUSABLE, f"{given.mistakes[0]}{more}")
    return given, config


def tell_mistakes(given: Gathered) -> None:
    """Write each on a line of its own to the standard error."""
    for mistake in given.mistakes:
        print(f"ono: {mistake}", file=sys.stderr)


def data_folder_of(args: Namespace) -> Path:
    """The server's folder: as said, else as environment and file say, else the usual one."""
    if args.data:
        return Path(args.data)
    given = gather({}, os.environ)
    if given.mistakes:
        raise Stop(Exit.UNUSABLE, str(given.mistakes[0]))
    return Path(given.value("data") or server_folder())


def _rules(given: Gathered) -> dict[str, Any] | None:
    """The options of the room to open at once, None for none."""
    if not given.value("play"):
        named = next((name for name in ("preset", "set") if given.value(name)), None)
        if named and given.given[named].where.startswith("--"):
            words = "--preset and --set are the rules of the room that --play opens: give --play too"
            given.mistakes.append(Mistake("", words))
        elif named:
            given.mistake(named, "these are the rules of the room that play opens: set play = true too")
        return None
    try:
        return chosen(given.value("preset"), given.value("set"))
    except Stop as stop:
        given.mistake("set", str(stop).removeprefix("--set: "))
        return None
