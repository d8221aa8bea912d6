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

Answer: TypeAlias = Callable[[View, Choices, Numbers], Act]
"""How a computer player chooses one of the acts offered."""


def _most_held(view: View, _choices: Choices, _draw: Numbers) -> Colour:
    return hands.most_held(list(hands.hand(view).values()), view.colour)


def _never(_view: View, _choices: Choices, _draw: Numbers) -> bool:
    return False


def _always(_view: View, _choices: Choices, _draw: Numbers) -> bool:
    return True


def _fewest_cards(view: View, choices: Choices, _draw: Numbers) -> int:
    return min(choices.targets, key=lambda seat: hands.held_by(view, seat))


class Policy(Struct, frozen=True):
    """A level's answers, each from its seat's view and choices alone.

    ``play`` is asked only where a card may be played, and names one card and its colour; ``keeps`` only where the drawn
    card may be kept, ``answers`` where cards owed may be answered, ``calls`` where a play leaves one card, ``takes``
    where it names whose hand to take.
    """

    play: Callable[[View, Choices, Numbers], Play]
    names: Callable[[View, Choices, Numbers], Colour] = _most_held
    keeps: Callable[[View, Choices, Numbers], bool] = _never
    challenges: Callable[[View, Choices, Numbers], bool] = _never
    answers: Callable[[View, Choices, Numbers], bool] = _always
    doubles: Callable[[View, Choices, Numbers], bool] = _always
    calls: Callable[[View, Choices, Numbers], bool] = _always
    takes: Callable[[View, Choices, Numbers], int] = _fewest_cards

    def answer(self, view: View, choices: Choices, draw: Numbers) -> Act:
        """One of the acts that are offered."""
        acts = choices.acts
        assert acts, f"seat {view.seat} is not asked"
        if "name_colour" in acts:
            return NameColour(self.names(view, choices, draw))
        if "challenge" in acts and self.challenges(view, choices, draw):
            return Challenge()
        if "accept" in acts and not ("play" in acts and self.answers(view, choices, draw)):
            return Accept()
        if "play" in acts and not ("pass" in acts and self.keeps(view, choices, draw)):
            return self.whole(view, choices, draw, self.play(view, choices, draw))
        return Draw() if "draw" in acts else Pass()

    def whole(self, view: View, choices: Choices, draw: Numbers, play: Play) -> Play:
        """The play with all that the table wants beside the card: its equals, the seat it names, the call."""
        card = play.slots[0]
        alike = [slots for slots in choices.sets if card in slots]
        slots = max(alike, key=len) if alike and self.doubles(view, choices, draw) else play.slots
        left = len(view.hand) - len(slots)
        swaps = card in choices.swaps and left > 0
        by_hand = view.ruleset.call == "manual" and (left == 1 if len(slots) > 1 else card in choices.lasts)
        return Play(
            slots,
            play.colour,
            self.takes(view, choices, draw) if swaps else None,
            by_hand and self.calls(view, choices, draw),
        )
