"""Points, tie-breaks and ranks: a pure function of the state, so a correction of round 1 changes every table after it.

Points are whole numbers of 1/60, so that up to six who share a place share exactly what the places are worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from ono_core.tournament.hashes import lot
from ono_core.tournament.settings import Scoring
from ono_core.tournament.state import Result, Round, State, Table

UNIT: Final = 60
"""So many units are a point."""


class Row(Struct, frozen=True):
    """A player's standing. ``points``, ``wins`` and ``penalty`` in 60ths; ``points`` are without the penalty's.

    ``tie_breaks`` are the values by the order of the settings, the higher the better; ``tables`` were played, ``final``
    is the place in the final, 0 without one.
    """

    player: int
    name: str
    rank: int
    points: int
    wins: int
    tie_breaks: tuple[int, ...]
    tables: int
    sat_out: int
    penalty: int
    final: int
    away: bool


class Tally(Struct):
    """What a player has gathered in the rounds, the final left out."""

    points: int = 0
    wins: int = 0
    score: int = 0
    tables: int = 0
    opponents: int = 0


Values = Mapping[int, int]
"""Player -> value, the higher the better."""
Criterion = Callable[[Sequence[int]], Values]
"""Values for players who are equal so far."""


def standings(state: State) -> tuple[Row, ...]:
    """The table of everybody, the first first; equal ranks by number."""
    tallies = tallied(state)
    in_final = _final_places(state)
    ties = [_tie_break(name, state, tallies) for name in state.settings.scoring.tie_breaks]
    firsts: list[Criterion] = [_among(_reached(state)), _among(_finalists(in_final)), _among(_net(state, tallies))]
    groups: list[list[int]] = [[player.number for player in state.players]]
    for criterion in firsts:
        groups = _refined(groups, criterion)[0]
    columns: list[Values] = []
    for criterion in ties:
        groups, values = _refined(groups, criterion)
        columns.append(values)
    sat_out = Counter(player for one in state.rounds for player in one.sitting)
    net = _net(state, tallies)

    def row(number: int, rank: int) -> Row:
        player, tally = state.player(number), tallies[number]
        return Row(
            player=number,
            name=player.name,
            rank=rank,
            points=net[number],
            wins=tally.wins,
            tie_breaks=tuple(values[number] for values in columns),
            tables=tally.tables,
            sat_out=sat_out[number],
            penalty=UNIT * player.penalty,
            final=in_final.get(number, 0),
            away=player.away,
        )

    return tuple(row(number, rank) for rank, group in _ranked(groups) for number in sorted(group))


def best(state: State, players: Iterable[int]) -> tuple[int, ...]:
    """These players in the order of the standings; a shared rank is broken by lot."""
    ranks = {row.player: row.rank for row in standings(state)}
    return tuple(sorted(players, key=lambda player: (ranks[player], _lot(state, player))))


def going_on(state: State) -> tuple[int, ...]:
    """Who goes on from the last round of a knockout, rising: the best of each table, and who sat out."""
    last, order = state.rounds[-1], best(state, range(1, len(state.players) + 1))
    go = [*last.sitting]
    for table in last.tables:
        places = {player: place for player, place in zip(table.players, counted(table), strict=True) if place}
        go += sorted(places, key=lambda player: (places[player], order.index(player)))[
            : state.settings.knockout.advance
        ]
    return tuple(sorted(go))


def shown(points: int) -> str:
    """Points for people: ``2.5`` for 150, cut after two decimals."""
    sign, whole, rest = "-" if points < 0 else "", abs(points) // UNIT, abs(points) % UNIT * 100 // UNIT
    return f"{sign}{whole}.{rest:02}".rstrip("0").rstrip(".")


# What a table is worth


def counted(table: Table) -> tuple[int, ...]:
    """The places that count, by the order of the table's players: none (0) for who was absent, or without a result."""
    result = table.result
    if result is None:
        return (0,) * len(table.players)
    return tuple(
        0 if player in result.absent else place
        for player, place in zip(table.players, result.places, strict=True)
    )  # fmt: skip


def shared(places: Sequence[int], worth: Sequence[int]) -> tuple[int, ...]:
    """In 60ths what each gets: who shares a place shares what the places taken are worth; a rest of 1/60 falls away."""
    taken = Counter(places)

    def of(place: int) -> int:
        return UNIT * sum(worth[place - 1 : place - 1 + taken[place]]) // taken[place] if place else 0

    return tuple(map(of, places))


def earned(scoring: Scoring, places: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """In 60ths the tournament points of a table, by the order of its players."""
    match scoring.by:
        case "places":
            return shared(places, scoring.places)
        case "wins":
            return shared(places, (1,))
        case "score":
            return tuple(UNIT * score if place else 0 for place, score in zip(places, scores, strict=True))


def tallied(state: State) -> dict[int, Tally]:
    """Player -> what the rounds gave."""
    tallies = {player.number: Tally() for player in state.players}
    for table, result in _played(state):
        places = counted(table)
        rows = zip(
            table.players,
            places,
            result.scores,
            earned(state.settings.scoring, places, result.scores),
            shared(places, (1,)),
            strict=True,
        )
        for player, place, score, points, wins in rows:
            if place:
                tally = tallies[player]
                tally.points, tally.wins = tally.points + points, tally.wins + wins
                tally.score, tally.tables = tally.score + score, tally.tables + 1
    for table, _ in _played(state):
        there = _there(table)
        for player in there:
            others = [tallies[other].points for other in there if other != player]
            tallies[player].opponents += sum(others) // len(others) if others else 0
    return tallies


def _played(state: State) -> Iterator[tuple[Table, Result]]:
    """The tables that count, of all rounds but the final."""
    for one, table in state.tables():
        if one.stage == "round" and table.result:
            yield table, table.result


def _there(table: Table) -> list[int]:
    return [player for player, place in zip(table.players, counted(table), strict=True) if place]


# What puts one before another


def _refined(groups: list[list[int]], criterion: Criterion) -> tuple[list[list[int]], dict[int, int]]:
    """The groups of equals split by one criterion more, and everybody's value."""
    finer: list[list[int]] = []
    known: dict[int, int] = {}
    for group in groups:
        values = criterion(group)
        known |= {player: values[player] for player in group}
        steps = sorted({known[player] for player in group}, reverse=True)
        finer += [[player for player in group if known[player] == step] for step in steps]
    return finer, known


def _ranked(groups: Iterable[list[int]]) -> Iterator[tuple[int, list[int]]]:
    rank = 1
    for group in groups:
        yield rank, group
        rank += len(group)


def _among(values: Values) -> Criterion:
    def of(group: Sequence[int]) -> Values:
        return {player: values.get(player, 0) for player in group}

    return of


def _reached(state: State) -> Values:
    """In a knockout the last round that somebody was drawn for; else nothing."""
    if state.settings.format != "knockout":
        return {}
    return {
        player: one.number
        for one in state.rounds
        for player in (*one.sitting, *(player for table in one.tables for player in table.players))
    }


def _final(state: State) -> Round | None:
    return next((one for one in reversed(state.rounds) if one.stage == "final"), None)


def _final_places(state: State) -> dict[int, int]:
    """The places of the final once it has a result that counts; who was absent shares the last."""
    final = _final(state)
    if final is None or not final.ended or not any(counted(final.tables[0])):
        return {}
    places = counted(final.tables[0])
    last = sum(place > 0 for place in places) + 1
    return {player: place or last for player, place in zip(final.tables[0].players, places, strict=True)}


def _finalists(places: Mapping[int, int]) -> Values:
    return {player: len(places) + 1 - place for player, place in places.items()}


def _net(state: State, tallies: Mapping[int, Tally]) -> Values:
    return {player.number: tallies[player.number].points - UNIT * player.penalty for player in state.players}


def _tie_break(name: str, state: State, tallies: Mapping[int, Tally]) -> Criterion:
    match name:
        case "wins":
            return _among({player: tally.wins for player, tally in tallies.items()})
        case "opponents":
            return _among({player: tally.opponents for player, tally in tallies.items()})
        case "score":
            sign = -1 if state.settings.rules.score in {"lowest_total", "elimination"} else 1
            return _among({player: sign * tally.score for player, tally in tallies.items()})
        case "meeting":
            return lambda group: _meetings(state, group)
        case _:
            return lambda group: _lots(state, group)


def _meetings(state: State, group: Sequence[int]) -> Values:
    """Where two of the group sat at one table: how often somebody was placed before the other, less how often after."""
    equals, values = set(group), dict.fromkeys(group, 0)
    for table, _ in _played(state) if len(group) > 1 else ():
        places = dict(zip(table.players, counted(table), strict=True))
        for one, other in combinations([player for player in _there(table) if player in equals], 2):
            before = (places[one] < places[other]) - (places[one] > places[other])
            values[one] += before
            values[other] -= before
    return values


def _lots(state: State, group: Sequence[int]) -> Values:
    """The first drawn has the highest value; before the first draw nobody is drawn."""
    if not state.rounds:
        return dict.fromkeys(group, 0)
    drawn = sorted(group, key=lambda player: _lot(state, player))
    return {player: len(drawn) - place for place, player in enumerate(drawn)}


def _lot(state: State, player: int) -> bytes:
    return lot(state.rounds[0].mix, player) if state.rounds else player.to_bytes(2, "big")
