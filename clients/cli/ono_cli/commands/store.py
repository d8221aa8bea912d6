"""`ono store check`: whether everything a server has stored can be read, also while it runs."""

from __future__ import annotations

import json
from argparse import Namespace

from ono_cli.serving import data_folder_of
from ono_cli.stop import Exit, Stop
from ono_net.damage import Damage
from ono_net.server import STORE
from ono_net.store import Corrupt, StoreError
from ono_net.store.upkeep import Checked, check


def run(args: Namespace) -> int:
    """Exit 0 if all is well, 1 where the file or a log is damaged, 2 if there is no store that can be read."""
    path = data_folder_of(args) / STORE
    try:
        found = check(path, every_game=args.all)
    except Corrupt as error:
        raise Stop(Exit.FINDINGS, str(error)) from None
    except StoreError as error:
        raise Stop(Exit.UNUSABLE, str(error)) from None
    print(_as_json(found) if args.json else _told(found))
    return Exit.FINDINGS if found.damage else Exit.DONE


def _told(found: Checked) -> str:
    words = f"version {found.version}, {found.rooms} rooms; {found.games} logs with {found.entries} entries checked"
    return "\n".join([*map(_line, found.damage), f"{words}: {len(found.damage) or 'nothing'} damaged"])


def _line(damage: Damage) -> str:
    return f"game {damage.game.hex()}: {damage.words}" if damage.game else damage.words


def _as_json(found: Checked) -> str:
    damage = [{"entry": one.index, "game": one.game.hex() or None, "words": one.words} for one in found.damage]
    counts = {name: getattr(found, name) for name in ("version", "rooms", "games", "entries")}
    return json.dumps({**counts, "damage": damage})
