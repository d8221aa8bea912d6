import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import Hand, { type HandCard } from "./Hand.svelte";

const card = (slot: number, face: string, playable = false, more: Partial<HandCard> = {}): HandCard => ({
  slot,
  face,
  playable,
  ...more,
});

const CARDS = [card(300, "R5", true), card(301, "G9"), card(302, "W4", false, { reason: "you hold Red" })];

afterEach(cleanup);

function deal(cards: readonly HandCard[] = CARDS, mine = true) {
  const onpress = vi.fn<(slot: number) => void>();
  const props = { cards, mine, width: 390, onpress };
  return { onpress, props, ...render(Hand, props) };
}

const names = (): (string | null)[] => screen.getAllByRole("button").map((node) => node.getAttribute("aria-label"));
const focused = (): string | null => document.activeElement?.getAttribute("aria-label") ?? null;

test("on my turn every card says whether it may be played, and why not", () => {
  deal();
  expect(names()).toEqual(["Red 5, playable", "Green 9, does not fit", "Wild Draw Four, you hold Red"]);
});

test("when it is not my turn the cards say only what they are, and all are flat", () => {
  const { container } = deal(CARDS, false);
  expect(names()).toEqual(["Red 5", "Green 9", "Wild Draw Four"]);
  expect(container.querySelectorAll(".dim, .lit, .lifted")).toHaveLength(0);
});

test("on my turn playable cards are lit and lifted, the others have their lights off", () => {
  const { container } = deal();
  expect(container.querySelectorAll(".lit")).toHaveLength(1);
  expect(container.querySelectorAll(".dim")).toHaveLength(2);
  expect(screen.getByRole("button", { name: /^Red 5/ }).classList).toContain("lifted");
});

test("a card just drawn is marked new", () => {
  deal([card(1, "B2", true, { fresh: true })]);
  expect(names()).toEqual(["Blue 2, new, playable"]);
});

test("a press names the slot, also of a card that does not fit", async () => {
  const { onpress } = deal();
  await fireEvent.click(screen.getByRole("button", { name: /^Green 9/ }));
  await fireEvent.click(screen.getByRole("button", { name: /^Red 5/ }));
  expect(onpress.mock.calls).toEqual([[301], [300]]);
});

test("the hand is one stop of the Tab key", () => {
  deal();
  expect(screen.getAllByRole("button").map((node) => node.tabIndex)).toEqual([0, -1, -1]);
});

test("arrow keys, Home and End move inside the hand and stop at its ends", async () => {
  deal();
  screen.getAllByRole("button")[0]?.focus();
  const press = async (key: string): Promise<string | null> => {
    await fireEvent.keyDown(document.activeElement ?? document.body, { key });
    return focused();
  };
  expect(await press("ArrowLeft")).toBe("Red 5, playable");
  expect(await press("ArrowRight")).toBe("Green 9, does not fit");
  expect(await press("End")).toBe("Wild Draw Four, you hold Red");
  expect(await press("ArrowRight")).toBe("Wild Draw Four, you hold Red");
  expect(await press("Home")).toBe("Red 5, playable");
});

test("in terraces the down key goes to the row below", async () => {
  deal(Array.from({ length: 12 }, (_, i) => card(i, `R${i % 10}`)));
  screen.getAllByRole("button")[2]?.focus();
  await fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
  expect(document.activeElement).toBe(screen.getAllByRole("button")[10]);
});

test("Tab and letters are left alone", async () => {
  deal();
  const first = screen.getAllByRole("button")[0];
  if (!first) throw new Error("no card");
  for (const key of ["Tab", "d", "u"]) expect(await fireEvent.keyDown(first, { key })).toBe(true);
});

test("after a play the focus goes to the neighbour card", async () => {
  const { rerender, props } = deal();
  screen.getAllByRole("button")[1]?.focus();
  await rerender({ ...props, cards: CARDS.filter(({ slot }) => slot !== 301) });
  await tick();
  expect(focused()).toBe("Wild Draw Four, you hold Red");
});

test("while a card is on its way all have their lights off, and none says that it may be played", () => {
  const cards = CARDS.map((each) => ({ ...each, playable: false }));
  const { container } = render(Hand, { cards, mine: false, dark: true, width: 390, onpress: vi.fn() });
  expect(container.querySelectorAll(".dim")).toHaveLength(3);
  expect(names()).toEqual(["Red 5", "Green 9", "Wild Draw Four"]);
});

test("cards drawn together carry one mark", () => {
  const { container } = deal([
    card(300, "R5"),
    card(301, "G9", false, { fresh: true }),
    card(302, "B1", false, { fresh: true }),
  ]);
  expect([...container.querySelectorAll(".fresh")].map((mark) => mark.textContent.trim())).toEqual(["2 new"]);
  expect(names()[1], "regression: the name lacked the mark's words").toContain("2 new");
});
