"""What a finished game is worth at its table: places, scores and absences by the order of the table's players."""

from __future__ import annotations

from msgspec import Struct

from ono_core.game import state as game
from ono_core.game.state import ENDED


class Outcome(Struct, frozen=True):
    """Places (0: none) and scores by seat, and the seats that nobody held at the end, rising."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    absent: tuple[int, ...]


def outcome(state: game.State, seats: int) -> Outcome | None:
    """What a table of so many seats ended with, or None while its game is not over.

    Absent is who never sat down, was removed, or was played for by the computer when the game ended: nobody wins by
    being away.
    """
    if state.phase not in ENDED:
        return None
    return Outcome(
        places=_padded(state.places, seats),
        scores=_padded(state.scores, seats),
        absent=tuple(seat for seat in range(seats) if not _is_there(state, seat)),
    )


def _padded(values: tuple[int, ...], seats: int) -> tuple[int, ...]:
    return (*values, *(0,) * (seats - len(values)))[:seats]


def _is_there(state: game.State, seat: int) -> bool:
    holder = state.seats[seat] if seat < len(state.seats) else None
    return holder is not None and not holder.gone and not holder.away
