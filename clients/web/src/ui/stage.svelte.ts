/**
 * The stage shows events one at a time, so that people can follow: each that has something to show keeps the next one
 * waiting. What it shows is therefore a little behind the table, and equal to it again whenever nothing waits.
 */
import type { GameEvent } from "../game/events";
import type { View } from "../game/view";
import { MS, rest } from "../look/motion";
import type { Moment } from "../sentences";
import { play } from "../sound/sounds";
import type * as Noises from "./noises";
import type * as Pacing from "./pacing";
import type * as Telling from "../telling";

/** A line of the log: what happened, with the card or seat it was about. */
export interface Line {
  readonly id: number;
  readonly text: string;
  readonly face: string | null;
}

/** Something that pops up over the table. */
export interface Popup {
  readonly id: number;
  readonly text: string;
  readonly ms: number;
  /** Bigger than the others. */
  readonly loud?: boolean;
  /** Cards that are shown with it. */
  readonly faces?: readonly string[];
}

/** So many events behind, the stage jumps to the table as it is. */
const TOO_FAR = 40;
const LOG_LENGTH = 300;

/** The words and the sounds of what happens, what of it pops up, and what nobody need wait for. */
export type Voice = Pick<typeof Telling, "lineOf"> &
  Pick<typeof Noises, "soundOf"> &
  Pick<typeof Pacing, "isQuiet" | "popupOf">;

export interface StageHooks {
  /** Null while it has not come: then nothing is heard or waited for, and what happened is written later. */
  readonly voice: () => Voice | null;
  /** How long things take against normal speed; 0 shows all at once. */
  readonly pace: () => number;
  /** Starts the flights of an event; called while the table still stands as before it. */
  readonly move: (moment: Moment) => void;
}

export class Stage {
  /** The table as it is shown. */
  shown = $state.raw<View | null>(null);
  lines = $state.raw<readonly Line[]>([]);
  popup = $state.raw<Popup | null>(null);
  /** Slots that came into my hand since my last turn began. */
  fresh = $state.raw<ReadonlySet<number>>(new Set());
  /** True while shown and table are the same. */
  settled = $state(true);
  readonly #hooks: StageHooks;
  #queue: Moment[] = [];
  /** What is shown and not yet written. */
  #untold: Moment[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #ids = 0;

  constructor(hooks: StageHooks) {
    this.#hooks = hooks;
  }

  /** Shows these after all that wait. */
  receive(moments: readonly Moment[]): void {
    this.#queue.push(...moments);
    this.settled = false;
    if (this.#queue.length > TOO_FAR || this.#hooks.pace() === 0) this.skip();
    else if (this.#timer === null) this.#next();
  }

  /** Jumps over these, as after a reconnect: only their lines are kept. */
  jump(moments: readonly Moment[]): void {
    this.skip();
    for (const moment of moments) this.#apply(moment);
  }

  /** Shows all that waits at once. */
  skip(): void {
    this.#stop();
    rest();
    for (const moment of this.#queue.splice(0)) this.#apply(moment);
    this.settled = true;
  }

  /** Writes what happened before there were words for it. */
  tell(): void {
    const voice = this.#hooks.voice();
    if (voice === null) return;
    for (const moment of this.#untold.splice(0)) {
      const text = voice.lineOf(moment);
      if (text !== null) this.#write(text, faceOf(moment.event, moment.after));
    }
  }

  /** A line that no event stands behind, such as "Reconnected". */
  say(text: string): void {
    this.#write(text, null);
  }

  /** Forgets everything: a new game begins. */
  clear(): void {
    this.#stop();
    this.#queue = [];
    this.#untold = [];
    this.shown = null;
    this.lines = [];
    this.popup = null;
    this.fresh = new Set();
    this.settled = true;
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#timer = null;
    for (let moment = this.#queue.shift(); moment; moment = this.#queue.shift()) {
      const wait = this.#perform(moment) * this.#hooks.pace();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#next(), wait);
        return;
      }
    }
    this.settled = true;
  }

  /** Shows one event with all that belongs to it; says how long it needs. */
  #perform(moment: Moment): number {
    this.#hooks.move(moment);
    this.#apply(moment);
    const voice = this.#hooks.voice();
    if (voice === null) return 0;
    const sound = voice.soundOf(moment);
    if (sound) play(sound);
    const popup = voice.popupOf(moment);
    if (popup) this.popup = { ...popup, id: ++this.#ids, ms: popup.ms * this.#hooks.pace() };
    return voice.isQuiet(moment.event) ? 0 : (popup?.ms ?? MS.gap);
  }

  #apply(moment: Moment): void {
    this.shown = moment.after;
    this.#mark(moment);
    this.#untold.push(moment);
    this.tell();
  }

  #mark({ event, after }: Moment): void {
    const mine = "seat" in event && event.seat === after.seat;
    if (mine && event.kind === "drew") this.fresh = new Set([...this.fresh, ...event.slots]);
    if (mine && event.kind === "asked" && event.phase === "play") this.fresh = new Set();
  }

  #write(text: string, face: string | null): void {
    this.lines = [...this.lines.slice(1 - LOG_LENGTH), { id: ++this.#ids, text, face }];
  }
}

/** The card beside a line. */
export function faceOf(event: GameEvent, after: View): string | null {
  return event.kind === "played" || event.kind === "starter-turned" ? after.top : null;
}
