/** What players show each other: how long it is seen, whose is not wanted, and how many may follow each other. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EMOTIONS } from "../net/messages";
import { LATER } from "../words/later";
import { DRAWINGS } from "../look/emotions";

const BEN = { hash: "be".repeat(32), name: "Ben", mine: false };
const ME = { hash: "aa".repeat(32), name: "Ana", mine: true };

/** As a page that was just opened in this browser has it. */
async function opened() {
  vi.resetModules();
  return (await import("./emotes.svelte")).emotes;
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("each has a drawing and words of its own", () => {
  expect(new Set(EMOTIONS.map((what) => DRAWINGS[what])).size).toBe(8);
  expect(new Set(EMOTIONS.map((what) => LATER.emotes.words[what])).size).toBe(8);
});

test("it is seen at the seat for a moment, and said once in words", async () => {
  const emotes = await opened();
  emotes.take({ seat: 1, what: "well-played" }, BEN);
  expect([...emotes.shown]).toEqual([[1, "well-played"]]);
  expect(emotes.said).toBe("Ben: Well played!");
  vi.advanceTimersByTime(2499);
  expect(emotes.shown.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect([emotes.shown.size, emotes.said]).toEqual([0, ""]);
});

test("another one of the same seat takes its place, for a whole moment", async () => {
  const emotes = await opened();
  emotes.take({ seat: 1, what: "hello" }, BEN);
  vi.advanceTimersByTime(2000);
  emotes.take({ seat: 1, what: "wow" }, BEN);
  vi.advanceTimersByTime(2000);
  expect([...emotes.shown]).toEqual([[1, "wow"]]);
});

test("those of one player are not wanted, in this browser, until they are again", async () => {
  const cleo = { hash: "ce".repeat(32), name: "Cleo", mine: false };
  (await opened()).mute(true, BEN.hash);
  const emotes = await opened();
  emotes.take({ seat: 1, what: "hello" }, BEN);
  emotes.take({ seat: 2, what: "hello" }, cleo);
  expect([...emotes.shown.keys()]).toEqual([2]);
  emotes.mute(false, BEN.hash);
  emotes.take({ seat: 1, what: "hello" }, BEN);
  expect([...emotes.shown.keys()]).toEqual([2, 1]);
  expect((await opened()).isMuted(BEN.hash)).toBe(false);
});

test("with all muted only one's own is seen", async () => {
  (await opened()).mute(true);
  const emotes = await opened();
  expect(emotes.isMuted()).toBe(true);
  emotes.take({ seat: 1, what: "hello" }, BEN);
  emotes.take({ seat: 0, what: "thanks" }, ME);
  expect([...emotes.shown]).toEqual([[0, "thanks"]]);
  expect(emotes.said).toBe("You: Thanks!");
});

test("after three the next has to wait as long as the table would make it", async () => {
  const emotes = await opened();
  for (const spent of [false, false, true]) {
    emotes.send();
    expect(emotes.spent).toBe(spent);
  }
  vi.advanceTimersByTime(3999);
  expect(emotes.spent).toBe(true);
  vi.advanceTimersByTime(1);
  expect(emotes.spent).toBe(false);
  emotes.send();
  expect(emotes.spent).toBe(true);
  vi.advanceTimersByTime(12_000);
  for (const spent of [false, false, true]) {
    emotes.send();
    expect(emotes.spent).toBe(spent);
  }
});
