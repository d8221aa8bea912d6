/** Where things lie on the screen, measured as an event begins to be shown. */
import type { Stop } from "../look/Flights.svelte";
import type { Spots } from "./flights";

/** Widths that a card has where it lands at a seat, and in my hand. */
const SEAT_CARD = 30;
const HAND_CARD = 60;

export interface Screen {
  readonly root: HTMLElement;
  readonly spotOf: (place: "pile" | "discard" | number) => Stop | null;
  /** A card of my own hand. */
  readonly cardOf: (slot: number) => Element | null;
}

export function spotsIn({ root, spotOf, cardOf }: Screen): Spots {
  const frame = root.getBoundingClientRect();
  function stopAt(element: Element | null | undefined, size?: number): Stop | null {
    if (!element) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left - frame.left + width / 2, y: top - frame.top + height / 2, width: size ?? width };
  }
  const foot: Stop = { x: frame.width / 2, y: frame.height, width: SEAT_CARD };
  const spot = (place: "pile" | "discard" | number): Stop =>
    spotOf(place) ?? stopAt(root.querySelector(".hand"), HAND_CARD) ?? foot;
  return {
    pile: spot("pile"),
    discard: spot("discard"),
    seat: spot,
    card: (slot) => stopAt(cardOf(slot)?.querySelector(".card")),
  };
}
