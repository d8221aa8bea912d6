/** Card backs, drawn from the game's hash. */
import { type Lod, cardSvg } from "./faces";
import { logoPaths } from "./logo";
import { type Layer, rosette } from "./rosette";

/** `x`: the tiny backs beside a seat, under 34 px. */
export type BackLod = Lod | "x";

const BONE = "var(--bone)";
const STOCK = '<rect x=".8" y=".8" width="98.4" height="148.4" rx="12" fill="var(--back)"/>';

const LAYERS: Readonly<Record<BackLod, readonly Layer[]>> = {
  l: [
    { radius: 50, copies: 3, width: 0.55, opacity: 0.6 },
    { radius: 40, copies: 3, width: 0.55, opacity: 0.6 },
    { radius: 88, copies: 4, width: 0.5, opacity: 0.28 },
  ],
  s: [{ radius: 42, copies: 2, width: 1.5, opacity: 0.6 }],
  x: [{ radius: 36, copies: 1, width: 3.4, opacity: 0.75 }],
};
const POINTS: Readonly<Record<BackLod, number>> = { l: 240, s: 160, x: 100 };

function frame(lod: BackLod): string {
  const [inner, outer] = { l: [1, 1.6], s: [1.8, 1.6], x: [3, 3] }[lod];
  return (
    `<rect x="6.5" y="6.5" width="87" height="137" rx="8" fill="none" stroke="${BONE}" stroke-width="${inner}" opacity=".7"/>` +
    `<rect x="1.2" y="1.2" width="97.6" height="147.6" rx="11.6" fill="none" stroke="var(--back-edge)" stroke-width="${outer}"/>`
  );
}

function plate(): string {
  const box = `<rect x="-31" y="-15" width="62" height="30" rx="15" fill="var(--back)" stroke="${BONE}"/>`;
  return `${box}<g transform="translate(-23.8 -8.5) scale(.28)">${logoPaths(BONE, "var(--back)")}</g>`;
}

function draw(hash: string, lod: BackLod): string {
  const pattern = rosette(hash, LAYERS[lod], BONE, POINTS[lod]);
  const middle = `<g transform="translate(50 75)">${pattern}${lod === "x" ? "" : plate()}</g>`;
  return cardSvg(`${STOCK}${middle}${frame(lod)}`);
}

const drawn = new Map<string, string>();

/** The drawing of a back as svg markup. It is long and the same for every card of a game, so it is kept. */
export function backSvg(hash: string, lod: BackLod): string {
  const key = `${lod}${hash}`;
  const markup = drawn.get(key) ?? draw(hash, lod);
  drawn.set(key, markup);
  return markup;
}
