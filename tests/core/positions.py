"""A table that is written out: what one seat sees there, and what a computer player does, in the words of the game."""

from random import Random

from msgspec.structs import replace

from ono_core.bots.contest import PLAYERS
from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_core.game.faces import CLASSIC, Colour, face
from ono_core.game.rules import fits
from ono_core.game.ruleset import Ruleset
from ono_core.game.state import Debt, Dispute, Phase
from ono_core.game.view import Card, Place, View

DECK = CLASSIC


def seen(hand: str, top: str, *, colour: str = "", others: tuple[int, ...] = (7,), under: str = "") -> View:
    """What seat 0 sees on its turn; ``others`` are the other seats' numbers of cards, next seat first."""
    cards = tuple(Card(100 + i, face(text)) for i, text in enumerate(hand.split()))
    counts = (len(cards), *others)
    return View(
        seat=0, phase=Phase.PLAY, step=9, round=1, turn=0, direction=1,
        colour=Colour(colour or top[0]), top=face(top), under=tuple(map(face, under.split())), hand=cards,
        drawn=None, debt=None, next_seat=1, deck=DECK, pile=40, discards=1, shuffling=False, host=0, result=None,
        places=tuple(_place(i, n) for i, n in enumerate(counts)), final=(), ruleset=Ruleset(),
    )  # fmt: skip


def _place(seat: int, cards: int) -> Place:
    return Place(
        seat, f"seat {seat}", "bot", "", away=False, cards=cards, called=False, exposed=None, catchable=False,
        playing=True, gone=False, out=False, score=0, misses=0,
    )  # fmt: skip


def offered(view: View) -> Choices:
    """The choices of somebody on turn: play what fits, or else draw."""
    assert view.top is not None
    reasons = {card: None if fits(card.face, view.top, view.colour) else "does-not-fit"
               for card in view.hand if card.face}  # fmt: skip
    cards = tuple((card.slot, reason) for card, reason in reasons.items())
    held = [card.face.colour for card in view.hand if card.face]
    bluffs = [card.slot for card in view.hand if card.face == face("W4") and view.colour in held]
    return Choices(view.step, ("play",) if None in reasons.values() else ("draw",), cards, tuple(bluffs))


def told(view: View, act: cmd.Act) -> str:
    """The act in words: ``R5``, ``W green``, ``draw``, ``challenge``."""
    if isinstance(act, cmd.NameColour):
        return act.colour.word
    if not isinstance(act, cmd.Play):
        return type(act).__name__.lower()
    played = next(card.face for card in view.hand if card.slot == act.slots[0] and card.face)
    return f"{played.text} {act.colour.word}" if act.colour else played.text


def answer(level: str, view: View, choices: Choices | None = None, chance: int = 0) -> str:
    """What this player does there."""
    return told(view, PLAYERS[level](view, choices or offered(view), Random(chance).randrange))


def after_draw(view: View) -> tuple[View, Choices]:
    """The same table where the last card of the hand was drawn just now and fits."""
    drawn = view.hand[-1].slot
    cards = tuple((card.slot, None if card.slot == drawn else "only-the-drawn-card") for card in view.hand)
    return replace(view, phase=Phase.DRAWN, drawn=drawn), Choices(view.step, ("play", "pass"), cards)


def owing(view: View, before: str, held: int) -> tuple[View, Choices]:
    """The same table where seat 1 played a Wild Draw Four on the colour ``before``, and holds so many cards."""
    debt = Debt(4, 1, Dispute(Colour(before), tuple(range(200, 200 + held))))
    choices = Choices(view.step, ("accept", "challenge"), stakes=(4, 6))
    return replace(view, phase=Phase.RESPOND, debt=debt), choices
