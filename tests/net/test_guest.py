"""What a client owes the table after each message."""

from ono_core.game.commands import AddBot
from ono_net.guest import Guest
from ono_net.messages import Command, Enter, Entered, Entries
from ono_net.room import Room, Settings
from tests.net.table import MASTER, OPTIONS, secret


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
