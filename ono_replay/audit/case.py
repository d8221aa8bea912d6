"""The log under audit, with what several checks need of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeVar

from ono_core.game import events as ev
from ono_core.game.rules import Rules
from ono_core.game.state import State
from ono_core.log.book import Book, rules_of
from ono_core.log.entries import ByPlayer
from ono_core.log.faults import LogFault
from ono_core.log.proofs import Proofs, ShuffleProof
from ono_core.log.shares import BadShare, GivenShare
from ono_replay.audit.findings import TABLE, UNKNOWN, Counts, Finding
from ono_replay.replay import Replay, Step

E = TypeVar("E", bound=ev.Event)


class Unknown(LookupError):
    """A decision depends on a face that nobody has proven yet."""


class Faces(dict[int, int]):
    """Slot -> card of every face proven; asking for another raises Unknown."""

    def __missing__(self, slot: int) -> int:
        """No such face is known."""
        raise Unknown(f"slot {slot} is not revealed")


class Case:
    """A log whose form, chain and head are good."""

    def __init__(self, data: bytes, replay: Replay, *, every_signature: bool) -> None:
        """``data`` is the whole file."""
        self.data = data
        self.replay = replay
        self.every_signature = every_signature
        self.covered = 0
        self.finished: Finding | None = None
        """What became of the players' shares, where they were given."""
        self.decided = 0
        self.bots = 0
        self._rules: dict[int, Rules] = {}

    def finish(self, shares: Sequence[GivenShare]) -> None:
        """Take the players' shares for what the dealer has not revealed; before any check."""
        if self.replay.paper_fault or self.events(ev.GameEnded):
            return
        last = self.book.head.index
        try:
            self.proofs.finish(shares, self.book.state, last)
        except BadShare as bad:
            self.finished = Finding("bad-share", None, UNKNOWN, str(bad))
        except LogFault as fault:
            self.finished = Finding(fault.code, fault.index, TABLE, fault.evidence)
        else:
            self.finished = Finding("escrowed", last, TABLE, f"{len(shares)} shares")

    @property
    def book(self) -> Book:
        """The good entries."""
        return self.replay.book

    @property
    def steps(self) -> tuple[Step, ...]:
        """The good entries with the states around them."""
        return self.replay.steps

    @property
    def proofs(self) -> Proofs:
        """What the papers prove."""
        return self.replay.proofs

    @cached_property
    def faces(self) -> Faces:
        """Every face that the papers prove."""
        return Faces(self.proofs.faces)

    @cached_property
    def begins(self) -> dict[int, int]:
        """Shuffle -> the index of the entry that began it."""
        return {event.k: step.index for step, event in self.events(ev.ShuffleBegun)}

    @cached_property
    def closes(self) -> dict[int, int]:
        """Shuffle -> the index of the entry that cut it."""
        return {event.k: step.index for step, event in self.events(ev.ShuffleClosed)}

    @cached_property
    def _deals(self) -> list[tuple[int, int]]:
        """(index, shuffle) of each deal, rising: it comes from the shuffle cut in the same entry."""
        shuffles = {index: k for k, index in self.closes.items()}
        return [(step.index, shuffles.get(step.index, 0)) for step, _ in self.events(ev.Dealt)]

    def deal_before(self, index: int) -> ShuffleProof | None:
        """The shuffle that the present round was dealt from."""
        before = [k for at, k in self._deals if at < index]
        return self.proofs.shuffles.get(before[-1]) if before else None

    def events(self, kind: type[E]) -> list[tuple[Step, E]]:
        """Every event of a kind with its step."""
        return self._events.get(kind, [])

    @cached_property
    def _events(self) -> dict[type[ev.Event], list[tuple[Step, Any]]]:
        found: dict[type[ev.Event], list[tuple[Step, Any]]] = {}
        for step in self.steps:
            for event in step.entry.events:
                found.setdefault(type(event), []).append((step, event))
        return found

    def rules(self, state: State) -> Rules:
        """The rules of the options in force; as ``rules_of``, a ValueError where there are none."""
        options = state.options
        if id(options) not in self._rules:  # the steps keep all options of the log alive
            self._rules[id(options)] = rules_of(options)
        return self._rules[id(options)]

    def counts(self) -> Counts:
        """How much was checked."""
        commands = sum(isinstance(step.entry.cause, ByPlayer) for step in self.steps)
        done = self.proofs.counts
        return Counts(
            entries=len(self.steps),
            commands=commands,
            shuffles=done.shuffles,
            reveals=done.reveals,
            openings=done.openings,
            sealings=done.sealings,
            decided=self.decided,
            bots=self.bots,
            signatures=commands - self.covered,
            covered=self.covered,
        )


def by_table(code: str, step: Step, evidence: str) -> Finding:
    """A finding against the table, which signed the entry."""
    return Finding(code, step.index, TABLE, evidence)
