/** Keeps a catch from being pressed by whoever presses where the button will be. */

/** How long a button stands there before it can be pressed. */
const ARM_MS = 350;

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
