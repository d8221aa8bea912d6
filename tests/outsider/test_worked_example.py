"""The worked examples of the specification, followed step by step: their bytes are read from its own text.

Steps for which the text has no bytes of its own, and whole logs stand in: a dealer's reveal, a share (section 2.5),
a note, and a `.fork` file.
"""

import re
from pathlib import Path

import pytest

from tests.outsider.fold import State
from tests.outsider.made import public, secret
from tests.outsider.plain import decoded, entry_hash, entry_of, head_signed
from tests.outsider.proofs import (
    SEALED,
    derived,
    draw,
    hashed,
    key_ok,
    labelled,
    laid,
    mixed,
    perm,
    salt_of,
    shared_key,
    signed,
    slot_commitment,
    stream,
    u8,
    u16,
    u32,
    u64,
    unsealed,
    walked,
    x25519_public,
)

SPEC = Path(__file__).parents[2] / "ono_core/spec"
BYTES = re.compile(r" +([0-9a-f]+)")
STEP = re.compile(r"(\w+) +(?:= (.*)|([0-9 ]*[0-9])\b.*)")
CARDS = [11, 42, 77, 100]


def steps(name: str, start: str) -> dict[str, str]:
    """The steps of the code block that begins so: by name, the bytes in hex or the numbers."""
    blocks = (SPEC / name).read_text().split("\n```\n")[1::2]
    found: dict[str, str] = {}
    last = ""
    for line in next(text for text in blocks if text.startswith(start)).splitlines():
        if match := BYTES.fullmatch(line):  # under the step, perhaps on several lines
            found[last] += match[1]
        elif match := STEP.fullmatch(line):
            last = match[1]
            stands = bool(match[2]) and re.fullmatch(r"[0-9a-f]{32,}", match[2])  # behind the step, or numbers
            found[last] = match[2] if stands else match[3] or ""
    return found


@pytest.fixture(scope="module")
def shown() -> dict[str, str]:
    """The example of fairness.md."""
    return steps("fairness.md", "gid ")


@pytest.fixture(scope="module")
def entry() -> dict[str, bytes]:
    """The example of log.md section 10."""
    return {name: bytes.fromhex(value) for name, value in steps("log.md", "packed ").items()}


def test_labelled_encoding() -> None:
    """The bytes of section 1.1."""
    text = (SPEC / "fairness.md").read_text()
    match = re.search(r'`E\("ono1/x", 01, \)`, of two parts.* is `([0-9a-f ]+)`', text)
    assert match
    assert labelled("ono1/x", b"\1", b"") == bytes.fromhex(match[1])


def test_keys_and_chains(shown: dict[str, str]) -> None:
    """Public keys, and chains walked down from their tips."""
    gid = secret("game")
    assert shown["gid"] == gid.hex()
    for letter, owner, name, role in (("d", "table", "dealer", 0), ("a", "anna", "anna", 1), ("b", "bo", "bo", 1)):
        key, tip = public(name), secret(f"{name} tip")
        assert shown[owner] == key.hex()
        assert key_ok(key)
        assert shown[f"{letter}_2"] == tip.hex()
        for index in (1, 0):
            assert shown[f"{letter}_{index}"] == walked(gid, key, role, tip, (2, index)).hex()


def test_commitments(shown: dict[str, str]) -> None:
    """The dealer lays the cards, salts them and commits."""
    gid, link = secret("game"), bytes.fromhex(shown["d_1"])
    cards = laid(link, gid, 1, CARDS)
    assert shown["laid"] == " ".join(str(card) for card in cards)
    for place, card in enumerate(cards):
        salt = salt_of(link, gid, 1, place)
        assert shown[f"salt_{place}"] == salt.hex()
        assert shown[f"cm_{place}"] == slot_commitment(gid, 256 + place, card, salt).hex()


def test_the_cut(shown: dict[str, str]) -> None:
    """From two seeds to the order, the dice and a computer's seed."""
    assert shown["h"] == secret("begin").hex()
    ctx = hashed("ono1/ctx", secret("game"), u32(1), secret("begin"))
    assert shown["ctx"] == ctx.hex()
    mix = mixed(ctx, [(0, 1, bytes.fromhex(shown["a_1"])), (2, 1, bytes.fromhex(shown["b_1"]))])
    assert shown["mix"] == mix.hex()
    assert shown["order"] == " ".join(str(place) for place in perm(derived(mix, "ono1/perm"), 4))
    assert shown["dice"] == str(draw(stream(derived(mix, "ono1/first")), 2))
    bot = derived(bytes.fromhex(shown["d_1"]), "ono1/bot", secret("game"), u8(1), mix)
    assert shown["bot"] == bot.hex()


def test_a_sealed_card(shown: dict[str, str]) -> None:
    """Section 2.3: both sides have K, and what is sealed opens the commitment."""
    sealing = {name: bytes.fromhex(value) for name, value in steps("fairness.md", "D ").items()}
    dealer, anna = secret("dealer x25519"), secret("anna x25519")
    assert (sealing["D"], sealing["P"]) == (x25519_public(dealer), x25519_public(anna))
    for own, other in ((dealer, sealing["P"]), (anna, sealing["D"])):
        assert shared_key(secret("game"), own, other, sealing["D"], sealing["P"]) == sealing["K"]
    assert len(sealing["sealed"]) == SEALED
    card, salt = unsealed(sealing["K"], 256, sealing["sealed"])
    assert (card, salt.hex()) == (42, shown["salt_0"])
    assert slot_commitment(secret("game"), 256, card, salt).hex() == shown["cm_0"]
    assert hashed("ono1/slot", secret("game"), u32(1), u16(0), u16(card), salt).hex() == shown["cm_0"]


def test_an_entry(entry: dict[str, bytes]) -> None:
    """log.md section 10: digest, game id, signature and hash of a first entry."""
    body, sig = entry["body_0"], entry["sig_0"]
    assert entry["digest"] == hashed("ono1/state", entry["packed"])[:16] == State().digest()
    assert decoded(entry["packed"])[0] == "lobby"
    read = entry_of(body, sig)
    assert (read.index, read.previous, read.clock, read.digest) == (0, bytes(32), 0, entry["digest"])
    assert read.events[0][1]["table"] == public("dealer")
    assert read.events[0][1]["nonce"] == secret("nonce")
    assert read.act == ("open_log", read.events[0][1])
    assert entry["gid"] == hashed("ono1/game", body)
    assert entry["b_0"] == hashed("ono1/body", body)
    assert entry["h_0"] == entry_hash(body, sig)
    assert head_signed(public("dealer"), entry["gid"], 0, body, sig)


def test_signatures(entry: dict[str, bytes]) -> None:
    """A certificate, a command and a cosignature."""
    gid, head, cmd = entry["gid"], entry["h_0"], entry["cmd"]
    exchange = x25519_public(secret("anna x25519"))
    message = labelled("ono1/session", gid, public("anna"), exchange, secret("anna anchor"))
    assert signed(public("anna identity"), message, entry["cert"])
    assert decoded(cmd) == [0, 2, 0, head, None, ["leave", {}]]
    assert entry["id"] == hashed("ono1/cmd", gid, cmd)
    assert signed(public("anna"), labelled("ono1/cmd", gid, cmd), entry["sig"])
    final = labelled("ono1/final", gid, u64(0), head)
    assert signed(public("anna"), final, entry["final"])
    assert not signed(public("anna"), final, entry["sig"])
