"""`ono bench`: what the engine costs and how strong the computer plays, on this machine."""

from __future__ import annotations

from argparse import Namespace
from importlib import import_module


def run(args: Namespace) -> int:
    """Measure what was asked for; each has its module."""
    return int(import_module(f"ono_cli.bench.{args.bench}").run(args))
