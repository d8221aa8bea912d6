"""`ono audit FILE --seat N --keys FILE`: what a player's own keys prove to that player, also while the game goes on."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import msgspec

from ono_cli.home import read_file
from ono_cli.stop import Exit, Stop
from ono_core.game.events import Rekeyed
from ono_core.log.file import NotALog
from ono_core.log.kinds import NeedsNewer
from ono_core.log.proofs import Reader
from ono_net.player import GameKeys
from ono_net.secrets import SIZE
from ono_replay.audit.own_cards import NotYours, OwnCards, own_cards
from ono_replay.replay import Replay, read


def own(args: Namespace) -> int:
    """Show each card that the seat was sent, and whether the cut gave it."""
    if args.seat is None or args.keys is None or len(args.files) != 1:
        raise Stop(Exit.UNUSABLE, "--seat N and --keys FILE belong together, with one log")
    (path,) = args.files
    data, secret = read_file(path), _secret(args.keys)
    try:
        proof = own_cards(data, args.seat, _reader(read(data), args.seat, secret))
    except (NotALog, NeedsNewer, NotYours) as error:
        raise Stop(Exit.UNUSABLE, f"{path}: {error}") from None
    code = Exit.FINDINGS if proof.found else Exit.DONE
    print(_json_line(proof, path, code) if args.json else proof.words)
    return code


def _secret(path: Path) -> bytes:
    """The identity's secret: 32 bytes, or the same as 64 hex digits."""
    data = read_file(path)
    if len(data) == SIZE:
        return data
    try:
        secret = bytes.fromhex(data.decode("ascii"))
    except ValueError:
        secret = b""
    if len(secret) != SIZE:
        raise Stop(Exit.UNUSABLE, f"--keys: {path}: a secret of {SIZE} bytes or {2 * SIZE} hex digits expected")
    return secret


def _reader(replay: Replay, seat: int, secret: bytes) -> Reader:
    """The keys of this identity that the seat is held with at the log's end, or its first ones."""
    seats = replay.book.state.seats
    holder = seats[seat] if 0 <= seat < len(seats) else None
    times = sum(isinstance(event, Rekeyed) for entry in replay.book.entries for event in entry.events)
    made = [GameKeys(secret, replay.book.gid, generation) for generation in range(times + 1)]
    keys = next((keys for keys in made if holder and keys.session == holder.session), made[0])
    return Reader(keys.session, keys.x25519_secret)


def _json_line(proof: OwnCards, path: Path, code: Exit) -> str:
    return json.dumps({"log": str(path), "exit": int(code), **msgspec.to_builtins(proof)})
