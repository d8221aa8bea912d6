/** What the gallery shows; its address names it, and a test may change it. */
import type { Phase, Scene } from "./scenes";

export interface Wanted extends Scene {
  readonly look: "dark" | "light";
  /** A log of the vectors to be played; empty for a still. */
  readonly log: string;
}

class Shown {
  wanted = $state.raw<Wanted>({ seats: 4, hand: 7, phase: "mine", look: "dark", log: "" });

  want(more: Partial<Wanted>): void {
    const { seats, hand, phase, look, log } = { ...this.wanted, ...more };
    this.wanted = { seats: Number(seats), hand: Number(hand), phase: phase as Phase, look, log };
  }
}

export const shown = new Shown();
