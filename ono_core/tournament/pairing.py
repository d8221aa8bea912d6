"""Who plays whom: the tables of one round, a function of who is there, what was before and the draw's `mix`.

Nobody chooses and nobody is asked: the same players, past and mix give the same tables (spec/pairing.md). Integers
only. The search is for repeats alone; which of many equal answers it finds is the lot's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from msgspec import Struct

from ono_core.fair.transcript import Stream, derived, permutation, u8, u16

PATIENCE = 50
"""A search ends when nobody meets anybody again, or after so many steps in vain."""
FEWEST_STARTS, STARTS_EACH, STARTS_SHARED = 6, 2, 1200
"""Searches for one group: so many for each player, or so many shared out among a larger group; and not too few."""
AHEAD = 2
"""Rounds that are tried after one in which nobody meets again: what is good now can leave little for later."""
REST = 4
"""An exchanged player is not exchanged again for 1 to so many steps."""

BY_HAND = 1 << 62
"""What lies ahead of a round filled by hand: too much, so that any search that is as good goes before it."""

Draw = Callable[[int], int]
Rows = Sequence[Sequence[int]]


class Limits(Struct, frozen=True):
    """How many sit at a table: 2 <= smallest <= size <= largest."""

    smallest: int
    size: int
    largest: int


class Past(Struct, frozen=True):
    """What the rounds drawn so far leave to be made up for; who is not in a mapping has 0."""

    met: Mapping[tuple[int, int], int] = {}
    """How often two players were drawn to one table, the lower number first."""
    sat_out: Mapping[int, int] = {}
    """How often a player was drawn to no table."""
    sat_at: Mapping[tuple[int, int], int] = {}
    """How often (player, seat)."""

    def after(self, drawn: Pairing) -> Past:
        """The past once this is drawn, whatever becomes of it at the tables."""
        met, sat_out, sat_at = dict(self.met), dict(self.sat_out), dict(self.sat_at)
        for table in drawn.tables:
            for a, b in combinations(sorted(table), 2):
                met[a, b] = met.get((a, b), 0) + 1
            for seat, player in enumerate(table):
                sat_at[player, seat] = sat_at.get((player, seat), 0) + 1
        for player in drawn.sitting:
            sat_out[player] = sat_out.get(player, 0) + 1
        return Past(met, sat_out, sat_at)


class Pairing(Struct, frozen=True):
    """The tables of a round, each in seat order, and who sits out, by rising number."""

    tables: tuple[tuple[int, ...], ...]
    sitting: tuple[int, ...] = ()


def sizes(n: int, limits: Limits) -> tuple[int, ...]:
    """The sizes of the tables of `n` players, the larger first; who is in none of them sits out, as few as can be.

    The sizes differ by one at most. Of several numbers of tables it is that whose sizes are nearest to `limits.size`:
    by the farthest of them, by all together, by being all alike; then the most tables.
    """
    for seated in range(n, limits.smallest - 1, -1):
        most, fewest = seated // limits.smallest, -(-seated // limits.largest)
        if fewest <= most:
            return min((_even(seated, tables) for tables in range(most, fewest - 1, -1)), key=_farness(limits.size))
    return ()


def _even(seated: int, tables: int) -> tuple[int, ...]:
    low, more = divmod(seated, tables)
    return (low + 1,) * more + (low,) * (tables - more)


def _farness(size: int) -> Callable[[tuple[int, ...]], tuple[int, int, int]]:
    def of(row: tuple[int, ...]) -> tuple[int, int, int]:
        away = [abs(seats - size) for seats in row]
        return max(away), sum(away), row[0] - row[-1]

    return of


def pair(
    players: Sequence[int],
    past: Past,
    limits: Limits,
    mix: bytes,
    groups: Sequence[Sequence[int]] | None = None,
) -> Pairing:
    """Draw the round's tables for these players, within the groups if there are any.

    Groups share the players out between them; where one has too few for a table, they sit out. Neither the order of
    `players` nor that within a group matters; that of the groups does.
    """
    parts = [sorted(group) for group in ([players] if groups is None else groups)]
    assert sorted(chain(*parts)) == sorted(set(players)), "each player in one group"
    tables: list[list[int]] = []
    sitting: list[int] = []
    for number, part in enumerate(parts):
        row = sizes(len(part), limits)
        out = _sitting(part, len(part) - sum(row), past, derived(mix, "ono1/pairing-sitting", u16(number)))
        sitting += out
        tables += _tables([player for player in part if player not in out], row, past, mix, number)
    order = permutation(derived(mix, "ono1/pairing-tables"), len(tables))
    return Pairing(tuple(_seated(tables[place], past, mix) for place in order), tuple(sorted(sitting)))


def _sitting(part: Sequence[int], count: int, past: Past, key: bytes) -> list[int]:
    """Those who have sat out least, by lot among equals."""
    lots = [part[place] for place in permutation(key, len(part))]
    return sorted(lots, key=lambda player: past.sat_out.get(player, 0))[:count]


def _seated(table: Sequence[int], past: Past, mix: bytes) -> tuple[int, ...]:
    """The table in seat order: by lot, then made even as long as two can do so by exchanging their seats."""
    key = derived(mix, "ono1/pairing-seats", u16(min(table)))
    seats = [sorted(table)[place] for place in permutation(key, len(table))]

    def worn(player: int, seat: int) -> int:
        return past.sat_at.get((player, seat), 0)

    def helps(one: int, other: int) -> bool:
        a, b = seats[one], seats[other]
        return worn(a, other) + worn(b, one) < worn(a, one) + worn(b, other)

    pairs = tuple(combinations(range(len(seats)), 2))
    while better := next((two for two in pairs if helps(*two)), None):
        one, other = better
        seats[one], seats[other] = seats[other], seats[one]
    return tuple(seats)


# ---------------------------------------------------------------- who meets whom
#
# Below, players are places in the row of those seated, by rising number.


def _tables(seated: Sequence[int], row: Sequence[int], past: Past, mix: bytes, group: int) -> list[list[int]]:
    """One group's tables, the best of some searches; no worse than filling them by hand."""
    if len(row) < 2:
        return [[*seated]] * len(row)
    met = [[past.met.get((min(a, b), max(a, b)), 0) for b in seated] for a in seated]
    best = _best(met, row, mix, group).table_of
    return [[player for player, at in zip(seated, best, strict=True) if at == table] for table in range(len(row))]


def _best(met: Rows, row: Sequence[int], mix: bytes, group: int) -> Hall:
    """The cheapest; of those that cost nothing that with the cheapest rounds ahead, as far as trying tells."""
    costs = _costs(met)
    best = settled(Hall(costs, _by_hand(costs, row)))
    worth = best.cost, BY_HAND
    for start in range(_starts(len(met))):
        at = u16(group), u8(start)
        lots = permutation(derived(mix, "ono1/pairing-start", *at), len(met))
        draw = Stream(derived(mix, "ono1/pairing-moves", *at)).draw
        found = searched(Hall(costs, _filled(lots, row)), draw)
        if found.cost <= worth[0]:
            most = worth[1] if found.cost == worth[0] else BY_HAND
            ahead = 0 if found.cost else _ahead(met, found, draw, most)
            if ahead < most:
                best, worth = found, (found.cost, ahead)
        if worth == (0, 0):
            break
    return best


def _starts(n: int) -> int:
    return max(FEWEST_STARTS, min(STARTS_EACH * n, STARTS_SHARED // n))


def _costs(met: Rows) -> Rows:
    """For two who have met m times m * m, so that a third meeting is worse than two second ones."""
    return [[times * times for times in row] for row in met]


def _ahead(met: Rows, hall: Hall, draw: Draw, most: int) -> int:
    """What the next rounds would cost after this one, each searched for once; of no matter from ``most`` on."""
    cost = 0
    for _ in range(AHEAD):
        met = _met_again(met, hall.table_of)
        hall = searched(Hall(_costs(met), hall.table_of), draw)
        cost += hall.cost
        if cost >= most:
            break
    return cost


def _filled(order: Sequence[int], row: Sequence[int]) -> list[int]:
    """The table of each when they sit down in this order."""
    tables = [table for table, seats in enumerate(row) for _ in range(seats)]
    table_of = [0] * len(order)
    for place, table in zip(order, tables, strict=True):
        table_of[place] = table
    return table_of


def _by_hand(costs: Rows, row: Sequence[int]) -> list[int]:
    """Each by rising number to the table with room where it costs least, the first of equals."""
    tables: list[list[int]] = [[] for _ in row]
    table_of: list[int] = []
    for own in costs:
        room = [table for table, seats in enumerate(row) if len(tables[table]) < seats]
        chosen = min((sum([own[other] for other in tables[table]]), table) for table in room)[1]
        tables[chosen].append(len(table_of))
        table_of.append(chosen)
    return table_of


def _met_again(met: Rows, table_of: Sequence[int]) -> Rows:
    """With those who are at one table now; nobody meets themself."""
    return [
        [times + (there == here and a != b) for b, (times, there) in enumerate(zip(row, table_of, strict=True))]
        for a, (row, here) in enumerate(zip(met, table_of, strict=True))
    ]


class Hall:
    """Everybody at a table, and what that costs."""

    def __init__(self, costs: Rows, table_of: Sequence[int]) -> None:
        """Seat each at the table named for it; of two players what it costs that they meet."""
        self.costs, self.table_of = costs, [*table_of]
        tables: list[list[Sequence[int]]] = [[] for _ in range(1 + max(table_of))]
        for row, table in zip(costs, table_of, strict=True):
            tables[table].append(row)
        self.among = [[sum(column) for column in zip(*rows, strict=True)] for rows in tables]
        """For each table what each player costs, or would cost, there."""
        self.own = self._own()

    def _own(self) -> list[int]:
        return [self.among[table][place] for place, table in enumerate(self.table_of)]

    @property
    def cost(self) -> int:
        """The sum over all pairs at the tables."""
        return sum(self.own) // 2

    def changes(self, a: int, others: Iterable[int]) -> dict[int, int]:
        """By how much the cost rises when `a` exchanges places with each of these who sits elsewhere."""
        table_of, among, own, costs = self.table_of, self.among, self.own, self.costs[a]
        here, less = table_of[a], own[a]
        there = among[here]
        return {
            b: among[table_of[b]][a] + there[b] - own[b] - less - 2 * costs[b] for b in others if table_of[b] != here
        }

    def exchange(self, a: int, b: int) -> None:
        """Let them."""
        one, other, table_of = self.costs[a], self.costs[b], self.table_of
        left, right = table_of[a], table_of[b]
        gains = [y - x for x, y in zip(one, other, strict=True)]
        self.among[left] = [cost + gain for cost, gain in zip(self.among[left], gains, strict=True)]
        self.among[right] = [cost - gain for cost, gain in zip(self.among[right], gains, strict=True)]
        table_of[a], table_of[b] = right, left
        self.own = self._own()


def searched(hall: Hall, draw: Draw) -> Hall:
    """The best that a search comes by, then settled; one that costs nothing ends it."""
    best, least, rested = [*hall.table_of], hall.cost, [0] * len(hall.own)
    step = found = 0
    while least and step < found + PATIENCE:
        step += 1
        two = _chosen(hall, [place for place, since in enumerate(rested) if since < step], draw)
        if two is None:
            continue
        hall.exchange(*two)
        for place in two:
            rested[place] = step + 1 + draw(REST)
        if hall.cost < least:
            best, least, found = [*hall.table_of], hall.cost, step
    return settled(Hall(hall.costs, best))


def _chosen(hall: Hall, free: Sequence[int], draw: Draw) -> tuple[int, int] | None:
    """Somebody who meets somebody again, by lot, and whom to exchange with best, by lot among equals."""
    troubled = [place for place in free if hall.own[place]]
    if not troubled:
        return None
    a = troubled[draw(len(troubled))]
    changes = hall.changes(a, free)
    if not changes:
        return None
    least = min(changes.values())
    equals = [b for b, change in changes.items() if change == least]
    return a, equals[draw(len(equals))]


def settled(hall: Hall) -> Hall:
    """Exchange the first two who cost less for it, until there are none."""
    while two := next(_helped(hall), None):
        hall.exchange(*two)
    return hall


def _helped(hall: Hall) -> Iterator[tuple[int, int]]:
    everybody = range(len(hall.own))
    for a in everybody:
        yield from ((a, b) for b, change in hall.changes(a, everybody[a:]).items() if change < 0)
