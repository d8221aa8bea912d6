/**
 * What this browser can prove of a game by itself. It has no rules, so it speaks of cards: chain, signatures, shuffles,
 * openings, reveals. Whether each move was allowed is for `ono audit` to say.
 */
import type { Bytes } from "../fair/transcript";
import { LogFault, atEntry } from "../game/faults";
import { INITIAL, type State } from "../game/state";
import { Cards } from "./cards";
import type { Step } from "./log";
import type { CardReader } from "./own";
import { Signatures } from "./signatures";

export interface Counts {
  readonly entries: number;
  readonly signatures: number;
  readonly shuffles: number;
  readonly openings: number;
  readonly reveals: number;
  /** Shuffles that this player's own seed is in. */
  readonly own: number;
  /** Shuffles that the seed of a witness is in. */
  readonly witnessed: number;
}

/**
 * `open`: nothing wrong so far, but the dealer's secret is not out or signatures are still being checked. `omitted` are
 * the shuffles that were cut without this player's seed: late, or left out, which nobody else can tell.
 */
export interface CardsVerdict {
  readonly state: "proven" | "open" | "failed";
  readonly counts: Counts;
  readonly omitted: readonly number[];
  readonly fault: LogFault | null;
}

/** An entry, and whose cards in it can be opened. */
export interface Read {
  readonly step: Step;
  readonly reader: CardReader | null;
}

export class Proofs {
  readonly cards: Cards;
  readonly signatures: Signatures;
  #entries = 0;
  #heads = 0;
  #state: State = INITIAL;
  #fault: LogFault | null = null;

  /** `table` is the key whose log this is; `reader` opens what is sealed to one player. */
  constructor(gid: Bytes, table: Bytes, reader: CardReader | null) {
    this.cards = new Cards(gid, table, reader);
    this.signatures = new Signatures(gid);
  }

  /** Checks a batch of entries that the follower has taken in, and with it one signed head. */
  take(batch: readonly Read[]): void {
    if (batch.length > 0) this.#heads += 1;
    for (const { step, reader } of batch) {
      if (reader) this.cards.readBy(reader);
      this.#checked(() => atEntry(step.entry.index, () => this.#takeOne(step)));
    }
  }

  /** How many checks of signatures wait for a quiet moment. */
  get waiting(): number {
    return this.#fault ? 0 : this.signatures.waiting;
  }

  /** Does one check that waits. */
  checkOne(): void {
    this.#checked(() => this.signatures.checkOne());
  }

  /** Note what was found outside the papers: a log that the follower refused. */
  fail(fault: LogFault): void {
    this.#fault ??= fault;
  }

  get verdict(): CardsVerdict {
    const { good } = this.signatures;
    return {
      state: this.#fault ? "failed" : this.#isProven() ? "proven" : "open",
      counts: { entries: this.#entries, signatures: this.#heads + good, ...this.cards.counts },
      omitted: [...this.cards.omitted],
      fault: this.#fault,
    };
  }

  #isProven(): boolean {
    const { phase, shuffles } = this.#state;
    const over = phase === "over" || phase === "sealed";
    return over && this.cards.provenTo === shuffles && this.signatures.waiting === 0;
  }

  #takeOne(step: Step): void {
    this.cards.take(step);
    this.signatures.take(step);
    this.#entries += 1;
    this.#state = step.after;
  }

  /** Runs a check unless one has failed before; only a fault of the log is caught. */
  #checked(check: () => void): void {
    if (this.#fault) return;
    try {
      check();
    } catch (fault) {
      if (!(fault instanceof LogFault)) throw fault;
      this.#fault = fault;
    }
  }
}
