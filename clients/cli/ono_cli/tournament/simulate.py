"""Tournaments that nobody plays: drawn as real ones are, with results by chance, each draw judged by the checker.

The same seed gives the same tournaments; number n of them does not depend on how many are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count, islice

from msgspec import Struct

from ono_core.fair.transcript import Stream, hashed, permutation, u16, u64
from ono_core.tournament.pairing import Limits, Pairing, Past, pair
from ono_replay.tournament import checker

FORMATS = ("points", "groups", "match", "knockout")
FEWEST, MOST = 8, 200
MOST_ROUNDS = 6
WORTH = (5, 3, 2, 1)
TARGET = 15

Draw = Callable[[int], int]


class Simulated(Struct, frozen=True):
    """One tournament, as it was and was judged; ``repeats`` are the meetings of two who had met before."""

    number: int
    form: checker.Form
    players: int
    rounds: int
    sitting: int
    repeats: int
    flaws: tuple[checker.Flaw, ...]

    @property
    def lines(self) -> Iterator[str]:
        """It in one line, then a line for each flaw."""
        form = self.form
        yield (
            f"{self.number}: {form.format}, {self.players} players at tables of {form.size} "
            f"({form.smallest} to {form.largest}), {self.rounds} rounds: "
            f"{self.repeats} met again, {self.sitting} sat out, {len(self.flaws)} flaws"
        )
        for flaw in self.flaws:
            yield f"{self.number}: round {flaw.round}: {flaw.code}: {checker.CODES[flaw.code]}: {flaw.evidence}"


def simulate(tournaments: int, seed: int, first: int = 1) -> Iterator[Simulated]:
    """Play so many, beginning with this number."""
    return (_Tournament(seed, number).played() for number in islice(count(first), tournaments))


class _Tournament:
    """A tournament while it goes on; everything in it is by chance but the draws."""

    def __init__(self, seed: int, number: int) -> None:
        self.number, self.key = number, hashed("ono1/simulated-tournament", u64(seed), u64(number))
        self.draw = Stream(self.key).draw
        self.form = _form(self.draw)
        self.last = 1 + self.draw(MOST_ROUNDS)
        self.players = FEWEST + self.draw(1 + self.draw(MOST - FEWEST + 1))
        self.present = {*range(1, self.players + 1)}
        self.points = dict.fromkeys(self.present, 0)
        self.groups = self._drawn_groups() if self.form.format == "groups" else []
        self.past, self.through = Past(), {*self.present}
        self.rounds: list[checker.Round] = []

    def played(self) -> Simulated:
        """To its end."""
        repeats = 0
        while field := self._field():
            final = self._is_final(field)
            drawn = self._pair(field, final=final)
            repeats += sum(
                1 for table in drawn.tables for two in combinations(sorted(table), 2) if two in self.past.met
            )
            self._play(drawn, final=final)
            self._come_and_go()
        return Simulated(
            self.number,
            self.form,
            self.players,
            len(self.rounds),
            sum(len(one.sitting) for one in self.rounds),
            repeats,
            tuple(checker.check(self.form, self.rounds)),
        )

    def _field(self) -> list[int]:
        """Who is to be drawn now, the best first; nobody when it is over."""
        standing = sorted(self.present, key=lambda player: (-self.points[player], player))
        if self.rounds and self.rounds[-1].final:
            return []
        if self.form.format == "knockout":
            field = [player for player in standing if player in self.through]
            return field if len(field) > 1 else []
        if self.form.format == "match" and max(self.points.values()) >= TARGET:
            return []
        if len(self.rounds) < self.last:
            return standing
        return standing[: self.form.final]

    def _is_final(self, field: Sequence[int]) -> bool:
        if self.form.format == "knockout":
            return len(field) <= self.form.largest
        return len(self.rounds) == self.last

    def _pair(self, field: Sequence[int], *, final: bool) -> Pairing:
        mix = hashed("ono1/simulated-mix", self.key, u16(len(self.rounds)))
        if final:
            return pair(field, self.past, Limits(2, len(field), len(field)), mix)
        limits = Limits(self.form.smallest, self.form.size, self.form.largest)
        return pair(field, self.past, limits, mix, self._groups() if self.groups else None)

    def _play(self, drawn: Pairing, *, final: bool) -> None:
        """Everybody a place by chance, and now and then a table without a result or somebody without a place."""
        tables = [checker.Table(players, self._places(len(players))) for players in drawn.tables]
        standing = sorted(self.present, key=lambda player: (-self.points[player], player))
        groups = () if final else tuple(map(tuple, self._groups()))
        self.rounds.append(checker.Round(tuple(standing), tuple(tables), drawn.sitting, groups, final))
        self.past, self.through = self.past.after(drawn), {*drawn.sitting}
        for table in tables:
            for player, place in zip(table.players, table.places, strict=False):
                self.points[player] += WORTH[place - 1] if 0 < place <= len(WORTH) else 0
                if 0 < place <= self.form.advance:
                    self.through.add(player)

    def _places(self, seats: int) -> tuple[int, ...]:
        places = [1 + place for place in permutation(self._key(), seats)]
        match self.draw(30):
            case 0:
                return ()
            case 1:
                return tuple(0 if place == seats else place for place in places)
            case _:
                return tuple(places)

    def _come_and_go(self) -> None:
        """Some withdraw, some come back, some come late; a knockout is closed."""
        for player in sorted(self.points):
            if not self.draw(60):
                self.present ^= {player}
        if self.form.format != "knockout" and not self.draw(3):
            late = len(self.points) + 1
            self.present.add(late)
            self.points[late] = 0
            if self.groups:
                min(self.groups, key=len).append(late)

    def _drawn_groups(self) -> list[list[int]]:
        order = permutation(self._key(), self.players)
        number = max(1, self.players // (self.form.size * (2 + self.draw(3))))
        return [[1 + player for player in order[group::number]] for group in range(number)]

    def _groups(self) -> list[list[int]]:
        """The groups of those who are there."""
        return [[player for player in group if player in self.present] for group in self.groups]

    def _key(self) -> bytes:
        return hashed("ono1/simulated-order", self.key, u16(self.draw(65_535)))


def _form(draw: Draw) -> checker.Form:
    """What a tournament file may say, often with sizes that leave no choice."""
    smallest = 2 + draw(4)
    size = smallest + draw(3)
    largest = size + draw(3)
    final = draw(2) * (2 + draw(largest - 1))
    return checker.Form(FORMATS[draw(4)], smallest, size, largest, advance=1 + draw(smallest - 1), final=final)
