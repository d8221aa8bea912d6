/** Keeps a catch from being hammered: whoever presses on and on catches nobody. */

/** Between one catch and the next. */
const PAUSE_MS = 1000;

/** One catch in so long, whatever it is pressed with; a press too soon begins the pause anew. */
export class Pause {
  #until = 0;

  /** Whether a catch may go out now. */
  take(now = performance.now()): boolean {
    const open = now >= this.#until;
    this.#until = now + PAUSE_MS;
    return open;
  }

  /** A press where there was nothing to catch. */
  miss(now = performance.now()): void {
    this.#until = now + PAUSE_MS;
  }
}
