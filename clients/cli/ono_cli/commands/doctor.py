"""`ono doctor`: whether a server can run here as it is set up, and what to mend."""

from __future__ import annotations

import json
from argparse import Namespace

import msgspec

from ono_cli.serving import gathered
from ono_cli.stop import Exit
from ono_net.checkup import Finding, examine


def run(args: Namespace) -> int:
    """Exit 0 if nothing stands in the way (warnings allowed), 1 if something does."""
    given, config = gathered(args)
    mend = "see `ono serve --print-config` for what counts"
    findings = [Finding("configuration", "fault", str(mistake), mend) for mistake in given.mistakes]
    findings = findings or [Finding("configuration", "ok", "every value can be used")]
    findings += examine(config)
    print(_as_json(findings) if args.json else "\n".join(map(_line, findings)))
    return Exit.FINDINGS if any(finding.status == "fault" for finding in findings) else Exit.DONE


def _line(finding: Finding) -> str:
    mend = f"\n        {finding.mend}" if finding.mend else ""
    return f"{finding.status:5}  {finding.name}: {finding.words}{mend}"


def _as_json(findings: list[Finding]) -> str:
    return json.dumps({"checks": [msgspec.structs.asdict(finding) for finding in findings]})
