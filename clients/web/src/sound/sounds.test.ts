import { beforeEach, expect, test, vi } from "vitest";
import { MASTER, type Note, SOUNDS, type SoundKind } from "./notes";
import { armSounds, isMuted, play, setMuted, withNotes } from "./sounds";

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
  const actions: SoundKind[] = ["play", "skip", "reverse", "draw-two", "wild", "challenge"];
  expect(new Set(actions.map((kind) => JSON.stringify(SOUNDS[kind]))).size).toBe(actions.length);
});

test("before the first gesture nothing that could sound is even opened", () => {
  const opened = vi.fn(function () {
    return { state: "running" };
  });
  vi.stubGlobal("AudioContext", opened);
  armSounds();
  play("play");
  expect(opened).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("pointerdown"));
  expect(opened).toHaveBeenCalledOnce();
  const schedule = vi.fn();
  withNotes(schedule);
  play("skip");
  expect(schedule).toHaveBeenCalledExactlyOnceWith(expect.anything(), "skip");
  vi.unstubAllGlobals();
});

test("the mute is kept in this browser", () => {
  expect(isMuted()).toBe(false);
  setMuted(true);
  expect(isMuted()).toBe(true);
  expect(localStorage.getItem("ono.mute")).toBe("1");
  setMuted(false);
  expect(isMuted()).toBe(false);
});
