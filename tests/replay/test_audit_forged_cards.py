"""Forged cards and shuffles, signed by whoever holds every key: each has its code, its entry and its culprit."""

from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from ono_core.fair.shuffles import Arrangement, arrange
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.desk import Desk
from ono_core.log.entries import ByTable, Entry
from ono_core.log.faults import LogFault
from ono_core.log.papers import DealerReveal, Openings, Reveals, Sealings
from ono_core.log.proofs import Proofs, Reader
from ono_net.room import Draft, Room
from ono_replay.audit import Verdict, audit
from ono_replay.replay import read
from tests.replay.forging import Game, against, first, game, of_player, unnoticed, with_event, with_paper


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer, one shuffle."""
    return game(3, 2, 0)


def test_forging_nothing_changes_nothing(played: Game) -> None:
    """The forger's own hand leaves no trace, so that what the tests below find is the forgery."""
    assert played.forged({}) == played.data


def test_wrong_card_opened(played: Game) -> None:
    """A slot shown as another card than committed to."""
    at = played.index(of_player)
    state = played.before(at)
    hidden = next(card for card in range(108) if card not in state.opened.values())
    slot = next(event.slots[0] for event in played.entries[at].events if isinstance(event, ev.Played))

    def swapped(entry: Entry) -> Entry:
        opened = with_paper(Openings, lambda paper: Openings(((slot, hidden, paper.cards[0][2]),)))
        return opened(with_event(ev.Played, cards=(hidden,))(entry))

    assert against(audit(played.forged({at: swapped}))) == ("bad-opening", at, "table")


def test_card_shown_that_its_opening_does_not_name(played: Game) -> None:
    """The event says one card, its opening another."""
    at = played.index(of_player)
    hidden = next(card for card in range(108) if card not in played.before(at).opened.values())
    forged = played.forged({at: with_event(ev.Played, cards=(hidden,))})
    assert against(audit(forged)) == ("bad-opening", at, "table")


def test_card_shown_twice(played: Game) -> None:
    """A card that lies open already is shown again."""
    at = played.index(of_player, 1)
    card = next(iter(played.before(at).opened.values()))
    forged = played.forged({at: with_event(ev.Played, cards=(card,))})
    assert against(audit(forged)) == ("bad-deck", at, "table")


def test_play_without_an_opening(played: Game) -> None:
    """A card is shown without its proof."""
    at = played.index(of_player)
    forged = played.forged({at: with_paper(Openings, lambda _: None)})
    assert against(audit(forged)) == ("missing-paper", at, "table")


def test_paper_that_proves_nothing(played: Game) -> None:
    """An opening stands in an entry that shows no card."""
    at = played.index(of_player)
    stray = replace(played.entries[at], index=2).papers
    forged = played.forged({2: lambda entry: replace(entry, papers=stray)})
    assert against(audit(forged)) == ("bad-form", 2, "table")


def test_wrong_bytes_sealed_to_a_player(played: Game) -> None:
    """What a player was sent does not open its card: found with the dealer's secret, named where it was sent."""
    at = played.index(lambda entry: any(isinstance(paper, Sealings) for paper in entry.papers), 1)
    spoiled = with_paper(Sealings, lambda paper: replace(paper, sealed=bytes([paper.sealed[0] ^ 1]) + paper.sealed[1:]))
    assert against(audit(played.forged({at: spoiled}))) == ("bad-sealing", at, "table")


def test_cards_not_sealed_to_their_player(played: Game) -> None:
    """A player drew and was sent nothing."""
    at = played.index(lambda entry: any(isinstance(paper, Sealings) for paper in entry.papers), 1)
    forged = played.forged({at: with_paper(Sealings, lambda _: None)})
    assert against(audit(forged)) == ("missing-paper", at, "table")


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


def test_duplicate_card_in_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck with a second Wild Draw Four in the place of a red 0: found when the dealer reveals."""

    def stacked(gid: bytes, k: int, value: bytes, cards: list[int]) -> Arrangement:
        return arrange(gid, k, value, [107 if card == 0 else card for card in cards])

    def blind(_proofs: Proofs, desk: Desk, _event: ev.RoundEnded) -> None:
        desk.papers.one(DealerReveal)

    with monkeypatch.context() as cheat:
        cheat.setattr("ono_net.dealer.arrange", stacked)
        checks: dict[Any, Any] = {**Proofs._CHECKS, ev.RoundEnded: blind}
        cheat.setattr(Proofs, "_CHECKS", checks)
        cheated = unnoticed(2, 1)
    at = cheated.with_event(ev.RoundEnded)
    assert against(audit(cheated.data)) == ("bad-deck", at, "table")


def test_wrong_dealer_reveal(played: Game) -> None:
    """The dealer's value is not of its chain."""
    at = played.with_event(ev.RoundEnded)
    forged = played.forged({at: with_paper(DealerReveal, lambda paper: replace(paper, value=bytes(32)))})
    assert against(audit(forged)) == ("bad-dealer-reveal", at, "table")


def test_wrong_dealer_x25519_secret(played: Game) -> None:
    """The secret that opens all sealings is another."""
    at = played.with_event(ev.RoundEnded)
    forged = played.forged({at: with_paper(DealerReveal, lambda paper: replace(paper, x25519=bytes(range(32))))})
    assert against(audit(forged)) == ("bad-dealer-reveal", at, "table")


def test_dealer_keeps_its_x25519_secret(played: Game) -> None:
    """At the game's end the secret must be out."""
    at = played.with_event(ev.RoundEnded)
    forged = played.forged({at: with_paper(DealerReveal, lambda paper: replace(paper, x25519=None))})
    assert against(audit(forged)) == ("bad-dealer-reveal", at, "table")


def test_wrong_seed(played: Game) -> None:
    """A seed that is not the next link of its owner's chain."""
    at = played.with_event(ev.ShuffleClosed)

    def spoiled(paper: Reveals) -> Reveals:
        (seat, index, _), *others = paper.values
        return Reveals(paper.k, ((seat, index, bytes(32)), *others))

    assert against(audit(played.forged({at: with_paper(Reveals, spoiled)}))) == ("bad-reveal", at, "table")


def test_seed_left_out_after_the_cut(played: Game) -> None:
    """A seed is struck from the papers: the order no longer follows from those that are left."""
    at = played.with_event(ev.ShuffleClosed)
    forged = played.forged({at: with_paper(Reveals, lambda paper: Reveals(paper.k, paper.values[1:]))})
    assert against(audit(forged)) == ("wrong-order", at, "table")


def test_order_that_the_cut_does_not_give(played: Game) -> None:
    """The two cards at the bottom of the pile change places."""
    at = played.with_event(ev.ShuffleClosed)

    def turned(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByTable)
        assert isinstance(entry.cause.act, cmd.Close)
        order = (*entry.cause.act.order[:-2], entry.cause.act.order[-1], entry.cause.act.order[-2])
        closed = with_event(ev.ShuffleClosed, order=order)(entry)
        return replace(closed, cause=ByTable(replace(entry.cause.act, order=order)))

    assert against(audit(played.forged({at: turned}))) == ("wrong-order", at, "table")


def test_dice_that_the_cut_does_not_give(played: Game) -> None:
    """The table chooses who deals."""
    at = played.with_event(ev.ShuffleClosed)

    def loaded(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByTable)
        assert isinstance(entry.cause.act, cmd.Close)
        return replace(entry, cause=ByTable(replace(entry.cause.act, dice=(entry.cause.act.dice + 1) % 3)))

    assert ("wrong-order", at, "table") == first(audit(played.forged({at: loaded})))


def test_hands_dealt_in_another_order(played: Game) -> None:
    """Two seats' hands change places, the sealings with them."""
    at = played.with_event(ev.Dealt)
    (dealt,) = [event for event in played.entries[at].events if isinstance(event, ev.Dealt)]
    left, right, across = dealt.hands
    forged = played.ending_in(at, with_event(ev.Dealt, hands=(right, left, across)))
    assert first(audit(forged))[0] == "wrong-digest"
    entry = with_event(ev.Dealt, hands=(right, left, across))(played.entries[at])
    assert first(audit(played.ending_with(entry))) == ("wrong-draw", at, "table")


def test_omitted_reveal_is_said_and_its_owner_does_not_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table drops a seed before the cut: the log says that the seat gave none, and its player does not sign."""
    close = Room._close

    def dropping(room: Room, now: int) -> Draft:
        room._reveals.pop(1, None)
        return close(room, now)

    with monkeypatch.context() as cheat:
        cheat.setattr(Room, "_close", dropping)
        cheated = Game(3, 2, 0)
    report = audit(cheated.data)
    at = cheated.with_event(ev.ShuffleClosed)
    assert report.verdict is Verdict.REMARKS
    said = {(found.code, found.who): found.index for found in report.remarks}
    assert said["no-reveal", "seat 1"] == at
    assert ("not-cosigned", "seat 1") in said
    assert [player.seeds for player in report.players] == [1, 0, 0]


def test_shuffle_cut_by_nobody_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that asks nobody for seeds: every player is named as left out, and the shuffle as uncut."""
    with monkeypatch.context() as cheat:
        cheat.setattr(Room, "_contributors", Mock(return_value=[]))
        cheat.setattr("ono_net.sim._Simulation._revealed", Mock(return_value=False))
        cheated = Game(3, 2, 0)
    report = audit(cheated.data)
    assert report.findings == ()
    assert {("left-out", "seat 0"), ("left-out", "seat 1"), ("uncut", "table")} <= {
        (found.code, found.who) for found in report.remarks
    }
