"""A player on ono_net.client: python player.py http://localhost:8765/r/KWPX Robby robby.ono."""

import secrets
import sys
from pathlib import Path

import trio

from ono_core.bots import choose
from ono_core.game.state import Phase
from ono_core.log.file import written
from ono_net.client import Lost, connect, target_of
from ono_net.guest import Guest
from ono_net.messages import Presence


async def main(room_link: str, name: str) -> bytes:
    """Play one game to its seal; its log."""
    target, secret, answered = target_of(room_link), secrets.token_bytes(32), -1
    guest = Guest(secret, target.room)
    async with connect(target.url, secret, fingerprint=target.fingerprint, opening=guest.opening) as link:
        while guest.player is None or guest.player.state.phase is not Phase.SEALED:
            message = await link.receive()
            if isinstance(message, Lost):
                continue  # the link comes back by itself, and the guest says again what matters
            for reply in guest.receive(message).replies:  # seeds and signatures; LogFault if the table cheats
                await link.send(reply)
            player, choices = guest.player, guest.choices
            if player and isinstance(message, Presence) and player.seat is None:  # the whole log so far has come
                await link.send(guest.act(player.keys.join(name)))
            elif player and choices and choices.step != answered and player.seat == player.state.turn:
                answered = choices.step
                act = choose("medium", player.view(), choices, secrets.randbelow)  # or what you find better
                await link.send(guest.act(act))
    return written(guest.player.book.raws())


if __name__ == "__main__":
    Path(sys.argv[3]).write_bytes(trio.run(main, sys.argv[1], sys.argv[2]))
