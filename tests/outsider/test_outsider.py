"""An auditor written from the specification alone agrees with the vectors, and with `ono audit`."""

import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.outsider import plain, proofs
from tests.outsider.auditor import Finding, audit, fork_index, fork_of

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests/vectors"
GOOD = sorted((VECTORS / "logs").glob("*.ono"))
Case = dict[str, Any]

# Outside this auditor's reach.
OUT_OF_REACH = {
    "undecided": "the rules are not asked again; only keys and chains that nobody asked for are found",
    "bot-differs": "no computer player is run",
    "too-early": "when a time is over depends on what the rules ask",
    "log-rolled-back": "a client's finding, not a log's",
}


def read(name: str) -> Any:
    """A vector file of JSON."""
    return json.loads((VECTORS / name).read_text())


TAMPERED: dict[str, Case] = read("tampered.json")["faults"]
ATTACKS: dict[str, Case] = read("attacks.json")["attacks"]
ALONE = {name: case for name, case in ATTACKS.items() if case["code"] != "forked"}
FORKED = {name: case for name, case in ATTACKS.items() if case["code"] == "forked"}
ALL_LOGS = [*GOOD, *sorted((VECTORS / "tampered").glob("*.ono")), *sorted((VECTORS / "attacks").glob("*.ono"))]


def ono_audit(files: list[Path]) -> dict[str, Case]:
    """What `ono audit` says of files, by name."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "clients/cli")])
    command = [sys.executable, "-m", "ono_cli", "audit", "--json", "--every-signature", *map(str, files)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": paths}, timeout=100
    )
    reports: list[Case] = [json.loads(line) for line in done.stdout.splitlines()]
    return {Path(report["name"]).name: report for report in reports if "name" in report}


def theirs(report: Case) -> set[Finding]:
    """The findings of `ono audit` that this auditor can make, too."""
    found = {Finding(one["code"], one["index"], one["who"]) for one in report["findings"]}
    return {one for one in found if one.code not in OUT_OF_REACH}


audited = cache(audit)


def mine(data: bytes) -> set[Finding]:
    """This auditor's findings of the same kind."""
    return {one for one in audited(data).findings if one.code not in OUT_OF_REACH}


# ---------------------------------------------------------------- the vectors


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_nothing_is_found_in_a_good_log(path: Path) -> None:
    """A whole game that is as it must be."""
    result = audited(path.read_bytes())
    assert result.findings == []
    assert result.entries > 20
    assert not result.torn


@pytest.mark.parametrize("name", TAMPERED)
def test_tampered(name: str) -> None:
    """The first fault, where the vectors say that it is."""
    case = TAMPERED[name]
    findings = audited((VECTORS / f"tampered/{name}.ono").read_bytes()).findings
    assert (findings[0].code, findings[0].index) == (case["code"], case["index"])


@pytest.mark.parametrize("name", ALONE)
def test_attack(name: str) -> None:
    """What an attacker with keys does is found, where the vectors say."""
    case = ALONE[name]
    data = (VECTORS / f"attacks/{name}.ono").read_bytes()
    result = audited(data, bytes.fromhex(case["reader"]) or None)  # a reader's identity secret (fairness.md 1.2)
    found = result.remarks if case["code"] == "no-reveal" else result.findings
    assert (found[0].code, found[0].index) == (case["code"], case["index"])


def test_only_the_reader_sees_at_once_what_was_sealed_wrongly() -> None:
    """Without the secret there is nothing to see before the game's end."""
    data = (VECTORS / "attacks/11-what-is-sealed-does-not-open.ono").read_bytes()
    assert audit(data).findings == []


@pytest.mark.parametrize("name", FORKED)
def test_fork(name: str) -> None:
    """Two logs of one game make the proof that the vectors have, and it is good."""
    case, path = FORKED[name], VECTORS / f"attacks/{name}.ono"
    proof = bytes.fromhex(case["proof"])
    assert fork_of(path.read_bytes(), path.with_suffix(".beside.ono").read_bytes()) == proof
    assert fork_index(proof) == case["index"]


def test_what_proves_no_fork() -> None:
    """Other order, one entry twice, another place or game, a signature that is not the body's."""
    proof = bytes.fromhex(FORKED["19-two-logs-that-are-each-good"]["proof"])
    game, table, index, one, other = plain.decoded(proof[9:])
    for changed in (
        [game, table, index, other, one],
        [game, table, index, one, one],
        [game, table, index + 1, one, other],
        [proofs.hashed("ono1/test", b"another game"), table, index, one, other],
        [game, table, index, one, [other[0], one[1]]],
    ):
        with pytest.raises(plain.Fault):
            fork_index(b"ONOFORK1\n" + plain.msgpack.packb(changed))
    with pytest.raises(plain.Unreadable):
        fork_index(proof[1:])


# ---------------------------------------------------------------- beside `ono audit`


def test_both_auditors_find_the_same() -> None:
    """Codes, indices and blame are those of `ono audit`; and who gave no seed, in logs that are good."""
    told = ono_audit(ALL_LOGS)
    for path in ALL_LOGS:
        report, data = told[path.name], path.read_bytes()
        result = audited(data)
        assert mine(data) == theirs(report), path.name
        if not result.findings:
            unrevealed = {one["index"] for one in report["remarks"] if one["code"] == "no-reveal"}
            assert {one.index for one in result.remarks} == unrevealed, path.name


def packed(pairs: list[plain.Pair]) -> bytes:
    """A file of these entries."""
    return b"ONO1\n" + b"".join(plain.msgpack.packb(list(pair)) for pair in pairs)


def flipped(data: bytes, chance: random.Random) -> bytes:
    """The same bytes but for one bit."""
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def spoiled(data: bytes, chance: random.Random) -> bytes:
    """A log cut short, or with an entry too many, too few or changed by one bit."""
    pairs, _ = plain.pairs_of(data)
    at = chance.randrange(1, len(pairs))
    raw, sig = pairs[at]
    ways = [
        flipped(data, chance),
        data[: chance.randrange(2000, len(data))],
        packed(pairs[:at] + pairs[at + 1 :]),
        packed(pairs[: at + 1] + pairs[at:]),
        packed(pairs[: at + 1]),
        packed([*pairs[:at], (flipped(raw, chance), sig), *pairs[at + 1 :]]),
        packed([*pairs[:at], (raw, flipped(sig, chance)), *pairs[at + 1 :]]),
    ]
    return chance.choice(ways)


def test_both_find_the_same_in_spoiled_logs(tmp_path: Path) -> None:
    """Logs changed by somebody without keys."""
    chance = random.Random(20)
    names = ("boardflix-2-2-hard", "party", "new-keys", "shares", "challenges", "lone-witness")
    sources = [(VECTORS / f"logs/{name}.ono").read_bytes() for name in names]
    files = [tmp_path / f"{number}.ono" for number in range(60)]
    for path in files:
        path.write_bytes(spoiled(chance.choice(sources), chance))
    told = ono_audit(files)
    for path in files:
        if told[path.name]["unreadable"] is None:
            assert mine(path.read_bytes()) == theirs(told[path.name]), path.name
        else:
            with pytest.raises((plain.Unreadable, plain.NeedsNewer)):
                audit(path.read_bytes())


# ---------------------------------------------------------------- bytes, forms, keys, draws


@pytest.mark.parametrize("case", read("codec.json")["cases"], ids=lambda case: case["what"])
def test_canonical_bytes(case: Case) -> None:
    """Every case of codec.json is taken, or refused as `not-canonical`."""
    data = bytes.fromhex(case["hex"])
    if case["expect"] == "ok":
        plain.decoded(data)
        return
    with pytest.raises(plain.Fault, match="not-canonical"):
        plain.decoded(data)


def test_forms() -> None:
    """The kinds and fields copied from log.md are those of forms.json."""
    forms = read("forms.json")
    tables = (plain.PLAYER_ACTS, plain.TABLE_ACTS, plain.EVENTS, plain.PAPERS)
    for name, table in zip(("seat_acts", "table_acts", "events", "papers"), tables, strict=True):
        assert {kind: sorted(fields.split()) for kind, fields in table.items()} == forms[name]


@pytest.mark.parametrize("case", read("signatures.json")["cases"], ids=lambda case: case["what"])
def test_signatures(case: Case) -> None:
    """The strict rule for keys and signatures."""
    key, message, signature = (bytes.fromhex(case[name]) for name in ("key", "message", "signature"))
    assert proofs.key_ok(key) == case["key_ok"]
    assert (case["key_ok"] and proofs.signed(key, message, signature)) == case["good"]


def test_keys() -> None:
    """The key checks of both kinds of keys."""
    for case in read("fair_extra.json")["keys"]:
        assert proofs.key_ok(bytes.fromhex(case["public"])) == case["key_ok"], case["what"]
    for key in read("fair_extra.json")["exchange"]["refused"]:
        assert not proofs.exchange_ok(bytes.fromhex(key))


def test_shuffles() -> None:
    """Shuffles from the dealer's link to the cards in the order of the cut."""
    vectors = read("fairness.json")
    gid = bytes.fromhex(vectors["chain"]["gid"])
    for case in vectors["shuffles"]:
        k, link, base = case["k"], bytes.fromhex(case["dealer_seed_d_k"]), case["base_sorted"]
        cards = proofs.laid(link, gid, k, base)
        salts = [proofs.salt_of(link, gid, k, place) for place in range(len(base))]
        slots = [
            proofs.slot_commitment(gid, 256 * k + place, card, salt)
            for place, (card, salt) in enumerate(zip(cards, salts, strict=True))
        ]
        assert [slot.hex() for slot in slots] == case["slot_commitments"]
        assert proofs.hashed("ono1/slots", gid, proofs.u32(k), b"".join(slots)).hex() == case["slot_root"]
        ctx = proofs.hashed("ono1/ctx", gid, proofs.u32(k), bytes.fromhex(case["begin_event_hash"]))
        assert ctx.hex() == case["ctx"]
        order = proofs.perm(proofs.derived(bytes.fromhex(case["mix"]), "ono1/perm"), len(base))
        assert order == case["draw_order_slots"]
        assert [cards[place] for place in order] == case["draw_order_cards"]
