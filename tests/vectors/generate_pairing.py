"""Makes pairing.json: sizes of tables, and tournaments drawn round after round.

The mix of round n of the tournament NAME is S("NAME n") = H("ono1/test", "NAME n"). Run it as
``python -m tests.vectors.generate_pairing``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ono_core.tournament.pairing import Limits, Past, pair, sizes
from tests.vectors.generate_fair import secret

FILE = Path(__file__).with_name("pairing.json")

USUAL = Limits(3, 4, 6)


class Plan(Struct, frozen=True):
    """A tournament: who is drawn in each round, by group where there are groups."""

    name: str
    limits: Limits
    rounds: Sequence[Sequence[Sequence[int]]]
    grouped: bool = False


def _all(players: int, rounds: int) -> list[list[range]]:
    return [[range(1, players + 1)]] * rounds


PLANS = (
    Plan("seven", Limits(3, 3, 3), _all(7, 8)),
    Plan("a perfect evening", Limits(4, 4, 4), _all(16, 5)),
    Plan("no choice", USUAL, _all(12, 4)),
    Plan("one table", USUAL, _all(5, 4)),
    Plan("nobody can play", USUAL, _all(2, 1)),
    Plan("pairs", Limits(2, 2, 2), _all(9, 10)),
    Plan("come and go", USUAL, [[[*range(1, 12)]], [[*range(2, 14)]], [[*range(2, 7), *range(9, 18)]]]),
    Plan("groups", USUAL, [[[4, 9, 1, 7, 12], [2, 3, 5, 6, 8, 10, 11, 13], [14, 15]]] * 4, grouped=True),
    Plan("a club", USUAL, _all(48, 6)),
    Plan("a hall", USUAL, _all(200, 2)),
)


def size_cases() -> Iterator[list[Any]]:
    """[n, [smallest, size, largest], sizes]."""
    for limits in (USUAL, Limits(4, 4, 4), Limits(2, 2, 10), Limits(5, 6, 7)):
        plain = [limits.smallest, limits.size, limits.largest]
        yield from ([n, plain, [*sizes(n, limits)]] for n in range(31))


def drawn(plan: Plan) -> dict[str, Any]:
    """The plan with its tables."""
    past, rounds = Past(), list[dict[str, Any]]()
    for number, groups in enumerate(plan.rounds, 1):
        mix = secret(f"{plan.name} {number}")
        players = [player for group in groups for player in group]
        pairing = pair(players, past, plan.limits, mix, groups if plan.grouped else None)
        rounds.append(
            {
                "mix": mix.hex(),
                "groups" if plan.grouped else "players": [[*group] for group in groups] if plan.grouped else players,
                "tables": pairing.tables,
                "sitting": pairing.sitting,
            }
        )
        past = past.after(pairing)
    limits = plan.limits
    return {"name": plan.name, "limits": [limits.smallest, limits.size, limits.largest], "rounds": rounds}


def text() -> str:
    """The file as it stands in the repository, a case and a round a line."""
    head = {
        "spec": "pairing.md",
        "comment": "sizes: [n, [smallest, size, largest], sizes of the tables]; in a tournament each round has all "
        "rounds before it for its past",
    }
    cases = ",\n".join(json.dumps(case) for case in size_cases())
    return json.dumps(head)[:-1] + f',\n"sizes": [\n{cases}\n],\n"tournaments": [\n{_tournaments()}\n]}}\n'


def _tournaments() -> str:
    def written(plan: dict[str, Any]) -> str:
        rounds = ",\n".join(json.dumps(one) for one in plan.pop("rounds"))
        return json.dumps(plan)[:-1] + f', "rounds": [\n{rounds}\n]}}'

    return ",\n".join(written(drawn(plan)) for plan in PLANS)


if __name__ == "__main__":
    FILE.write_text(text())
