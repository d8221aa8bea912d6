"""Write ono_net/spec/schema: the JSON Schema of each line between `ono` and an engine, made from the types.

Run it with ``python -m tests.vectors.generate_bot_schemas`` after a change of any.
"""

from __future__ import annotations

from pathlib import Path

from ono_cli.engine.wire import schemas

FOLDER = Path(__file__).parents[2] / "ono_net" / "spec" / "schema"

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in schemas().items():
        (FOLDER / name).write_text(text)
