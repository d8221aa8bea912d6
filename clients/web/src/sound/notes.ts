/** Sounds as recipes for WebAudio: no files. They come when the first of them is to be heard. */

export interface Note {
  /** Milliseconds from the start of the sound. */
  readonly at: number;
  readonly ms: number;
  readonly wave: "sine" | "triangle" | "pluck" | "noise";
  /** Pitch in Hz; for noise the middle of its band. */
  readonly hz: number;
  /** Pitch at the end of a glide. */
  readonly to?: number;
  /** Loudness against the other notes, 0 to 1. */
  readonly gain?: number;
}

const noise = (hz: number, at = 0, ms = 25): Note => ({ at, ms, wave: "noise", hz });
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

/** Two plucks that climb as the cards owed add up. */
const stack = (steps: number): Note[] => [0, 90].map((at) => pluck(Math.round(220 * 2 ** (steps / 6)), at));

/** Twelve ticks that come ever faster. */
const RIFFLE = Array.from({ length: 12 }, (_, i) => noise(2200, Math.round(700 * (1 - (1 - i / 12) ** 2)), 18));

export const SOUNDS = {
  deal: [noise(2200)],
  draw: [noise(2200)],
  play: [noise(1200), sine(180, 0, 60)],
  skip: run([440, 660], 50, 40),
  reverse: [{ at: 0, ms: 160, wave: "triangle", hz: 660, to: 330 }],
  "draw-two": [pluck(220, 0), pluck(220, 90)],
  "stack-2": stack(1),
  "stack-3": stack(2),
  "stack-4": stack(3),
  "all-in": [0, 60, 120, 180].map((at) => noise(1200, at)),
  swap: [
    { at: 0, ms: 400, wave: "triangle", hz: 300, to: 600 },
    { at: 0, ms: 400, wave: "triangle", hz: 600, to: 300 },
  ],
  rotate: [0, 110, 220, 330].map((at) => noise(800, at, 60)),
  catch: [noise(1800, 0, 20), sine(150, 0, 120), sine(150, 140, 160)],
  mistaken: run([180, 140], 120, 110),
  "time-out": run([523, 392], 130, 140),
  "not-called": [sine(330, 0, 90), sine(330, 120, 90)],
  wild: run([330, 415, 494, 659], 45, 90),
  challenge: [sine(110, 0, 600)],
  bluff: [sine(165, 0, 320)],
  honest: [sine(104, 0, 320)],
  reshuffle: RIFFLE,
  "last-card": [pluck(784, 0), pluck(1175, 220)],
  "my-turn": [sine(523, 0, 120, { gain: 0.5 }), sine(784, 110, 180, { gain: 0.5 })],
  tick: [sine(1000, 0, 20)],
  win: run([392, 494, 587, 784], 125, 200),
  illegal: [sine(120, 0, 50)],
} as const satisfies Readonly<Record<string, readonly Note[]>>;

export type SoundKind = keyof typeof SOUNDS;

/** Loudest sum of notes that sound together, kept below -12 dB (a quarter of full scale). */
export const MASTER = 0.12;
const ATTACK = 0.004;

/** The source and the filter of one note. */
function sourceOf(context: BaseAudioContext, note: Note, start: number): [AudioScheduledSourceNode, AudioNode] {
  if (note.wave === "noise") return noiseSource(context, note);
  const oscillator = context.createOscillator();
  oscillator.type = note.wave === "sine" ? "sine" : "triangle";
  oscillator.frequency.setValueAtTime(note.hz, start);
  if (note.to !== undefined) oscillator.frequency.exponentialRampToValueAtTime(note.to, start + note.ms / 1000);
  return [oscillator, oscillator];
}

function noiseSource(context: BaseAudioContext, note: Note): [AudioScheduledSourceNode, AudioNode] {
  const length = Math.ceil((context.sampleRate * note.ms) / 1000);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  buffer.getChannelData(0).forEach((_, i, samples) => (samples[i] = Math.random() * 2 - 1));
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = note.hz;
  source.connect(band);
  return [source, band];
}

function scheduleNote(context: BaseAudioContext, note: Note): void {
  const start = context.currentTime + note.at / 1000;
  const end = start + note.ms / 1000;
  const [source, sound] = sourceOf(context, note, start);
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(MASTER * (note.gain ?? 1), start + ATTACK);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  sound.connect(loudness).connect(context.destination);
  source.start(start);
  source.stop(end);
}

/** Plays a sound now. */
export function schedule(context: BaseAudioContext, kind: SoundKind): void {
  for (const note of SOUNDS[kind]) scheduleNote(context, note);
}
