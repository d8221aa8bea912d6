"""Makes session.json: one whole session in bytes, from hello to a rematch, and the example that protocol.md opens with.

Every secret and nonce in it is S(name) = H("ono1/test", name). ``python -m tests.vectors.generate_session`` writes the
file and prints the example. The table is the authority itself; the client is our own, as a machine.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from ono_core.bots import choose
from ono_core.fair.keys import public_key
from ono_core.fair.slots import NONCE_SIZE
from ono_core.fair.transcript import Stream
from ono_core.game import commands as cmd
from ono_core.game.state import Phase, seat_of
from ono_net import messages as m
from ono_net.dealer import table_secret
from ono_net.guest import Guest, choices_of
from ono_net.lobby import PRIVATE
from ono_net.room import Answer, Draft, Room, Settings
from ono_net.session import ClientSession, TableSession
from tests.vectors.generate_fair import secret

FILE = Path(__file__).with_name("session.json")
HOST, CODE, CLIENT = "table.test:8765", "KWPX", "ono-example 1"
OPTIONS = {"preset": "boardflix", "deal": 3}
MASTER, IDENTITY = secret("master"), secret("anna identity")
LINE = 120
"""Digits of a line in the document."""

CUT = 400
"""Longer messages are shown by their first and last bytes there."""


class Session:
    """Both ends, and every message between them."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.now = 0
        self.games = 0
        self.notes = 0
        self.table = TableSession(table_secret(MASTER), HOST, secret("table nonce"))
        self.client = ClientSession(IDENTITY, HOST, secret("client nonce"))
        self.guest = Guest(IDENTITY, None, OPTIONS)
        self.room: Room
        self.presence = m.Presence((), 0)
        self._to_table: deque[m.FromClient] = deque()

    # The wire

    def client_says(self, message: m.FromClient) -> None:
        """One message, and all that follows from it."""
        self._to_table.append(message)
        while self._to_table:
            said = self._to_table.popleft()
            raw = m.pack(said)
            self._note("client", said, raw)
            heard = self.table.receive(raw)
            for reply in heard.replies:
                self.table_says(reply)
            if heard.wish:
                self._grant(heard.wish)

    def table_says(self, message: m.Message) -> None:
        """One message; what the client answers by itself goes out after all that the table says at once."""
        raw = m.pack(message)
        inside = None
        if isinstance(message, m.Note):
            assert self.guest.player is not None, "a seat is in a room"
            inside = self.guest.player.opened_note(message.data)
        self._note("table", message, raw, inside)
        replies, heard = self.client.receive(raw)
        self._to_table.extend(replies)
        if heard:
            self._to_table.extend(self.guest.receive(heard).replies)

    def _note(self, side: str, message: m.Message, raw: bytes, inside: bytes | None = None) -> None:
        told = {"from": side, "kind": type(message).__name__.lower(), "hex": raw.hex()}
        self.messages.append(told if inside is None else {**told, "inside": inside.hex()})

    # The table

    def _grant(self, wish: m.Wish) -> None:
        match wish:
            case m.Create(options=options):
                self.room, raws = Room.open(CODE, MASTER, options, secret("game 0"), self.now, 0, Settings())
                self.table.entered()
                self._begin(raws)
                self.room.arrived(self.client_identity, self.now)
                self.table_says(PRIVATE)
                self._tell_presence()
            case m.Command(body=body, sig=sig):
                done = self.room.command(self.client_identity, body, sig, self.now)
                assert isinstance(done, Draft), f"nothing is refused in the example: {done}"
                self._write(done)
            case m.Reveal():
                self._write(self.room.reveal(self.client_identity, wish, self.now))
            case m.Again():
                self.games += 1
                self.room, raws = self.room.again(secret(f"game {self.games}"), self.now, self.now)
                self._begin(raws)
            case _:
                pass  # the others hear what was seen, and there are none

    @property
    def client_identity(self) -> bytes:
        """The key that the client has proven."""
        return self.table.identity

    def _begin(self, raws: list[bytes]) -> None:
        self.table_says(m.Entered(self.room.game, len(raws), CODE))
        self.table_says(m.Entries(tuple(raws)))

    def _write(self, draft: Draft | None) -> None:
        if draft is None:
            return
        answer = self.room.commit(draft)
        self.table_says(m.Entries((draft.raw,)))
        if answer:
            self._private(_answer(answer))
        seat = seat_of(self.room.state, identity=self.client_identity)
        if seat in self.room.prompted():
            assert seat is not None, "only seats are prompted"
            fields = msgspec.structs.asdict(self.room.choices(seat))
            self._private(m.Prompt(**fields, ms_left=self.room.ms_left(self.now)))
        self._tell_presence()

    def _private(self, message: m.Message) -> None:
        seat = seat_of(self.room.state, identity=self.client_identity)
        assert seat is not None, "the example's client is answered when it sits"
        nonce = secret(f"note {self.notes}")[:NONCE_SIZE]
        self.notes += 1
        data = self.room.note(seat, m.pack(message), nonce)
        assert data is not None, "the seat has keys"
        self.table_says(m.Note(data))

    def _tell_presence(self) -> None:
        presence = m.Presence(tuple(self.room.online()), self.room.spectators())
        if presence != self.presence:
            self.presence = presence
            self.table_says(presence)

    def wake(self) -> None:
        """Go on to what the table does next by itself."""
        due = self.room.next_deadline()
        assert due is not None, "somebody must act"
        self.now = max(self.now, due)
        self._write(self.room.wake(self.now))
        while self._to_table:
            self.client_says(self._to_table.popleft())

    # The client

    def does(self, act: cmd.Act) -> None:
        """A signed command."""
        self.now += 1000
        self.client_says(self.guest.act(act))

    def played(self) -> None:
        """The whole session."""
        self.client_says(self.client.hello(CLIENT))
        for wish in self.guest.opening():
            self.client_says(wish)
        assert self.guest.player is not None, "a room was entered"
        self.does(self.guest.player.keys.join("Anna"))
        self.does(cmd.AddBot("easy", None))
        self.does(cmd.Start())
        while self.room.state.phase is not Phase.SEALED:
            self._turn()
        self.client_says(m.Again())

    def _turn(self) -> None:
        player, prompt = self.guest.player, self.guest.prompt
        assert player is not None, "a room was entered"
        if prompt is None or player.state.turn != player.seat:
            self.wake()
            return
        self.guest.prompt = None
        draw = Stream(secret(f"move {prompt.step}")).draw
        self.does(choose("easy", player.view(), choices_of(prompt), draw))


def _answer(outcome: Answer) -> m.Answer:
    assert outcome.code is None, "nothing is refused in the example"
    return m.Answer(outcome.id, outcome.index, None)


def told() -> dict[str, Any]:
    """What the file says."""
    session = Session()
    session.played()
    names = ["master", "anna identity", "client nonce", "table nonce"]
    return {
        "spec": "protocol.md",
        "comment": 'all bytes in hex; TEST KEYS ONLY: S(name) = H("ono1/test", name); the table\'s key is that of '
        'F(S("master"), "ono1/own", "table"); game n has nonce S("game n"), note n begins with 12 bytes of '
        'S("note n"); inside: the message in a note, opened',
        "host": HOST,
        "secrets": {name: secret(name).hex() for name in names},
        "table": public_key(table_secret(MASTER)).hex(),
        "identity": public_key(IDENTITY).hex(),
        "messages": session.messages,
    }


def text() -> str:
    """The file as it stands in the repository, a message a line."""
    whole = told()
    messages = ",\n".join(map(json.dumps, whole.pop("messages")))
    return json.dumps(whole, indent=1)[:-2] + ',\n "messages": [\n' + messages + "\n]}\n"


# The example in the document

Told = dict[str, Any]
SHOWN: list[tuple[str, Callable[[Told], bool]]] = [
    ("names its versions and a fresh nonce", lambda it: it["kind"] == "hello"),
    ('proof = Ed25519(table, E("ono1/welcome", host, client nonce, table nonce))', lambda it: it["kind"] == "welcome"),
    (
        'proof = Ed25519(identity, E("ono1/hello", table, host, client nonce, table nonce))',
        lambda it: it["kind"] == "prove",
    ),
    ("a room with these options", lambda it: it["kind"] == "create"),
    ("its code, the id of its game, and how many entries follow", lambda it: it["kind"] == "entered"),
    ("the birth of the log", lambda it: it["kind"] == "entries"),
    ("private, as every room at first", lambda it: it["kind"] == "door"),
    ("nobody sits yet; one watches", lambda it: it["kind"] == "presence"),
    ("the newest entry held, for the others to compare", lambda it: it["kind"] == "seen"),
    ("`join`, signed by the session key that it introduces", lambda it: it["kind"] == "command"),
    ("the entry that it led to", lambda it: it["kind"] == "entries"),
    ("the answer, sealed to the seat", lambda it: it["kind"] == "note"),
    ("seat 0 is online", lambda it: it["kind"] == "presence"),
    ("the seed for shuffle 1, once `start` has begun it", lambda it: it["kind"] == "reveal"),
    ("the shuffle closed, the cards dealt", lambda it: it["kind"] == "entries"),
    ("the prompt, sealed to the seat", lambda it: it["kind"] == "note" and b"prompt" in bytes.fromhex(it["inside"])),
    ("a card, played", lambda it: it["kind"] == "command" and b"\xa4play" in bytes.fromhex(it["hex"])),
    ("the end of the game, signed", lambda it: it["kind"] == "command" and b"\xa6cosign" in bytes.fromhex(it["hex"])),
    ("after the seal: a rematch", lambda it: it["kind"] == "again"),
    ("another game in the same room", lambda it: it["kind"] == "entered"),
]
"""What the document shows of it, in order: why, and which message it is (the next of which this holds)."""


def example(messages: list[Told]) -> str:
    """The lines between the fences."""
    return "\n".join(_lines(messages)) + "\n"


def _lines(messages: list[Told]) -> Iterator[str]:
    at = 0
    for words, is_it in SHOWN:
        found = next(place for place in range(at, len(messages)) if is_it(messages[place]))
        if skipped := found - at:
            yield f"  … {skipped} message{'s' if skipped > 1 else ''}"
        at = found + 1
        yield from _shown(messages[found], words)


def _shown(message: Told, words: str) -> Iterator[str]:
    arrow = "→" if message["from"] == "client" else "←"
    yield f"{arrow} {message['kind']}, {len(message['hex']) // 2} bytes: {words}"
    yield from _digits(message["hex"])
    if "inside" in message:
        yield f"  inside it, {len(message['inside']) // 2} bytes"
        yield from _digits(message["inside"])


def _digits(digits: str) -> Iterator[str]:
    if len(digits) > 2 * CUT:
        hidden = len(digits) // 2 - LINE
        yield from (f"  {digits[:LINE]}", f"  … {hidden} bytes …", f"  {digits[-LINE:]}")
    else:
        yield from (f"  {line}" for line in wrap(digits, LINE))


if __name__ == "__main__":
    FILE.write_text(text())
    print(example(told()["messages"]), end="")  # noqa: T201 - that is what it is for
