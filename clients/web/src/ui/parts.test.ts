import fc from "fast-check";
import { expect, test } from "vitest";
import { FACES } from "../look/faces";
import type { GameEvent } from "../game/events";
import type { View } from "../game/view";
import { finished, place, table } from "../testing/tables";
import { roomOf } from "./address";
import { type Spots, flightsOf } from "./flights";
import { layoutOf, othersOf } from "./geometry";
import { OPEN, QUICK, nextAct, rematch } from "./plan";
import { sorted } from "./sorting";

// Order of the hand

const hand = (...faces: string[]) => faces.map((face, slot) => ({ slot, face }));
const order = (by: Parameters<typeof sorted>[1], ...faces: string[]) =>
  sorted(hand(...faces), by).map(({ face }) => face);

test("by colour: colours in their order, numbers rising, action cards after them, wilds last", () => {
  expect(order("colour", "W4", "BS", "R9", "B3", "W", "G0", "RR", "Y2")).toEqual([
    "R9", "RR", "Y2", "G0", "B3", "BS", "W", "W4",
  ]); // prettier-ignore
});

test("by number: the same number side by side", () => {
  expect(order("number", "R7", "B2", "G7", "W", "Y2")).toEqual(["Y2", "B2", "R7", "G7", "W"]);
});

test("sorting loses no card and leaves like cards as they came", () => {
  const faces = fc.array(fc.constantFrom(...FACES), { maxLength: 32 });
  fc.assert(
    fc.property(faces, fc.constantFrom("colour", "number", "dealt" as const), (list, by) => {
      const cards = hand(...list);
      const result = sorted(cards, by);
      expect([...result].sort((a, b) => a.slot - b.slot)).toEqual(cards);
      result.forEach((card, i) => {
        const next = result[i + 1];
        if (next?.face === card.face) expect(next.slot).toBeGreaterThan(card.slot);
      });
    }),
  );
});

// Places

test("the first seat at my left is the next one clockwise", () => {
  expect(othersOf([0, 1, 3, 4], 3)).toEqual([4, 0, 1]);
  expect(othersOf([0, 1, 3], null)).toEqual([0, 1, 3]);
});

test.each([
  [390, 420],
  [960, 460],
  [640, 190],
])("on a table of %i x %i the sign of the colour and the piles stay on it", (width, height) => {
  for (let others = 1; others <= 5; others += 1) {
    const { pile, discard, sign, popup } = layoutOf(others, width, height);
    expect(sign.y).toBeLessThan(height);
    expect(popup).toBeGreaterThanOrEqual(0);
    expect(pile.x + pile.width / 2).toBeLessThan(discard.x - discard.width / 2 + 12);
  }
});

// Flights

const stop = (x: number) => ({ x, y: 0, width: 10 });
const SPOTS: Spots = {
  pile: stop(1),
  discard: stop(2),
  seat: (seat) => stop(100 + seat),
  card: (slot) => (slot === 260 ? stop(9) : null),
};
const fly = (event: GameEvent) => flightsOf({ event, before: table(), after: table() }, SPOTS);

test("my card flies from its place in the hand, another's from the middle of its seat", () => {
  const played = { kind: "played", cards: [1], colour: "B" } as const;
  expect(fly({ ...played, seat: 0, slots: [260] })[0]?.from.x).toBe(9);
  expect(fly({ ...played, seat: 1, slots: [270] })[0]?.from.x).toBe(101);
});

test("drawn cards fly face down, one after another", () => {
  const flights = fly({ kind: "drew", seat: 2, slots: [1, 2, 3], why: "owed" });
  expect(flights.map(({ face, delay }) => [face, delay])).toEqual([[null, 0], [null, 120], [null, 240]]); // prettier-ignore
});

test("an event that moves no card has no flight", () => {
  expect(fly({ kind: "skipped", seat: 2 })).toEqual([]);
});

// The way to the first card

test("one tap sits down, seats three computers and deals", () => {
  const lobby = { phase: "lobby", seat: null, places: [] } as const;
  const bots = [1, 2, 3].map((seat) => place(seat, "Kofi", { kind: "bot", level: "medium" }));
  const next = (more: Partial<View>) => nextAct(QUICK, table({ ...lobby, ...more }));
  expect(next({})).toEqual({ kind: "join" });
  expect(next({ seat: 0 })).toEqual({ kind: "add_bot", level: "medium", wanted: 1 });
  expect(next({ seat: 0, places: bots.slice(0, 2) })).toEqual({ kind: "add_bot", level: "medium", wanted: 3 });
  expect(next({ seat: 0, places: bots })).toEqual({ kind: "start" });
  expect(next({ phase: "deal" })).toBeNull();
});

test("a new table is only sat down at", () => {
  expect(nextAct(OPEN, table({ phase: "lobby", seat: null }))).toEqual({ kind: "join" });
  expect(nextAct(OPEN, table({ phase: "lobby" }))).toBeNull();
});

test("a rematch waits for its log and its seat, then seats the same computers", () => {
  const plan = rematch(finished());
  const lobby = { phase: "lobby", places: [place(0, "Sol"), place(1, "Mira")] } as const;
  expect(nextAct(plan, finished())).toEqual({ kind: "wait" });
  expect(nextAct(plan, table({ ...lobby, seat: null }))).toEqual({ kind: "wait" });
  expect(nextAct(plan, table(lobby))).toEqual({ kind: "add_bot", level: "medium", wanted: 2 });
});

test("whoever is not host in the rematch asks for nothing", () => {
  const view = table({ phase: "lobby", host: 1, places: [place(0, "Sol"), place(1, "Mira")] });
  expect(nextAct({ ...rematch(finished()), deal: true }, view)).toBeNull();
});

test("a rematch is dealt at once only where there is nobody else to wait for", () => {
  expect(rematch(finished()).deal).toBe(false);
  expect(rematch(finished({ places: [place(0, "Sol"), place(2, "Kofi", { kind: "bot" })] })).deal).toBe(true);
});

test("the address names a room in any case, and nothing else does", () => {
  expect(roomOf("/r/kwpx")).toBe("KWPX");
  expect(roomOf("/r/KWPX/")).toBe("KWPX");
  expect(roomOf("/r/kwpxyzab")).toBe("KWPXYZAB");
  expect(roomOf("/")).toBeNull();
  expect(roomOf("/r/KWPXKWPXK")).toBeNull();
});
