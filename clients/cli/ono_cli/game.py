"""One game from the first card to the verdict, whatever table it is at and whatever screen shows it."""

from __future__ import annotations

import getpass
import sys
from argparse import Namespace

import trio

from ono_cli.home import Home, check_save
from ono_cli.lines import has_screen, say
from ono_cli.link import OpenTable
from ono_cli.plain import Plain
from ono_cli.stop import Exit, Stop, ungrouped
from ono_cli.verdict import Ending, Shelf, closing
from ono_core.game import names


def check_name(wanted: str | None) -> str:
    """The name as the table will show it."""
    name = names.shown(_user_name() if wanted is None else wanted)
    if name is None:
        raise Stop(Exit.UNUSABLE, f"--name: 1 to {names.LONGEST} letters expected, got {wanted!r}")
    return name


def _user_name() -> str:
    """The name of the system's user, cut to what a table takes."""
    try:
        name = getpass.getuser()[: names.LONGEST]
    except (KeyError, OSError):
        name = ""
    return name if names.shown(name) else "Player"


def play(open_table: OpenTable, args: Namespace) -> int:
    """Play one game, tell its ending and save its log; the exit code."""
    check_save(args.save)
    shelf = Shelf(args.save, Home(args.data).log_path)
    in_lines = args.plain or not has_screen()
    with ungrouped():
        if in_lines:
            ending = trio.run(_in_lines, open_table, shelf, args.bell and sys.stdout.isatty())
        else:
            ending = _on_screen(open_table, shelf, rings=args.bell)
    for line in ending.lines:
        say(line)
    return ending.code


async def _in_lines(open_table: OpenTable, shelf: Shelf, rings: bool) -> Ending:  # noqa: FBT001 trio passes it on
    async with open_table() as link:
        await Plain(link, rings=rings).run(sys.stdin.fileno())
        return closing(link, shelf)


def _on_screen(open_table: OpenTable, shelf: Shelf, *, rings: bool) -> Ending:
    from ono_cli.app import TableApp

    app = TableApp(open_table, shelf, rings=rings)
    app.run(mouse=False)  # so that the terminal's own selecting of text goes on working
    if app.failure:
        raise app.failure
    if app.return_code:
        raise SystemExit(app.return_code)  # Textual has shown what went wrong
    return app.judged()
