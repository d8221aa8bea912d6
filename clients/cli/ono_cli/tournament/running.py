"""`ono tournament run`: the director at a server, with what the organiser is told in lines."""

from __future__ import annotations

from ono_cli.lines import say
from ono_cli.stop import Exit, Stop
from ono_cli.tournament.desk import Desk
from ono_cli.tournament.director import Director, Plan
from ono_core.fair.keys import fingerprint, public_key
from ono_net.client import Ended, target_of
from ono_net.organiser import Denied, organise
from ono_net.tournaments import code_of


async def direct(desk: Desk, server: str, players: int, pause_s: float) -> None:
    """Direct until the tournament is finished; Stop in words for what stands in the way."""
    try:
        target = target_of(server)
        async with organise(target.url, desk.secret, "Organiser", fingerprint=target.fingerprint) as organiser:
            say(f"tournament {code_of(desk.ledger.tid)} at {target.url}, ledger {desk.folder}")
            say(f"players take part at {target.url}/t/{code_of(desk.ledger.tid)}")
            say(f"or in a terminal by: ono tournament join {code_of(desk.ledger.tid)} --server {target.url}")
            await Director(desk, organiser, Plan(players, pause_s), say).run()
    except ValueError as error:
        raise Stop(Exit.UNUSABLE, f"--server: {error}") from None
    except Ended as ended:
        raise Stop(Exit.NO_TABLE, f"the server cannot be used: {ended}") from None
    except Denied as denied:
        key = fingerprint(public_key(desk.secret))
        hint = f"; start it with: ono serve --organiser {key}" if denied.code == "not-organiser" else ""
        raise Stop(Exit.NO_TABLE, f"the server refuses: {denied}{hint}") from None
