/**
 * A play on its way from a pressed card to what is asked of the table: how many equal cards go down is asked, a bluff is
 * warned of, then whose hand and which colour. Until the last of it nothing is sent, and all can be taken back.
 */
import { reasonOf } from "../actions";
import type { View } from "../game/view";
import type { Colour } from "../look/colours";
import { colourOf } from "../look/colours";
import type { Prompt } from "../net/session";
import { isSet } from "../ruleset";
import type { Words } from "../sentences";
import { later } from "./wanted.svelte";

/** Cards on their way, and what was chosen with them so far. */
export interface Draft {
  readonly slots: readonly number[];
  readonly colour: Colour | null;
  readonly target: number | null;
}

/** What a seat asks of the table. */
export type Ask =
  | { readonly kind: "draw" | "pass" | "accept" | "challenge" | "call" }
  | (Draft & { readonly kind: "play"; readonly call: boolean })
  | { readonly kind: "catch"; readonly seat: number; readonly exposed: number }
  | { readonly kind: "name_colour"; readonly colour: Colour };

/** What is asked about the cards on their way. */
export type Question = "count" | "bluff" | "colour" | "swap" | "starter";

interface Hooks {
  readonly view: () => View;
  readonly prompt: () => Prompt;
  readonly ask: (ask: Ask) => void;
  /** A card was pressed that may not be played. */
  readonly refused: (slot: number) => void;
}

const NO_DRAFT: Draft = { slots: [], colour: null, target: null };

export class Move {
  question = $state<Question | null>(null);
  draft = $state.raw<Draft>(NO_DRAFT);
  /** True while the call of the last card is to go with the play. */
  calling = $state(false);
  /** Why the last press led to nothing. */
  illegal = $state.raw<Words | null>(null);
  readonly #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** The face on its way; null for a wild starter, which lies there already. */
  get face(): string | null {
    return this.#faceOf(this.draft.slots[0] ?? -1);
  }

  /** Equal cards that may go down together with the one on its way: every way to take them, the fewest first. */
  get sets(): readonly (readonly number[])[] {
    return this.#setsOf(this.draft.slots[0] ?? -1);
  }

  get isWild(): boolean {
    return colourOf(this.face ?? "") === null;
  }

  /** Whether the cards on their way may carry the call. */
  get mayCall(): boolean {
    return isLast(this.#hooks.view(), this.#hooks.prompt(), this.draft.slots);
  }

  /** Something else is asked now: whatever was begun is over. */
  reset(): void {
    this.takeBack();
    this.calling = false;
    this.illegal = null;
    if (this.#hooks.prompt().acts.includes("name_colour")) this.question = "starter";
  }

  /** A card of the hand was pressed. */
  press(slot: number): void {
    const { acts } = this.#hooks.prompt();
    const asked = ["play", "draw", "pass", "accept"].some((act) => acts.includes(act));
    const reason = asked ? this.#reason(slot) : "not-your-turn";
    if (reason === null) return this.play(slot);
    this.illegal = later.piece?.illegalWords(this.#hooks.view(), this.#faceOf(slot), reason) ?? null;
    this.#hooks.refused(slot);
  }

  /** Plays a card that may be played, once what is open about it is answered. */
  play(slot: number): void {
    this.illegal = null;
    this.draft = { ...NO_DRAFT, slots: [slot] };
    if (this.#setsOf(slot).length > 0) this.question = "count";
    else this.take([slot]);
  }

  /** These cards and no more, after the warning if that is a bluff. */
  take(slots: readonly number[]): void {
    this.draft = { ...NO_DRAFT, slots };
    if (slots.some((slot) => this.#hooks.prompt().bluffs.includes(slot))) this.question = "bluff";
    else this.lay();
  }

  /** Puts the cards down as they are, where nothing is left to choose. */
  lay(): void {
    const { swaps } = this.#hooks.prompt();
    const { slots, colour, target } = this.draft;
    const swapping = target === null && slots.some((slot) => swaps.includes(slot));
    const colourless = colour === null && this.isWild;
    if (swapping || (colourless && this.question === "swap")) this.question = "swap";
    else if (colourless) this.question = "colour";
    else this.#send();
  }

  pick(colour: Colour): void {
    if (this.question !== "starter") return this.#choose({ colour });
    this.question = null;
    this.#hooks.ask({ kind: "name_colour", colour });
  }

  aim(target: number): void {
    this.#choose({ target });
  }

  takeBack(): void {
    this.question = null;
    this.draft = NO_DRAFT;
  }

  #choose(chosen: Partial<Draft>): void {
    this.draft = { ...this.draft, ...chosen };
    this.lay();
  }

  #send(): void {
    const [draft, call] = [this.draft, this.calling && this.mayCall];
    this.takeBack();
    this.#hooks.ask({ kind: "play", ...draft, call });
  }

  #faceOf(slot: number): string | null {
    return this.#hooks.view().hand.find((card) => card.slot === slot)?.face ?? null;
  }

  #setsOf(slot: number): (readonly number[])[] {
    const face = this.#faceOf(slot);
    return this.#hooks.prompt().sets.filter(([first]) => first !== undefined && this.#faceOf(first) === face);
  }

  /** Why this card may not be played; null if it may. */
  #reason(slot: number): string | null {
    const reason = reasonOf(this.#hooks.prompt(), slot);
    return reason === undefined ? "does-not-fit" : reason;
  }
}

/** Whether playing these cards may carry the call of the last one. */
function isLast(view: View, { lasts }: Prompt, slots: readonly number[]): boolean {
  const [slot, ...more] = slots;
  if (more.length === 0) return slot !== undefined && lasts.includes(slot);
  return isSet(view, "call", "manual") && view.hand.length - slots.length === 1;
}
