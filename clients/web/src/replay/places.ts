/** The places of a log: its entries, its turns, where to begin, and what the address says. */
import type { LogLine } from "../net/table.svelte";
import { kindOf } from "../look/colours";

const NUMBER = /^\d$/;
const PLACE = /[#&]n=(\d{1,7})\b/;

/** The entries with which a turn begins. */
export const turnsOf = (lines: readonly LogLine[]): number[] =>
  lines
    .filter(({ before, after }) => after.turns > 0 && (after.turns !== before.turns || after.round !== before.round))
    .map(({ index }) => index);

/** The entries in which an action card or a wild was played. */
export const actionsOf = (lines: readonly LogLine[]): number[] => lines.filter(isAction).map(({ index }) => index);

const isAction = ({ events, after }: LogLine): boolean =>
  events.some(
    (event) => event.kind === "played" && event.cards.some((card) => !NUMBER.test(kindOf(after.deck[card]!))),
  );

/** The next of these places behind this one, or before it; the last or first entry where there is none. */
export function nextOf(places: readonly number[], at: number, by: 1 | -1, last: number): number {
  if (by > 0) return places.find((place) => place > at) ?? last;
  return places.findLast((place) => place < at) ?? 0;
}

/** Where to begin: the place in the address, or the first deal. */
export function beginning(lines: readonly LogLine[], hash: string): number {
  const named = placeIn(hash);
  const deal = lines.findIndex(({ events }) => events.some(({ kind }) => kind === "dealt"));
  return Math.min(named ?? Math.max(deal, 0), lines.length - 1);
}

/** The entry that the fragment of an address names, or null. */
export function placeIn(hash: string): number | null {
  const found = PLACE.exec(hash);
  return found && Number(found[1]);
}

export const hashFor = (at: number): string => `#n=${at}`;
