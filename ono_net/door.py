"""Who is kept out of a room, and who is put out of it (protocol.md section 9)."""

from __future__ import annotations

from typing import Final

from ono_core.game.commands import Unseat
from ono_core.game.state import MOST_SEATS, State
from ono_net.room import Draft

SHUT: Final = {
    "locked": "the host has locked this room: nobody new comes in",
    "kicked": "the host has put you out of this room",
}
"""Why somebody may not enter, in words."""


class Shut(Exception):
    """This reader may not enter; `code` is that of the error (protocol.md 5)."""

    def __init__(self, code: str) -> None:
        super().__init__(SHUT[code])
        self.code = code


def unseated(state: State, draft: Draft) -> frozenset[bytes]:
    """The identity of the player or witness whom the host sends away by this entry, if it does."""
    said = draft.checked.said
    if said is None or not isinstance(said.act, Unseat):
        return frozenset()
    seat = said.act.seat
    if seat < MOST_SEATS and not state.seat_at(seat).is_human:
        return frozenset()
    return frozenset({state.contributor_at(seat).identity})
