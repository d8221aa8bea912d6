import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ColourPicker from "./ColourPicker.svelte";
import Sheet from "./Sheet.svelte";

let opener: HTMLButtonElement;

beforeEach(() => {
  opener = document.createElement("button");
  document.body.append(opener);
  opener.focus();
});
afterEach(() => {
  cleanup();
  opener.remove();
});

const children = createRawSnippet(() => ({
  render: () => '<div><button id="first">Take 4</button><button id="last">Challenge</button></div>',
}));

function open(onclose?: () => void) {
  return render(Sheet, { title: "Did Mira bluff?", children, onclose });
}

const dialog = (): HTMLElement => screen.getByRole("dialog", { name: "Did Mira bluff?" });

test("a sheet is a dialog with a name, and takes the focus itself so that a held key presses nothing", () => {
  open();
  expect(document.activeElement).toBe(dialog());
  expect(dialog().getAttribute("aria-modal")).toBe("true");
});

test("the focus goes back to where it was when the sheet leaves", () => {
  const { unmount } = open();
  unmount();
  expect(document.activeElement).toBe(opener);
});

test("Escape closes a sheet that may be closed", async () => {
  const onclose = vi.fn();
  open(onclose);
  await fireEvent.keyDown(dialog(), { key: "Escape" });
  expect(onclose).toHaveBeenCalledOnce();
});

test("Escape of a sheet that must be answered is left to the page", async () => {
  open();
  expect(await fireEvent.keyDown(dialog(), { key: "Escape" })).toBe(true);
});

test("Tab stays inside the sheet, in both directions", async () => {
  open();
  const [first, last] = screen.getAllByRole("button").slice(1);
  last?.focus();
  await fireEvent.keyDown(dialog(), { key: "Tab" });
  expect(document.activeElement).toBe(first);
  await fireEvent.keyDown(dialog(), { key: "Tab", shiftKey: true });
  expect(document.activeElement).toBe(last);
});

test("after a tap beside the sheet the keys still belong to it", async () => {
  const onclose = vi.fn();
  open(onclose);
  dialog().blur();
  await fireEvent.keyDown(document.body, { key: "Tab" });
  expect(dialog().contains(document.activeElement)).toBe(true);
  dialog().blur();
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(onclose).toHaveBeenCalledOnce();
});

function pick() {
  const [onpick, oncancel] = [vi.fn(), vi.fn()];
  render(ColourPicker, { hand: ["R1", "R2"], onpick, oncancel });
  return { onpick, oncancel };
}

test("each colour is named with its letter, in the mosaic's order, with what I hold of it", () => {
  pick();
  const tiles = screen.getAllByRole("button").slice(1, 5);
  expect(tiles.map((tile) => tile.textContent.replace(/\s+/g, " ").trim())).toEqual([
    "Red · R you hold 2",
    "Yellow · Y you hold 0",
    "Blue · B you hold 0",
    "Green · G you hold 0",
  ]);
});

test("a tap, a letter or a number picks a colour", async () => {
  const { onpick } = pick();
  await fireEvent.click(screen.getByRole("button", { name: /^Yellow/ }));
  await fireEvent.keyDown(window, { key: "b" });
  await fireEvent.keyDown(window, { key: "4" });
  expect(onpick.mock.calls).toEqual([["Y"], ["B"], ["G"]]);
});

test("a shortcut of the browser picks no colour", async () => {
  const { onpick } = pick();
  await fireEvent.keyDown(window, { key: "r", ctrlKey: true });
  expect(onpick).not.toHaveBeenCalled();
});

test("taking it back or Escape sends nothing", async () => {
  const { onpick, oncancel } = pick();
  await fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
  await fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(oncancel).toHaveBeenCalledTimes(2);
  expect(onpick).not.toHaveBeenCalled();
});
