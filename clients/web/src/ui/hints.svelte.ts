/** The hints of a first game: which were seen, and whether they are wanted; kept in this browser. */
import type { View } from "../game/view";
import type { Prompt } from "../net/session";
import type { Game } from "./game.svelte";
import { HINTS, type Hint, hintFor } from "./hints";

const KEY = "ono.hints";
const OFF = "off";
/** What stood there for less than this, in ms, was not read. */
const READ_MS = 1500;

class Hints {
  /** The one that stands on the table. */
  shown = $state<Hint | null>(null);
  #on = $state(localStorage.getItem(KEY) !== OFF);
  #seen = new Set<Hint>(HINTS.filter((hint) => localStorage.getItem(KEY)?.split(" ").includes(hint)));
  #since = 0;

  get on(): boolean {
    return this.#on;
  }
  /** Whoever wants them again gets all of them. */
  set on(value: boolean) {
    this.#on = value;
    this.#seen = new Set();
    this.shown = null;
    localStorage.setItem(KEY, value ? "" : OFF);
  }

  /** Looks what helps now; `free` says whether there is room for it. */
  look(view: View, prompt: Prompt, free: boolean, now = performance.now()): void {
    const next = this.#on && free ? hintFor(view, prompt, this.#seen) : null;
    if (next === this.shown) return;
    if (this.shown && now - this.#since >= READ_MS) this.#see(this.shown);
    this.#since = now;
    this.shown = next;
  }

  /** The one that stands there is not wanted any more. */
  dismiss(): void {
    if (this.shown) this.#see(this.shown);
    this.shown = null;
  }

  #see(hint: Hint): void {
    this.#seen.add(hint);
    if (this.#on) localStorage.setItem(KEY, [...this.#seen].join(" "));
  }
}

export const hints = new Hints();

/** After the first game that was played to its end there are no more. */
export function endHints(game: Game): void {
  $effect.root(() => {
    $effect(() => {
      if (game.screen === "winner" && game.table.seat !== null && hints.on) hints.on = false;
    });
  });
}
