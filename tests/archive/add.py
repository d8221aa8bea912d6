"""Adds finished games to the archive, where nothing ever changes: ``python -m tests.archive.add VERSION FILE...``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ono_core.game.events import LogOpened
from ono_core.log.entries import state_digest
from ono_replay.audit import audit
from ono_replay.replay import read

HERE = Path(__file__).parent
ENDS = HERE / "ends.json"


def end_of(data: bytes) -> dict[str, Any]:
    """What a log must come to, in whatever version it is replayed."""
    replay, report = read(data), audit(data)
    opened, state = replay.steps[0].entry.events[0], replay.steps[-1].after
    assert isinstance(opened, LogOpened)
    return {
        "log_version": opened.version,
        "rules_version": state.options["rules"],
        "entries": len(replay),
        "head": report.head.hex(),
        "digest": state_digest(state).hex(),
        "phase": str(state.phase),
        "scores": list(state.scores),
        "places": list(state.places),
        "verdict": str(report.verdict),
        "remarks": sorted({found.code for found in report.remarks} - {"bot-version"}),
    }


def add(version: str, files: list[Path]) -> None:
    """Copy each file, with its end."""
    ends: dict[str, Any] = json.loads(ENDS.read_text("utf-8")) if ENDS.exists() else {}
    folder = HERE / version
    folder.mkdir(exist_ok=True)
    for file in files:
        name, data = f"{version}/{file.name}", file.read_bytes()
        if name in ends:
            raise SystemExit(f"{name} stands in the archive already")
        (folder / file.name).write_bytes(data)
        ends[name] = end_of(data)
    ENDS.write_text(json.dumps(ends, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    add(sys.argv[1], [Path(name) for name in sys.argv[2:]])
