/** The mark: two rings linked by an N. Turned by half a turn it reads the same, as a card does; and it is a chain. */
import { stroked } from "./glyphs.ts";

const N = "M64 55.5V5.5L106 55.5V5.5";
const RINGS = "M31 5.5A25 25 0 1 0 31 55.5A25 25 0 1 0 31 5.5ZM139 5.5A25 25 0 1 0 139 55.5A25 25 0 1 0 139 5.5Z";
/** Where a ring passes over the N: the gap first, then the ring again. */
const GAPS = "M48.7 13A25 25 0 0 1 56 30M121.3 48A25 25 0 0 1 114 31";
const OVER = "M39.5 7A25 25 0 0 1 56 30.5M130.5 54A25 25 0 0 1 114 30.5";

/** From the lowest to the highest: a path, its width, and whether it cuts what lies below. */
export const STROKES: readonly (readonly [path: string, width: number, cuts: boolean])[] = [
  [RINGS, 13, false],
  [N, 20, true],
  [N, 13, false],
  [GAPS, 20, true],
  [OVER, 13, false],
];

/** In a box of 170 x 61 units; `gap` is the colour of what lies behind. */
export const logoPaths = (colour: string, gap: string): string =>
  STROKES.map(([path, width, cuts]) => stroked(path, width, cuts ? gap : colour)).join("");
