"""The end of a game: who won, what the audit of one's own log says, where the log is."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from msgspec import Struct

from ono_cli import screen
from ono_cli.home import log_path, write_file
from ono_cli.stop import Exit, Stop
from ono_core.log.file import written
from ono_net.player import Player
from ono_replay.audit import audit, exit_code
from ono_replay.report import line


class Ending(Struct, frozen=True):
    """What to tell at the end, and the exit code."""

    lines: list[str]
    code: int


def closing(player: Player, save: Path | None) -> Ending:
    """Judge the log and save it. A game that was left early is not judged, and saved only where a file was named."""
    view, log = player.view(), written(player.book.raws())
    if view.result is None:
        return _saved(Ending([], Exit.DONE), log, save) if save else Ending([], Exit.DONE)
    report = audit(log)
    judged = Ending([*screen.ranking(view), line(report, "Verdict")], exit_code(report))
    return _saved(judged, log, save or log_path(player.book.gid))


def _saved(ending: Ending, log: bytes, path: Path) -> Ending:
    try:
        write_file(path, log)
    except Stop as stop:
        return Ending([*ending.lines, f"The log is not saved: {stop}."], stop.code)
    return Ending([*ending.lines, f"The log is saved: ono audit {quote(str(path))}"], ending.code)
