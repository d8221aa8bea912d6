/**
 * Engraving drawn from a hash: seals, avatars and card backs.
 *
 * Every layer takes three bytes of its own, so two patterns differ wherever their hashes do. It helps recognition and
 * proves nothing.
 */
export interface Layer {
  readonly radius: number;
  /** How many copies of the curve are interleaved. */
  readonly copies: number;
  readonly width: number;
  readonly opacity?: number;
}

const BYTES_PER_LAYER = 3;

/** Byte `i` of lower-case hex; a short hash is read round and round. */
function byteAt(hash: string, i: number): number {
  const at = (2 * i) % Math.max(hash.length - 1, 1);
  return Number.parseInt(hash.slice(at, at + 2), 16) || 0;
}

interface Form {
  readonly petals: number;
  readonly depth: number;
  readonly overtone: number;
}

function formOf(hash: string, layer: number): Form {
  const [first, second, third] = [0, 1, 2].map((i) => byteAt(hash, layer * BYTES_PER_LAYER + i));
  return {
    petals: 6 + ((first ?? 0) % 11),
    depth: 0.09 + ((second ?? 0) % 16) / 110,
    overtone: 2 + ((third ?? 0) % 3),
  };
}

/** One closed curve in tenths of a unit, as relative steps: the shortest markup. */
function curve({ petals, depth, overtone }: Form, radius: number, phase: number, points: number): string {
  let path = "";
  let [px, py] = [0, 0];
  for (let i = 0; i < points; i++) {
    const t = (i / points) * 2 * Math.PI;
    const wave = Math.cos(petals * (t + phase)) + 0.5 * Math.cos(petals * overtone * (t - phase)) - 1.5;
    const r = radius * (1 + depth * wave) * 10;
    const [x, y] = [Math.round(r * Math.cos(t)), Math.round(r * Math.sin(t))];
    path += i === 0 ? `M${x / 10} ${y / 10}l` : `${(x - px) / 10} ${(y - py) / 10} `;
    [px, py] = [x, y];
  }
  return `${path}Z`;
}

/** Layers around the origin as svg markup, stroked in `colour`. */
export function rosette(hash: string, layers: readonly Layer[], colour: string, points = 240): string {
  const draw = ({ radius, copies, width, opacity = 1 }: Layer, index: number): string => {
    const form = formOf(hash, index);
    const turns = Array.from({ length: copies }, (_, j) => (j / copies) * ((2 * Math.PI) / form.petals));
    const path = turns.map((phase) => curve(form, radius, phase, points)).join("");
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" opacity="${opacity}"/>`;
  };
  return layers.map(draw).join("");
}
