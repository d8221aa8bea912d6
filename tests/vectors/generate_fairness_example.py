"""Makes the worked example of spec/fairness.md: one small shuffle, from the seeds to an opened card.

Every secret in it is S(name) = H("ono1/test", name). ``python -m tests.vectors.generate_fairness_example`` prints it.
"""

from collections.abc import Iterator

from ono_core.fair import chains, keys, shuffles, slots
from tests.vectors.generate_fair import GID, secret

CARDS = (11, 42, 77, 100)
K = 1


def example() -> str:
    """The lines between the fences."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    table = keys.public_key(secret("dealer"))
    yield from _named("gid", 'S("game")', GID)
    yield from _named("table", 'Ed25519 public key of S("dealer")', table)
    yield f"       fingerprint {keys.fingerprint(table)}"
    dealer = chains.Chain(GID, table, chains.DEALER, secret("dealer tip"), length=2)
    yield from _chain("d", "dealer", "table", dealer)
    players = [(0, "anna"), (2, "bo")]
    owned = [
        chains.Chain(GID, keys.public_key(secret(name)), chains.PLAYER, secret(f"{name} tip"), length=2)
        for _, name in players
    ]
    for (_, name), chain in zip(players, owned, strict=True):
        yield from _named(name, f'Ed25519 public key of S("{name}")', chain.owner)
        yield from _chain(name[0], name, name, chain)
    reveals = [(seat, K, chain.link(K)) for (seat, _), chain in zip(players, owned, strict=True)]
    yield from _shuffle(dealer.link(K), reveals)


def _chain(letter: str, name: str, owner: str, chain: chains.Chain) -> Iterator[str]:
    role = f"u8({chain.role})"
    yield from _named(f"{letter}_2", f'S("{name} tip")', chain.link(2))
    yield from _named(f"{letter}_1", f'H("ono1/chain", gid, {owner}, {role}, u32(1), {letter}_2)', chain.link(1))
    yield from _named(f"{letter}_0", f'H("ono1/chain", gid, {owner}, {role}, u32(0), {letter}_1)', chain.link(0))


def _shuffle(dealer_value: bytes, reveals: list[tuple[int, int, bytes]]) -> Iterator[str]:
    laid = shuffles.arrange(GID, K, dealer_value, CARDS)
    yield f"cards  {_numbers(CARDS)} go into shuffle 1"
    permuted = 'a = perm(F(d_1, "ono1/dealer-perm", gid, u32(1)), 4)'
    yield f"laid   {_numbers(laid.cards)}: place s holds base[a[s]], {permuted}"
    for place, (card, salt) in enumerate(zip(laid.cards, laid.salts, strict=True)):
        yield from _named(f"salt_{place}", f'F(d_1, "ono1/salt", gid, u32(1), u16({place}))', salt)
        commitment = laid.commitments[32 * place : 32 * place + 32]
        yield from _named(
            f"cm_{place}", f'H("ono1/slot", gid, u32(1), u16({place}), u16({card}), salt_{place})', commitment
        )
    ctx = shuffles.context(GID, K, secret("begin"))
    mix = shuffles.mix(ctx, reveals)
    order = shuffles.order(mix, len(CARDS))
    yield from _named("h", 'S("begin"), in place of the begin entry\'s hash', secret("begin"))
    yield from _named("ctx", 'H("ono1/ctx", gid, u32(1), h)', ctx)
    yield from _named("mix", 'H("ono1/mix", ctx, u8(0) || u32(1) || a_1, u8(2) || u32(1) || b_1)', mix)
    yield f'order  {_numbers(order)} = perm(F(mix, "ono1/perm"), 4)'
    yield f'dice   {shuffles.first(mix, 2)} = first draw(2) of stream(F(mix, "ono1/first"))'
    first = order[0]
    opening = f"(card {laid.cards[first]}, salt_{first}) opens cm_{first}"
    yield f"the first card drawn is slot {slots.slot_of(K, first)}; {opening}"
    yield from _named(
        "bot", 'F(d_1, "ono1/bot", gid, u8(1), mix): seed of a computer in seat 1', _bot(dealer_value, mix)
    )


def _bot(dealer_value: bytes, mix: bytes) -> bytes:
    return shuffles.bot_seed(dealer_value, GID, 1, mix)


def _named(name: str, how: str, value: bytes) -> Iterator[str]:
    yield f"{name:<6} = {how}"
    yield f"       {value.hex()}"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


if __name__ == "__main__":
    print(example(), end="")  # noqa: T201 - that is what it is for
