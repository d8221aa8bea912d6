"""Forks between files: where two logs of one game part, the table has signed two entries (ono_core/log/forks.py)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import combinations

from ono_core.log.book import named_table
from ono_core.log.entries import Signed, game_id, read_pair
from ono_core.log.faults import LogFault
from ono_core.log.file import NotALog, frames
from ono_core.log.forks import Fork, fork_of
from ono_core.log.kinds import BadForm


def fork_between(one: bytes, other: bytes) -> Fork | None:
    """The fork between two files of one game, or None: one is the other's beginning, or it is damage and no fork.

    NotALog if either is none, ValueError if they are of different games.
    """
    left, right = _pairs(one), _pairs(other)
    games = {game_id(pairs[0].body) for pairs in (left, right)}
    if len(games) > 1:
        raise ValueError("two logs of one game expected, got two games")
    table = named_table(left[0].body)
    parts = next((index for index, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), None)
    return None if parts is None else fork_of(games.pop(), table, parts, (left[parts], right[parts]))


def forks_among(logs: Iterable[bytes]) -> list[Fork]:
    """Each fork between any two of these files, of whatever games; what is no log is passed over."""
    games: dict[bytes, list[bytes]] = {}
    for data in logs:
        game = game_of(data)
        if game:
            games.setdefault(game, []).append(data)
    found = (fork_between(*pair) for files in games.values() for pair in combinations(files, 2))
    return list(dict.fromkeys(fork for fork in found if fork))


def game_of(data: bytes) -> bytes:
    """The id of the game that a file begins, empty if it is no log."""
    try:
        return game_id(read_pair(next(frames(data))).body)
    except (NotALog, LogFault, BadForm, StopIteration):
        return b""


def _pairs(data: bytes) -> Sequence[Signed]:
    """The entries of a file as far as they can be told apart."""
    pairs: list[Signed] = []
    with suppress(LogFault, BadForm):
        pairs.extend(map(read_pair, frames(data)))
    if not pairs:
        raise NotALog("this ONO log holds no whole entry")
    return pairs
