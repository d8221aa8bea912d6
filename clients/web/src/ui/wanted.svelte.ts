/** The pieces of the page that the first table can be played without, for those who show things by what is there. */
import { worded } from "../words/language";

class Wanted<T> {
  /** Null until it has come. */
  piece = $state.raw<T | null>(null);
  /** Whether it did not come, as from a server that has a newer one. */
  failed = $state(false);
  readonly #load: () => Promise<T>;
  #asked = false;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Whatever of it is there, for markup: a component that is not there shows nothing. */
  get parts(): Partial<T> {
    return this.piece ?? {};
  }

  /** Asks for it; where that failed, as without a connection, the next who wants it asks again. */
  fetch(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#load().then(
      (piece) => {
        this.piece = piece;
        this.failed = false;
      },
      () => {
        this.#asked = false;
        this.failed = true;
      },
    );
  }
}

export const later = new Wanted(() => worded(import("./later")));
/** Games that are over. */
export const replays = new Wanted(() => worded(import("../replay/piece")));
export const tournaments = new Wanted(() => worded(import("../tournament/piece")));
