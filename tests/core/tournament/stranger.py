"""Pairing once more, as somebody writes it who has pairing.md and not the program: plain and slow, nothing cut short.

It shares only the primitives of fairness.md, which have vectors of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from ono_core.fair.transcript import Stream, derived, permutation, u8, u16

PATIENCE, REST, STARTS_EACH, STARTS_SHARED, FEWEST_STARTS, AHEAD = 50, 4, 2, 1200, 6, 2

Hall = list[list[int]]
"""The players of each table."""
Met = Counter[frozenset[int]]
Draw = Callable[[int], int]


class Stranger:
    """A tournament drawn round after round, at tables within these limits."""

    def __init__(self, smallest: int, size: int, largest: int) -> None:
        """Before the first round."""
        self.smallest, self.size, self.largest = smallest, size, largest
        self.met: Met = Counter()
        self.sat_out: Counter[int] = Counter()
        self.sat_at: Counter[tuple[int, int]] = Counter()

    def sizes(self, n: int) -> list[int]:
        """Section 2."""
        for seated in range(n, 0, -1):
            rows = [
                [seated // t + (table < seated % t) for table in range(t)]
                for t in range(1, seated + 1)
                if t * self.smallest <= seated <= t * self.largest
            ]
            if rows:
                return min(rows, key=self._far)
        return []

    def _far(self, row: list[int]) -> tuple[int, int, int, int]:
        away = [abs(seats - self.size) for seats in row]
        return max(away), sum(away), len(set(row)), -len(row)

    def draw(self, groups: Sequence[Sequence[int]], mix: bytes) -> tuple[Hall, list[int]]:
        """A round: its tables in seat order, and who sits out."""
        tables, sitting = Hall(), list[int]()
        for g, group in enumerate(groups):
            row = self.sizes(len(group))
            lots = put(sorted(group), permutation(derived(mix, "ono1/pairing-sitting", u16(g)), len(group)))
            out = sorted(lots, key=lambda player: self.sat_out[player])[: len(group) - sum(row)]
            tables += self._tables(sorted({*group} - {*out}), row, g, mix)
            sitting += out
        tables = [tables[x] for x in permutation(derived(mix, "ono1/pairing-tables"), len(tables))]
        tables = [self._seats(sorted(table), mix) for table in tables]
        self._enter(tables, sitting)
        return tables, sorted(sitting)

    def _enter(self, tables: Hall, sitting: list[int]) -> None:
        self.met = again(self.met, tables)
        self.sat_out.update(sitting)
        self.sat_at.update((player, seat) for table in tables for seat, player in enumerate(table))

    def _tables(self, seated: list[int], row: list[int], g: int, mix: bytes) -> Hall:
        """Section 4."""
        if len(row) < 2:
            return [seated] if row else []
        found: list[tuple[int, int, int, Hall]] = []
        n = len(seated)
        for s in range(max(FEWEST_STARTS, min(STARTS_EACH * n, STARTS_SHARED // n))):
            lots = put(seated, permutation(derived(mix, "ono1/pairing-start", u16(g), u8(s)), n))
            draw = Stream(derived(mix, "ono1/pairing-moves", u16(g), u8(s))).draw
            hall = search(filled(lots, row), self.met, draw)
            now = cost(hall, self.met)
            found.append((now, 0 if now else ahead(hall, self.met, draw), s, hall))
        hand = settle(by_hand(seated, row, self.met), self.met)
        best = min(found)
        return hand if cost(hand, self.met) < best[0] else best[3]

    def _seats(self, table: list[int], mix: bytes) -> list[int]:
        """Section 5."""
        seats = put(table, permutation(derived(mix, "ono1/pairing-seats", u16(table[0])), len(table)))
        at = self.sat_at
        begun = True
        while begun:
            begun = False
            for x, y in combinations(range(len(seats)), 2):
                a, b = seats[x], seats[y]
                if at[a, y] + at[b, x] < at[a, x] + at[b, y]:
                    seats[x], seats[y] = b, a
                    begun = True
                    break
        return seats


def put(players: Sequence[int], result: Sequence[int]) -> list[int]:
    """Place x has the player at result[x]."""
    return [players[x] for x in result]


def filled(order: list[int], row: list[int]) -> Hall:
    """Table 0, then table 1 and so on."""
    ends = [sum(row[:t]) for t in range(len(row) + 1)]
    return [order[begin:end] for begin, end in pairwise(ends)]


def again(met: Met, hall: Hall) -> Met:
    """One more for all who sit together."""
    return met + Counter(frozenset(two) for table in hall for two in combinations(table, 2))


def cost(hall: Hall, met: Met) -> int:
    """Over all pairs at the tables."""
    return sum(met[frozenset(two)] ** 2 for table in hall for two in combinations(table, 2))


def of(player: int, table: list[int], met: Met) -> int:
    """What a player costs at a table."""
    return sum(met[frozenset((player, other))] ** 2 for other in table if other != player)


def exchanged(hall: Hall, a: int, b: int) -> Hall:
    """Each in the other's place."""
    return [[{a: b, b: a}.get(player, player) for player in table] for table in hall]


def table_of(player: int, hall: Hall) -> int:
    """Where somebody sits."""
    return next(t for t, table in enumerate(hall) if player in table)


def change(hall: Hall, met: Met, a: int, b: int) -> int:
    """The cost after an exchange less the cost before, of the two tables that it changes."""
    two = [hall[table_of(a, hall)], hall[table_of(b, hall)]]
    return cost(exchanged(two, a, b), met) - cost(two, met)


def apart(hall: Hall, a: int, b: int) -> bool:
    """Whether they sit at different tables."""
    return table_of(a, hall) != table_of(b, hall)


def settle(hall: Hall, met: Met) -> Hall:
    """Section 3."""
    players = sorted(player for table in hall for player in table)
    helping = next((two for two in combinations(players, 2) if apart(hall, *two) and change(hall, met, *two) < 0), None)
    return settle(exchanged(hall, *helping), met) if helping else hall


def by_hand(players: list[int], row: list[int], met: Met) -> Hall:
    """Section 3."""
    hall: Hall = [[] for _ in row]
    for player in players:
        room = [t for t, seats in enumerate(row) if len(hall[t]) < seats]
        costs = [of(player, hall[t], met) for t in room]
        hall[room[costs.index(min(costs))]].append(player)
    return hall


def search(hall: Hall, met: Met, draw: Draw) -> Hall:
    """Section 3."""
    players = sorted(player for table in hall for player in table)
    rest = dict.fromkeys(players, 0)
    best, found, step = hall, 0, 1
    while cost(best, met) > 0 and step <= found + PATIENCE:
        free = [x for x in players if rest[x] < step]
        troubled = [x for x in free if of(x, hall[table_of(x, hall)], met)]
        if troubled:
            a = troubled[draw(len(troubled))]
            changes = {b: change(hall, met, a, b) for b in free if apart(hall, a, b)}
            equals = [b for b in changes if changes[b] == min(changes.values())]
            if equals:
                b = equals[draw(len(equals))]
                hall = exchanged(hall, a, b)
                for who in (a, b):
                    rest[who] = step + 1 + draw(REST)
                if cost(hall, met) < cost(best, met):
                    best, found = hall, step
        step += 1
    return settle(best, met)


def ahead(hall: Hall, met: Met, draw: Draw) -> int:
    """Section 4, point 3."""
    total = 0
    for _ in range(AHEAD):
        met = again(met, hall)
        hall = search(hall, met, draw)
        total += cost(hall, met)
    return total
