/** Entries that no rules could have made, and events from later versions. */
import { expect, test } from "vitest";
import type { Plain } from "../fair/codec";
import { type GameEvent, readEvents } from "./events";
import { evolve } from "./evolve";
import { LogFault, NeedsNewer } from "./faults";
import { INITIAL, type State, neighbour } from "./state";

const started: State = {
  ...INITIAL,
  phase: "play",
  seats: [{ kind: "bot", name: "Mira", level: "easy", away: false, gone: false }],
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
    {
      kind: "round-ended",
      winner: 0,
      why: "empty",
      hands: [[]],
      points: [],
      places: [],
      scores: [],
      out: [],
      unfinished: 0,
    },
  ],
  ["a card of another hand shown", { kind: "shown", seat: 0, slots: [257], cards: [0] }],
  ["a hand that goes to nobody", { kind: "hands-moved", givers: [0], takers: [1] }],
  ["a hand that goes to two", { kind: "hands-moved", givers: [0, 0], takers: [0, 0] }],
  ["the exposure of a seat where nobody sits", { kind: "exposed", seat: 4, step: 3, open: true }],
  ["the removal of a seat where nobody sits", { kind: "seat-removed", seat: 4, why: "left" }],
  ["the misses of a seat that plays no game", { kind: "timed-out", seat: 4, misses: 1 }],
  ["a starter's duel with a card that is not next", { kind: "deal-drawn", seats: [0], slots: [258], cards: [0] }],
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
  expect(after).toMatchObject({ hands: [[256]], discards: [257] });
  expect(after.opened.get(256)).toBe(0);
});

const MIRA = started.seats[0]!;
const round: State = {
  ...started,
  seats: [MIRA, MIRA, MIRA],
  playing: [0, 1, 2],
  hands: [[256], [512, 513], [514]],
  called: [0, 2],
  exposed: [{ seat: 1, step: 4, open: true }],
  misses: [0, 1, 0],
  discards: [260, 261],
  opened: new Map([
    [261, 1],
    [512, 0],
  ]),
};
const begun = (into: "deck" | "pile" | "hands"): GameEvent => ({
  kind: "shuffle-begun",
  k: 3,
  cards: [0],
  slots: [1],
  into,
});

test("a shuffle of the deck clears the table, one of the pile leaves the top and the hands", () => {
  const cleared = evolve(round, begun("deck"));
  expect(cleared).toMatchObject({ hands: [[], [], []], piles: [], discards: [] });
  expect(cleared.opened.size).toBe(0);
  const piled = evolve(round, begun("pile"));
  expect(piled).toMatchObject({ hands: round.hands, piles: [], discards: [261] });
});

test("a shuffle of the hands leaves pile and discards, and its pile lies before the other until it is dealt", () => {
  const gathered = evolve(round, begun("hands"));
  expect(gathered).toMatchObject({ hands: [[], [], []], piles: round.piles, discards: round.discards });
  expect([...gathered.opened]).toEqual([[261, 1]]);
  const shuffled = evolve(gathered, { kind: "shuffle-closed", k: 3, order: [1, 0] });
  expect(shuffled.piles).toEqual([{ k: 3, slots: [769, 768], taken: 0 }, ...round.piles]);
  const again = evolve(shuffled, { kind: "dealt", hands: [[769], [768], []] });
  expect(again).toMatchObject({ piles: round.piles, hands: [[769], [768], []], called: [], exposed: [] });
});

test("hands that move take their calls off", () => {
  const moved = evolve(round, { kind: "hands-moved", givers: [1, 2], takers: [2, 1] });
  expect(moved).toMatchObject({ hands: [[256], [514], [512, 513]], called: [0], exposed: [] });
});

test("a missed call is open at once or after its grace, until it is called, caught or closed", () => {
  const missed = evolve({ ...round, exposed: [] }, { kind: "exposed", seat: 1, step: 5, open: false });
  expect(missed.exposed).toEqual([{ seat: 1, step: 5, open: false }]);
  expect(evolve(missed, { kind: "catch-opened", seat: 1 }).exposed).toEqual([{ seat: 1, step: 5, open: true }]);
  expect(evolve(missed, { kind: "catch-closed", seats: [1] }).exposed).toEqual([]);
  expect(evolve(missed, { kind: "caught", seat: 1, by: 2 }).exposed).toEqual([]);
  expect(evolve(missed, { kind: "called", seat: 1 })).toMatchObject({ exposed: [], called: [0, 1, 2] });
});

test("misses of the clock are counted and forgotten", () => {
  expect(evolve(round, { kind: "timed-out", seat: 1, misses: 2 }).misses).toEqual([0, 2, 0]);
  expect(evolve(round, { kind: "clock-restored", seat: 1 }).misses).toEqual([0, 0, 0]);
});

test("who is removed leaves the round, and the hand lies under the discards", () => {
  const left = evolve(round, { kind: "seat-removed", seat: 2, why: "left" });
  expect(left).toMatchObject({ playing: [0, 1], hands: [[256], [512, 513], []], called: [0] });
  expect(left.discards).toEqual([514, 260, 261]);
  expect(left.seats[2]).toMatchObject({ gone: true });
});

test("the next seat is sought among those in the round, also from one that has left it", () => {
  const three: State = { ...round, playing: [0, 2, 3] };
  expect([0, 1, 2, 3].map((seat) => neighbour(three, seat))).toEqual([2, 2, 3, 0]);
  const back: State = { ...three, direction: -1 };
  expect([0, 1, 2, 3].map((seat) => neighbour(back, seat))).toEqual([3, 0, 0, 2]);
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
