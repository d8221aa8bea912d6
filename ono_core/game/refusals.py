"""Refusals: what the rules do not allow, as a value for the sender alone.

A refused command leaves no entry and costs nothing. Codes are stable; their words may change.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

REFUSALS: Final[dict[str, str]] = {
    "not-your-turn": "another seat is on turn",
    "wrong-phase": "that cannot be done now",
    "shuffling": "the cards are being shuffled",
    "stale": "the table has moved on since you chose",
    "no-such-card": "that card is not in your hand",
    "does-not-fit": "the card does not fit",
    "only-the-drawn-card": "after drawing only the drawn card may be played",
    "one-card": "one card is played at a time",
    "not-equal": "only equal coloured cards go down together",
    "cannot-answer": "that card is no answer to the cards you owe",
    "no-bluffing": "a Wild Draw Four is not allowed while you hold the colour in force",
    "not-as-last-card": "that card may not be the last one",
    "must-play": "the drawn card fits and must be played",
    "needs-colour": "a wild card needs a colour",
    "colour-fixed": "only a wild card names a colour",
    "needs-target": "choose whose hand to take",
    "no-target": "this card names no other seat",
    "could-play": "you can play a card",
    "nothing-to-draw": "there is no card left to draw",
    "may-draw": "you may pass only when there is nothing to draw and nothing to play",
    "no-challenge": "there is nothing to challenge",
    "call-is-automatic": "the last card is called for you",
    "no-calls": "nobody calls the last card at this table",
    "nothing-to-call": "there is nothing to call: you are not down to your last card",
    "nothing-to-catch": "that seat has not missed a call",
    "too-early": "the call may still come",
    "window-closed": "it is too late to catch that",
    "not-host": "only the host may do that",
    "no-such-seat": "there is no such seat, or nobody sits there",
    "seat-taken": "somebody sits there already",
    "already-seated": "you have a seat already",
    "is-witness": "you are a witness of this game",
    "not-invited": "the seats of this game are for others",
    "witnesses-full": "this game has as many witnesses as it can take",
    "room-full": "every seat is taken",
    "name-taken": "another seat has that name, or one that looks like it",
    "bad-name": "a name has 1 to 24 letters, and none that hide or turn the text",
    "bad-option": "an option or a value is not one of this game's",
    "too-few-seats": "there are too few players to start",
    "already-cosigned": "you have signed already",
    "sealed": "the game is over and its log is sealed",
}
"""Every refusal the rules can give, with its words."""


class Refusal(Struct, frozen=True):
    """The rules do not allow the command. ``detail`` adds what a person needs to mend it, or is empty."""

    code: str
    detail: str = ""

    @property
    def words(self) -> str:
        """One plain sentence without a full stop; codes that only a broken program meets stay as they are."""
        return f"{REFUSALS.get(self.code, self.code)}{': ' + self.detail if self.detail else ''}"
