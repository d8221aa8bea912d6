/**
 * Whether and when sounds are heard; what they sound like is in notes.ts.
 *
 * A sound is never the only carrier of a fact. Nothing plays before the first gesture, the mute is kept in this
 * browser and read at every sound, so it holds in other tabs too.
 */
import type { SoundKind } from "./notes";

const MUTE_KEY = "ono.mute";
const MY_TURN_VIBRATION_MS = 20;

type Schedule = typeof import("./notes").schedule;

let context: AudioContext | null = null;
let schedule: Schedule | null = null;

function wake(): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** Waits for the first gesture, after which sounds may play. Call once at the start. */
export function armSounds(target: EventTarget = window): void {
  target.addEventListener("pointerdown", wake);
  target.addEventListener("keydown", wake);
}

export function isMuted(): boolean {
  return localStorage.getItem(MUTE_KEY) === "1";
}

export function setMuted(muted: boolean): void {
  localStorage.setItem(MUTE_KEY, muted ? "1" : "0");
}

/** The notes are there: they come later than the first table, which is silent until then. */
export function withNotes(given: Schedule): void {
  schedule = given;
}

/** Plays a sound if sounds may play. */
export function play(kind: SoundKind): void {
  if (context === null || isMuted()) return;
  if (kind === "my-turn") navigator.vibrate?.(MY_TURN_VIBRATION_MS);
  schedule?.(context, kind);
}
