/** The kinds of cards of a table, with what they do there. */
import { expect, test } from "vitest";
import type { Explained } from "../net/messages";
import * as french from "../words/fr/all";
import { speak } from "../words/later";
import { meaningsOf } from "./cards";

const offered = (values: Readonly<Record<string, string | number | boolean>>): Pick<Explained, "options"> => ({
  options: Object.entries(values).map(([name, value]) => [name, "", "", value, []] as const),
});
const names = (values: Parameters<typeof offered>[0] = {}): string[] =>
  meaningsOf(offered(values)).map(({ name }) => name);
const lineOf = (name: string, values: Parameters<typeof offered>[0]): string =>
  meaningsOf(offered(values)).find((meaning) => meaning.name === name)!.line;

const USUAL = ["Number", "Skip", "Reverse", "Draw Two", "Wild", "Wild Draw Four"];

test("the usual deck has six kinds", () => {
  expect(names({ deck: "classic108", stack: "none" })).toEqual(USUAL);
});

test.each([
  ["All In cards", { deck: "party", all_in: 2 }, ["All In"]],
  ["no All In where the host took them out", { deck: "party", all_in: 0 }, []],
  ["the newer wilds", { deck: "modern112", hands_card: "shuffle" }, ["Wild Shuffle Hands", "Wild Customizable"]],
  ["the other newer wild", { deck: "modern112", hands_card: "swap" }, ["Wild Swap Hands", "Wild Customizable"]],
  ["7 and 0 where they do something", { seven_zero: true }, ["7", "0"]],
])("%s", (_, values, more) => {
  expect(names(values as Parameters<typeof offered>[0]).filter((name) => !USUAL.includes(name))).toEqual(more);
});

test("a draw card is answered where that is allowed, and a bluff is one where that counts", () => {
  expect(lineOf("Draw Two", { stack: "any" })).toContain("answers");
  expect(lineOf("Draw Two", { stack: "none" })).not.toContain("answers");
  const fours = ["challenge", "honest", "free"].map((value) => lineOf("Wild Draw Four", { wild_draw_four: value }));
  expect(new Set(fours).size).toBe(3);
  expect(fours[0]).toContain("bluff");
});

test("in another language no kind has the colour of its picture in its name", () => {
  speak(french);
  expect(names({ deck: "classic108", stack: "none" })).toEqual([
    "Chiffre",
    "Passe ton tour",
    "Inversion",
    "+2",
    "Joker",
    "Joker +4",
  ]);
});
