"""Easy: plays like a beginner. Any card that fits, wilds too early, and often keeps the card it drew."""

from __future__ import annotations

from ono_core.bots import hands
from ono_core.bots.policy import Numbers, Policy
from ono_core.game.choices import Choices
from ono_core.game.commands import Play
from ono_core.game.faces import Colour, Face
from ono_core.game.view import View


def _play(view: View, choices: Choices, draw: Numbers) -> Play:
    """Half of the times that it could play a wild it does; else it plays any card that fits."""
    cards = hands.playable(view, choices)
    wilds = [slot for slot, shown in cards.items() if shown.is_wild]
    slots = wilds if wilds and draw(2) else list(cards)
    slot = slots[draw(len(slots))]
    return hands.play(slot, cards[slot], _colour(hands.rest(view, slot), view.colour, draw))


def _colour(faces: list[Face], in_force: Colour | None, draw: Numbers) -> Colour:
    """Any colour it holds, but the one in force only if it holds no other."""
    held = hands.colours(faces, in_force)
    others = [colour for colour in held if colour != in_force] or held
    return others[draw(len(others))]


def _names(view: View, _choices: Choices, draw: Numbers) -> Colour:
    return _colour(list(hands.hand(view).values()), view.colour, draw)


def _keeps(_view: View, _choices: Choices, draw: Numbers) -> bool:
    return draw(2) == 1


def _often(_view: View, _choices: Choices, draw: Numbers) -> bool:
    """It forgets a quarter of its calls, and sees a quarter of the other chances not."""
    return draw(4) > 0


def _takes(_view: View, choices: Choices, draw: Numbers) -> int:
    return choices.targets[draw(len(choices.targets))]


EASY = Policy(_play, names=_names, keeps=_keeps, answers=_often, doubles=_often, calls=_often, takes=_takes)
