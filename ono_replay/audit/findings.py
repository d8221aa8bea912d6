"""What an audit says: findings, remarks and gaps, and the verdict that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from ono_core.game.state import MOST_SEATS

TABLE: Final = "table"
UNKNOWN: Final = "unknown"
"""Nobody is proven to be at fault: the bytes may have been changed by anybody who had the file."""


class Verdict(StrEnum):
    """What a log proves."""

    PROVEN = "proven"
    REMARKS = "proven with remarks"
    NOT_PROVEN = "not proven"
    INCOMPLETE = "incomplete"
    UNREADABLE = "unreadable"


class Grade(StrEnum):
    """What a finding means for the verdict: it speaks against the log, is worth knowing, or is not provable yet."""

    FINDING = "finding"
    REMARK = "remark"
    MISSING = "missing"


_AGAINST: Final = {
    # form and chain
    "bad-form": "The entry is not written as the format wants it",
    "not-canonical": "The entry is not written in the one way that the format allows",
    "wrong-index": "An entry is missing, or one is too many",
    "wrong-previous": "The chain is broken: this entry does not follow from the one before",
    "clock-fell": "The table's clock went backwards",
    "impossible-event": "The entry tells of something that cannot happen at this table",
    "wrong-digest": "The table's state after this entry is not what its events give",
    "bad-signature": "The log's last entry is not signed by the table's key",
    # commands
    "not-seated": "A command stands in the log whose sender holds no such seat",
    "weak-key": "A key of a kind that must not be used was accepted",
    "bad-certificate": "A player's keys are not vouched for by that player's identity",
    "bad-command-signature": "A command stands in the log that its player did not sign",
    "counter-reused": "A player's command was logged twice",
    "seen-unknown": "A command was given on another history than this log's",
    "wrong-cause": "Somebody acted who was not the one to do so",
    # cards
    "missing-paper": "A card has no proof",
    "bad-commitments": "A shuffle was not committed to as it must be",
    "bad-reveal": "A seed is not the one that its owner had committed to",
    "wrong-order": "The cards do not lie in the order that the players' seeds give",
    "wrong-draw": "The cards were not dealt in the order of the cut",
    "bad-opening": "A card was shown that is not the card committed to",
    "bad-sealing": "A player was sent something that does not open the card dealt",
    "bad-dealer-reveal": "The dealer's secret is not the one committed to",
    "bad-deck": "The cards in play were no proper deck",
    "bad-escrow": "What the players were given in case the table vanishes does not give the dealer's secret",
    # play
    "undecided": "The rules, asked again, say that something else happens",
    "too-early": "The table ended a player's time before it was over",
    "bot-differs": "A computer player did what its policy would not do with what it could see",
    # the audit itself
    "audit-failed": "The audit itself failed here: this is a fault of the program, and nothing is proven",
}
_REMARKS: Final = {
    "not-cosigned": "This player or witness did not sign the end",
    "no-reveal": "This player or witness was asked for a seed and gave none",
    "left-out": "This player or witness was not asked for a seed, being away or asleep",
    "uncut": "Nobody but the dealer had a part in this shuffle",
    "by-computer": "The computer played for this player",
    "escrowed": "The dealer did not reveal its secret: all players together did",
    "bot-version": "This computer player's policy is of another version than this program's, so it was not re-run",
    "simulated": "A simulator made this log: one program held all keys",
}
_MISSING: Final = {
    "torn": "The file ends in the middle of an entry",
    "unsealed": "The log is not sealed: more may follow",
    "unclosed": "A shuffle waits for seeds, so nobody knows its order yet",
    "unrevealed": "The dealer has not revealed this shuffle's secret yet, so its cards are not proven",
    "sealings-unchecked": "What was sealed to the players can be checked when the game is over",
    "undecidable": "Whether the rules allow this depends on cards that are not revealed yet",
    "bot-unchecked": "This computer player's choice can be re-run when the dealer reveals",
    "bad-share": "The shares given do not open the dealer's secret",
    "unchecked": "Nothing from this entry on was judged by the rules",
}

Codes = dict[str, tuple[Grade, str]]
"""Codes with what they mean for a verdict, and their sentences."""


def graded(against: Mapping[str, str], remarks: Mapping[str, str], missing: Mapping[str, str]) -> Codes:
    """The codes of three families, each with its words."""
    families = ((Grade.FINDING, against), (Grade.REMARK, remarks), (Grade.MISSING, missing))
    return {code: (grade, words) for grade, family in families for code, words in family.items()}


CODES: Final = graded(_AGAINST, _REMARKS, _MISSING)
"""Every code with what it means for the verdict, and its sentence. Codes are stable; their words may change."""


class Finding(Struct, frozen=True):
    """One result of a check.

    ``index`` is the entry it is about, None for the whole log; ``who`` is ``table``, ``seat n``, ``witness n`` or
    ``unknown``; ``evidence`` says what was expected and what is there.
    """

    code: str
    index: int | None
    who: str
    evidence: str

    @property
    def grade(self) -> Grade:
        """What it means for the verdict."""
        return CODES[self.code][0]

    @property
    def words(self) -> str:
        """One sentence for people, without a full stop."""
        return CODES[self.code][1]


class Player(Struct, frozen=True):
    """Who played, by the identity key's fingerprint (empty for a computer), and in how many shuffles their seed was.

    ``kind`` is ``human``, ``bot`` or ``witness``; a witness has its number for a seat, from 64 on.
    """

    seat: int
    name: str
    kind: str
    fingerprint: str
    seeds: int
    shuffles: int
    cosigned: bool


class Counts(Struct, frozen=True):
    """How much was checked.

    ``signatures`` of commands were checked one by one, ``covered`` ones are vouched for by their player's signature of
    the end; together they are all commands.
    """

    entries: int = 0
    commands: int = 0
    shuffles: int = 0
    reveals: int = 0
    openings: int = 0
    sealings: int = 0
    decided: int = 0
    bots: int = 0
    signatures: int = 0
    covered: int = 0


class Report(Struct, frozen=True):
    """The outcome of an audit.

    ``game`` is the game id, ``head`` the hash of the last entry, ``table`` the fingerprint of the table's key.
    ``unreadable`` says why the bytes could not be audited at all, and is empty otherwise.
    """

    game: bytes = b""
    head: bytes = b""
    table: str = ""
    players: tuple[Player, ...] = ()
    counts: Counts = Counts()
    results: tuple[Finding, ...] = ()
    unreadable: str = ""
    witnessed: int = 0
    """In how many shuffles the seed of a witness was, who does not play."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What speaks against the log."""
        return self._of(Grade.FINDING)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """What is worth knowing and no fault."""
        return self._of(Grade.REMARK)

    @property
    def missing(self) -> tuple[Finding, ...]:
        """What cannot be proven yet, and who withholds it."""
        return self._of(Grade.MISSING)

    @property
    def verdict(self) -> Verdict:
        """What the log proves."""
        return Verdict.UNREADABLE if self.unreadable else verdict_of(result.grade for result in self.results)

    def _of(self, grade: Grade) -> tuple[Finding, ...]:
        return tuple(result for result in self.results if result.grade is grade)


def verdict_of(grades: Iterable[Grade]) -> Verdict:
    """What results of these grades come to."""
    found = {*grades}
    if Grade.FINDING in found:
        return Verdict.NOT_PROVEN
    if Grade.MISSING in found:
        return Verdict.INCOMPLETE
    return Verdict.REMARKS if found else Verdict.PROVEN


EXIT_CODES: Final = {
    Verdict.PROVEN: 0,
    Verdict.REMARKS: 0,
    Verdict.NOT_PROVEN: 1,
    Verdict.UNREADABLE: 2,
    Verdict.INCOMPLETE: 3,
}


def exit_code(report: Report) -> int:
    """What ``ono audit`` exits with: 0 proven, 1 findings, 2 not readable, 3 nothing wrong but incomplete."""
    return EXIT_CODES[report.verdict]


def seat_name(number: int) -> str:
    """A seat, or a witness, as it stands in ``who``."""
    return f"{'seat' if number < MOST_SEATS else 'witness'} {number}"
