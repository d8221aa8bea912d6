"""What import rules cannot see: built-ins that would let files or the process leak into the core."""

import ast
from collections.abc import Iterator
from pathlib import Path

import ono_core

IMPURE = {"__import__", "breakpoint", "eval", "exec", "hash", "id", "input", "open", "print"}
"""`hash` and `id` differ from process to process, so nothing that is logged may hang on them."""


def calls(source: Path) -> Iterator[str]:
    """Every call of an impure built-in in this file, as "file:line name"."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE:
            yield f"{source}:{node.lineno} {node.func.id}"


def test_the_core_calls_no_impure_built_in() -> None:
    """The core opens no file, prints nothing and hangs on nothing that differs between two runs."""
    sources = sorted(Path(ono_core.__path__[0]).rglob("*.py"))
    assert sources
    assert [call for source in sources for call in calls(source)] == []
