import { describe, expect, test } from "vitest";
import { type HandLayout, handLayout } from "./handlayout";

const COUNTS = Array.from({ length: 40 }, (_, i) => i + 1);
const WIDTHS = [320, 360, 390, 844, 940];

/** Least width and height of a hit area once the rows below are lifted. */
function leastTarget({ places, lift, perRow }: HandLayout): number {
  const covered = (i: number): number => (i + perRow < places.length ? lift : 0);
  return Math.min(...places.flatMap(({ width, height }, i) => [width, height - covered(i)]));
}

describe.each(WIDTHS)("a hand %i px wide", (width) => {
  test.each(COUNTS)("of %i cards: all inside, each at least 44 x 44 px", (count) => {
    const layout = handLayout(count, width);
    expect(layout.places).toHaveLength(count);
    expect(leastTarget(layout)).toBeGreaterThanOrEqual(44);
    for (const { x, y, height } of layout.places) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + layout.cardWidth).toBeLessThanOrEqual(width);
      expect(y - layout.lift).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(layout.height);
    }
  });
});

test("on a phone a hand is a fan up to 7 cards and terraces of 8 after that", () => {
  expect(handLayout(7, 390).perRow).toBe(7);
  expect(handLayout(7, 390).places[0]?.turn).toBeLessThan(0);
  expect(handLayout(8, 390).perRow).toBe(8);
  expect(handLayout(8, 390).places[0]?.turn).toBe(0);
  expect(
    handLayout(22, 390)
      .places.map(({ y }) => y)
      .filter((y, i, all) => all.indexOf(y) === i),
  ).toHaveLength(3);
});

test("an empty hand has no places", () => {
  expect(handLayout(0, 390).places).toEqual([]);
});
