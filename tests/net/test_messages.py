"""Messages on the wire."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_core.log.codec import packed
from ono_net import messages as m

ID = bytes(range(32))
SIG = bytes(range(64))

CLIENT_MESSAGES = [
    m.Hello(client="test 1", nonce=ID, versions=(1, 2)),
    m.Prove(identity=ID, proof=SIG),
    m.Create(options={"preset": "boardflix", "seats_max": 4}),
    m.Enter(head=None, room="KWPX"),
    m.Enter(head=(ID, 7, ID), room="KWPX"),
    m.Command(body=b"body", sig=SIG),
    m.Reveal(ctx=ID, index=1, k=1, value=ID),
    m.Again(),
    m.Emote("well-played"),
    m.Prepare(nonce=ID, options={"preset": "official"}, watch="delayed", delay_ms=0),
    m.Announce(ID, b"board"),
    m.Attend(ID),
    m.Attend(ID[:5]),
    m.Apply(ID, b"body", SIG),
    m.Decided(ID, None, ""),
    m.Explain({"preset": "official"}),
    m.Explain({"preset": "official"}, "fr"),
    m.Ping(1),
    m.Pong(-1),
]
TABLE_MESSAGES = [
    m.Welcome(nonce=ID, proof=SIG, table=ID, version=1),
    m.Entered(game=ID, length=2, room="KWPX"),
    m.Entries((b"one", b"two")),
    m.Answer(id=ID, index=4, refusal=None),
    m.Answer(id=ID, index=None, refusal=m.Refused(code="stale", counter=None, detail="", step=8)),
    m.Prompt(
        acts=("play", "catch"),
        bluffs=(3,),
        cards=((3, None), (4, "does-not-fit")),
        catches=((2, 7),),
        lasts=(3,),
        ms_left=30_000,
        sets=((3, 5),),
        stakes=(4, 6),
        step=8,
        swaps=(3,),
        targets=(0, 2),
    ),
    m.Note(b"sealed"),
    m.Board(ID, b"board"),
    m.Applied(ID, ID, b"body", SIG),
    m.Decided(ID, "name-taken", "Ana"),
    m.Emoted(seat=3, what="hurry"),
    m.Presence(online=(0, 2), spectators=1),
    m.Replaced(),
    m.Restart(2000),
    m.Ping(1),
    m.Pong(1),
    m.Error(code="no-such-room", detail=""),
]


@pytest.mark.parametrize("message", CLIENT_MESSAGES, ids=range(len(CLIENT_MESSAGES)))
def test_client_messages_come_back(message: m.Message) -> None:
    """What a client packs, the table reads as the same value."""
    assert m.from_client(m.pack(message)) == message


@pytest.mark.parametrize("message", TABLE_MESSAGES, ids=range(len(TABLE_MESSAGES)))
def test_table_messages_come_back(message: m.Message) -> None:
    """What the table packs, a client reads as the same value."""
    assert m.from_table(m.pack(message)) == message


def test_bytes_of_a_message() -> None:
    """A message is canonical msgpack of its kind and fields, keys rising."""
    assert m.pack(m.Enter(head=None, room="KWPX")) == b"\x92\xa5enter\x82\xa4head\xc0\xa4room\xa4KWPX"


@pytest.mark.parametrize("message", [*CLIENT_MESSAGES, *TABLE_MESSAGES])
def test_every_message_has_one_spelling(message: m.Message) -> None:
    """However it is packed, it is packed as the codec would pack its kind and fields."""
    fields = msgspec.to_builtins(message, builtin_types=(bytes,))
    assert m.pack(message) == packed([type(message).__name__.lower(), fields])


@given(st.integers(0, 200), st.binary(max_size=3), st.integers(0, 3))
def test_a_command_is_read_as_strictly_as_any_message(at: int, put: bytes, cut: int) -> None:
    """The quick way for commands takes nothing that the way for all messages refuses, and reads the same."""
    raw = m.pack(m.Command(body=bytes(40), sig=SIG))
    spoiled = raw[:at] + put + raw[at + cut :]
    command = m._quick_command(spoiled)
    if command:
        assert command == m._parsed(spoiled, m._FROM_CLIENT)
    else:
        with pytest.raises(m.Fault):
            m.from_client(spoiled)


@pytest.mark.parametrize(
    "raw",
    [
        packed(["command", {"body": b"body", "sig": SIG}])[:-1],
        packed(["command", {"body": b"body", "sig": SIG}]) + b"\xc0",
        packed(["command", {"body": b"body", "sig": SIG[1:]}]),
        packed(["command", {"body": "body", "sig": SIG}]),
        packed(["command", {"body": b"body", "more": 1, "sig": SIG}]),
        b"\x92\xa7command\x82\xa3sig\xc4\x40" + SIG + b"\xa4body\xc4\x00",
        b"\x92\xa7command\x82\xa4body\xc5\x00\x00\xa3sig\xc4\x40" + SIG,
    ],
)
def test_a_command_in_any_other_spelling_is_a_fault(raw: bytes) -> None:
    """Fields in another order or form, more of them, fewer, or other bytes after them."""
    assert m._quick_command(raw) is None
    with pytest.raises(m.Fault):
        m.from_client(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xc1",
        packed("enter"),
        packed(["enter"]),
        packed(["enter", []]),
        packed(["enter", {"head": None}]),
        packed(["enter", {"head": None, "more": 1, "room": "KWPX"}]),
        packed(["enter", {"head": None, "room": b"KWPX"}]),
        packed(["enter", {"head": [ID, True, ID], "room": "KWPX"}]),
        packed(["enter", {"head": [ID, -1, ID], "room": "KWPX"}]),
        packed(["enter", {"head": [ID[:31], 1, ID], "room": "KWPX"}]),
        packed(["enter", {"head": None, "room": "K" * 65}]),
        packed(["sesame", {}]),
        packed(["entries", {"entries": []}]),
        packed([["again"], {}]),
        packed(["again", {}, None]),
        packed(["again", {}]) + b"\xc0",
        b"\x92\xa5again\xde\x00\x00",
        b"\x92\xa4ping\x81\xa1n\xcb" + bytes(8),
    ],
)
def test_anything_else_is_a_fault(raw: bytes) -> None:
    """Other kinds, fields, types or spellings are the client's fault."""
    with pytest.raises(m.Fault) as fault:
        m.from_client(raw)
    assert fault.value.code == "bad-message"


def test_too_big() -> None:
    """A message over the limit is refused by its size alone."""
    with pytest.raises(m.Fault) as fault:
        m.from_client(bytes(m.LIMIT + 1))
    assert fault.value.code == "bad-message"


@given(st.binary(max_size=200))
def test_random_bytes(raw: bytes) -> None:
    """Random bytes are a fault, and never anything else."""
    for read in (m.from_client, m.from_table):
        with pytest.raises(m.Fault):
            read(raw)


@given(st.lists(st.integers(1, m.BATCH + 1000).map(bytes), max_size=12))
def test_batches(entries: list[bytes]) -> None:
    """Batches hold the entries in order, each as many as fit, and every one fits into a message."""
    batches = list(m.batches(entries))
    assert [entry for batch in batches for entry in batch.entries] == entries
    for batch in batches:
        assert sum(map(len, batch.entries)) <= m.BATCH or len(batch.entries) == 1
        assert len(m.pack(batch)) <= m.LIMIT
    for one, after in pairwise(batches):
        assert sum(map(len, one.entries)) + len(after.entries[0]) > m.BATCH
