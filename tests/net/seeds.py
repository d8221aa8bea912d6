"""Games in which seeds do not come, chains run out, and players go on with new keys, for tests and vectors."""

from __future__ import annotations

from typing import Any

from ono_core.game import commands as cmd
from ono_core.game.choices import asked_seat
from ono_core.game.state import Phase
from ono_net.player import Player
from tests.net.table import Table, secret


def without_seeds_of(table: Table, *names: str) -> None:
    """The open shuffle is answered by the others, and closed when the time is over."""
    k = table.room.state.shuffles
    for name, player in table.players.items():
        if name not in names and player.due_reveal():
            table.reveals(name)
    while table.room.state.shuffle and table.room.state.shuffle.k == k:
        table.wake()


def seal(table: Table) -> None:
    """The game goes on to its end, and all sign it."""
    table.plays_on()
    for name, player in table.players.items():
        if player.due_cosign():
            table.signs(name)
    while table.room.state.phase is not Phase.SEALED:
        table.wake()


def hoarded(options: dict[str, Any], shuffles: int = 20) -> Table:
    """A game with so many shuffles, for everybody draws whenever that is allowed; the players renew their chains."""
    table = Table("Ana", "Ben", bots=0, options=options)
    table.start()
    while table.room.state.shuffles < shuffles and table.room.state.phase is not Phase.OVER:
        renewed = [name for name, player in table.players.items() if player.due_re_anchor()]
        if table.room.state.shuffle:
            table.cut()
        elif table.room._dealer_needs_links():
            table.wake()
        elif renewed:
            act = table.players[renewed[0]].due_re_anchor()
            assert act
            table.does(renewed[0], act)
        else:
            draw_or_play(table)
    return table


def draw_or_play(table: Table) -> None:
    """Whoever is asked draws while there is a pile, or discards enough to make one; else it plays."""
    state = table.room.state
    name = table.name_at(asked_seat(state))
    assert name, "a player is asked"
    offered = table.room.choices(table.players[name].seat or 0)
    wanted: dict[str, cmd.Act] = {"pass": cmd.Pass(), "accept": cmd.Accept()}
    if state.phase is Phase.PLAY and (state.pile_left or len(state.discards) > 3):
        wanted["draw"] = cmd.Draw()
    quiet = next((act for kind, act in wanted.items() if kind in offered.acts), None)
    last_two = len(state.hands[table.players[name].seat or 0]) < 3
    table.does(name, quiet or (cmd.Draw() if last_two and "draw" in offered.acts else table.thought(name)))


def witnesses(table: Table, name: str) -> None:
    """Somebody connects, if need be, and witnesses."""
    table.enter(name)
    table.does(name, table.players[name].witness(name))


HOARDING: dict[str, Any] = {"preset": "boardflix", "draw_when": "any", "deal": 10, "turn_cap": 2000}


def fresh(table: Table, name: str) -> Player:
    """Somebody who follows the log anew."""
    player = Player(secret(name), table.room.game)
    for raw in table.raws:
        player.follow(raw)
    return player


def elsewhere(table: Table, name: str) -> Player:
    """The player's seat held by a program that knows nothing of the first one's keys, as on another device."""
    old = table.players[name]
    new = fresh(table, name)
    new.renew()
    table.players[f"old {name}"] = old
    table.players[name] = new
    table.does(name, new.keys.join("whatever"))
    return new


def cut_by_new(table: Table) -> None:
    """The two players answer the open shuffle, with the keys that they have now."""
    table.reveals(*[name for name in ("Ana", "Ben") if table.room.state.shuffle and table.players[name].due_reveal()])
