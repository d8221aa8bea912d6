/**
 * Card faces: one template drawn from tokens (`--c --c-tone --c-ink --c-edge`, set by the classes k-R k-Y k-G k-B k-W).
 *
 * A face code is a colour and a kind (`R5`, `GS` skip, `BR` reverse, `RD` draw two, `RA` all in) or a wild:
 * `W`, `W4` draw four, `SH` shuffle hands, `SW` swap hands, `CU` house rule. The markup holds no style attribute and
 * no id, so it stands under `style-src 'self'` and may be repeated on a page.
 */
import { COLOURS, type Colour, MOSAIC, SHAPES, colourOf, kindOf } from "./colours";
import { INK, glyph, letter, short } from "./glyphs";

/** Level of detail: `s` up to 80 px wide, `l` bigger (engraved line, ripples, both corners). */
export type Lod = "s" | "l";

const COLOURED_KINDS = [..."0123456789SRDA"];
const WILDS = ["W", "W4", "SH", "SW", "CU"];

/** Every face that can be drawn: 14 in each colour and 5 wilds. */
export const FACES: readonly string[] = [
  ...COLOURS.flatMap((colour) => COLOURED_KINDS.map((kind) => colour + kind)),
  ...WILDS,
];

function shape(colour: Colour, x: number, y: number, radius: number, fill = INK): string {
  const place = `translate(${short(x)} ${short(y)}) scale(${short(radius)})`;
  return `<path d="${SHAPES[colour]}" transform="${place}" fill="${fill}"/>`;
}

function rect(x: number, y: number, width: number, height: number, radius: number, paint: string): string {
  const box = [x, y, width, height].map(short);
  return `<rect x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" rx="${short(radius)}" ${paint}/>`;
}

interface Tiles {
  readonly gap: number;
  readonly radius: number;
}

/** The four colours in one block: the sign of every wild card. */
function mosaic(x: number, y: number, width: number, height: number, { gap, radius }: Tiles): string {
  const w = (width - gap) / 2;
  const h = (height - gap) / 2;
  const tile = (colour: Colour, i: number): string => {
    const left = x + (i % 2) * (w + gap);
    const top = y + Math.floor(i / 2) * (h + gap);
    const sign = shape(colour, left + w / 2, top + h / 2, Math.min(w, h) * 0.31);
    return `<g class="k-${colour}">${rect(left, top, w, h, radius, 'fill="var(--c)"')}${sign}</g>`;
  };
  return MOSAIC.map(tile).join("");
}

const RIPPLES = [47, 56, 66, 77, 89, 102, 116];
/** By colour: size of the big shape against the circle, and how far its optical middle lies from its box's. */
const FIT: Readonly<Record<Colour, { scale: number; dy: number }>> = {
  R: { scale: 1.12, dy: -6 },
  Y: { scale: 1, dy: 0 },
  G: { scale: 1.04, dy: 0 },
  B: { scale: 1.08, dy: 0 },
};

function ripples(colour: Colour, x: number, y: number): string {
  const ring = (r: number): string => {
    const place = ` transform="translate(${short(x)} ${short(y)}) scale(${r})"`;
    return `<path d="${SHAPES[colour]}" fill="none" stroke="var(--c-tone)" stroke-width="${(1.7 / r).toFixed(3)}"${place}/>`;
  };
  // An inner svg clips at its edge without needing an id.
  return `<svg x="2" y="2" width="96" height="146" viewBox="2 2 96 146">${RIPPLES.map(ring).join("")}</svg>`;
}

function glyphHeight(kind: string, big: boolean): number {
  if (kind === "D") return big ? 44 : 38;
  if (/^\d$/.test(kind)) return big ? 64 : 58;
  return big ? 52 : 48;
}

function colouredBody(colour: Colour, kind: string, big: boolean): string {
  const [x, y, radius] = big ? [50, 75, 39] : [56, 95, 37];
  const fit = FIT[colour];
  const number = /^\d$/.test(kind);
  const narrow = colour === "R" ? (number ? 0.8 : 0.84) : 1;
  const sink = colour === "R" ? (number ? 5 : 8) : 0;
  return (
    (big ? ripples(colour, x, y + fit.dy / 3) : "") +
    shape(colour, x, y + fit.dy, radius * fit.scale, "var(--c-tone)") +
    glyph(kind, x, y + sink, glyphHeight(kind, big) * narrow, {
      stroke: number ? 21 : 20,
      inline: big ? "var(--c)" : null,
    })
  );
}

/** Four cards fanned over "+4": colour, turn in degrees, offset. */
const FANNED: readonly (readonly [Colour, number, number, number])[] = [
  ["R", -27, -21, 5],
  ["Y", -9, -7, 0],
  ["G", 9, 7, 0],
  ["B", 27, 21, 5],
];

function fannedBody(x: number, y: number): string {
  const cards = FANNED.map(
    ([colour, turn, dx, dy]) =>
      `<g class="k-${colour}" transform="translate(${x + dx} ${y - 8 + dy}) rotate(${turn})">` +
      rect(-14, -25, 28, 42, 5, 'fill="var(--c)" stroke="var(--bone)" stroke-width="2"') +
      `${shape(colour, 0, -11, 7.5)}</g>`,
  );
  const plate = rect(x - 26, y + 5, 52, 34, 17, 'fill="var(--ink)"');
  return cards.join("") + plate + glyph("W4", x, y + 22, 23, { stroke: 19, colour: "var(--bone)" });
}

function wildBody(kind: string, big: boolean): string {
  const [x, y] = big ? [50, 75] : [56, 92];
  if (kind === "W4") return fannedBody(x, y);
  const [w, h] = big ? [60, 90] : [58, 82];
  const tiles = mosaic(x - w / 2, y - h / 2, w, h, { gap: 3, radius: 10 });
  if (kind === "W") return tiles;
  const disc = (r: number, fill: string): string => `<circle cx="${x}" cy="${y}" r="${r}" fill="var(--${fill})"/>`;
  const sign = glyph(kind, x, y, kind === "CU" ? 25 : 22, { stroke: 18, colour: "var(--bone)" });
  return tiles + disc(23, "bone") + disc(20, "ink") + sign;
}

/** Sign above, shape and letter below: in a fan nothing else shows, so the corner carries everything. */
function corner(colour: Colour | null, kind: string, big: boolean): string {
  const [x, y, height] = big ? [8, 20, 21] : [7, 23, 31];
  const low = big ? 41.5 : kind === "6" || kind === "9" ? 54 : 51;
  const sign =
    kind === "W"
      ? mosaic(x, y - height / 2, height * 0.82, height * 0.98, { gap: 1.2, radius: big ? 2.5 : 3.5 })
      : glyph(kind, x, y, height, { stroke: big ? 19 : 20, left: true, underline: true });
  if (colour !== null) {
    const r = big ? 5 : 7.6;
    const code = letter(colour, x + r * 2 + (big ? 3.4 : 4.4), low, big ? 9.5 : 14, big ? 12 : 13);
    return sign + shape(colour, x + r, low, r) + code;
  }
  if (big && kind !== "W") return sign + mosaic(x, low - 5, 10, 10, { gap: 0.8, radius: 1.6 });
  return sign + letter("W", x + (big ? 0 : 1), low + (big ? 1 : 2), big ? 8 : 14);
}

const STOCK = rect(0.8, 0.8, 98.4, 148.4, 12, 'fill="var(--c)"');
const EDGE = rect(1.2, 1.2, 97.6, 147.6, 11.6, 'fill="none" stroke="var(--c-edge)" stroke-width="1.6"');

/** The svg around a card's drawing, 100 x 150 units; decoration only, the name goes on what holds it. */
export function cardSvg(inner: string): string {
  return `<svg viewBox="0 0 100 150" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inner}</svg>`;
}

/** The drawing of a face as svg markup. */
export function faceSvg(face: string, lod: Lod): string {
  const colour = colourOf(face);
  const kind = kindOf(face);
  const big = lod === "l";
  const body = colour === null ? wildBody(kind, big) : colouredBody(colour, kind, big);
  const first = corner(colour, kind, big);
  const second = big ? `<g transform="rotate(180 50 75)">${first}</g>` : "";
  return cardSvg(`<g class="k-${colour ?? "W"}">${STOCK}${body}${first}${second}${EDGE}</g>`);
}
