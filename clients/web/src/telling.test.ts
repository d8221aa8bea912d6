import { expect, test } from "vitest";
import type { EventOf, GameEvent } from "./game/events";
import type { View } from "./game/view";
import { bannerOf, cuttersOf, lineOf, shownTo } from "./telling";
import { place, table } from "./testing/tables";

const PLACES = [place(0, "Sol"), place(1, "Mira"), place(2, "Kofi")];
const at = (more: Partial<View> = {}): View => table({ places: PLACES, turn: 1, ...more });
const tell = (event: GameEvent, after: View = at(), before: View = at()): string | null =>
  lineOf({ event, before, after });
const pop = (event: GameEvent, after: View = at(), before: View = at()): string | null =>
  bannerOf({ event, before, after });
const played = (more: Partial<EventOf<"played">> = {}): GameEvent => ({
  kind: "played",
  seat: 1,
  slots: [300],
  cards: [4],
  colour: "R",
  ...more,
});

test("an All In tells what it took along", () => {
  const after = at({ under: ["B7", "R5", "RD"], top: "RA" });
  expect(tell(played({ slots: [1, 2, 3] }), after)).toBe("Mira plays Red All In, and with it Red 5 and Red Draw Two.");
  expect(pop(played({ slots: [1, 2, 3] }), after)).toBe("All In: 3 cards");
});

test("equal cards are counted", () => {
  expect(tell(played({ slots: [1, 2] }), at({ under: ["R5"], top: "R5" }))).toBe("Mira plays Red 5, 2 of them.");
});

test("a jump-in is told from a play in turn", () => {
  expect(tell(played({ seat: 0 }), at({ top: "R5" }))).toBe("You jump in and play Red 5.");
  expect(pop(played({ seat: 2 }), at({ top: "R5" }))).toBe("Kofi jumps in!");
});

test("a missed call, a catch and a mistake are told to all", () => {
  expect(pop({ kind: "exposed", seat: 1, step: 3, open: true })).toBe("Mira did not call!");
  expect(pop({ kind: "exposed", seat: 0, step: 3, open: true })).toBe("You did not call!");
  expect(tell({ kind: "caught", seat: 1, by: 0 })).toBe("You catch Mira: no call.");
  expect(pop({ kind: "caught", seat: 0, by: 1 })).toBe("You are caught!");
  expect(tell({ kind: "mistaken", seat: 2, what: "catch" })).toBe("Kofi catches without reason.");
  expect(tell({ kind: "catch-closed", seats: [1] })).toBe("Mira cannot be caught any more.");
});

test("witnesses come, go and sign by their names", () => {
  const keys = {
    identity: new Uint8Array(),
    session: new Uint8Array(),
    anchor: new Uint8Array(),
    cert: new Uint8Array(),
  };
  const came: GameEvent = { kind: "witness-came", witness: 64, name: "Wil", base: 0, ...keys };
  const there = at({ witnesses: [{ number: 64, name: "Wil" }] });
  expect(tell(came, there)).toBe("Wil comes as a witness.");
  expect(tell(came, there, there)).toBe("Wil witnesses with new keys, as from another device.");
  expect(tell({ kind: "witness-left", witness: 64 }, at(), there)).toBe("Wil witnesses no more.");
  const signed: GameEvent = { kind: "cosigned", seat: 64, index: 9, hash: keys.cert, sig: keys.cert };
  expect(tell(signed, there)).toBe("Wil has checked the cards and signed.");
  expect(pop(came, there)).toBeNull();
});

test("hands that move are told with both ends", () => {
  expect(tell({ kind: "hands-moved", givers: [1, 0], takers: [0, 1] })).toBe("Mira and you swap hands.");
  const round = { kind: "hands-moved", givers: [0, 1, 2], takers: [1, 2, 0] } as const;
  expect(tell(round)).toBe("All hands go on: yours to Mira.");
  expect(pop(round)).toBe("All hands go on");
  expect(pop({ kind: "shuffle-begun", k: 2, cards: [], slots: [], into: "hands" })).toBe("Hands shuffled");
});

test("the draw for the deal names every card", () => {
  const event: GameEvent = { kind: "deal-drawn", seats: [0, 1, 2], slots: [1, 2, 3], cards: [1, 2, 3] };
  expect(tell(event, at({ under: ["R4", "B9"], top: "W" }))).toBe(
    "Drawn for the deal, the highest deals: you Red 4, Mira Blue 9 and Kofi Wild.",
  );
});

test("the clock says for whom time is up, and that it is short after two misses", () => {
  expect(pop({ kind: "timed-out", seat: 0, misses: 1 })).toBe("Time is up for you");
  expect(tell({ kind: "timed-out", seat: 1, misses: 2 })).toBe(
    "Mira runs out of time. From now on the clock is short.",
  );
  expect(tell({ kind: "clock-restored", seat: 1 })).toBe("Mira is in time again.");
});

test("cards owed are told with what may be done about them at this table", () => {
  const owed = (more: Partial<View>): string | null =>
    tell({ kind: "owed", seat: 1, debt: [4, 0, null] }, at({ debt: { total: 4, by: 0, dispute: null }, ...more }));
  const disputed = { total: 4, by: 0, dispute: { colour: "B" } } as const;
  expect(owed({ options: { stack: "up" } })).toBe("Mira must take 4 or answer.");
  expect(owed({ options: { stack: "none" }, debt: disputed })).toBe("Mira must take 4 or challenge.");
  expect(owed({ options: { stack: "any" }, debt: disputed })).toBe("Mira must take 4 or answer or challenge.");
});

test("a seat that is gone is told by how it went", () => {
  expect(tell({ kind: "seat-removed", seat: 1, why: "left" })).toBe("Mira leaves the game.");
  expect(pop({ kind: "seat-removed", seat: 1, why: "away" })).toBe("Mira is away and out of the game");
  expect(tell({ kind: "seat-removed", seat: 1, why: "unseated" })).toBe("Mira is put out of the game by the host.");
});

test("whoever is put out while the computer plays on is told so, and whoever leaves is not", () => {
  const taken = { kind: "seat-to-bot", seat: 1, level: "medium", version: 1 } as const;
  expect(tell({ ...taken, why: "left" })).toBe("The computer plays for Mira.");
  expect(tell({ ...taken, why: "unseated" })).toBe("Mira is put out by the host. The computer plays for Mira.");
});

test("the hand that a challenge shows is seen by the challenger alone", () => {
  const event = { kind: "challenged", seat: 0, accused: 1, verdict: "bluff", shown: [1, 2] } as const;
  const after = at({ places: [place(0, "Sol"), place(1, "Mira", { hand: ["B5", "R4"] })] });
  expect(shownTo(event, after)).toEqual(["B5", "R4"]);
  expect(shownTo(event, { ...after, seat: 2 })).toEqual([]);
  expect(tell(event, after)).toBe("You challenge Mira. It was a bluff. You are shown Blue 5 and Red 4.");
});

test("a customizable card is told with what is written on it", () => {
  const after = at({ top: "CU", topText: "Sing" });
  expect(tell(played(), after)).toBe("Mira plays Wild Customizable: Sing. The colour is Red.");
  expect(pop(played(), after)).toBe("Sing: Red");
});

test("a shuffle that is closed tells whose seeds cut it", () => {
  const event: GameEvent = { kind: "shuffle-closed", k: 1, order: [] };
  const papers = [{ kind: "reveals", k: 1, values: [[0, 1, new Uint8Array(32)]] }] as const;
  const after = at({ places: [...PLACES, place(3, "Ada", { kind: "bot" })], witnesses: [{ number: 10, name: "Zoë" }] });
  const moment = { event, before: at(), after, papers };
  expect(cuttersOf(moment)).toEqual([0]);
  expect(bannerOf(moment)).toBe("Cut by 1 of 4");
});
