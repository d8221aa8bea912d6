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
SWAP = " and choose whose hand to take"
CALL_KEY, CATCH_KEY = "c", "k"
JUMP = "jump"


class Offer(Struct, frozen=True):
    """Something the player may do now: a key, words with the consequence, the act. A card has a slot and no key.

    ``needs_colour`` and ``needs_target`` say what the act still lacks; ``completed`` has the ways to add it. ``word``
    is what is typed in the line mode where that is no number.
    """

    key: str
    label: str
    act: cmd.Act
    slot: int | None = None
    needs_colour: bool = False
    needs_target: bool = False
    word: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the act can be asked for as it is."""
        return not (self.needs_colour or self.needs_target)


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


def _may_deal(view: View, _choices: Choices) -> bool:
    return view.phase is Phase.ROUND_OVER and view.seat is not None and view.seat == view.host


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
    Action("n", lambda _view, _choices: "Deal the next round", _may_deal, cmd.NextRound()),
)
"""In the order in which they are numbered: what comes and goes while others do things stands last."""


def offers(view: View, choices: Choices) -> list[Offer]:
    """All that the player is asked to choose from: cards in the order of the hand, equal ones together, the actions.

    What may be done at any time is not among them (``beside``), for it comes and goes.
    """
    cards = [*plays(view, choices), *together(view, choices)] if view.turn == view.seat else []
    return [*cards, *actions(view, choices)]


def actions(view: View, choices: Choices) -> list[Offer]:
    """The actions that are open now."""
    return [Offer(a.key, a.label(view, choices), a.act) for a in ACTIONS if a.enabled(view, choices)]


def beside(view: View, choices: Choices) -> list[Offer]:
    """Jumping in, calling one's last card, and catching who has not called it, each with the word that does it."""
    jumps = [replace(offer, word=JUMP) for offer in plays(view, choices)[:1]] if view.turn != view.seat else []
    calls = [Offer(CALL_KEY, "Call your last card", cmd.Call(), word="call")] if "call" in choices.acts else []
    names = {place.seat: safe(place.name) for place in view.places}
    catches = [
        Offer(CATCH_KEY, f"Catch {names[seat]}, who has not called", cmd.Catch(seat, step), word=f"catch {names[seat]}")
        for seat, step in choices.catches
        if "catch" in choices.acts
    ]
    return [*jumps, *calls, *catches]


# Cards


def plays(view: View, choices: Choices) -> list[Offer]:
    """The cards that may be played now, each alone."""
    if "play" not in choices.acts:
        return []
    cards = [(card.slot, card.face) for card in view.hand if card.slot in choices.playable and card.face]
    return [_play(view, choices, slot, face) for slot, face in cards]


def _play(view: View, choices: Choices, slot: int, face: Face) -> Offer:
    does = "Play" if view.turn == view.seat else "Jump in with"
    swaps = slot in choices.swaps
    notes = f"{SWAP if swaps else ''}{BLUFF if slot in choices.bluffs else ''}"
    return Offer("", f"{does} {face.words}{notes}", cmd.Play((slot,)), slot, face.is_wild, swaps)


def together(view: View, choices: Choices) -> list[Offer]:
    """The equal cards that may go down in one play; the key is their number."""
    if "play" not in choices.acts:
        return []
    faces = {card.slot: card.face for card in view.hand}
    return [_plays(view, choices, slots, face) for slots in choices.sets if (face := faces.get(slots[0]))]


def _plays(view: View, choices: Choices, slots: tuple[int, ...], face: Face) -> Offer:
    swaps = slots[-1] in choices.swaps and len(slots) < len(view.hand)
    label = f"Play {len(slots)} cards together, {face.words}{SWAP if swaps else ''}"
    return Offer(str(len(slots)), label, cmd.Play(slots), slots[0], face.is_wild, swaps)


def completed(offer: Offer, view: View, choices: Choices) -> list[Offer]:
    """The ways to add what an offer still lacks: first a colour, then whose hand to take."""
    return coloured(offer) if offer.needs_colour else aimed(offer, view, choices)


def coloured(offer: Offer) -> list[Offer]:
    """The four ways to do what needs a colour."""
    return [
        replace(
            offer,
            key=colour.lower(),
            label=f"Name {colour.word}",
            act=replace(offer.act, colour=colour),
            needs_colour=False,
        )
        for colour in Colour
    ]


def aimed(offer: Offer, view: View, choices: Choices) -> list[Offer]:
    """The ways to do what needs another player; the keys count from 1."""
    others = [place for place in view.places if place.seat in choices.targets]
    return [
        replace(
            offer,
            key=str(number),
            label=f"Take the hand of {safe(place.name)}, {counted(place.cards)}",
            act=replace(offer.act, target=place.seat),
            needs_target=False,
        )
        for number, place in enumerate(others, 1)
    ]


def called(offer: Offer) -> Offer:
    """The same play with the last card called."""
    return replace(offer, act=replace(offer.act, call=True)) if isinstance(offer.act, cmd.Play) else offer
