"""`ono replay`: a log step by step on the full screen or in lines, or the table after one entry."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

import msgspec
from msgspec.structs import replace

from ono_cli import screen
from ono_cli.home import read_file
from ono_cli.lines import clock, has_screen
from ono_cli.stop import Exit, Stop
from ono_core.game.notation import recorded, written
from ono_core.game.view import View
from ono_core.game.words import name, safe
from ono_core.log.file import NotALog
from ono_core.log.kinds import EVENT_KINDS, is_array, is_map
from ono_replay.replay import Replay, Step, read


def run(args: Namespace) -> int:
    """Show the log as far as it can be read, and say what ends it; the chain vouches for all but the last entry."""
    if args.notation and (args.json or args.at is not None or args.seat is not None):
        raise Stop(Exit.UNUSABLE, "--notation: it shows the whole game, without --at, --seat and --json")
    try:
        replay = read(read_file(args.file))
    except NotALog as error:
        raise Stop(Exit.UNUSABLE, f"{args.file}: {error}") from None
    _check(replay, args.at, args.seat)
    if args.notation:
        _show_notation(replay)
    elif args.at is None and (args.json or args.plain or args.seat is not None or not has_screen()):
        _show_steps(replay, as_json=args.json)
    else:
        try:
            _show_tables(replay, args)
        except ValueError as error:
            raise Stop(Exit.FINDINGS, f"{args.file}: options that no table has: {error}") from None
    return _end(replay)


def _show_tables(replay: Replay, args: Namespace) -> None:
    """The table after one entry, or on the full screen after each."""
    if args.at is not None:
        _show_table(replay, args.at, args.seat, as_json=args.json)
        return
    from ono_cli.viewer import Viewer

    viewer = Viewer(replay, args.file.name)
    viewer.run(mouse=False)
    if viewer.return_code:
        raise SystemExit(viewer.return_code)  # Textual has shown what went wrong


def _check(replay: Replay, at: int | None, seat: int | None) -> None:
    last = len(replay) - 1
    if at is not None and not 0 <= at <= last:
        raise Stop(Exit.UNUSABLE, f"--at: 0 to {last} expected, got {at}")
    state = replay.state(last if at is None else at)
    if seat is not None and seat not in state.taken:
        seats = ", ".join(f"{taken} ({safe(name(state, taken))})" for taken in state.taken)
        raise Stop(Exit.UNUSABLE, f"--seat: nobody sits in seat {seat} then; seats are {seats or 'none'}")


def _end(replay: Replay) -> int:
    if replay.fault:
        print(f"ono: the log can be read up to here only: {replay.fault}", file=sys.stderr)
    is_signed = replay.book.head_is_signed()
    if not is_signed:
        last = replay.book.head.index
        print(f"ono: entry {last}, the last of these, was altered: the table's key did not sign it", file=sys.stderr)
    if replay.fault or not is_signed:
        return Exit.FINDINGS
    if replay.torn:
        print(f"ono: the file ends inside an entry, {replay.torn} bytes after the last whole one", file=sys.stderr)
        return Exit.INCOMPLETE
    return Exit.DONE


# The game in notation


def _show_notation(replay: Replay) -> None:
    happened = (event for step in replay.steps for event in step.entry.events)
    try:
        game = recorded(happened, replay.proofs.faces)
    except ValueError as error:
        raise Stop(Exit.UNUSABLE, f"--notation: {error}") from None
    print(*map(safe, written(game).rstrip("\n").split("\n")), sep="\n")


# All entries


def _show_steps(replay: Replay, *, as_json: bool) -> None:
    for step in replay.steps:
        if as_json:
            print(_json(_plain(step)))
        else:
            words = "; ".join(said for _, said in step.told())
            print(safe(f"{step.index:4} {clock(step.entry.clock):>8}  {words}"))


def _plain(step: Step) -> dict[str, Any]:
    events = [[*EVENT_KINDS.plain(event), words] for event, words in step.told()]
    return {"index": step.index, "clock": step.entry.clock, "hash": step.checked.hash, "events": events}


# One entry


def _show_table(replay: Replay, at: int, seat: int | None, *, as_json: bool) -> None:
    view = replay.open_view(at, None) if seat is None else replay.view(at, seat)
    step = replay.steps[at]
    if as_json:
        print(_json({**_plain(step), "view": msgspec.to_builtins(view, builtin_types=(bytes,))}))
        return
    print("\n".join(_table_lines(step, view)))


def _table_lines(step: Step, view: View) -> list[str]:
    told = [safe(f"{words}.") for _, words in step.told()]
    view = _numbered(view)
    return [*told, "", *screen.table_lines(view)]


def _numbered(view: View) -> View:
    """The same with each seat's number, as --seat takes it, beside the name."""
    return replace(view, places=tuple(replace(p, name=f"Seat {p.seat} ({p.name})") for p in view.places))


def _json(plain: dict[str, Any]) -> str:
    """One line of JSON; byte strings become hex."""
    return msgspec.json.encode(_hexed(plain)).decode()


def _hexed(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if is_map(value):
        return {key: _hexed(item) for key, item in value.items()}
    return [_hexed(item) for item in value] if is_array(value) else value
