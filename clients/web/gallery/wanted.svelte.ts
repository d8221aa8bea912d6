/** What the gallery shows; its address names it, and a test may change it. */
import type { Phase, Scene } from "./scenes";

export interface Wanted extends Scene {
  readonly look: "dark" | "light";
  /** Whether every player shows an emote. */
  readonly emotes: boolean;
  /** A log of the vectors to be played; empty for a still. */
  readonly log: string;
  /** The kind of event, perhaps with its seat, of which it plays the last entry that holds one, and no more. */
  readonly event: string;
}

class Shown {
  wanted = $state.raw<Wanted>({ seats: 4, hand: 7, phase: "mine", look: "dark", emotes: false, log: "", event: "" });

  want(more: Partial<Wanted>): void {
    const { seats, hand, phase, look, emotes, log, event } = { ...this.wanted, ...more };
    this.wanted = {
      seats: Number(seats),
      hand: Number(hand),
      phase: phase as Phase,
      look,
      emotes: Boolean(emotes),
      log,
      event,
    };
  }
}

export const shown = new Shown();
