/** Shuffles, openings, sealings, the dealer's reveal and the shares of its secret (fairness.md section 2). */

import { Fault } from "./forms.mjs";
import { expand, F, H, perm, publicOf, same, sharedKey, Stream, u16, u32, u8, walk, xor } from "./keys.mjs";

const LINKS = 4096;
const MAX_MISSED = 3; // of a witness

const wrong = (code, words) => {
  throw new Fault(code, words);
};
const isRising = (numbers) => numbers.every((number, i) => i === 0 || numbers[i - 1] < number);

export const contextOf = (gid, k, hash) => H("ono1/ctx", gid, u32(k), hash);

export function mixOf(context, values) {
  return H("ono1/mix", context, ...values.map(([who, index, value]) => Buffer.concat([u8(who), u32(index), value])));
}

export const orderOf = (mix, n) => perm(F(mix, "ono1/perm"), n);
export const diceOf = (mix, seats) => new Stream(F(mix, "ono1/first")).draw(seats);
export const commitment = (gid, k, place, card, salt) => H("ono1/slot", gid, u32(k), u16(place), u16(card), salt);

/** The dealer's arrangement of these cards in shuffle k: the card and the salt of each place. */
export function arrangement(gid, k, link, cards) {
  const base = [...cards].sort((a, b) => a - b);
  const laid = perm(F(link, "ono1/dealer-perm", gid, u32(k)), base.length);
  return laid.map((place, s) => ({ card: base[place], salt: F(link, "ono1/salt", gid, u32(k), u16(s)) }));
}

/** One sealed slot, opened: the pad is its own inverse. */
export function unseal(K, slot, sealed) {
  const plain = xor(sealed, expand(34, K, "ono1/open", u32(slot >> 8), u16(slot & 255)));
  return { card: plain.readUInt16BE(0), salt: plain.subarray(2) };
}

export class Fair {
  contributors = new Map(); // by seat or number: { chain, human, asleep, missed }
  dealer = null; // { x25519, chain }
  shuffles = new Map();
  round = []; // shuffles since the dealer's last reveal
  lastReveal = null;
  known = new Map(); // slot -> card, of one's own hands
  sealed = []; // everything sealed to anybody, for the dealer's last reveal
  shares = new Map(); // by base: shares and commitments by seat
  asks = null; // the shuffle that waits for one's own seed
  unheard = []; // own seeds that were sent and are not in the close

  constructor(log, secrets) {
    this.log = log;
    this.secrets = secrets;
    this.sent = new Map(); // k -> the seed sent for it
  }

  get gid() {
    return this.log.gid;
  }

  get state() {
    return this.log.state;
  }

  begin({ cause, papers, index }) {
    this.papers = [...papers];
    this.cause = cause;
    this.index = index;
    this.begun = null;
    const { state } = this;
    this.there = state.seats.flatMap((seat, number) =>
      seat?.kind === "human" && !seat.away && !seat.gone ? [number] : [],
    );
    for (const [number, witness] of state.witnesses) if (!witness.gone) this.there.push(number);
    if (cause.by === "player" && this.contributors.has(cause.seat)) this.contributors.get(cause.seat).asleep = false;
  }

  /** The next paper of this kind, which this event must bring. */
  paper(kind) {
    const at = this.papers.findIndex((paper) => paper.kind === kind);
    return at < 0 ? wrong("missing-paper", `${kind} are missing`) : this.papers.splice(at, 1)[0];
  }

  /** What an event must prove, before it is applied. */
  before(event) {
    switch (event.kind) {
      case "dealer-seated":
        this.dealer = { x25519: event.x25519, chain: this.chain(this.log.table, 0, 0, event.anchor) };
        break;
      case "seated":
        this.contributors.set(event.seat, { chain: this.chain(event.session, 1, 0, event.anchor), asleep: false });
        break;
      case "left":
        this.contributors.delete(event.seat);
        break;
      case "witness-came":
        this.atThisPoint(event);
        this.contributors.set(event.witness, {
          chain: this.chain(event.session, 1, event.base, event.anchor),
          asleep: false,
          missed: this.contributors.get(event.witness)?.missed ?? 0,
        });
        break;
      case "rekeyed":
        this.atThisPoint(event);
        this.contributors.set(event.seat, {
          chain: this.chain(event.session, 1, event.base, event.anchor),
          asleep: false,
        });
        this.seal(event.seat, this.state.hidden(this.state.hands[event.seat] ?? []), event.x25519);
        for (const base of [...this.shares.keys()].sort((a, b) => a - b)) {
          if (this.shares.get(base).has(event.seat)) this.share(base, [event.seat], event.x25519);
        }
        break;
      case "re-anchored":
        this.reanchor(event);
        break;
      case "game-started":
        this.escrow(0, event.ruleset);
        break;
      case "shuffle-begun":
        this.shuffleBegun(event);
        break;
      case "shuffle-closed":
        this.shuffleClosed(event);
        break;
      case "sat-out":
        if (!event.seats.every((seat) => this.closed.missing.includes(seat)))
          wrong("bad-reveal", "a seat sits out that gave its seed");
        break;
      case "round-began":
        this.dealSeat(event);
        break;
      case "dealt":
        this.dealt(event);
        break;
      case "starter-turned":
        this.shown([event.slot], [event.card]);
        break;
      case "deal-drawn":
      case "shown":
      case "played":
        this.shown(event.slots, event.cards);
        break;
      case "drew":
        this.seal(event.seat, this.state.hidden(event.slots));
        break;
      case "hands-moved": {
        const moves = event.takers.map((taker, i) => [taker, this.state.hands[event.givers[i]] ?? []]);
        this.sealAll(moves);
        break;
      }
      case "challenged":
        this.seal(event.seat, this.state.hidden(event.shown));
        break;
      case "round-ended":
        this.dealerReveal(event);
        break;
      case "game-ended":
        this.lastSecret();
        break;
    }
  }

  /** After the last event: nothing is left over, and one's own seed may be asked for. */
  end({ hash }) {
    if (this.papers.length) wrong("bad-form", `${this.papers[0].kind} that no event asks for`);
    if (this.begun) this.askedAll(this.begun);
    if (!this.begun) return;
    this.begun.context = contextOf(this.gid, this.begun.k, hash);
    this.asks = this.begun;
  }

  /** A chain as far as the log knows it. */
  chain(owner, role, base, anchor) {
    if (anchor.length !== 32) wrong("weak-key", "an anchor has 32 bytes");
    return { owner, role, base, index: 0, value: anchor };
  }

  /** Section 2.1: a value is link `index` if it leads to the link known last. */
  isLink(chain, index, value) {
    if (value.length !== 32 || index <= chain.index || index > LINKS) return false;
    return same(walk(this.gid, chain.owner, chain.role, index, chain.index, value), chain.value);
  }

  atThisPoint({ kind, base }) {
    if (base !== this.state.shuffles)
      wrong("undecided", `${kind} with base ${base} after ${this.state.shuffles} shuffles`);
  }

  reanchor(event) {
    const { seat, base, anchor } = event;
    if (seat === null) {
      this.atThisPoint(event);
      this.dealer.chain = this.chain(this.log.table, 0, base, anchor);
      this.escrow(base, this.state.options);
      return;
    }
    const contributor = this.contributors.get(seat);
    if (!contributor || base <= contributor.chain.base || base > this.state.shuffles)
      wrong("undecided", "a chain with a base of another time");
    contributor.chain = this.chain(contributor.chain.owner, 1, base, anchor);
  }

  // Section 2.2

  shuffleBegun({ k, cards, slots, into }) {
    const paper = this.paper("commitments");
    const n = cards.length + slots.length;
    const at = (number) => this.contributors.get(number)?.chain;
    const good = paper.from.every(
      ([number, index, value]) => at(number)?.index === index && same(at(number).value, value),
    );
    if (paper.k !== k || n < 1 || n > 256 || paper.slots.length !== 32 * n)
      wrong("bad-commitments", "not one commitment for each card");
    if (!isRising(cards) || !isRising(slots) || !cards.every((card) => card in this.state.deck))
      wrong("bad-deck", "the cards are not in order");
    if (!good || !isRising(paper.from.map(([number]) => number)))
      wrong("bad-commitments", "a contributor is not named rightly");
    this.begun = {
      k,
      n,
      into,
      cards,
      slots,
      commitments: paper.slots,
      dealer: this.dealer.chain,
      from: new Map(paper.from.map(([number]) => [number, at(number)])),
    };
    this.shuffles.set(k, this.begun);
    this.round.push(this.begun);
  }

  /** Who MUST be asked was asked: known when `to-do` has said what the shuffle is for. */
  askedAll({ from, into }) {
    const sitOut = this.state.options.missing_reveal === "sit_out";
    const deal = into === "deck" && this.state.todo[0]?.[0] !== "pick";
    for (const number of this.there) {
      const { asleep, missed } = this.contributors.get(number);
      const spared = number < 64 ? asleep && !(sitOut && deal) : asleep || missed >= MAX_MISSED;
      if (!spared && !from.has(number)) wrong("bad-commitments", `number ${number} was not asked for a seed`);
    }
  }

  shuffleClosed({ k, order }) {
    const shuffle = this.shuffles.get(k);
    const { act } = this.cause;
    if (!shuffle || act.kind !== "close") wrong("wrong-cause", "a shuffle is closed by no close");
    const { values } = this.paper("reveals");
    const given = values.map(([number]) => number);
    if (!isRising(given)) wrong("bad-reveal", "seeds in another order");
    for (const [number, index, value] of values) {
      const chain = shuffle.from.get(number);
      if (!chain || index !== k - chain.base || !this.isLink(chain, index, value))
        wrong("bad-reveal", `the seed of ${number} is no link of its chain`);
      Object.assign(chain, { index, value });
      Object.assign(this.contributors.get(number), { asleep: false });
    }
    const mix = mixOf(shuffle.context, values);
    const taken = this.state.seats.filter(Boolean).length;
    if (orderOf(mix, shuffle.n).join() !== order.join() || act.order.join() !== order.join())
      wrong("wrong-order", "the order is not that of the seeds");
    if (act.dice !== diceOf(mix, taken)) wrong("wrong-order", "the dice are not those of the seeds");
    const missing = [...shuffle.from.keys()].filter((number) => !given.includes(number));
    if (act.missing.join() !== missing.join()) wrong("bad-reveal", "who is missing is not named rightly");
    for (const number of missing) {
      const contributor = this.contributors.get(number);
      if (contributor) Object.assign(contributor, { asleep: true, missed: (contributor.missed ?? 0) + 1 });
    }
    const own = this.sent.get(k);
    if (own && !values.some(([, , value]) => same(value, own))) this.unheard.push(k);
    this.closed = { ...shuffle, missing, dice: act.dice, tasks: this.state.todo };
    this.asks = null;
  }

  /** In the first round the seat that the dice name, or the next to its left that is in the round. */
  dealSeat({ round, deal_seat: dealing, seats }) {
    if (round !== 1 || this.state.options.first_deal !== "random") return;
    const taken = this.state.seats.flatMap((one, number) => (one ? [number] : []));
    const named = taken[this.closed.dice];
    if ((seats.find((seat) => seat >= named) ?? seats[0]) !== dealing)
      wrong("wrong-draw", "another seat deals than the cut names");
  }

  /** One card at a time from the left of the dealing seat; shuffled hands from the neighbour of who played the card. */
  dealt({ hands }) {
    const { state, closed } = this;
    const seats = state.playing;
    const slots = state.piles[0].slots.slice(0, hands.flat().length);
    const all = closed.into === "hands";
    const from = all ? closed.tasks.find(([task]) => task === "hands")[1] : state.dealSeat;
    const turned = all && state.direction < 0 ? [...seats].reverse() : seats;
    const first = turned.findIndex((seat) => (turned === seats ? seat > from : seat < from));
    const places = [...turned.slice(first), ...turned.slice(0, Math.max(first, 0))];
    const due = first < 0 ? turned : places;
    const count = all ? closed.n : state.options.deal * seats.length;
    const rightly = hands.every((hand, seat) => {
      const place = due.indexOf(seat);
      return hand.join() === (place < 0 ? [] : slots.filter((_, i) => i % due.length === place)).join();
    });
    if (slots.length !== count || !rightly) wrong("wrong-draw", "the hands are not those of the cut");
    this.sealAll(hands.map((hand, seat) => [seat, hand]));
  }

  // Section 2.3

  /** Each card that is shown and lies not open already is proven by its opening. */
  shown(slots, cards) {
    const { state } = this;
    const due = state.hidden(slots);
    const open = new Set(state.opened.values());
    if (slots.some((slot, i) => (!state.opened.has(slot) ? open.has(cards[i]) : state.opened.get(slot) !== cards[i]))) {
      wrong("bad-deck", "a card lies open twice");
    }
    if (!due.length) return;
    const openings = this.paper("openings").cards;
    if (new Set(openings.map(([slot]) => slot)).size !== openings.length) wrong("bad-form", "a slot is opened twice");
    for (const slot of due) {
      const opening = openings.find((one) => one[0] === slot);
      if (!opening) wrong("missing-paper", `slot ${slot} is not opened`);
      const [, card, salt] = opening;
      if (card !== cards[slots.indexOf(slot)] || !this.opens(slot, card, salt))
        wrong("bad-opening", `slot ${slot} is not card ${card}`);
    }
    if (openings.length !== due.length) wrong("bad-form", "a slot is opened that nobody shows");
  }

  opens(slot, card, salt) {
    const k = slot >> 8;
    const place = slot & 255;
    const committed = this.shuffles.get(k)?.commitments.subarray(32 * place, 32 * place + 32);
    return (
      committed?.length === 32 && card in this.state.deck && same(commitment(this.gid, k, place, card, salt), committed)
    );
  }

  sealAll(hands) {
    const due = hands.filter(
      ([seat, hand]) => this.state.seats[seat]?.kind === "human" && this.state.hidden(hand).length,
    );
    for (const [seat, hand] of due) this.seal(seat, this.state.hidden(hand));
  }

  /** What a player receives hidden is sealed to that player; one's own is opened at once. */
  seal(seat, slots, key = this.state.seats[seat]?.x25519) {
    if (!slots.length || this.state.seats[seat]?.kind !== "human") return;
    const at = this.papers.findIndex((paper) => paper.kind === "sealings" && paper.seat === seat);
    if (at < 0) wrong("missing-paper", `nothing is sealed to seat ${seat}`);
    const [paper] = this.papers.splice(at, 1);
    if (paper.slots.join() !== slots.join() || paper.sealed.length !== 34 * slots.length)
      wrong("bad-sealing", `not what seat ${seat} received`);
    const sealing = { seat, slots, key, sealed: paper.sealed, index: this.index };
    this.sealed.push(sealing);
    if (this.secrets && same(key, publicOf("x25519", this.secrets.x25519)))
      this.unseal(sealing, this.secrets.x25519, this.dealer.x25519);
  }

  unseal({ seat, slots, key, sealed, index }, secret, other) {
    const K = sharedKey(this.gid, secret, other, this.dealer.x25519, key);
    slots.forEach((slot, i) => {
      const { card, salt } = unseal(K, slot, sealed.subarray(34 * i, 34 * i + 34));
      if (!this.opens(slot, card, salt))
        throw new Fault("bad-sealing", `slot ${slot} does not open to seat ${seat}`, index);
      this.known.set(slot, card);
    });
  }

  // Section 2.4

  /** The dealer's links show the arrangement of every shuffle of the round. */
  dealerReveal(event) {
    const chains = new Map(this.round.map((shuffle) => [shuffle.dealer, shuffle.k])); // each with its highest k
    for (const [chain, k] of chains) {
      const paper = this.paper("dealer-reveal");
      const index = k - chain.base;
      if (paper.k !== k || !this.isLink(chain, index, paper.value))
        wrong("bad-dealer-reveal", `no link of the dealer's chain for shuffle ${k}`);
      Object.assign(chain, { index, value: paper.value });
      this.lastReveal = paper;
    }
    const cards = new Map();
    for (const shuffle of this.round) this.arrange(shuffle, cards);
    this.wholeDeck(event, cards);
    this.round = [];
  }

  arrange({ k, n, cards, slots, commitments, dealer }, arranged) {
    const link = walk(this.gid, dealer.owner, 0, dealer.index, k - dealer.base, dealer.value);
    const laid = arrangement(this.gid, k, link, [
      ...cards,
      ...slots.map((slot) => arranged.get(slot) ?? wrong("bad-deck", `slot ${slot} has no card`)),
    ]);
    for (let s = 0; s < n; s++) {
      const due = commitments.subarray(32 * s, 32 * s + 32);
      if (!same(commitment(this.gid, k, s, laid[s].card, laid[s].salt), due))
        wrong("bad-deck", `place ${s} of shuffle ${k} was another card`);
      arranged.set(256 * k + s, laid[s].card);
    }
  }

  /** Hands, pile and discards together are the deck, each card once, and the hands are what they are said to be. */
  wholeDeck({ hands }, cards) {
    const { state } = this;
    const open = state.shuffle ? Array.from({ length: state.shuffle.n }, (_, s) => 256 * state.shuffle.k + s) : [];
    const piles = state.piles.flatMap(({ slots, taken }) => slots.slice(taken));
    const all = [...state.hands.flat(), ...piles, ...state.discards, ...open].map((slot) => cards.get(slot));
    if (new Set(all).size !== state.deck.length || all.length !== state.deck.length)
      wrong("bad-deck", "the cards are not the deck");
    const rightly = state.hands.every(
      (hand, seat) => hand.map((slot) => cards.get(slot)).join() === hands[seat]?.join(),
    );
    if (!rightly) wrong("bad-deck", "a hand is another than the dealer gave");
  }

  /** The game is over: the dealer's x25519 secret opens every sealing, and the shares are what they were said to be. */
  lastSecret() {
    const again = this.papers.find((paper) => paper.kind === "dealer-reveal");
    const { x25519: secret, value } = again
      ? this.paper("dealer-reveal")
      : (this.lastReveal ?? wrong("missing-paper", "the dealer reveals nothing"));
    if (!same(value, this.lastReveal?.value ?? value)) wrong("bad-dealer-reveal", "another value than before");
    if (secret?.length !== 32 || !same(publicOf("x25519", secret), this.dealer.x25519))
      wrong("bad-dealer-reveal", "the secret is not that of the key");
    for (const sealing of this.sealed) this.unseal(sealing, secret, sealing.key);
    for (const [base, seats] of this.shares) this.sharedSecret(base, seats, secret);
  }

  // Section 2.5

  escrow(base, { escrow }) {
    const players = this.state.seats.flatMap((seat, number) => (seat?.kind === "human" && !seat.gone ? [number] : []));
    if (escrow !== "n_of_n" || players.length < 2) return;
    this.shares.set(base, new Map());
    this.share(base, players);
    Object.assign(this.shares.get(base), { anchor: this.dealer.chain.value, index: this.index });
  }

  share(base, players, key = null) {
    const paper = this.paper("escrow");
    if (paper.base !== base || paper.shares.map(([seat]) => seat).join() !== players.join())
      wrong("bad-escrow", "not one share for each player");
    for (const [seat, committed, sealed] of paper.shares) {
      const before = this.shares.get(base).get(seat);
      const share = { committed, sealed, key: key ?? this.state.seats[seat].x25519 };
      if (before && !same(before.committed, committed)) wrong("bad-escrow", "another share than before");
      this.shares.get(base).set(seat, share);
      if (this.secrets && same(share.key, publicOf("x25519", this.secrets.x25519)))
        this.openShare(base, seat, share, this.secrets.x25519, this.dealer.x25519);
    }
  }

  openShare(base, seat, { committed, sealed, key }, secret, other) {
    const K = sharedKey(this.gid, secret, other, this.dealer.x25519, key);
    const share = xor(sealed, expand(64, K, "ono1/escrow-seal", u32(base), u8(seat)));
    if (!same(H("ono1/escrow", this.gid, u32(base), u8(seat), share), committed))
      wrong("bad-escrow", "a share is not the one committed to");
    return share;
  }

  sharedSecret(base, seats, secret) {
    const shares = [...seats].map(([seat, share]) => this.openShare(base, seat, share, secret, share.key));
    const whole = shares.reduce((sum, share) => xor(sum, share));
    const anchor = walk(this.gid, this.log.table, 0, LINKS, 0, whole.subarray(0, 32));
    if (!same(whole.subarray(32), secret) || !same(anchor, seats.anchor)) {
      throw new Fault("bad-escrow", "the shares are not the dealer's secret", seats.index);
    }
  }
}
