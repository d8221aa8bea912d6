/** The papers of one entry, each to be used up by an event. */
import type { Opening } from "../fair/openings";
import { LogFault } from "../game/faults";
import type { Paper, PaperOf } from "./entry";

export class Desk {
  readonly #openings = new Map<number, Opening>();
  #left: readonly Paper[];

  constructor(papers: readonly Paper[]) {
    this.#left = papers.filter((paper) => paper.kind !== "openings" || paper.cards.length === 0);
    for (const [slot, card, salt] of papers.flatMap((paper) => (paper.kind === "openings" ? paper.cards : []))) {
      if (this.#openings.has(slot)) throw new LogFault("bad-form", `slot ${slot} is opened twice`);
      this.#openings.set(slot, { card, salt });
    }
  }

  /** The paper of this kind; a LogFault if there is none. */
  one<K extends Paper["kind"]>(kind: K): PaperOf<K> {
    const found = this.#taken((paper) => paper.kind === kind);
    if (!found) throw new LogFault("missing-paper", `a paper ${kind} expected`);
    return found as PaperOf<K>;
  }

  /** What opens this slot to everybody. */
  opening(slot: number): Opening | undefined {
    const found = this.#openings.get(slot);
    this.#openings.delete(slot);
    return found;
  }

  /** The next cards sealed to this seat. */
  sealing(seat: number): PaperOf<"sealings"> | undefined {
    const found = this.#taken((paper) => paper.kind === "sealings" && paper.seat === seat);
    return found as PaperOf<"sealings"> | undefined;
  }

  noneLeft(): void {
    if (this.#left.length === 0 && this.#openings.size === 0) return;
    throw new LogFault("bad-form", "a paper belongs to no event of its entry");
  }

  #taken(fits: (paper: Paper) => boolean): Paper | undefined {
    const found = this.#left.find(fits);
    this.#left = this.#left.filter((paper) => paper !== found);
    return found;
  }
}
