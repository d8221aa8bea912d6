"""A league: who meets whom in which seats, the games, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from ono_cli.engine.process import engine
from ono_cli.home import write_file
from ono_cli.league.players import Computer, Entrant, Program
from ono_cli.league.rating import Rating, ratings
from ono_cli.league.table import LeagueTable
from ono_cli.progress import Progress
from ono_core.log.file import written


class Signup(Struct, frozen=True):
    """A player to be: its name, and either the command of an engine or the level of a computer."""

    name: str
    command: str = ""
    level: str = ""


class Plan(Struct, frozen=True):
    """What is to be played; ``out`` is the folder for logs, if they are kept."""

    options: dict[str, Any]
    signups: tuple[Signup, ...]
    seats: int
    games: int
    seed: int
    limit_ms: int
    out: Path | None


class Standing(Struct, frozen=True):
    """What came of one player; ``wins`` counts a shared first place as a part, ``ms`` is the mean time of a choice."""

    name: str
    kind: str
    rating: Rating
    games: int
    wins: float
    mistakes: int
    ms: float


def schedule(players: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Who sits where, game after game: every company of this size, in every rotation, and again from the start."""
    turned = [(*one[by:], *one[:by]) for by in range(seats) for one in combinations(range(players), seats)]
    return cycle(turned)


async def run(plan: Plan) -> list[Standing]:
    """Play all games; the standings, best first."""
    async with AsyncExitStack() as stack:
        entrants = [await _entrant(stack, signup, plan.limit_ms) for signup in plan.signups]
        return await _played(plan, entrants)


async def _entrant(stack: AsyncExitStack, signup: Signup, limit_ms: int) -> Entrant:
    if signup.level:
        return Computer(signup.name, signup.level)
    return Program(signup.name, await stack.enter_async_context(engine(signup.name, signup.command, limit_ms)))


async def _played(plan: Plan, entrants: Sequence[Entrant]) -> list[Standing]:
    tables: dict[tuple[int, ...], list[float]] = {}
    progress = Progress(plan.games)
    for game, sat in enumerate(islice(schedule(len(entrants), plan.seats), plan.games), 1):
        table = LeagueTable(plan.options, plan.seed, game, [entrants[player] for player in sat])
        places = await table.run()
        if plan.out:
            write_file(plan.out / f"game-{game:04}.ono", written(table.raws))
        _count(tables, dict(zip(sat, places, strict=True)))
        progress.show(game)
    progress.clear()
    rated = ratings(tables, len(entrants))
    standings = [_standing(number, entrant, rated[number], tables) for number, entrant in enumerate(entrants)]
    return sorted(standings, key=lambda standing: -standing.rating.points)


def _count(tables: dict[tuple[int, ...], list[float]], places: dict[int, int]) -> None:
    company = tuple(sorted(places))
    wins = tables.setdefault(company, [0.0] * len(company))
    first = [player for player in company if places[player] == 1]
    for player in first:
        wins[company.index(player)] += 1 / len(first)


def _standing(number: int, entrant: Entrant, rating: Rating, tables: dict[tuple[int, ...], list[float]]) -> Standing:
    sat = [(company.index(number), wins) for company, wins in tables.items() if number in company]
    return Standing(
        name=entrant.name,
        kind=entrant.kind,
        rating=rating,
        games=round(sum(sum(wins) for _, wins in sat)),
        wins=sum(wins[place] for place, wins in sat),
        mistakes=entrant.mistakes,
        ms=entrant.thought_ms / entrant.chosen if entrant.chosen else 0.0,
    )
