"""Messages on the wire."""

from itertools import pairwise

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
