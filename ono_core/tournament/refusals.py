"""Refusals: what a tournament does not allow, as a value for who asked alone.

A refused act leaves no entry and costs nothing. Codes are stable; their words may change.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

REFUSALS: Final[dict[str, str]] = {
    "not-open": "the tournament is not opened yet",
    "already-opened": "the tournament is open already",
    "bad-settings": "these are no settings of a tournament",
    "bad-seeds": "a commitment for each draw is needed",
    "not-organiser": "only the organiser may do that",
    "may-not-rule": "only the organiser and the deputies may do that",
    "not-yourself": "that may be asked for oneself alone",
    "bad-signature": "the request is not signed by the identity that it names",
    "counter-used": "the counter of a request must be above that of the identity's last one",
    "weak-key": "that is a key that must not be used",
    "bad-name": "a name has 1 to 24 letters, and none that hide or turn the text",
    "name-taken": "another player has that name, or one that looks like it",
    "already-registered": "this identity plays already, or has played",
    "too-late": "nobody can join any more",
    "tournament-full": "there are as many players as a tournament can take",
    "no-such-player": "there is no such player",
    "no-such-table": "there is no such table",
    "no-such-ruling": "no ruling stands in that entry",
    "already-withdrawn": "that player has withdrawn already",
    "not-withdrawn": "that player has not withdrawn",
    "bad-reason": "a reason of 1 to 200 letters is needed",
    "wrong-seed": "that is not the seed that was committed to",
    "tables-running": "a table has no result yet",
    "no-round-left": "there is no round left to draw",
    "too-few-players": "there are too few players to draw",
    "game-used": "that game is another table's",
    "too-many-attempts": "the table has been opened as often as it can be",
    "table-ended": "the table has a result already",
    "not-that-game": "that is not the game of that table",
    "bad-result": "that is no result of that table",
    "can-play": "those who are present can play",
    "already-so": "that is so already",
    "bad-points": "from 1 to 1000 points can be taken",
    "bad-time": "from 1 second to 1 hour can be given",
    "already-undone": "that is undone already",
    "stands-on-it": "something later stands on it",
    "paused": "the tournament stands still",
    "not-paused": "the tournament does not stand still",
    "not-deputy": "that identity is no deputy",
    "already-deputy": "that identity may rule already",
    "too-many-deputies": "there are as many deputies as there can be",
    "finished": "the tournament is closed",
}
"""Every refusal that a tournament can give, with its words."""


class Refusal(Struct, frozen=True):
    """The tournament does not allow it. ``detail`` adds what a person needs to mend it, or is empty."""

    code: str
    detail: str = ""

    @property
    def words(self) -> str:
        """One plain sentence without a full stop."""
        return f"{REFUSALS[self.code]}{': ' + self.detail if self.detail else ''}"
