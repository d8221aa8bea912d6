/** Which hint helps at this moment: what a first game teaches as it is played, one thing at a time. */
import type { View } from "../game/view";
import type { Prompt } from "../net/session";
import { isSet } from "../ruleset";
import { isMyTurn, isStacking } from "../sentences";

/** In the order in which they go first: what the seat is asked, then what it sees. */
export const HINTS = [
  "challenge",
  "stack",
  "drawn",
  "draw",
  "last",
  "wild",
  "turn",
  "jump",
  "direction",
  "seal",
] as const;
export type Hint = (typeof HINTS)[number];

/** After so many cards on the pile there is a quiet moment for what is no move. */
const SETTLED = 5;

const faces = ({ hand }: View, { cards }: Prompt): readonly string[] =>
  hand.flatMap(({ slot, face }) => (face && cards.some(([card, reason]) => card === slot && !reason) ? [face] : []));

const offers = ({ acts }: Prompt, ...wanted: readonly string[]): boolean => wanted.every((act) => acts.includes(act));

/** Whether a hint fits, where my seat is asked what the prompt says. */
const FITS: Readonly<Record<Hint, (view: View, prompt: Prompt) => boolean>> = {
  challenge: (view, prompt) => isMyTurn(view) && offers(prompt, "challenge"),
  stack: (view, prompt) => isMyTurn(view) && view.debt !== null && isStacking(view) && offers(prompt, "play"),
  drawn: (view, prompt) => isMyTurn(view) && view.drawn !== null && offers(prompt, "play", "pass"),
  draw: (view, prompt) => isMyTurn(view) && offers(prompt, "draw") && !offers(prompt, "play"),
  last: (view) => isSet(view, "call", "manual") && view.hand.length === 2,
  wild: (view, prompt) => isMyTurn(view) && offers(prompt, "play") && faces(view, prompt).includes("W"),
  turn: (view, prompt) => isMyTurn(view) && view.phase === "play" && offers(prompt, "play"),
  jump: (view, prompt) => !isMyTurn(view) && offers(prompt, "play"),
  direction: ({ direction, places }) => direction === -1 && places.filter(({ playing }) => playing).length > 2,
  seal: (view) => !isMyTurn(view) && view.discards >= SETTLED,
};

/** The hint for this moment that was not seen yet; null for none, and for who only watches. */
export function hintFor(view: View, prompt: Prompt, seen: ReadonlySet<Hint>): Hint | null {
  if (view.seat === null || view.turn === null || view.shuffling || view.result !== null) return null;
  return HINTS.find((hint) => !seen.has(hint) && FITS[hint](view, prompt)) ?? null;
}
