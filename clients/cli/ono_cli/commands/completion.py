"""`ono completion`: what a shell needs to complete the commands, options and files of `ono`."""

from __future__ import annotations

from argparse import PARSER, Action, ArgumentParser, Namespace
from collections.abc import Iterator
from typing import cast

import shtab

from ono_cli.arguments import parser
from ono_cli.stop import Exit

_KINDS = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}
"""What the help calls it, and what a shell offers there."""


def run(args: Namespace) -> int:
    """Print the script; the shell reads it where it looks for such scripts."""
    whole = parser()
    for action in _actions(whole):
        if action.metavar in _KINDS:
            vars(action)["complete"] = _KINDS[action.metavar]
    print(shtab.complete(whole, args.shell))
    return Exit.DONE


def _actions(of: ArgumentParser) -> Iterator[Action]:
    """Every option and argument, of the commands within too."""
    for action in of._actions:  # noqa: SLF001 argparse names no other way to them
        yield action
        if action.nargs == PARSER:
            for command in cast("dict[str, ArgumentParser]", action.choices).values():
                yield from _actions(command)
