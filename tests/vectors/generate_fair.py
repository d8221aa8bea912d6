"""Makes fair_extra.json: vectors beside those of fairness.json, for names that came later and for the edges.

Every secret in it is H("ono1/test", name), so nobody need trust the file. Run as
`python -m tests.vectors.generate_fair`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ono_core.fair import chains, escrow, keys, shuffles, slots
from ono_core.fair.transcript import Stream, hashed
from tests.vectors import edwards

FILE = Path(__file__).with_name("fair_extra.json")

Case = dict[str, Any]


def secret(name: str) -> bytes:
    """S(name), the test secrets."""
    return hashed("ono1/test", name.encode())


GID = secret("game")
DEALER = keys.public_key(secret("dealer"))


def vectors() -> Case:
    """The whole file."""
    return {
        "spec": "fairness.md 1.1, 1.4, 2.1-2.3",
        "comment": 'byte strings in hex; TEST KEYS ONLY: S(name) = H("ono1/test", name); gid = S(game)',
        "draws": draws(),
        "own_secret": own_secrets(),
        "fingerprints": fingerprints(),
        "keys": list(key_cases()),
        "exchange": exchanges(),
        "chain": chain(),
        "largest_shuffle": largest_shuffle(),
        "slots": [{"k": k, "place": s, "slot": slots.slot_of(k, s)} for k, s in ((1, 0), (1, 223), (4096, 7))],
        "notes": notes(),
        "escrow": shares(),
    }


def draws() -> Case:
    """Draws with choices that are often and never refused."""
    stream = Stream(secret("stream"))
    choices = [1, 2, 3, 10, 108, 32768, 32769, 65535] * 5
    return {"key": secret("stream").hex(), "choices": choices, "drawn": [stream.draw(m) for m in choices]}


def own_secrets() -> list[Case]:
    """Derived secrets; `parts` are appended to the purpose."""
    master = secret("master")
    rows: tuple[tuple[str, list[bytes]], ...] = (("table", []), ("chain", [GID]), ("x25519", [GID]))
    return [
        {
            "master": master.hex(),
            "purpose": purpose,
            "parts": [part.hex() for part in parts],
            "secret": keys.own_secret(master, purpose, *parts).hex(),
        }
        for purpose, parts in rows
    ]


def fingerprints() -> list[Case]:
    """Short names of keys."""
    publics = [keys.public_key(secret(name)) for name in ("table", "anna", "bo")]
    return [{"public": public.hex(), "fingerprint": keys.fingerprint(public)} for public in publics]


def key_cases() -> Iterator[Case]:
    """Keys of every sort, good and bad, with the verdict of plain arithmetic."""
    for what, raw in _keys():
        yield {"what": what, "public": raw.hex(), "key_ok": edwards.key_ok(raw)}


def _keys() -> Iterator[tuple[str, bytes]]:
    good = keys.public_key(secret("anna"))
    point = edwards.unpacked(good)
    assert point is not None
    yield "good", good
    yield "good, negated", bytes([*good[:31], good[31] ^ 0x80])
    for multiple, torsion in enumerate(_torsion_points()):
        yield f"small order, {multiple} times the generator of order 8", edwards.packed(torsion)
        yield (
            f"good plus {multiple} times the generator of order 8",
            edwards.packed(edwards.add(point, torsion)),
        )
    for above in range(19):
        yield f"y = p + {above}", (edwards.PRIME + above).to_bytes(32, "little")
    yield "y = 1 with the sign of x set", (1 | 1 << 255).to_bytes(32, "little")
    yield "y = -1 with the sign of x set", (edwards.PRIME - 1 | 1 << 255).to_bytes(32, "little")
    for y in range(2, 12):
        yield f"y = {y}", y.to_bytes(32, "little")
    yield "a byte short", good[:31]
    yield "a byte long", good + b"\x00"


def _torsion_points() -> list[edwards.Point]:
    y = 2
    while True:
        point = edwards.unpacked(y.to_bytes(32, "little"))
        torsion = edwards.times(edwards.GROUP, point) if point else edwards.IDENTITY
        if edwards.times(4, torsion) != edwards.IDENTITY:
            return [edwards.times(multiple, torsion) for multiple in range(8)]
        y += 1


def exchanges() -> Case:
    """Both sides of an agreement, and public keys that must be refused."""
    dealer, player = secret("dealer-x"), secret("anna-x")
    dealer_public, player_public = keys.exchange_public(dealer), keys.exchange_public(player)
    refused = [0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 18]
    return {
        "dealer_secret": dealer.hex(),
        "dealer_public": dealer_public.hex(),
        "player_secret": player.hex(),
        "player_public": player_public.hex(),
        "exchanged": keys.exchange(dealer, player_public).hex(),
        "shared_key": slots.shared_key(GID, player, dealer_public, dealer_public, player_public).hex(),
        "refused": [number.to_bytes(32, "little").hex() for number in refused],
    }


def chain() -> Case:
    """A chain of full length."""
    owned = chains.Chain(GID, DEALER, chains.DEALER, secret("tip"))
    return {
        "gid": GID.hex(),
        "owner": DEALER.hex(),
        "role": chains.DEALER,
        "length": chains.LENGTH,
        "tip": secret("tip").hex(),
        "links": {str(index): owned.link(index).hex() for index in (0, 1, 2, 63, 64, 65, 4032, 4095, 4096)},
    }


def largest_shuffle() -> Case:
    """A shuffle of 224 cards whose ids are not 0 to 223, cut by ten seats of which some did not reveal."""
    cards = list(range(2 * 224, 0, -2))
    laid = shuffles.arrange(GID, 7, secret("link"), cards)
    ctx = shuffles.context(GID, 7, secret("begin"))
    reveals = [(seat, 7 + seat, secret(f"reveal {seat}")) for seat in (0, 2, 3, 5, 9)]
    mix = shuffles.mix(ctx, reveals)
    return {
        "k": 7,
        "dealer_value": secret("link").hex(),
        "in_cards": sorted(cards),
        "cards": list(laid.cards),
        "root": shuffles.root(GID, 7, laid.commitments).hex(),
        "begin_hash": secret("begin").hex(),
        "context": ctx.hex(),
        "reveals": [[seat, index, value.hex()] for seat, index, value in reveals],
        "mix": mix.hex(),
        "order": list(shuffles.order(mix, 224)),
        "first_of": {str(choices): shuffles.first(mix, choices) for choices in (2, 3, 4, 10)},
    }


def shares() -> Case:
    """A secret of 64 bytes split among seats 0, 2 and 5, each share committed to and sealed."""
    base, seats = 4032, (0, 2, 5)
    split = escrow.split(secret("tip") + secret("x25519"), seats, lambda seat: secret(f"a{seat}") + secret(f"b{seat}"))
    return {
        "gid": GID.hex(),
        "base": base,
        "secret": escrow.combined(split.values()).hex(),
        "shares": [
            {
                "seat": seat,
                "share": share.hex(),
                "commitment": escrow.commitment(GID, base, seat, share).hex(),
                "key": secret(f"key {seat}").hex(),
                "sealed": escrow.sealed(secret(f"key {seat}"), base, seat, share).hex(),
            }
            for seat, share in split.items()
        ],
    }


def notes() -> list[Case]:
    """Sealed notes around the edge of a block."""
    return [_note(secret("shared"), bytes(i % 251 for i in range(length))) for length in (0, 1, 252, 253, 700)]


def _note(key: bytes, body: bytes) -> Case:
    nonce = secret(f"nonce {len(body)}")[: slots.NONCE_SIZE]
    sealed = slots.note_sealed(key, nonce, body)
    return {"key": key.hex(), "nonce": nonce.hex(), "body": body.hex(), "sealed": sealed.hex()}


def text() -> str:
    """The file as it stands in the repository."""
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
