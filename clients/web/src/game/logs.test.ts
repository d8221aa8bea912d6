/** Whole games, written by the Python side: this one folds the same bytes to the same states and proves their cards. */
import { describe, expect, test } from "vitest";
import { same } from "../fair/transcript";
import { entriesOf, followed } from "../testing/file";
import { logFiles } from "../testing/vectors";
import { digest } from "./state";
import { view } from "./view";

const files = logFiles("logs");

test("there are at least ten logs", () => {
  expect(files.size).toBeGreaterThanOrEqual(10);
});

describe.each([...files.keys()])("%s", (name) => {
  const raws = entriesOf(files.get(name)!);
  const { follower, proofs, steps } = followed(raws);

  test("every entry folds to its digest and the cards are proven", () => {
    expect(proofs.verdict).toMatchObject({ state: "proven", fault: null, omitted: [] });
    expect(proofs.verdict.counts).toMatchObject({ entries: raws.length });
    for (const { entry, after } of steps) expect(same(digest(after), entry.digest)).toBe(true);
    expect(follower.state.phase).toBe("sealed");
  });

  test("the cards are all there after every event, and a view shows no other hand", () => {
    for (const { after } of steps.flatMap(({ moments }) => moments)) {
      if (after.hands.length === 0) continue;
      const lying = after.hands.flat().length + after.discards.slots.length;
      const piled = after.piles.reduce((sum, { slots, taken }) => sum + slots.length - taken, 0);
      const total = lying + piled + (after.shuffle?.count ?? 0);
      if (after.discards.slots.length > 0) expect(total).toBe(after.deck.length);
      const seen = view(after, new Map(), 0);
      expect(seen.places.every(({ hand }) => hand.length === 0)).toBe(after.result === null);
    }
  });
});
