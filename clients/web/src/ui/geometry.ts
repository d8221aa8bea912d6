/** Where things lie on the table. Pixels; every position is a middle. */
import { type Horseshoe, type Point, formOf, horseshoe } from "../look/horseshoe";

export interface Layout extends Horseshoe {
  readonly pile: Point & { readonly width: number };
  readonly discard: Point & { readonly width: number };
  /** The sign of the colour in play. */
  readonly sign: Point;
  /** The count of cards owed: at a corner of the discard pile. */
  readonly owed: Point;
  /** Upper edge of what pops up: over the piles. */
  readonly popup: number;
  /** Width of the little backs below a name, 0 where there is no room. */
  readonly fan: number;
}

interface Piles {
  readonly pile: number;
  readonly discard: number;
}

/** Widths of a card on the two piles. */
const LOW: Piles = { pile: 62, discard: 82 };
const USUAL: Piles = { pile: 66, discard: 92 };
const WIDE: Piles = { pile: 92, discard: 128 };
/** Half the sign's height and a little air. */
const SIGN = 19;
const FAN = { usual: 20, wide: 28 };
const BANNER = 62;
/** Height of the one row of seats on a short, narrow table, and of what the sign needs. */
const ROW = 110;

function pilesFor(width: number, height: number): Piles {
  const form = formOf(width, height);
  if (form === "low") return LOW;
  if (form === "narrow") return narrowPiles(height);
  return width > 680 && height > 430 ? WIDE : USUAL;
}

/** Below the one row of seats, with the sign over the card's lower edge. */
function narrowPiles(height: number): Piles {
  const discard = Math.max(56, Math.min(LOW.discard, (height - ROW) / 1.5));
  return { pile: Math.max(44, discard * 0.74), discard };
}

/** An area of this size shows everything as big as it is drawn; what is bigger in both ways shows it larger, up to a limit. */
const DRAWN_FOR = { width: 690, height: 580, most: 1.45 };

/** How much larger than drawn seats and piles are shown in an area of this size. */
export function scaleFor(width: number, height: number): number {
  return Math.max(1, Math.min(width / DRAWN_FOR.width, height / DRAWN_FOR.height, DRAWN_FOR.most));
}

/** The table for so many other seats in an area of this size. */
export function layoutOf(others: number, width: number, height: number): Layout {
  const { pile, discard } = pilesFor(width, height);
  const shoe = horseshoe(Math.max(others, 1), width, height);
  const { x, y } = shoe.centre;
  const scale = discard / USUAL.discard;
  return {
    ...shoe,
    pile: { x: x - 54 * scale, y, width: pile },
    discard: { x: x + 42 * scale, y, width: discard },
    // On a low table the sign stands beside the count of the pile, else below both piles.
    sign: { x: discard < USUAL.discard ? x + 50 : x, y: Math.min(y + 106 * scale, height - SIGN) },
    owed: { x: Math.min(x + 42 * scale + discard * 0.52, width - 50), y: y - discard * 0.6 },
    popup: Math.max(0, y - discard * 0.75 - BANNER),
    fan: shoe.fans ? FAN[width > 680 ? "wide" : "usual"] : 0,
  };
}

/** The other seats clockwise from my left; from outside, all seats. */
export function othersOf(seats: readonly number[], mine: number | null): number[] {
  const at = mine === null ? -1 : seats.indexOf(mine);
  return at < 0 ? [...seats] : [...seats.slice(at + 1), ...seats.slice(0, at)];
}
