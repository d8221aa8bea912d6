/** What is kept of the games played here. */
import { expect, test } from "vitest";
import { finished } from "../testing/tables";
import { type Kept, MOST_BYTES, MOST_GAMES, newestFirst, recordOf, surplus } from "./shelf";

const kept = (ended: number, size = 1000): Kept => ({
  ...recordOf(finished(), { game: `${ended}`, room: "KWPX", ended, verdict: "proven", size }),
});
const ages = (games: readonly Kept[]): number[] => games.map(({ ended }) => ended);

test("a record says who played, who came first, and whether that was me", () => {
  const about = { game: "ab", room: "KWPX", ended: 1, verdict: "proven", size: 9 } as const;
  const record = recordOf(finished({ seat: 1 }), about);
  expect(record).toEqual({ ...about, players: ["Sol", "Mira", "Kofi"], winners: ["Mira"], won: true });
  expect(recordOf(finished({ seat: 0 }), about).won).toBe(false);
  const result = { winner: null, why: "blocked", points: [1, 2, 3], places: [1, 2, 3] } as const;
  expect(recordOf(finished({ result }), about).winners).toEqual([]);
});

test("the newest games stay, by number and by bytes", () => {
  const many = Array.from({ length: MOST_GAMES + 2 }, (_, i) => kept(i));
  expect(ages(surplus(many))).toEqual([1, 0]);
  expect(surplus(many.slice(2))).toEqual([]);
  const heavy = [kept(1, 10), kept(2, MOST_BYTES / 2), kept(3, MOST_BYTES / 2)];
  expect(ages(surplus(heavy))).toEqual([1]);
  expect(ages(newestFirst(heavy))).toEqual([3, 2, 1]);
});
