/** Which cards go into a shuffle: those that leave the table, and no others. */
import type { EventOf } from "../game/events";
import { type State, undrawn } from "../game/state";
import type { Step } from "./log";

export function equal<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place]);
}

export const rising = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

/** A round begins with the whole deck; later the discards under the top, the pile's rest and a returned starter go in. */
export function isAllThatLeaves({ cards, slots }: EventOf<"shuffle-begun">, before: State, step: Step): boolean {
  const back = step.moments.find(({ event }) => event.kind === "starter-returned");
  const starter = back?.event.kind === "starter-returned" ? back.before.opened.get(back.event.slot) : undefined;
  if (starter === undefined && (before.phase === "deal" || before.phase === "over")) {
    return slots.length === 0 && equal(cards, [...before.deck.keys()]);
  }
  const under = before.discards.slots.slice(0, -1);
  const known = under
    .map((slot) => before.opened.get(slot))
    .concat(starter)
    .filter((card) => card !== undefined);
  const hidden = [...under.filter((slot) => !before.opened.has(slot)), ...undrawn(before)];
  return equal(cards, rising(known)) && equal(slots, rising(hidden));
}
