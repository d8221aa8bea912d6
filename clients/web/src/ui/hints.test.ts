/** Which hint comes when; and that each is seen once, none too early, and none after they were turned off. */
import { beforeEach, expect, test, vi } from "vitest";
import { NO_PROMPT } from "../actions";
import type { View } from "../game/view";
import { LATER } from "../words/later";
import type { Prompt } from "../net/session";
import { place, prompt, table } from "../testing/tables";
import { HINTS, type Hint, hintFor } from "./hints";

const all = (...but: Hint[]): ReadonlySet<Hint> => new Set(HINTS.filter((hint) => !but.includes(hint)));
const owed = (total: number) => ({ total, by: 1, dispute: { colour: "B" as const } });
const asked = (...acts: string[]): Prompt => ({ ...NO_PROMPT, acts });
const manual = { preset: "official", call: "manual" };
const [two, theirs] = [table().hand.slice(0, 2), { turn: 1, discards: 3 }];

const MOMENTS: Readonly<Record<Hint, readonly [View, Prompt]>> = {
  challenge: [table({ phase: "respond", debt: owed(4) }), asked("accept", "challenge")],
  stack: [table({ phase: "respond", debt: owed(2), options: { stack: "same" } }), asked("accept", "play")],
  drawn: [table({ phase: "drawn", drawn: 260 }), asked("play", "pass")],
  draw: [table(), asked("draw")],
  last: [table({ ...theirs, hand: two, options: manual }), NO_PROMPT],
  wild: [table(), prompt()],
  turn: [table({ hand: two }), asked("play", "draw")],
  jump: [table(theirs), asked("play")],
  direction: [table({ ...theirs, direction: -1 }), NO_PROMPT],
  seal: [table({ turn: 1, discards: 5 }), NO_PROMPT],
};

test.each(Object.entries(MOMENTS))("%s has its moment, and none once it was seen", (hint, [view, now]) => {
  expect(hintFor(view, now, all(hint as Hint))).toBe(hint);
  expect(hintFor(view, now, new Set(HINTS))).toBeNull();
});

test("what the seat is asked goes before what it may look at", () => {
  const [view, now] = MOMENTS.draw;
  expect(hintFor({ ...view, direction: -1 }, now, new Set())).toBe("draw");
});

test.each([
  ["nobody without a seat", table({ seat: null })],
  ["nobody while the cards are shuffled", table({ shuffling: true })],
  ["nobody before the first turn", table({ turn: null })],
])("%s gets any", (_, view) => {
  expect(hintFor(view, prompt(), new Set())).toBeNull();
});

test.each([
  ["no call where the game calls", table({ ...theirs, hand: two }), "last"],
  ["no answer with cards where nothing is stacked", table({ phase: "respond", debt: owed(2) }), "stack"],
  [
    "no direction between two",
    table({ ...theirs, direction: -1, places: [place(0, "Sol"), place(1, "Mira")] }),
    "direction",
  ],
  ["no seal on one's own turn", table({ discards: 9 }), "seal"],
] as const)("%s", (_, view, hint) => {
  expect(hintFor(view, asked("play"), all(hint))).toBeNull();
});

test("every hint is two short lines on a phone at most", () => {
  expect(Math.max(...HINTS.map((hint) => LATER.hints.words[hint].length))).toBeLessThanOrEqual(80);
});

beforeEach(() => localStorage.clear());

/** As a page that was just opened in this browser has it. */
async function opened() {
  vi.resetModules();
  return (await import("./hints.svelte")).hints;
}

test("a hint that was read does not come again, in this browser", async () => {
  const [view, now] = MOMENTS.draw;
  const hints = await opened();
  hints.look(view, now, true, 1000);
  expect(hints.shown).toBe("draw");
  hints.look(view, now, false, 2500);
  expect(hints.shown).toBeNull();
  const later = await opened();
  later.look(view, now, true, 0);
  expect(later.shown).toBeNull();
});

test("a hint that went before it could be read comes again", async () => {
  const [view, now] = MOMENTS.draw;
  const hints = await opened();
  hints.look(view, now, true, 1000);
  hints.look(view, now, false, 2499);
  hints.look(view, now, true, 3000);
  expect(hints.shown).toBe("draw");
});

test("a hint that is hidden is seen, and the next one has room", async () => {
  const [view, now] = MOMENTS.wild;
  const hints = await opened();
  hints.look(view, now, true, 0);
  expect(hints.shown).toBe("wild");
  hints.dismiss();
  expect(hints.shown).toBeNull();
  hints.look(view, now, true, 0);
  expect(hints.shown).toBe("turn");
});

test("turned off there are none; turned on again there are all", async () => {
  const [view, now] = MOMENTS.draw;
  (await opened()).on = false;
  const hints = await opened();
  hints.look(view, now, true, 0);
  expect([hints.on, hints.shown]).toEqual([false, null]);
  hints.on = true;
  hints.look(view, now, true, 0);
  expect(hints.shown).toBe("draw");
});
