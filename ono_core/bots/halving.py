"""Sequential halving: each thing that could be done is tried in imagined games, and in rounds the worse half dropped.

All that are still live are tried on the same deals with the same pile, so that luck strikes them alike. What the
weights say of an option (its ``prior``) counts beside the games it won, since a few games tell little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ono_core.bots import hands, weighing
from ono_core.bots.chance import numbers, seed_from
from ono_core.bots.deal import Deal, Deals, around
from ono_core.bots.policy import Numbers
from ono_core.bots.rollout import PLACE, Game, Pile, play_out, tune
from ono_core.bots.weighing import BLUFFS
from ono_core.game.choices import Choices
from ono_core.game.commands import Accept, Act, Challenge, NameColour, Pass
from ono_core.game.faces import Colour
from ono_core.game.view import View

COLOUR_ORDER: Final = tuple(Colour)

KEEPS_GLADLY: Final = 20
"""So much better than the best play is keeping a drawn card that the weights would keep."""
KEEPS_BADLY: Final = 60
"""So much worse is keeping another."""

TRIES_EACH: Final = 8
"""At most so many deals are looked at for each that is wanted."""


class Effort(Struct, frozen=True):
    """How many games are imagined for one choice, and how many thousandths of a win 100 points of the prior count."""

    games: int
    prior: int


def effort(seats: int) -> Effort:
    """At two seats more games still tell more; from three on they do not."""
    return Effort(1200, 100) if seats == 2 else Effort(300, 300)


class Option(Struct, frozen=True):
    """Something that could be done: what the weights say of it, and for a play its face and colour."""

    act: Act
    prior: int = 0
    card: int = -1
    colour: int = -1


def options(view: View, choices: Choices) -> list[Option]:
    """All that is offered and makes a difference: equal cards are one, a wild is one for each colour worth naming."""
    acts = choices.acts
    if "name_colour" in acts:
        return [Option(NameColour(colour), colour=place) for place, colour in enumerate(COLOUR_ORDER)]
    if "challenge" in acts:
        return [Option(Accept()), Option(Challenge())]
    plays = _plays(view, choices) if "play" in acts else []
    return [*plays, _keeping(view, plays)] if plays and "pass" in acts else plays


def _plays(view: View, choices: Choices) -> list[Option]:
    seen: dict[tuple[str, Colour], Option] = {}
    for weighed, score in weighing.scored(view, choices):
        shown, colour = weighed.face, weighed.colour
        act = hands.play(weighed.slot, shown, colour)
        seen.setdefault((shown.text, colour), Option(act, score, PLACE[shown.text], COLOUR_ORDER.index(colour)))
    return list(seen.values())


def _keeping(view: View, plays: list[Option]) -> Option:
    best = max(option.prior for option in plays)
    gladly = weighing.keeps_drawn(view)
    return Option(Pass(), best + KEEPS_GLADLY if gladly else best - KEEPS_BADLY)


def best_act(view: View, choices: Choices, among: Sequence[Option], deals: Deals, draw: Numbers) -> Act:
    """What of these options does best in imagined games, the first of equals."""
    return _Trial(view, choices, deals).best(among, effort(len(view.places)), draw).act


class _Trial:
    """One moment at the table, to imagine games from."""

    def __init__(self, view: View, choices: Choices, deals: Deals) -> None:
        assert view.top is not None, "a round has a top card from its starter on"
        self._deals = deals
        self._how = tune(len(view.places))
        self._top = PLACE[view.top.text]
        self._colour = COLOUR_ORDER.index(view.colour) if view.colour else 0
        self._direction = view.direction
        self._under = [PLACE[shown.text] for shown in view.under]
        self._dispute = _dispute(view, choices)

    def best(self, among: Sequence[Option], spent: Effort, draw: Numbers) -> Option:
        """Halve the options until one is left."""
        below = numbers(seed_from(draw))
        live: list[int] = [*range(len(among))]
        won, games = [0] * len(among), 0
        rounds = (len(among) - 1).bit_length()
        while len(live) > 1:
            for deal in self._dealt(max(1, spent.games // (rounds * len(live))), below):
                games += 1
                for place in live:
                    won[place] += self._value(among[place], deal)
            rank = [100 * won[place] + games * spent.prior * among[place].prior for place in range(len(among))]
            live = sorted(live, key=lambda place: (-rank[place], place))[: (len(live) + 1) // 2]
        return among[live[0]]

    def _dealt(self, count: int, below: Numbers) -> Iterator[Deal]:
        """So many deals; where a bluff is in question, few of those in which it was one are kept."""
        if not self._dispute:
            yield from (self._deals.dealt(below) for _ in range(count))
            return
        for tries_left in range(TRIES_EACH * count, 0, -1):
            deal = self._deals.dealt(below)
            if not self._dispute.is_bluff(deal) or below(256) < BLUFFS or tries_left <= count:
                count -= 1
                yield deal
            if not count:
                return

    def _value(self, option: Option, deal: Deal) -> int:
        """How often of 1000 this game is won after the option."""
        game = Game(
            [hand.copy() for hand in deal.hands],
            [counted.copy() for counted in deal.tallies],
            Pile(deal.pile, self._under, deal.seed),
            self._top,
            self._colour,
            self._direction,
        )
        if option.card >= 0:
            won = game.put(option.card, option.colour)
            return 1000 if won else play_out(game, self._how)
        if option.colour >= 0:
            game.colour = option.colour
        elif self._dispute:
            self._dispute.settle(game, deal, challenged=isinstance(option.act, Challenge))
        else:
            game.turn = game.neighbour()
        return play_out(game, self._how)


class _Dispute(Struct, frozen=True):
    """A Wild Draw Four in question: who played it, on which colour, and the cards that accepting or losing costs."""

    by: int
    colour: int
    owed: int
    by_accused: int
    by_challenger: int

    def is_bluff(self, deal: Deal) -> bool:
        """Whether the accused holds the colour in this deal."""
        return self.colour >= 0 and deal.tallies[self.by][self.colour] > 0

    def settle(self, game: Game, deal: Deal, *, challenged: bool) -> None:
        """The own seat accepts, or challenges and is right or wrong."""
        if challenged and self.is_bluff(deal):
            game.receive(self.by, self.by_accused)
            return
        game.receive(0, self.by_challenger if challenged else self.owed)
        game.turn = game.neighbour()


def _dispute(view: View, choices: Choices) -> _Dispute | None:
    debt, stakes = view.debt, choices.stakes
    if debt is None or debt.dispute is None or stakes is None:
        return None
    by = next(seat for seat, place in enumerate(around(view)) if place.seat == debt.by)
    colour = COLOUR_ORDER.index(debt.dispute.colour) if debt.dispute.colour else -1
    return _Dispute(by, colour, debt.total, *stakes)
