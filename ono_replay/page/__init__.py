"""A report as one page of HTML that needs nothing else: no network and no script; on a screen, a phone or paper."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePath
from shlex import quote
from typing import Final

from ono_core.game import events as ev
from ono_core.game.faces import face
from ono_core.game.words import safe
from ono_replay.audit import Finding, Report, Verdict
from ono_replay.page import cards
from ono_replay.page.forms import NOTHING, code, counted, e, listed, section, table, whole
from ono_replay.page.rosette import rosette
from ono_replay.replay import Replay, Step, read
from ono_replay.report import in_places, named, witnessed

_ALL_CHECKED: Final = "Every shuffle, every card and every move in this log was checked, and nothing speaks against it"
_VERDICTS: Final = {
    Verdict.PROVEN: f"{_ALL_CHECKED}.",
    Verdict.REMARKS: f"{_ALL_CHECKED}. What is worth knowing stands below.",
    Verdict.NOT_PROVEN: "Something in this log is not as it must be. What, where, and whose doing it is, stands below.",
    Verdict.INCOMPLETE: "Nothing speaks against this log, but it is not whole. What is missing, and at whom, is below.",
    Verdict.UNREADABLE: "These bytes are no log that this program can read.",
}
_LIMITS: Final = (
    "Who held the keys. A log proves what keys did.",
    "Whether the dealer's program, which knows all cards while it deals, told somebody. It could not change them.",
    "Which of two racing commands came first, and that somebody was away: both are the table's word.",
)
_SPECIFICATION: Final = {
    "ono_core/spec/log.md": "entries, commands, events, the chain, files",
    "ono_core/spec/fairness.md": "keys, seeds, shuffles, openings, and the order of these checks",
    "ono_core/spec/rules.md": "the rules, as options",
}
_NOT_PLACED: Final = {"witness": "witness"}


def page(data: bytes, report: Report, file_name: str) -> str:
    """The page for the log with these bytes; ``report`` is its audit's. NotALog where there is no log to show."""
    replay, shown = read(data), safe(PurePath(file_name).name)
    sections = (
        _head(report, shown),
        _results(report),
        _players(report, replay),
        cards.shuffles(replay),
        cards.dealt(replay),
        _moves(replay),
        _yourself(data, report, shown),
        section("limits", "What a log cannot show", listed(map(e, (*_LIMITS, _together(report))))),
    )
    return whole(f"{shown}: {report.verdict}", "".join(sections))


def _together(report: Report) -> str:
    seeds = witnessed(report) if report.counts.shuffles else ""
    return f"Whether all whose seeds cut a shuffle worked together with the dealer. {seeds}".rstrip()


# Verdict, findings, players


def _head(report: Report, shown: str) -> str:
    seal = f'<div class="seal">{rosette(report.game)}</div>\n' if report.game else ""
    facts = {"game": report.game.hex(), "last entry": report.head.hex(), "table": report.table}
    terms = "".join(f"<div><dt>{term}</dt><dd>{code(value)}</dd></div>\n" for term, value in facts.items() if value)
    return (
        f'<header>\n{seal}<div>\n<p class="file">ONO &middot; audit of {e(shown)}</p>\n'
        f'<h1>{e(report.verdict.capitalize())}</h1>\n<p class="verdict">{_VERDICTS[report.verdict]}</p>\n'
        f"{_checked(report)}<dl>\n{terms}</dl>\n</div>\n</header>\n"
    )


def _checked(report: Report) -> str:
    counts = report.counts
    if not counts.entries:
        return ""
    covered = f", {counts.covered} covered by their players' signatures of the end" if counts.covered else ""
    checked = (
        counted(counts.entries, "entry", "entries"),
        f"{counted(counts.commands, 'command')} of players ({counted(counts.signatures, 'signature')}{covered})",
        f"{counted(counts.shuffles, 'shuffle')} with {counted(counts.reveals, 'seed')}",
        f"{counted(counts.openings, 'card')} shown and {counted(counts.sealings, 'card')} sealed",
        f"{counted(counts.decided, 'decision')} of the rules made again",
        f"{counted(counts.bots, 'choice')} of computers made again",
    )
    return f"<p>Checked: {'; '.join(checked)}.</p>\n"


def _results(report: Report) -> str:
    families = {"Findings": report.findings, "Not provable yet": report.missing, "Remarks": report.remarks}
    return "".join(_family(report, title, results) for title, results in families.items() if results)


def _family(report: Report, title: str, results: Sequence[Finding]) -> str:
    rows = (
        (
            NOTHING if result.index is None else str(result.index),
            e(named(report, result.who)),
            f"{e(result.words)}.<br><small>{e(result.code)}; {e(named(report, result.evidence))}</small>",
        )
        for result in in_places(results)
    )
    return section(title.lower().replace(" ", "-"), title, table(("Entry", "Who", "What, and the evidence"), rows))


def _players(report: Report, replay: Replay) -> str:
    if not report.players:
        return ""
    ends = (event for step in replay.steps for event in step.entry.events if isinstance(event, ev.GameEnded))
    places = next((event.places for event in ends), ())
    rows = (
        (
            str(player.seat),
            e(player.name),
            str(places[player.seat]) if player.seat < len(places) else _NOT_PLACED.get(player.kind, NOTHING),
            code(player.fingerprint) if player.fingerprint else "computer",
            f"in {player.seeds} of {player.shuffles} shuffles" if player.fingerprint else NOTHING,
            ("yes" if player.cosigned else "no") if player.fingerprint else NOTHING,
        )
        for player in report.players
    )
    heads = ("Seat", "Name", "Place", "Key", "Own seed", "Signed the end")
    return section("players", "Players", table(heads, rows))


# The moves


def _moves(replay: Replay) -> str:
    rows = "".join(_move(replay, step) for step in replay.steps)
    good = "" if replay.fault is None else "<p>The log is good up to here only.</p>\n"
    return section("moves", "What happened", f'<ol class="moves" start="0">\n{rows}</ol>\n', good)


def _move(replay: Replay, step: Step) -> str:
    minutes, ms = divmod(step.entry.clock, 60_000)
    said = "; ".join(f"{words}{_drawn(replay, step, event)}" for event, words in step.told())
    return f"<li><time>{minutes}:{ms // 1000:02}</time> {e(said)}.</li>\n"


def _drawn(replay: Replay, step: Step, event: ev.Event) -> str:
    """The cards that a seat drew, where they are revealed."""
    faces, deck = replay.proofs.faces, step.after.deck
    if not isinstance(event, ev.Drew) or not event.slots or not all(slot in faces for slot in event.slots):
        return ""
    return f" ({', '.join(face(deck[faces[slot]]).words for slot in event.slots)})"


# How to check it oneself


def _yourself(data: bytes, report: Report, shown: str) -> str:
    file, digest = quote(shown), sha256(data).hexdigest()
    audit, replay = code(f"ono audit {file} --every-signature"), code(f"ono replay {file}")
    compared = (
        f"Compare the fingerprint of the table, {code(report.table)}, with the one in the link of the room, and the "
        "hash of the last entry with what the other players hold. If both agree, all have one log from one table."
    )
    steps = [
        f"Take the log itself: {code(shown)}, {len(data)} bytes, SHA-256 {code(digest)}. This page proves nothing.",
        f"Audit it on a machine that you trust: {audit}. Look at it step by step: {replay}.",
        compared,
        "Or trust no program of ours and write your own from the specification, which comes with test vectors:",
    ]
    pages = listed(f"{code(path)}: {e(what)}" for path, what in _SPECIFICATION.items())
    return section("yourself", "How to check it yourself", listed(steps, "ol"), pages)
