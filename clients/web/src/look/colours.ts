/** The four colours, each with its own shape and letter, so that none is told by colour alone. */
export const COLOURS = ["R", "Y", "G", "B"] as const;
export type Colour = (typeof COLOURS)[number];

/** Order of the tiles in the mosaic on every wild card, row by row; the colour picker follows it. */
export const MOSAIC: readonly Colour[] = ["R", "Y", "B", "G"];

/** Outlines in a box from -1 to 1: triangle, circle, clover, diamond. */
export const SHAPES: Readonly<Record<Colour, string>> = {
  R: "M-.13-.86Q0-1.06.13-.86L1 .62Q1.1.86.84.88H-.84Q-1.1.86-1 .62Z",
  Y: "M0-.94A.94.94 0 0 1 0 .94A.94.94 0 0 1 0-.94Z",
  G: "M-.48-.48A.5.5 0 1 1 .48-.48A.5.5 0 1 1 .48.48A.5.5 0 1 1-.48.48A.5.5 0 1 1-.48-.48Z",
  B: "M-.12-1.04Q0-1.16.12-1.04L.92-.12Q1.02 0 .92.12L.12 1.04Q0 1.16-.12 1.04L-.92.12Q-1.02 0-.92-.12Z",
};

export function isColour(code: string | undefined): code is Colour {
  return COLOURS.some((colour) => colour === code);
}

/** The colour printed on a face, null for a wild. */
export function colourOf(face: string): Colour | null {
  const first = face[0];
  return isColour(first) ? first : null;
}

/** The kind of a face: `5`, `S`, `R`, `D`, `A`; for a wild the whole code. */
export function kindOf(face: string): string {
  return colourOf(face) === null ? face : face.slice(1);
}
