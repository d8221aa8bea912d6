/** How a played card lies: never quite straight, and always the same for the same slot. */
export interface Scatter {
  /** Degrees, -12 to 12. */
  readonly turn: number;
  /** Pixels, -4 to 4. */
  readonly dx: number;
  readonly dy: number;
}

/** The fractional part of a large multiple: spreads neighbouring slots far apart. */
function spread(slot: number, factor: number): number {
  const product = (slot + 1) * factor;
  return 2 * (product - Math.floor(product)) - 1;
}

export function scatterOf(slot: number): Scatter {
  return { turn: 12 * spread(slot, 0.618034), dx: 4 * spread(slot, 0.754878), dy: 4 * spread(slot, 0.56984) };
}
