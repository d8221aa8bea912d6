"""Hard: imagines hundreds of games for each choice, from deals that fit what it knows, and does what wins most.

Where the table plays by rules that its imagined games do not know, it weighs its cards instead.
"""

from __future__ import annotations

from typing import Final

from ono_core.bots.deal import Deals
from ono_core.bots.halving import best_act, options
from ono_core.bots.policy import Numbers
from ono_core.bots.rollout import FACES
from ono_core.bots.weighing import WEIGHING
from ono_core.game.choices import Choices
from ono_core.game.commands import Act, Play
from ono_core.game.notes import distinct
from ono_core.game.view import View

_ASKED: Final = ({"play"}, {"play", "pass"}, {"accept", "challenge"}, {"name_colour"})
"""The choices that an imagined game knows and in which there is something to choose."""

_ASIDE: Final = {"draw", "call", "catch"}
"""Acts that are never better than playing a card, or no choice of a turn."""

_MODELLED: Final = {
    "draw_count": "one",
    "drawn": "may",
    "stack": "none",
    "wild_draw_four": "challenge",
    "last_card": "any",
    "seven_zero": False,
    "jump_in": False,
    "doubles": False,
    "open_hands": False,
}
"""What the imagined games take for granted of a table."""


def answer(view: View, choices: Choices, draw: Numbers) -> Act:
    """What Hard does; with something to choose it draws four numbers, else none."""
    if set(choices.acts) - _ASIDE not in _ASKED or not models(view):
        return WEIGHING.answer(view, choices, draw)
    act = _imagined(view, choices, draw)
    return WEIGHING.whole(view, choices, draw, act) if isinstance(act, Play) else act


def _imagined(view: View, choices: Choices, draw: Numbers) -> Act:
    among = options(view, choices)
    if len(among) == 1 or _wins(view, among[0].act):
        return among[0].act
    deals = Deals(view)
    if not deals.possible:
        return WEIGHING.answer(view, choices, draw)
    return best_act(view, choices, among, deals, draw)


def models(view: View) -> bool:
    """Whether the imagined games go by the rules of this table, as far as they matter, and know all its faces."""
    known = all(card.face is not None for card in view.hand) and distinct(view.deck) == FACES
    alike = all(getattr(view.ruleset, option) == value for option, value in _MODELLED.items())
    return known and alike and sum(place.playing for place in view.places) > 1


def _wins(view: View, act: Act) -> bool:
    return isinstance(act, Play) and len(view.hand) == 1
