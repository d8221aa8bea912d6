"""Write tests/vectors/tampered/*.ono and tampered.json: logs with one fault each, signed anew by the table that forged.

Run it with ``python -m tests.vectors.generate_tampered`` after a change of formats. Python's audit and the browser read
the same files and must name the same first fault, by its code and its entry. A log ends where its fault shows.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ono_core.fair.keys import sign
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import Debt
from ono_core.log.entries import ByBot, ByPlayer, ByTable, Entry, certificate_text, pair_bytes
from ono_core.log.file import written
from ono_core.log.papers import Commitments, DealerReveal, Openings, Reveals, Sealings
from tests.replay.forging import (
    Change,
    Game,
    command_of,
    of_player,
    with_a_second_card_107,
    with_event,
    with_paper,
)
from tests.vectors import unusual

FOLDER = Path(__file__).parent / "tampered"
FILE = Path(__file__).with_name("tampered.json")
NOTE = 2
"""The entry that says the log was simulated: any event can be added to it."""
NOBODY = 9
SMALL = b"\x01" + bytes(31)
"""A key of small order, as X25519 and as Ed25519."""

Forgery = Callable[[Game], tuple[str, int, bytes]]
"""Gives code and index of the fault, and the file."""
FORGERIES: dict[str, Forgery] = {}


def forgery(make: Forgery) -> Forgery:
    """Take this forgery in; the file is called as the function, its docstring says what is wrong."""
    FORGERIES[make.__name__.replace("_", "-")] = make
    return make


def folding(code: str, index: int, change: Change, played: Game) -> tuple[str, int, bytes]:
    """A changed entry that can still be folded."""
    return code, index, played.ending_with(change(played.entries[index]))


def impossible(index: int, change: Change, played: Game) -> tuple[str, int, bytes]:
    """A changed entry that cannot be folded."""
    return "impossible-event", index, played.ending_in(index, change)


def adding(event: ev.Event) -> Callable[[str, str], None]:
    """A forgery for an event that cannot be where nobody plays yet."""

    def named(name: str, what: str) -> None:
        def make(played: Game) -> tuple[str, int, bytes]:
            return impossible(NOTE, lambda entry: replace(entry, events=(*entry.events, event)), played)

        make.__doc__ = what
        FORGERIES[name] = make

    return named


adding(ev.BotSeated(64, "Bo", "easy", 1))("seat-64", "A computer sits down in seat 64.")
adding(ev.HostSet(NOBODY))("host-nobody", "Nobody becomes the host.")
adding(ev.RoundBegan(1, NOBODY, ()))("dealer-nobody", "Nobody is to deal.")
adding(ev.Called(NOBODY))("called-nobody", "Nobody calls.")
adding(ev.Owed(NOBODY, Debt(4, NOBODY, None)))("owed-nobody", "Nobody owes cards.")
adding(ev.Accepted(NOBODY))("accepted-nobody", "Nobody accepts.")
adding(ev.Challenged(NOBODY, NOBODY, "bluff", ()))("challenged-nobody", "Nobody challenges.")
adding(ev.Passed(NOBODY, 1))("passed-nobody", "Nobody passes.")
adding(ev.Cosigned(NOBODY, 0, bytes(32), bytes(64)))("cosigned-nobody", "Nobody signs the end.")
_WITNESS = ev.WitnessCame(63, "Wil", bytes(32), bytes(32), bytes(32), bytes(64), 0)
adding(_WITNESS)("witness-63", "A witness comes in a seat's place.")
adding(replace(_WITNESS, witness=72))("witness-72", "A ninth witness comes.")
adding(ev.WitnessLeft(64))("witness-left-nobody", "A witness leaves who never came.")
adding(ev.Directed(64, (bytes(32),)))("directed-no-witness", "A witness directs the game who never came.")
adding(ev.Directed(0, (bytes(32),)))("directed-by-a-seat", "A seat directs the game.")
adding(ev.Cosigned(64, 0, bytes(32), bytes(64)))("cosigned-no-witness", "A witness signs the end who never came.")
adding(ev.ReAnchored(64, bytes(32), 1))("re-anchored-no-witness", "A witness who never came has a new chain.")


# Keys


@forgery
def second_dealer(played: Game) -> tuple[str, int, bytes]:
    """The dealer is seated once more."""
    again = ev.DealerSeated(bytes(32), played.dealer.x25519)
    return folding("bad-form", NOTE, lambda entry: replace(entry, events=(again,)), played)


@forgery
def weak_dealer(played: Game) -> tuple[str, int, bytes]:
    """The dealer's x25519 key is of small order."""

    def weak(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByTable)
        act = replace(entry.cause.act, x25519=SMALL)
        return replace(with_event(ev.DealerSeated, x25519=SMALL)(entry), cause=ByTable(act))

    return folding("weak-key", 1, weak, played)


def _joining(played: Game, **keys: bytes) -> tuple[int, Change]:
    def joined(entry: Entry) -> Entry:
        return replace(with_event(ev.Seated, **keys)(entry), cause=played.with_act(entry, **keys))

    return played.with_event(ev.Seated), joined


@forgery
def weak_player(played: Game) -> tuple[str, int, bytes]:
    """A player's x25519 key is of small order, and certified."""
    keys = played.players[0].keys
    cert = sign(keys._identity_secret, certificate_text(keys.gid, keys.session, SMALL, keys.chain.anchor))
    return folding("weak-key", *_joining(played, x25519=SMALL, cert=cert), played)


@forgery
def short_anchor(played: Game) -> tuple[str, int, bytes]:
    """A player's chain is anchored in 31 bytes."""
    return folding("weak-key", *_joining(played, anchor=bytes(31)), played)


@forgery
def short_certificate(played: Game) -> tuple[str, int, bytes]:
    """A certificate of 63 bytes."""
    return folding("bad-certificate", *_joining(played, cert=bytes(63)), played)


@forgery
def seated_late(played: Game) -> tuple[str, int, bytes]:
    """A player's keys are changed after the first shuffle."""
    (seated,) = [e for entry in played.entries[:6] for e in entry.events if isinstance(e, ev.Seated) and e.seat == 0]
    at = played.with_event(ev.ShuffleClosed)
    return folding("impossible-event", at, lambda entry: replace(entry, events=(*entry.events, seated)), played)


# Commands


def _said(played: Game, code: str, **fields: Any) -> tuple[str, int, bytes]:
    def changed(entry: Entry) -> Entry:
        return replace(entry, cause=played.command(replace(command_of(entry), **fields)))

    return folding(code, played.index(of_player), changed, played)


@forgery
def counter_reused(played: Game) -> tuple[str, int, bytes]:
    """A command whose counter was used before."""
    return _said(played, "counter-reused", counter=1)


@forgery
def seen_unknown(played: Game) -> tuple[str, int, bytes]:
    """A command given on another history."""
    return _said(played, "seen-unknown", seen_hash=bytes(32))


@forgery
def unsigned_command(played: Game) -> tuple[str, int, bytes]:
    """A command that its player did not sign."""

    def unsigned(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByPlayer)
        return replace(entry, cause=ByPlayer(entry.cause.body, bytes(64)))

    return folding("bad-command-signature", played.index(of_player), unsigned, played)


@forgery
def seat_of_a_computer(played: Game) -> tuple[str, int, bytes]:
    """A player's command in the name of a seat that a computer holds."""

    def misplaced(entry: Entry) -> Entry:
        return replace(entry, cause=played.command(replace(command_of(entry), seat=1), by=0))

    return folding("not-seated", played.index(of_player), misplaced, played)


@forgery
def moved_by_a_computer(played: Game) -> tuple[str, int, bytes]:
    """The computer makes the move of a player who is there."""

    def moved(entry: Entry) -> Entry:
        return replace(entry, cause=ByBot(0, command_of(entry).act))

    return folding("wrong-cause", played.index(of_player), moved, played)


@forgery
def false_cosignature(played: Game) -> tuple[str, int, bytes]:
    """A signature of the end that its player did not make."""

    def false(entry: Entry) -> Entry:
        return replace(with_event(ev.Cosigned, sig=bytes(64))(entry), cause=played.with_act(entry, sig=bytes(64)))

    return folding("bad-command-signature", played.with_event(ev.Cosigned), false, played)


# The deck and the cut


@forgery
def unknown_face(played: Game) -> tuple[str, int, bytes]:
    """A deck with a card that no deck has."""
    at = played.with_event(ev.GameStarted)
    (started,) = [event for event in played.entries[at].events if isinstance(event, ev.GameStarted)]
    return impossible(at, with_event(ev.GameStarted, deck=("X9", *started.deck[1:])), played)


@forgery
def missing_commitment(played: Game) -> tuple[str, int, bytes]:
    """A commitment fewer than cards."""
    change = with_paper(Commitments, lambda paper: replace(paper, slots=paper.slots[32:]))
    return folding("bad-commitments", played.with_event(ev.ShuffleBegun), change, played)


@forgery
def false_reveal(played: Game) -> tuple[str, int, bytes]:
    """A seed that is no link of its owner's chain."""
    change = with_paper(Reveals, lambda paper: replace(paper, values=((*paper.values[0][:2], bytes(32)),)))
    return folding("bad-reveal", played.with_event(ev.ShuffleClosed), change, played)


@forgery
def other_dice(played: Game) -> tuple[str, int, bytes]:
    """The table chooses who deals, against the cut."""

    def loaded(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByTable)
        assert isinstance(entry.cause.act, cmd.Close)
        return replace(entry, cause=ByTable(replace(entry.cause.act, dice=1 - entry.cause.act.dice)))

    return folding("wrong-order", played.with_event(ev.ShuffleClosed), loaded, played)


@forgery
def other_dealer(played: Game) -> tuple[str, int, bytes]:
    """The seat that deals is not the one that the dice name."""
    at = played.with_event(ev.RoundBegan)
    (began,) = [event for event in played.entries[at].events if isinstance(event, ev.RoundBegan)]
    return folding("wrong-draw", at, with_event(ev.RoundBegan, deal_seat=1 - began.deal_seat), played)


def _dealt(played: Game) -> tuple[int, tuple[tuple[int, ...], ...]]:
    at = played.with_event(ev.Dealt)
    (dealt,) = [event for event in played.entries[at].events if isinstance(event, ev.Dealt)]
    return at, dealt.hands


@forgery
def swapped_hands(played: Game) -> tuple[str, int, bytes]:
    """Two seats get each other's cards."""
    at, hands = _dealt(played)
    return folding("wrong-draw", at, with_event(ev.Dealt, hands=hands[::-1]), played)


@forgery
def hand_for_nobody(played: Game) -> tuple[str, int, bytes]:
    """A hand more than seats."""
    at, hands = _dealt(played)
    return impossible(at, with_event(ev.Dealt, hands=(*hands, ())), played)


@forgery
def unsealed_hand(played: Game) -> tuple[str, int, bytes]:
    """A player's hand is not sealed to that player."""
    return folding("missing-paper", played.with_event(ev.Dealt), with_paper(Sealings, lambda _: None), played)


# Cards shown


def _play(played: Game) -> tuple[int, ev.Played]:
    at = played.index(of_player)
    (shown,) = [event for event in played.entries[at].events if isinstance(event, ev.Played)]
    return at, shown


@forgery
def slot_twice(played: Game) -> tuple[str, int, bytes]:
    """One slot is played twice at once."""
    at, shown = _play(played)
    return impossible(at, with_event(ev.Played, slots=shown.slots * 2, cards=shown.cards * 2), played)


@forgery
def slot_of_another(played: Game) -> tuple[str, int, bytes]:
    """A card from the other hand is played."""
    at, _ = _play(played)
    return impossible(at, with_event(ev.Played, slots=(played.before(at).hands[1][0],)), played)


@forgery
def card_108(played: Game) -> tuple[str, int, bytes]:
    """A card that the deck does not have is played."""
    at, _ = _play(played)
    return impossible(at, with_event(ev.Played, cards=(108,)), played)


@forgery
def card_twice(played: Game) -> tuple[str, int, bytes]:
    """A card that lies open already is shown in another slot."""
    at, _ = _play(played)
    card = next(iter(played.before(at).opened.values()))
    return folding("bad-deck", at, with_event(ev.Played, cards=(card,)), played)


@forgery
def other_card(played: Game) -> tuple[str, int, bytes]:
    """A slot is shown as another card than the committed one, with an opening that says so too."""
    at, shown = _play(played)
    hidden = next(c for c in range(108) if c not in {*played.before(at).opened.values(), *shown.cards})
    opened = with_paper(Openings, lambda paper: Openings(((shown.slots[0], hidden, paper.cards[0][2]),)))
    return folding("bad-opening", at, lambda entry: opened(with_event(ev.Played, cards=(hidden,))(entry)), played)


@forgery
def no_opening(played: Game) -> tuple[str, int, bytes]:
    """A card is shown without its opening."""
    return folding("missing-paper", played.index(of_player), with_paper(Openings, lambda _: None), played)


@forgery
def opening_twice(played: Game) -> tuple[str, int, bytes]:
    """One slot is opened twice."""
    change = with_paper(Openings, lambda paper: Openings(paper.cards * 2))
    return folding("bad-form", played.index(of_player), change, played)


# The end


@forgery
def spoiled_sealing(played: Game) -> tuple[str, int, bytes]:
    """What was sealed to a player does not open the card: found with the dealer's secret."""
    at = played.with_event(ev.Dealt)
    spoil = with_paper(Sealings, lambda paper: replace(paper, sealed=bytes([paper.sealed[0] ^ 1]) + paper.sealed[1:]))
    return "bad-sealing", at, played.forged({at: spoil})


@forgery
def second_card_107(_played: Game) -> tuple[str, int, bytes]:
    """A deck in which one card stands in the place of another: found with the dealer's secret."""
    cheated = with_a_second_card_107()
    at = cheated.with_event(ev.RoundEnded)
    return "bad-deck", at, written(cheated.raws[: at + 1])


def _at_the_end(played: Game, code: str, **fields: bytes | None) -> tuple[str, int, bytes]:
    change = with_paper(DealerReveal, lambda paper: replace(paper, **fields))
    return folding(code, played.with_event(ev.RoundEnded), change, played)


@forgery
def false_dealer_link(played: Game) -> tuple[str, int, bytes]:
    """The dealer's link is not of its chain."""
    return _at_the_end(played, "bad-dealer-reveal", value=bytes(32))


@forgery
def no_dealer_secret(played: Game) -> tuple[str, int, bytes]:
    """The dealer keeps its x25519 secret."""
    return _at_the_end(played, "bad-dealer-reveal", x25519=None)


@forgery
def unknown_card_at_the_end(played: Game) -> tuple[str, int, bytes]:
    """A hand is shown with a card that the deck does not have."""
    at = played.with_event(ev.RoundEnded)
    (ended,) = [event for event in played.entries[at].events if isinstance(event, ev.RoundEnded)]
    hands = tuple((108, *hand[1:]) if hand else () for hand in ended.hands)
    return impossible(at, with_event(ev.RoundEnded, hands=hands), played)


@forgery
def after_the_seal(played: Game) -> tuple[str, int, bytes]:
    """An entry follows the seal."""
    late = played.book.draft(played.table_secret, 10**9, ByTable(cmd.Resume(5)), (ev.Resumed(5),), ())
    return "impossible-event", len(played.raws), written([*played.raws, pair_bytes(late.pair)])


# Seeds, chains and new keys


@forgery
def chain_of_the_tables(_played: Game) -> tuple[str, int, bytes]:
    """The table begins a chain of seeds for a player who did not ask."""
    table = unusual.begun()
    return "undecided", len(table.raws), unusual.chain_of_the_tables(table)


@forgery
def uncertified_keys(_played: Game) -> tuple[str, int, bytes]:
    """New keys that the player's identity did not sign."""
    table = unusual.begun()
    return "bad-certificate", len(table.raws), unusual.uncertified(table)


@forgery
def unsealed_anew(_played: Game) -> tuple[str, int, bytes]:
    """New keys, to which the hand is not sealed."""
    table = unusual.begun()
    return "missing-paper", len(table.raws), unusual.unsealed_anew(table)


@forgery
def missing_unnamed(_played: Game) -> tuple[str, int, bytes]:
    """A close that does not name the seat whose seed is missing."""
    table, draft = unusual.closing((1,), "Ana", "Cleo")
    return "bad-reveal", len(table.raws), unusual.unnamed(table, draft)


@forgery
def sat_out_with_a_seed(_played: Game) -> tuple[str, int, bytes]:
    """A seat is not dealt in though its seed stands in the close."""
    table, draft = unusual.closing((1,), "Ana", "Ben", "Cleo")
    return "bad-reveal", len(table.raws), unusual.forged(table, draft)


@forgery
def false_shares(_played: Game) -> tuple[str, int, bytes]:
    """The players are given shares of something else than the dealer's secret: found with that secret."""
    index, data = unusual.false_shares()
    return "bad-escrow", index, data


# Form


@forgery
def clock_fell(played: Game) -> tuple[str, int, bytes]:
    """The table's clock goes backwards."""
    at = played.index(of_player)
    return "clock-fell", at, played.ending_in(at, lambda entry: replace(entry, clock=0))


@forgery
def other_digest(played: Game) -> tuple[str, int, bytes]:
    """The state is another than the entry says."""
    return "wrong-digest", NOTE, played.ending_in(NOTE, lambda entry: replace(entry, digest=bytes(16)))


def main() -> None:
    """Write them all."""
    played = Game(2, 1, 33, "medium")
    FOLDER.mkdir(exist_ok=True)
    faults: dict[str, Any] = {}
    for name, make in FORGERIES.items():
        code, index, data = make(played)
        (FOLDER / f"{name}.ono").write_bytes(data)
        faults[name] = {"what": make.__doc__, "code": code, "index": index}
    told = {"spec": "log.md section 11", "comment": "the first fault of tampered/NAME.ono", "faults": faults}
    FILE.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
