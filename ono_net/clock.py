"""The two clocks at the edge; the machines inside are given their times."""

from __future__ import annotations

import time

import trio


def now_ms() -> int:
    """This process's steady clock in ms."""
    return int(trio.current_time() * 1000)


def wall_ms() -> int:
    """Unix time in ms."""
    return time.time_ns() // 1_000_000
