import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameEvent } from "../game/events";
import type { View } from "../game/view";
import type { Moment } from "../sentences";
import { table } from "../testing/tables";
import * as telling from "../telling";
import { soundOf } from "./noises";
import * as pacing from "./pacing";
import { Stage, type Voice } from "./stage.svelte";

const VOICE: Voice = { ...telling, ...pacing, soundOf };
const voice = (): Voice => VOICE;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (event: GameEvent, after: View = table()): Moment => ({ event, before: table(), after });
const draws = (seat: number, after?: View): Moment =>
  at({ kind: "drew", seat, slots: [300 + seat], why: "turn" }, after);
const asks = (step: number): Moment =>
  at({ kind: "asked", seat: 1, phase: "play", step, turns: 1, drawn: null }, table({ step }));

function stage(pace = 1) {
  const move = vi.fn<(moment: Moment) => void>();
  return { move, stage: new Stage({ pace: () => pace, move, voice }) };
}
const texts = (shown: Stage): string[] => shown.lines.map(({ text }) => text);

test("events are shown at least 600 ms apart", () => {
  const { stage: shown } = stage();
  shown.receive([draws(1), draws(2)]);
  expect(texts(shown)).toEqual(["Mira draws a card."]);
  vi.advanceTimersByTime(599);
  expect(shown.lines).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(texts(shown)).toEqual(["Mira draws a card.", "Kofi draws a card."]);
});

test("what comes while another is shown waits for it", () => {
  const { stage: shown } = stage();
  shown.receive([draws(1)]);
  vi.advanceTimersByTime(300);
  shown.receive([draws(2)]);
  expect(shown.lines).toHaveLength(1);
  vi.advanceTimersByTime(300);
  expect(shown.lines).toHaveLength(2);
});

test("the stage is settled only when it shows the table as it is", () => {
  const { stage: shown } = stage();
  shown.receive([draws(1), asks(13)]);
  expect(shown.settled).toBe(false);
  vi.advanceTimersByTime(600);
  expect(shown.settled).toBe(true);
  expect(shown.shown?.step).toBe(13);
});

test("speed scales the waiting, and at once waits for nothing", () => {
  const fast = stage(0.5).stage;
  fast.receive([draws(1), draws(2)]);
  vi.advanceTimersByTime(300);
  expect(fast.lines).toHaveLength(2);
  const { stage: now, move } = stage(0);
  now.receive([draws(1), draws(2)]);
  expect(now.lines).toHaveLength(2);
  expect(move).not.toHaveBeenCalled();
});

test("a skip shows all that waits, in order, without moving cards", () => {
  const { stage: shown, move } = stage();
  shown.receive([draws(1), draws(2), draws(3), asks(14)]);
  shown.skip();
  expect(texts(shown)).toHaveLength(3);
  expect(shown.shown?.step).toBe(14);
  expect(shown.settled).toBe(true);
  expect(move).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5000);
  expect(shown.lines).toHaveLength(3);
});

test("after a reconnect what was missed is jumped over, its lines are kept", () => {
  const { stage: shown, move } = stage();
  shown.jump([draws(1), at({ kind: "skipped", seat: 2 })]);
  expect(shown.lines).toHaveLength(2);
  expect(shown.popup).toBeNull();
  expect(move).not.toHaveBeenCalled();
});

test("cards start to fly while the table still stands as before", () => {
  const seen: (number | undefined)[] = [];
  const shown: Stage = new Stage({ voice, pace: () => 1, move: () => seen.push(shown.shown?.step) });
  shown.receive([asks(20), draws(1, table({ step: 21 }))]);
  expect(seen).toEqual([undefined, 20]);
});

test("an action's effect pops up and keeps the next event waiting longer", () => {
  const { stage: shown } = stage();
  shown.receive([at({ kind: "called", seat: 2 }), draws(1)]);
  expect(shown.popup?.text).toBe("Last card: Kofi!");
  vi.advanceTimersByTime(1500);
  expect(shown.lines).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(shown.lines).toHaveLength(2);
});

test("my drawn cards are marked until my next turn", () => {
  const { stage: shown } = stage(0);
  shown.receive([draws(0)]);
  expect([...shown.fresh]).toEqual([300]);
  shown.receive([asks(15)]);
  expect(shown.fresh.size).toBe(1);
  shown.receive([at({ kind: "asked", seat: 0, phase: "play", step: 16, turns: 2, drawn: null })]);
  expect(shown.fresh.size).toBe(0);
});

test("far behind, the stage jumps to the table as it is", () => {
  const { stage: shown } = stage();
  shown.receive(Array.from({ length: 60 }, () => draws(1)));
  expect(shown.lines).toHaveLength(60);
  expect(shown.settled).toBe(true);
});
