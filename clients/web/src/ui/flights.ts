/** Which cards fly where when something happens. Others' cards fly from the middle of their seat, never from a place in a hand. */
import type { Flight, Stop } from "../look/Flights.svelte";
import { MS } from "../look/motion";
import { scatterOf } from "../look/scatter";
import type { Moment } from "../sentences";

/** Where things lie on the screen. */
export interface Spots {
  readonly pile: Stop;
  readonly discard: Stop;
  readonly seat: (seat: number) => Stop;
  /** A card of my own hand; null where it is not on the screen. */
  readonly card: (slot: number) => Stop | null;
}

const APART = { draw: 120, deal: 55, shuffle: 50 } as const;
/** More backs than this say nothing more. */
const MOST = 6;
const DEALT_TO_EACH = 3;

/** So many backs from here to there, one after another. */
function backs(count: number, from: Stop, to: Stop, apart: number, first = 0): Flight[] {
  const delay = (i: number): number => first + i * apart;
  return Array.from({ length: Math.min(count, MOST) }, (_, i) => ({ face: null, from, to, arc: 20, delay: delay(i) }));
}

function dealt(hands: readonly (readonly number[])[], spots: Spots): Flight[] {
  const seats = hands.flatMap((hand, seat) => (hand.length > 0 ? [seat] : []));
  return seats.flatMap((seat, i) =>
    backs(DEALT_TO_EACH, spots.pile, spots.seat(seat), APART.deal * seats.length, i * APART.deal),
  );
}

/** The flights of an event; none for one that moves no card. */
export function flightsOf({ event, before, after }: Moment, spots: Spots): Flight[] {
  switch (event.kind) {
    case "played": {
      const own = event.seat === after.seat ? spots.card(event.slots[0] ?? -1) : null;
      const turn = scatterOf(after.discards).turn;
      return [{ face: after.top, from: own ?? spots.seat(event.seat), to: { ...spots.discard, turn } }];
    }
    case "drew":
      return backs(event.slots.length, spots.pile, spots.seat(event.seat), APART.draw);
    case "recycled":
      return [{ face: before.under.at(-1) ?? null, from: spots.discard, to: spots.seat(event.seat), ms: MS.card }];
    case "dealt":
      return dealt(event.hands, spots);
    case "shuffle-begun":
      return before.discards > 1 ? backs(MOST, spots.discard, spots.pile, APART.shuffle) : [];
    default:
      return [];
  }
}
