"""`ono bench shuffle`: what one shuffle costs all who take part in it together; their chains are built before."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from itertools import cycle
from typing import Any, Final

from ono_cli.bench.clock import Slice, check_seconds, medians, repeated, timed
from ono_cli.bench.told import columns, tell
from ono_core.fair import shuffles
from ono_core.fair.chains import DEALER, PLAYER, Chain, leads_to
from ono_core.fair.keys import public_key
from ono_core.fair.transcript import hashed, u8
from ono_core.log.papers import Link

CONTRIBUTORS: Final = 4
CARDS: Final = 108
TARGET_MS: Final = 5.0

_SHUFFLES: Final = 64
"""Shuffles that take turns: a link's cost depends on its place in the chain."""


def run(args: Namespace) -> int:
    """Measure and show."""
    check_seconds(args.seconds)
    return tell(measured(args.seconds), _lines, as_json=args.json)


def measured(seconds: float) -> dict[str, Any]:
    """The figures in milliseconds: of each part, and of the whole shuffle."""
    table = _Table()
    works: dict[str, Callable[[int], object]] = {
        "commit_ms": table.committed,
        "reveal_ms": table.revealed,
        "check_ms": table.checked,
        "chain_ms": table.built,
    }
    costs = medians({name: _in_turns(work) for name, work in works.items()}, seconds)
    ms = {name: cost / 1000 for name, cost in costs.items()}
    readers = 1 + CONTRIBUTORS
    whole = ms["commit_ms"] + ms["reveal_ms"] + readers * ms["check_ms"]
    return {
        "shuffle_ms": round(whole, 3),
        "target_ms": TARGET_MS,
        **{name: round(cost, 3) for name, cost in ms.items()},
        "contributors": CONTRIBUTORS,
        "cards": CARDS,
    }


class _Table:
    """The dealer and the contributors of one game."""

    def __init__(self) -> None:
        self.gid = hashed("ono1/game", b"bench")
        self.dealer = self._chain(CONTRIBUTORS, DEALER)
        self.players = [self._chain(seat, PLAYER) for seat in range(CONTRIBUTORS)]
        self.links = [self.revealed(k) for k in range(_SHUFFLES + 1)]
        self.dealer.link(1)

    def _chain(self, number: int, role: int) -> Chain:
        secret = hashed("ono1/own", u8(number))
        return Chain(self.gid, public_key(secret), role, secret)

    def committed(self, k: int) -> object:
        """The dealer: its link, the arrangement that follows from it, and a commitment to each card."""
        return shuffles.arrange(self.gid, k, self.dealer.link(k), range(CARDS))

    def revealed(self, k: int) -> list[Link]:
        """Every contributor: its link."""
        return [(seat, k, chain.link(k)) for seat, chain in enumerate(self.players)]

    def checked(self, k: int) -> object:
        """The table or one reader: that each link follows from the one before, and the order that they give."""
        for (seat, index, value), (_, known_index, known) in zip(self.links[k], self.links[k - 1], strict=True):
            assert leads_to(self.gid, self.players[seat].owner, PLAYER, index, value, known_index, known)
        mix = shuffles.mix(shuffles.context(self.gid, k, self.gid), self.links[k])
        return shuffles.order(mix, CARDS), shuffles.first(mix, CONTRIBUTORS)

    def built(self, k: int) -> object:
        """A player who sits down: a chain and its anchor."""
        return self._chain(k % CONTRIBUTORS, PLAYER).anchor


def _in_turns(work: Callable[[int], object]) -> Slice:
    numbers = cycle(range(1, _SHUFFLES + 1))

    def turn() -> int:
        work(next(numbers))
        return 1

    return repeated(timed(turn))


def _lines(record: dict[str, Any]) -> list[str]:
    heads = ("ms a shuffle", "target", "dealer commits", f"{CONTRIBUTORS} links", "each check", "a chain, once")
    figures = (f"{record[name]:.3f}" for name in ("commit_ms", "reveal_ms", "check_ms", "chain_ms"))
    row = (f"{record['shuffle_ms']:.2f}", f"<= {TARGET_MS}", *figures)
    words = f"{CONTRIBUTORS} contributors, checked by the table and by each of them"
    return [f"A shuffle of {CARDS} cards, {words}, CPU time", *columns([heads, row])]
