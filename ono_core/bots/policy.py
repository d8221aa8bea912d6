"""What a level has to say: how it answers each thing that a seat can be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from ono_core.bots import hands
from ono_core.game.choices import Choices
from ono_core.game.commands import Accept, Act, Challenge, Draw, NameColour, Pass, Play
from ono_core.game.faces import Colour
from ono_core.game.view import View

Numbers: TypeAlias = Callable[[int], int]
"""A source of chance: asked with m, a number from 0 to m - 1."""


def _most_held(view: View, _choices: Choices, _draw: Numbers) -> Colour:
    return hands.most_held(list(hands.hand(view).values()), view.colour)


def _never(_view: View, _choices: Choices, _draw: Numbers) -> bool:
    return False


class Policy(Struct, frozen=True):
    """A level's answers, each from its seat's view and choices alone.

    ``play`` is asked only where a card may be played, ``keeps`` only where the drawn card may be.
    """

    play: Callable[[View, Choices, Numbers], Play]
    names: Callable[[View, Choices, Numbers], Colour] = _most_held
    keeps: Callable[[View, Choices, Numbers], bool] = _never
    challenges: Callable[[View, Choices, Numbers], bool] = _never

    def answer(self, view: View, choices: Choices, draw: Numbers) -> Act:
        """One of the acts that are offered."""
        acts = choices.acts
        assert acts, f"seat {view.seat} is not asked"
        if "name_colour" in acts:
            return NameColour(self.names(view, choices, draw))
        if "challenge" in acts and self.challenges(view, choices, draw):
            return Challenge()
        if "accept" in acts:
            return Accept()
        if "play" in acts and not ("pass" in acts and self.keeps(view, choices, draw)):
            return self.play(view, choices, draw)
        return Draw() if "draw" in acts else Pass()
