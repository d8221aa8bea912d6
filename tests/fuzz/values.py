"""Mutated traffic against the machines as values: sessions of both sides, a guest, a room. No socket, no clock."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

from ono_core.fair.keys import sign
from ono_core.fair.transcript import encode
from ono_core.game import commands as cmd
from ono_core.game.faces import Colour
from ono_core.log.entries import command_id, pair_bytes, read_pair, sign_entry
from ono_core.log.faults import LogFault
from ono_core.log.file import written
from ono_core.log.kinds import SEAT_ACT_KINDS, NeedsNewer
from ono_net.dealer import table_secret
from ono_net.guest import Guest
from ono_net.messages import (
    Create,
    Entered,
    Entries,
    Fault,
    Note,
    Reveal,
    from_client,
    from_table,
    pack,
)
from ono_net.room import Answer as Outcome
from ono_net.room import Draft, Room
from ono_net.session import TableSession
from ono_net.table import _answer
from ono_replay.audit import audit, exit_code
from tests.fuzz.mutations import changed_message, changed_value, repacked, unpack_any
from tests.fuzz.traffic import CODE, HOST, NAMES, NOW, SETTINGS, WALL, Moment, client_session, moment, traffic
from tests.net.table import MASTER, secret

MOMENTS = 12
"""Moments of the game at which something goes wrong."""


AT_SIGHT = {"bad-form", "not-canonical", "wrong-index", "clock-fell"}
"""Faults that an entry has by itself: it was not taken in, and a guest is what it was."""


class Values:
    """The machines, kept from case to case while they are as they were."""

    def __init__(self) -> None:
        self._moments: dict[int, Moment] = {}
        self._guests: dict[int, Guest] = {}

    def renew(self) -> None:
        """Begin anew."""
        self._moments, self._guests = {}, {}

    @property
    def cases(self) -> tuple[Callable[[Random], str], ...]:
        """What can be done; each says in a word how it ended."""
        return self.table_session, self.client_session, self.guest, self.room

    # A table's side of a connection

    def table_session(self, dice: Random) -> str:
        """A client says something mutated in some state of the connection: it is heard, or is a Fault."""
        session = TableSession(table_secret(MASTER), HOST, bytes(32))
        for raw in _way_in(dice):
            session.receive(raw)
        if session.state == "ready" and dice.random() < 0.5:
            session.entered()
        known = traffic()
        for _ in range(dice.randint(1, 3)):
            in_place = {"hello": known.hello, "prove": known.prove}.get(session.state, dice.choice(known.said))
            said = in_place if dice.random() < 0.7 else dice.choice((known.hello, known.prove, *known.said))
            try:
                heard = session.receive(changed_message(said, known.said, dice))
            except Fault as fault:
                return fault.code
            for reply in heard.replies:
                assert from_table(pack(reply)) == reply
            if isinstance(heard.wish, Create):
                return _opened(heard.wish)
        return "heard"

    # A client's side

    def client_session(self, dice: Random) -> str:
        """A table says something mutated before or after it is proven: it is heard, or is a Fault."""
        session, known = client_session(), traffic()
        if dice.random() < 0.5:
            session.receive(known.welcome)
        raw = changed_message(dice.choice((known.welcome, *known.heard)), known.heard, dice)
        try:
            replies, message = session.receive(raw)
        except Fault as fault:
            return fault.code
        for reply in replies:
            assert from_client(pack(reply)) == reply
        return type(message).__name__.lower()

    def guest(self, dice: Random) -> str:
        """A table says something mutated, also with its own signature under it: followed, or the table's fault."""
        length = _length(dice)
        now, guest = self._moment(length), self._guests.pop(length, None) or _guest(length)
        try:
            message = from_table(_lie(now, dice))
        except Fault as fault:
            self._guests[length] = guest
            return fault.code
        try:
            news = guest.receive(message)
        except (LogFault, NeedsNewer, Fault) as fault:
            code = str(getattr(fault, "code", "fault"))
            if code in AT_SIGHT and guest.player and len(guest.player.book) == length:
                self._guests[length] = guest
            return code
        for reply in news.replies:
            assert from_client(pack(reply)) == reply
        return f"followed: {type(message).__name__.lower()}"

    # A room

    def room(self, dice: Random) -> str:
        """A player's key signs something mutated: an answer that can be read, or an entry that the audit finds fair."""
        now = self._moment(_length(dice))
        name = dice.choice(NAMES)
        keys = now.players[name].keys
        if dice.random() < 0.15:
            return self._reveal(now, keys.identity, dice)
        body = _body(now, now.players[name].seat or 0, dice)
        sig = sign(keys.session_secret, encode("ono1/cmd", keys.gid, body))
        outcome = now.room.command(keys.identity, body, sig, NOW + 10)
        if isinstance(outcome, Outcome):
            return _read_back(outcome)
        self._moments.pop(now.length)
        return _written(now, outcome)

    def _reveal(self, now: Moment, identity: bytes, dice: Random) -> str:
        reveals = [raw for raw in traffic().said if isinstance(from_client(raw), Reveal)]
        try:
            message = from_client(changed_message(dice.choice(reveals), reveals, dice))
        except Fault as fault:
            return fault.code
        if not isinstance(message, Reveal):
            return "no reveal"
        draft = now.room.reveal(identity, message, NOW + 10)
        self._moments.pop(now.length)
        return _written(now, draft) if draft else "no reveal"

    def _moment(self, length: int) -> Moment:
        if length not in self._moments:
            self._moments[length] = moment(length)
        return self._moments[length]


def _length(dice: Random) -> int:
    """One of a few moments, spread over the game."""
    whole = len(traffic().raws)
    return 2 + (whole - 2) * dice.randrange(1, MOMENTS + 1) // MOMENTS


def _way_in(dice: Random) -> tuple[bytes, ...]:
    known = traffic()
    return (known.hello, known.prove)[: dice.choice((0, 1, 2, 2, 2))]


def _opened(wish: Create) -> str:
    try:
        Room.open(CODE, MASTER, wish.options, bytes(32), NOW, WALL, SETTINGS)
    except ValueError:
        return "bad-option"
    return "opened"


def _guest(length: int) -> Guest:
    """Ana's program, which has followed that game so far."""
    guest, raws = Guest(secret("Ana"), CODE), traffic().raws
    guest.receive(Entered(moment(2).room.game, length, CODE))
    for raw in raws[:length]:
        guest.receive(Entries((raw,)))
    return guest


def _lie(now: Moment, dice: Random) -> bytes:
    """What a table could say that does not play fair."""
    known = traffic()
    match dice.randrange(4):
        case 0:
            return changed_message(dice.choice(known.heard), known.heard, dice)
        case 1:
            prompts = [raw for raw in known.heard if raw[2:8] == b"prompt" or raw[2:8] == b"answer"]
            said = changed_message(dice.choice(prompts), known.heard, dice)
            return pack(Note(now.room.note(0, said[:2000], dice.randbytes(12)) or b""))
        case _:
            return pack(Entries((_signed_lie(now, dice),)))


def _signed_lie(now: Moment, dice: Random) -> bytes:
    """An entry at the end of the log that the table has signed, and that no honest table would have written."""
    raws, next_ = traffic().raws, now.length
    true = read_pair(raws[next_] if next_ < len(raws) and dice.random() < 0.7 else dice.choice(raws[2:]))
    plain = unpack_any(true.body)
    plain[0], plain[1] = next_, now.head[1]
    part = dice.choice((2, 3, 4, 4, 4, 5, 5, 5, 6))
    plain[part] = changed_value(plain[part], dice)
    body = repacked(plain, true.body)
    return pair_bytes(sign_entry(table_secret(MASTER), now.room.game, next_, body))


def _body(now: Moment, seat: int, dice: Random) -> bytes:
    """What a player's key may sign: a command of this game with something wrong, more often than not in its act."""
    whole: list[Any] = unpack_any(dice.choice(traffic().commands).body)
    if dice.random() < 0.5:
        whole[0], whole[5], whole[4] = seat, SEAT_ACT_KINDS.plain(_likely(now, seat, dice)), 0
    if dice.random() < 0.9:
        whole[1] = now.room.book.entries[-1].index + 1000
        whole[2:4] = now.head
        whole[4] = None if whole[4] is None else now.room.state.step
    match dice.randrange(6):
        case 0:
            whole = cast("list[Any]", changed_value(whole, dice))
        case 1:
            whole[0] = dice.choice((None, 0, 1, 2, 3))
        case 2 | 3:
            whole[5] = changed_value(whole[5], dice)
        case _:
            pass
    return repacked(whole, b"")


def _likely(now: Moment, seat: int, dice: Random) -> cmd.Act:
    """An act of a turn that may be allowed."""
    hand = now.room.state.hands[seat] if now.room.state.hands else ()
    if not hand or dice.random() < 0.3:
        return dice.choice((cmd.Draw(), cmd.Pass(), cmd.Accept(), cmd.Challenge()))
    colour = dice.choice((None, None, *Colour))
    return cmd.Play((dice.choice(hand),), colour, dice.choice((None, None, 1)), call=dice.random() < 0.2)


def _read_back(outcome: Outcome) -> str:
    answer = _answer(outcome)
    assert from_table(pack(answer)) == answer
    return outcome.code or "accepted before"


def _written(now: Moment, draft: Draft) -> str:
    """The entry is adopted, everybody follows it, it stands in a fair log, and who asks again is told the same."""
    answer = now.room.commit(draft)
    for player in now.players.values():
        player.follow(draft.raw)
        player.check_head()
    report = audit(written([*traffic().raws[: now.length], draft.raw]))
    assert exit_code(report) in {0, 3}, report
    if answer and answer.index is not None:
        cause = now.room.book.entries[-1].cause
        assert now.room.book.command_index[command_id(now.room.game, cast("Any", cause).body)] == answer.index
    return "written"
