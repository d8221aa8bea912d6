"""The end of a game: who won, what the audit of one's own log says, where the log is."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from ono_cli import screen
from ono_cli.home import log_path, write_file
from ono_cli.stop import Exit
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
        return Ending(_saved(save, log) if save else [], Exit.DONE)
    report = audit(log)
    path = save or log_path(player.book.gid)
    return Ending([*screen.ranking(view), line(report, "Verdict"), *_saved(path, log)], exit_code(report))


def _saved(path: Path, log: bytes) -> list[str]:
    write_file(path, log)
    return [f"The log is saved: ono audit {path}"]
