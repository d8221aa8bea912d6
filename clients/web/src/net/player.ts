/** A player's side of one game: follows the log, checks it, opens its own cards, signs commands. It never sees a socket. */
import type { Chain } from "../fair/chains";
import { noteOpened } from "../fair/slots";
import { type Bytes, same } from "../fair/transcript";
import { type SeatAct, namesStep } from "../game/acts";
import { LogFault, atEntry } from "../game/faults";
import { type Human, type Seat, type State, seatOf } from "../game/state";
import { commandBody, commandText } from "./entry";
import { type GameKeys, GameRecord, type Identity, type Store } from "./identity";
import { Follower, type Step } from "./log";
import { Own } from "./own";
import type { CardsVerdict, Proofs, Read } from "./proofs";
import type { prover } from "./prover";

/** A command as it travels. */
export interface Signed {
  readonly body: Bytes;
  readonly sig: Bytes;
}

/** The seed to send for an open shuffle. */
export interface Seed {
  readonly k: number;
  readonly index: number;
  readonly value: Bytes;
  readonly ctx: Bytes;
}

/** What checks a log and acts on it, once that part of the page is there. */
export type Prover = typeof prover;

/** What can be said before anything is checked. */
const UNCHECKED: CardsVerdict = {
  state: "open",
  counts: { entries: 0, signatures: 0, shuffles: 0, openings: 0, reveals: 0, own: 0, witnessed: 0 },
  omitted: [],
  fault: null,
};

export class Player {
  readonly gid: Bytes;
  readonly #identity: Identity;
  #keys: GameKeys;
  #rekeyings = 0;
  /** After which shuffle the chain of these keys begins. */
  #base = 0;
  readonly follower: Follower;
  readonly own: Own;
  readonly record: GameRecord;
  readonly #table: Bytes;
  /** Null until the part of the page that checks is there: what is taken in until then waits, batch by batch. */
  #proofs: Proofs | null = null;
  #unchecked: (readonly Read[])[] = [];
  #fault: LogFault | null = null;

  /** `table` is the key that must sign the log of the game `gid`. */
  constructor(identity: Identity, store: Store, gid: Bytes, table: Bytes) {
    this.gid = gid;
    this.#identity = identity;
    this.#keys = identity.keys(gid);
    this.record = new GameRecord(store, gid);
    this.follower = new Follower(gid, table, this.record);
    this.own = new Own(gid, this.keys);
    this.#table = table;
  }

  /** From here on all is checked at once, and first what waits. */
  prove(prover: Prover): void {
    if (this.#proofs) return;
    this.#proofs = new prover.Proofs(this.gid, this.#table, this.#keys);
    for (const batch of this.#unchecked.splice(0)) this.#proofs.take(batch);
    if (this.#fault) this.#proofs.fail(this.#fault);
  }

  get verdict(): CardsVerdict {
    if (this.#proofs) return this.#proofs.verdict;
    return this.#fault ? { ...UNCHECKED, state: "failed", fault: this.#fault } : UNCHECKED;
  }

  /** Note what was found outside the papers: a log that the follower refused. */
  fail(fault: LogFault): void {
    this.#fault ??= fault;
    this.#proofs?.fail(fault);
  }

  /** Does one check that waits for a quiet moment; false if none is left. */
  checkOne(): boolean {
    if (!this.#proofs || this.#proofs.waiting === 0) return false;
    this.#proofs.checkOne();
    return true;
  }

  /** Those that the seat is held with; where it is held with others, and before, those to join with. */
  get keys(): GameKeys {
    return this.#keys;
  }

  get state(): State {
    return this.follower.state;
  }

  /** The seat held, or null. */
  get seat(): number | null {
    return seatOf(this.state, this.keys.session);
  }

  /** The name of the seat that this identity holds with other keys than these; null if it holds none so. */
  get nameElsewhere(): string | null {
    const mine = (seat: Seat | null): seat is Human =>
      seat?.kind === "human" && same(seat.identity, this.#identity.public) && !seat.gone;
    return this.seat === null ? (this.state.seats.find(mine)?.name ?? null) : null;
  }

  /** How many entries have been seen signed, on this visit or an earlier one. */
  get seen(): number {
    return Math.max(this.follower.length, (this.record.head?.index ?? -1) + 1);
  }

  /** Takes the next entries in; LogFault or NeedsNewer, and then none of them. */
  follow(raws: readonly Bytes[]): Step[] {
    const steps = this.follower.follow(raws);
    const batch = steps.map((step) => {
      this.#noteOwnKeys(step);
      atEntry(step.entry.index, () => this.own.take(step));
      return { step, reader: this.#keys };
    });
    if (this.#proofs) this.#proofs.take(batch);
    else this.#unchecked.push(batch);
    return steps;
  }

  /** Go on to new keys: a `join` with them takes the seat from the old ones, which may be in other hands. */
  renew(): void {
    this.#take(this.#identity.keys(this.gid, this.#rekeyings + 1));
  }

  #take(keys: GameKeys): void {
    this.#keys = keys;
    this.own.readBy(keys);
  }

  /** With which keys this identity's seat is held: those of this program, or others, which it may replace. */
  #noteOwnKeys({ moments }: Step): void {
    for (const { event, after } of moments) {
      if (event.kind !== "seated" && event.kind !== "rekeyed") continue;
      const sitter = after.seats[event.seat];
      if (sitter?.kind !== "human" || !same(sitter.identity, this.#identity.public)) continue;
      if (event.kind === "rekeyed") this.#rekeyings += 1;
      this.#base = event.kind === "rekeyed" ? event.base : 0;
      if (same(event.session, this.#keys.session)) continue;
      const keys = this.#identity.keys(this.gid, this.#rekeyings);
      if (same(event.session, keys.session)) this.#take(keys);
      else this.renew();
    }
  }

  /** The act as a signed command that answers the present step; null before the log has begun. */
  signed(act: SeatAct, counter = this.own.counter + 1): Signed | null {
    const { head } = this.follower;
    if (!head) return null;
    const body = commandBody({
      seat: act.kind === "join" ? null : this.seat,
      counter,
      seenIndex: head.index,
      seenHash: head.hash,
      step: namesStep(act.kind) ? this.state.step : null,
      act,
    });
    return { body, sig: this.keys.sign(commandText(this.gid, body)) };
  }

  /** The act that takes a seat. */
  join(name: string, wanted: number | null): SeatAct {
    return { kind: "join", ...this.keys.introduced(), name, wanted };
  }

  /** The seed to send while a shuffle that counts this player in is open; a LogFault if that would be a second context. */
  dueSeed(): Seed | null {
    const due = this.seat === null ? null : this.own.due(this.state, this.seat);
    if (!due) return null;
    if (!this.record.mayReveal(due.k, due.ctx)) {
      throw new LogFault("wrong-previous", `shuffle ${due.k} was begun by another entry before`);
    }
    const index = due.k - due.base;
    return { k: due.k, index, value: this.#chain(due.base).link(index), ctx: due.ctx };
  }

  #chain(base: number): Chain {
    return base === this.#base ? this.keys.chain : this.keys.chainFrom(base);
  }

  /** The message in a sealed note, null if it was not sealed to this player. */
  openedNote(data: Bytes): Bytes | null {
    const key = this.own.noteKey();
    return key && noteOpened(key, data);
  }
}
