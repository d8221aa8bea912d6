/** Keeps a catch from being hammered: whoever presses on and on catches nobody. */

import type { Prompt } from "../net/session";
import type { Ask } from "./move.svelte";

/** Between one catch and the next. */
const PAUSE_MS = 1000;

/** One catch in so long, whatever it is pressed with; a press too soon begins the pause anew. */
export class Pause {
  #until = 0;

  /** The catch of a seat; null where that was pressed a moment ago, or at nobody. */
  caught({ catches }: Prompt, seat: number): Extract<Ask, { kind: "catch" }> | null {
    const exposed = catches.find(([other]) => other === seat)?.[1];
    const open = performance.now() >= this.#until;
    this.miss();
    return open && exposed !== undefined ? { kind: "catch", seat, exposed } : null;
  }

  /** A press where there was nothing to catch. */
  miss(): void {
    this.#until = performance.now() + PAUSE_MS;
  }
}
