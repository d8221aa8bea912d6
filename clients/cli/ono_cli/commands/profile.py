"""`ono profile`: who one is at every table, the games that were kept, and the way to and from another device."""

from __future__ import annotations

import io
import json
import re
import sys
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from ono_cli.game import check_name
from ono_cli.home import Home, read_file
from ono_cli.stop import Exit, Stop
from ono_cli.wordlist import compared, secret_of, words_of
from ono_core.fair.keys import fingerprint, public_key
from ono_core.game.words import safe
from ono_net.client import target_of
from ono_net.hosts import is_loopback
from ono_net.pages import qr_code
from ono_replay.audit import audit

_LINK = re.compile(r"#import=([0-9a-f]{64})$").search
NEVER = "Whoever has this is you at every table: show it to nobody."


class Kept(Struct, frozen=True):
    """A log that was kept: its file, what the audit says of it, and who played."""

    path: Path
    verdict: str
    names: list[str]


def run(args: Namespace) -> int:
    """Show who one is, give it away to another device of one's own, or take it over from there."""
    _check_together(args)
    home = Home(args.data)
    match args.action:
        case "export":
            return _export(home, args.server or home.last_server(), as_words=args.words)
        case "import":
            return _import(home, force=args.force)
        case _:
            return _show(home, as_json=args.json)


def _check_together(args: Namespace) -> None:
    for option, action in (("words", "export"), ("server", "export"), ("force", "import"), ("json", None)):
        if getattr(args, option) and args.action != action:
            where = f"`ono profile {action}`" if action else "`ono profile` alone"
            raise Stop(Exit.UNUSABLE, f"--{option} belongs to {where}")


# Who one is


def _show(home: Home, *, as_json: bool) -> int:
    public = public_key(home.identity())
    name, games = check_name(None), [_kept(path) for path in home.logs()]
    if as_json:
        kept = [{"log": str(one.path), "verdict": one.verdict, "players": one.names} for one in games]
        told = {"name": name, "fingerprint": fingerprint(public), "words": compared(public), "games": kept}
        print(json.dumps(told))
        return Exit.DONE
    print(f"name {safe(name)}, where --name says no other")
    print(f"key {fingerprint(public)}")
    print(f"the same in words, to compare: {compared(public)}")
    print(f"games kept here: {len(games)}")
    for one in games:
        day = datetime.fromtimestamp(one.path.stat().st_mtime, UTC).astimezone()
        print(safe(f"  {day:%Y-%m-%d %H:%M}  {one.verdict}: {', '.join(one.names)}; {one.path}"))
    return Exit.DONE


def _kept(path: Path) -> Kept:
    report = audit(read_file(path))
    return Kept(path, report.verdict.value, [player.name for player in report.players])


# To another device and from there


def _export(home: Home, server: str, *, as_words: bool) -> int:
    secret = home.identity()
    if as_words:
        print(words_of(secret))
        print(f"ono: {NEVER} `ono profile import` takes these words in.", file=sys.stderr)
        return Exit.DONE
    try:
        url = target_of(server).url
    except ValueError as error:
        raise Stop(Exit.UNUSABLE, f"--server: {error}") from None
    link, picture = f"{url}/#import={secret.hex()}", io.StringIO()
    qr_code(link).terminal(picture, border=2, compact=True)
    print(link)
    print(picture.getvalue())
    print(f"ono: {NEVER} The part behind # is not sent to the server.", file=sys.stderr)
    if is_loopback(urlsplit(url).hostname or ""):
        print("ono: only this machine reaches that address: --server names one for a phone", file=sys.stderr)
    return Exit.DONE


def _import(home: Home, *, force: bool) -> int:
    if sys.stdin.isatty():
        print("Type the 24 words, or an import link, and Enter:", file=sys.stderr)
    text = sys.stdin.readline().strip()
    link = _LINK(text)
    try:
        secret = bytes.fromhex(link[1]) if link else secret_of(text)
    except ValueError as error:
        raise Stop(Exit.UNUSABLE, str(error)) from None
    mine = fingerprint(public_key(secret))
    old = home.kept_identity()
    if old == secret:
        print(f"You are {mine} here already.")
        return Exit.DONE
    if old and not force:
        there = f"another identity is here already, {fingerprint(public_key(old))}"
        words = f"{there}: `ono profile export --words` keeps it, --force puts {mine} in its place"
        raise Stop(Exit.UNUSABLE, words)
    home.take_over(secret)
    print(f"You are {mine} here from now on.")
    if old:
        print(f"The identity that was here, {fingerprint(public_key(old))}, is gone.")
    return Exit.DONE
