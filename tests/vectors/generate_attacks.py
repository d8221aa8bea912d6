"""Write tests/vectors/attacks/*.ono and attacks.json: what a live client must refuse, up to the entry that shows it.

Run it with ``python -m tests.vectors.generate_attacks`` after a change of formats. The attacks are those of
``tests/replay/attacks``; Python's player and the browser read the same files and must refuse them at the same entry. A
fork comes as two files: the first was followed to the ``index``, then the other goes on.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

from ono_core.log.file import frames, written
from ono_core.log.forks import proof_bytes
from ono_replay.forks import fork_between
from tests.replay.attacks import cards, commands, computers, logs, seeds, witnesses
from tests.replay.attacks.table import ATTACKS, Attack, Seen

assert all((cards, commands, computers, logs, seeds, witnesses)), "their attacks are in the table"
FOLDER = Path(__file__).parent / "attacks"
FILE = Path(__file__).with_name("attacks.json")
LIVE = [attack for attack in ATTACKS if attack.seen in {Seen.AT_ONCE, Seen.AT_REVEAL, Seen.TWO_LOGS}]


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.ono"):
        old.unlink()
    for attack in LIVE:
        for name, data in files(attack).items():
            (FOLDER / name).write_bytes(data)
    told = {"spec": "fairness.md section 8", "comment": "attacks/NAME.ono is refused at index with code"}
    FILE.write_text(json.dumps({**told, "attacks": {attack.file: told_of(attack) for attack in LIVE}}, indent=1) + "\n")


def files(attack: Attack) -> dict[str, bytes]:
    """The files of an attack, by name, cut where a client stops."""
    made = attack.made()
    assert made.index is not None, "a live client refuses an entry"
    cut = {f"{attack.file}.ono": written(islice(frames(made.data), made.index + 1))}
    if made.beside:
        cut[f"{attack.file}.beside.ono"] = written(islice(frames(made.beside), made.index + 2))
    return cut


def told_of(attack: Attack) -> dict[str, Any]:
    """What is said of it.

    ``reader`` is the identity secret of the one player who sees it at once, if not all do; ``proof`` that of a fork.
    """
    made = attack.made()
    what = (attack.make.__doc__ or "").partition("\n")[0]
    told = {"what": what, "code": attack.code, "index": made.index, "reader": made.reader.hex()}
    fork = fork_between(made.data, made.beside) if made.beside else None
    return {**told, "proof": proof_bytes(fork).hex()} if fork else told


if __name__ == "__main__":
    main()
