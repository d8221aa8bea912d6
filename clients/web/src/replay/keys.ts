/** The keys of the replay: one table for what they do and for the list of them. */
import { LATER } from "../words/later";
import type { Replay } from "./replay.svelte";

/** What only the page can do. */
export interface Page {
  readonly list: () => void;
}

interface Key {
  /** Each as `KeyboardEvent.key`, with `Shift+` where that is held. */
  readonly keys: readonly string[];
  /** As the list of keys names them. */
  readonly name: string;
  readonly words: string;
  /** Left to a control that has the focus. */
  readonly free?: boolean;
  /** `which` is the place of the key among `keys`. */
  readonly run: (replay: Replay, which: number, page: Page) => void;
}

const WORDS = LATER.replay.keys;
const way = (which: number): 1 | -1 => (which % 2 === 0 ? -1 : 1);

export const KEYS: readonly Key[] = [
  {
    keys: ["ArrowLeft", "ArrowRight"],
    name: "← →",
    words: WORDS.step,
    run: (replay, which) => replay.step(way(which)),
  },
  {
    keys: ["PageUp", "PageDown", "Shift+ArrowLeft", "Shift+ArrowRight"],
    name: "Page ↑ ↓ / Shift ← →",
    words: WORDS.turn,
    run: (replay, which) => replay.turn(way(which)),
  },
  {
    keys: ["Home", "End"],
    name: "Home / End",
    words: WORDS.ends,
    run: (replay, which) => replay.go(which === 0 ? 0 : replay.last),
  },
  { keys: [" "], name: "Space", words: WORDS.play, free: true, run: (replay) => replay.toggle() },
  { keys: ["h"], name: "H", words: WORDS.open, run: (replay) => replay.openAll() },
  { keys: ["?", "Shift+?"], name: "?", words: WORDS.list, run: (_replay, _which, page) => page.list() },
];

/** Does what this key is for; false if it is for nothing here. */
export function pressed(event: KeyboardEvent, replay: Replay, page: Page): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof HTMLSelectElement) return false;
  const name = `${event.shiftKey ? "Shift+" : ""}${event.key}`;
  const key = KEYS.find(({ keys }) => keys.includes(name));
  if (!key || (key.free && document.activeElement !== document.body)) return false;
  key.run(replay, key.keys.indexOf(name), page);
  return true;
}
