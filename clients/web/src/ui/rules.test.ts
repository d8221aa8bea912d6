import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Calls } from "../calls";
import type { View } from "../game/view";
import type { Prompt } from "../net/session";
import { place, prompt, table } from "../testing/tables";
import Table from "./Table.svelte";
import { later } from "./wanted.svelte";

beforeAll(async () => {
  later.fetch();
  await vi.waitFor(() => expect(later.piece).not.toBeNull(), 20_000);
}, 20_000);
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sit(view: View = table(), asked: Prompt | null = prompt(), calls?: Calls) {
  const onask = vi.fn();
  const nothing = { onskip: vi.fn(), onmenu: vi.fn(), onkeys: vi.fn(), onfairness: vi.fn() };
  const hashOf = (seat: number): string => `0${seat}`.repeat(32);
  const looks = { room: "KWPX", online: [0, 1, 3], seed: "ab".repeat(32), hashOf, lines: [] };
  const props = { view, prompt: asked, calls, ...looks, onask, ...nothing };
  return { onask, props, ...render(Table, props) };
}
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole("button", { name });
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more });
const play = (slots: number[], more: object = {}) => ({
  kind: "play",
  slots,
  colour: null,
  target: null,
  call: false,
  ...more,
});
const options = (more: View["options"]): Partial<View> => ({ options: { preset: "official", ...more } });

// Cards owed

const stacked = (more: Partial<Prompt> = {}): readonly [View, Prompt] => [
  table({ phase: "respond", top: "BD", debt: { total: 6, by: 3, dispute: null }, ...options({ stack: "any" }) }),
  prompt({
    acts: ["play", "accept"],
    cards: prompt().cards.map(([slot]) => [slot, slot === 265 ? null : "cannot-answer"]),
    bluffs: [],
    ...more,
  }),
];

test("cards owed lie large on the pile, with what answers them lit and the price on a button", async () => {
  const { onask } = sit(...stacked());
  expect(screen.getByText("+6", { exact: false, selector: ".owed" }).textContent).toBe("Cards owed: +6");
  expect(screen.getByRole("status").textContent).toContain("+6 is on you Answer with a lifted card, or take 6");
  expect(button("Wild Draw Four, playable")).toBeTruthy();
  expect(button("Blue 5, cannot answer")).toBeTruthy();
  await fireEvent.click(button("Take 6"));
  expect(onask).toHaveBeenCalledExactlyOnceWith({ kind: "accept" });
});

test("where cards may answer, a challenge covers none of them until it is asked for", async () => {
  const [view, asked] = stacked({ acts: ["play", "accept", "challenge"], stakes: [6, 8] });
  const { onask } = sit({ ...view, debt: { total: 6, by: 3, dispute: { colour: "B" } } }, asked);
  expect(screen.queryByRole("dialog")).toBeNull();
  await fireEvent.click(button("Challenge"));
  const sheet = screen.getByRole("dialog", { name: "Did Ada bluff?" });
  await fireEvent.click(within(sheet).getByRole("button", { name: "Take it back" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(onask).not.toHaveBeenCalled();
});

// Calls

const two = (): Partial<View> => ({
  hand: [
    { slot: 263, face: "B5" },
    { slot: 264, face: "W" },
  ],
  ...options({ call: "manual" }),
});
const lasts = prompt({ cards: [[263, null], [264, null]], bluffs: [], lasts: [263, 264] }); // prettier-ignore
const exposed = { exposed: 11, catchable: true, cards: 1 } as const;

test("the call goes with the card, if it was pressed", async () => {
  const { onask } = sit(table(two()), lasts);
  await fireEvent.click(button(/^Last card!/));
  expect(button(/^Last card!/).getAttribute("aria-pressed")).toBe("true");
  await fireEvent.click(button("Blue 5, playable"));
  expect(onask).toHaveBeenCalledExactlyOnceWith(play([263], { call: true }));
});

test("a wild as the last but one carries colour and call together, and its sheet does not hide the call", async () => {
  const { onask } = sit(table(two()), lasts);
  await fireEvent.click(button("Wild, playable"));
  const sheet = screen.getByRole("dialog", { name: "Which colour?" });
  await fireEvent.click(within(sheet).getByRole("button", { name: /^Last card!/ }));
  await press("g");
  expect(onask).toHaveBeenCalledExactlyOnceWith(play([264], { colour: "G", call: true }));
});

test("a call that was pressed is not sent with a card that leaves more", async () => {
  const { onask } = sit(table(two()), { ...lasts, lasts: [264] });
  await press("u");
  await fireEvent.click(button("Blue 5, playable"));
  expect(onask).toHaveBeenCalledExactlyOnceWith(play([263]));
});

test("who forgot the call makes it at once", async () => {
  const places = [place(0, "Sol", exposed), place(1, "Mira")];
  const { onask } = sit(table({ ...two(), places, turn: 1 }), prompt({ acts: ["call"], cards: [] }));
  await fireEvent.click(button(/^Last card!/));
  expect(onask).toHaveBeenCalledExactlyOnceWith({ kind: "call" });
});

test("without a call to make there is no button for it", () => {
  sit(table(options({ call: "manual" })));
  expect(screen.queryByRole("button", { name: /^Last card!|^Catch/ })).toBeNull();
});

// Catches

const catching = (more: Partial<View> = {}): readonly [View, Prompt] => [
  table({
    places: [place(0, "Sol"), place(1, "Mira", exposed)],
    ...options({ call: "manual", call_penalty: 2 }),
    ...more,
  }),
  prompt({ acts: ["play", "catch"], catches: [[1, 11]] }),
];
const CATCH = { kind: "catch", seat: 1, exposed: 11 } as const;

test("a missed call can be caught at the seat and in the row, after a moment", async () => {
  const { onask } = sit(...catching());
  await vi.advanceTimersByTimeAsync(400);
  await fireEvent.click(button("Catch! Mira, at the seat"));
  await vi.advanceTimersByTimeAsync(2000);
  await fireEvent.click(button("Catch Mira! draws 2"));
  expect(onask.mock.calls).toEqual([[CATCH], [CATCH]]);
});

test("pressing where a catch just appeared catches nobody, however often", async () => {
  const { onask } = sit(...catching());
  for (let i = 0; i < 50; i += 1) {
    await fireEvent.click(button("Catch Mira! draws 2"));
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(onask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(400);
  await fireEvent.click(button("Catch Mira! draws 2"));
  expect(onask).toHaveBeenCalledExactlyOnceWith(CATCH);
});

test("hammering the key of the catch catches nobody", async () => {
  const { onask, props, rerender } = sit(table(), prompt());
  for (let i = 0; i < 10; i += 1) await press("g");
  const [view, asked] = catching();
  await rerender({ ...props, view, prompt: asked });
  for (let i = 0; i < 10; i += 1) {
    await press("g", { repeat: true });
    await press("g");
  }
  expect(onask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1100);
  await press("g");
  expect(onask).toHaveBeenCalledExactlyOnceWith(CATCH);
});

test.each([
  ["a call", { exposed: null, catchable: false, called: true }],
  ["a later miss", { exposed: 19 }],
  ["the grace", { catchable: false }],
])("%s takes the catch away without a new prompt", (_, change) => {
  sit(...catching({ places: [place(0, "Sol"), place(1, "Mira", { ...exposed, ...change })] }));
  expect(screen.queryByRole("button", { name: /^Catch/ })).toBeNull();
});

test("a catch is open as soon as the table says so, though the screen is behind", () => {
  sit(table({ places: [place(0, "Sol"), place(1, "Mira")] }), null, { call: false, catches: [[1, 11]] });
  expect(button(/^Catch Mira!/)).toBeTruthy();
});

test("a sheet does not hide the catch", async () => {
  sit(...catching());
  await fireEvent.click(button("Wild, playable"));
  const sheet = screen.getByRole("dialog", { name: "Which colour?" });
  expect(within(sheet).getByRole("button", { name: /^Catch Mira!/ })).toBeTruthy();
});

// House rules

test("a swap names its seat in one tap, and can be taken back", async () => {
  const { onask } = sit(table(), prompt({ swaps: [261], targets: [1, 2, 3] }));
  for (const again of [true, false]) {
    await fireEvent.click(button("Yellow 7, playable"));
    const sheet = screen.getByRole("dialog", { name: /^Swap hands with/ });
    expect(sheet.textContent).toContain("You give 5 cards.");
    if (again) await fireEvent.click(within(sheet).getByRole("button", { name: "Take it back" }));
    else await fireEvent.click(within(sheet).getByRole("button", { name: /^Kofi/ }));
  }
  expect(onask).toHaveBeenCalledExactlyOnceWith(play([261], { target: 2 }));
});

test.each([["seat first"], ["colour first"]])("a wild that swaps asks for both in one sheet: %s", async (order) => {
  const hand = [{ slot: 270, face: "SW" }, { slot: 271, face: "R1" }]; // prettier-ignore
  const { onask } = sit(table({ hand }), prompt({ cards: [[270, null]], bluffs: [], swaps: [270], targets: [1, 3] }));
  await fireEvent.click(button("Wild Swap Hands, playable"));
  const ways = [/^Ada/, /^Blue/];
  for (const way of order === "seat first" ? ways : ways.reverse()) {
    expect(onask).not.toHaveBeenCalled();
    await fireEvent.click(button(way));
  }
  expect(onask).toHaveBeenCalledExactlyOnceWith(play([270], { colour: "B", target: 3 }));
});

test("equal cards: one, two or three of them, whichever was pressed", async () => {
  const hand = [280, 281, 282, 283].map((slot) => ({ slot, face: slot === 283 ? "R1" : "B5" }));
  const cards = hand.map(({ slot }): [number, null] => [slot, null]);
  const { onask } = sit(table({ hand }), prompt({ cards, bluffs: [], sets: [[280, 281], [280, 281, 282]] })); // prettier-ignore
  for (const way of ["Blue 5 alone", "2 × Blue 5", "3 × Blue 5"]) {
    await fireEvent.click(screen.getAllByRole("button", { name: "Blue 5, playable" })[2]!);
    await fireEvent.click(button(way));
  }
  expect(onask.mock.calls).toEqual([[play([282])], [play([280, 281])], [play([280, 281, 282])]]);
  await fireEvent.click(button("Red 1, playable"));
  expect(onask).toHaveBeenLastCalledWith(play([283]));
});

test("out of turn an identical card is marked, and one tap jumps in", async () => {
  const asked = prompt({ cards: [[260, "not-your-turn"], [263, null]], bluffs: [] }); // prettier-ignore
  const { onask } = sit(table({ turn: 1, top: "B5" }), asked);
  expect(screen.getByRole("status").textContent).toContain("You may jump in");
  await fireEvent.click(button("Red 4"));
  expect(onask).not.toHaveBeenCalled();
  await fireEvent.click(button("Blue 5, jump in"));
  expect(onask).toHaveBeenCalledExactlyOnceWith(play([263]));
});

test("what the table wrote on a card is read with its name, and while its colour is picked", async () => {
  const hand = [{ slot: 290, face: "CU", text: "Sing a song" }];
  sit(table({ hand, top: "CU", topText: "Stand up" }), prompt({ cards: [[290, null]], bluffs: [] }));
  expect(screen.getByRole("img", { name: "Top card: Wild Customizable: Stand up" })).toBeTruthy();
  await fireEvent.click(button("Wild Customizable: Sing a song, playable"));
  expect(screen.getByRole("dialog", { name: "Which colour?" }).textContent).toContain("Sing a song");
});

test("hands that are known are said at the seat, and shown in one place", async () => {
  const places = [place(0, "Sol"), place(1, "Mira", { cards: 3, hand: ["B5", "R4"] }), place(2, "Kofi")];
  sit(table({ places }));
  expect(screen.getByRole("group", { name: "Mira, 3 cards, shows Blue 5, Red 4" })).toBeTruthy();
  await fireEvent.click(button("Cards you know"));
  const sheet = screen.getByRole("dialog", { name: "Cards you know" });
  expect(within(sheet).getByRole("img", { name: "Cards of Mira: Blue 5, Red 4" })).toBeTruthy();
  expect(sheet.textContent).toContain("3 cards, 2 known");
});

test("in a match every seat tells its points, and who is out says so", () => {
  const places = [place(0, "Sol"), place(1, "Mira", { score: 95 }), place(2, "Kofi", { out: true, playing: false })];
  sit(table({ places, ...options({ score: "to_target" }) }));
  expect(screen.getByRole("group", { name: "Mira, 7 cards, 95 points" })).toBeTruthy();
  expect(screen.getByRole("group", { name: "Kofi, 7 cards, away, out, 0 points" })).toBeTruthy();
});

// The clock

const clocked = (more: Partial<View> = {}) =>
  table({ ...options({ clock_ms: 30_000, clock_short_ms: 10_000 }), ...more });

test("my own time is what the table says is left, and the last seconds say what happens then", async () => {
  sit(clocked(), prompt({ until: performance.now() + 12_000 }));
  await vi.advanceTimersByTimeAsync(250);
  expect(screen.getByRole("timer").textContent).toMatch(/^12/);
  expect(screen.queryByRole("alert")).toBeNull();
  await vi.advanceTimersByTimeAsync(7000);
  expect(screen.getByRole("alert").textContent).toBe("Hurry, then a card is drawn for you");
});

test.each([
  [0, "30"],
  [2, "10"],
])("the time of others runs from when they were asked: after %i misses %s s", async (misses, seconds) => {
  const { container } = sit(clocked({ turn: 1, places: [place(0, "Sol"), place(1, "Mira", { misses })] }), null);
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole("timer").textContent).toContain(seconds);
  expect(container.querySelector(".seat.turn .clock")).not.toBeNull();
  await vi.advanceTimersByTimeAsync((Number(seconds) - 4) * 1000);
  expect(container.querySelector(".seat.turn .tag")?.textContent).toBe("4 s");
});

test("without a clock there is none", () => {
  sit();
  expect(screen.queryByRole("timer")).toBeNull();
});
