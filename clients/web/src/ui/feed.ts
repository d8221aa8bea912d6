/** From the log's entries to what the stage shows: one moment an event, seen from this seat. */
import { evolve } from "../game/evolve";
import type { State } from "../game/state";
import type { View } from "../game/view";
import type { LogLine } from "../net/table.svelte";
import type { Moment } from "../sentences";
import type { Stage } from "./stage.svelte";

/** The events of an entry with the table before and after each. */
export function momentsOf({ events, papers, before }: LogLine, viewOf: (state: State) => View): Moment[] {
  let state = before;
  let seen = viewOf(state);
  return events.map((event) => {
    state = evolve(state, event);
    const moment = { event, before: seen, after: viewOf(state), papers };
    seen = moment.after;
    return moment;
  });
}

/** Hands the stage what is new in the log; a log that began anew is a new game. */
export class Feed {
  readonly #stage: Pick<Stage, "clear" | "jump" | "receive">;
  readonly #viewOf: (state: State) => View;
  #birth: LogLine | undefined;
  #taken = 0;

  constructor(stage: Pick<Stage, "clear" | "jump" | "receive">, viewOf: (state: State) => View) {
    this.#stage = stage;
    this.#viewOf = viewOf;
  }

  take(log: readonly LogLine[]): void {
    if (log[0] !== this.#birth) {
      this.#stage.clear();
      [this.#birth, this.#taken] = [log[0], 0];
    }
    for (const line of log.slice(this.#taken)) this.#show(line);
    this.#taken = log.length;
  }

  #show(line: LogLine): void {
    const moments = momentsOf(line, this.#viewOf);
    if (line.catchUp) this.#stage.jump(moments);
    else this.#stage.receive(moments);
  }
}
