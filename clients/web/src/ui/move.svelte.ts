/**
 * A play on its way from a pressed card to what is asked of the table: a bluff is warned of, then a wild's colour picked.
 * Until the last of it nothing is sent, and all can be taken back.
 */
import { reasonOf } from "../actions";
import type { View } from "../game/view";
import type { Colour } from "../look/colours";
import { colourOf } from "../look/faces";
import type { Prompt } from "../net/session";
import { type Words, illegalWords } from "../sentences";

/** What a seat asks of the table. */
export type Ask =
  | { readonly kind: "draw" | "pass" | "accept" | "challenge" }
  | { readonly kind: "play"; readonly slot: number; readonly colour: Colour | null }
  | { readonly kind: "name_colour"; readonly colour: Colour };

interface Hooks {
  readonly view: () => View;
  readonly prompt: () => Prompt;
  readonly ask: (ask: Ask) => void;
  /** A card was pressed that may not be played. */
  readonly refused: (slot: number) => void;
}

export class Move {
  /** The wild whose colour is being picked: its slot, or the starter. */
  choosing = $state<number | "starter" | null>(null);
  /** The Wild Draw Four that would be a bluff. */
  bluffing = $state<number | null>(null);
  /** Why the last press led to nothing. */
  illegal = $state.raw<Words | null>(null);
  readonly #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** Something else is asked now: whatever was begun is over. */
  reset(): void {
    this.choosing = this.#hooks.prompt().acts.includes("name_colour") ? "starter" : null;
    this.bluffing = this.illegal = null;
  }

  /** A card of the hand was pressed. */
  press(slot: number): void {
    const { acts } = this.#hooks.prompt();
    const reason =
      acts.includes("play") || acts.includes("draw") || acts.includes("pass") ? this.#reason(slot) : "not-your-turn";
    if (reason === null) return this.play(slot);
    this.illegal = illegalWords(this.#hooks.view(), this.face(slot), reason);
    this.#hooks.refused(slot);
  }

  /** Plays a card that fits, after the warning if it is a bluff. */
  play(slot: number): void {
    this.illegal = null;
    if (this.#hooks.prompt().bluffs.includes(slot)) this.bluffing = slot;
    else this.lay(slot);
  }

  /** Plays a card, a wild after its colour is picked. */
  lay(slot: number): void {
    this.bluffing = null;
    if (colourOf(this.face(slot) ?? "") === null) this.choosing = slot;
    else this.#hooks.ask({ kind: "play", slot, colour: null });
  }

  pick(colour: Colour): void {
    const slot = this.choosing;
    this.choosing = null;
    if (slot === "starter") this.#hooks.ask({ kind: "name_colour", colour });
    else if (slot !== null) this.#hooks.ask({ kind: "play", slot, colour });
  }

  takeBack(): void {
    this.choosing = this.bluffing = null;
  }

  face(slot: number): string | null {
    return this.#hooks.view().hand.find((card) => card.slot === slot)?.face ?? null;
  }

  /** Why this card may not be played; null if it may. */
  #reason(slot: number): string | null {
    const reason = reasonOf(this.#hooks.prompt(), slot);
    return reason === undefined ? "does-not-fit" : reason;
  }
}
