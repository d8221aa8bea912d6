/** Keeps a catch from being hammered: whoever presses where the button will be, or presses on and on, catches nobody. */

/** How long a button stands there before it can be pressed. */
const ARM_MS = 350;
/** Between one catch and the next. */
const PAUSE_MS = 1000;

/** A button that comes to life a moment after it appeared; a press before that begins the moment anew. */
export class Arming {
  armed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins to arm; gives what ends it. */
  start(): () => void {
    this.armed = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.armed = true), ARM_MS);
    return () => clearTimeout(this.#timer);
  }

  /** Whether a press counts. */
  press(): boolean {
    if (!this.armed) this.start();
    return this.armed;
  }
}

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
