/** Where one can go in a log. */
import { expect, test } from "vitest";
import type { LogLine } from "../net/table.svelte";
import { entriesOf, followed } from "../testing/file";
import { logFiles } from "../testing/vectors";
import { actionsOf, beginning, hashFor, nextOf, placeIn, turnsOf } from "./places";

const file = logFiles("logs").get("official-match.ono")!;
const lines = followed(entriesOf(file)).steps.map(({ entry: { index, events, papers }, before, after }): LogLine => {
  return { index, events, papers, before, after, catchUp: true };
});
const turns = turnsOf(lines);

test("a turn begins where the table asks the next seat, in every round", () => {
  expect(turns.length).toBeGreaterThan(20);
  for (const turn of turns) expect(lines[turn]!.events.some(({ kind }) => kind === "asked")).toBe(true);
  const rounds = new Set(turns.map((turn) => lines[turn]!.after.round));
  expect(rounds.size).toBe(lines.at(-1)!.after.round);
});

test("only action cards and wilds get tall ticks", () => {
  const actions = actionsOf(lines);
  const played = lines.filter(({ events }) => events.some(({ kind }) => kind === "played"));
  const numbers = played.filter(({ index, after }) => {
    const face = after.deck[after.opened.get(after.discards.at(-1) ?? -1) ?? -1];
    return face !== undefined && /^[RYGB]\d$/.test(face) && !actions.includes(index);
  });
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.length + numbers.length).toBeGreaterThanOrEqual(played.length - lines.at(-1)!.after.round);
  expect(actions.length).toBeLessThan(played.length);
});

test("from turn to turn and back is the same place; at the ends it is the ends", () => {
  const last = lines.length - 1;
  const third = turns[2]!;
  expect(nextOf(turns, nextOf(turns, third, 1, last), -1, last)).toBe(third);
  expect(nextOf(turns, last, 1, last)).toBe(last);
  expect(nextOf(turns, 0, -1, last)).toBe(0);
});

test("a replay begins at the entry that the address names, else at the first deal", () => {
  expect(beginning(lines, "#n=37")).toBe(37);
  expect(beginning(lines, "#n=999999")).toBe(lines.length - 1);
  const deal = beginning(lines, "");
  expect(lines[deal]!.events.map(({ kind }) => kind)).toContain("dealt");
  expect(lines[deal]!.after.round).toBe(1);
});

test("the fragment names an entry, whatever else stands in it", () => {
  expect(placeIn(hashFor(12))).toBe(12);
  expect(placeIn("#k=abcdefghijklmnop&n=5")).toBe(5);
  expect(placeIn("#n=-1")).toBeNull();
  expect(placeIn("#n=x")).toBeNull();
});
