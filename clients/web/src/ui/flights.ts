/** Which cards fly where when something happens. Others' cards fly from the middle of their seat, never from a place in a hand. */
import type { EventOf } from "../game/events";
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

export const APART = { draw: 120, deal: 55, shuffle: 50, shed: 70 } as const;
/** More backs than this say nothing more. */
const MOST = 6;
const DEALT_TO_EACH = 3;
export const MOVED = { backs: 3, ms: 520 } as const;
/** From the pile up, open, and into my hand. */
export const DRAWN_MS = 680;
/** A deal to many takes no longer than this. */
const DEAL_MS = 1000;

/** So many backs from here to there, one after another. */
function backs(count: number, from: Stop, to: Stop, apart: number, first = 0): Flight[] {
  const delay = (i: number): number => first + i * apart;
  return Array.from({ length: Math.min(count, MOST) }, (_, i) => ({ face: null, from, to, arc: 20, delay: delay(i) }));
}

function dealt(hands: readonly (readonly number[])[], spots: Spots): Flight[] {
  const seats = hands.flatMap((hand, seat) => (hand.length > 0 ? [seat] : []));
  const apart = Math.min(APART.deal, DEAL_MS / (DEALT_TO_EACH * seats.length));
  return seats.flatMap((seat, i) =>
    backs(DEALT_TO_EACH, spots.pile, spots.seat(seat), apart * seats.length, i * apart),
  );
}

/** The cards of a play, the last of them on top: each from its place in my hand, or from the seat. */
function laid({ event: { seat, slots }, after }: Moment<EventOf<"played">>, spots: Spots): Flight[] {
  const faces = [...after.under, after.top].slice(-slots.length);
  const turn = scatterOf(after.discards).turn;
  return slots.map((slot, i) => {
    const own = seat === after.seat ? spots.card(slot) : null;
    const face = faces[i - slots.length + faces.length] ?? null;
    const from = own ?? spots.seat(seat);
    return { face, from, to: { ...spots.discard, turn }, delay: i * APART.shed };
  });
}

/** Whole hands that cross the table, each a few backs that stay together. */
function moved({ event: { givers, takers } }: Moment<EventOf<"hands-moved">>, spots: Spots): Flight[] {
  return givers.flatMap((giver, i) => {
    const [from, to] = [spots.seat(giver), spots.seat(takers[i] ?? giver)];
    // Of two hands that cross, one goes over and one under.
    const arc = i % 2 === 0 ? 60 : -60;
    return backs(MOVED.backs, from, to, APART.shuffle).map((flight) => ({ ...flight, arc, ms: MOVED.ms }));
  });
}

function swept({ event, before }: Moment<EventOf<"shuffle-begun">>, spots: Spots): Flight[] {
  if (event.into === "hands") {
    const holders = before.places.filter(({ cards }) => cards > 0);
    return holders.flatMap(({ seat }) => backs(MOVED.backs, spots.seat(seat), spots.pile, APART.shuffle));
  }
  if (before.discards <= 1) return [];
  // Two halves, one over and one under, as in a hand that shuffles.
  return backs(MOST, spots.discard, spots.pile, APART.shuffle).map((flight, i) => ({
    ...flight,
    arc: i % 2 ? -70 : 70,
  }));
}

/** The flights of an event; none for one that moves no card. */
export function flightsOf({ event, before, after }: Moment, spots: Spots): Flight[] {
  switch (event.kind) {
    case "played":
      return laid({ event, before, after }, spots);
    case "hands-moved":
      return moved({ event, before, after }, spots);
    case "deal-drawn":
      return event.seats.flatMap((seat, i) => backs(1, spots.pile, spots.seat(seat), 0, i * APART.deal));
    case "seat-removed":
      return backs(MOVED.backs, spots.seat(event.seat), spots.discard, APART.shuffle);
    case "drew":
      // My own open on their way.
      return event.seat === after.seat ? [] : backs(event.slots.length, spots.pile, spots.seat(event.seat), APART.draw);
    case "recycled":
      return [{ face: before.under.at(-1) ?? null, from: spots.discard, to: spots.seat(event.seat), ms: MS.card }];
    case "dealt":
      return dealt(event.hands, spots);
    case "shuffle-begun":
      return swept({ event, before, after }, spots);
    default:
      return [];
  }
}
