"""What a client owes the table after each message."""

from ono_core.game.commands import AddBot, Start
from ono_net.guest import Guest
from ono_net.messages import Command, Enter, Entered, Entries, Reveal, Seen
from ono_net.room import Room, Settings
from tests.net.table import MASTER, OPTIONS, Table, secret


def opened(nonce: str) -> tuple[Entered, Entries]:
    """What a table says to who enters a new game."""
    room, raws = Room.open("KWPX", MASTER, OPTIONS, secret(nonce), 0, 0, Settings())
    return Entered(game=room.game, length=len(raws), room=room.code), Entries(tuple(raws))


def test_asks_again() -> None:
    """What was not answered is asked again on the next connection, once the room has been entered."""
    entered, entries = opened("game")
    guest = Guest(secret("Ana"), "KWPX")
    guest.receive(entered)
    guest.receive(entries)
    asked = guest.act(AddBot("easy", None))
    [enter] = guest.opening()
    assert isinstance(enter, Enter)
    assert enter.head
    assert enter.head[:2] == (entered.game, 1)
    assert [reply for reply in guest.receive(entered).replies if isinstance(reply, Command)] == [asked]


def test_asks_nothing_of_another_game() -> None:
    """Regression: after a rematch that was missed, nothing is asked that was meant for the game before."""
    entered, entries = opened("game")
    guest = Guest(secret("Ana"), "KWPX")
    guest.receive(entered)
    guest.receive(entries)
    guest.act(AddBot("easy", None))
    guest.opening()
    for message in opened("rematch"):
        assert not any(isinstance(reply, Command) for reply in guest.receive(message).replies)


def test_gives_its_seed_in_a_rematch_too() -> None:
    """Regression: on the same connection no seed was given for the shuffles of a rematch, and its end not signed."""
    guest = Guest(secret("Ana"), "TEST")
    for game in ("game", "rematch"):
        table = Table("Ana", "Ben", game=game)
        table.does("Ana", Start())
        guest.receive(Entered(game=table.room.game, length=len(table.raws), room="TEST"))
        replies = guest.receive(Entries(tuple(table.raws))).replies
        assert [reply.k for reply in replies if isinstance(reply, Reveal)] == [1], game
        assert [reply.entry for reply in replies if isinstance(reply, Seen)] == table.raws[-1:], game
