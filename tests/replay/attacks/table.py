"""The table of attacks: who plays each, what finds it and when. The tests are made from it.

An attack is a function that makes a forged log; the decorator names its row. Every attacker has only the keys that such
an attacker holds: the table its own and the dealer's secrets, a player its own, a relay or a finder of the file none.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from ono_core.log.papers import Sealings
from tests.replay.forging import Game, command_of, game, of_player


class Seen(StrEnum):
    """Who finds an attack first, and when."""

    AT_ONCE = "at once"
    AT_REVEAL = "at the reveal"
    AT_AUDIT = "at the audit"
    TWO_LOGS = "two logs side by side"


class Row(Struct, frozen=True):
    """One line of spec/fairness.md, Attacks."""

    attack: str
    by: str


ROWS: Final = {
    1: Row("a slot is opened as another card", "table"),
    2: Row("the deck committed to is no proper deck", "table"),
    3: Row("cards come in another order than the cut gives, or one is skipped", "table"),
    4: Row("the deck is chosen when the seeds are known", "table"),
    5: Row("the begin is varied until its cut suits", "table"),
    6: Row("a seed that came is left out of the cut", "table"),
    8: Row("a player who has heard the others' seeds keeps its own", "player"),
    10: Row("the table's computers look into other hands", "table"),
    11: Row("a card is sealed wrongly to its player, or not at all", "table"),
    13: Row("a seed or the dealer's secret is not the one of its chain", "player or table"),
    14: Row("another's anchor is taken for one's own", "player"),
    15: Row("the dealer never reveals", "table"),
    16: Row("a command is used again: in this game, from another, at another turn", "table or relay"),
    19: Row("two logs of one game are shown", "table"),
    20: Row("the log is cut short, or given another end", "anybody, table"),
    21: Row("an entry is changed, put in or taken out", "anybody"),
    22: Row("bytes that two readers read differently", "player"),
    23: Row("keys and signatures that two libraries judge differently", "player"),
    24: Row("a signature's bytes are changed or cut off", "relay"),
    25: Row("a signature made for one thing is used for another", "table"),
    39: Row("a client draws with a bias: a bare remainder, a fraction", "fault of a program"),
    42: Row("a witness who is there is not asked for a seed, or another is mixed in its place", "table"),
    43: Row("somebody is entered as a witness who never asked, or in another's place", "table"),
    44: Row("a witness signs another end, or somebody signs for it", "witness or table"),
}
"""The rows that a log shows."""

UNSEEN: Final = frozenset({7, 9, 12, 17, 18, 26, 27, 28, 38, 41})
"""The other rows of a game with a dealer: what no log can show, or what this version does not have."""


class Forged(Struct, frozen=True):
    """A file made by an attacker, and the entry that is to blame; None for the whole log.

    ``beside`` is another file that the same table signed. ``reader`` is the identity secret of the one player who sees
    it at once.
    """

    data: bytes
    index: int | None
    beside: bytes = b""
    reader: bytes = b""


class Attack(Struct, frozen=True):
    """One way to do what a row says, and the finding that it must lead to.

    ``follows`` are codes of findings that come with it at the same entry or later: the forged game is then one that the
    rules do not give either.
    """

    row: int
    name: str
    code: str
    who: str
    seen: Seen
    make: Callable[[], Forged]
    follows: frozenset[str] = frozenset()

    def made(self) -> Forged:
        """The forged log; it is made once."""
        if self.name not in _MADE:
            _MADE[self.name] = self.make()
        return _MADE[self.name]

    @property
    def title(self) -> str:
        """As the test is called."""
        return f"attack {self.row}: {self.name.replace('_', ' ')}"

    @property
    def file(self) -> str:
        """The name of its vector, if live clients refuse it."""
        return f"{self.row:02d}-{self.name.replace('_', '-')}"


_MADE: Final[dict[str, Forged]] = {}
ATTACKS: Final[list[Attack]] = []
TWINS: Final[dict[int, tuple[str, Callable[[], bytes]]]] = {}
"""Row -> a log in which something that looks alike happens honestly."""

Made = Callable[[], Forged]


def spec_lines() -> list[str]:
    """The rows as they stand in spec/fairness.md: attack, by whom, found by which codes, when."""
    return [
        f"| {number} | {row.attack} | {row.by} | {_codes(number)} | {_when(number)} |" for number, row in ROWS.items()
    ]


def _codes(number: int) -> str:
    return " ".join(dict.fromkeys(f"`{one.code}`" for one in ATTACKS if one.row == number))


def _when(number: int) -> str:
    seen = {one.seen for one in ATTACKS if one.row == number}
    return ", ".join(when for when in Seen if when in seen)


def attack(row: int, code: str, who: str, seen: Seen, *follows: str) -> Callable[[Made], Made]:
    """Take this attack in."""

    def take(make: Made) -> Made:
        ATTACKS.append(Attack(row, make.__name__, code, who, seen, make, frozenset(follows)))
        return make

    return take


def twin(row: int) -> Callable[[Callable[[], bytes]], Callable[[], bytes]]:
    """Take in the honest twin of a row."""

    def take(make: Callable[[], bytes]) -> Callable[[], bytes]:
        assert row not in TWINS, f"row {row} has a twin"
        TWINS[row] = make.__name__, make
        return make

    return take


@cache
def honest() -> Game:
    """The game that most attackers start from: two players with keys, with plays and draws to forge, and a computer."""
    return next(played for played in (game(3, 2, seed) for seed in range(100)) if _suits(played))


def _suits(played: Game) -> bool:
    plays = [command_of(entry).seat for entry in played.entries if of_player(entry)]
    sealed = [entry for entry in played.entries if any(isinstance(paper, Sealings) for paper in entry.papers)]
    return min(map(plays.count, (0, 1))) > 1 and len(sealed) > 1
