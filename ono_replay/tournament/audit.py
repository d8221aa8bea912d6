"""The audit of a published tournament: whether everything follows from the files in its folder.

A list of checks, each a function of the case that yields findings, run in order. The first two are gates: without the
organiser's signature over the files, and a ledger that holds, nothing else means anything.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from hashlib import sha256
from typing import Final

from msgspec import Struct

from ono_core.fair.keys import fingerprint
from ono_core.game.ruleset import plain as plain_rules
from ono_core.log.faults import LogFault
from ono_core.log.file import NotALog
from ono_core.log.kinds import NeedsNewer
from ono_core.tournament.hashes import room_nonce
from ono_core.tournament.ledger import Ledger, read_file
from ono_core.tournament.settings import parse
from ono_core.tournament.state import Phase, Round, State, Table, changed_since
from ono_replay.archive import in_order
from ono_replay.audit import Verdict
from ono_replay.audit.findings import Grade, graded, verdict_of
from ono_replay.tournament.chance import Figure, beyond_chance, gathered, rate
from ono_replay.tournament.drawn import flaws
from ono_replay.tournament.logs import Calls, GameLog, looked_through
from ono_replay.tournament.pack import (
    FILE,
    LEDGER,
    LOGS,
    MANIFEST,
    SIGNATURE,
    STANDINGS,
    Manifest,
    Pack,
    games,
    is_signed,
)
from ono_replay.tournament.published import published
from ono_replay.tournament.results import Outcome

_AGAINST: Final = {
    # the folder
    "bad-manifest": "The manifest is missing or cannot be read",
    "not-signed": "The organiser's key did not sign this manifest",
    "other-tournament": "The manifest is of another tournament or another state of the ledger",
    "changed-file": "A file is not the one that the organiser signed for",
    "missing-file": "A file is missing that the organiser signed for",
    "stray-file": "A file is here that the organiser did not sign for",
    "other-settings": "The tournament file says something else than the ledger",
    # the ledger
    "bad-ledger": "The ledger does not hold: an entry was changed, forged, or does not follow from its cause",
    "torn-ledger": "The ledger ends in the middle of an entry",
    "bad-pairing": "A round was drawn in a way that the rules of pairing do not allow",
    # the games
    "missing-log": "The log of a game is missing",
    "bad-log": "The log of a game does not prove what it should",
    "other-game": "A log is of another game than the ledger says",
    "other-room": "A game was not played in the room that was prepared for its table",
    "other-rules": "A game was played by other rules than the tournament's",
    "other-player": "Somebody else sat at a table than was drawn for it",
    "other-head": "The log does not have the entry at which the table is said to have ended",
    "wrong-result": "The result in the ledger is not the one in the log",
    "no-result": "A game is over in its log, and the ledger settles its table without it",
    # the standings
    "wrong-standings": "The standings that were published are not those that the ledger gives",
}
_REMARKS: Final = {
    "log-remark": "Something about a game is worth knowing",
    "clock-stopped": "The clock of a game stood still",
    "unlikely-deal": "A player was dealt more or less of something than chance explains",
    "unlikely-calls": "A player missed calls, or caught others, more or less often than chance explains",
    "ruled": "A result was settled or changed by a ruling",
    "drawn-before": "A result was changed after a later round had been drawn by it",
    "first-attempt": "A table was opened again; its first game does not count",
}
_MISSING: Final = {
    "not-finished": "The tournament is not finished",
    "log-incomplete": "The log of a game is not sealed, or something in it is not provable yet",
}
CODES: Final = graded(_AGAINST, _REMARKS, _MISSING)
"""Every code with what it means for the verdict, and its sentence. Codes are stable; their words may change."""


class Finding(Struct, frozen=True):
    """One result: ``where`` names the file, the round and table, or the entry; ``evidence`` what is there instead."""

    code: str
    where: str
    evidence: str

    @property
    def grade(self) -> Grade:
        """What it means for the verdict."""
        return CODES[self.code][0]

    @property
    def words(self) -> str:
        """One sentence for people, without a full stop."""
        return CODES[self.code][1]


class Report(Struct, frozen=True):
    """The outcome: what was looked at, and what was found."""

    tournament: bytes = b""
    organiser: str = ""
    players: int = 0
    rounds: int = 0
    games: int = 0
    results: tuple[Finding, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """What the folder proves."""
        return verdict_of(result.grade for result in self.results)

    def of(self, grade: Grade) -> tuple[Finding, ...]:
        """The results of one grade, in the order in which they were found."""
        return tuple(result for result in self.results if result.grade is grade)


class Case(Struct, frozen=True):
    """A folder whose manifest is signed and whose ledger holds, with every log looked through, by its path."""

    pack: Pack
    manifest: Manifest
    ledger: Ledger
    logs: Mapping[str, GameLog]

    @property
    def state(self) -> State:
        """The tournament at the ledger's end."""
        return self.ledger.state


Found = Iterator[Finding]
Check = Callable[[Case], Found]
Progress = Callable[[int], None]


def audit(pack: Pack, executor: Executor, ahead: int = 1, progress: Progress = lambda _done: None) -> Report:
    """Everything that the folder proves, and what speaks against it. Logs are looked through by the executor."""
    ledger = _ledger(pack)
    if isinstance(ledger, Finding):
        return Report(results=(ledger,))
    manifest = _signed(pack, ledger)
    if isinstance(manifest, Finding):
        return Report(results=(manifest,))
    paths = [path for path, *_ in games(ledger.state) if path in pack.files]
    logs: dict[str, GameLog] = {}
    for _, log in in_order(executor, looked_through, [pack.files[path] for path in paths], ahead):
        logs[paths[len(logs)]] = log
        progress(len(logs))
    case = Case(pack, manifest, ledger, logs)
    state = ledger.state
    results = tuple(finding for check in CHECKS for finding in check(case))
    return Report(
        ledger.tid, fingerprint(state.organiser), len(state.players), len(state.rounds), len(logs), results
    )  # fmt: skip


# The folder


def _ledger(pack: Pack) -> Ledger | Finding:
    """The ledger, with every draw made again."""
    data = pack.files[LEDGER]
    try:
        read = read_file(data)
    except (LogFault, NeedsNewer) as fault:
        return Finding("bad-ledger", LEDGER, str(fault))
    except NotALog as fault:
        return Finding("bad-ledger", LEDGER, str(fault))
    if read.whole < len(data):
        return Finding("torn-ledger", LEDGER, f"{len(data) - read.whole} bytes after entry {len(read.ledger) - 1}")
    if not len(read.ledger):
        return Finding("bad-ledger", LEDGER, "no entry in it")
    return read.ledger


def _signed(pack: Pack, ledger: Ledger) -> Manifest | Finding:
    if pack.manifest is None:
        return Finding("bad-manifest", MANIFEST, "a manifest as spec/tournament.md has it expected")
    organiser = ledger.state.organiser
    if not is_signed(organiser, ledger.tid, pack.files[MANIFEST], pack.files.get(SIGNATURE, b"")):
        return Finding("not-signed", SIGNATURE, f"a signature by {fingerprint(organiser)} expected")
    return pack.manifest


def files(case: Case) -> Found:
    """Exactly the files that were signed for are here, as they were."""
    named, here = case.manifest.files, case.pack.files
    head = case.ledger.head
    if (case.manifest.tournament, case.manifest.head) != (case.ledger.tid.hex(), (head.index, head.hash.hex())):
        yield Finding("other-tournament", MANIFEST, f"entry {head.index} of {case.ledger.tid.hex()[:16]} expected")
    for path in sorted({*named, FILE, LEDGER, *STANDINGS} - here.keys()):
        yield Finding("missing-file", path, "it is not in the folder")
    for path in sorted(here.keys() - named.keys() - {MANIFEST, SIGNATURE}):
        yield Finding("stray-file", path, "it does not stand in the manifest")
    for path in sorted(named.keys() & here.keys()):
        digest = sha256(here[path]).hexdigest()
        if digest != named[path]:
            yield Finding("changed-file", path, f"SHA-256 {named[path][:16]} expected, got {digest[:16]}")


def settings(case: Case) -> Found:
    """The readable file and the ledger say the same."""
    if FILE not in case.pack.files:
        return
    try:
        read = parse(tomllib.loads(case.pack.files[FILE].decode()))
    except (ValueError, UnicodeDecodeError) as error:
        yield Finding("other-settings", FILE, str(error))
        return
    if read != case.state.settings:
        yield Finding("other-settings", FILE, "its settings are not those of entry 0")


def pairings(case: Case) -> Found:
    """Every draw was made again with the ledger; here it is judged by the rules of pairing alone."""
    for flaw in flaws(case.ledger):
        yield Finding("bad-pairing", f"round {flaw.round}", f"{flaw.code}: {flaw.evidence}")


# The games


def logs(case: Case) -> Found:
    """Every game has its log, which proves it, and is the game of that table."""
    for path, number, table, attempt, game in games(case.state):
        log = case.logs.get(path)
        if log is None:
            yield Finding("missing-log", path, f"round {number}, table {table}")
            continue
        yield from _proven(path, log)
        yield from _same_game(case, path, (number, table, attempt, game), log)
    for path in sorted(path for path in case.pack.files if path.startswith(f"{LOGS}/") and path not in case.logs):
        yield Finding("stray-file", path, "it is the log of no game of this tournament")


def _proven(path: str, log: GameLog) -> Found:
    """Its own audit; a game that broke off before its end need not be sealed."""
    report = log.report
    if report.unreadable:
        yield Finding("bad-log", path, report.unreadable)
    for finding in report.findings:
        index = "" if finding.index is None else f"entry {finding.index}, "
        yield Finding("bad-log", path, f"{index}{finding.who}: {finding.code}, {finding.evidence}")
    if log.outcome:
        for finding in report.missing:
            yield Finding("log-incomplete", path, f"{finding.code}, {finding.evidence}")
    for finding in report.remarks:
        yield Finding("log-remark", path, f"{finding.who}: {finding.code}, {finding.evidence}")
    if log.stops:
        yield Finding("clock-stopped", path, f"{log.stops} times")


def _same_game(case: Case, path: str, place: tuple[int, int, int, bytes], log: GameLog) -> Found:
    number, table, attempt, game = place
    state = case.state
    if not log.hashes:
        return
    if log.report.game != game:
        yield Finding("other-game", path, f"game {game.hex()[:16]} expected, got {log.report.game.hex()[:16]}")
        return
    if log.nonce != room_nonce(state.tid, number, table, attempt) or log.organiser != state.organiser:
        yield Finding("other-room", path, f"the room of round {number}, table {table}, attempt {attempt} expected")
    if log.rules is not None and log.rules != plain_rules(state.settings.rules):
        yield Finding("other-rules", path, _difference(log.rules, plain_rules(state.settings.rules)))
    drawn = state.table(number, table)
    for seat, identity in enumerate(log.identities):
        if identity and identity not in drawn.identities[seat : seat + 1]:
            yield Finding("other-player", path, f"seat {seat} is held by {fingerprint(identity)}")


def _difference(here: Mapping[str, object], expected: Mapping[str, object]) -> str:
    name = next(name for name in sorted({*here, *expected}) if here.get(name) != expected.get(name))
    return f"{name}: {expected.get(name)!r} expected, got {here.get(name)!r}"


def results(case: Case) -> Found:
    """What the ledger reports of a game is what the log says; what was ruled instead is told."""
    paths = {game: path for path, *_, game in games(case.state)}
    for drawn, table in case.state.tables():
        where = f"round {drawn.number}, table {table.number}"
        yield from _result(case, table, where, paths)
        for result in table.results:
            if result.kind != "played":
                yield Finding("ruled", where, f"entry {result.entry}, {result.kind}: {result.reason}")
        if len(table.games) > 1:
            yield Finding("first-attempt", where, f"{len(table.games)} games were opened")
    for drawn in case.state.rounds:
        yield from _flags(case.state, drawn)


def _result(case: Case, table: Table, where: str, paths: Mapping[bytes, str]) -> Found:
    played = next((result for result in table.results if result.kind == "played"), None)
    newest = case.logs.get(paths[table.games[-1]]) if table.games else None
    if played is None or played.game is None or played.head is None:
        if newest and newest.outcome and table.results and table.results[0].kind == "forfeit":
            yield Finding("no-result", where, f"{table.results[0].kind}, though the game was played to its end")
        return
    log = case.logs.get(paths[played.game])
    if log is None or log.outcome is None:
        return
    index, head = played.head
    if log.hashes[index : index + 1] != (head,):
        yield Finding("other-head", where, f"entry {index} with hash {head.hex()[:16]} expected")
    said = Outcome(played.places, played.scores, tuple(table.players.index(player) for player in played.absent))
    real = _in_full(log.outcome, len(table.players))
    if said != real:
        yield Finding("wrong-result", where, f"{_said(real)} expected, got {_said(said)}")


def _said(found: Outcome) -> str:
    return f"places {list(found.places)}, scores {list(found.scores)}, absent seats {list(found.absent)}"


def _in_full(found: Outcome, seats: int) -> Outcome:
    """The outcome of a log for all the seats of its table: the last ones may never have been taken."""
    more = (0,) * (seats - len(found.places))
    return Outcome((*found.places, *more), (*found.scores, *more), (*found.absent, *range(len(found.places), seats)))


def _flags(state: State, drawn: Round) -> Found:
    for change in changed_since(state, drawn):
        where = f"round {drawn.number}"
        yield Finding("drawn-before", where, f"entry {change.entry} changed round {change.round}, table {change.table}")


# The standings


def standing(case: Case) -> Found:
    """The published standings, made again."""
    for name, contents in published(case.ledger).items():
        if name in case.pack.files and case.pack.files[name] != contents:
            yield Finding("wrong-standings", name, _first_difference(case.pack.files[name], contents))
    if case.state.phase is not Phase.FINISHED:
        yield Finding("not-finished", LEDGER, f"its last entry is {case.ledger.head.index}")


def _first_difference(here: bytes, expected: bytes) -> str:
    lines = zip([*here.splitlines(), b""], [*expected.splitlines(), b""], strict=False)
    number, (got, wanted) = next(
        ((n, pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1]), (0, (b"", b"more"))
    )  # fmt: skip
    return f"line {number}: {wanted[:60]!r} expected, got {got[:60]!r}"


# Chance


def deals(case: Case) -> Found:
    """Wilds, draw cards and points dealt to each player in all rounds, beside what chance gives."""
    figures = [
        Figure(player, dealt.measure, dealt.total, dealt.mean, dealt.deviation)
        for table, log in _counting(case)
        for dealt in log.dealt
        for player in table.players[dealt.seat : dealt.seat + 1]
    ]
    for figure in beyond_chance(gathered(figures)):
        name = case.state.player(figure.player).name
        usual = f"{figure.mean:.1f} by chance, give or take {figure.deviation:.1f}"
        told = f"{figure.what} {figure.total:g}, {usual}"
        yield Finding("unlikely-deal", f"player {figure.player} ({name})", f"{told}; p = {figure.p:.1g}")


def calls(case: Case) -> Found:
    """Missed calls and catches of each player, beside those of all."""
    rows: dict[int, list[Calls]] = {}
    for table, log in _counting(case):
        for seat, row in enumerate(log.calls[: len(table.players)]):
            rows.setdefault(table.players[seat], []).append(row)
    everybody = _summed(row for own in rows.values() for row in own)
    figures: list[Figure] = []
    for player, own in rows.items():
        one = _summed(own)
        figures.append(rate(player, "missed calls", one.missed, one.lasts, everybody.missed, everybody.lasts))
    for figure in beyond_chance(figures):
        name = case.state.player(figure.player).name
        told = f"{figure.what} {figure.total:g}, where those of all would give {figure.mean:.1f}"
        yield Finding("unlikely-calls", f"player {figure.player} ({name})", f"{told}; p = {figure.p:.1g}")


def _summed(rows: Iterable[Calls]) -> Calls:
    every = [*rows]
    return Calls(
        sum(row.lasts for row in every), sum(row.missed for row in every), sum(row.caught for row in every)
    )  # fmt: skip


def _counting(case: Case) -> Iterator[tuple[Table, GameLog]]:
    """The tables whose last game has a log that its own audit does not speak against."""
    paths = {game: path for path, *_, game in games(case.state)}
    for _, table in case.state.tables():
        log = case.logs.get(paths[table.games[-1]]) if table.games else None
        if log and not log.report.findings:
            yield table, log


CHECKS: Final[tuple[Check, ...]] = (files, settings, pairings, logs, results, standing, deals, calls)
