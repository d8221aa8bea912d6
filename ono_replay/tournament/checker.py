"""Whether the tables that were drawn are such as the rules of pairing allow, told from the rules alone.

It knows nothing of how tables are searched for: it asks of each round who had to be drawn, who had to sit out, how the
tables had to be filled, and whether players met again who need not have. That the lot fell as it must is another
check, which computes the draw anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Final

from msgspec import Struct

CODES: Final = {
    "drawn-twice": "Somebody was drawn twice for one round",
    "not-drawn": "Somebody was neither drawn to a table nor to sit out",
    "wrong-player": "Somebody was drawn who had withdrawn or is no player",
    "wrong-field": "Not those were drawn who went on in the knockout",
    "wrong-final": "Not the best were drawn for the final",
    "wrong-group": "Players of different groups were drawn to one table",
    "wrong-size": "A table has more or fewer players than it may have",
    "uneven-tables": "The sizes of the tables differ more than they need to",
    "wrong-tables": "Another number of tables would be nearer to the size that was asked for",
    "needless-sitting": "More players sit out than need to",
    "unfair-sitting": "Somebody sits out who has sat out more often than another who plays",
    "needless-repeats": "Players meet again who need not have",
    "uneven-seats": "Two at a table could sit more evenly by exchanging their seats",
}
"""Every code with its sentence. Codes are stable; their words may change."""


class Form(Struct, frozen=True):
    """What the tournament file says of pairing; ``advance`` is of a knockout, ``final`` the seats of the final or 0."""

    format: str
    smallest: int
    size: int
    largest: int
    advance: int = 0
    final: int = 0


class Table(Struct, frozen=True):
    """A table in seat order, and the place of each, 0 without one; none at all before it has a result."""

    players: tuple[int, ...]
    places: tuple[int, ...] = ()


class Round(Struct, frozen=True):
    """A round as it was drawn.

    ``present`` are those who were in the tournament when it was drawn, the best by the standing of that moment first;
    ``groups`` share them out (and may name others too, who have gone), and are empty where there are none.
    """

    present: tuple[int, ...]
    tables: tuple[Table, ...]
    sitting: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    final: bool = False


class Flaw(Struct, frozen=True):
    """What is wrong with a round, counted from 1; ``evidence`` says what was expected and what is there."""

    code: str
    round: int
    evidence: str


def check(form: Form, rounds: Sequence[Round]) -> list[Flaw]:
    """Judge each round by those before it. A round without flaws is one that the rules allow."""
    record = Record()
    flaws: list[Flaw] = []
    for index, drawn in enumerate(rounds):
        found = [*_field(form, drawn, rounds[index - 1] if index else None)]
        found = found or [*_tables(form, drawn, record)]
        flaws += [Flaw(code, index + 1, evidence) for code, evidence in found]
        record.enter(drawn)
    return flaws


Found = Iterator[tuple[str, str]]


class Record:
    """Who has met whom, sat out and sat where, in the rounds so far, and their tables."""

    def __init__(self) -> None:
        """Before the first."""
        self.met: Counter[frozenset[int]] = Counter()
        self.sat_out: Counter[int] = Counter()
        self.seats: Counter[tuple[int, int]] = Counter()
        self.before: list[list[tuple[int, ...]]] = []

    def enter(self, drawn: Round) -> None:
        """Take a round in, as it was drawn."""
        for table in drawn.tables:
            self.met.update(map(frozenset, combinations(table.players, 2)))
            self.seats.update((player, seat) for seat, player in enumerate(table.players))
        self.sat_out.update(drawn.sitting)
        self.before.append([table.players for table in drawn.tables])

    def repeats(self, tables: Iterable[Iterable[int]]) -> int:
        """How bad it is who meets again: for two who have met m times m squared, so a third meeting counts fourfold."""
        return sum(self.met[frozenset(two)] ** 2 for table in tables for two in combinations(table, 2))


# ---------------------------------------------------------------- who is drawn


def _field(form: Form, drawn: Round, before: Round | None) -> Found:
    """Everybody who must be drawn, once, and nobody else."""
    there = [player for table in drawn.tables for player in table.players] + [*drawn.sitting]
    twice = sorted(player for player, times in Counter(there).items() if times > 1)
    if twice:
        yield "drawn-twice", f"players {_names(twice)}"
    strangers = sorted({*there} - {*drawn.present})
    if strangers:
        yield "wrong-player", f"players {_names(strangers)}"
    code, field = _expected(form, drawn, before)
    if twice or strangers or {*there} == field:
        return
    yield code, f"expected {_names(sorted(field))}, got {_names(sorted(there))}"


def _expected(form: Form, drawn: Round, before: Round | None) -> tuple[str, set[int]]:
    if form.format == "knockout":
        return ("wrong-field" if before else "not-drawn"), _going_on(form, drawn, before)
    if drawn.final:
        return "wrong-final", {*drawn.present[: form.final]}
    return "not-drawn", {*drawn.present}


def _going_on(form: Form, drawn: Round, before: Round | None) -> set[int]:
    """The best of each table by place, equals by the standing, and who sat out; of them who is still there."""
    if before is None:
        return {*drawn.present}
    go = {*before.sitting}
    standing = {player: rank for rank, player in enumerate(drawn.present)}
    for table in before.tables:
        placed = [(place, player) for player, place in zip(table.players, table.places, strict=False) if place]
        placed.sort(key=lambda one: (one[0], standing.get(one[1], len(standing))))
        go.update(player for _, player in placed[: form.advance])
    return go & {*drawn.present}


# ---------------------------------------------------------------- how they are seated


def _tables(form: Form, drawn: Round, record: Record) -> Found:
    if drawn.final:
        yield from _one_table(drawn)
    else:
        yield from _grouped(form, drawn, record)
    for table in drawn.tables:
        yield from _seats(table, record)


def _one_table(drawn: Round) -> Found:
    if len(drawn.tables) != 1 or drawn.sitting:
        yield "wrong-size", f"a final is one table, got {len(drawn.tables)} and {len(drawn.sitting)} sitting out"


def _grouped(form: Form, drawn: Round, record: Record) -> Found:
    groups = [{*group} for group in drawn.groups] or [{*drawn.present}]
    for table in drawn.tables:
        if not any(group.issuperset(table.players) for group in groups):
            yield "wrong-group", f"table of {_names(table.players)}"
            return
    for group in groups:
        tables = [table.players for table in drawn.tables if group.issuperset(table.players)]
        sitting = sorted(group & {*drawn.sitting})
        wrong = [*_sizes(form, [len(table) for table in tables], len(sitting))]
        yield from wrong
        yield from _sitting([player for table in tables for player in table], sitting, record)
        if not wrong:
            yield from _repeats(tables, record)


def _sizes(form: Form, row: Sequence[int], sitting: int) -> Found:
    n = sum(row) + sitting
    for size in row:
        if not form.smallest <= size <= form.largest:
            yield "wrong-size", f"a table of {size}, allowed are {form.smallest} to {form.largest}"
    if row and max(row) - min(row) > 1:
        yield "uneven-tables", f"sizes {_names(sorted(row))}"
    fewest, allowed = _numbers_of_tables(form, n)
    if sitting > fewest:
        yield "needless-sitting", f"{sitting} of {n} sit out, {fewest} would do"
    elif allowed and len(row) != (best := min(allowed, key=lambda tables: _far(form.size, n - fewest, tables))):
        yield "wrong-tables", f"{len(row)} tables for {n - fewest} players, expected {best}"


def _numbers_of_tables(form: Form, n: int) -> tuple[int, list[int]]:
    """How few can sit out, and how many tables the others can then have."""
    for out in range(n + 1):
        allowed = [t for t in range(1, n + 1) if t * form.smallest <= n - out <= t * form.largest]
        if allowed:
            return out, allowed
    return n, []


def _far(size: int, seated: int, tables: int) -> tuple[int, int, bool, int]:
    """How far so many tables are from the size asked for: at worst, in all, uneven; then rather more tables."""
    away = [abs((seated + table) // tables - size) for table in range(tables)]
    return max(away), sum(away), seated % tables > 0, -tables


def _sitting(playing: Iterable[int], sitting: Iterable[int], record: Record) -> Found:
    least = min(((record.sat_out[player], player) for player in playing), default=(0, 0))
    for player in sitting:
        if record.sat_out[player] > least[0]:
            yield (
                "unfair-sitting",
                f"player {player} has sat out {record.sat_out[player]} times, player {least[1]} {least[0]} times",
            )


def _seats(table: Table, record: Record) -> Found:
    """Seats are drawn, but not so that an exchange of two would repeat fewer."""

    def sat(player: int, seat: int) -> int:
        return record.seats[player, seat]

    for (one, a), (other, b) in combinations(enumerate(table.players), 2):
        if sat(a, other) + sat(b, one) < sat(a, one) + sat(b, other):
            yield "uneven-seats", f"players {a} and {b} at the table of {_names(table.players)}"


# ---------------------------------------------------------------- who meets again


def _repeats(tables: Sequence[Sequence[int]], record: Record) -> Found:
    """No exchange of two players makes it better, and neither does filling the tables one player after another."""
    cost, least = record.repeats(tables), forced(tables, record.before)
    if cost == least:
        return
    plain = record.repeats(by_hand(tables, record))
    if cost > plain:
        yield "needless-repeats", f"{cost}, {least} at the least, where filling the tables by hand gives {plain}"
    elif better := _exchange(tables, record):
        names = _names(better)
        yield "needless-repeats", f"{cost}, {least} at the least, and fewer if players {names} exchanged their tables"


def _exchange(tables: Sequence[Sequence[int]], record: Record) -> tuple[int, int] | None:
    """Two whose exchange makes it better."""
    burden = {
        (player, at): sum(record.met[frozenset((player, other))] ** 2 for other in table if other != player)
        for player in (player for table in tables for player in table)
        for at, table in enumerate(tables)
    }
    for (x, left), (y, right) in combinations(enumerate(tables), 2):
        for a in left:
            for b in right:
                both = 2 * record.met[frozenset((a, b))] ** 2
                if burden[a, y] + burden[b, x] - both < burden[a, x] + burden[b, y]:
                    return a, b
    return None


def by_hand(tables: Sequence[Sequence[int]], record: Record) -> list[list[int]]:
    """The same players at such tables, plainly: each by number to the table with room where it meets fewest again."""
    rooms = sorted(map(len, tables), reverse=True)
    filled: list[list[int]] = [[] for _ in rooms]
    for player in sorted(player for table in tables for player in table):
        open_ones = [table for table, seats in zip(filled, rooms, strict=True) if len(table) < seats]
        min(open_ones, key=lambda table: record.repeats([[player, other] for other in table])).append(player)
    return filled


def forced(tables: Sequence[Sequence[int]], before: Iterable[Sequence[Sequence[int]]]) -> int:
    """What ``Record.repeats`` of tables of these sizes is at the least, whoever of these players sits where.

    Where a table has more seats than an earlier round had tables, some at it come from one and the same.
    """
    there = {player for table in tables for player in table}
    return sum(_pressed([len(table) for table in tables], there, old) for old in before)


def _pressed(row: Iterable[int], there: set[int], old: Iterable[Sequence[int]]) -> int:
    """The fewest pairs who sat together then: each table's players come from all the old ones evenly."""
    parts = [here for table in old if (here := len(there & {*table}))]
    others = len(there) - sum(parts)
    pairs = 0
    for seats in row if parts else ():
        low, more = divmod(max(0, seats - others), len(parts))
        pairs += (len(parts) - more) * comb(low, 2) + more * comb(low + 1, 2)
    return pairs


def _names(players: Iterable[int]) -> str:
    return ", ".join(map(str, players))
