"""The board that everybody at a tournament sees: what the ledger says, and where each table is played (tournament.md).

It is an aid to show and to find one's table; the truth is the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ono_core.log.codec import CodecFault, packed, unpacked
from ono_core.tournament.standings import shown, standings
from ono_core.tournament.state import Round, State

VERSION = 1


class Player(Struct, frozen=True, array_like=True):
    """Who takes part; ``identity`` is the key that will sit down."""

    number: int
    name: str
    identity: bytes
    withdrawn: bool


class Line(Struct, frozen=True, array_like=True):
    """A line of the standings."""

    rank: int
    player: int
    points: str
    tables: int


class Table(Struct, frozen=True, array_like=True):
    """A table of the round: its players in the order of seats, how far it is, and the code of its room, "" for none."""

    number: int
    players: tuple[int, ...]
    status: str
    places: tuple[int, ...]
    room: str


class Board(Struct, frozen=True):
    """Everything at once. ``entries`` counts those of the ledger; ``round`` is 0 before the first draw."""

    version: int
    title: str
    phase: str
    paused: bool
    entries: int
    round: int
    rounds: int
    stage: str
    sitting: tuple[int, ...]
    players: tuple[Player, ...]
    standings: tuple[Line, ...]
    tables: tuple[Table, ...]

    def number_of(self, identity: bytes) -> int | None:
        """The player with this key."""
        return next((one.number for one in self.players if one.identity == identity), None)

    def table_of(self, player: int | None) -> Table | None:
        """The table that this player has in the round."""
        return next((table for table in self.tables if player in table.players), None)


def board_of(state: State, rooms: Mapping[tuple[int, int], str]) -> bytes:
    """The board's bytes; ``rooms`` are the codes of the tables' rooms by round and table."""
    last = state.rounds[-1] if state.rounds else None
    board = Board(
        version=VERSION,
        title=state.settings.name,
        phase=state.phase.value,
        paused=state.paused,
        entries=state.entries,
        round=last.number if last else 0,
        rounds=state.settings.rounds,
        stage=last.stage if last else "",
        sitting=last.sitting if last else (),
        players=tuple(Player(one.number, one.name, one.identity, one.away) for one in state.players),
        standings=tuple(Line(row.rank, row.player, shown(row.points), row.tables) for row in standings(state)),
        tables=_tables(last, rooms) if last else (),
    )
    return packed(msgspec.to_builtins(board, builtin_types=(bytes,)))


def _tables(last: Round, rooms: Mapping[tuple[int, int], str]) -> tuple[Table, ...]:
    return tuple(
        Table(
            table.number,
            table.players,
            table.status,
            table.result.places if table.result else (),
            rooms.get((last.number, table.number), ""),
        )
        for table in last.tables
    )


def read_board(data: bytes) -> Board | None:
    """The board in these bytes, or None where this program cannot read it."""
    try:
        plain: Any = unpacked(data)
        return msgspec.convert(plain, Board, builtin_types=(bytes,))
    except (CodecFault, msgspec.ValidationError):
        return None
