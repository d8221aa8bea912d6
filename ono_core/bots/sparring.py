"""Opponents to measure the levels against; no room seats them."""

from __future__ import annotations

from typing import Final

from ono_core.bots import hands
from ono_core.bots.medium import MEDIUM
from ono_core.bots.policy import Answer, Numbers, Policy
from ono_core.bots.weighing import WEIGHING
from ono_core.game.choices import Choices
from ono_core.game.commands import Accept, Act, Challenge, Draw, NameColour, Pass, Play
from ono_core.game.faces import Colour
from ono_core.game.view import View

_PLAIN: Final[dict[str, Act]] = {"draw": Draw(), "pass": Pass(), "accept": Accept(), "challenge": Challenge()}


def _random(view: View, choices: Choices, draw: Numbers) -> Act:
    """Any option, each as likely: a card, with each colour if it is a wild, drawing, keeping, a challenge."""
    acts: list[Act] = [_PLAIN[act] for act in choices.acts if act in _PLAIN]
    if "name_colour" in choices.acts:
        acts += map(NameColour, Colour)
    if "play" in choices.acts:
        faces = {shown: slot for slot, shown in hands.playable(view, choices).items()}
        acts += dict.fromkeys(hands.play(slot, shown, colour) for shown, slot in faces.items() for colour in Colour)
    return acts[draw(len(acts))]


def _any_card(view: View, choices: Choices, draw: Numbers) -> Play:
    """Any card that fits, and any colour left in the hand."""
    cards = hands.playable(view, choices)
    slot = list(cards)[draw(len(cards))]
    return hands.play(slot, cards[slot], _any_colour(hands.colours(hands.rest(view, slot), None), draw))


def _any_colour(held: list[Colour], draw: Numbers) -> Colour:
    return held[draw(len(held))]


def _names_any(view: View, _choices: Choices, draw: Numbers) -> Colour:
    return _any_colour(hands.colours(hands.hand(view).values(), None), draw)


_CARELESS: Final = Policy(_any_card, names=_names_any)


def _child(view: View, choices: Choices, draw: Numbers) -> Act:
    """A child of primary school, as far as anybody has guessed: six times of ten any card that fits, else Medium's."""
    return (_CARELESS if draw(10) < 6 else MEDIUM).answer(view, choices, draw)


SPARRING: Final[dict[str, Answer]] = {"random": _random, "child60": _child, "weighing": WEIGHING.answer}
"""Name -> how it answers: any option; the proxy of a casual player; Hard without imagined games."""
