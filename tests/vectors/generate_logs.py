"""Write tests/vectors/logs/*.ono: whole sealed games that the Python and the TypeScript code fold to the same digests.

Run it with ``python -m tests.vectors.generate_logs`` after a change of formats or of a computer player's policy.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ono_core.log.file import written
from ono_net.sim import simulate
from tests.vectors import unusual

FOLDER = Path(__file__).parent / "logs"
SEED = 2026
BOARDFLIX = [
    (seats, keyed, level)
    for seats, keyed in [(2, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 6)]
    for level in ("easy", "hard")
]
OTHERS: dict[str, tuple[dict[str, Any], int, int]] = {
    "official-match": ({"preset": "official", "target": 100}, 3, 2),
    "official-two-decks": ({"preset": "official", "score": "none", "blocked": "order"}, 10, 4),
    "party": ({"preset": "table-party"}, 4, 2),
    "party-any": ({"preset": "table-party", "stack": "any", "all_in": 2, "doubles": True, "deal": 10}, 3, 3),
    "swaps": (
        {"preset": "boardflix", "seven_zero": True, "jump_in": True, "deck": "modern112", "hands_card": "swap"},
        4,
        2,
    ),
    "shuffled-hands": ({"preset": "boardflix", "seven_zero": True, "deck": "modern112", "decks": 2}, 3, 2),
    "elimination": ({"preset": "official", "score": "elimination", "target": 60, "first_deal": "random"}, 4, 2),
    "young-children": (
        {"preset": "official", "score": "none", "wild_draw_four": "free", "open_hands": True, "blocked": "order"},
        3,
        2,
    ),
    "draw-until": ({"preset": "boardflix", "draw_count": "until", "drawn": "must", "last_card": "number_only"}, 4, 2),
    "challenges": ({"preset": "official", "stack": "same", "challenge_stacked": True, "target": 50}, 3, 3),
}
"""Name -> options, seats, seats with keys: between them every kind of event that no person is needed for."""


def logs() -> dict[str, bytes]:
    """File name -> content of each."""
    games = [({"preset": "boardflix"}, *game) for game in BOARDFLIX]
    names = [f"boardflix-{seats}-{keyed}-{level}" for seats, keyed, level in BOARDFLIX]
    games += [(options, seats, keyed, "easy") for options, seats, keyed in OTHERS.values()]
    simulated = {
        f"{name}.ono": written(simulate(options, seats, SEED, number, keyed, level))
        for number, (name, (options, seats, keyed, level)) in enumerate(zip([*names, *OTHERS], games, strict=True))
    }
    return {**simulated, **unusual.logs()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in logs().items():
        (FOLDER / name).write_bytes(content)
