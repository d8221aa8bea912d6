/**
 * Whether the papers of a log prove its cards: commitments before the cut, the cut from the seeds alone, each card from
 * the place it was committed to, and at the end a dealer's secret that gives all of it again (log.md 6).
 */
import { DEALER, type Link, type Owner, PLAYER, leadsTo, walked } from "../fair/chains";
import { KEY_SIZE, canAgree, exchangePublic } from "../fair/x25519";
import { arrange, context, first, mix, order } from "../fair/shuffles";
import { SEALED_SIZE, type Opening, opens, sharedKey, shuffleOf, slotOf, unsealed } from "../fair/slots";
import { type Bytes, DIGEST_SIZE, same } from "../fair/transcript";
import type { EventOf } from "../game/events";
import { LogFault } from "../game/faults";
import { type State, neighbour, taken, undrawn } from "../game/state";
import { Desk } from "./desk";
import type { PaperOf } from "./entry";
import { equal, isAllThatLeaves, rising } from "./leaving";
import type { Moment, Step } from "./log";

/** One player's means to open what is sealed to it. */
export interface CardReader {
  readonly session: Bytes;
  readonly x25519: Bytes;
  readonly x25519Secret: Bytes;
}

/** What is known of one shuffle. */
interface Shuffle {
  readonly begun: EventOf<"shuffle-begun">;
  readonly commitments: Bytes;
  /** The seats that may contribute. */
  readonly seats: readonly number[];
  readonly ctx: Bytes;
  readonly count: number;
}

interface Contributor {
  readonly owner: Owner;
  readonly known: Link;
}

/** What was sealed to a seat, and in which entry. */
interface Sealing {
  readonly index: number;
  readonly paper: PaperOf<"sealings">;
}

/** Cards of a shuffle at most. */
const MOST_CARDS = 256;

/** The fold over a log's papers. Faults of the table are thrown as LogFaults. */
export class Cards {
  /** The cards that this reader, or everybody, could open: slot -> card. */
  readonly faces = new Map<number, number>();
  /** The shuffles whose cut left this reader's seed out. */
  readonly omitted: number[] = [];
  readonly counts = { shuffles: 0, openings: 0, reveals: 0 };
  readonly #gid: Bytes;
  readonly #table: Bytes;
  readonly #reader: CardReader | null;
  readonly #shuffles = new Map<number, Shuffle>();
  readonly #chains = new Map<number, Contributor>();
  readonly #sealings: Sealing[] = [];
  #dealer: { readonly x25519: Bytes; readonly known: Link } | null = null;
  #ownKey: Bytes | null = null;
  /** Cards were drawn for who deals. */
  #dealIsDrawn = false;

  constructor(gid: Bytes, table: Bytes, reader: CardReader | null) {
    this.#gid = gid;
    this.#table = table;
    this.#reader = reader;
  }

  /** The number of the last shuffle that the dealer's reveals have proven. */
  get provenTo(): number {
    return this.#dealer?.known.index ?? 0;
  }

  /** Checks the papers of the next entry. */
  take(step: Step): void {
    const desk = new Desk(step.entry.papers);
    for (const moment of step.moments) this.#check(moment, step, desk);
    desk.noneLeft();
  }

  /** Whether the open shuffle waits for this seat's seed, and in which context. */
  due({ shuffle }: State, seat: number): { readonly k: number; readonly ctx: Bytes } | null {
    const open = shuffle && this.#shuffles.get(shuffle.k);
    return open?.seats.includes(seat) ? { k: open.begun.k, ctx: open.ctx } : null;
  }

  /** K of the reader and the dealer; null before there is a dealer, or without a reader. */
  noteKey(): Bytes | null {
    const [dealer, reader] = [this.#dealer?.x25519, this.#reader];
    if (!dealer || !reader) return null;
    this.#ownKey ??= this.#shared(reader.x25519Secret, dealer, reader.x25519);
    return this.#ownKey;
  }

  #check({ event, before, after }: Moment, step: Step, desk: Desk): void {
    if (event.kind === "dealer-seated") this.#dealerSeated(event, step);
    else if (event.kind === "seated") this.#seated(event);
    else if (event.kind === "left") this.#left(event);
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
    } else if (event.kind === "round-ended") this.#roundEnded(step, after, desk);
    else if (event.kind === "game-ended") this.#gameEnded(step, after, desk);
  }

  // Keys and chains

  #dealerSeated({ x25519, anchor }: EventOf<"dealer-seated">, { entry }: Step): void {
    if (entry.index !== 1 || this.#dealer) throw new LogFault("bad-form", "the dealer is seated once, at index 1");
    checkKeys(x25519, anchor, "the dealer");
    this.#dealer = { x25519, known: { index: 0, value: anchor } };
  }

  #seated({ seat, session, x25519, anchor }: EventOf<"seated">): void {
    this.#checkLobby();
    checkKeys(x25519, anchor, `seat ${seat}`);
    const owner = { gid: this.#gid, key: session, role: PLAYER };
    this.#chains.set(seat, { owner, known: { index: 0, value: anchor } });
  }

  #left({ seat }: EventOf<"left">): void {
    this.#checkLobby();
    this.#chains.delete(seat);
  }

  /** Keys and chains stand fast from the first shuffle on. */
  #checkLobby(): void {
    if (this.#shuffles.size === 0) return;
    throw new LogFault("impossible-event", "seats change hands before the first shuffle only");
  }

  // Shuffles

  #begun(begun: EventOf<"shuffle-begun">, before: State, step: Step, desk: Desk): void {
    const { k, cards, slots } = begun;
    const paper = desk.one("commitments");
    const count = cards.length + slots.length;
    if (!this.#dealer || k !== before.shuffles + 1 || paper.k !== k) {
      throw new LogFault("bad-commitments", `shuffle ${before.shuffles + 1} of a seated dealer expected`);
    }
    if (count < 1 || count > MOST_CARDS || paper.slots.length !== DIGEST_SIZE * count) {
      throw new LogFault("bad-commitments", `a commitment for each of ${count} cards expected`);
    }
    if (!isAllThatLeaves(begun, before, step)) {
      throw new LogFault("bad-commitments", `shuffle ${k} is not of the cards that leave the table`);
    }
    this.#checkContributors(paper.from);
    const seats = paper.from.map(([seat]) => seat);
    this.#shuffles.set(k, {
      begun,
      commitments: paper.slots,
      seats,
      ctx: context(this.#gid, k, step.entry.hash),
      count,
    });
  }

  #checkContributors(from: PaperOf<"commitments">["from"]): void {
    const asKnown = from.every(([seat, index, value]) => {
      const known = this.#chains.get(seat)?.known;
      return known?.index === index && same(known.value, value);
    });
    if (asKnown && inOrder(from)) return;
    throw new LogFault("bad-commitments", "the contributors' last links are not those of the log");
  }

  #closed({ k, order: cut }: EventOf<"shuffle-closed">, before: State, step: Step, desk: Desk): void {
    const paper = desk.one("reveals");
    const shuffle = this.#shuffles.get(k);
    if (!shuffle || paper.k !== k) throw new LogFault("bad-reveal", `the reveals of shuffle ${k} expected`);
    this.#checkReveals(paper, shuffle);
    const seed = mix(shuffle.ctx, paper.values);
    if (!equal(cut, order(seed, shuffle.count)))
      throw new LogFault("wrong-order", `the cut of shuffle ${k} gives another order`);
    if (diceOf(step) !== first(seed, taken(before).length)) {
      throw new LogFault("wrong-order", `the cut of shuffle ${k} gives other dice`);
    }
    this.counts.shuffles += 1;
    this.#noteOmission(k, shuffle, paper);
  }

  #checkReveals({ k, values }: PaperOf<"reveals">, { seats }: Shuffle): void {
    if (!inOrder(values) || !values.every(([seat]) => seats.includes(seat))) {
      throw new LogFault("bad-reveal", "reveals of contributors, seats rising, expected");
    }
    for (const [seat, index, value] of values) {
      const { owner, known } = this.#chains.get(seat)!;
      const link = { index, value };
      if (index !== k || index <= known.index || !leadsTo(owner, link, known)) {
        throw new LogFault("bad-reveal", `the value of seat ${seat} is not a link of its chain`);
      }
      this.#chains.set(seat, { owner, known: link });
      this.counts.reveals += 1;
    }
  }

  #noteOmission(k: number, { seats }: Shuffle, { values }: PaperOf<"reveals">): void {
    const mine = (seat: number): boolean => this.#isReader(this.#chains.get(seat)!.owner.key);
    if (seats.some(mine) && !values.some(([seat]) => mine(seat))) this.omitted.push(k);
  }

  #isReader(session: Bytes): boolean {
    return this.#reader !== null && same(session, this.#reader.session);
  }

  // Cards

  /** The cut's dice name the dealing seat of the first round, unless cards were drawn for it. */
  #roundBegan({ round, deal_seat, seats }: EventOf<"round-began">, before: State, step: Step): void {
    if (round !== 1 || this.#dealIsDrawn) return;
    const named = taken(before)[diceOf(step) ?? -1];
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
  #received(seat: number, slots: readonly number[], { entry, before }: Step, desk: Desk): void {
    const { seats, deck } = before;
    const sitter = seats[seat];
    if (sitter?.kind !== "human" || slots.length === 0) return;
    const paper = desk.sealing(seat);
    if (!paper || !equal(paper.slots, slots) || paper.sealed.length !== SEALED_SIZE * slots.length) {
      throw new LogFault("missing-paper", `slots ${slots.join()} are not sealed to seat ${seat}`);
    }
    const sealing = { index: entry.index, paper };
    this.#sealings.push(sealing);
    if (this.#isReader(sitter.session)) this.#open(sealing, this.noteKey()!, deck);
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
    const { k, value, x25519 } = desk.one("dealer-reveal");
    const owner = { gid: this.#gid, key: this.#table, role: DEALER };
    const link = { index: k, value };
    if (!this.#dealer || k !== after.shuffles || !leadsTo(owner, link, this.#dealer.known)) {
      throw new LogFault("bad-dealer-reveal", `link ${after.shuffles} of the dealer's chain expected`);
    }
    for (let each = this.provenTo + 1; each <= k; each++) this.#checkDeck(each, walked(owner, link, each));
    this.#dealer = { ...this.#dealer, known: link };
    this.#checkShown(after);
    this.#checkX25519(x25519, step, after);
  }

  /** A game that ends between two rounds has its dealer's reveal here. */
  #gameEnded(step: Step, after: State, desk: Desk): void {
    if (step.entry.events.some(({ kind }) => kind === "round-ended")) return;
    const { k, value, x25519 } = desk.one("dealer-reveal");
    const known = this.#dealer?.known;
    if (k !== known?.index || !same(value, known.value)) {
      throw new LogFault("bad-dealer-reveal", "the link last revealed expected");
    }
    this.#checkX25519(x25519, step, after);
  }

  #checkX25519(x25519: Bytes | null, step: Step, after: State): void {
    const over = step.entry.events.some(({ kind }) => kind === "game-ended");
    if (over !== (x25519 !== null)) {
      throw new LogFault("bad-dealer-reveal", "the dealer's x25519 secret beside game-ended and only there expected");
    }
    if (x25519) this.#checkSealings(x25519, after);
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

  #checkSealings(secret: Bytes, { seats, deck }: State): void {
    if (!same(exchangePublic(secret), this.#dealer!.x25519)) {
      throw new LogFault("bad-dealer-reveal", "the dealer's x25519 secret expected");
    }
    const keys = new Map<number, Bytes>();
    for (const sealing of this.#sealings) {
      const { seat } = sealing.paper;
      const sitter = seats[seat];
      if (sitter?.kind !== "human" || this.#isReader(sitter.session)) continue;
      const key = keys.get(seat) ?? this.#shared(secret, sitter.x25519, sitter.x25519);
      keys.set(seat, key);
      this.#open(sealing, key, deck);
    }
  }

  #shared(secret: Bytes, peer: Bytes, player: Bytes): Bytes {
    return sharedKey(this.#gid, secret, peer, { dealer: this.#dealer!.x25519, player });
  }
}

/** The die of the cut that this entry closes a shuffle with. */
function diceOf({ entry: { cause } }: Step): number | null {
  return cause.by === "table" && cause.act.kind === "close" ? cause.act.dice : null;
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
