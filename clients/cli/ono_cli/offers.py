"""What a player may do, as the one table that both the line mode and the full screen take keys, words and acts from."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_core.game.computers import LEVELS
from ono_core.game.faces import Colour, Face
from ono_core.game.state import Phase
from ono_core.game.view import View
from ono_core.game.words import cards as counted
from ono_core.game.words import safe

BLUFF = " (a bluff: you hold the colour, and who challenges you is right)"


class Offer(Struct, frozen=True):
    """Something the player may do now: a key, words with the consequence, the act. A card has a slot and no key."""

    key: str
    label: str
    act: cmd.Act
    slot: int | None = None
    needs_colour: bool = False


class Action(Struct, frozen=True):
    """A user action that is no card: its key, its words, when it is offered, what it asks of the table."""

    key: str
    label: Callable[[View, Choices], str]
    enabled: Callable[[View, Choices], bool]
    act: cmd.Act


def _choice(name: str) -> Callable[[View, Choices], bool]:
    return lambda _view, choices: name in choices.acts


def _is_host(view: View, _choices: Choices) -> bool:
    return view.phase is Phase.LOBBY and view.seat is not None and view.seat == view.host


def _may_start(view: View, choices: Choices) -> bool:
    return _is_host(view, choices) and len(view.places) >= 2


def _draw_words(_view: View, _choices: Choices) -> str:
    return "Draw a card"


def _pass_words(view: View, _choices: Choices) -> str:
    return "Keep the drawn card" if view.drawn is not None else "Pass"


def _accept_words(view: View, _choices: Choices) -> str:
    total = view.debt.total if view.debt else 0
    return f"Take {counted(total)} and lose the turn"


def _challenge_words(view: View, choices: Choices) -> str:
    accused = next((place.name for place in view.places if view.debt and place.seat == view.debt.by), "the other")
    bluff, honest = choices.stakes or (0, 0)
    return f"Challenge: if {safe(accused)} bluffed, {safe(accused)} draws {bluff}; if honest, you draw {honest}"


def _bot_words(level: str) -> Callable[[View, Choices], str]:
    return lambda _view, _choices: f"Add a computer player ({level})"


def _name_words(colour: Colour) -> Callable[[View, Choices], str]:
    return lambda _view, _choices: f"Name {colour.word}"


ACTIONS: tuple[Action, ...] = (
    Action("d", _draw_words, _choice("draw"), cmd.Draw()),
    Action("p", _pass_words, _choice("pass"), cmd.Pass()),
    Action("t", _accept_words, _choice("accept"), cmd.Accept()),
    Action("x", _challenge_words, _choice("challenge"), cmd.Challenge()),
    *(Action(colour.lower(), _name_words(colour), _choice("name_colour"), cmd.NameColour(colour)) for colour in Colour),
    *(Action(level[0], _bot_words(level), _is_host, cmd.AddBot(level, None)) for level in LEVELS),
    Action("s", lambda _view, _choices: "Start the game", _may_start, cmd.Start()),
)
"""In the order in which they are numbered: what comes and goes while others do things stands last."""


def offers(view: View, choices: Choices) -> list[Offer]:
    """All that the player may do now: playable cards in the order of the hand, then the actions."""
    return [*plays(view, choices), *actions(view, choices)]


def actions(view: View, choices: Choices) -> list[Offer]:
    """The actions that are open now."""
    return [Offer(a.key, a.label(view, choices), a.act) for a in ACTIONS if a.enabled(view, choices)]


def plays(view: View, choices: Choices) -> list[Offer]:
    """The cards that may be played now."""
    if "play" not in choices.acts:
        return []
    cards = [(card.slot, card.face) for card in view.hand if card.slot in choices.playable and card.face]
    return [_play(slot, face, slot in choices.bluffs) for slot, face in cards]


def _play(slot: int, face: Face, bluff: bool) -> Offer:  # noqa: FBT001
    return Offer("", f"Play {face.words}{BLUFF if bluff else ''}", cmd.Play((slot,)), slot, face.is_wild)


def coloured(offer: Offer) -> list[Offer]:
    """The four ways to do what needs a colour."""
    return [
        Offer(colour.lower(), f"Name {colour.word}", replace(offer.act, colour=colour), offer.slot) for colour in Colour
    ]
