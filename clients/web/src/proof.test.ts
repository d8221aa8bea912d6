import { expect, test } from "vitest";
import { checksOf, verdictTitle } from "./checks";
import { LogFault } from "./game/faults";
import type { CardsVerdict } from "./net/proofs";
import { faultLine, verdictLine } from "./proof";
import { CHECKS } from "./words/later";

const verdict = (more: Partial<CardsVerdict> = {}): CardsVerdict => ({
  state: "proven",
  counts: { entries: 96, signatures: 104, shuffles: 2, openings: 71, reveals: 8, own: 2, witnessed: 2 },
  omitted: [],
  fault: null,
  ...more,
});

test("a browser says that cards are proven, never more", () => {
  expect(verdictTitle(verdict())).toBe("Cards proven");
  expect(verdictTitle(verdict({ state: "open" }))).toBe("Checked so far");
  expect(verdictTitle(verdict({ state: "failed" }))).toBe("Not verified");
});

test("the verdict comes with its numbers", () => {
  expect(verdictLine(verdict())).toBe("104 signatures checked, 71 cards opened. Your cut is in 2 of 2 shuffles.");
  const { counts } = verdict();
  expect(verdictLine(verdict({ counts: { ...counts, own: 1 }, omitted: [2] }))).toContain("1 of 2 shuffles");
  expect(verdictLine(verdict({ counts: { ...counts, own: 0 } }))).toBe("104 signatures checked, 71 cards opened.");
});

test("a fault names the first bad entry and says in words what is wrong with it", () => {
  const failed = verdict({ state: "failed", fault: new LogFault("bad-opening", "", 37) });
  expect(faultLine(failed)).toBe("Entry 37: a card is not the sealed one.");
  expect(verdictLine(failed)).toBe(faultLine(failed));
});

test("what cannot be told yet is neither good nor bad", () => {
  const goods = (state: CardsVerdict["state"]) => checksOf(verdict({ state }), true, 95).map(({ good }) => good);
  expect(goods("proven")).toEqual([true, true, true, true, true]);
  expect(goods("open")).toEqual([true, true, true, null, true]);
  expect(goods("failed")).not.toContain(true);
});

test("a cut that left my number out is not called good", () => {
  expect(checksOf(verdict({ omitted: [1] }), true, 95)[0]?.good).toBeNull();
});

test("that everyone saw the same game is only said once somebody else has shown it", () => {
  const last = (agreed: number) => checksOf(verdict(), true, agreed).at(-1);
  expect(last(-1)).toMatchObject({ good: null });
  expect(last(95)).toMatchObject({ good: true, detail: "Somebody else holds the same log up to entry 95." });
});

test("who has signed is counted", () => {
  expect(CHECKS.signed(3, 4)).toBe("3 of 4 players have signed.");
  expect(CHECKS.signed(1, 1)).toBe("1 of 1 player has signed.");
});
