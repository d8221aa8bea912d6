"""Attacks on cards: rows 1 to 3, 11 and 15. The dealer holds the table's key and the secrets of the shuffles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.entries import ByTable, Entry
from ono_core.log.file import written
from ono_core.log.papers import DealerReveal, Openings, Sealings
from tests.replay.attacks.table import Forged, Seen, attack, honest, twin
from tests.replay.forging import Game, of_player, with_a_second_card_107, with_event, with_paper
from tests.replay.running import Running

Order = tuple[int, ...]

# Row 1


@attack(1, "bad-opening", "table", Seen.AT_ONCE)
def other_card_opened() -> Forged:
    """A slot is shown as another card than committed to, with an opening that says so too."""
    played, at, slot, hidden = _play()
    opened = with_paper(Openings, lambda paper: Openings(((slot, hidden, paper.cards[0][2]),)))
    return Forged(played.forged({at: lambda entry: opened(with_event(ev.Played, cards=(hidden,))(entry))}), at)


@attack(1, "bad-opening", "table", Seen.AT_ONCE)
def card_that_its_opening_does_not_name() -> Forged:
    """The event says one card, the opening another."""
    played, at, _, hidden = _play()
    return Forged(played.forged({at: with_event(ev.Played, cards=(hidden,))}), at)


@attack(1, "missing-paper", "table", Seen.AT_ONCE)
def card_shown_without_an_opening() -> Forged:
    """A card is shown without its proof."""
    played, at, *_ = _play()
    return Forged(played.forged({at: with_paper(Openings, lambda _: None)}), at)


def _play() -> tuple[Game, int, int, int]:
    """A play by a player: its entry, its slot, and a card that is shown nowhere."""
    played = honest()
    at = played.index(of_player)
    (shown,) = [event for event in played.entries[at].events if isinstance(event, ev.Played)]
    known = {*played.before(at).opened.values(), *shown.cards}
    return played, at, shown.slots[0], next(card for card in range(108) if card not in known)


@twin(1)
def cards_opened_as_they_are() -> bytes:
    """The forger's own hand leaves no trace: what the tests find is the forgery."""
    played = honest()
    again = played.forged({})
    assert again == played.data
    return again


# Row 2


@attack(2, "bad-deck", "table", Seen.AT_ONCE)
def card_shown_a_second_time() -> Forged:
    """A card that lies open already is shown in another slot."""
    played = honest()
    at = played.index(of_player, 1)
    card = next(iter(played.before(at).opened.values()))
    return Forged(played.forged({at: with_event(ev.Played, cards=(card,))}), at)


@attack(2, "bad-deck", "table", Seen.AT_REVEAL)
def second_wild_draw_four_for_a_red_zero() -> Forged:
    """A card stands in the place of another, and does not come up twice in the round."""
    cheated = with_a_second_card_107()
    return Forged(cheated.data, cheated.with_event(ev.RoundEnded))


@twin(2)
def deck_shuffled_again() -> bytes:
    """Cards that were shown come up again after their discards were shuffled, and the deck is proper."""
    games = (Game(6, 3, seed, "easy") for seed in range(303, 400))
    return next(played for played in games if played.shuffles_after_play()).data


# Row 3


@attack(3, "wrong-order", "table", Seen.AT_ONCE)
def two_cards_of_the_pile_change_places() -> Forged:
    """The two cards at the bottom of the pile."""
    return _closed(lambda order, dice: ((*order[:-2], order[-1], order[-2]), dice))


@attack(3, "wrong-order", "table", Seen.AT_ONCE, "undecided")
def table_chooses_who_deals() -> Forged:
    """The dice are not those of the cut."""
    return _closed(lambda order, dice: (order, (dice + 1) % 3))


def _closed(change: Callable[[Order, int], tuple[Order, int]]) -> Forged:
    played = honest()
    at = played.with_event(ev.ShuffleClosed)

    def turned(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByTable)
        assert isinstance(entry.cause.act, cmd.Close)
        order, dice = change(entry.cause.act.order, entry.cause.act.dice)
        closed = with_event(ev.ShuffleClosed, order=order)(entry)
        return replace(closed, cause=ByTable(replace(entry.cause.act, order=order, dice=dice)))

    return Forged(played.forged({at: turned}), at)


@attack(3, "wrong-draw", "table", Seen.AT_ONCE, "undecided")
def hands_change_seats() -> Forged:
    """Each seat is dealt the hand of its neighbour."""
    played = honest()
    at = played.with_event(ev.Dealt)
    (dealt,) = [event for event in played.entries[at].events if isinstance(event, ev.Dealt)]
    first, *others = dealt.hands
    return Forged(played.ending_with(with_event(ev.Dealt, hands=(*others, first))(played.entries[at])), at)


@attack(3, "impossible-event", "table", Seen.AT_ONCE)
def next_card_of_the_pile_is_skipped() -> Forged:
    """Who draws gets the second card of the pile, and the first stays."""
    played = honest()
    at = played.with_event(ev.Drew)
    second = played.before(at).piles[0].rest[1]
    return Forged(played.ending_in(at, with_event(ev.Drew, slots=(second,))), at)


@twin(3)
def hands_shuffled_and_dealt_again() -> bytes:
    """A house rule takes all hands in and deals them in a new order of its own shuffle."""
    return _until(ev.ShuffleBegun, "hands", seven_zero=True, deck="modern112", decks=2)


# Row 11


@attack(11, "bad-sealing", "table", Seen.AT_ONCE)
def what_is_sealed_does_not_open() -> Forged:
    """One byte sealed to a player is wrong: its client sees it at once, everybody else with the dealer's secret."""
    played, at = _drawn()
    spoil = with_paper(Sealings, lambda paper: replace(paper, sealed=bytes([paper.sealed[0] ^ 1]) + paper.sealed[1:]))
    return Forged(played.forged({at: spoil}), at, reader=_reader(played, at))


@attack(11, "missing-paper", "table", Seen.AT_ONCE)
def nothing_is_sealed() -> Forged:
    """A player drew and was sent nothing."""
    played, at = _drawn()
    return Forged(played.forged({at: with_paper(Sealings, lambda _: None)}), at, reader=_reader(played, at))


def _drawn() -> tuple[Game, int]:
    played = honest()
    return played, played.index(lambda entry: any(isinstance(paper, Sealings) for paper in entry.papers), 1)


def _reader(played: Game, at: int) -> bytes:
    (paper,) = [paper for paper in played.entries[at].papers if isinstance(paper, Sealings)]
    return played.players[paper.seat].keys._identity_secret


@twin(11)
def hands_sealed_to_others() -> bytes:
    """Hands change seats, and each is sealed to its new player."""
    return _until(ev.HandsMoved, None, seven_zero=True, deck="modern112", hands_card="swap")


def _until(kind: type[ev.Event], into: str | None, **options: Any) -> bytes:
    """The first game by these rules in which this happens."""
    for seed in range(100):
        played = Game(3, 2, seed, "easy", **options)
        events = [event for entry in played.entries for event in entry.events if isinstance(event, kind)]
        if any(into is None or getattr(event, "into", None) == into for event in events):
            return played.data
    raise AssertionError("no game has it")


# Row 15


@attack(15, "unrevealed", "table", Seen.AT_AUDIT)
def log_stops_before_the_reveal() -> Forged:
    """Before the last move of the round the table is gone: nothing is wrong, and nothing of the deck is proven."""
    played = honest()
    closed, end = played.with_event(ev.ShuffleClosed), played.with_event(ev.RoundEnded)
    return Forged(written(played.raws[:end]), closed)


@attack(15, "missing-paper", "table", Seen.AT_ONCE)
def round_ends_without_the_reveal() -> Forged:
    """The table goes on and seals the log, and keeps the secret."""
    played = honest()
    at = played.with_event(ev.RoundEnded)
    return Forged(played.forged({at: with_paper(DealerReveal, lambda _: None)}), at)


@attack(15, "bad-dealer-reveal", "table", Seen.AT_ONCE)
def dealer_keeps_what_opens_the_sealings() -> Forged:
    """At the game's end the X25519 secret must be out."""
    played = honest()
    at = played.with_event(ev.RoundEnded)
    return Forged(played.forged({at: with_paper(DealerReveal, lambda paper: replace(paper, x25519=None))}), at)


@twin(15)
def dealer_that_was_away() -> bytes:
    """The server is gone for an hour in the middle of the round, comes back, and reveals."""
    running = Running(2)
    running.sit()
    running.steps(8)
    running.restarted()
    return running.ended()
