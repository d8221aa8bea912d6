import { describe, expect, test } from "vitest";
import { type Horseshoe, type Point, horseshoe } from "./horseshoe";

const OTHERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Width and height of the area between the bar and the prompt. */
const AREAS: [string, number, number][] = [
  ["phone 390x844", 390, 368],
  ["narrow phone 360", 360, 368],
  ["tablet 768x1024", 768, 520],
  ["desktop 1280x800 with its panel", 940, 438],
  ["desktop 1920x1080", 1500, 600],
];

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]));
}

function overlap({ seatWidth, seatHeight }: Horseshoe, a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < seatWidth && Math.abs(a.y - b.y) < seatHeight;
}

/** The two piles with the colour's sign below them, as they are drawn on a phone. */
function coversPiles({ centre, seatWidth }: Horseshoe, seat: Point): boolean {
  const [halfWidth, halfHeight] = [90, 66];
  return Math.abs(seat.x - centre.x) < halfWidth + seatWidth / 2 - 4 && Math.abs(seat.y - centre.y) < halfHeight;
}

describe.each(AREAS)("%s", (_, width, height) => {
  test.each(OTHERS)("%i others: every seat is inside and none overlaps another", (others) => {
    const table = horseshoe(others, width, height);
    expect(table.seats).toHaveLength(others);
    for (const { x, y } of table.seats) {
      expect(x - table.seatWidth / 2).toBeGreaterThanOrEqual(0);
      expect(x + table.seatWidth / 2).toBeLessThanOrEqual(width);
      expect(y - table.seatHeight / 2).toBeGreaterThanOrEqual(0);
      expect(y + table.seatHeight / 2).toBeLessThanOrEqual(height + 0.5);
    }
    expect(pairs(table.seats).filter(([a, b]) => overlap(table, a, b))).toEqual([]);
  });

  test.each(OTHERS)("%i others: the horseshoe is the same from both sides", (others) => {
    const { seats } = horseshoe(others, width, height);
    const mirror = seats.map(({ x, y }) => ({ x: width - x, y })).reverse();
    seats.forEach(({ x, y }, i) => {
      expect(x).toBeCloseTo(mirror[i]?.x ?? Number.NaN);
      expect(y).toBeCloseTo(mirror[i]?.y ?? Number.NaN);
    });
  });

  test.each(OTHERS)("%i others: seats run clockwise from my left to my right", (others) => {
    const { seats } = horseshoe(others, width, height);
    const angles = seats.map(({ x, y }) => Math.atan2(x - width / 2, height + 60 - y));
    expect(angles).toEqual([...angles].sort((a, b) => a - b));
  });
});

test.each(OTHERS)("%i others on a phone leave the piles free", (others) => {
  const table = horseshoe(others, 390, 368);
  expect(table.seats.filter((seat) => coversPiles(table, seat))).toEqual([]);
});

test("little fans of backs go from six seats on a phone, and stay on a desktop", () => {
  expect(horseshoe(4, 390, 392).fans).toBe(true);
  expect(horseshoe(5, 390, 392).fans).toBe(false);
  expect(horseshoe(5, 940, 438).fans).toBe(true);
});

test("chevrons point up on the left and down on the right in clockwise play", () => {
  for (const others of OTHERS) {
    for (const { x, angle } of horseshoe(others, 390, 368).chevrons) {
      expect(x < 195 ? angle < 0 : angle > 0).toBe(true);
    }
  }
});

describe.each([
  [390, 262],
  [360, 238],
  [320, 200],
])("a short phone held upright, %i x %i", (width, height) => {
  test.each([1, 2, 3, 4, 5])("%i others sit in one row above the piles", (others) => {
    const table = horseshoe(others, width, height);
    expect(table.fans).toBe(false);
    expect(pairs(table.seats).filter(([a, b]) => overlap(table, a, b))).toEqual([]);
    for (const { x, y } of table.seats) {
      expect(Math.min(x, width - x)).toBeGreaterThanOrEqual(table.seatWidth / 2);
      expect(y + table.seatHeight / 2).toBeLessThan(table.centre.y - 40);
    }
  });
});

test.each(OTHERS)("%i others on a phone held sideways do not overlap", (others) => {
  const table = horseshoe(others, 844, 182);
  expect(table.seats).toHaveLength(others);
  expect(pairs(table.seats).filter(([a, b]) => overlap(table, a, b))).toEqual([]);
});
