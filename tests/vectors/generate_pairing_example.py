"""Makes the worked example of spec/pairing.md: three rounds of seven players at tables of three.

The mixes are S(name) = H("ono1/test", name). ``python -m tests.vectors.generate_pairing_example`` prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ono_core.fair.transcript import Stream, derived, permutation, u8, u16
from ono_core.tournament import pairing
from ono_core.tournament.pairing import Hall, Limits, Past, pair, searched
from tests.vectors.generate_fair import secret

PLAYERS = (1, 2, 3, 4, 5, 6, 7)
LIMITS = Limits(3, 3, 3)


def example() -> str:
    """The lines between the fences."""
    return "\n".join(_lines()) + "\n"


class Told(Hall):
    """A hall that keeps the exchanges made in it."""

    exchanges: list[tuple[int, int]]

    def exchange(self, a: int, b: int) -> None:
        """Make it, and note it."""
        super().exchange(a, b)
        self.exchanges.append((a, b))


def _lines() -> Iterator[str]:
    yield f"players {_row(PLAYERS)}; smallest 3, size 3, largest 3: tables of {_row(pairing.sizes(7, LIMITS))}"
    past = Past()
    for number in (1, 2, 3):
        mix = secret(f"round {number}")
        drawn = pair(PLAYERS, past, LIMITS, mix)
        if number == 3:
            yield f'mix     S("round {number}")'
            yield f"        {mix.hex()}"
            yield from _sitting(mix)
            yield from _searches([player for player in PLAYERS if player not in drawn.sitting], past, mix)
            yield from _seats(drawn.tables, mix)
        yield f"round {number} {' | '.join(map(_row, drawn.tables))}; {_row(drawn.sitting)} sits out"
        past = past.after(drawn)


def _sitting(mix: bytes) -> Iterator[str]:
    lots = [PLAYERS[place] for place in permutation(derived(mix, "ono1/pairing-sitting", u16(0)), len(PLAYERS))]
    yield f'sitting {_row(lots)} = players in the order perm(F(mix, "ono1/pairing-sitting", u16(0)), 7)'


def _searches(seated: list[int], past: Past, mix: bytes) -> Iterator[str]:
    """The first search, and what all of them come by."""
    met = [[past.met.get((min(a, b), max(a, b)), 0) for b in seated] for a in seated]
    costs = pairing._costs(met)
    lots = _lots(mix, 0)
    order = [seated[place] for place in lots]
    yield f'start   {_row(order)} = seated in the order perm(F(mix, "ono1/pairing-start", u16(0), u8(0)), 6)'
    begun = Told(costs, pairing._filled(lots, (3, 3)))
    begun.exchanges = []
    yield f"        {_tables(seated, begun)} costs {begun.cost}"
    first = searched(begun, _draw(mix, 0))
    made = ", ".join(f"{seated[a]}-{seated[b]}" for a, b in begun.exchanges[:6])
    yield f"search  exchanges {made} and so on; the best is {_tables(seated, first)}, {first.cost}"
    costs_found = [searched(Hall(costs, pairing._filled(_lots(mix, n), (3, 3))), _draw(mix, n)).cost for n in range(12)]
    yield f"        all 12 searches come by {_row(sorted({*costs_found}))}"
    yield f"        by hand {pairing.settled(Hall(costs, pairing._by_hand(costs, (3, 3)))).cost}"
    yield f"tables  {_tables(seated, pairing._best(met, (3, 3), mix, 0))}"


def _lots(mix: bytes, start: int) -> tuple[int, ...]:
    return permutation(derived(mix, "ono1/pairing-start", u16(0), u8(start)), 6)


def _draw(mix: bytes, start: int) -> pairing.Draw:
    return Stream(derived(mix, "ono1/pairing-moves", u16(0), u8(start))).draw


def _tables(seated: list[int], hall: Hall) -> str:
    numbers = ([p for p, at in zip(seated, hall.table_of, strict=True) if at == table] for table in (0, 1))
    return " | ".join(map(_row, numbers))


def _seats(tables: Iterable[tuple[int, ...]], mix: bytes) -> Iterator[str]:
    numbers = permutation(derived(mix, "ono1/pairing-tables"), 2)
    yield f'order   {_row(numbers)} = perm(F(mix, "ono1/pairing-tables"), 2)'
    for table in sorted(tables, key=min):
        least = min(table)
        lots = [sorted(table)[place] for place in permutation(derived(mix, "ono1/pairing-seats", u16(least)), 3)]
        order = f'perm(F(mix, "ono1/pairing-seats", u16({least})), 3)'
        yield f"seats   {_row(lots)} = the table of {least} in the order {order}"


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


if __name__ == "__main__":
    print(example(), end="")  # noqa: T201 - that is what it is for
