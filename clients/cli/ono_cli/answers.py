"""What is typed behind the number of a choice: a colour, a player, and the call of the last card, in any order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ono_cli.offers import Offer, aimed, called, coloured
from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_core.game.faces import Colour
from ono_core.game.view import View

CALL = "call"
COLOURS = {word: colour for colour in Colour for word in (colour.word, colour.lower())}


def answered(offer: Offer, words: Sequence[str], view: View, choices: Choices) -> Offer | None:
    """The offer with what the words add to it; None if they say something that it has no use for."""
    rest = [word.casefold() for word in words]
    if CALL in rest and isinstance(offer.act, cmd.Play):
        rest.remove(CALL)
        offer = called(offer)
    colour = next((word for word in rest if word in COLOURS), None)
    if offer.needs_colour and colour:
        rest.remove(colour)
        offer = coloured(offer)[list(Colour).index(COLOURS[colour])]
    if not rest:
        return offer
    seat = seat_named(view, " ".join(rest), choices.targets) if offer.needs_target else None
    return None if seat is None else _aimed_at(offer, seat, view, choices)


def _aimed_at(offer: Offer, seat: int, view: View, choices: Choices) -> Offer:
    others = [place.seat for place in view.places if place.seat in choices.targets]
    return aimed(offer, view, choices)[others.index(seat)]


def seat_named(view: View, text: str, among: Iterable[int]) -> int | None:
    """The one of these seats whose name this is, or begins like this; None where it is none, or more than one."""
    wanted, seats = text.casefold(), set(among)
    names = {place.seat: place.name.casefold() for place in view.places if place.seat in seats}
    whole = [seat for seat, name in names.items() if name == wanted]
    begun = [seat for seat, name in names.items() if name.startswith(wanted)]
    found = whole or begun
    return found[0] if len(found) == 1 else None
