"""The primitives of fairness against the numbers that every implementation must reach."""

from operator import itemgetter
from typing import Any

import pytest

from ono_core.fair import chains, escrow, keys, shuffles, slots
from ono_core.fair.transcript import Stream, derived, encode, hashed, permutation
from tests.vectors import generate_fair
from tests.vectors.reading import vectors

VECTORS = vectors("fairness.json")
EXTRA = vectors("fair_extra.json")
GID = bytes.fromhex(VECTORS["chain"]["gid"])


def test_extra_vectors_are_what_their_generator_makes() -> None:
    """The kept generator reproduces fair_extra.json byte for byte."""
    assert generate_fair.FILE.read_text() == generate_fair.text()


def test_encoding_hash_and_derivation() -> None:
    """E, H and F give the published bytes."""
    assert {
        'E("a", 0x01, "")': encode("a", b"\x01", b"").hex(),
        'H("a", 0x01, "")': hashed("a", b"\x01", b"").hex(),
        'F(key=00*32,"x",0x02,L=80)': derived(bytes(32), "x", b"\x02", length=80).hex(),
    } == VECTORS["encode"]


def test_stream_and_its_permutations() -> None:
    """A stream's values are u16s, and it orders 8 and 108 things as published."""
    stream = VECTORS["stream"]
    key = bytes.fromhex(stream["key"])
    draw = Stream(key).draw
    assert stream["first_8_u16"] == [draw(65535) for _ in range(8)]
    assert stream["perm_8"] == list(permutation(key, 8))
    assert stream["perm_108"] == list(permutation(key, 108))


def test_permutation_with_a_rejected_value() -> None:
    """A value past the last whole multiple is skipped, not folded."""
    case = VECTORS["stream_with_rejection"]
    assert case["perm"] == list(permutation(bytes.fromhex(case["key"]), case["n"]))


def test_draws_with_often_rejected_values() -> None:
    """Draws of every width continue one stream."""
    case = EXTRA["draws"]
    stream = Stream(bytes.fromhex(case["key"]))
    assert case["drawn"] == [stream.draw(choices) for choices in case["choices"]]


def test_dealer_and_player_chains() -> None:
    """Chains of 256 have the published links and anchors."""
    case = VECTORS["chain"]
    rows = [(chains.DEALER, case["dealer"]), *((chains.PLAYER, player) for player in case["players"])]
    for role, row in rows:
        tip = bytes.fromhex(row["tip_c256"])
        chain = chains.Chain(GID, bytes.fromhex(row["pk"]), role, tip, case["N"])
        assert row["anchor_c0"] == chain.anchor.hex()
        assert row["c1"] == chain.link(1).hex()


def test_chain_of_full_length() -> None:
    """A chain of 4,096 has the published links on both sides of the kept ones."""
    case = EXTRA["chain"]
    owner, tip = bytes.fromhex(case["owner"]), bytes.fromhex(case["tip"])
    chain = chains.Chain(bytes.fromhex(case["gid"]), owner, case["role"], tip)
    assert case["length"] == chain.length
    assert case["links"] == {index: chain.link(int(index)).hex() for index in case["links"]}


def _reveals(case: dict[str, Any]) -> list[tuple[int, int, bytes]]:
    return [(seat, index, bytes.fromhex(value)) for seat, index, value in case["reveals"]]


@pytest.mark.parametrize("case", VECTORS["shuffles"], ids=itemgetter("k"))
def test_shuffle(case: dict[str, Any]) -> None:
    """A shuffle's arrangement, commitments, context, mix and order are the published ones."""
    k, n = case["k"], len(case["base_sorted"])
    laid = shuffles.arrange(GID, k, bytes.fromhex(case["dealer_seed_d_k"]), case["base_sorted"])
    assert laid.cards == tuple(case["base_sorted"][x] for x in case["dealer_perm"])
    assert case["salt_0"] == laid.salts[0].hex()
    assert "".join(case["slot_commitments"]) == laid.commitments.hex()
    assert case["slot_root"] == shuffles.root(GID, k, laid.commitments).hex()

    context = shuffles.context(GID, k, bytes.fromhex(case["begin_event_hash"]))
    assert case["ctx"] == context.hex()
    mix = shuffles.mix(context, _reveals(case))
    assert case["mix"] == mix.hex()
    order = shuffles.order(mix, n)
    assert case["draw_order_slots"] == list(order)
    assert case["draw_order_cards"] == [laid.cards[place] for place in order]


def test_largest_shuffle() -> None:
    """A shuffle of 224 cards with other ids and missing seats goes as published, public die included."""
    case = EXTRA["largest_shuffle"]
    k, gid = case["k"], generate_fair.GID
    laid = shuffles.arrange(gid, k, bytes.fromhex(case["dealer_value"]), case["in_cards"])
    assert case["cards"] == list(laid.cards)
    assert case["root"] == shuffles.root(gid, k, laid.commitments).hex()
    context = shuffles.context(gid, k, bytes.fromhex(case["begin_hash"]))
    mix = shuffles.mix(context, _reveals(case))
    assert (case["context"], case["mix"]) == (context.hex(), mix.hex())
    assert case["order"] == list(shuffles.order(mix, 224))
    assert case["first_of"] == {m: shuffles.first(mix, int(m)) for m in case["first_of"]}


def test_sealed_opening() -> None:
    """Dealer and player reach one key, and a sealed opening has the published bytes."""
    case = {name: bytes.fromhex(value) for name, value in VECTORS["opening"].items() if isinstance(value, str)}
    k, place, card = (VECTORS["opening"][name] for name in ("k", "slot", "card"))
    publics = case["dealer_x"], case["player_x"]
    key = slots.shared_key(GID, case["dealer_x_secret"], case["player_x"], *publics)
    assert case["dh_key"] == key
    assert key == slots.shared_key(GID, case["player_x_secret"], case["dealer_x"], *publics)
    assert case["sealed_34_bytes"] == slots.sealed(key, k, place, card, case["salt"])
    assert (card, case["salt"]) == slots.unsealed(key, k, place, case["sealed_34_bytes"])


@pytest.mark.parametrize("case", VECTORS["ed25519_edge"], ids=itemgetter("what"))
def test_crafted_signature(case: dict[str, Any]) -> None:
    """Key check and verification together accept what must be accepted and nothing else."""
    public, message, signature = (bytes.fromhex(case[name]) for name in ("pk", "msg", "sig"))
    assert case["key_ok"] == keys.key_ok(public)
    assert case["must_accept"] == (keys.key_ok(public) and keys.verify(public, message, signature))


@pytest.mark.parametrize("case", EXTRA["keys"], ids=itemgetter("what"))
def test_key_check(case: dict[str, Any]) -> None:
    """Keys of small order, with a torsion part, oddly encoded or no points are refused, others taken."""
    assert case["key_ok"] == keys.key_ok(bytes.fromhex(case["public"]))


def test_key_agreement() -> None:
    """Both sides of an X25519 agreement compute the published bytes."""
    case = EXTRA["exchange"]
    dealer, player = bytes.fromhex(case["dealer_secret"]), bytes.fromhex(case["player_secret"])
    dealer_public, player_public = keys.exchange_public(dealer), keys.exchange_public(player)
    assert (case["dealer_public"], case["player_public"]) == (dealer_public.hex(), player_public.hex())
    assert case["exchanged"] == keys.exchange(dealer, player_public).hex()
    assert case["exchanged"] == keys.exchange(player, dealer_public).hex()


@pytest.mark.parametrize("public", EXTRA["exchange"]["refused"])
def test_key_agreement_without_secret(public: str) -> None:
    """A public key that would make the agreement zero for everybody is refused."""
    with pytest.raises(ValueError):  # noqa: PT011 - its text is the library's
        keys.exchange(generate_fair.secret("dealer-x"), bytes.fromhex(public))


@pytest.mark.parametrize("case", EXTRA["own_secret"], ids=itemgetter("purpose"))
def test_own_secret(case: dict[str, Any]) -> None:
    """Secrets of one purpose and game follow from the master secret."""
    parts = [bytes.fromhex(part) for part in case["parts"]]
    assert case["secret"] == keys.own_secret(bytes.fromhex(case["master"]), case["purpose"], *parts).hex()


@pytest.mark.parametrize("case", EXTRA["fingerprints"], ids=itemgetter("fingerprint"))
def test_fingerprint(case: dict[str, Any]) -> None:
    """A key's short name is 16 characters of its hash."""
    assert case["fingerprint"] == keys.fingerprint(bytes.fromhex(case["public"]))


@pytest.mark.parametrize("case", EXTRA["slots"], ids=itemgetter("slot"))
def test_slot_number(case: dict[str, Any]) -> None:
    """A slot's number says its shuffle and its place."""
    assert case["slot"] == slots.slot_of(case["k"], case["place"])
    assert (case["k"], case["place"]) == (slots.shuffle_of(case["slot"]), slots.place_of(case["slot"]))


def test_a_split_secret() -> None:
    """All shares give the secret; each has the published commitment and sealed bytes, which open to it."""
    case = EXTRA["escrow"]
    gid, base = bytes.fromhex(case["gid"]), case["base"]
    shares = {row["seat"]: bytes.fromhex(row["share"]) for row in case["shares"]}
    assert escrow.combined(shares.values()).hex() == case["secret"]
    assert escrow.combined([*shares.values()][1:]).hex() != case["secret"]
    for row in case["shares"]:
        seat, key, sealed = row["seat"], bytes.fromhex(row["key"]), bytes.fromhex(row["sealed"])
        assert escrow.commitment(gid, base, seat, shares[seat]).hex() == row["commitment"]
        assert escrow.sealed(key, base, seat, shares[seat]) == sealed
        assert escrow.sealed(key, base, seat, sealed) == shares[seat]


@pytest.mark.parametrize("case", EXTRA["notes"], ids=itemgetter("nonce"))
def test_sealed_note(case: dict[str, Any]) -> None:
    """A note sealed with a given nonce has the published bytes, and opens to its body."""
    key, nonce, body, sealed = (bytes.fromhex(case[name]) for name in ("key", "nonce", "body", "sealed"))
    assert sealed == slots.note_sealed(key, nonce, body)
    assert body == slots.note_opened(key, sealed)
