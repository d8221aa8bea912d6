import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { View } from "../game/view";
import type { Prompt } from "../net/session";
import { challenged, prompt, table } from "../testing/tables";
import type { Popup } from "./stage.svelte";
import Table from "./Table.svelte";
import { later } from "./wanted.svelte";

beforeAll(async () => {
  later.fetch();
  await vi.waitFor(() => expect(later.piece).not.toBeNull(), 20_000);
}, 20_000);
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface More {
  sending?: boolean;
  refusal?: string;
  tampered?: boolean;
  covered?: boolean;
  popup?: Popup;
}

function sit(view: View = table(), asked: Prompt | null = prompt(), more: More = {}) {
  const calls = { onask: vi.fn(), onskip: vi.fn(), onmenu: vi.fn(), onkeys: vi.fn(), onfairness: vi.fn() };
  const hashOf = (seat: number): string => `0${seat}`.repeat(32);
  const lines = [{ id: 1, text: "Mira plays Blue 7.", face: "B7" }];
  const props = {
    view,
    prompt: asked,
    room: "KWPX",
    online: [0, 1, 3],
    seed: "ab".repeat(32),
    hashOf,
    lines,
    ...calls,
    ...more,
  };
  return { ...calls, props, ...render(Table, props) };
}
const play = (slot: number, colour: string | null = null, more: object = {}) => ({
  kind: "play",
  slots: [slot],
  colour,
  target: null,
  call: false,
  ...more,
});
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole("button", { name });
const status = (): string => screen.getByRole("status").textContent.replace(/\s+/g, " ").trim();
/** A sheet; at the very first it is a moment behind the table. */
const sheet = (name: string): Promise<HTMLElement> => screen.findByRole("dialog", { name });
const press = (key: string): Promise<boolean> => fireEvent.keyDown(document.body, { key });

test("the prompt says that it is my turn and what fits", () => {
  sit();
  expect(status()).toBe("Your turn Match Blue or a 7, or play a wild");
});

test("every card of the hand says whether it may be played", () => {
  sit();
  expect(button("Blue 5, playable")).toBeTruthy();
  expect(button("Green 9, does not fit")).toBeTruthy();
});

test("a card that fits is played with one press", async () => {
  const { onask } = sit();
  await fireEvent.click(button("Blue 5, playable"));
  expect(onask).toHaveBeenCalledExactlyOnceWith(play(263));
});

test("a card that does not fit sends nothing and says why in words", async () => {
  const { onask } = sit();
  await fireEvent.click(button("Green 9, does not fit"));
  expect(onask).not.toHaveBeenCalled();
  expect(status()).toBe("Green 9 does not fit Needs Blue, a 7 or a wild. Lifted cards fit.");
});

test("out of turn a press sends nothing and names who plays", async () => {
  const { onask } = sit(table({ turn: 1 }), null);
  await fireEvent.click(button("Blue 5"));
  expect(onask).not.toHaveBeenCalled();
  expect(status()).toBe("Not your turn Mira is playing");
});

test("a wild asks for its colour, and nothing is sent before that", async () => {
  const { onask } = sit();
  await fireEvent.click(button("Wild, playable"));
  await sheet("Which colour?");
  expect(onask).not.toHaveBeenCalled();
  await fireEvent.click(button(/^Green · G/));
  expect(onask).toHaveBeenCalledExactlyOnceWith(play(264, "G"));
});

test("the colour can be taken back by button and by Escape, with nothing sent", async () => {
  const { onask } = sit();
  for (const back of [() => fireEvent.click(button("Take it back")), () => press("Escape")]) {
    await fireEvent.click(button("Wild, playable"));
    await sheet("Which colour?");
    await back();
    expect(screen.queryByRole("dialog")).toBeNull();
  }
  expect(onask).not.toHaveBeenCalled();
});

test("while a colour is picked no shortcut of the table acts", async () => {
  const { onask } = sit(table(), prompt({ acts: ["play", "draw"] }));
  await fireEvent.click(button("Wild, playable"));
  await sheet("Which colour?");
  await press("d");
  expect(onask).not.toHaveBeenCalled();
});

test("a Wild Draw Four that is a bluff warns first, then asks for the colour", async () => {
  const { onask } = sit();
  await fireEvent.click(button("Wild Draw Four, playable"));
  expect((await sheet("This is a bluff")).textContent).toContain("Mira may challenge");
  await fireEvent.click(button(/^Play it anyway/));
  await press("r");
  expect(onask).toHaveBeenCalledExactlyOnceWith(play(265, "R"));
});

test("a challenge shows both answers with what they cost", async () => {
  const { onask } = sit(...challenged());
  await sheet("Did Mira bluff?");
  expect(button(/^Take 4 ?You draw 4 and miss your turn/)).toBeTruthy();
  await fireEvent.click(button(/^Challenge ?If Mira bluffed, Mira draws 4/));
  expect(onask).toHaveBeenCalledExactlyOnceWith({ kind: "challenge" });
});

test("T takes and C challenges while the sheet is open", async () => {
  const { onask } = sit(...challenged());
  await sheet("Did Mira bluff?");
  await press("t");
  await press("c");
  expect(onask.mock.calls).toEqual([[{ kind: "accept" }], [{ kind: "challenge" }]]);
});

test("drawing by button, key or pile only when nothing fits", async () => {
  const { onask, rerender, props } = sit();
  expect(button("Draw a card").disabled).toBe(true);
  expect(screen.queryByRole("button", { name: /^Draw pile/ })).toBeNull();
  await rerender({ ...props, prompt: prompt({ acts: ["draw"] }) });
  await fireEvent.click(button("Draw a card"));
  await fireEvent.click(button("Draw pile, 58 cards: draw"));
  await press("d");
  expect(onask.mock.calls).toEqual([[{ kind: "draw" }], [{ kind: "draw" }], [{ kind: "draw" }]]);
});

test("a drawn card that fits may be played or kept", async () => {
  const { onask } = sit(table({ phase: "drawn", drawn: 263 }), prompt({ acts: ["play", "pass"] }));
  await fireEvent.click(button("Play Blue 5"));
  await fireEvent.click(button("Keep it"));
  expect(onask.mock.calls).toEqual([[play(263)], [{ kind: "pass" }]]);
});

test("a wild starter asks for the colour at once", async () => {
  const { onask } = sit(
    table({ phase: "start-colour", top: "W", colour: null }),
    prompt({ acts: ["name_colour"], cards: [] }),
  );
  await sheet("Which colour?");
  await fireEvent.click(button(/^Yellow · Y/));
  expect(onask).toHaveBeenCalledExactlyOnceWith({ kind: "name_colour", colour: "Y" });
});

test("put off, the colour of a starter can still be named", async () => {
  sit(table({ phase: "start-colour", top: "W", colour: null }), prompt({ acts: ["name_colour"], cards: [] }));
  await sheet("Which colour?");
  await press("Escape");
  expect(screen.queryByRole("dialog")).toBeNull();
  await fireEvent.click(button("Name the colour"));
  await sheet("Which colour?");
});

test("while an act waits for its answer nothing more is sent", async () => {
  const { onask } = sit(table(), prompt(), { sending: true });
  expect(status()).toBe("Sending …");
  await fireEvent.click(button("Blue 5"));
  expect(onask).not.toHaveBeenCalled();
});

test("a refusal is said in the prompt until something else is asked", async () => {
  const { rerender, props } = sit(table(), prompt(), { refusal: "That card does not fit." });
  expect(status()).toBe("That card does not fit.");
  await rerender({ ...props, view: table({ step: 13, turn: 1 }), prompt: null });
  expect(status()).toContain("Mira is playing");
});

test("each other seat tells its cards and marks, and never its faces", () => {
  sit();
  expect(screen.getByRole("group", { name: "Kofi, 1 card, bot, Last card" })).toBeTruthy();
  expect(screen.getByRole("group", { name: "Mira, 7 cards" })).toBeTruthy();
});

test("a seat whose player is gone is marked", () => {
  const { rerender, props } = sit();
  void rerender({ ...props, online: [0, 1] });
  return vi.waitFor(() => expect(screen.getByRole("group", { name: "Ada, 7 cards, away" })).toBeTruthy());
});

test("events are in a log, the last one in sight", () => {
  sit();
  expect(screen.getByRole("log", { name: "What happened" }).textContent).toContain("Mira plays Blue 7.");
});

test("a spectator sees all seats and no hand, and can do nothing", () => {
  sit(table({ seat: null, hand: [] }), null);
  expect(screen.getByRole("group", { name: /^Sol, 6 cards/ })).toBeTruthy();
  expect(screen.queryByRole("group", { name: /^Your hand/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Draw a card" })).toBeNull();
  expect(status()).toContain("Sol is playing");
});

test("what has popped up does not do so again when the table comes back", async () => {
  const popup = { id: 1, text: "Turned round", ms: 1 };
  const { unmount } = sit(table(), prompt(), { popup });
  await screen.findByText("Turned round");
  await vi.waitFor(() => expect(screen.queryByText("Turned round")).toBeNull());
  unmount();
  const { rerender } = sit(table(), prompt(), { popup });
  expect(screen.queryByText("Turned round")).toBeNull();
  await rerender({ popup: { id: 2, text: "Kofi skipped", ms: 1000 } });
  expect(screen.getByText("Kofi skipped")).toBeTruthy();
});

test("a fault of the log turns the sign of fairness red", () => {
  const { container } = sit(table(), prompt(), { tampered: true });
  expect(container.querySelectorAll(".seal.tampered").length).toBeGreaterThan(0);
});

test("sorting changes the order on my screen only", async () => {
  const { onask } = sit();
  const names = (): (string | null)[] =>
    screen.getAllByRole("button", { name: /playable|does not fit/ }).map((card) => card.getAttribute("aria-label"));
  const before = names();
  await press("s");
  expect(names()).not.toEqual(before);
  expect([...names()].sort()).toEqual([...before].sort());
  expect(onask).not.toHaveBeenCalled();
});

test("an arrow key that nothing has the focus for goes to the hand", async () => {
  sit();
  (document.activeElement as HTMLElement | null)?.blur();
  await press("ArrowRight");
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Red 4/);
});

test("a tap anywhere skips what is still to be shown", async () => {
  const { onskip } = sit();
  await fireEvent.pointerDown(document.body);
  expect(onskip).toHaveBeenCalled();
});
