"""`ono secret export`: the server's secret, for a safe place. Without it no game can go on elsewhere."""

from __future__ import annotations

from argparse import Namespace

from ono_cli.home import new_file
from ono_cli.serving import data_folder_of
from ono_cli.stop import Exit, Stop
from ono_net.secrets import NAME, BadSecret, export_secret


def run(args: Namespace) -> int:
    """Exit 0 once the file is durable, 2 if there is no secret or the file cannot be written."""
    folder = data_folder_of(args)
    try:
        with new_file(args.file):
            export_secret(folder, args.file)
    except BadSecret as error:
        raise Stop(Exit.UNUSABLE, str(error)) from None
    print(f"{args.file}: whoever has this file can deal in the name of your server.")
    print(f"To go on with it elsewhere, put it there as {NAME} into the server's data folder, mode 600.")
    return Exit.DONE
