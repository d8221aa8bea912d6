/** The mark as an icon: bone on ink, in a square. */
import { logoPaths } from "./logo.ts";

export const INK = "#0b171b";
export const BONE = "#f8f2e6";

/** What of the logo's plane a square picture shows, with round corners or none. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly corner: number;
}

export const ROUND: Box = { left: -14, top: -69, side: 198, corner: 44 };
/** For a launcher that cuts it to a shape of its own: nothing outside the middle four fifths counts. */
export const CUT: Box = { left: -29, top: -83.5, side: 228, corner: 0 };

export function iconDrawing({ left, top, side, corner }: Box): string {
  const box = `viewBox="${left} ${top} ${side} ${side}" stroke-linecap="round" stroke-linejoin="round"`;
  const ground = `<rect x="${left}" y="${top}" width="${side}" height="${side}" rx="${corner}" fill="${INK}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${ground}${logoPaths(BONE, INK)}</svg>`;
}
