import { expect, test } from "vitest";
import type { View } from "../game/view";
import type { LogLine } from "../net/table.svelte";
import { finished, place } from "../testing/tables";
import { gainsOf, leftWords, matchWords, roundTitle, roundWords, targetOf, winnerTitle } from "./scores";

const MATCH = { preset: "official", score: "to_target", target: 200 };
const NOBODY = { winner: null, why: "blocked", points: [1, 2, 3], places: [1, 2, 3] } as const;
const match = (more: Partial<View> = {}): View => finished({ options: MATCH, ...more });
const ended = (scores: number[]): LogLine => ({ events: [{ kind: "round-ended", scores }] }) as unknown as LogLine;

test("what a round added to the scores is told apart from what was there", () => {
  expect(gainsOf([ended([10, 0, 0]), ended([10, 61, 0])])).toEqual([0, 61, 0]);
  expect(gainsOf([ended([10, 0, 0])])).toEqual([10, 0, 0]);
  expect(gainsOf([])).toEqual([]);
});

test("points are counted up to something only where there are several rounds", () => {
  expect(targetOf(match())).toBe(200);
  expect(targetOf(finished({ options: { score: "ranked", target: 200 } }))).toBeNull();
});

test("a match is won by who has the first place, not by who went out last", () => {
  expect(winnerTitle(match({ final: [1, 2, 3] }))).toBe("You win!");
  expect(winnerTitle(match({ final: [2, 1, 3] }))).toBe("Mira wins!");
  expect(winnerTitle(match({ final: [2, 1, 1] }))).toBe("Mira and Kofi win!");
  expect(winnerTitle(match({ final: [1, 1, 3] }))).toBe("You and Mira win!");
  expect(winnerTitle(match({ final: [1, 2, 3], result: NOBODY }))).toBe("You win!");
  expect(matchWords(match({ round: 4 }))).toBe("after 4 rounds");
});

test("of a single round without a winner nobody is called one", () => {
  expect(winnerTitle(finished({ options: { score: "none" }, result: NOBODY }))).toBe("Nobody wins");
  expect(matchWords(finished())).toBe("");
});

test("a round says who went out and what that gave, or why nobody did", () => {
  expect(roundTitle(match())).toBe("Mira goes out");
  expect(roundWords(match(), [0, 61, 0])).toBe("and takes 61 points");
  const mine = match({ result: { winner: 0, why: "empty", points: [0, 4, 3], places: [1, 2, 3] } });
  expect(roundTitle(mine)).toBe("You go out");
  expect(roundWords(mine, [1, 0, 0])).toBe("and take 1 point");
  expect(roundWords(mine, [0, 4, 3])).toBe("");
  expect(roundTitle(match({ result: NOBODY }))).toBe("Nobody can play or draw");
  expect(roundTitle(match({ result: { ...NOBODY, why: "cap" } }))).toBe("Too many turns");
});

test("a seat that left, or was put out, is not said to have no cards left", () => {
  const view = match({ result: { winner: 1, why: "empty", points: [1, 0, 0], places: [2, 1, 0] } });
  expect(leftWords(view, place(0, "Sol", { cards: 1 }))).toBe("1 card, 1 point");
  expect(leftWords(view, place(1, "Mira", { cards: 0 }))).toBe("no cards left");
  expect(leftWords(view, place(2, "Kofi", { cards: 0, gone: true }))).toBe("left the game");
  expect(leftWords(view, place(2, "Kofi", { cards: 0, out: true }))).toBe("out of the game");
  expect(leftWords(view, place(0, "Sol", { cards: 1, out: true }))).toBe("1 card, 1 point, out of the game");
});
