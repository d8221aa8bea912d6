/** Signs drawn with one thick stroke; no font is needed for a card. */

interface Glyph {
  readonly width: number;
  readonly path: string;
}

const HEIGHT = 90;
const PLUS: Glyph = { width: 36, path: "M0 45H36M18 27V63" };
const PLUS_GAP = 26;

/** By kind: numbers, Skip, Reverse, All In; Shuffle hands, Swap hands, house rule (the asterisk). */
const GLYPHS: Readonly<Record<string, Glyph>> = {
  0: { width: 60, path: "M30 0A30 30 0 0 1 60 30V60A30 30 0 0 1 0 60V30A30 30 0 0 1 30 0Z" },
  1: { width: 34, path: "M2 18L28 0V90" },
  2: { width: 58, path: "M1 28A28.5 28.5 0 0 1 58 28C58 44 44 54 32 63L2 90H58" },
  3: { width: 58, path: "M4 0H54L29 35A27.5 27.5 0 1 1 2 72" },
  4: { width: 62, path: "M46 90V0L0 64H62" },
  5: { width: 58, path: "M53 0H9L5 42C12 35 20 32 29 32A29 29 0 1 1 2 73" },
  6: { width: 60, path: "M42 0C22 20 0 38 0 60A30 30 0 1 0 60 60A30 30 0 0 0 3 48" },
  7: { width: 56, path: "M0 0H56L20 90" },
  8: { width: 60, path: "M30 0A21 21 0 0 1 30 42A24 24 0 0 1 30 90A24 24 0 0 1 30 42A21 21 0 0 1 30 0Z" },
  9: { width: 60, path: "M18 90C38 70 60 52 60 30A30 30 0 1 0 0 30A30 30 0 0 0 57 42" },
  // An arrow hopping over a dot, and a U-turn: it lies on its side, so that the two differ where they are tiny.
  S: {
    width: 88,
    path: "M4 66C4 24 22 4 44 4C62 4 74 18 79 40M58 32L80 46L90 22M36 76a8 8 0 1 0 16 0a8 8 0 1 0-16 0",
  },
  R: { width: 82, path: "M0 5H55A27 27 0 0 1 55 59H8M34 31L6 59L34 87" },
  A: { width: 80, path: "M40-2V40M18 22L40 46L62 22M4 68H76M4 92H76" },
  SH: {
    width: 92,
    path: "M0 18H16C44 18 44 72 72 72H84M0 72H16C44 72 44 18 72 18H84M70 0L90 18L70 36M70 54L90 72L70 90",
  },
  SW: { width: 92, path: "M2 22H84M64 0L88 22L64 44M90 68H8M28 46L4 68L28 90" },
  CU: { width: 84, path: "M42 2V88M4.8 23.5L79.2 66.5M79.2 23.5L4.8 66.5" },
};

const LETTERS: Readonly<Record<string, string>> = {
  R: "M0 60V0H22A17 17 0 0 1 22 34H0M22 34L42 60",
  Y: "M0 0L22 30L44 0M22 30V60",
  G: "M42 12A26 30 0 1 0 44 34H26",
  B: "M0 0V60H22A16.5 16.5 0 0 0 22 27H0M0 0H20A13.5 13.5 0 0 1 20 27",
  W: "M0 0L18 60L36 8L54 60L72 0",
};

export const INK = "var(--c-ink)";

/** A number with at most two decimals, so that the markup stays short. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Attributes of a stroked outline; round caps come from the enclosing svg. */
export function stroked(path: string, width: number, colour: string, extra = ""): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${short(width)}"${extra}/>`;
}

function moved(x: number, y: number, scale: number, inner: string): string {
  return `<g transform="translate(${short(x)} ${short(y)}) scale(${scale.toFixed(3)})">${inner}</g>`;
}

interface Part {
  readonly dx: number;
  readonly glyph: Glyph;
}

function known<T>(table: Readonly<Record<string, T>>, key: string): T {
  const found = table[key];
  if (found === undefined) throw new Error(`no sign is drawn for ${JSON.stringify(key)}`);
  return found;
}

/** Draw Two and Wild Draw Four are a plus and a digit; any other kind is one glyph. */
function partsOf(kind: string): readonly Part[] {
  const digit = kind === "D" ? "2" : kind === "W4" ? "4" : null;
  if (digit === null) return [{ dx: 0, glyph: known(GLYPHS, kind) }];
  return [
    { dx: 0, glyph: PLUS },
    { dx: PLUS.width + PLUS_GAP, glyph: known(GLYPHS, digit) },
  ];
}

export interface GlyphStyle {
  readonly stroke: number;
  readonly colour?: string;
  /** Colour of the engraved line, on big cards only. */
  readonly inline?: string | null;
  /** True: (x, y) is the left end, not the middle. */
  readonly left?: boolean;
  /** True: 6 and 9 are underlined. */
  readonly underline?: boolean;
}

/** The sign of a kind, `height` card units high. */
export function glyph(kind: string, x: number, y: number, height: number, style: GlyphStyle): string {
  const { stroke, colour = INK, inline = null, left = false, underline = false } = style;
  const parts = partsOf(kind);
  const width = parts.reduce((end, part) => Math.max(end, part.dx + part.glyph.width), 0);
  const scale = height / (HEIGHT + stroke);
  const draw = (thick: number, ink: string): string =>
    parts
      .map(({ dx, glyph: { path } }) => stroked(path, thick, ink, dx ? ` transform="translate(${dx} 0)"` : ""))
      .join("");
  const lined = underline && (kind === "6" || kind === "9");
  const line = lined ? stroked(`M4 ${HEIGHT + stroke * 1.35}H${width - 4}`, stroke * 0.62, colour) : "";
  const tx = left ? x + (stroke * scale) / 2 : x - (width * scale) / 2;
  return moved(tx, y - (HEIGHT / 2) * scale, scale, draw(stroke, colour) + (inline ? draw(2.2, inline) : "") + line);
}

/** A colour's letter (or W), its left end at x, its middle at y. */
export function letter(code: string, x: number, y: number, height: number, stroke = 12): string {
  const scale = height / (60 + stroke);
  return moved(x + (stroke * scale) / 2, y - 30 * scale, scale, stroked(known(LETTERS, code), stroke, INK));
}
