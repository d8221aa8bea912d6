/**
 * What one player knows of a game at once: the cards sealed to it, the seed it owes, its key with the dealer. Nothing is
 * proven here; that is what cards.ts and signatures.ts are for, which come later than the first table.
 */
import { context } from "../fair/chains";
import { SEALED_SIZE, sharedKey, unsealed } from "../fair/slots";
import { type Bytes, same } from "../fair/transcript";
import { canAgree } from "../fair/x25519";
import type { EventOf } from "../game/events";
import { LogFault } from "../game/faults";
import { type State, contributorAt } from "../game/state";
import type { Command, PaperOf } from "./entry";
import type { Step } from "./log";

/** One player's means to open what is sealed to it. */
export interface CardReader {
  readonly session: Bytes;
  readonly x25519: Bytes;
  readonly x25519Secret: Bytes;
}

/** A reader, perhaps none, and the dealer of one game: what they share. */
export class Reading {
  dealer: Bytes | null = null;
  #reader: CardReader | null;
  #ownKey: Bytes | null = null;
  readonly #gid: Bytes;

  constructor(gid: Bytes, reader: CardReader | null) {
    this.#gid = gid;
    this.#reader = reader;
  }

  /** From here on another reader's cards are opened, as when a player has new keys. */
  by(reader: CardReader): void {
    if (reader === this.#reader) return;
    this.#reader = reader;
    this.#ownKey = null;
  }

  isReader(session: Bytes): boolean {
    return this.#reader !== null && same(session, this.#reader.session);
  }

  /** K of the reader and the dealer; null before there is a dealer, or without a reader. */
  noteKey(): Bytes | null {
    if (!this.dealer || !this.#reader) return null;
    this.#ownKey ??= this.shared(this.#reader.x25519Secret, this.dealer, this.#reader.x25519);
    return this.#ownKey;
  }

  /** K of the dealer and a player, from the secret of one and the key of the other. */
  shared(secret: Bytes, peer: Bytes, player: Bytes): Bytes {
    return sharedKey(this.#gid, secret, peer, { dealer: this.dealer!, player });
  }
}

/** The shuffle last begun, with the seats as they were. */
interface Begun {
  readonly k: number;
  readonly ctx: Bytes;
  readonly asked: readonly number[];
  readonly seats: State["seats"];
}

export class Own {
  /** The cards that were sealed to this player: slot -> card. */
  readonly faces = new Map<number, number>();
  /** What the player's session key last signed a command with, 0 if it has not. */
  counter = 0;
  readonly #gid: Bytes;
  readonly #reading: Reading;
  #begun: Begun | null = null;

  constructor(gid: Bytes, reader: CardReader) {
    this.#gid = gid;
    this.#reading = new Reading(gid, reader);
  }

  readBy(reader: CardReader): void {
    this.#reading.by(reader);
    this.counter = 0;
  }

  noteKey(): Bytes | null {
    return this.#reading.noteKey();
  }

  take({ entry, moments, before, after }: Step): void {
    const { cause, papers } = entry;
    if (cause.by === "player") this.#count(cause.command, before);
    for (const { event, before } of moments) {
      if (event.kind === "dealer-seated" && canAgree(event.x25519)) this.#reading.dealer = event.x25519;
      const asks = event.kind === "shuffle-begun" && papers.find(({ kind }) => kind === "commitments");
      if (asks) this.#begin(event, asks as PaperOf<"commitments">, before, entry.hash);
    }
    for (const paper of papers) if (paper.kind === "sealings") this.#open(paper, after);
  }

  /** Whether the open shuffle waits for a seed of this player, who holds this seat; in which context, from which chain. */
  due({ shuffle }: State, seat: number): { readonly k: number; readonly ctx: Bytes; readonly base: number } | null {
    const begun = this.#begun;
    const sitter = begun?.seats[seat];
    if (!begun || begun.k !== shuffle?.k || sitter?.kind !== "human") return null;
    const asked = begun.asked.includes(seat) && this.#reading.isReader(sitter.session);
    return asked ? { k: begun.k, ctx: begun.ctx, base: sitter.base } : null;
  }

  #count({ seat, act, counter }: Command, before: State): void {
    const session = "session" in act ? act.session : seat === null ? null : contributorAt(before, seat)?.session;
    if (session && this.#reading.isReader(session)) this.counter = counter;
  }

  /** No seed is given out of turn: it would tell those of the shuffles before. */
  #begin({ k }: EventOf<"shuffle-begun">, { from }: PaperOf<"commitments">, before: State, hash: Bytes): void {
    if (k !== before.shuffles + 1) throw new LogFault("bad-commitments", `shuffle ${before.shuffles + 1} expected`);
    const asked = from.map(([seat]) => seat);
    this.#begun = { k, asked, seats: before.seats, ctx: context(this.#gid, k, hash) };
  }

  #open({ seat, slots, sealed }: PaperOf<"sealings">, { seats, deck }: State): void {
    const sitter = seats[seat];
    const key = sitter?.kind === "human" && this.#reading.isReader(sitter.session) && this.noteKey();
    if (!key) return;
    slots.forEach((slot, place) => {
      const { card } = unsealed(key, slot, sealed.subarray(SEALED_SIZE * place, SEALED_SIZE * (place + 1)));
      if (card < deck.length) this.faces.set(slot, card);
    });
  }
}
