"""What the log says: the events an operator wants, and never anything that shows a card or lets somebody in."""

from __future__ import annotations

import base64
import io
import json
import logging
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import trio

from ono_core.game.commands import AddBot, Start
from ono_core.game.state import Phase
from ono_net.dealer import table_secret
from ono_net.guest import Guest
from ono_net.logs import formatter, set_up
from ono_net.messages import Command, Enter, Entered, Error, Note
from ono_net.secrets import master_secret
from tests.net.peers import forged, log_of
from tests.net.serving import Person, person, secret_of, serving, wire

EVENTS = {
    "a connection failed",
    "game failed and is read again",
    "limit met",
    "room opened",
    "server drains",
    "server started",
    "server stopped",
}
FIELDS = {
    "address",
    "admin",
    "event",
    "game",
    "level",
    "limit",
    "logger",
    "reason",
    "rooms",
    "table",
    "timestamp",
    "url",
    "websockets",
}


@contextmanager
def everything(*, as_text: bool = False) -> Generator[io.StringIO]:
    """All that any logger says, from debug on, as an operator would read it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter(as_text=as_text))
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield stream
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


def bytes_in(value: Any) -> Iterator[bytes]:
    """Every string of bytes in a value, however deep."""
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, dict):
        yield from bytes_in([*cast("dict[object, object]", value).values()])
    elif isinstance(value, list | tuple | set | frozenset):
        for part in cast("Iterable[object]", value):
            yield from bytes_in(part)
    elif fields := getattr(value, "__struct_fields__", None):
        for name in fields:
            yield from bytes_in(getattr(value, name))


def shapes(secret: bytes) -> Iterator[str]:
    """How bytes may look in text; the first sixteen give them away."""
    part = secret[:16]
    yield from (part.hex(), repr(part)[2:-1], str(list(part))[1:-1])
    yield from (base64.b64encode(part).decode()[:20], base64.b32encode(part).decode()[:24])


class Listener(Guest):
    """A guest that keeps every note it was sent, sealed and opened."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.notes: list[bytes] = []

    def receive(self, message: Any) -> Any:
        """See Guest."""
        if isinstance(message, Note) and self.player:
            self.notes += [message.data, self.player.opened_note(message.data) or b""]
        return super().receive(message)


async def whole_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[bytes], list[str]]:
    """Play a whole game with refusals, wrong codes and garbage: all bytes and words that must not be told."""
    monkeypatch.setattr("tests.net.serving.Guest", Listener)
    secrets, words = list[bytes](), list[str]()
    async with serving(folder, admin_port=0) as served, person(served, "Anastasia") as ana:
        room = str(ana.guest.room)
        async with person(served, "Benedikta", room) as ben, wire(served) as bad:
            await mischief(ana, bad, room)
            for someone in (ana, ben):
                await someone.sit()
            await ana.act(AddBot("easy", None))
            await ana.act(Start())
            async with trio.open_nursery() as nursery:
                for someone in (ana, ben):
                    nursery.start_soon(someone.play)
            assert ana.phase is Phase.SEALED
            for someone in (ana, ben):
                assert isinstance(someone.guest, Listener)
                keys = log_of(someone).keys
                secrets += [secret_of(someone.name), keys.session_secret, keys.session, keys.x25519_secret]
                secrets += [keys.chain.anchor, keys.chain.link(1), keys.chain.link(2), *someone.guest.notes]
        book = log_of(ana).book
        secrets += bytes_in([entry.events for entry in book.entries])
        secrets += bytes_in([entry.papers for entry in book.entries])
        secrets += [pair.sig for pair in book.pairs] + [pair.body for pair in book.pairs]
        words += [room, "Anastasia", "Benedikta"]
    master = master_secret(folder)
    return [*secrets, master, table_secret(master)], words


async def mischief(ana: Person, bad: Any, room: str) -> None:
    """What makes servers talkative: wrong codes, forged commands, garbage."""
    await bad.shake()
    await bad.say(Enter(head=None, room="ZZZZ"))
    assert isinstance(await bad.hear(), Error)
    await bad.say(Enter(head=None, room=room))
    assert isinstance(await bad.hear(), Entered)
    await bad.say(Command(b"garbage", bytes(64)))
    await ana.link.send(forged(ana, AddBot("easy", None), seat=0))
    assert (await ana.answer()).answer
    await bad.socket.send_message(b"garbage")


@pytest.mark.parametrize("as_text", [False, True])
async def test_no_line_gives_anything_away(
    as_text: bool,  # noqa: FBT001 - a parameter of the table above
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With everything logged, a whole game leaves no seed, key, salt, note, signature, name or code in any line."""
    with everything(as_text=as_text) as stream:
        secrets, words = await whole_game(tmp_path, monkeypatch)
    told = stream.getvalue()
    assert "server started" in told
    assert len({secret for secret in secrets if len(secret) >= 16}) > 100
    public = {secret for secret in secrets if secret.hex()[:12] in told and len(secret) == 32}
    assert len(public) <= 1, "the game's id is the only one that is named, by its first digits"
    for secret in secrets:
        if len(secret) >= 16:
            for shape in shapes(secret):
                assert shape not in told
    for word in words:
        assert word not in told


async def test_only_known_events_and_fields(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line says one of a few events with a few values; a new one is to be thought about here."""
    with everything() as stream:
        await whole_game(tmp_path, monkeypatch)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    ours = [line for line in lines if line["logger"].startswith("ono_net")]
    assert {line["event"] for line in ours} <= EVENTS
    assert {"room opened", "server drains", "server started", "server stopped"} <= {line["event"] for line in ours}
    assert {field for line in ours for field in line} <= FIELDS | {"message"}  # which pytest's own handler adds


async def test_a_flood_makes_no_flood_of_lines(tmp_path: Path) -> None:
    """A limit that is met again and again is told once a minute."""
    with everything() as stream:
        async with serving(tmp_path) as served, wire(served) as greedy:
            await greedy.shake()
            for _ in range(40):
                await greedy.say(Enter(head=None, room="ZZZZ"))
                assert isinstance(await greedy.hear(), Error)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    met = [line for line in lines if line["event"] == "limit met"]
    assert [(line["limit"], line["address"]) for line in met] == [("guesses", "127.0.0.1")]


def test_json_lines_and_text() -> None:
    """JSON has the values by name, text is for people; a traceback stays in its one line of JSON."""
    for form in ("json", "text"):
        stream = io.StringIO()
        root = logging.getLogger()
        before, level = root.handlers[:], root.level
        try:
            set_up("info", form, stream)
            ours, other = logging.getLogger("ono_net.test"), logging.getLogger("another")
            ours.debug("not told")
            other.info("not told")
            ours.info("told", extra={"game": "abc"})
            try:
                int("why")
            except ValueError:
                ours.exception("failed")
        finally:
            root.handlers[:] = before
            root.setLevel(level)
            logging.getLogger("ono_net").setLevel(logging.NOTSET)
        text = stream.getvalue()
        assert "not told" not in text
        if form == "json":
            first, second = map(json.loads, text.splitlines())
            assert (first["event"], first["game"], first["level"]) == ("told", "abc", "info")
            assert "ValueError: invalid literal" in second["exception"]
        else:
            assert "told" in text.splitlines()[0]
            assert "game" in text.splitlines()[0]
            assert "ValueError: invalid literal" in text
