"""Small logs that are signed as they must be, made by the specification with secrets S(name); to the first begin."""

from collections.abc import Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.outsider.fold import State
from tests.outsider.plain import Fields, Pair, entry_hash, msgpack
from tests.outsider.proofs import hashed, labelled, laid, salt_of, slot_commitment, u64, x25519_public

Plain = list[Any]  # [kind, {fields}]
FACES = [colour + number for colour in "RYGB" for number in "0123456789"]  # a deck that no rules know


def secret(name: str) -> bytes:
    """S(name)."""
    return hashed("ono1/test", name.encode())


def public(name: str) -> bytes:
    """The Ed25519 public key of S(name)."""
    return Ed25519PrivateKey.from_private_bytes(secret(name)).public_key().public_bytes_raw()


def sign(name: str, message: bytes) -> bytes:
    """A signature under S(name)."""
    return Ed25519PrivateKey.from_private_bytes(secret(name)).sign(message)


def mapped(**fields: Any) -> Fields:
    """Fields with their names rising, as they are packed."""
    return dict(sorted(fields.items()))


class Made:
    """A log in the making; Ana sits in seat 0."""

    def __init__(self) -> None:
        self.state, self.gid = State(), b""
        self.pairs: list[Pair] = []
        self.heads = [bytes(32)]
        opening = mapped(
            host=None, nonce=secret("nonce"), options={"preset": "boardflix"}, table=public("dealer"), time=0, version=1
        )
        self.add(["table", ["open_log", opening]], [["log-opened", opening]])
        dealer = mapped(anchor=secret("dealer anchor"), x25519=x25519_public(secret("dealer x25519")))
        self.add(["table", ["seat_dealer", dealer]], [["dealer-seated", dealer]])
        self.join("ana", 0, ["host-set", {"seat": 0}])

    def add(self, cause: Plain, events: Sequence[Plain], *papers: Plain) -> None:
        """One entry, signed by the table."""
        for kind, fields in events:
            self.state.apply((kind, fields))
        index = len(self.pairs)
        body: bytes = msgpack.packb([index, self.heads[-1], 0, cause, list(events), list(papers), self.state.digest()])
        self.gid = self.gid or hashed("ono1/game", body)
        sig = sign("dealer", labelled("ono1/head", self.gid, u64(index), hashed("ono1/body", body)))
        self.pairs.append((body, sig))
        self.heads.append(entry_hash(body, sig))

    def command(self, key: str, seat: int | None, counter: int, act: Plain, **others: int) -> Plain:
        """A player's cause; `seen` and `step` are the newest head and none unless said."""
        seen = others.get("seen", len(self.pairs) - 1)
        body: bytes = msgpack.packb([seat, counter, seen, self.heads[seen + 1], others.get("step"), act])
        return ["player", body, sign(key, labelled("ono1/cmd", self.gid, body))]

    def join(self, name: str, seat: int, *then: Plain, counter: int = 1, key: str = "", rekeys: bool = False) -> None:
        """Somebody sits down, or puts new keys in the place of the old ones."""
        key = key or name
        keys = {
            "session": public(key),
            "x25519": x25519_public(secret(f"{key} x25519")),
            "anchor": secret(f"{key} anchor"),
        }
        keys["cert"] = sign(f"{name} identity", labelled("ono1/session", self.gid, *keys.values()))
        who = {"name": name.title(), "identity": public(f"{name} identity")}
        cause = self.command(key, None, counter, ["join", mapped(**keys, **who, wanted=None)])
        seated = ["seated", mapped(**keys, **who, seat=seat)]
        self.add(cause, [["rekeyed", mapped(**keys, seat=seat, base=0)] if rekeys else seated, *then])

    def start(self, *named: int) -> None:
        """Ben comes, Ana starts, and the first shuffle begins, with the seeds of these seats asked for."""
        self.join("ben", 1)
        cards = list(range(len(FACES)))
        link = secret("dealer link")
        salts = [salt_of(link, self.gid, 1, place) for place in cards]
        laid_out = enumerate(zip(laid(link, self.gid, 1, cards), salts, strict=True))
        slots = b"".join(slot_commitment(self.gid, 256 + place, *one) for place, one in laid_out)
        anchors = [[seat, 0, secret(("ana anchor", "ben anchor")[seat])] for seat in named]
        events: list[Plain] = [
            ["game-started", mapped(ruleset={}, deck=FACES, seats=[0, 1])],
            ["shuffle-begun", mapped(k=1, cards=cards, slots=[], into="deck")],
            ["to-do", {"tasks": []}],
        ]
        commitments = ["commitments", mapped(**{"from": anchors}, k=1, slots=slots)]
        self.add(self.command("ana", 0, 2, ["start", {}]), events, commitments)

    def leave(self, key: str = "ana", seat: int | None = 0, counter: int = 2, **others: int) -> None:
        """Ana leaves."""
        events = [["left", {"seat": 0}], ["host-set", {"seat": None}]]
        self.add(self.command(key, seat, counter, ["leave", {}], **others), events)

    def packed(self) -> bytes:
        """The file."""
        return b"ONO1\n" + b"".join(msgpack.packb(list(pair)) for pair in self.pairs)
