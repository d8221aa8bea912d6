"""Forged cards and shuffles, signed by whoever holds every key: each has its code, its entry and its culprit."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any
from unittest.mock import Mock, patch

import pytest
from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.state import State
from ono_core.game.tasks import whole_deck
from ono_core.log.desk import Desk
from ono_core.log.faults import LogFault
from ono_core.log.papers import DealerReveal
from ono_core.log.proofs import Proofs, Reader
from ono_replay.audit import audit
from ono_replay.replay import read
from tests.replay.forging import Game, against, game, of_player, unnoticed


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer, one shuffle."""
    return game(3, 2, 0)


def test_paper_that_proves_nothing(played: Game) -> None:
    """An opening stands in an entry that shows no card."""
    at = played.index(of_player)
    stray = replace(played.entries[at], index=2).papers
    forged = played.forged({2: lambda entry: replace(entry, papers=stray)})
    assert against(audit(forged)) == ("bad-form", 2, "table")


def test_card_sealed_that_the_deck_does_not_have(played: Game) -> None:
    """A player who is sent the number of no card has the proof of it, and nothing to show."""
    at, keys = played.with_event(ev.Dealt), played.players[0].keys
    *before, dealt = read(played.data).steps[: at + 1]
    proofs = Proofs(Reader(keys.session, keys.x25519_secret))
    for step in before:
        proofs.take(step.checked, step.before, played.book.gid, played.book.table)
    small = replace(dealt.checked, state=replace(dealt.after, deck=dealt.after.deck[:1]))
    with pytest.raises(LogFault, match="bad-sealing"):
        proofs.take(small, dealt.before, played.book.gid, played.book.table)


@pytest.mark.parametrize("left", [{0}, {1}, {0, 1}], ids=str)
def test_a_table_that_leaves_out_who_is_there_is_found(left: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is neither away nor asleep must be asked for a seed, or the table could cut alone."""
    honest = Proofs.to_be_asked

    def some(proofs: Proofs, before: State, begun: ev.ShuffleBegun, asleep: AbstractSet[int]) -> set[int]:
        return honest(proofs, before, begun, asleep) - left

    with monkeypatch.context() as cheat:
        cheat.setattr(Proofs, "to_be_asked", some)
        cheat.setattr("ono_net.sim.Simulation._revealed", Mock(return_value=False))
        cheated = Game(3, 2, 0)
    begun = next(step.index for step in read(cheated.data).steps if step.after.shuffles)
    assert [(found.code, found.index, found.who) for found in audit(cheated.data).findings] == [
        ("bad-commitments", begun, "table")
    ]


def test_begin_that_names_a_card_twice() -> None:
    """A second Wild Draw Four is put in for a red 0 by name: the rules say so, and without them the dealer's reveal."""

    def doubled(state: State, deck: Sequence[str]) -> ev.ShuffleBegun:
        begun = whole_deck(state, deck)
        return replace(begun, cards=(*begun.cards[1:], begun.cards[-1]))

    def blind(_proofs: Proofs, desk: Desk, _event: ev.RoundEnded) -> None:
        desk.papers.one(DealerReveal)

    checks: dict[Any, Any] = {**Proofs._CHECKS, ev.RoundEnded: blind}
    with patch("ono_core.game.seating.whole_deck", doubled), patch.object(Proofs, "_CHECKS", checks):
        cheated = unnoticed(2, 1)
    begun, ended = cheated.with_event(ev.ShuffleBegun), cheated.with_event(ev.RoundEnded)
    found = {(finding.code, finding.index, finding.who) for finding in audit(cheated.data).findings}
    assert found == {("undecided", begun, "table"), ("bad-deck", ended, "table")}
