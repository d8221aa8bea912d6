"""The worked session of protocol.md, followed by its own bytes: what each side proves, signs and seals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from tests.outsider.fold import State
from tests.outsider.made import secret
from tests.outsider.plain import Fields, decoded, entry_hash, entry_of, head_signed
from tests.outsider.proofs import derived, hashed, labelled, mixed, shared_key, signed, u32, walked, x25519_public

ROOT = Path(__file__).parents[2]
HOST = b"table.test:8765"
SHOWN = re.compile(r"([→←]) (\w+), (\d+) bytes: .*")
INSIDE = re.compile(r"  inside it, (\d+) bytes")

FILE: dict[str, Any] = json.loads((ROOT / "tests/vectors/session.json").read_text("utf-8"))
ALL: list[dict[str, str]] = FILE["messages"]


def fields(message: dict[str, str], where: str = "hex") -> Fields:
    """The fields of a message, or of the one inside it."""
    kind, said = decoded(bytes.fromhex(message[where]))
    assert where == "inside" or kind == message["kind"]
    return dict(said)


def of_kind(kind: str) -> Iterator[Fields]:
    """The fields of all messages of a kind."""
    return (fields(message) for message in ALL if message["kind"] == kind)


def key(seed: bytes) -> bytes:
    """The Ed25519 public key of a secret."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


@pytest.fixture(scope="module")
def games() -> list[list[bytes]]:
    """The entries of each game, as they came."""
    found: list[list[bytes]] = []
    for message in ALL:
        if message["kind"] == "entered":
            found.append([])
        elif message["kind"] == "entries":
            found[-1] += fields(message)["entries"]
    return found


def test_the_document_quotes_the_file() -> None:
    """Each message that it shows stands in the file in this order, whole or by its first and last bytes."""
    text = (ROOT / "ono_net/spec/protocol.md").read_text("utf-8")
    block = next(part for part in text.split("\n```\n")[1::2] if part.startswith("→ hello, "))
    rest, quoted, at = iter(ALL), 0, ""
    message: dict[str, str] = {}
    for line in [*block.splitlines(), "→ end, 0 bytes: "]:
        if match := SHOWN.fullmatch(line) or INSIDE.fullmatch(line):
            assert re.fullmatch(at or "-", message.get("now", "-"))
            at = ""
            if match.re is SHOWN and match[2] != "end":
                side = "client" if match[1] == "→" else "table"
                message = next(
                    one for one in rest if (one["from"], one["kind"]) == (side, match[2]) and size(one) == match[3]
                )
                message = {**message, "now": message["hex"]}
                quoted += 1
            elif match.re is INSIDE:
                message["now"] = message["inside"]
                assert len(message["now"]) == 2 * int(match[1])
        elif match := re.fullmatch(r"  … (\d+) bytes …", line):
            at += f"[0-9a-f]{{{2 * int(match[1])}}}"
        elif not re.fullmatch(r"  … \d+ messages?", line):
            assert re.fullmatch(r"  [0-9a-f]+", line)
            at += line.strip()
    assert quoted >= 20


def size(message: dict[str, str]) -> str:
    """How many bytes a message has, in digits."""
    return str(len(message["hex"]) // 2)


def test_both_sides_prove_themselves() -> None:
    """`welcome` and `prove` sign host and nonces, with the keys that the document names."""
    hello, welcome, prove = (next(of_kind(kind)) for kind in ("hello", "welcome", "prove"))
    table = key(derived(secret("master"), "ono1/own", b"table"))
    assert (welcome["table"], prove["identity"]) == (table, key(secret("anna identity")))
    assert (hello["nonce"], welcome["nonce"]) == (secret("client nonce"), secret("table nonce"))
    nonces = (hello["nonce"], welcome["nonce"])
    assert signed(table, labelled("ono1/welcome", HOST, *nonces), welcome["proof"])
    assert signed(prove["identity"], labelled("ono1/hello", table, HOST, *nonces), prove["proof"])


def test_the_log(games: list[list[bytes]]) -> None:
    """Every entry is chained, signed by the table, and folds to its digest; `entered` names game and length."""
    table = next(of_kind("welcome"))["table"]
    for entered, raws in zip(of_kind("entered"), games, strict=True):
        state, previous, gid = State(), bytes(32), b""
        for index, raw in enumerate(raws):
            body, sig = decoded(raw)
            entry = entry_of(body, sig)
            gid = gid or hashed("ono1/game", body)
            for event in entry.events:
                state.apply(event)
            assert (entry.index, entry.previous, entry.digest) == (index, previous, state.digest())
            assert head_signed(table, gid, index, body, sig)
            previous = entry_hash(body, sig)
        assert entered["game"] == gid
        assert entered["length"] == 2
    assert len(games) == 2


def test_commands_and_answers(games: list[list[bytes]]) -> None:
    """Each command is signed by the session key of the game, and stands in the entry that its answer names."""
    gid = next(of_kind("entered"))["game"]
    own = derived(secret("anna identity"), "ono1/own", b"session", gid)
    answers = {said["id"]: said for said in (fields(one, "inside") for one in ALL if "inside" in one) if "id" in said}
    commands = list(of_kind("command"))
    assert len(commands) == len(answers) > 5
    for command in commands:
        assert signed(key(own), labelled("ono1/cmd", gid, command["body"]), command["sig"])
        answer = answers[hashed("ono1/cmd", gid, command["body"])]
        assert answer["refusal"] is None
        at: int = answer["index"]
        body: bytes = decoded(games[0][at])[0]
        cause = decoded(body)[3]
        assert cause == ["player", command["body"], command["sig"]]


def test_notes(games: list[list[bytes]]) -> None:
    """Each note opens with the key that Anna shares with the dealer to the message inside."""
    gid = next(of_kind("entered"))["game"]
    own = derived(secret("anna identity"), "ono1/own", b"x25519", gid)
    dealer = decoded(decoded(games[0][1])[0])[4][0][1]["x25519"]
    shared = shared_key(gid, own, dealer, dealer, x25519_public(own))
    opener = ChaCha20Poly1305(derived(shared, "ono1/note-key"))
    notes = [message for message in ALL if message["kind"] == "note"]
    for number, message in enumerate(notes):
        data = fields(message)["data"]
        assert data[:12] == secret(f"note {number}")[:12]
        plain = opener.decrypt(data[:12], data[12:], None)
        assert plain[4 : 4 + int.from_bytes(plain[:4])].hex() == message["inside"]
        assert len(plain) % 1024 == 0
    assert {decoded(bytes.fromhex(message["inside"]))[0] for message in notes} == {"answer", "prompt"}


def test_the_reveal(games: list[list[bytes]]) -> None:
    """The seed is a link of Anna's chain, for the entry that began the shuffle, and the close is cut by it."""
    gid, [reveal] = next(of_kind("entered"))["game"], of_kind("reveal")
    own = derived(secret("anna identity"), "ono1/own", b"session", gid)
    tip = derived(secret("anna identity"), "ono1/own", b"chain", gid)
    assert walked(gid, key(own), 1, tip, (4096, reveal["index"])) == reveal["value"]
    bodies = [decoded(raw) for raw in games[0]]
    begun = next(
        at for at, (body, _) in enumerate(bodies) if any(kind == "shuffle-begun" for kind, _ in decoded(body)[4])
    )
    assert reveal["ctx"] == hashed("ono1/ctx", gid, u32(1), entry_hash(*bodies[begun]))
    values = next(said["values"] for kind, said in decoded(bodies[begun + 1][0])[5] if kind == "reveals")
    assert values == [[0, reveal["index"], reveal["value"]]]
    assert mixed(reveal["ctx"], [(0, reveal["index"], reveal["value"])])
