"""Write tests/vectors/forms.json: the kinds of acts, events, papers and messages with the names of their fields.

Run it with ``python -m tests.vectors.generate_forms`` after a change of any; the browser's tables are held to it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ono_core.log.kinds import EVENT_KINDS, PAPER_KINDS, SEAT_ACT_KINDS, TABLE_ACT_KINDS, Kinds

FILE = Path(__file__).with_name("forms.json")


def fields(kinds: Kinds[Any]) -> dict[str, list[str]]:
    """Kind -> names of its fields, both rising."""
    return {name: sorted(kind.__struct_encode_fields__) for name, kind in sorted(kinds._types.items())}


def text() -> str:
    """The file as it stands in the repository."""
    forms = {
        "spec": "log.md sections 4 to 6",
        "comment": "every kind with the names of its fields; a reader refuses any other",
        "seat_acts": fields(SEAT_ACT_KINDS),
        "table_acts": fields(TABLE_ACT_KINDS),
        "events": fields(EVENT_KINDS),
        "papers": fields(PAPER_KINDS),
    }
    return json.dumps(forms, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
