"""Random rounds without end: ``python -m tests.core.game.soak --rounds 100000 --seed 1 --jobs 2``.

Each game is drawn from a text, ``SEED/NUMBER``: its options, seats, deal and everything that happens. The invariants
(spec/rules.md) are checked after each act, and a second judge (referee.py) follows the events. A game that fails names
its text; ``--first NUMBER --rounds 1`` plays it again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from random import Random
from typing import Any

from ono_core.game import events as ev
from ono_core.game.state import TURN_PHASES, State
from ono_core.log.codec import packed, unpacked
from ono_core.log.entries import state_digest
from ono_core.log.kinds import EVENT_KINDS, is_array
from tests.core.game.chance import cramped, played, started
from tests.core.game.invariants import check_acts, check_secrecy, check_state, conserved
from tests.core.game.referee import Referee
from tests.core.game.scenario import Table

CAPS = (30, 120, 400)
"""Turns after which a round is ended: some rounds end by it, most do not."""

PROBED = 0.01
"""How often everything that anybody might ask is tried, and hidden cards are exchanged."""


WHOLE = 0.75
"""How many games begin with the start; the others in a crowded position."""


class Watch:
    """One game under watch, folded from the bytes of its events alone, and what there was of it."""

    def __init__(self, begun: Table) -> None:
        """From the lobby, or from a position in the middle of a round."""
        self.cold = begun.state
        self.referee = referee(begun.state) if begun.state.deck else None
        self.acts = 0
        self.seen: Counter[str] = Counter()

    def take(self, table: Table, chance: Random) -> None:
        """Check the table after an act."""
        self.acts += 1
        for event in table.happened:
            self._notice(as_read(event))
        assert self.cold == table.state
        check_state(table)
        if chance.random() < PROBED:
            check_acts(table, chance)
            if table.state.phase in TURN_PHASES:
                check_secrecy(table, chance.choice(table.state.playing), chance)

    def _notice(self, plain: list[Any]) -> None:
        event = EVENT_KINDS.typed(plain)
        self.seen[EVENT_KINDS.name(event)] += 1
        if isinstance(event, ev.RoundEnded):
            self.seen[f"round-ended: {event.why}"] += 1
        self.cold = conserved(self.cold, event)
        if isinstance(event, ev.GameStarted):
            self.referee = Referee(event.deck, event.ruleset, event.seats)
        elif self.referee:
            self.referee.see(plain)


def as_read(event: ev.Event) -> list[Any]:
    """The plain event as a program reads it that has only its bytes."""
    plain = unpacked(packed(EVENT_KINDS.plain(event)))
    assert is_array(plain)
    return plain


def referee(state: State) -> Referee:
    """A referee who comes in the middle of a round, when a seat is asked to play."""
    judge = Referee(state.deck, state.options, state.playing)
    judge.hands = {seat: [*state.hands[seat]] for seat in state.playing}
    judge.pile = [slot for pile in state.piles for slot in pile.rest]
    judge.discards, judge.opened, judge.aside = [*state.discards], dict(state.opened), []
    judge.direction = judge.wanted = state.direction
    judge.turn = judge.next = state.playing[0] if state.turn is None else state.turn
    judge.phase = state.phase.value
    judge.step, judge.turns, judge.k = state.step, state.turns, state.shuffles
    judge.dealer = -1 if state.deal_seat is None else state.deal_seat
    return judge


def play_game(text: str) -> tuple[int, int, Counter[str]]:
    """Play the game that this text draws and check what holds of it: its rounds, acts and events."""
    chance = Random(text)
    seats, cap = chance.randint(2, 10), chance.choice(CAPS)
    if chance.random() < WHOLE:
        begun, first = started(chance, seats, turn_cap=cap)
    else:
        begun = first = cramped(chance, seats, turn_cap=cap)
    watch, last = Watch(begun), begun
    for last in played(first, chance):
        if last is not begun:
            watch.take(last, chance)
    assert state_digest(watch.cold) == state_digest(last.state)
    return watch.seen["round-ended"], watch.acts, watch.seen


class Tally:
    """How much was played."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.games, self.rounds, self.acts = 0, 0, 0
        self.events: Counter[str] = Counter()

    def add(self, games: int, rounds: int, acts: int, seen: Counter[str]) -> None:
        """Count more."""
        self.games, self.rounds, self.acts = self.games + games, self.rounds + rounds, self.acts + acts
        self.events += seen


def soak(rounds: int, seed: int, first: int = 0, stride: int = 1) -> Tally:
    """Play every ``stride``-th game from the first on until so many rounds have ended; AssertionError names a game."""
    tally = Tally()
    for number in count(first, stride):
        if tally.rounds >= rounds:
            break
        try:
            tally.add(1, *play_game(f"{seed}/{number}"))
        except Exception as error:
            raise AssertionError(f"game {seed}/{number}: {type(error).__name__}: {error}") from error
    return tally


def main() -> None:
    """Soak as the command line says, and print what was played."""
    parser = argparse.ArgumentParser(prog="python -m tests.core.game.soak", description="Random rounds, checked.")
    parser.add_argument("--rounds", type=int, default=2000, help="how many rounds, at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    said = parser.parse_args()
    began, total = time.monotonic(), Tally()
    share = -(-said.rounds // said.jobs)
    with ProcessPoolExecutor(said.jobs) as pool:
        parts = [pool.submit(soak, share, said.seed, said.first + job, said.jobs) for job in range(said.jobs)]
        for part in parts:
            tally = part.result()
            total.add(tally.games, tally.rounds, tally.acts, tally.events)
    sys.stdout.write(summary(total, time.monotonic() - began))


def summary(total: Tally, seconds: float) -> str:
    """What was played, as lines."""
    pace = f"{seconds:.1f} s, {total.rounds / seconds:.0f} rounds a second"
    head = f"{total.rounds} rounds in {total.games} games, {total.acts} acts, all in order: {pace}"
    return "\n".join([head, *(f"{times:>10} {kind}" for kind, times in total.events.most_common()), ""])


if __name__ == "__main__":
    main()
