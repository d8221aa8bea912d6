/** Entries that no rules could have made, and events from later versions. */
import { expect, test } from "vitest";
import type { Plain } from "../fair/codec";
import { type GameEvent, readEvents } from "./events";
import { evolve } from "./evolve";
import { LogFault, NeedsNewer } from "./faults";
import { INITIAL, NO_DISCARDS, type State, put } from "./state";

const started: State = {
  ...INITIAL,
  phase: "play",
  seats: [{ kind: "bot", name: "Mira", level: "easy", away: false }],
  deck: ["R5", "W4"],
  hands: [[256]],
  piles: [{ k: 1, slots: [256, 257, 258], taken: 1 }],
};

test.each<[string, GameEvent]>([
  ["a seat where nobody sits", { kind: "asked", seat: 4, phase: "play", step: 1, turns: 1, drawn: null }],
  ["a seat without a hand", { kind: "drew", seat: 4, slots: [257], why: "turn" }],
  ["a slot that is not in the hand", { kind: "played", seat: 0, slots: [300], cards: [0], colour: "R" }],
  ["a card that is not in the deck", { kind: "played", seat: 0, slots: [256], cards: [2], colour: "R" }],
  ["fewer cards than slots", { kind: "played", seat: 0, slots: [256], cards: [], colour: "R" }],
  ["a slot that is not next in the pile", { kind: "drew", seat: 0, slots: [258], why: "turn" }],
  ["a shuffle that was not begun", { kind: "shuffle-closed", k: 2, order: [0] }],
  ["hands that are not the pile's first slots", { kind: "dealt", hands: [[256, 258]] }],
  ["a slot dealt twice", { kind: "dealt", hands: [[256, 256]] }],
  ["a discard that does not lie there", { kind: "recycled", seat: 0, slot: 256, why: "turn" }],
  ["a starter that was not turned", { kind: "starter-returned", slot: 256 }],
  [
    "hands shown with a card too few",
    { kind: "round-ended", winner: 0, why: "empty", hands: [[]], points: [], places: [] },
  ],
])("%s is impossible", (_, event) => {
  expect(() => evolve(started, event)).toThrow(LogFault);
});

test("a pile with nothing left is gone", () => {
  expect(evolve(started, { kind: "drew", seat: 0, slots: [257, 258], why: "turn" }).piles).toEqual([]);
});

test("a card that is recycled stays known, and the discards are hashed anew without it", () => {
  const played: GameEvent = { kind: "played", seat: 0, slots: [256], cards: [0], colour: "R" };
  const drew: GameEvent = { kind: "drew", seat: 0, slots: [257], why: "turn" };
  const again: GameEvent = { kind: "played", seat: 0, slots: [257], cards: [1], colour: "R" };
  const lying = [played, drew, again].reduce(evolve, started);
  const after = evolve(lying, { kind: "recycled", seat: 0, slot: 256, why: "turn" });
  expect(after).toMatchObject({ hands: [[256]], discards: put(NO_DISCARDS, 257, 1) });
  expect(after.opened.get(256)).toBe(0);
});

test("an unknown note is left out", () => {
  const events: Plain = [
    ["note-weather", { rain: true }],
    ["called", { seat: 0 }],
  ];
  expect(readEvents(events)).toEqual([{ kind: "called", seat: 0 }]);
});

test.each<[string, Plain]>([
  ["kind", [["juggled", { seat: 0 }]]],
  ["field", [["called", { seat: 0, loud: true }]]],
])("an unknown %s asks for a newer client", (_, events) => {
  expect(() => readEvents(events)).toThrow(NeedsNewer);
});

test.each<[string, Plain]>([
  ["a missing field", [["called", {}]]],
  ["a field of another type", [["called", { seat: "0" }]]],
  ["a seat below 0", [["called", { seat: -1 }]]],
  [
    "bytes of another size",
    [
      [
        "log-opened",
        { version: 1, table: new Uint8Array(31), nonce: new Uint8Array(32), options: {}, time: 0, host: null },
      ],
    ],
  ],
  ["an unknown colour", [["colour-named", { seat: 0, colour: "P" }]]],
  ["no pair", [["called"]]],
])("%s is bad form", (_, events) => {
  expect(() => readEvents(events)).toThrow(/bad-form/);
});
