"""`ono sim`: games of computer players, each a sealed log; the same seed gives the same bytes."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from ono_cli.home import made_folder, write_file
from ono_cli.stop import Exit, Stop
from ono_core.game.ruleset import Ruleset, parse
from ono_core.log.file import written
from ono_net.sim import simulate


def run(args: Namespace) -> int:
    """Play and write the games that were asked for."""
    options = {"preset": args.preset}
    keyed = (args.seats + 1) // 2 if args.keyed is None else args.keyed
    _check(options, args, keyed)
    out = made_folder(Path(args.out))
    entries = 0
    for game in range(1, args.games + 1):
        raws = simulate(options, args.seats, args.seed, game, keyed, args.level)
        write_file(out / f"game-{game:04}.ono", written(raws))
        entries += len(raws)
    print(f"{args.games} games, {entries} entries, in {out}")
    return Exit.DONE


def _check(options: dict[str, Any], args: Namespace, keyed: int) -> None:
    ruleset = _ruleset(options)
    for name, value, least, most in (
        ("--seats", args.seats, ruleset.seats_min, ruleset.seats_max),
        ("--keyed", keyed, 1, args.seats),
        ("--games", args.games, 1, 9999),
        ("--seed", args.seed, 0, 2**53 - 1),
    ):
        if not least <= value <= most:
            raise Stop(Exit.UNUSABLE, f"{name}: {least} to {most} expected, got {value}")


def _ruleset(options: dict[str, Any]) -> Ruleset:
    try:
        return parse(options)
    except ValueError as error:
        raise Stop(Exit.UNUSABLE, f"--preset: {error}") from None
