/** Whether a table stands still is read from its log. */
import { expect, test } from "vitest";
import type { GameEvent } from "../game/events";
import { INITIAL } from "../game/state";
import { pausedBy } from "./pausing";

const note = (seat: number, on: boolean): GameEvent => ({ kind: "note-pause", seat, on });
const log = (...entries: GameEvent[][]) =>
  entries.map((events, index) => ({ index, events, before: INITIAL, after: INITIAL, papers: [], catchUp: false }));

test.each([
  ["no entry", log(), null],
  ["a log without a pause", log([{ kind: "skipped", seat: 1 }]), null],
  ["a pause", log([note(2, true)], [{ kind: "skipped", seat: 1 }]), 2],
  ["a pause that is over", log([note(2, true)], [note(0, false)]), null],
  ["a second one", log([note(2, true)], [note(2, false)], [note(1, true)]), 1],
  ["both in one entry", log([note(2, true), note(2, false)]), null],
] as const)("%s", (_, lines, seat) => {
  expect(pausedBy(lines)).toBe(seat);
});
