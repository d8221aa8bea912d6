/** Who sees which cards at an entry of a log: the same view as at the table, with other faces. */
import type { State } from "../game/state";
import { type View, view } from "../game/view";
import type { LogLine } from "../net/table.svelte";

type Faces = ReadonlyMap<number, number>;

/** Through whose eyes the table is seen: from outside, by a seat as it knew things then, or with all hands open. */
export type Eyes = null | number | "all";

const NONE: Faces = new Map();

/** At which entry a seat came to know the card of each slot: its own cards, and those it was shown. */
export function learned(lines: readonly LogLine[], seat: number): ReadonlyMap<number, number> {
  const since = new Map<number, number>();
  for (const { index, events, after } of lines) {
    const shown = events.flatMap((event) => (event.kind === "challenged" && event.seat === seat ? event.shown : []));
    for (const slot of [...(after.hands[seat] ?? []), ...shown]) if (!since.has(slot)) since.set(slot, index);
  }
  return since;
}

/** Whether the log opens all hands that are held in this state. */
export const isOpen = ({ hands }: State, faces: Faces): boolean => hands.flat().every((slot) => faces.has(slot));

/** The table of one log through one pair of eyes. */
export class Seen {
  readonly #faces: Faces;
  readonly #eyes: Eyes;
  readonly #since: ReadonlyMap<number, number>;
  /** What was known at the entry last looked at. */
  #last: readonly [index: number, known: Faces] = [-1, NONE];

  /** `faces` is all that the log opens. */
  constructor(lines: readonly LogLine[], faces: Faces, eyes: Eyes) {
    this.#faces = faces;
    this.#eyes = eyes;
    this.#since = typeof eyes === "number" ? learned(lines, eyes) : NONE;
  }

  /** A state as it looked with what was known at this entry. */
  at(index: number, state: State): View {
    return view(state, this.#known(index), typeof this.#eyes === "number" ? this.#eyes : null);
  }

  #known(index: number): Faces {
    if (this.#eyes === null) return NONE;
    if (this.#eyes === "all") return this.#faces;
    if (this.#last[0] !== index) {
      const known = [...this.#faces].filter(([slot]) => (this.#since.get(slot) ?? Infinity) <= index);
      this.#last = [index, new Map(known)];
    }
    return this.#last[1];
  }
}
