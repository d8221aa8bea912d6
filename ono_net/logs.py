"""What an operator reads: one line an event, as text on a terminal, else as JSON.

Call sites use the standard logging: the message is the event in a few words that never change, `extra` has its values.
A game is named by the first letters of its id; nothing that lets somebody in or shows a card is ever a value.
"""

from __future__ import annotations

import logging
import sys
from typing import Final, Literal, TextIO, TypeAlias

import structlog

Level: TypeAlias = Literal["debug", "info", "warning", "error"]
Format: TypeAlias = Literal["auto", "text", "json"]

OURS: Final = "ono_net"
TAG: Final = 12


def tag(game: bytes) -> str:
    """By what a game is named in a line: 12 hexadecimal digits of its id, which open no door."""
    return game.hex()[:TAG]


def set_up(level: Level, form: Format, stream: TextIO = sys.stderr) -> None:
    """Send what happens to this stream; other libraries' lines only from warnings on."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter(as_text=form == "text" or (form == "auto" and stream.isatty())))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(OURS).setLevel(level.upper())


def formatter(*, as_text: bool) -> logging.Formatter:
    """What turns a record into a line."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if as_text
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[remove, *last])
