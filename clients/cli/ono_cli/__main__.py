"""The `ono` command: `ono --help` lists what it can do.

Results go to the standard output. Errors go to the standard error as one line in lower case that begins with `ono:`;
no mistake of a user, no bad file and no lost server ever shows a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from ono_cli.arguments import parser
from ono_cli.home import reason
from ono_cli.stop import Exit, Stop


def main(argv: Sequence[str] | None = None) -> int:
    """Do one command; its exit code (``ono --help`` lists them)."""
    args = parser().parse_args(argv)
    _show_all_letters()
    try:
        code = int(import_module(f"ono_cli.commands.{args.command}").run(args))
        sys.stdout.flush()
    except Stop as stop:
        print(f"ono: {stop}", file=sys.stderr)
        code = stop.code
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    except BrokenPipeError:
        _say_no_more()
        code = Exit.DONE
    except OSError as error:
        _say_no_more()
        print(f"ono: {f'{error.filename}: ' if error.filename else ''}{reason(error)}", file=sys.stderr)
        code = Exit.UNUSABLE
    return code


def _say_no_more() -> None:
    """Let the last flush of an output that takes nothing more not fail too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_all_letters() -> None:
    """A terminal that cannot show a letter shows ``?`` in its place."""
    reconfigure: Callable[..., None] | None = getattr(sys.stdout, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
