"""A report for people and for machines: one line, a page of text, or JSON.

``plain`` has these keys, always all of them, and they stay:

* ``verdict``: ``proven``, ``proven with remarks``, ``not proven``, ``incomplete``, ``unreadable``; ``exit``: 0 to 3;
* ``unreadable``: why the bytes are no log that this program reads, or null;
* ``game``, ``head``: hex; ``table``: fingerprint of the table's key; empty where the log is not good enough to say;
* ``players``: a list of ``seat``, ``name``, ``kind``, ``fingerprint``, ``seeds``, ``shuffles``, ``cosigned``; of
  ``kind`` ``witness`` are those who gave seeds without playing, numbered from 64 on;
* ``witnessed``: in how many shuffles the seed of a witness was;
* ``counts``: ``entries``, ``commands``, ``shuffles``, ``reveals``, ``openings``, ``sealings``, ``decided``, ``bots``,
  ``signatures`` (of commands, checked one by one), ``covered`` (by their player's signature of the end);
* ``findings``, ``remarks``, ``missing``: lists of ``code``, ``index`` (or null), ``who``, ``evidence``, ``words``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ono_core.game.words import safe
from ono_replay.audit.findings import UNKNOWN, Finding, Player, Report, exit_code, seat_name


def line(report: Report, name: str) -> str:
    """One line a log: its name, the verdict, and what matters most."""
    return safe(f"{name}: {report.verdict}{_why(report)}")


def listed(report: Report, name: str) -> str:
    """The line of one log among many: it ends with the fingerprint of the table's key."""
    return f"{line(report, name)}; table {report.table}" if report.table else line(report, name)


def _why(report: Report) -> str:
    if report.unreadable:
        return f": {report.unreadable}"
    most = [*report.findings, *report.missing, *report.remarks]
    if not most:
        return ""
    more = f" (and {len(most) - 1} more)" if len(most) > 1 else ""
    return f": {_said(report, most[0])}{more}"


def text(report: Report, name: str) -> str:
    """The whole report, for reading."""
    return "\n".join(map(safe, _lines(report, name)))


def _lines(report: Report, name: str) -> Iterator[str]:
    yield f"{name}: {report.verdict}"
    if report.unreadable:
        yield f"  {report.unreadable}"
    if report.table:
        yield f"  game {report.game.hex()}"
        yield f"  table {report.table}"
        yield from (f"  {_player(player, whole=report.counts.entries > 0)}" for player in report.players)
    if report.counts.entries:
        yield f"  checked: {_counted(report)}"
    yield from _family(report, "Findings", report.findings)
    yield from _family(report, "Remarks", report.remarks)
    yield from _family(report, "Not provable yet", report.missing)
    if report.counts.shuffles:
        yield f"  {witnessed(report)}"
    if report.counts.entries:
        yield "  A log proves what these keys did, not who held them."


def witnessed(report: Report) -> str:
    """Whether somebody who does not play had a part in the shuffles: what all players agree on no log shows."""
    cut, without = report.counts.shuffles, report.counts.shuffles - report.witnessed
    if not without:
        return "A witness, who holds no cards, had a part in every shuffle."
    only = f"In {without} of {cut} shuffles all" if report.witnessed else "All"
    return f"{only} seeds came from players: had all of them and the dealer agreed on them, no log would show it."


def _player(player: Player, *, whole: bool) -> str:
    """Who it was; of a log that is broken not what they signed, for that may stand after the break."""
    who = f"{seat_name(player.seat)} ({player.name})"
    if player.kind == "bot":
        return f"{who}, computer"
    if not whole:
        return f"{who}, {player.fingerprint}"
    signed = "signed the end" if player.cosigned else "did not sign the end"
    seeds = f"seed was in {player.seeds} of {player.shuffles} shuffles"
    return f"{who}, {player.fingerprint}: {seeds}, {signed}"


def _counted(report: Report) -> str:
    counts: dict[str, int] = msgspec.structs.asdict(report.counts)
    return ", ".join(f"{what} {count}" for what, count in counts.items())


def _family(report: Report, title: str, results: Sequence[Finding]) -> Iterator[str]:
    if results:
        yield f"  {title}:"
    for result in in_places(results):
        yield f"    {_said(report, result)}"
        yield f"      {result.code}; {named(report, result.evidence)}"


def in_places(results: Iterable[Finding]) -> list[Finding]:
    """In the order of the entries; what is about the whole log comes last."""
    return sorted(results, key=lambda result: (result.index is None, result.index or 0))


def _said(report: Report, result: Finding) -> str:
    place = "" if result.index is None else f"entry {result.index}, "
    who = "whose fault is not known" if result.who == UNKNOWN else named(report, result.who)
    return f"{place}{who}: {result.words}"


def named(report: Report, words: str) -> str:
    """The words with the name behind each seat and witness; the names are not made safe yet."""
    names = {str(player.seat): f"{seat_name(player.seat)} ({player.name})" for player in report.players}
    return re.sub(r"\b(?:seat|witness) (\d+)\b", lambda who: names.get(who[1], who[0]), words)


def plain(report: Report) -> dict[str, Any]:
    """The report as JSON has it."""
    return {
        "verdict": report.verdict.value,
        "exit": exit_code(report),
        "unreadable": report.unreadable or None,
        "game": report.game.hex(),
        "head": report.head.hex(),
        "table": report.table,
        "witnessed": report.witnessed,
        "players": [msgspec.structs.asdict(player) for player in report.players],
        "counts": msgspec.structs.asdict(report.counts),
        "findings": [_result(result) for result in report.findings],
        "remarks": [_result(result) for result in report.remarks],
        "missing": [_result(result) for result in report.missing],
    }


def _result(result: Finding) -> dict[str, Any]:
    return {**msgspec.structs.asdict(result), "words": result.words}


def as_json(report: Report, name: str) -> str:
    """One line of JSON: the report's keys, and the log's ``name``."""
    return msgspec.json.encode({"name": printable(name), **plain(report)}).decode()


def printable(name: str) -> str:
    """A file's name in characters that can be written, whatever bytes it is made of."""
    return name.encode(errors="surrogateescape").decode(errors="replace")
