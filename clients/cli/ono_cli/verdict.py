"""The end of a game: who won, what the audit of one's own log says, where the log is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shlex import quote

from msgspec import Struct
from msgspec.structs import replace

from ono_cli import screen
from ono_cli.home import write_file
from ono_cli.link import TableLink
from ono_cli.stop import Exit, Stop
from ono_core.log.file import written
from ono_replay.audit import audit, exit_code
from ono_replay.report import line


class Ending(Struct, frozen=True):
    """What to tell at the end, and the exit code."""

    lines: list[str]
    code: int
    verdict: str = ""
    """The line of the audit, where there was one."""


class Shelf(Struct, frozen=True):
    """Where logs go: ``save`` is the file that was named, ``usual`` finds the place of a game by its id."""

    save: Path | None
    usual: Callable[[bytes], Path]


def closing(link: TableLink, shelf: Shelf) -> Ending:
    """Judge the log and save it. A game that was left early is not judged, and saved only where a file was named."""
    player = link.player
    view, log = player.view(), written(player.book.raws())
    if not view.final:
        left = Ending([link.farewell], Exit.DONE)
        return _saved(left, log, shelf.save) if shelf.save else left
    report = audit(log)
    verdict = line(report, "Verdict")
    judged = Ending([*screen.ranking(view), verdict], exit_code(report), verdict)
    return _saved(judged, log, shelf.save or shelf.usual(player.book.gid))


def _saved(ending: Ending, log: bytes, path: Path) -> Ending:
    try:
        write_file(path, log)
    except Stop as stop:
        return replace(ending, lines=[*ending.lines, f"The log is not saved: {stop}."], code=stop.code)
    return replace(ending, lines=[*ending.lines, f"The log is saved: ono audit {quote(str(path))}"])
