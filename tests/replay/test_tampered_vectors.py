"""The tampered logs that both languages read: the audit names each fault by its code and its entry."""

from __future__ import annotations

from typing import Any

import pytest

from ono_replay.audit import Verdict, audit
from ono_replay.report import text
from tests.vectors.generate_tampered import FOLDER, FORGERIES
from tests.vectors.reading import vectors

FAULTS: dict[str, Any] = vectors("tampered.json")["faults"]


@pytest.mark.parametrize("name", FAULTS)
def test_the_first_fault_of_a_tampered_log_is_the_one_that_was_put_in(name: str) -> None:
    """Other findings may follow from the fault; none stands in an earlier entry."""
    report = audit((FOLDER / f"{name}.ono").read_bytes())
    assert report.verdict is Verdict.NOT_PROVEN, text(report, name)
    found = [(finding.index, finding.code) for finding in report.findings]
    fault = FAULTS[name]
    assert (fault["index"], fault["code"]) in found, text(report, name)
    assert min(index for index, _ in found if index is not None) == fault["index"], text(report, name)


def test_every_tampered_log_is_told_of() -> None:
    """No file without its fault, no fault without its file; run ``python -m tests.vectors.generate_tampered``."""
    assert set(FAULTS) == set(FORGERIES) == {path.stem for path in FOLDER.glob("*.ono")}
