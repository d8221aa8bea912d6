"""`ono sim`: games of computer players, each a sealed log; the same seed gives the same bytes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ono_cli.home import made_folder, write_file
from ono_cli.rulesets import chosen
from ono_cli.stop import Exit, Stop, check_range
from ono_core.game.ruleset import Ruleset, parse
from ono_core.log.file import written
from ono_net.sim import simulate


def run(args: Namespace) -> int:
    """Play and write the games that were asked for."""
    options = chosen(args.preset, args.changes)
    keyed = (args.seats + 1) // 2 if args.keyed is None else args.keyed
    _check(parse(options), args, keyed)
    out = made_folder(Path(args.out))
    paths = [out / f"game-{game:04}.ono" for game in range(1, args.games + 1)]
    if not args.force:
        _check_free(paths)
    entries = 0
    for game, path in enumerate(paths, 1):
        raws = simulate(options, args.seats, args.seed, game, keyed, args.level)
        write_file(path, written(raws))
        entries += len(raws)
    print(f"{args.games} game{'' if args.games == 1 else 's'}, {entries} entries, in {out}")
    return Exit.DONE


def _check_free(paths: Sequence[Path]) -> None:
    held = next((path for path in paths if path.exists()), None)
    if held:
        raise Stop(Exit.UNUSABLE, f"--out: {held} is there already; choose another folder, or overwrite with --force")


def _check(ruleset: Ruleset, args: Namespace, keyed: int) -> None:
    for name, value, least, most in (
        ("--seats", args.seats, ruleset.seats_min, ruleset.seats_max),
        ("--keyed", keyed, 1, args.seats),
        ("--games", args.games, 1, 9999),
        ("--seed", args.seed, 0, 2**53 - 1),
    ):
        check_range(name, value, least, most)
