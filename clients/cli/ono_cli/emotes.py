"""What players show each other, in words, and which of it one does not want to see."""

from __future__ import annotations

from typing import get_args

from ono_cli import screen
from ono_cli.answers import seat_named
from ono_core.game.view import View
from ono_net.messages import Emoted, Emotion

EMOTES: tuple[Emotion, ...] = get_args(Emotion)
"""In the order in which they are numbered, from 1."""

WORDS: dict[Emotion, str] = {
    "hello": "Hello!",
    "well-played": "Well played!",
    "thanks": "Thanks!",
    "oops": "Oops!",
    "wow": "Wow!",
    "laugh": "Ha ha!",
    "cry": "Oh no!",
    "hurry": "Hurry up!",
}

LISTED = ", ".join(f"{number} {WORDS[what]}" for number, what in enumerate(EMOTES, 1))


def chosen(text: str) -> Emotion | None:
    """The emote that a number or its name means."""
    numbered: dict[str, Emotion] = {str(number): what for number, what in enumerate(EMOTES, 1)}
    return numbered.get(text) or next((what for what in EMOTES if what == text.lower().replace(" ", "-")), None)


class Muting:
    """Whose emotes are not shown; nobody is told."""

    def __init__(self) -> None:
        self._all = False
        self._seats: set[int] = set()

    def told(self, emoted: Emoted, view: View) -> str | None:
        """The sentence to show, if it is to be shown; one's own always is."""
        if emoted.seat != view.seat and (self._all or emoted.seat in self._seats):
            return None
        verb = "show" if emoted.seat == view.seat else "shows"
        return f"{screen.name(view, emoted.seat)} {verb}: {WORDS[emoted.what]}"

    def turn(self, whom: str, view: View) -> str:
        """Mute the player of this name, or without one all; or the other way round. What that changed."""
        if not whom:
            self._all = not self._all
            return f"The emotes of all others are {'not ' if self._all else ''}shown."
        others = [place.seat for place in view.places if place.seat != view.seat]
        seat = seat_named(view, whom, others)
        if seat is None:
            return f"{whom[:40]!r} is no other player here."
        self._seats ^= {seat}
        return f"The emotes of {screen.name(view, seat)} are {'not ' if seat in self._seats else ''}shown."

    def begin_again(self) -> None:
        """A rematch begins, in which others may have the seats."""
        self._seats.clear()
