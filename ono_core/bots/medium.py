"""Medium: follows the colour it holds most, high points first, and saves its wilds. It never challenges."""

from __future__ import annotations

from ono_core.bots import hands
from ono_core.bots.policy import Numbers, Policy
from ono_core.game.choices import Choices
from ono_core.game.commands import Play
from ono_core.game.faces import Face
from ono_core.game.view import View


def _play(view: View, choices: Choices, _draw: Numbers) -> Play:
    held = list(hands.hand(view).values())

    def worth(card: tuple[int, Face]) -> tuple[int, int]:
        shown = card[1]
        return (hands.count(held, shown.colour), shown.points) if shown.colour else (-1, 0)

    slot, shown = max(hands.playable(view, choices).items(), key=worth)
    return hands.play(slot, shown, hands.most_held(hands.rest(view, slot), view.colour))


MEDIUM = Policy(_play)
