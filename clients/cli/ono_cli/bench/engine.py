"""`ono bench engine`: what a move costs, by the rules in force and the seats at the table, beside other engines."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from random import Random
from time import process_time
from typing import Any, Final

from msgspec import Struct

from ono_cli.bench import peers, table
from ono_cli.bench.clock import Slice, check_seconds, medians, repeated, timed
from ono_cli.bench.told import columns, json_line
from ono_cli.stop import Exit, check_range
from ono_core.game.rulebook import compile_rules
from ono_core.log.entries import state_digest

RECORDED: Final = 30
"""Games that are recorded, to be played again."""
MAIN: Final = (4, "all")
"""The seats and the rules whose figures stand at the top of the JSON."""

FIGURES: Final = ("decide_evolve_us", "random_play_us", "digest_us", "ratio_rlcard", "ratio_uno_engine")


class Target(Struct, frozen=True):
    """What a figure should be: at most so much, or with ``least`` at least."""

    bound: float
    least: bool = False

    def __str__(self) -> str:
        return f"{'>=' if self.least else '<='} {self.bound:.1f}{'x' if self.least else ''}"


TARGETS: Final[dict[tuple[str, str, int], Target]] = {
    ("decide_evolve_us", "all", 4): Target(2.0),
    ("random_play_us", "all", 4): Target(4.0),
    ("decide_evolve_us", "classic", 4): Target(1.5),
    ("random_play_us", "classic", 4): Target(3.0),
    ("ratio_rlcard", "all", 4): Target(2.1, least=True),
    ("ratio_rlcard", "classic", 4): Target(2.8, least=True),
    **{("digest_us", rules, seats): Target(us) for rules in table.RULES for seats, us in ((4, 2.0), (10, 3.0))},
}
"""(figure, rules, seats) -> its target, where it has one."""

Figures = dict[str, float | None]


def run(args: Namespace) -> int:
    """Measure and show."""
    for seats in args.seats:
        check_range("--seats", seats, 2, 10)
    check_seconds(args.seconds)
    found: dict[int, dict[str, Figures]] = {}
    with ExitStack() as stack:
        others, missing = _peers(stack) if args.peers else ({}, [])
        for seats in dict.fromkeys(args.seats):
            found[seats] = measured(seats, others, args.seconds)
    print(json_line(_record(found, missing)) if args.json else "\n".join(_lines(found, missing)))
    return Exit.DONE


def _peers(stack: ExitStack) -> tuple[dict[str, peers.Peer], list[str]]:
    """The peers there are, by name, and why the others are not."""
    found = {"rlcard": peers.rlcard(), "uno_engine": stack.enter_context(peers.uno_engine())}
    there = {name: peer for name, peer in found.items() if not isinstance(peer, str)}
    return there, [why for why in found.values() if isinstance(why, str)]


def measured(seats: int, others: Mapping[str, peers.Peer], seconds: float) -> dict[str, Figures]:
    """The figures of each of the rules, all measured in turns with each other and with the peers."""
    games = {which: table.games(which, seats, RECORDED) for which in table.RULES}
    slices: dict[str, Slice] = {}
    for which in table.RULES:
        slices[f"decide_evolve {which}"] = repeated(timed(partial(_replayed, games[which])))
        slices[f"random_play {which}"] = repeated(timed(_random_play(which, seats)))
        slices[f"digest {which}"] = repeated(partial(_digested, games[which]))
    slices |= {name: peer(seats) for name, peer in others.items()}
    costs = medians(slices, seconds)
    return {which: _figures(which, costs, games[which]) for which in table.RULES}


def _random_play(which: str, seats: int) -> Callable[[], int]:
    """What plays one more game at random, and says how many moves that were."""
    rules = compile_rules(table.ruleset(which))
    lobby, chance = table.lobby(rules, seats), Random(f"play {which} {seats}")
    return lambda: table.play(rules, lobby, chance, {})


def _replayed(games: Iterable[table.Game]) -> int:
    moves = 0
    for game in games:
        table.replayed(game)
        moves += game.moves
    return moves


def _digested(games: Sequence[table.Game]) -> tuple[float, int]:
    """The digests of states that nobody has digested before: what they cost, and how many there were."""
    states = [state for game in games for state in table.states(game)]
    began = process_time()
    for state in states:
        state_digest(state)
    return process_time() - began, len(states)


def _figures(which: str, costs: Mapping[str, float], games: Sequence[table.Game]) -> Figures:
    play = costs[f"random_play {which}"]
    moves = sum(game.moves for game in games) / len(games)
    figures: Figures = {
        "decide_evolve_us": costs[f"decide_evolve {which}"],
        "random_play_us": play,
        "digest_us": costs[f"digest {which}"],
        "moves_per_game": moves,
        "games_per_s": 1e6 / (play * moves),
    }
    for peer in ("rlcard", "uno_engine"):
        theirs = costs.get(peer)
        figures[f"{peer}_us"] = theirs
        figures[f"ratio_{peer}"] = None if theirs is None else theirs / play
    return {name: None if value is None else round(value, 3) for name, value in figures.items()}


# What is shown


def _record(found: Mapping[int, Mapping[str, Figures]], missing: Sequence[str]) -> dict[str, Any]:
    seats, which = MAIN
    top: Mapping[str, float | None] = found.get(seats, {}).get(which, {})
    return {
        **{name: top.get(name) for name in FIGURES},
        "seats": {str(number): {"rules": rules} for number, rules in found.items()},
        "missing": list(missing),
    }


def _lines(found: Mapping[int, Mapping[str, Figures]], missing: Sequence[str]) -> Iterator[str]:
    yield "CPU time of one core, medians of rounds in turns; µs a move, digests µs an entry; ratios: theirs / ours"
    heads = (
        "seats",
        "rules",
        "decide+evolve",
        "random play",
        "digest",
        "moves/game",
        "games/s",
        "rlcard",
        "uno-engine",
    )
    yield from columns([heads, *_rows(found)])
    yield from missing


def _rows(found: Mapping[int, Mapping[str, Figures]]) -> Iterator[Sequence[str]]:
    for seats, by_rules in found.items():
        for which, figures in by_rules.items():
            yield (str(seats), which, *(_cell(name, figures[name]) for name in _SHOWN))
            targets = [TARGETS.get((name, which, seats)) for name in _SHOWN]
            if any(targets):
                yield ("", "target", *(str(target or "") for target in targets))


_SHOWN: Final = (
    "decide_evolve_us", "random_play_us", "digest_us", "moves_per_game", "games_per_s", "ratio_rlcard",
    "ratio_uno_engine",
)  # fmt: skip


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    if name == "games_per_s":
        return f"{value:.0f}"
    return f"{value:.2f}{'x' if name.startswith('ratio') else ''}"
