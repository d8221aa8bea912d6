"""`ono backup`: a copy of what a server has stored, made while it runs and checked before it gets its name."""

from __future__ import annotations

from argparse import Namespace

from ono_cli.home import new_file
from ono_cli.serving import data_folder_of
from ono_cli.stop import Exit, Stop
from ono_net.server import STORE
from ono_net.store import Corrupt, StoreError
from ono_net.store.upkeep import backup


def run(args: Namespace) -> int:
    """Exit 0 if the copy is sound, 1 if a log in it is damaged (it is kept), 2 if it cannot be made."""
    try:
        with new_file(args.file):
            copied = backup(data_folder_of(args) / STORE, args.file)
    except Corrupt as error:
        raise Stop(Exit.FINDINGS, str(error)) from None
    except StoreError as error:
        raise Stop(Exit.UNUSABLE, str(error)) from None
    print(f"{args.file}: {copied.rooms} rooms, {copied.games} logs, {copied.entries} entries, every log checked")
    if copied.damage:
        words = f"{len(copied.damage)} logs are damaged, there as here: `ono store check --all` names them"
        raise Stop(Exit.FINDINGS, words)
    print("The server's secret is not in it: `ono secret export FILE` copies that, for another place.")
    return Exit.DONE
