"""The levels of computer players, and how one of them chooses."""

from __future__ import annotations

from typing import Final

from ono_core.bots import hard
from ono_core.bots.easy import EASY
from ono_core.bots.medium import MEDIUM
from ono_core.bots.policy import Answer, Numbers
from ono_core.game.choices import Choices
from ono_core.game.commands import Act
from ono_core.game.view import View

LEVELS: Final[dict[str, Answer]] = {"easy": EASY.answer, "medium": MEDIUM.answer, "hard": hard.answer}
"""Level name -> how it answers, weakest first."""


def choose(level: str, view: View, choices: Choices, draw: Numbers) -> Act:
    """What the level does, from its own seat's view and choices; chance comes from ``draw`` alone.

    The view should have the public notes, or Hard forgets what the play has shown. The same arguments and the same
    numbers give the same act, so whoever learns the numbers can check it.
    """
    return LEVELS[level](view, choices, draw)


_NOTICES: Final = {"easy": 1, "medium": 3, "hard": 6}
"""How many of 8 missed calls a level sees."""


def notices(level: str, draw: Numbers) -> bool:
    """Whether the level sees that another seat has missed its call, and catches it."""
    return draw(8) < _NOTICES[level]


def thinking_ms(draw: Numbers, pace_ms: int) -> int:
    """How long to wait before acting: half to one and a half times the pace, mostly near it.

    It knows nothing of the hand and always draws two numbers: before choosing, or from a source of its own.
    """
    half = pace_ms // 2
    return half + draw(half + 1) + draw(half + 1)
