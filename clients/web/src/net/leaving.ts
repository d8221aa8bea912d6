/** Which cards go into a shuffle: those that leave the table, and no others. */
import type { EventOf } from "../game/events";
import { type State, undrawn } from "../game/state";
import type { Step } from "./log";

export function equal<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place]);
}

export const rising = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

/**
 * A deal takes the whole deck; a pile is made of the discards under the top, the pile's rest and a returned starter; or
 * all hands go in.
 */
export function isAllThatLeaves({ cards, slots, into }: EventOf<"shuffle-begun">, before: State, step: Step): boolean {
  if (into === "deck") return slots.length === 0 && equal(cards, [...before.deck.keys()]);
  const back = step.moments.find(({ event }) => event.kind === "starter-returned");
  const starter = back?.event.kind === "starter-returned" ? back.before.opened.get(back.event.slot) : undefined;
  const leaving = into === "hands" ? before.hands.flat() : [...before.discards.slice(0, -1), ...undrawn(before)];
  const known = leaving
    .map((slot) => before.opened.get(slot))
    .concat(starter)
    .filter((card) => card !== undefined);
  const hidden = leaving.filter((slot) => !before.opened.has(slot));
  return equal(cards, rising(known)) && equal(slots, rising(hidden));
}
