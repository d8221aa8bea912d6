"""`ono audit`: what logs prove."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from msgspec import Struct

from ono_cli.forked import is_proof, tell_forks, tell_proof
from ono_cli.home import cannot, read_file, reason, write_file
from ono_cli.own import own
from ono_cli.progress import Progress
from ono_cli.stop import Exit, Stop
from ono_cli.workers import workers
from ono_core.log.forks import SUFFIX as PROOF
from ono_core.log.shares import BadShare, GivenShare, read_shares
from ono_replay.archive import BadResults, Known, Results, files_in, in_order
from ono_replay.audit import Report, audit, exit_code
from ono_replay.page import page
from ono_replay.report import as_json as json_line
from ono_replay.report import line, listed, text

SEVERITY = (Exit.FINDINGS, Exit.UNUSABLE, Exit.INCOMPLETE, Exit.DONE)
"""What counts most for the exit code of many logs, first."""
PAGE = b"<!doctype html>"
"""How a page begins; nothing else is written over."""
INPUT = Path("-")
"""In place of a file: the standard input."""


class Log(Struct, frozen=True):
    """A file that was read, or why it could not be; ``known`` is what was found in it before."""

    name: str
    data: bytes
    problem: str = ""
    known: Known | None = None


def run(args: Namespace) -> int:
    """One line a log that is proven, and a whole report where there is only one log or something to say."""
    if args.seat is not None or args.keys:
        return own(args)
    _check_together(args)
    given = list(_paths(args.files))
    paths = [path for path in given if not is_proof(path)]
    if args.shares:
        return _finished(given, args)
    if args.html is not None:
        return _written(given, args.html, every_signature=args.every_signature)
    results = _results(args.results)
    codes = [tell_proof(path, as_json=args.json) for path in given if is_proof(path)]
    skipped = 0
    progress = Progress(len(paths))
    for done, (log, report) in enumerate(_audited(paths, args, results), 1):
        progress.clear()
        if log.known:
            skipped += 1
            _tell_known(log.name, log.known)
        else:
            _tell(log.name, report, as_json=args.json, alone=len(paths) == 1)
        codes.append(log.known.exit if log.known else exit_code(report))
        progress.show(done)
    progress.clear()
    if skipped:
        print(f"ono: {skipped} of {len(paths)} skipped, audited before: {args.results}", file=sys.stderr)
    codes += tell_forks(paths, as_json=args.json)
    return min(codes, key=SEVERITY.index)


def _check_together(args: Namespace) -> None:
    """A page, and a log finished by shares, are made of one log and told by themselves."""
    for alone, others in (("html", ("json", "results", "shares", "dask")), ("shares", ("results", "dask"))):
        if not getattr(args, alone):
            continue
        for other in others:
            if getattr(args, other):
                raise Stop(Exit.UNUSABLE, f"--{alone} and --{other} do not go together")


def _paths(given: Sequence[Path]) -> Iterator[Path]:
    for path in given:
        if not path.is_dir():
            yield path
            continue
        found = [*files_in(path), *files_in(path, PROOF)]
        if not found:
            raise Stop(Exit.UNUSABLE, f"{path}: no .ono file in this folder")
        yield from found


def _read(path: Path) -> Log:
    try:
        return Log(str(path), sys.stdin.buffer.read() if path == INPUT else path.read_bytes())
    except OSError as error:
        return Log(str(path), b"", reason(error))


# Many logs


def _audited(paths: Sequence[Path], args: Namespace, results: Results | None) -> Iterator[tuple[Log, Report]]:
    """Each log with its report, in order; what was found before is not audited, and what is found now is kept."""
    every = args.every_signature
    logs = (_remembered(_read(path), results, every_signature=every) for path in paths)
    with workers(args.jobs, args.dask) as (executor, ahead):
        for log, report in in_order(executor, partial(_report, every_signature=every), logs, ahead):
            if results and not (log.known or log.problem):
                _keep(results, log, report, every_signature=every)
            yield log, report


def _remembered(log: Log, results: Results | None, *, every_signature: bool) -> Log:
    known = results.known(log.data, every_signature=every_signature) if results and not log.problem else None
    return Log(log.name, b"", known=known) if known else log


def _report(log: Log, *, every_signature: bool) -> Report:
    if log.problem or log.known:
        return Report(unreadable=log.problem)
    return audit(log.data, every_signature=every_signature)


def _tell(name: str, report: Report, *, as_json: bool, alone: bool) -> None:
    if as_json:
        print(json_line(report, name))
    elif report.unreadable:
        print(f"ono: {line(report, name)}", file=sys.stderr)
    else:
        print(text(report, name) if alone or exit_code(report) else listed(report, name))


def _tell_known(name: str, known: Known) -> None:
    """A log that was not proven before is not proven now, though nobody looked again."""
    if known.exit:
        print(f"ono: {name}: {known.verdict}, as found before", file=sys.stderr)


# What was found before


def _results(path: Path | None) -> Results | None:
    if path is None:
        return None
    try:
        return Results(path, _program())
    except OSError as error:
        raise cannot("read", path, error) from None
    except BadResults as error:
        raise Stop(Exit.UNUSABLE, f"--results: {path}: {error}") from None


def _keep(results: Results, log: Log, report: Report, *, every_signature: bool) -> None:
    try:
        results.add(log.name, log.data, report, every_signature=every_signature)
    except OSError as error:
        raise cannot("write", results.path, error) from None


def _program() -> str:
    try:
        return version("ono")
    except PackageNotFoundError:
        return "uninstalled"


# A table that vanished


def _finished(paths: Sequence[Path], args: Namespace) -> int:
    """One log, with the shares of all its players in place of what its table does not reveal any more."""
    if len(paths) != 1:
        raise Stop(Exit.UNUSABLE, f"--shares: one log expected, got {len(paths)}")
    log = _read(paths[0])
    if log.problem:
        raise Stop(Exit.UNUSABLE, f"{log.name}: {log.problem}")
    shares = [share for path in args.shares for share in _shares(path)]
    report = audit(log.data, every_signature=args.every_signature, shares=shares)
    _tell(log.name, report, as_json=args.json, alone=True)
    return exit_code(report)


def _shares(path: Path) -> list[GivenShare]:
    try:
        return read_shares(read_file(path).decode(errors="replace"))
    except BadShare as bad:
        raise Stop(Exit.UNUSABLE, f"--shares: {path}: {bad}") from None


# A page for people


def _written(paths: Sequence[Path], page_path: Path, *, every_signature: bool) -> int:
    if len(paths) != 1:
        raise Stop(Exit.UNUSABLE, f"--html: one log expected, got {len(paths)}")
    log = _read(paths[0])
    report = _report(log, every_signature=every_signature)
    if report.unreadable:
        raise Stop(Exit.UNUSABLE, line(report, log.name))
    if page_path == Path("-"):
        print(page(log.data, report, log.name))
        return exit_code(report)
    if page_path.is_file() and not read_file(page_path)[: len(PAGE)].lower() == PAGE:
        raise Stop(Exit.UNUSABLE, f"--html: {page_path} is there already, and no page")
    write_file(page_path, page(log.data, report, log.name).encode())
    print(f"{line(report, log.name)}; the page is {page_path}")
    return exit_code(report)
