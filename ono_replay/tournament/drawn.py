"""A ledger's draws in the words of the checker: each round with what was known when it and the next one were drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ono_core.tournament import events as ev
from ono_core.tournament.decider import entered, initial
from ono_core.tournament.ledger import Ledger
from ono_core.tournament.standings import best, counted
from ono_core.tournament.state import Round, State
from ono_replay.tournament import checker


def flaws(ledger: Ledger) -> list[checker.Flaw]:
    """What the rules of pairing have against the draws of a ledger."""
    settings = ledger.state.settings
    form = checker.Form(
        settings.format,
        settings.table.smallest,
        settings.table.size,
        settings.table.largest,
        settings.knockout.advance if settings.format == "knockout" else 0,
        settings.final.seats,
    )
    moments = [*_draws(ledger), (ledger.state, ledger.state)]
    return checker.check(form, [_told(*this, later) for this, (later, _) in pairwise(moments)])


def _draws(ledger: Ledger) -> Iterator[tuple[State, State]]:
    """The states before and after each entry that drew a round."""
    state = initial()
    for entry in ledger.entries:
        before, state = state, entered(state, entry.events)
        if any(isinstance(event, ev.RoundDrawn) for event in entry.events):
            yield before, state


def _told(before: State, after: State, later: State) -> checker.Round:
    """The round that was drawn between the first two states, with the results that it had in the last."""
    drawn: Round = after.rounds[-1]
    results = later.round(drawn.number).tables
    return checker.Round(
        present=best(before, before.present),
        tables=tuple(checker.Table(table.players, counted(table) if table.result else ()) for table in results),
        sitting=drawn.sitting,
        groups=after.groups,
        final=drawn.stage == "final",
    )
