/** The time left to act, for a prompt that has a limit. */
import { play } from "../sound/sounds";

const TICK_MS = 250;
/** From here on each second is heard, and shown larger. */
const LAST = 5;

export class Countdown {
  /** Whole seconds left; null without a limit. */
  seconds = $state<number | null>(null);
  /** Share of the time left, 0 to 1. */
  share = $state(1);
  /** True in the last seconds. */
  readonly late = $derived(this.seconds !== null && this.seconds <= LAST);

  /** Counts down to `until` (performance.now()) from a time of `whole` ms; gives what ends it. */
  start(until: number | null, whole: number | null, heard: boolean): () => void {
    this.seconds = null;
    this.share = 1;
    if (until === null) return () => undefined;
    const all = Math.max(whole ?? until - performance.now(), 1);
    const tick = (): void => this.#tick(until, all, heard);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }

  #tick(until: number, whole: number, heard: boolean): void {
    const left = Math.max(until - performance.now(), 0);
    const seconds = Math.ceil(left / 1000);
    if (heard && seconds !== this.seconds && seconds <= LAST && seconds > 0) play("tick");
    this.seconds = seconds;
    this.share = Math.min(left / whole, 1);
  }
}
