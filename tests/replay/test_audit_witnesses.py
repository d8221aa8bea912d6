"""What the audit says of witnesses: in text, JSON and on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ono_replay.audit import Report, Verdict, audit
from ono_replay.page import page
from ono_replay.report import plain, text
from tests.replay.attacks.witnesses import played
from tests.replay.forging import game

LOGS = Path(__file__).parents[1] / "vectors" / "logs"
AGREED = "had all of them and the dealer agreed on them, no log would show it."


def report_of(name: str) -> Report:
    """The audit of a vector."""
    return audit((LOGS / name).read_bytes())


def test_text_names_witnesses_among_the_contributors() -> None:
    """By number, name and key, in how many shuffles their seed was, whether they signed; and whom a remark is about."""
    told = text(report_of("lone-witness.ono"), "game")
    assert "  witness 64 (Wil), 3iv4yrxrziflkmlf: seed was in 2 of 3 shuffles, did not sign the end\n" in told
    assert "entry 38, witness 64 (Wil): This player or witness was asked for a seed and gave none\n" in told


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lone-witness.ono", f"In 1 of 3 shuffles all seeds came from players: {AGREED}"),
        ("shares.ono", f"All seeds came from players: {AGREED}"),
    ],
)
def test_text_says_where_only_players_had_a_part(name: str, said: str) -> None:
    """That all players agreed with the dealer is what no log shows; somebody who does not play prevents it."""
    assert f"  {said}\n" in text(report_of(name), "game")


def test_text_says_when_a_witness_had_a_part_in_all() -> None:
    """Then there is nothing more to say."""
    told = text(audit(b"".join([b"ONO1\n", *played().raws])), "game")
    assert "  A witness, who holds no cards, had a part in every shuffle.\n" in told
    assert AGREED not in told


def test_json_has_witnesses_beside_players() -> None:
    """With the same keys, their number in the place of a seat."""
    told: dict[str, Any] = plain(report_of("witnesses.ono"))
    assert told["witnessed"] == 8
    assert [(one["seat"], one["name"]) for one in told["players"] if one["kind"] == "witness"] == [
        (64, "Wil"),
        (65, "Yve"),
        (66, "Zoe"),
    ]


def test_page_shows_witnesses() -> None:
    """Among the players, as one who has no place; in the shuffles; and what no log shows is said with the figure."""
    data = (LOGS / "lone-witness.ono").read_bytes()
    shown = page(data, audit(data), "game.ono")
    assert "<small>witness 64</small>" in shown
    assert '<td data-head="Place"><div>witness</div></td>' in shown
    assert "In 1 of 3 shuffles all seeds came from players" in shown


def test_logs_without_witnesses_are_proven_as_before() -> None:
    """That only players had a part is no remark."""
    report = audit(game(3, 2, 1).data)
    assert (report.verdict, report.witnessed, {result.code for result in report.results}) == (
        Verdict.REMARKS,
        0,
        {"simulated"},
    )
