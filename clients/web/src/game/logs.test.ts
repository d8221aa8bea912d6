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

  test("the cards are all there after every event, and a view shows of other hands what lies open", () => {
    for (const { after } of steps.flatMap(({ moments }) => moments)) {
      if (after.hands.length === 0) continue;
      const lying = after.hands.flat().length + after.discards.length;
      const piled = after.piles.reduce((sum, { slots, taken }) => sum + slots.length - taken, 0);
      const total = lying + piled + (after.shuffle?.count ?? 0);
      if (after.discards.length > 0) expect(total).toBe(after.deck.length);
      const open = after.hands.map((hand) => hand.filter((slot) => after.opened.has(slot)).length);
      for (const { seat, hand } of view(after, new Map(), 0).places) expect(hand).toHaveLength(open[seat]!);
    }
  });
});
