"""How strong a computer player is: many games on the real rules, its cards known and nothing sealed.

The challenger plays alone against a field of equal opponents. Every deal is played once from each seat, so that the
luck of the deal mostly cancels out. This module is the umpire, not a player: it alone in ``bots`` knows the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Final

from msgspec import Struct

from ono_core.bots.chance import numbers
from ono_core.bots.levels import LEVELS
from ono_core.bots.policy import Answer, Numbers
from ono_core.bots.sparring import SPARRING
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import choices
from ono_core.game.decider import advance, evolve_all, initial
from ono_core.game.notes import Notes, noted_all
from ono_core.game.refusals import Refusal
from ono_core.game.rulebook import compile_rules
from ono_core.game.rules import Rules
from ono_core.game.ruleset import PRESETS, Ruleset, plain
from ono_core.game.state import SLOTS_PER_SHUFFLE, Phase, State
from ono_core.game.view import view

PLAYERS: Final[dict[str, Answer]] = {**LEVELS, **SPARRING}
"""Name -> how it answers: the levels, and opponents to measure them against."""

Watch = Callable[[str, Answer], Answer]
"""Given a player's name and how it answers: the same answers, while somebody watches."""

_NINETY_FIVE: Final = 1.96


class Score(Struct, frozen=True):
    """So many games won of so many."""

    wins: int
    games: int

    @property
    def share(self) -> float:
        """The part of the games that was won, in percent."""
        return 100 * self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 95 times of 100, in percent (Wilson)."""
        square = _NINETY_FIVE**2 / self.games
        part = self.wins / self.games
        middle = (part + square / 2) / (1 + square)
        half = sqrt(part * (1 - part) * square + square**2 / 4) / (1 + square)
        return 100 * (middle - half), 100 * (middle + half)

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.games + other.games)


def contest(
    challenger: str,
    field: str,
    seats: int,
    games: int,
    seed: int = 1,
    *,
    ruleset: Ruleset = PRESETS["boardflix"],
    watched: Watch | None = None,
) -> Score:
    """How the challenger fares alone against ``seats - 1`` of the field, in at least so many games.

    The games are whole deals, each played from every seat; the same arguments give the same score. Names are those in
    ``PLAYERS``. ``watched`` may wrap how a player answers, as a bench does that measures time. Scores of several seeds
    can be added.
    """
    rules = compile_rules(ruleset)
    players = {name: watched(name, PLAYERS[name]) if watched else PLAYERS[name] for name in (challenger, field)}
    wins = played = 0
    for deal in range(-(-games // seats)):
        for own in range(seats):
            at = [challenger if seat == own else field for seat in range(seats)]
            wins += winner(rules, [players[name] for name in at], seed << 32 | deal) == own
            played += 1
    return Score(wins, played)


def winner(rules: Rules, players: list[Answer], seed: int) -> int | None:
    """The seat that wins one round, if any does; the seed fixes the cards and all chance."""
    return _Table(rules, players, seed).played()


class _Table:
    """One round under way, with all faces known and the notes that the players are given."""

    def __init__(self, rules: Rules, players: list[Answer], seed: int) -> None:
        self._rules = rules
        self._players = players
        self._cards = numbers(2 * seed)
        self._chance = numbers(2 * seed + 1)
        self._faces: dict[int, int] = {}
        self._notes = Notes()
        bots = [ev.BotSeated(seat, f"bot {seat}", "", 0) for seat in range(len(players))]
        options = ev.OptionsSet(plain(rules.ruleset))
        self._state: State = evolve_all(initial(), [*bots, options, ev.HostSet(0)])

    def played(self) -> int | None:
        """Play to the end."""
        self._do(cmd.Command(0, cmd.Start()))
        while self._state.phase is not Phase.OVER:
            self._do(self._closed() if self._state.shuffle else self._answered())
        assert self._state.result is not None, "a game that is over has a result"
        return self._state.result.winner

    def _do(self, command: cmd.Command) -> None:
        done = advance(self._rules, self._state, self._faces, command)
        assert not isinstance(done, Refusal), f"{command} was refused: {done}"
        happened, after = done
        self._notes = noted_all(self._notes, self._state, happened)
        self._state = after

    def _closed(self) -> cmd.Command:
        """The open shuffle's end, after which the faces of its slots are known here."""
        shuffle = self._state.shuffle
        assert shuffle is not None, "a shuffle waits"
        cards = [*shuffle.cards, *(self._faces[slot] for slot in shuffle.slots)]
        _mix(cards, self._cards)
        self._faces.update((SLOTS_PER_SHUFFLE * shuffle.k + place, card) for place, card in enumerate(cards))
        dice = self._cards(len(self._state.taken))
        return cmd.Command(None, cmd.Close(shuffle.k, tuple(range(len(cards))), dice))

    def _answered(self) -> cmd.Command:
        """What the seat on turn does; it is shown no face but those that it may know."""
        state, seat = self._state, self._state.turn
        assert seat is not None, "a seat is asked"
        own: Mapping[int, int] = {slot: self._faces[slot] for slot in state.hands[seat]}
        offered = choices(self._rules, state, {**state.opened, **own}, seat)
        act = self._players[seat](view(state, own, seat, self._notes), offered, self._chance)
        return cmd.Command(seat, act, offered.step)


def _mix(cards: list[int], below: Numbers) -> None:
    for last in range(len(cards) - 1, 0, -1):
        chosen = below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
