"""Write tests/vectors/logs/*.ono: whole sealed games that the Python and the TypeScript code fold to the same digests.

Run it with ``python -m tests.vectors.generate_logs`` after a change of formats or of a computer player's policy.
"""

from __future__ import annotations

from pathlib import Path

from ono_core.log.file import written
from ono_net.sim import simulate

FOLDER = Path(__file__).parent / "logs"
SEED = 2026
GAMES = [
    (seats, keyed, level)
    for seats, keyed in [(2, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 6)]
    for level in ("easy", "hard")
]


def logs() -> dict[str, bytes]:
    """File name -> content of each."""
    return {
        f"boardflix-{seats}-{keyed}-{level}.ono": written(
            simulate({"preset": "boardflix"}, seats, SEED, number, keyed, level)
        )
        for number, (seats, keyed, level) in enumerate(GAMES)
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in logs().items():
        (FOLDER / name).write_bytes(content)
