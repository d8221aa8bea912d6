/** The time left to act, for a prompt that has a limit. */
import { play } from "../sound/sounds";

const TICK_MS = 250;
/** From here on each second is heard. */
const HEARD = 5;

export class Countdown {
  /** Whole seconds left; null without a limit. */
  seconds = $state<number | null>(null);
  /** Share of the time left, 0 to 1. */
  share = $state(1);

  /** Counts down to `until` (performance.now()); gives what ends it. */
  start(until: number | null): () => void {
    this.seconds = null;
    this.share = 1;
    if (until === null) return () => undefined;
    const whole = Math.max(until - performance.now(), 1);
    const tick = (): void => this.#tick(until, whole);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }

  #tick(until: number, whole: number): void {
    const left = Math.max(until - performance.now(), 0);
    const seconds = Math.ceil(left / 1000);
    if (seconds !== this.seconds && seconds <= HEARD && seconds > 0) void play("tick");
    this.seconds = seconds;
    this.share = left / whole;
  }
}
