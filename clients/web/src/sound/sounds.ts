/**
 * Sounds as recipes for WebAudio: no files.
 *
 * A sound is never the only carrier of a fact. Nothing plays before the first gesture, the mute is kept in this
 * browser and read at every sound, so it holds in other tabs too.
 */

export interface Note {
  /** Milliseconds from the start of the sound. */
  readonly at: number;
  readonly ms: number;
  readonly wave: "sine" | "triangle" | "pluck" | "noise";
  /** Pitch in Hz; for noise the middle of its band. */
  readonly hz: number;
  /** Pitch at the end of a glide. */
  readonly to?: number;
  /** -1 left to 1 right. */
  readonly pan?: number;
  /** Loudness against the other notes, 0 to 1. */
  readonly gain?: number;
}

const noise = (hz: number, at = 0, ms = 25, extra: Partial<Note> = {}): Note => ({
  at,
  ms,
  wave: "noise",
  hz,
  ...extra,
});
const sine = (hz: number, at: number, ms: number, extra: Partial<Note> = {}): Note => ({
  at,
  ms,
  wave: "sine",
  hz,
  ...extra,
});
const pluck = (hz: number, at: number): Note => ({ at, ms: 160, wave: "pluck", hz });

/** Notes one after another, `apart` milliseconds from start to start. */
function run(pitches: readonly number[], apart: number, ms: number): Note[] {
  return pitches.map((hz, i) => sine(hz, i * apart, ms));
}

/** Twelve ticks that come ever faster. */
const RIFFLE = Array.from({ length: 12 }, (_, i) =>
  noise(2200, Math.round(700 * (1 - (1 - i / 12) ** 2)), 18),
);

export const SOUNDS = {
  deal: [noise(2200)],
  draw: [noise(2200)],
  play: [noise(1200), sine(180, 0, 60)],
  skip: run([440, 660], 50, 40),
  reverse: [{ at: 0, ms: 160, wave: "triangle", hz: 660, to: 330 }],
  "draw-two": [pluck(220, 0), pluck(220, 90)],
  wild: run([330, 415, 494, 659], 45, 90),
  challenge: [sine(110, 0, 600)],
  bluff: [sine(165, 0, 320)],
  honest: [sine(104, 0, 320)],
  swap: [sine(300, 0, 400, { to: 600, pan: -0.5 }), sine(600, 0, 400, { to: 300, pan: 0.5 })],
  rotate: [-0.8, 0.8, 0.5, -0.5].map((pan, i) => noise(900, i * 110, 80, { pan })),
  reshuffle: RIFFLE,
  "last-card": [pluck(784, 0), pluck(1175, 220)],
  catch: [noise(1800, 0, 12), sine(150, 0, 90)],
  "my-turn": [sine(523, 0, 120, { gain: 0.5 }), sine(784, 110, 180, { gain: 0.5 })],
  tick: [sine(1000, 0, 20)],
  win: run([392, 494, 587, 784], 125, 200),
  illegal: [sine(120, 0, 50)],
} as const satisfies Readonly<Record<string, readonly Note[]>>;

export type SoundKind = keyof typeof SOUNDS;

/** Loudest sum of notes that sound together, kept below -12 dB (a quarter of full scale). */
export const MASTER = 0.12;
const ATTACK = 0.004;
const SEMITONES_PER_STEP = 2;
const MUTE_KEY = "ono.mute";
const MY_TURN_VIBRATION_MS = 20;

/** A pitch raised by whole tones: the stack sounds a tone higher each time it grows. */
export function raised(hz: number, tones: number): number {
  return hz * 2 ** ((tones * SEMITONES_PER_STEP) / 12);
}

/** The source and the filter of one note. */
function sourceOf(
  context: BaseAudioContext,
  note: Note,
  hz: number,
  start: number,
): [AudioScheduledSourceNode, AudioNode] {
  if (note.wave === "noise") return noiseSource(context, note, hz);
  const oscillator = context.createOscillator();
  oscillator.type = note.wave === "sine" ? "sine" : "triangle";
  oscillator.frequency.setValueAtTime(hz, start);
  if (note.to !== undefined)
    oscillator.frequency.exponentialRampToValueAtTime(note.to, start + note.ms / 1000);
  return [oscillator, oscillator];
}

function noiseSource(
  context: BaseAudioContext,
  note: Note,
  hz: number,
): [AudioScheduledSourceNode, AudioNode] {
  const length = Math.ceil((context.sampleRate * note.ms) / 1000);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  buffer.getChannelData(0).forEach((_, i, samples) => (samples[i] = Math.random() * 2 - 1));
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = hz;
  source.connect(band);
  return [source, band];
}

function schedule(context: BaseAudioContext, note: Note, tones: number): void {
  const start = context.currentTime + note.at / 1000;
  const end = start + note.ms / 1000;
  const [source, sound] = sourceOf(context, note, raised(note.hz, tones), start);
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(MASTER * (note.gain ?? 1), start + ATTACK);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  const pan = context.createStereoPanner();
  pan.pan.value = note.pan ?? 0;
  sound.connect(loudness).connect(pan).connect(context.destination);
  source.start(start);
  source.stop(end);
}

let context: AudioContext | null = null;

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

/** Plays a sound if sounds may play; `tones` raises it (a growing stack). True when it was scheduled. */
export function play(kind: SoundKind, tones = 0): boolean {
  if (context === null || isMuted()) return false;
  for (const note of SOUNDS[kind]) schedule(context, note, tones);
  if (kind === "my-turn") navigator.vibrate?.(MY_TURN_VIBRATION_MS);
  return true;
}
