"""`ono bench bots`: how strong the computer's levels are against each other, and how long the strongest thinks."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time
from typing import Any, Final

from msgspec import Struct

from ono_cli.bench.told import json_line, line
from ono_cli.stop import Exit, Stop, check_range
from ono_core.bots.contest import PLAYERS, Score, contest
from ono_core.bots.policy import Answer, Numbers
from ono_core.game.choices import Choices
from ono_core.game.commands import Act
from ono_core.game.view import View

SLOW: Final = "hard"
"""The level that thinks long; how long is measured."""
GAMES: Final = 4000
SLOW_GAMES: Final = 600
"""Games of a pair unless told; fewer where the slow level plays, for a run of some minutes in all."""
TARGET_MS: Final = 100.0


class Target(Struct, frozen=True):
    """The share of games, in percent, that is to be won at least, or at most."""

    bound: float
    most: bool = False

    def __str__(self) -> str:
        return f"{'<' if self.most else '>='} {self.bound:.0f} %"


TARGETS: Final = {
    ("medium", "random", 2): Target(63),
    ("medium", "random", 4): Target(34),
    ("hard", "medium", 2): Target(57),
    ("hard", "medium", 4): Target(26),
    ("easy", "child60", 2): Target(50, most=True),
    ("easy", "child60", 4): Target(25, most=True),
}
"""(who is tested, the field, seats) -> what it should win."""


class Result(Struct, frozen=True):
    """What came of one pair at one table; ``thought`` are CPU milliseconds of each choice of the slow level."""

    pair: tuple[str, str]
    seats: int
    score: Score
    thought: tuple[float, ...]

    @property
    def target(self) -> Target | None:
        """What is expected of it."""
        return TARGETS.get((*self.pair, self.seats))


def run(args: Namespace) -> int:
    """Measure and show, each figure as soon as it is there."""
    for seats in args.seats:
        check_range("--seats", seats, 2, 6)
    if args.games is not None:
        check_range("--games", args.games, 1, 1_000_000)
    results = _results([_pair(text) for text in args.pairs], args.seats, args.games)
    if args.json:
        print(json_line(_record(list(results))))
    else:
        _show(results)
    return Exit.DONE


def _pair(text: str) -> tuple[str, str]:
    names = text.split(":")
    if len(names) != 2 or not set(names) <= set(PLAYERS):
        raise Stop(Exit.UNUSABLE, f"--pairs: two of {', '.join(PLAYERS)} expected, as in hard:medium, got {text!r}")
    return names[0], names[1]


def _results(pairs: Sequence[tuple[str, str]], tables: Sequence[int], games: int | None) -> Iterator[Result]:
    for pair in pairs:
        for seats in tables:
            thought: list[float] = []
            count = games or (SLOW_GAMES if SLOW in pair else GAMES)
            score = contest(*pair, seats, count, watched=_Watch(thought))
            yield Result(pair, seats, score, tuple(thought))


class _Watch:
    """Notes how long the slow level takes to choose among two things or more, in CPU milliseconds."""

    def __init__(self, thought: list[float]) -> None:
        self._thought = thought

    def __call__(self, name: str, answer: Answer) -> Answer:
        if name != SLOW:
            return answer

        def timed(view: View, choices: Choices, draw: Numbers) -> Act:
            began = process_time()
            act = answer(view, choices, draw)
            if _is_open(choices):
                self._thought.append(1000 * (process_time() - began))
            return act

        return timed


def _is_open(choices: Choices) -> bool:
    """Whether there is anything to think about."""
    others = [act for act in choices.acts if act != "play"]
    return len(choices.playable) + len(others) > 1


# What is shown

_COLUMNS: Final = {
    "tested": 8, "field": 8, "seats": 5, "games": 7, "won": 6, "interval": 13, "target": 7, "ms a choice": 11,
}  # fmt: skip
"""Each with its width: a line is shown as soon as its contest is over."""


def _show(results: Iterator[Result]) -> None:
    print("Shares of the games won, seats rotated, with the interval that holds the truth 95 times of 100;")
    print(f"CPU time of a choice of {SLOW}, where it has one: median, target <= {TARGET_MS:.0f} ms")
    print(line(list(_COLUMNS), list(_COLUMNS.values())))
    for result in results:
        print(line(_row(result), list(_COLUMNS.values())), flush=True)


def _row(result: Result) -> tuple[str, ...]:
    low, high = result.score.interval
    return (
        *result.pair,
        str(result.seats),
        str(result.score.games),
        f"{result.score.share:.1f} %",
        f"{low:.1f} - {high:.1f} %",
        str(result.target or ""),
        f"{median(result.thought):.1f}" if result.thought else "",
    )


def _record(results: Sequence[Result]) -> dict[str, Any]:
    thought: dict[str, list[float]] = {}
    for result in results:
        thought.setdefault(str(result.seats), []).extend(result.thought)
    medians = {seats: round(median(times), 2) for seats, times in thought.items() if times}
    return {"hard_ms": medians, "target_ms": TARGET_MS, "contests": [_plain(result) for result in results]}


def _plain(result: Result) -> dict[str, Any]:
    tested, field = result.pair
    return {
        "tested": tested,
        "field": field,
        "seats": result.seats,
        "games": result.score.games,
        "wins": result.score.wins,
        "percent": round(result.score.share, 2),
        "interval": [round(end, 2) for end in result.score.interval],
        "target": None if result.target is None else result.target.bound,
    }
