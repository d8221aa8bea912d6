"""`ono league`: programs and computer players rated by many games among them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import trio

from ono_cli.bench.told import columns, json_line
from ono_cli.home import made_folder
from ono_cli.league.run import Plan, Signup, Standing
from ono_cli.league.run import run as play
from ono_cli.rulesets import chosen
from ono_cli.stop import Exit, Stop, check_limit, check_range, ungrouped
from ono_core.bots import LEVELS
from ono_core.game import names
from ono_core.game.ruleset import parse


def run(args: Namespace) -> int:
    """Play the games and show the standings."""
    plan = _plan(args)
    with ungrouped():
        standings = trio.run(play, plan)
    if args.json:
        print(json_line(_record(plan, standings)))
    else:
        print("\n".join(_lines(plan, standings)))
    return Exit.DONE


def _plan(args: Namespace) -> Plan:
    options = chosen(args.preset, args.changes)
    ruleset = parse(options)
    signups = (*map(_engine, args.engines), *map(_bot, args.bots))
    _check_names([signup.name for signup in signups])
    most = min(len(signups), ruleset.seats_max)
    seats = most if args.seats is None else args.seats
    check_range("--seats", seats, ruleset.seats_min, most)
    check_range("--games", args.games, 1, 9999)
    check_range("--seed", args.seed, 0, 2**53 - 1)
    check_limit(args.time_limit)
    out = _folder(args.out) if args.out else None
    return Plan(options, signups, seats, args.games, args.seed, args.time_limit, out)


def _folder(path: Path) -> Path:
    """Where the logs go; those of another league are not overwritten."""
    held = next(made_folder(path).glob("game-*.ono"), None)
    if held:
        raise Stop(Exit.UNUSABLE, f"--out: {held} is there already; choose another folder")
    return path


def _engine(text: str) -> Signup:
    name, equals, command = text.partition("=")
    if not (equals and command.strip()):
        raise Stop(Exit.UNUSABLE, f"--engine: NAME=COMMAND expected, such as A=./a.py, got {text!r}")
    return Signup(name, command=command)


def _bot(text: str) -> Signup:
    name, _, level = text.rpartition("=")
    if level not in LEVELS:
        raise Stop(Exit.UNUSABLE, f"--bot: one of {', '.join(LEVELS)} expected, got {level!r}")
    return Signup(name or level, level=level)


def _check_names(given: Sequence[str]) -> None:
    if len(given) < 2:
        raise Stop(Exit.UNUSABLE, f"two players or more expected, by --engine or --bot, got {len(given)}")
    looks = set[str]()
    for name in given:
        if names.shown(name) != name:
            raise Stop(Exit.UNUSABLE, f"a name of 1 to {names.LONGEST} letters expected, got {name!r}")
        if names.skeleton(name) in looks:
            raise Stop(Exit.UNUSABLE, f"names that differ expected, got {name!r} again: --bot OTHER=medium names it")
        looks.add(names.skeleton(name))


def _lines(plan: Plan, standings: Sequence[Standing]) -> Iterator[str]:
    games = f"{plan.games} game{'' if plan.games == 1 else 's'}"
    yield f"{games} of {plan.seats} seats. 400 points more are ten times the odds to win at one table;"
    yield "the interval holds the true rating 95 times of 100."
    yield from columns([_HEAD, *map(_row, standings)])


_HEAD = ("player", "plays as", "rating", "interval", "games", "wins", "share", "mistakes", "ms a choice")


def _row(one: Standing) -> tuple[str, ...]:
    rating, share = one.rating, 100 * one.wins / one.games if one.games else 0.0
    interval = f"{rating.low:.0f} - {rating.high:.0f}"
    counts = (str(one.games), f"{one.wins:g}", f"{share:.1f} %", str(one.mistakes), f"{one.ms:.1f}")
    return (one.name, one.kind, f"{rating.points:.0f}", interval, *counts)


def _record(plan: Plan, standings: Sequence[Standing]) -> dict[str, Any]:
    players = [
        {
            "name": one.name,
            "kind": one.kind,
            "rating": round(one.rating.points, 1),
            "interval": [round(one.rating.low, 1), round(one.rating.high, 1)],
            "games": one.games,
            "wins": round(one.wins, 3),
            "mistakes": one.mistakes,
            "ms": round(one.ms, 3),
        }
        for one in standings
    ]
    return {"games": plan.games, "seats": plan.seats, "seed": plan.seed, "options": plan.options, "players": players}
