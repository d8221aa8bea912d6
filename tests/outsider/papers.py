"""The papers of an entry against its events (fairness.md section 2, log.md section 6)."""

from collections import Counter
from collections.abc import Callable
from functools import reduce
from typing import Any

from tests.outsider.book import Book, Chain, Sealing, Share, Shuffle
from tests.outsider.fold import WITNESSES, State
from tests.outsider.plain import Entry, Fields
from tests.outsider.proofs import (
    LINKS,
    SEALED,
    derived,
    draw,
    hashed,
    laid,
    mixed,
    perm,
    salt_of,
    slot_commitment,
    stream,
    u8,
    u32,
    unsealed,
    walked,
    x25519_public,
    xored,
)

Report = Callable[[str, int], None]
SHOWING = {"played", "starter-turned", "deal-drawn", "shown"}
SHARE = 64
MISSES = 3  # of a witness's reveals, after which it need not be asked


def papers_of(entry: Entry, kind: str) -> list[Fields]:
    """The papers of one kind."""
    return [fields for name, fields in entry.papers if name == kind]


def check_belong(entry: Entry, report: Report) -> None:
    """Every paper belongs to an event of its entry; openings and sealings are asked for one by one."""
    kinds = {kind for kind, _ in entry.events}
    shuffles = {"commitments": "shuffle-begun", "reveals": "shuffle-closed"}
    asked = [[kind, fields["k"]] for kind, fields in entry.events if kind in shuffles.values()]
    given = [[shuffles[kind], fields["k"]] for kind, fields in entry.papers if kind in shuffles]
    if any(one not in asked for one in given) or len(given) > len(asked):
        report("bad-form", entry.index)
    if papers_of(entry, "dealer-reveal") and not kinds & {"round-ended", "game-ended"}:
        report("bad-form", entry.index)


# ---------------------------------------------------------------- begin and close


def check_begin(book: Book, state: State, entry: Entry, fields: Fields, report: Report) -> None:
    """A `shuffle-begun` and its commitments; the state is that after the event."""
    k, size = fields["k"], len(fields["cards"]) + len(fields["slots"])
    paper = next((paper for paper in papers_of(entry, "commitments") if paper["k"] == k), None)
    if paper is None:
        report("missing-paper", entry.index)
        return
    seats = [seat for seat, _, _ in paper["from"]]
    good = k == book.begun + 1 and 1 <= size <= 256 and len(paper["slots"]) == 32 * size
    good = good and seats == sorted(set(seats)) and all(_contributes(book, state, *one) for one in paper["from"])
    others = set(book.players) - {*seats}
    if not good or not all(_may_be_left_out(book, state, seat, fields["into"]) for seat in others):
        report("bad-commitments", entry.index)
    ctx = hashed("ono1/ctx", book.gid, u32(k), entry.hash)
    chains = {seat: book.players[seat].chain for seat in seats if seat in book.players}
    lists = (fields["cards"], fields["slots"])
    book.shuffles[k] = Shuffle(k, entry.index, ctx, *lists, fields["into"], paper["slots"], chains, book.dealer)


def _contributes(book: Book, state: State, seat: int, index: int, value: bytes) -> bool:
    """Whether a contributor is a player who is there, with the link known last."""
    player = book.players.get(seat)
    if player is None or (player.chain.index, player.chain.value) != (index, value):
        return False
    if seat in WITNESSES:
        return not state.witnesses[seat]
    there = state.seats[seat]
    return there is not None and not there[2]


def _may_be_left_out(book: Book, state: State, seat: int, into: str) -> bool:
    """Who is away or gone, or sleeps; at a deal of `missing_reveal=sit_out` the sleeping are asked."""
    if seat in WITNESSES:
        return state.witnesses[seat] or seat in book.asleep or book.misses.get(seat, 0) >= MISSES
    there = state.seats[seat]
    if there is None or there[1] or there[2]:
        return True
    return seat in book.asleep and not (into == "deck" and book.options.get("missing_reveal") == "sit_out")


def check_close(book: Book, state: State, entry: Entry, fields: Fields, report: Report) -> None:
    """A `shuffle-closed`, its reveals and the order of the cut."""
    shuffle = book.shuffles.get(fields["k"])
    paper = next((paper for paper in papers_of(entry, "reveals") if paper["k"] == fields["k"]), None)
    if shuffle is None or paper is None or entry.act[0] != "close":
        report("missing-paper" if entry.act[0] == "close" else "wrong-cause", entry.index)
        return
    values: list[tuple[int, int, bytes]] = [tuple(one) for one in paper["values"]]
    seats = [seat for seat, _, _ in values]
    shuffle.missing = sorted(set(shuffle.chains) - {*seats})
    good = [_reveals(book, shuffle, *one) for one in values]
    if seats != sorted(set(seats)) or not all(good):
        report("bad-reveal", entry.index)
    book.asleep = book.asleep - {*seats} | set(shuffle.missing)
    for number in set(shuffle.missing) & {*state.witnesses}:
        book.misses[number] = book.misses.get(number, 0) + 1
    mix = mixed(shuffle.ctx, values)
    shuffle.order = perm(derived(mix, "ono1/perm"), shuffle.size)
    taken = sum(seat is not None for seat in state.seats)
    dice = draw(stream(derived(mix, "ono1/first")), taken)
    act = entry.act[1]
    if (act["k"], act["order"], act["dice"]) != (shuffle.k, shuffle.order, dice) or fields["order"] != shuffle.order:
        report("wrong-order", entry.index)
    if act["missing"] != shuffle.missing:
        report("bad-reveal", entry.index)


def _reveals(book: Book, shuffle: Shuffle, seat: int, index: int, value: bytes) -> bool:
    """Whether a seed is the contributor's link of this shuffle; then it is known."""
    chain = shuffle.chains.get(seat)
    if chain is None or index != shuffle.k - chain.base or index <= chain.index:
        return False
    if not chain.leads(book.gid, index, value):
        return False
    chain.learn(index, value)
    return True


# ---------------------------------------------------------------- who gets which card


def check_sat_out(book: Book, entry: Entry, fields: Fields, report: Report) -> None:
    """Only who gave no seed sits out."""
    if not set(fields["seats"]) <= set(book.shuffles[book.begun].missing):
        report("bad-reveal", entry.index)


def check_first_dealer(book: Book, state: State, entry: Entry, report: Report) -> None:
    """In the first round the dice name who deals, unless cards are drawn for it."""
    if state.round != 1 or book.options.get("first_deal") != "random" or entry.act[0] != "close":
        return
    taken = [seat for seat, there in enumerate(state.seats) if there is not None]
    dice: int = entry.act[1]["dice"]
    named = taken[dice % len(taken)]
    if state.deal_seat != next((seat for seat in _from(named, state.playing)), None):
        report("wrong-draw", entry.index)


def _from(first: int, seats: list[int]) -> list[int]:
    """Seats in rising order, beginning with `first` or the next one after it."""
    return [seat for seat in seats if seat >= first] + [seat for seat in seats if seat < first]


def check_deal(book: Book, state: State, entry: Entry, fields: Fields, report: Report) -> None:
    """Each seat has its cards in the order of the cut, one at a time from the left of the dealing seat."""
    shuffle = book.shuffles[book.begun]
    if shuffle.into == "hands" or state.deal_seat is None:
        return  # after Wild Shuffle Hands the rules say where the deal begins
    around = _from(state.deal_seat + 1, state.playing)
    count = sum(len(hand) for hand in fields["hands"])
    slots = [256 * shuffle.k + place for place in shuffle.order[:count]]
    wanted = {seat: slots[at :: len(around)] for at, seat in enumerate(around)}
    if any(hand != wanted.get(seat, []) for seat, hand in enumerate(fields["hands"])):
        report("wrong-draw", entry.index)


# ---------------------------------------------------------------- openings


class Openings:
    """The openings of one entry, asked for by its events."""

    def __init__(self, book: Book, entry: Entry, report: Report) -> None:
        self.book, self.entry, self.report = book, entry, report
        cards = [card for paper in papers_of(entry, "openings") for card in paper["cards"]]
        self.given: dict[int, tuple[int, bytes]] = {slot: (card, salt) for slot, card, salt in cards}
        self.asked: set[int] = set()
        if len(self.given) != len(cards):
            report("bad-form", entry.index)

    def check(self, state: State, kind: str, fields: Fields) -> None:
        """Every card that an event shows and that does not lie open; the state is that before the event."""
        if kind not in SHOWING:
            return
        one = kind == "starter-turned"
        slots, cards = ([fields["slot"]], [fields["card"]]) if one else (fields["slots"], fields["cards"])
        for slot, card in zip(slots, cards, strict=True):
            if any(other == card and at != slot for at, other in state.opened.items()):
                self.report("bad-deck", self.entry.index)
            if slot not in state.opened:
                self._check_opening(slot, card)

    def _check_opening(self, slot: int, card: int) -> None:
        """One card against its opening and commitment."""
        self.asked.add(slot)
        if slot not in self.given:
            self.report("missing-paper", self.entry.index)
        elif self.given[slot][0] != card or not self.book.opens(slot, *self.given[slot]):
            self.report("bad-opening", self.entry.index)

    def check_rest(self) -> None:
        """No opening that nothing asked for."""
        if set(self.given) - self.asked:
            self.report("bad-form", self.entry.index)


# ---------------------------------------------------------------- sealings


def wanted_sealings(state: State, kind: str, fields: Fields) -> list[tuple[int, list[int]]]:
    """To which seats an event seals which slots; the state is that after the event."""
    received: list[tuple[int, list[int]]]
    if kind == "dealt":
        received = [(seat, state.hands[seat]) for seat in range(len(state.hands))]
    elif kind == "drew":
        received = [(fields["seat"], fields["slots"])]
    elif kind == "hands-moved":
        received = [(seat, state.hands[seat]) for seat in fields["takers"]]
    elif kind == "challenged":
        received = [(fields["seat"], fields["shown"])]
    elif kind == "rekeyed":
        received = [(fields["seat"], state.hands[fields["seat"]] if state.hands else [])]
    else:
        return []
    hidden = [(seat, [slot for slot in slots if slot not in state.opened]) for seat, slots in received]
    return [(seat, slots) for seat, slots in hidden if slots and _is_human(state, seat)]


def _is_human(state: State, seat: int) -> bool:
    there = state.seats[seat]
    return there is not None and there[0] == "human"


def check_sealings(book: Book, entry: Entry, wanted: list[tuple[int, list[int]]], report: Report) -> None:
    """Each seat's hidden cards are sealed to it, in the order received."""
    papers = papers_of(entry, "sealings")
    given = [(paper["seat"], paper["slots"]) for paper in papers]
    missing = _without(wanted, given)
    if missing or _without(given, wanted):
        report("missing-paper" if missing else "bad-form", entry.index)
    for paper in papers:
        if paper["seat"] not in book.players:
            continue
        key = book.players[paper["seat"]].x25519
        if len(paper["sealed"]) != SEALED * len(paper["slots"]):
            report("bad-sealing", entry.index)
        else:
            book.sealings.append(Sealing(entry.index, paper["seat"], key, paper["slots"], paper["sealed"]))


def _without(some: list[tuple[int, list[int]]], others: list[tuple[int, list[int]]]) -> Counter[tuple[int, str]]:
    """Those that the others do not have, as often as they stand there."""
    return Counter((seat, repr(slots)) for seat, slots in some) - Counter((seat, repr(slots)) for seat, slots in others)


def check_sealed(book: Book, secret: bytes, report: Report, reader: int | None = None) -> None:
    """Open every sealing by the dealer's secret, or a reader's own by theirs."""
    for sealing in book.sealings:
        if reader is not None and (sealing.seat != reader or sealing.key != x25519_public(secret)):
            continue
        key = book.key_with(secret, sealing.key, dealers=reader is None)
        for at, slot in enumerate(sealing.slots):
            if not book.opens(slot, *unsealed(key, slot, sealing.sealed[SEALED * at : SEALED * at + SEALED])):
                report("bad-sealing", sealing.index)


# ---------------------------------------------------------------- the dealer's reveal


def check_dealer_reveal(book: Book, state: State, entry: Entry, *, over: bool, report: Report) -> None:
    """The dealer's links for the round, and at the game's end its secret; then all that follows from them."""
    fresh = [book.shuffles[k] for k in sorted(book.shuffles) if k > book.revealed]
    highest = {id(shuffle.dealer): shuffle for shuffle in fresh or [book.shuffles[book.begun]]}
    papers = papers_of(entry, "dealer-reveal")
    if len(papers) < len(highest):
        report("missing-paper", entry.index)
        return
    good = len(papers) == len(highest)
    for paper, shuffle in zip(papers, highest.values(), strict=False):
        index, chain = shuffle.k - shuffle.dealer.base, shuffle.dealer
        if paper["k"] != shuffle.k or not chain.leads(book.gid, index, paper["value"]):
            good = False
        else:
            chain.learn(index, paper["value"])
    secret: bytes = papers[-1]["x25519"] or b""
    good = good and all(paper["x25519"] is None for paper in papers[:-1])
    if over:
        good = good and len(secret) == 32 and x25519_public(secret) == book.x25519
    if not good or (secret and not over):
        report("bad-dealer-reveal", entry.index)
        return
    book.revealed = book.begun
    if not (all(_lay(book, shuffle) for shuffle in fresh) and _is_deck(book, state)):
        report("bad-deck", entry.index)
    if over:
        check_sealed(book, secret, report)
        check_shares(book, secret, report)


def _lay(book: Book, shuffle: Shuffle) -> bool:
    """Compute a shuffle anew from the dealer's link; whether its commitments are these."""
    if not all(slot in book.faces for slot in shuffle.hidden):
        return False
    chain, gid, k = shuffle.dealer, book.gid, shuffle.k
    link = walked(gid, chain.owner, chain.role, chain.value, (chain.index, k - chain.base))
    base = sorted(shuffle.cards + [book.faces[slot] for slot in shuffle.hidden])
    cards = laid(link, gid, k, base)
    slots = range(256 * k, 256 * k + shuffle.size)
    book.faces.update(zip(slots, cards, strict=True))
    salts = [salt_of(link, gid, k, place) for place in range(shuffle.size)]
    commitments = [slot_commitment(gid, *one) for one in zip(slots, cards, salts, strict=True)]
    return len(set(base)) == len(base) and b"".join(commitments) == shuffle.commitments


def _is_deck(book: Book, state: State) -> bool:
    """Whether all that is in play is the deck, and each face shown the one its slot held."""
    piles = [slot for pile in state.piles for slot in pile.slots[pile.taken :]]
    slots = [slot for hand in state.hands for slot in hand] + state.discards + piles
    if state.shuffle is not None:
        k = state.shuffle[0]
        slots += range(256 * k, 256 * k + state.shuffle[1])
    if not all(slot in book.faces for slot in slots):
        return False
    shown = all(book.faces[slot] == card for slot, card in state.opened.items())
    return shown and sorted(book.faces[slot] for slot in slots) == list(range(len(state.deck)))


# ---------------------------------------------------------------- shares


def check_escrow(book: Book, state: State, entry: Entry, kind: str, fields: Fields, report: Report) -> None:
    """Who must be given a share in this entry is."""
    bases = _escrow_bases(book, state, kind, fields)
    papers = papers_of(entry, "escrow")
    if [paper["base"] for paper in papers] != [base for base, _ in bases]:
        codes = {-1: "missing-paper", 0: "bad-escrow", 1: "bad-form"}
        report(codes[(len(papers) > len(bases)) - (len(papers) < len(bases))], entry.index)
        return
    for paper, (base, seats) in zip(papers, bases, strict=True):
        _take_shares(book, entry, base, paper["shares"], report)
        if [share[0] for share in paper["shares"]] != seats:
            report("bad-escrow", entry.index)


def _escrow_bases(book: Book, state: State, kind: str, fields: Fields) -> list[tuple[int, list[int]]]:
    """The bases of an entry's shares, each with the seats that get one."""
    players = [seat for seat, there in enumerate(state.seats) if there and there[0] == "human" and not there[2]]
    if book.options.get("escrow") != "n_of_n":
        return []
    if kind == "rekeyed":
        held = {share.base for share in book.shares if share.seat == fields["seat"]}
        return [(base, [fields["seat"]]) for base in sorted(held)]
    begins = kind == "game-started" or (kind == "re-anchored" and fields["seat"] is None)
    return [(book.dealer.base, players)] if begins and len(players) > 1 else []


def _take_shares(book: Book, entry: Entry, base: int, shares: list[Any], report: Report) -> None:
    """Keep the shares; a share given again is the one committed to."""
    for seat, commitment, sealed in shares:
        first = next((share for share in book.shares if (share.base, share.seat) == (base, seat)), None)
        if len(sealed) != SHARE or seat not in book.players or (first and first.commitment != commitment):
            report("bad-escrow", entry.index)
            continue
        book.shares.append(Share(entry.index, base, seat, book.players[seat].x25519, commitment, sealed))


def check_shares(book: Book, secret: bytes, report: Report) -> None:
    """Open all shares by the dealer's secret: each is the one committed to, and together they are the secret."""
    whole: dict[int, dict[int, bytes]] = {}
    for share in book.shares:
        key = book.key_with(secret, share.key, dealers=True)
        pad = derived(key, "ono1/escrow-seal", u32(share.base), u8(share.seat), length=64)
        plain = xored(share.sealed, pad)
        if hashed("ono1/escrow", book.gid, u32(share.base), u8(share.seat), plain) != share.commitment:
            report("bad-escrow", share.index)
        whole.setdefault(share.base, {})[share.seat] = plain
    for base, shares in whole.items():
        chain = next(chain for chain in book.chains if chain.base == base)
        if not _is_secret(book, chain, reduce(xored, shares.values()), secret):
            report("bad-escrow", next(share.index for share in book.shares if share.base == base))


def _is_secret(book: Book, chain: Chain, found: bytes, secret: bytes) -> bool:
    """Whether these 64 bytes are the chain's last link and the dealer's x25519 secret."""
    anchor = walked(book.gid, chain.owner, chain.role, found[:32], (LINKS, 0))
    return anchor == chain.anchor and found[32:] == secret
