import { beforeEach, expect, test } from "vitest";
import { MASTER, type Note, SOUNDS, type SoundKind, isMuted, play, raised, setMuted } from "./sounds";

const kinds = Object.keys(SOUNDS) as SoundKind[];
const sounds: [SoundKind, readonly Note[]][] = kinds.map((kind) => [kind, SOUNDS[kind]]);

beforeEach(() => localStorage.clear());

/** The sum of the notes that sound at one moment. */
function loudness(notes: readonly Note[], ms: number): number {
  const sounding = notes.filter((note) => note.at <= ms && ms < note.at + note.ms);
  return sounding.reduce((sum, note) => sum + MASTER * (note.gain ?? 1), 0);
}

test.each(sounds)("%s is short, audible and ordered", (_, notes) => {
  expect(notes.length).toBeGreaterThan(0);
  for (const note of notes) {
    expect(note.hz).toBeGreaterThanOrEqual(100);
    expect(note.hz).toBeLessThanOrEqual(2200);
    expect(note.ms).toBeGreaterThanOrEqual(12);
    expect(note.at + note.ms).toBeLessThanOrEqual(800);
  }
  expect(notes.map((note) => note.at)).toEqual(notes.map((note) => note.at).sort((a, b) => a - b));
});

test.each(sounds)("%s stays at or under -12 dB at every moment", (_, notes) => {
  const moments = Array.from({ length: 160 }, (_unused, i) => i * 5);
  expect(Math.max(...moments.map((ms) => loudness(notes, ms)))).toBeLessThanOrEqual(10 ** (-12 / 20));
});

test("no two kinds of action card sound alike", () => {
  const actions: SoundKind[] = ["play", "skip", "reverse", "draw-two", "wild", "challenge", "swap", "rotate"];
  expect(new Set(actions.map((kind) => JSON.stringify(SOUNDS[kind]))).size).toBe(actions.length);
});

test("a stack sounds a whole tone higher each time it grows", () => {
  expect(raised(220, 0)).toBe(220);
  expect(raised(220, 6)).toBeCloseTo(440);
});

test("nothing plays before the first gesture", () => {
  expect(play("play")).toBe(false);
});

test("the mute is kept in this browser", () => {
  expect(isMuted()).toBe(false);
  setMuted(true);
  expect(isMuted()).toBe(true);
  expect(localStorage.getItem("ono.mute")).toBe("1");
  setMuted(false);
  expect(isMuted()).toBe(false);
});
