"""Attacks with the table's computers: row 10. The table knows all cards, so its computers could play by them."""

from __future__ import annotations

from unittest.mock import patch

from ono_core.game import commands as cmd
from ono_core.game.faces import Colour, face
from ono_core.log.entries import ByBot
from ono_net.room import Room
from ono_replay.audit import audit
from tests.replay.attacks.table import Forged, Seen, attack, honest, twin
from tests.replay.forging import Game


@attack(10, "bot-differs", "table", Seen.AT_AUDIT)
def computer_plays_what_the_next_hand_lacks() -> Forged:
    """It looks into the next hand and plays a colour that is not there, where its policy plays another card."""
    policy, peeked = Room._computer_act, list[int]()

    def peeking(room: Room, seat: int) -> cmd.Act:
        act = policy(room, seat)
        there = {_colour(room, slot) for slot in room.state.hands[room.state.neighbour(seat)]}
        nasty = [slot for slot in room.choices(seat).playable if _colour(room, slot) not in {*there, None}]
        if isinstance(act, cmd.Play) and nasty and act.slots[0] not in nasty:
            peeked.append(room.book.head.index + 1)
            return cmd.Play((nasty[0],))
        return act

    with patch.object(Room, "_computer_act", peeking):
        games = (Game(4, 1, seed) for seed in range(40))
        cheated = next(one for one in games if peeked)
    found = audit(cheated.data).findings
    assert [finding.index for finding in found] == peeked, "each peek is found, and nothing else"
    return Forged(cheated.data, peeked[0])


def _colour(room: Room, slot: int) -> Colour | None:
    return face(room.state.deck[room.dealer.faces[slot]]).colour


@twin(10)
def computer_that_does_not_look() -> bytes:
    """The computer's moves are made again from its own view, and are the same."""
    played = honest()
    assert audit(played.data).counts.bots == sum(isinstance(entry.cause, ByBot) for entry in played.entries) > 0
    return played.data
