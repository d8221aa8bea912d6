/**
 * Whether the papers of a log prove its cards: commitments before the cut, the cut from the seeds alone, each card from
 * the place it was committed to, and at the end a dealer's secret that gives all of it again (log.md 6).
 */
import { DEALER, type Link, type Owner, PLAYER, context, leadsTo, walked } from "../fair/chains";
import { KEY_SIZE, canAgree, exchangePublic } from "../fair/x25519";
import { arrange, first, mix, order } from "../fair/shuffles";
import { type Opening, opens } from "../fair/openings";
import { SEALED_SIZE, shuffleOf, slotOf, unsealed } from "../fair/slots";
import { type Bytes, DIGEST_SIZE, same } from "../fair/transcript";
import type { TableAct } from "../game/acts";
import type { EventOf } from "../game/events";
import { LogFault } from "../game/faults";
import { type Human, MOST_SEATS, type State, neighbour, taken, undrawn } from "../game/state";
import { Desk } from "./desk";
import type { PaperOf } from "./entry";
import { equal, isAllThatLeaves, rising } from "./leaving";
import type { Moment, Step } from "./log";
import { type CardReader, Reading } from "./own";
import { Shares } from "./shares";

/** What is known of one shuffle. */
interface Shuffle {
  readonly begun: EventOf<"shuffle-begun">;
  readonly commitments: Bytes;
  /** The chains of the seats that may contribute, as they were when it began. */
  readonly chains: ReadonlyMap<number, Known>;
  readonly ctx: Bytes;
  readonly count: number;
}

/** A seed chain as far as the log shows it. Its link for shuffle k is k - base. */
interface Known {
  readonly owner: Owner;
  readonly base: number;
  readonly link: Link;
}

/** What was sealed to a player, and in which entry. */
interface Sealing {
  readonly index: number;
  readonly paper: PaperOf<"sealings">;
  readonly player: Human;
}

/** Cards of a shuffle at most. */
const MOST_CARDS = 256;
/** Reveals that a witness may miss in a game: then no shuffle waits for it any more. */
const MOST_MISSES = 3;

/** The fold over a log's papers. Faults of the table are thrown as LogFaults. */
export class Cards {
  /** The cards that this reader, or everybody, could open: slot -> card. */
  readonly faces = new Map<number, number>();
  /** The shuffles whose cut left this reader's seed out. */
  readonly omitted: number[] = [];
  readonly counts = { shuffles: 0, openings: 0, reveals: 0, own: 0, witnessed: 0 };
  readonly #gid: Bytes;
  readonly #table: Bytes;
  readonly #reading: Reading;
  readonly #shuffles = new Map<number, Shuffle>();
  readonly #chains = new Map<number, Known>();
  /** How many reveals each witness has missed. */
  readonly #misses = new Map<number, number>();
  /** Seats and witnesses that missed a reveal and have not acted, nor revealed, nor taken new keys since. */
  readonly #asleep = new Set<number>();
  readonly #sealings: Sealing[] = [];
  readonly #shares: Shares;
  /** The dealer's chains that have shuffles still to be revealed, or to come. */
  #dealerChains: readonly Known[] = [];
  #revealed: Link = { index: 0, value: new Uint8Array(0) };
  /** Cards were drawn for who deals. */
  #dealIsDrawn = false;

  constructor(gid: Bytes, table: Bytes, reader: CardReader | null) {
    this.#gid = gid;
    this.#table = table;
    this.#shares = new Shares(gid, table);
    this.#reading = new Reading(gid, reader);
  }

  /** The number of the last shuffle that the dealer's reveals have proven. */
  get provenTo(): number {
    return this.#revealed.index;
  }

  /** From here on another reader's cards are opened. */
  readBy(reader: CardReader): void {
    this.#reading.by(reader);
  }

  /** Checks the papers of the next entry. */
  take(step: Step): void {
    const desk = new Desk(step.entry.papers);
    const { cause } = step.entry;
    if (cause.by === "player") this.#asleep.delete(cause.command.seat ?? -1);
    for (const moment of step.moments) this.#check(moment, step, desk);
    desk.noneLeft();
  }

  #check({ event, before, after }: Moment, step: Step, desk: Desk): void {
    if (event.kind === "dealer-seated") this.#dealerSeated(event, step);
    else if (event.kind === "seated") this.#seated(event, before);
    else if (event.kind === "left") this.#left(event);
    else if (event.kind === "witness-came") this.#witnessCame(event);
    else if (event.kind === "witness-left") this.#chains.delete(event.witness);
    else if (event.kind === "rekeyed") this.#rekeyed(event, before, step, desk);
    else if (event.kind === "re-anchored") this.#reAnchored(event, before, step, desk);
    else if (event.kind === "game-started") this.#shareOut(step, desk);
    else if (event.kind === "shuffle-begun") this.#begun(event, before, step, desk);
    else if (event.kind === "shuffle-closed") this.#closed(event, before, step, desk);
    else if (event.kind === "round-began") this.#roundBegan(event, before, step);
    else if (event.kind === "dealt") this.#dealt(event, before, step, desk);
    else if (event.kind === "drew") this.#received(event.seat, event.slots, step, desk);
    else if (event.kind === "challenged") this.#received(event.seat, hidden(step.before, event.shown), step, desk);
    else if (event.kind === "hands-moved") this.#moved(event, step, desk);
    else if (event.kind === "starter-turned") this.#shown(event.slot, event.card, before, desk);
    else if (event.kind === "played" || event.kind === "shown") this.#faceUp(event, before, desk);
    else if (event.kind === "deal-drawn") {
      this.#dealIsDrawn = true;
      this.#faceUp(event, before, desk);
    } else if (event.kind === "sat-out") this.#satOut(event, step);
    else if (event.kind === "round-ended") this.#roundEnded(step, after, desk);
    else if (event.kind === "game-ended") this.#gameEnded(step, after, desk);
  }

  // Keys and chains

  #dealerSeated({ x25519, anchor }: EventOf<"dealer-seated">, { entry }: Step): void {
    if (entry.index !== 1 || this.#reading.dealer)
      throw new LogFault("bad-form", "the dealer is seated once, at index 1");
    checkKeys(x25519, anchor, "the dealer");
    this.#reading.dealer = x25519;
    this.#dealerChains = [this.#chain(this.#table, DEALER, anchor)];
  }

  /** In the lobby or between two rounds, and then a vacant seat. */
  #seated({ seat, session, x25519, anchor }: EventOf<"seated">, before: State): void {
    if (before.phase !== "round-over" || before.seats[seat]) this.#checkLobby();
    checkKeys(x25519, anchor, `seat ${seat}`);
    this.#chains.set(seat, this.#chain(session, PLAYER, anchor));
  }

  #witnessCame({ witness, session, anchor, base }: EventOf<"witness-came">): void {
    if (anchor.length !== KEY_SIZE) throw new LogFault("weak-key", `the anchor of witness ${witness} is not allowed`);
    this.#chains.set(witness, this.#chain(session, PLAYER, anchor, base));
    this.#asleep.delete(witness);
  }

  #chain(key: Bytes, role: number, anchor: Bytes, base = 0): Known {
    return { owner: { gid: this.#gid, key, role }, base, link: { index: 0, value: anchor } };
  }

  /** The hand that a player holds is sealed to the new keys. */
  #rekeyed({ seat, session, x25519, anchor, base }: EventOf<"rekeyed">, before: State, step: Step, desk: Desk): void {
    checkKeys(x25519, anchor, `seat ${seat}`);
    checkBase(base, before);
    this.#chains.set(seat, this.#chain(session, PLAYER, anchor, base));
    this.#asleep.delete(seat);
    this.#received(seat, hidden(step.after, step.after.hands[seat] ?? []), step, desk);
    this.#shares.again(desk, step.after, seat, (holder) => this.#keyOf(step.after, holder));
  }

  /** Where the options want it, the secret behind the dealer's newest chain is split among the players. */
  #shareOut({ entry, after }: Step, desk: Desk): void {
    const chain = this.#dealerChains.at(-1);
    if (!chain) return;
    const { base, link } = chain;
    this.#shares.begin(desk, after, { index: entry.index, base, anchor: link.value }, (seat) =>
      this.#keyOf(after, seat),
    );
  }

  /** The key that the reader shares with the dealer, if it holds this seat. */
  #keyOf({ seats }: State, seat: number): Bytes | null {
    const sitter = seats[seat];
    return sitter?.kind === "human" && this.#reading.isReader(sitter.session) ? this.#reading.noteKey() : null;
  }

  /** A seat may ask for a new chain a shuffle too late to begin it right here; its base has to rise. */
  #reAnchored({ seat, anchor, base }: EventOf<"re-anchored">, before: State, step: Step, desk: Desk): void {
    if (anchor.length !== KEY_SIZE) throw new LogFault("weak-key", "the anchor of a new chain is not allowed");
    if (seat === null) {
      checkBase(base, before);
      this.#dealerChains = [...this.#dealerChains, this.#chain(this.#table, DEALER, anchor, base)];
      return this.#shareOut(step, desk);
    }
    const { owner, base: last } = this.#chains.get(seat)!;
    if (base <= last || base > before.shuffles) {
      throw new LogFault("undecided", `a base from ${last + 1} to ${before.shuffles} expected, got ${base}`);
    }
    this.#chains.set(seat, this.#chain(owner.key, PLAYER, anchor, base));
  }

  #left({ seat }: EventOf<"left">): void {
    this.#checkLobby();
    this.#chains.delete(seat);
    this.#asleep.delete(seat);
  }

  /** From the first shuffle on a seat's player may take new keys, but nobody else the seat. */
  #checkLobby(): void {
    if (this.#shuffles.size === 0) return;
    throw new LogFault("impossible-event", "seats change hands before the first shuffle only");
  }

  // Shuffles

  #begun(begun: EventOf<"shuffle-begun">, before: State, step: Step, desk: Desk): void {
    const { k, cards, slots } = begun;
    const paper = desk.one("commitments");
    const count = cards.length + slots.length;
    if (!this.#reading.dealer || k !== before.shuffles + 1 || paper.k !== k) {
      throw new LogFault("bad-commitments", `shuffle ${before.shuffles + 1} of a seated dealer expected`);
    }
    if (count < 1 || count > MOST_CARDS || paper.slots.length !== DIGEST_SIZE * count) {
      throw new LogFault("bad-commitments", `a commitment for each of ${count} cards expected`);
    }
    if (!isAllThatLeaves(begun, before, step)) {
      throw new LogFault("bad-commitments", `shuffle ${k} is not of the cards that leave the table`);
    }
    this.#checkContributors(paper.from);
    this.#checkAsked(begun, paper.from, step);
    this.#shuffles.set(k, {
      begun,
      commitments: paper.slots,
      chains: new Map(paper.from.map(([seat]) => [seat, this.#chains.get(seat)!])),
      ctx: context(this.#gid, k, step.entry.hash),
      count,
    });
  }

  #checkContributors(from: PaperOf<"commitments">["from"]): void {
    const asKnown = from.every(([seat, index, value]) => {
      const known = this.#chains.get(seat)?.link;
      return known?.index === index && same(known.value, value);
    });
    if (asKnown && inOrder(from)) return;
    throw new LogFault("bad-commitments", "the contributors' last links are not those of the log");
  }

  /** All who are there and do not sleep are asked for seeds; for a deal into which only contributors are dealt, all. */
  #checkAsked({ into }: EventOf<"shuffle-begun">, from: PaperOf<"commitments">["from"], { before }: Step): void {
    const asksAll = into === "deck" && before.options["missing_reveal"] === "sit_out";
    const leftOut = [...this.#chains.keys()].filter((seat) => {
      const sitter = before.seats[seat];
      const witnesses = before.witnesses.has(seat) && (this.#misses.get(seat) ?? 0) < MOST_MISSES;
      const there = witnesses || (sitter && !sitter.away && !sitter.gone);
      const awake = !this.#asleep.has(seat) || (asksAll && !witnesses);
      return there && awake && !from.some(([asked]) => asked === seat);
    });
    if (leftOut.length === 0) return;
    throw new LogFault("bad-commitments", `seats ${leftOut.join()} are there, and were not asked for a seed`);
  }

  #closed({ k, order: cut }: EventOf<"shuffle-closed">, before: State, step: Step, desk: Desk): void {
    const paper = desk.one("reveals");
    const shuffle = this.#shuffles.get(k);
    if (!shuffle || paper.k !== k) throw new LogFault("bad-reveal", `the reveals of shuffle ${k} expected`);
    this.#checkReveals(paper, shuffle);
    const seed = mix(shuffle.ctx, paper.values);
    if (!equal(cut, order(seed, shuffle.count)))
      throw new LogFault("wrong-order", `the cut of shuffle ${k} gives another order`);
    if (closeOf(step)?.dice !== first(seed, taken(before).length)) {
      throw new LogFault("wrong-order", `the cut of shuffle ${k} gives other dice`);
    }
    this.counts.shuffles += 1;
    if (paper.values.some(([seat]) => seat >= MOST_SEATS)) this.counts.witnessed += 1;
    this.#checkMissing(step, shuffle, paper);
    this.#noteOwn(k, shuffle, paper);
  }

  #checkReveals({ k, values }: PaperOf<"reveals">, { chains }: Shuffle): void {
    if (!inOrder(values) || !values.every(([seat]) => chains.has(seat))) {
      throw new LogFault("bad-reveal", "reveals of contributors, seats rising, expected");
    }
    for (const [seat, index, value] of values) {
      const chain = chains.get(seat)!;
      const link = { index, value };
      if (!isLinkFor(k, chain, link)) {
        throw new LogFault("bad-reveal", `the value of seat ${seat} is not a link of its chain`);
      }
      if (this.#chains.get(seat) === chain) this.#chains.set(seat, { ...chain, link });
      this.counts.reveals += 1;
    }
  }

  /** The close names the contributors whose seeds are missing. */
  #checkMissing(step: Step, { chains }: Shuffle, { values }: PaperOf<"reveals">): void {
    const missing = [...chains.keys()].filter((seat) => !values.some(([by]) => by === seat));
    missing.forEach((seat) => this.#asleep.add(seat));
    for (const seat of missing.filter((one) => step.before.witnesses.has(one))) {
      this.#misses.set(seat, (this.#misses.get(seat) ?? 0) + 1);
    }
    values.forEach(([seat]) => this.#asleep.delete(seat));
    if (equal(closeOf(step)?.missing ?? [], missing)) return;
    throw new LogFault("bad-reveal", `the close does not name seats ${missing.join()}, whose seeds are missing`);
  }

  /** Only who gave no seed for the deal is not dealt in. */
  #satOut({ seats }: EventOf<"sat-out">, step: Step): void {
    const missing = closeOf(step)?.missing ?? [];
    if (seats.every((seat) => missing.includes(seat))) return;
    throw new LogFault("bad-reveal", `seats ${seats.join()} sit out, seeds are missing of ${missing.join()}`);
  }

  #noteOwn(k: number, { chains }: Shuffle, { values }: PaperOf<"reveals">): void {
    const mine = (seat: number): boolean => this.#reading.isReader(chains.get(seat)!.owner.key);
    if (values.some(([seat]) => mine(seat))) this.counts.own += 1;
    else if ([...chains.keys()].some(mine)) this.omitted.push(k);
  }

  // Cards

  /** The cut's dice name the dealing seat of the first round, unless cards were drawn for it. */
  #roundBegan({ round, deal_seat, seats }: EventOf<"round-began">, before: State, step: Step): void {
    if (round !== 1 || this.#dealIsDrawn) return;
    const named = taken(before)[closeOf(step)?.dice ?? -1];
    if (named !== undefined && deal_seat === (seats.find((seat) => seat >= named) ?? seats[0])) return;
    throw new LogFault("wrong-draw", `the dice do not name seat ${deal_seat} to deal`);
  }

  /** One card at a time: a new deal from the dealing seat's left, shuffled hands on from the seat that played the card. */
  #dealt({ hands }: EventOf<"dealt">, before: State, step: Step, desk: Desk): void {
    const into = this.#shuffles.get(before.shuffles)?.begun.into;
    const dealer = into === "deck" ? before.dealSeat : (step.before.todo[0]?.[1] ?? null);
    if (dealer === null) throw new LogFault("wrong-draw", "nobody deals");
    const seats = before.playing;
    const given = undrawn(before).slice(0, hands.flat().length);
    seats.forEach((_, place) => {
      const seat = neighbour(before, dealer, place + 1);
      const due = given.filter((_slot, at) => at % seats.length === place);
      if (!equal(hands[seat]!, due)) throw new LogFault("wrong-draw", `seat ${seat} was not dealt slots ${due.join()}`);
    });
    hands.forEach((hand, seat) => this.#received(seat, hand, step, desk));
  }

  /** A hand that changes seats is sealed to its new one, but for the cards that everybody knows. */
  #moved({ takers }: EventOf<"hands-moved">, step: Step, desk: Desk): void {
    for (const seat of takers) this.#received(seat, hidden(step.after, step.after.hands[seat] ?? []), step, desk);
  }

  /** A human seat gets every hidden slot sealed to it; a computer's cards stay with the dealer. */
  #received(seat: number, slots: readonly number[], { entry, after }: Step, desk: Desk): void {
    const { seats, deck } = after;
    const sitter = seats[seat];
    if (sitter?.kind !== "human" || slots.length === 0) return;
    const paper = desk.sealing(seat);
    if (!paper || !equal(paper.slots, slots) || paper.sealed.length !== SEALED_SIZE * slots.length) {
      throw new LogFault("missing-paper", `slots ${slots.join()} are not sealed to seat ${seat}`);
    }
    const sealing = { index: entry.index, paper, player: sitter };
    this.#sealings.push(sealing);
    if (this.#reading.isReader(sitter.session)) this.#open(sealing, this.#reading.noteKey()!, deck);
  }

  #open({ index, paper }: Sealing, key: Bytes, deck: State["deck"]): void {
    paper.slots.forEach((slot, place) => {
      const opening = unsealed(key, slot, paper.sealed.subarray(SEALED_SIZE * place, SEALED_SIZE * (place + 1)));
      if (!this.#opens(slot, opening, deck)) {
        throw new LogFault("bad-sealing", `what is sealed for slot ${slot} does not open its commitment`, index);
      }
      this.faces.set(slot, opening.card);
      this.counts.openings += 1;
    });
  }

  #opens(slot: number, opening: Opening, deck: State["deck"]): boolean {
    const shuffle = this.#shuffles.get(shuffleOf(slot));
    return shuffle !== undefined && opening.card < deck.length && opens(shuffle.commitments, this.#gid, slot, opening);
  }

  #faceUp(event: EventOf<"played" | "shown" | "deal-drawn">, before: State, desk: Desk): void {
    event.slots.forEach((slot, place) => this.#shown(slot, event.cards[place]!, before, desk));
  }

  #shown(slot: number, card: number, before: State, desk: Desk): void {
    const known = before.opened.get(slot);
    if (known === undefined) this.#checkOpening(slot, card, before, desk);
    else if (known !== card) throw new LogFault("bad-opening", `slot ${slot} was shown as card ${known}`);
    this.faces.set(slot, card);
  }

  #checkOpening(slot: number, card: number, { opened, deck }: State, desk: Desk): void {
    if ([...opened.values()].includes(card)) throw new LogFault("bad-deck", `card ${card} is shown a second time`);
    const opening = desk.opening(slot);
    if (!opening) throw new LogFault("missing-paper", `slot ${slot} is shown without its opening`);
    if (opening.card !== card || !this.#opens(slot, opening, deck)) {
      throw new LogFault("bad-opening", `slot ${slot} was not committed to as card ${card}`);
    }
    this.counts.openings += 1;
  }

  // The dealer's reveal

  #roundEnded(step: Step, after: State, desk: Desk): void {
    const chains = this.#dealerChains;
    let present = chains.at(-1);
    let secret: Bytes | null = null;
    chains.forEach((chain, place) => {
      const last = chains[place + 1]?.base ?? after.shuffles;
      if (last <= Math.max(chain.base, this.provenTo)) return;
      if (secret)
        throw new LogFault("bad-dealer-reveal", "the dealer's x25519 secret in the last reveal only expected");
      const { x25519, ...reveal } = desk.one("dealer-reveal");
      const link = this.#checkReveal(chain, last, reveal);
      if (chain === present) present = { ...chain, link };
      secret = x25519;
    });
    if (!present) throw new LogFault("bad-dealer-reveal", "a seated dealer expected");
    this.#dealerChains = [present];
    this.#checkShown(after);
    this.#checkX25519(secret, step, after);
  }

  /** The link for the last shuffle that a chain fed gives all that it fed since the reveal before. */
  #checkReveal(chain: Known, last: number, { k, value }: { readonly k: number; readonly value: Bytes }): Link {
    const link = { index: last - chain.base, value };
    if (k !== last || !isLinkFor(last, chain, link)) {
      throw new LogFault("bad-dealer-reveal", `the link for shuffle ${last} of the dealer's chain expected`);
    }
    for (let each = this.provenTo + 1; each <= last; each++) {
      this.#checkDeck(each, walked(chain.owner, link, each - chain.base));
    }
    this.#revealed = { index: k, value };
    return link;
  }

  /** A game that ends between two rounds has its dealer's reveal here. */
  #gameEnded(step: Step, after: State, desk: Desk): void {
    if (step.entry.events.some(({ kind }) => kind === "round-ended")) return;
    const { k, value, x25519 } = desk.one("dealer-reveal");
    const { index, value: known } = this.#revealed;
    if (k !== index || !same(value, known)) {
      throw new LogFault("bad-dealer-reveal", "the link last revealed expected");
    }
    this.#checkX25519(x25519, step, after);
  }

  #checkX25519(x25519: Bytes | null, step: Step, after: State): void {
    const over = step.entry.events.some(({ kind }) => kind === "game-ended");
    if (over !== (x25519 !== null)) {
      throw new LogFault("bad-dealer-reveal", "the dealer's x25519 secret beside game-ended and only there expected");
    }
    if (x25519) this.#checkSealings(x25519, after.deck);
  }

  /** The dealer's link must give the commitments of shuffle k over exactly the cards that went in. */
  #checkDeck(k: number, dealerLink: Bytes): void {
    const { begun, commitments } = this.#shuffles.get(k)!;
    const cards = [...begun.cards, ...begun.slots.map((slot) => this.faces.get(slot) ?? -1)];
    if (cards.includes(-1) || new Set(cards).size !== cards.length) {
      throw new LogFault("bad-deck", `the cards of shuffle ${k} are no proper deck`);
    }
    const arranged = arrange(this.#gid, k, dealerLink, cards);
    if (!same(arranged.commitments, commitments)) {
      throw new LogFault("bad-deck", `the dealer's secret does not give the commitments of shuffle ${k}`);
    }
    arranged.cards.forEach((card, place) => this.faces.set(slotOf(k, place), card));
  }

  /** What is shown is what was committed to, and each card of the deck is in play once. */
  #checkShown(after: State): void {
    for (const [slot, card] of after.opened) {
      if (this.faces.get(slot) !== card)
        throw new LogFault("bad-opening", `slot ${slot} is shown as card ${card}, which it is not`);
    }
    const inPlay = [...after.hands.flat(), ...undrawn(after), ...after.discards];
    if (!equal(rising(inPlay.map((slot) => this.faces.get(slot) ?? -1)), [...after.deck.keys()])) {
      throw new LogFault("bad-deck", "hands, pile and discards together are not the deck, each card once");
    }
  }

  #checkSealings(secret: Bytes, deck: State["deck"]): void {
    if (!same(exchangePublic(secret), this.#reading.dealer!)) {
      throw new LogFault("bad-dealer-reveal", "the dealer's x25519 secret expected");
    }
    const keys = new Map<Bytes, Bytes>();
    for (const sealing of this.#sealings) {
      const { session, x25519 } = sealing.player;
      if (this.#reading.isReader(session)) continue;
      const key = keys.get(x25519) ?? this.#reading.shared(secret, x25519, x25519);
      keys.set(x25519, key);
      this.#open(sealing, key, deck);
    }
    this.#shares.check(secret, (player) => this.#reading.shared(secret, player, player));
  }
}

/** The act that this entry closes a shuffle with. */
function closeOf({ entry: { cause } }: Step): Extract<TableAct, { kind: "close" }> | null {
  return cause.by === "table" && cause.act.kind === "close" ? cause.act : null;
}

/** Whether this is a chain's link for shuffle k, above the one last known. */
function isLinkFor(k: number, { owner, base, link: known }: Known, link: Link): boolean {
  return link.index === k - base && link.index > known.index && leadsTo(owner, link, known);
}

/** A new chain begins after the last shuffle that was begun. */
function checkBase(base: number, { shuffles }: State): void {
  if (base !== shuffles) throw new LogFault("undecided", `the base ${shuffles} expected, got ${base}`);
}

/** The slots among these that not everybody knows: what a seat that sees them needs sealed to it. */
const hidden = ({ opened }: State, slots: readonly number[]): readonly number[] =>
  slots.filter((slot) => !opened.has(slot));

function checkKeys(x25519: Bytes, anchor: Bytes, whose: string): void {
  if (anchor.length === KEY_SIZE && canAgree(x25519)) return;
  throw new LogFault("weak-key", `the keys of ${whose} are not allowed`);
}

/** Whether the seats of these links rise. */
function inOrder(links: readonly (readonly [number, number, Bytes])[]): boolean {
  return links.every(([seat], place) => place === 0 || links[place - 1]![0] < seat);
}
