"""`ono audit`: what logs prove."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ono_cli.home import reason
from ono_cli.stop import Exit
from ono_replay.audit import Report, audit, exit_code
from ono_replay.report import as_json as json_line
from ono_replay.report import line, listed, text

SEVERITY = (Exit.FINDINGS, Exit.UNUSABLE, Exit.INCOMPLETE, Exit.DONE)
"""What counts most for the exit code of many logs, first."""


def run(args: Namespace) -> int:
    """One line a log that is proven, and a whole report where there is only one log or something to say."""
    codes = [_audited(path, as_json=args.json, alone=len(args.files) == 1) for path in args.files]
    return min(codes, key=SEVERITY.index)


def _audited(path: Path, *, as_json: bool, alone: bool) -> int:
    report = _report(path)
    code = exit_code(report)
    if as_json:
        print(json_line(report, str(path)))
    elif report.unreadable:
        print(f"ono: {line(report, str(path))}", file=sys.stderr)
    else:
        print(text(report, str(path)) if alone or code else listed(report, str(path)))
    return code


def _report(path: Path) -> Report:
    try:
        return audit(path.read_bytes())
    except OSError as error:
        return Report(unreadable=reason(error))
