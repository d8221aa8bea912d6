/** The piece of the page that the first table can be played without, for those who show things by what is there. */
import { worded } from "../words/language";

type Later = typeof import("./later");

class Wanted {
  /** Null until it has come. */
  piece = $state.raw<Later | null>(null);
  #asked = false;

  /** Asks for it; where that failed, as without a connection, the next who wants it asks again. */
  fetch(): void {
    if (this.#asked) return;
    this.#asked = true;
    worded(import("./later")).then(
      (piece) => (this.piece = piece),
      () => (this.#asked = false),
    );
  }
}

export const later = new Wanted();
