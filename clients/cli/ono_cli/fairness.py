"""What this player's program has checked by itself so far: pure, the same for the line mode and the full screen.

It has checked cards, signatures and shuffles. Whether each move was allowed the audit says once the game has ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ono_cli import screen
from ono_core.fair.keys import fingerprint
from ono_core.game import events as ev
from ono_core.game.state import ENDED, MOST_SEATS
from ono_core.game.words import name, safe
from ono_core.log.entries import ByPlayer
from ono_core.log.papers import seats_of
from ono_core.log.proofs import Proofs
from ono_net.player import Player

LIMIT = "Moves are signed and consistent; the audit at the end says whether each was allowed."
CANNOT = (
    "The host's program deals, so it knows all cards while you play. How old each card in a hand is can be read from "
    "the log. Two players may still talk."
)
PLAYERS_ONLY = "Only players cut the deck: had all of them and the dealer agreed on it, nothing here would show it."
SHOWN = 12
"""Letters of a hash that two players compare."""


class Check(Struct, frozen=True):
    """One thing that was checked; it is not ``good`` while it cannot be told yet."""

    title: str
    detail: str
    good: bool


class Fairness(Struct, frozen=True):
    """All of it: the heading with what it means, the checks, and what they cannot show."""

    title: str
    limit: str
    checks: Sequence[Check]
    cannot: Sequence[str]


def fairness(player: Player, verdict: str = "") -> Fairness:
    """What was checked; ``verdict`` is the line of the audit, once there is one."""
    proofs = player.proofs
    is_shown = player.state.phase in ENDED and proofs.revealed.k == len(proofs.shuffles)
    witnessed = any(one >= MOST_SEATS for proof in proofs.shuffles.values() for one in seats_of(proof.reveals))
    checks = (_deck(player), _cards(proofs), _moves(player), _order(is_shown=is_shown), _same(player))
    only_players = (PLAYERS_ONLY,) if proofs.shuffles and not witnessed else ()
    title = verdict or ("Cards proven" if is_shown else "Checked so far")
    return Fairness(title, "" if verdict else LIMIT, checks, (CANNOT, *only_players))


def lines(told: Fairness) -> list[str]:
    """The same as sentences, a line each."""
    checks = [f"{one.title}{'' if one.good else ', not yet shown'}: {one.detail}" for one in told.checks]
    heading = f"{told.title}. {told.limit}".rstrip()
    return [heading, *checks, f"What this cannot show: {' '.join(told.cannot)}"]


def own_part(player: Player, k: int) -> str | None:
    """What became of this player's seed for a shuffle that was cut; None for who was not asked for one."""
    proof, number = player.proofs.shuffles[k], player.number
    if number in seats_of(proof.reveals):
        return "your seed is in the cut"
    if k in player.omitted:
        return "your seed was sent and is not in the cut; you will not sign the end"
    return "you gave no seed in time" if number in seats_of(proof.contributors) else None


def _deck(player: Player) -> Check:
    cut = {k: proof for k, proof in player.proofs.shuffles.items() if proof.closed}
    numbers = _count(player.proofs.counts.reveals, "secret number")
    parts = [f"{numbers} went into {_count(len(cut), 'shuffle')}."]
    if player.number is not None:
        since = _shuffles_before(player)
        own = sum(player.number in seats_of(proof.reveals) for k, proof in cut.items() if k > since)
        parts.append(f"Your seed is in {own} of {_count(sum(k > since for k in cut), 'shuffle')}.")
    parts += _newest(player)
    return Check("Everyone cut the deck", " ".join(parts), bool(cut) and not player.omitted)


def _shuffles_before(player: Player) -> int:
    """How many shuffles had begun when this player took its place, which may have been another's before."""
    begun = since = 0
    for event in (event for entry in player.book.entries for event in entry.events):
        begun += isinstance(event, ev.ShuffleBegun)
        if isinstance(event, ev.Seated | ev.WitnessCame) and event.identity == player.keys.identity:
            since = begun
    return since


def _newest(player: Player) -> list[str]:
    """Who gave a seed to the newest shuffle, and what became of one's own."""
    k = len(player.proofs.shuffles)
    if not k:
        return []
    proof = player.proofs.shuffles[k]
    asked, gave = seats_of(proof.contributors), seats_of(proof.reveals)
    if not proof.closed:
        return [f"Shuffle {k} waits for the seeds of {_people(player, asked)}."]
    said = [f"Shuffle {k} was cut by {_people(player, gave)}."]
    if missing := asked - gave - {player.number}:
        said.append(f"{_people(player, missing)} gave no seed in time.")
    if player.number in asked - gave and (own := own_part(player, k)):
        said.append(f"{own[0].upper()}{own[1:]}.")
    return said


def _people(player: Player, numbers: Iterable[int]) -> str:
    """Their names, oneself first, and then in the order of their seats; witnesses are called so."""
    first = sorted(numbers, key=lambda number: (number != player.number, number))
    named = ["you" if number == player.number else _named(player, number) for number in first]
    return screen.others(named) if named else "nobody"


def _named(player: Player, number: int) -> str:
    return f"{safe(name(player.state, number))}{' (a witness)' if number >= MOST_SEATS else ''}"


def _cards(proofs: Proofs) -> Check:
    opened = proofs.counts.openings + proofs.counts.sealings
    detail = f"{_count(opened, 'card')} opened, each as it was sealed before the cut."
    return Check("Every card was the sealed one", detail, opened > 0)


def _moves(player: Player) -> Check:
    entries = player.book.entries
    signed = sum(isinstance(entry.cause, ByPlayer) for entry in entries)
    many = f"{_count(len(entries), 'entry', 'entries')} in one chain, {_count(signed, 'command')} signed by players."
    return Check("Every move was signed", many, good=True)


def _order(*, is_shown: bool) -> Check:
    hidden = "The dealer's secret comes with the end of each round; then its cards are checked."
    shown = "The dealer's secret gives every sealed card again."
    return Check("The order was fixed before play", shown if is_shown else hidden, is_shown)


def _same(player: Player) -> Check:
    head, agreed = player.book.head, player.agreed
    alone = "Players show each other their logs as rounds begin and end; nobody else has shown one yet."
    said = f"Somebody else holds the same log up to entry {agreed}." if agreed >= 0 else alone
    own = f"Yours ends with entry {head.index}, {_grouped(head.hash)}; the table's key is"
    detail = f"{said} {own} {fingerprint(player.book.table)}."
    return Check("Everyone saw the same game", detail, agreed >= 0)


def _grouped(digest: bytes) -> str:
    """The first letters of a hash, in groups that can be read out."""
    text = digest.hex()[:SHOWN]
    return " ".join(text[at : at + 4] for at in range(0, SHOWN, 4))


def _count(count: int, noun: str, plural: str = "") -> str:
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"
