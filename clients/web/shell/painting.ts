/** Draws the icon as a PNG, for those launchers that take no SVG: strokes by their distance, no library. */
import { crc32, deflateSync } from "node:zlib";
import { BONE, type Box, INK } from "../src/look/icon.ts";
import { STROKES } from "../src/look/logo.ts";

type Point = readonly [x: number, y: number];
type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COMMAND = /([MVLAZ])([^MVLAZ]*)/g;

/** A square picture of so many pixels that shows this box. */
export function painted(pixels: number, box: Box): Buffer {
  const strokes = STROKES.map(([path, width, cuts]) => ({
    parts: partsOf(path),
    reach: width / 2,
    colour: rgb(cuts ? INK : BONE),
  }));
  const unit = box.side / pixels;
  const raw = Buffer.alloc(pixels * (pixels * 4 + 1));
  let at = 0;
  for (let row = 0; row < pixels; row++) {
    raw[at++] = 0; // The row is written as it is, without a filter.
    for (let column = 0; column < pixels; column++) {
      const point: Point = [box.left + (column + 0.5) * unit, box.top + (row + 0.5) * unit];
      let colour = rgb(INK);
      for (const { parts, reach, colour: over } of isNearMark(point) ? strokes : []) {
        const near = parts.reduce((least, part) => Math.min(least, part(point)), Infinity);
        colour = mixed(colour, over, cover((reach - near) / unit));
      }
      const alpha = cover(inside(point, box) / unit);
      for (const part of [...colour.slice(0, 3), 255 * alpha]) raw[at++] = Math.round(part);
    }
  }
  return png(pixels, raw);
}

/** The mark lies in a box of 170 x 61. */
const isNearMark = ([x, y]: Point): boolean => x > -5 && x < 175 && y > -5 && y < 66;

/** How much of a pixel is covered whose middle is so many pixels inside an edge. */
const cover = (depth: number): number => Math.min(Math.max(depth + 0.5, 0), 1);

/** How far a point lies inside the box with its round corners. */
function inside([x, y]: Point, { left, top, side, corner }: Box): number {
  const half = side / 2;
  const across = Math.abs(x - left - half) - (half - corner);
  const down = Math.abs(y - top - half) - (half - corner);
  const outside = Math.hypot(Math.max(across, 0), Math.max(down, 0));
  return corner - outside - Math.min(Math.max(across, down), 0);
}

/** Part of a stroke: how far a point is from it. */
type Part = (point: Point) => number;

/** The parts of a path of the commands M, V, L, A (circles only) and Z. */
function partsOf(path: string): Part[] {
  const parts: Part[] = [];
  let here: Point = [0, 0];
  for (const [, command, rest] of path.matchAll(COMMAND)) {
    const numbers = (rest?.match(/-?[\d.]+/g) ?? []).map(Number);
    const end: Point = [command === "V" ? here[0] : (numbers.at(-2) ?? 0), numbers.at(-1) ?? 0];
    if (command === "L" || command === "V") parts.push(line(here, end));
    if (command === "A") parts.push(arc(here, end, numbers));
    if (command !== "Z") here = end;
  }
  return parts;
}

function line([x1, y1]: Point, [x2, y2]: Point): Part {
  const [dx, dy] = [x2 - x1, y2 - y1];
  return ([x, y]) => {
    const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy);
    const share = Math.min(Math.max(along, 0), 1);
    return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
  };
}

/** An arc of a circle as SVG gives it: radius twice, turn, whether it is the long one, whether clockwise, end. */
function arc([x1, y1]: Point, [x2, y2]: Point, numbers: readonly number[]): Part {
  const [radius = 1, , , long, clockwise] = numbers;
  const [dx, dy] = [(x2 - x1) / 2, (y2 - y1) / 2];
  const half = Math.hypot(dx, dy);
  const off = (Math.sqrt(Math.max(radius ** 2 - half ** 2, 0)) / half) * (long === clockwise ? -1 : 1);
  const [cx, cy] = [x1 + dx - dy * off, y1 + dy + dx * off];
  const [begin, end] =
    clockwise === 1
      ? [
          [x1, y1],
          [x2, y2],
        ]
      : [
          [x2, y2],
          [x1, y1],
        ];
  const angleOf = (x: number, y: number): number => Math.atan2(y - cy, x - cx);
  const past = (angle: number): number => (angle - angleOf(begin[0]!, begin[1]!) + 4 * Math.PI) % (2 * Math.PI);
  const whole = past(angleOf(end[0]!, end[1]!));
  return ([x, y]) => {
    if (past(angleOf(x, y)) <= whole) return Math.abs(Math.hypot(x - cx, y - cy) - radius);
    return Math.min(Math.hypot(x - x1, y - y1), Math.hypot(x - x2, y - y2));
  };
}

function rgb(hex: string): Rgba {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[\da-f]{2}/g) ?? []).map((part) => parseInt(part, 16));
  return [red, green, blue, 255];
}

const mixed = (under: Rgba, over: Rgba, share: number): Rgba => {
  const [red, green, blue] = under.map((part, i) => part + (over[i]! - part) * share);
  return [red!, green!, blue!, 255];
};

function png(pixels: number, raw: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels, 0);
  head.writeUInt32BE(pixels, 4);
  head.set([8, 6], 8); // Eight bits of each of red, green, blue and alpha.
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
