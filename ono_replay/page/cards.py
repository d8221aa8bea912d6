"""What the page says of the cards: who contributed what to each shuffle, and what was dealt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ono_core.game import events as ev
from ono_core.game.faces import Face
from ono_core.game.state import State
from ono_core.game.words import name
from ono_core.log.papers import seats_of
from ono_core.log.proofs import ShuffleProof
from ono_replay.deal import MEASURES, Dealt, Hand, deals
from ono_replay.page.forms import NOTHING, code, e, holder, listed, section, small, table
from ono_replay.replay import Replay, Step

FIRST_BYTES: Final = 8
"""How much of a seed is shown."""

_OF_SEEDS: Final = f"""\
<p>The dealer commits to every card first; then the seeds of the players and of witnesses, and they alone, cut the deck.
Each seed is a link of a chain that was fixed when its owner came; its first {FIRST_BYTES} bytes are shown.</p>
"""
_OF_CHANCE: Final = """\
<p>What each seat was dealt at the start of rounds; in brackets what chance gives: the mean, and the range of two
standard deviations around it. In fair deals about one figure in twenty lies outside its range, small numbers somewhat
more often. Draw cards are Draw Twos and Wild Draw Fours; points are what a card counts in a hand.</p>
"""


def shuffles(replay: Replay) -> str:
    """Each shuffle with the seeds that cut it."""
    happened = [(step, event) for step in replay.steps for event in step.entry.events]
    begun = {event.k: step for step, event in happened if isinstance(event, ev.ShuffleBegun)}
    closed = {event.k: step for step, event in happened if isinstance(event, ev.ShuffleClosed)}
    known = sorted((k, proof) for k, proof in replay.proofs.shuffles.items() if k in begun)
    if not known:
        return ""
    parts = (_shuffle(proof, begun[k], closed.get(k)) for k, proof in known)
    return section("shuffles", "Who contributed what to each shuffle", _OF_SEEDS, *parts)


def _shuffle(proof: ShuffleProof, begun: Step, closed: Step | None) -> str:
    k, given = proof.begun.k, {seat: (index, value) for seat, index, value in proof.reveals}
    end = f"cut in entry {closed.index}" if closed else "not cut"
    rows = [_contribution(begun, seat, given.get(seat)) for seat in sorted(seats_of(proof.contributors))]
    rows.append(("The dealer", NOTHING, _first(proof.dealer_value) if proof.dealer_value else "not revealed"))
    rows.append(("The cut, from all seeds", NOTHING, _first(proof.mix) if proof.mix else NOTHING))
    title = f"<h3>Shuffle {k} {small(f'{proof.count} cards, begun in entry {begun.index}, {end}')}</h3>\n"
    return title + table(("Who", "Link", "First bytes"), rows)


def _contribution(begun: Step, seat: int, given: tuple[int, bytes] | None) -> tuple[str, str, str]:
    who = holder(begun.after, seat)
    return (who, str(given[0]), _first(given[1])) if given else (who, NOTHING, "asked, and gave none")


def _first(value: bytes) -> str:
    return code(value[:FIRST_BYTES].hex())


def dealt(replay: Replay) -> str:
    """The statistics of the deal, and every hand as it was dealt."""
    found, state = deals(replay), replay.book.state
    hidden = f"<p>{found.hidden} of the deals are not revealed yet and not counted.</p>\n" if found.hidden else ""
    if not found.hands:
        return section("deal", "The cards dealt", hidden) if hidden else ""
    heads = ("Seat", "Cards", *(measure.capitalize() for measure in MEASURES))
    figures = table(heads, (_row(state, row) for row in found.table()))
    hands = listed(_hand(state, hand) for hand in found.hands)
    details = f"<details>\n<summary>Every hand as it was dealt</summary>\n{hands}</details>\n"
    return section("deal", "The cards dealt", hidden, _OF_CHANCE, figures, details)


def _row(state: State, row: Dealt) -> tuple[str, ...]:
    return (holder(state, row.seat), str(row.cards), *(_beside_chance(row, measure) for measure in MEASURES))


def _beside_chance(row: Dealt, measure: str) -> str:
    count, chance = row.sums[measure], row.chances[measure]
    outside = "" if chance.least <= count <= chance.most else ", outside"
    return f"{count} {small(f'({chance.mean:.1f}; {chance.least:.1f} to {chance.most:.1f}{outside})')}"


def _hand(state: State, hand: Hand) -> str:
    return f"Round {hand.round}, {e(name(state, hand.seat))}: {_said(hand.cards)}"


def _said(cards: Iterable[Face]) -> str:
    return e(", ".join(card.words for card in cards))
