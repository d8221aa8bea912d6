/** From the log's entries to what the stage shows: one moment an event, seen from this seat. */
import { evolve } from "../game/evolve";
import type { State } from "../game/state";
import type { View } from "../game/view";
import type { LogLine } from "../net/table.svelte";
import type { Moment } from "../sentences";

/** The events of an entry with the table before and after each. */
export function momentsOf({ events, before }: LogLine, viewOf: (state: State) => View): Moment[] {
  let state = before;
  let seen = viewOf(state);
  return events.map((event) => {
    state = evolve(state, event);
    const moment = { event, before: seen, after: viewOf(state) };
    seen = moment.after;
    return moment;
  });
}
