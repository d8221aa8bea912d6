import { expect, test } from "vitest";
import { ACTIONS, NO_PROMPT, actionOf } from "./actions";
import { actionFor } from "./ui/keyboard";
import { challenged, prompt, table } from "./testing/tables";
import { ACTION_TEXT } from "./words/later";

const press = (key: string, more: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent("keydown", { key, ...more });

test("every key means one action", () => {
  const keys = ACTIONS.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("every action has words for the list of keys", () => {
  expect(ACTIONS.map(({ id }) => id).sort()).toEqual(Object.keys(ACTION_TEXT).sort());
});

test("an act of the game is enabled exactly while the prompt offers it", () => {
  const enabled = (acts: string[]) =>
    ACTIONS.filter((action) => action.enabled(table(), prompt({ acts }))).map(({ id }) => id);
  const always = ["sort", "mute", "log", "skip", "keys"];
  expect(enabled([])).toEqual(always);
  expect(enabled(["draw"])).toEqual(["draw", ...always]);
  expect(enabled(["accept", "challenge"])).toEqual(["accept", "challenge", ...always]);
  expect(enabled(["name_colour"])).toEqual(["colour", ...always]);
});

test("a key means its action, in either case, and nothing while that is not offered", () => {
  const drawing = prompt({ acts: ["draw"] });
  expect(actionFor(press("d"), table(), drawing)?.id).toBe("draw");
  expect(actionFor(press("D"), table(), drawing)?.id).toBe("draw");
  expect(actionFor(press("d"), table(), NO_PROMPT)).toBeNull();
  expect(actionFor(press("Tab"), table(), drawing)).toBeNull();
});

test("a shortcut of the browser means no action", () => {
  expect(actionFor(press("d", { ctrlKey: true }), table(), prompt({ acts: ["draw"] }))).toBeNull();
});

test("taking cards names how many", () => {
  const [view] = challenged();
  expect(actionOf("accept").label?.(view)).toBe("Take 4");
});

test("the drawn card may be played by its name, or kept", () => {
  const view = table({ phase: "drawn", drawn: 263 });
  const asked = prompt({ acts: ["play", "pass"] });
  expect(actionOf("play").label?.(view)).toBe("Play Blue 5");
  expect(actionOf("play").command(view, asked)).toEqual({ play: 263 });
  expect(actionOf("pass").label?.(view)).toBe("Keep it");
  expect(actionOf("play").enabled(table(), asked)).toBe(false);
});
