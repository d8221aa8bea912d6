"""Makes board.json: the boards of a tournament, and requests of its players, byte for byte.

Every secret is S(name) = H("ono1/test", name). Run it as ``python -m tests.vectors.generate_board``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from ono_cli.tournament.board import board_of, read_board
from ono_core.tournament import acts
from ono_core.tournament.hashes import request_id
from ono_core.tournament.ledger import sign_request
from ono_net.tournaments import code_of
from tests.core.tournament.evening import Evening, registered, secret

FILE = Path(__file__).with_name("board.json")

ASKS = (registered("Anna"), acts.Withdraw(1, ""))


def boards() -> list[dict[str, Any]]:
    """Before the draw, in a round whose first table has ended, and at the end, with who withdrew."""
    evening = Evening(7, rounds=1, table={"smallest": 3, "size": 3, "largest": 3})
    made = [_board("registration", evening)]
    evening.draws()
    evening.plays(1)
    made.append(_board("a round", evening, {(1, 1): "KWPX", (1, 2): "ABCDE"}))
    evening.plays(2)
    evening.asks("Anna", acts.Withdraw(1, ""))
    evening.does(acts.Finish())
    made.append(_board("the end", evening))
    return made


def _board(name: str, evening: Evening, rooms: dict[tuple[int, int], str] | None = None) -> dict[str, Any]:
    data = board_of(evening.state, rooms or {})
    return {"name": name, "bytes": data, "board": msgspec.to_builtins(read_board(data), builtin_types=(bytes,))}


def requests() -> list[dict[str, Any]]:
    """What Anna asks."""
    tid = Evening().ledger.tid
    signed = [(act, number, sign_request(secret("Anna"), tid, number, act)) for number, act in enumerate(ASKS, 1)]
    return [
        {
            "act": type(act).__name__.lower(),
            "counter": number,
            "body": asked.body,
            "sig": asked.sig,
            "id": request_id(tid, asked.body),
        }
        for act, number, asked in signed
    ]


def text() -> str:
    """The file as it stands in the repository, a board and a request a line."""
    tid = Evening().ledger.tid
    head = {
        "spec": "protocol.md 15, tournament.md 3",
        "comment": "Boards that a director publishes; what Anna asks: her secret is S(Anna), her nonce S(Anna nonce).",
        "tid": tid,
        "code": code_of(tid),
    }
    lines = [*(f"{_line(name)}: {_line(value)}" for name, value in head.items())]
    lines += [f"{_line(name)}: [\n{_rows(rows)}\n]" for name, rows in (("boards", boards()), ("requests", requests()))]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _rows(rows: list[dict[str, Any]]) -> str:
    return ",\n".join(_line(row) for row in rows)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=bytes.hex)


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
